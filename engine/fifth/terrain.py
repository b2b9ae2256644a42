"""Terrain: what class each piece is, what it does to movers, the tests for it, and how high one stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from battlefield.body import Body
from battlefield.measure import overlaps, partly_within
from battlefield.paths import Route, end
from battlefield.sweep import Obstacle, first_contact, is_clear, prism_obstacle
from battlefield.terrain import Piece, Wall, area, wall_solids
from engine.core.battle import Battle
from engine.core.decisions import Item
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.records import Model, OnTable, body_of
from engine.core.state import State
from engine.fifth import wounds
from engine.fifth.characteristics import has_rule, profile, wargear
from engine.fifth.dice import d6
from engine.fifth.saves import Wound
from engine.fifth.ways import Way, leads_away
from engine.mechanics.moving import closed_area

CLEAR, DIFFICULT, DANGEROUS, HAZARD, IMPASSABLE = "clear", "difficult", "dangerous", "hazard", "impassable"

CLASSES = (CLEAR, DIFFICULT, DANGEROUS, HAZARD, IMPASSABLE)
"""`dangerous` is difficult and dangerous, `hazard` dangerous without slowing anyone."""

WALLS = ("pass", "block")
"""What the walls of a piece may be agreed to do to a mover."""

_CLEAR = (
    "field", "moor", "grass", "grassland", "high_grass", "crops", "desert", "ash_waste", "hill", "gentle_hill", "road",
)  # fmt: skip
_DIFFICULT = (
    "wood", "jungle", "scrub", "brush", "bushes", "ruin", "rubble", "rocks", "rocky_outcrop", "bog", "hedge", "fence",
    "wall", "low_wall", "barricade", "razor_wire", "wire_mesh", "tank_traps", "steep_hill", "stream", "shallow_water",
    "crater", "trench", "sandbags", "logs", "pipes", "barrels", "crates", "wreckage",
)  # fmt: skip
_DANGEROUS = ("toxic_swamp", "trapped_ruin", "carnivorous_plants", "toxic_vents", "geysers", "minefield")
_IMPASSABLE = ("deep_water", "lava", "cliff", "impassable_rock", "building", "block")


@rule("5e.terrain.clear", "5e.terrain.difficult-list", "5e.terrain.impassable-list", "5e.terrain.dangerous-addition")
def usual_class(kind: str) -> str | None:
    """The class that terrain of a kind usually has; None for a kind that the players have to settle."""
    name = kind.lower().replace(" ", "_").replace("-", "_")
    lists = ((CLEAR, _CLEAR), (DIFFICULT, _DIFFICULT), (DANGEROUS, _DANGEROUS), (IMPASSABLE, _IMPASSABLE))
    return next((one for one, kinds in lists if name in kinds), None)


class Hindrance(NamedTuple):
    """What difficult terrain does to a unit type: whether it slows it, and when it is dangerous to it."""

    slowed: bool
    dangerous: str


BY_TYPE: Mapping[str, Hindrance] = {
    "infantry": Hindrance(True, "no"),
    "bike": Hindrance(False, "yes"),
    "jetbike": Hindrance(False, "ends"),
    "monstrous_creature": Hindrance(True, "no"),
    "jump_infantry": Hindrance(False, "ends"),
    "artillery": Hindrance(True, "guns"),
    "beasts": Hindrance(True, "no"),
    "cavalry": Hindrance(True, "no"),
    "walker": Hindrance(True, "no"),
    "skimmer": Hindrance(False, "ends"),
    "vehicle": Hindrance(False, "yes"),
}
"""The chart of the reference sheet. `no`: unless classed as dangerous too; `ends`: where a move starts or ends."""


@rule("5e.terrain.by-type-chart")
def hindrance(state: State, model: str) -> Hindrance:
    """The row of the chart for a model."""
    return BY_TYPE.get(type_of(state, model), BY_TYPE["infantry"])


def type_of(state: State, model: str) -> str:
    """The type a model moves as: a type named among its own rules, else that of its unit."""
    rules = (*profile(state, model).rules, *(name for item in wargear(state, model) for name in item.rules))
    own = next((name for name in rules if name in BY_TYPE), None)
    return own or state.units[state.models[model].unit].kind


# -- classes ------------------------------------------------------------------------------------------------------


def settled_class(state: State, piece: Piece) -> str | None:
    """The class agreed upon, set by the scenario or usual for the kind; None where the players have to settle it."""
    key = f"terrain.{piece.id}"
    chosen = state.agreed.get(key) or state.setup.option(key)
    if chosen in CLASSES:
        return str(chosen)
    return _written_class(piece) or usual_class(piece.kind)


def _written_class(piece: Piece) -> str | None:
    """The class that a piece's traits state; `difficult` and `dangerous` go together."""
    if IMPASSABLE in piece.traits:
        return IMPASSABLE
    if DANGEROUS in piece.traits:
        return DANGEROUS if DIFFICULT in piece.traits else HAZARD
    return next((c for c in (DIFFICULT, HAZARD, CLEAR) if c in piece.traits), None)


@rule("5e.terrain.three-classes")
def class_of(state: State, piece: Piece | str) -> str:
    """The class of a piece in force. One that nobody settled counts as difficult."""
    return settled_class(state, state.terrain[piece].piece if isinstance(piece, str) else piece) or DIFFICULT


def unsettled(state: State) -> tuple[str, ...]:
    """The pieces whose class the players have to settle before the battle, in order of setting up."""
    return tuple(t.id for t in state.terrain.values() if settled_class(state, t.piece) is None)


def agreement_items(state: State) -> tuple[Item, ...]:
    """The lines of the agreement sheet on terrain: `terrain.<piece>` its class, `walls.<piece>` what its walls do."""
    lines = []
    for terrain in state.terrain.values():
        piece = terrain.piece
        details = facts(piece=piece.id, kind=piece.kind, settled=settled_class(state, piece) is not None)
        lines.append(Item(f"terrain.{piece.id}", CLASSES, class_of(state, piece), "5e.terrain.three-classes", details))
        if any(isinstance(part, Wall) for part in piece.parts):
            usual = "block" if walls_block(state, piece) else "pass"
            lines.append(Item(f"walls.{piece.id}", WALLS, usual, "5e.terrain.walls", details))
    return tuple(lines)


def is_difficult(state: State, piece: Piece | str) -> bool:
    """Whether a piece, or the one with that id, is difficult terrain."""
    return class_of(state, piece) in (DIFFICULT, DANGEROUS)


def is_dangerous(state: State, piece: Piece | str) -> bool:
    """Whether a piece, or the one with that id, is dangerous terrain."""
    return class_of(state, piece) in (DANGEROUS, HAZARD)


def is_impassable(state: State, piece: Piece | str) -> bool:
    """Whether a piece, or the one with that id, is impassable terrain."""
    return class_of(state, piece) == IMPASSABLE


def walls_block(state: State, piece: Piece) -> bool:
    """Whether it was agreed that the walls of a piece are impassable."""
    key = f"walls.{piece.id}"
    return (state.agreed.get(key) or state.setup.option(key, "pass")) == "block"


def pieces(state: State) -> tuple[Piece, ...]:
    """The terrain on the table as it is now."""
    return tuple(t.piece for t in state.terrain.values())


@rule("5e.terrain.walls", "5e.terrain.impassable-list")
def shut(state: State) -> tuple[Obstacle, ...]:
    """What no move on foot may pass: impassable pieces, and walls that were agreed to block."""
    found: list[Obstacle] = []
    for piece in pieces(state):
        if is_impassable(state, piece):
            found += closed_area(piece)
        elif walls_block(state, piece):
            for part in piece.parts:
                if isinstance(part, Wall):
                    found += [prism_obstacle(p) for p in wall_solids(part, piece.id)]
    return tuple(found)


# -- where a base is ----------------------------------------------------------------------------------------------


@rule("5e.terrain.area")
def stands_in(body: Body, piece: Piece) -> bool:
    """Whether some of a base is inside a piece's outline, whatever stands at that very spot."""
    return partly_within(body, area(piece))


def pieces_under(state: State, body: Body) -> tuple[Piece, ...]:
    """The pieces that some of a base stands in, in order of setting up."""
    return tuple(piece for piece in pieces(state) if stands_in(body, piece))


def crosses(mover: Body, legs: Route, piece: Piece) -> bool:
    """Whether a base on its way enters, leaves or moves through a piece's outline."""
    return first_contact(mover.shape, mover.pose, legs, closed_area(piece)) is not None or stands_in(mover, piece)


@rule("5e.terrain.impassable-placement", "5e.terrain.models-impassable", "5e.terrain.area-displace")
def may_stand(state: State, body: Body, others: Sequence[Body]) -> str:
    """Why a base may not be put down where it is: `impassable`, `model`, or empty when it may.

    The trees and rocks of an area never stand in the way: they are shifted aside and put back.
    """
    if not is_clear(body.shape, body.pose, shut(state), height=body.height):
        return "impassable"
    return "model" if any(overlaps(body, other) for other in others if other.id != body.id) else ""


def footing(model: Model) -> Body:
    """A model for judging moves: at the height of its floor, else at 0: hills are as level as the table."""
    body = body_of(model)
    on_floor = isinstance(model.place, OnTable) and "/" in model.place.support
    return body if on_floor else body.at(replace(body.pose, z=0))


# -- tests --------------------------------------------------------------------------------------------------------


def slowed(state: State, unit: str) -> bool:
    """Whether difficult terrain slows any model of a unit."""
    return any(hindrance(state, m.id).slowed for m in state.present(unit))


@rule("5e.terrain.test-start-inside")
def starts_inside(state: State, unit: str) -> bool:
    """Whether a unit has to test before it moves: a model that terrain slows stands in difficult terrain."""
    hard = [piece for piece in pieces(state) if is_difficult(state, piece)]
    return any(
        stands_in(body_of(m), piece) for m in state.present(unit) if hindrance(state, m.id).slowed for piece in hard
    )


@rule("5e.terrain.test-counts-moved")
def difficult_test(b: Battle, unit: str, rule_id: str = "5e.terrain.test-start-inside") -> Procedure[int]:
    """Two D6, the higher counts: how many inches the models of a unit may move at most in difficult terrain.

    In the Movement phase the unit has moved once the dice are rolled, whatever it does then.
    """
    faces = yield from d6(b, 2, "difficult", rule_id, b.state.side_of(unit), unit)
    b.say("terrain.tested", rule_id, unit, inches=max(faces))
    if b.state.clock.phase == "movement" and b.state.active == b.state.side_of(unit):
        b.note_deed(unit, "moved", "5e.terrain.test-counts-moved", tested=max(faces))
    return max(faces)


@rule("5e.terrain.dangerous-test")
def in_danger(state: State, way: Way) -> bool:
    """Whether a model has to test for its move: once, however much dangerous terrain it met."""
    if not leads_away(way):
        return False
    mover, row = body_of(state.models[way.model]).at(way.start), hindrance(state, way.model)
    to = mover.at(end(way.start, way.legs))
    always = row.dangerous == "yes" or (row.dangerous == "guns" and has_rule(state, way.model, "gun"))
    for piece in pieces(state):
        hard = is_difficult(state, piece)
        if row.dangerous == "ends" and (hard or is_dangerous(state, piece)):
            if stands_in(mover, piece) or stands_in(to, piece):
                return True
        elif (is_dangerous(state, piece) or (hard and always)) and crosses(mover, way.legs, piece):
            return True
    return False


@rule("5e.terrain.dangerous-saves")
def dangerous_tests(b: Battle, ways: Sequence[Way], rule_id: str = "5e.terrain.dangerous-test") -> Procedure[None]:
    """A D6 for each model whose way was dangerous; a 1 wounds that very model, no armour or cover helping."""
    testing = [way.model for way in ways if b.model(way.model).on_table and in_danger(b.state, way)]
    if not testing:
        return
    unit = b.model(testing[0]).unit
    side = b.state.side_of(unit)
    faces = yield from d6(b, len(testing), "dangerous", rule_id, side, unit, need=2)
    hurt = tuple(model for model, face in zip(testing, faces, strict=True) if face == 1)
    b.say("terrain.endured", rule_id, unit, tested=len(testing), hurt=len(hurt), models=hurt)
    wound = Wound(0, 0, rule_id, armour_allowed=False, cover_allowed=False)
    yield from wounds.suffer_on_each(b, tuple((model, wound) for model in hurt), by=side)
