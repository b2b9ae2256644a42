"""Setting up armies: dividing the battlefield, one unit after another, transports with their passengers, reserves."""

from __future__ import annotations

from shapely import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from battlefield.body import Body
from battlefield.units import inches, um
from engine.core.battle import Battle
from engine.core.decisions import Choose, ChooseMany, Confirm, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Aboard, Reserve
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import reinforcements, setting_up, transports
from engine.eighth.abilities import profile
from engine.eighth.setup import UNDEPLOYED
from engine.mechanics.placing import Ring, Space

FROM_ENEMY_ZONE = um(12)

LINES = ("long", "short", "rising", "falling")
"""Ways to divide the table into equal halves: along its middle, across it, and its two diagonals."""

HALVES = ("first", "second")


# -- whose half is whose -----------------------------------------------------------------------------------------------


@rule("8e.mission.divide-battlefield")
def divide(b: Battle) -> Procedure[None]:
    """The player who did not roll for the mission divides the table into equal halves; the other says whose is whose.

    Zones that the scenario draws stand.
    """
    if b.state.setup.zones or b.state.setup.task("deployment", "placed") == "placed":
        return
    divider = divider_of(b.state)
    lines = tuple(
        Option(line, "", "8e.mission.divide-battlefield", facts(segment=border(b.state, line))) for line in LINES
    )
    line = yield from ask(
        Choose(player=divider, rule="8e.mission.divide-battlefield", topic="setup.line", options=lines)
    )
    b.agree("line", line, "8e.mission.divide-battlefield")
    chooser = b.state.enemy(divider)
    halves = tuple(
        Option(name, "", "8e.mission.divide-battlefield", facts(outline=half_of(b.state, line, name)))
        for name in HALVES
    )
    chosen = yield from ask(
        Choose(player=chooser, rule="8e.mission.divide-battlefield", topic="setup.half", options=halves)
    )
    b.agree(f"half.{chooser}", chosen, "8e.mission.divide-battlefield")
    b.agree(f"half.{divider}", HALVES[1 - HALVES.index(chosen)], "8e.mission.divide-battlefield")


def divider_of(state: State) -> str:
    """The player who divides the table and deploys first: he who did not roll for the mission."""
    roller = state.agreed.get("mission.roller") or state.sides[1]
    return state.enemy(roller)


def border(state: State, line: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two ends of a line that divides the table, in micrometres."""
    width, depth = state.setup.width, state.setup.depth
    ends = {
        "long": ((0, depth // 2), (width, depth // 2)),
        "short": ((width // 2, 0), (width // 2, depth)),
        "rising": ((0, 0), (width, depth)),
        "falling": ((0, depth), (width, 0)),
    }
    return ends[line]


def half(state: State, side: str) -> Ring:
    """A side's half of the table, corners in micrometres."""
    return half_of(state, state.agreed.get("line", "long"), state.agreed.get(f"half.{side}", HALVES[0]))


def half_of(state: State, line: str, name: str) -> Ring:
    """The first or second half of a table divided by a line, corners in micrometres."""
    width, depth, first = state.setup.width, state.setup.depth, name == HALVES[0]
    if line == "long":
        low, high = (0, depth // 2) if first else (depth // 2, depth)
        return ((0, low), (width, low), (width, high), (0, high))
    if line == "short":
        low, high = (0, width // 2) if first else (width // 2, width)
        return ((low, 0), (high, 0), (high, depth), (low, depth))
    if line == "rising":
        return ((0, 0), (width, 0), (width, depth)) if first else ((0, 0), (width, depth), (0, depth))
    return ((0, 0), (width, 0), (0, depth)) if first else ((width, 0), (width, depth), (0, depth))


def zone(state: State, side: str) -> tuple[Ring, ...]:
    """Where a side may set up: the scenario's zones, else its half of the table."""
    drawn = tuple(z.outline for z in state.setup.zones if z.side == side)
    return drawn or (half(state, side),)


def _rings(area: BaseGeometry) -> tuple[Ring, ...]:
    """The outlines of an area in inches, in micrometres."""
    parts = [part for part in getattr(area, "geoms", (area,)) if isinstance(part, Polygon)]
    return tuple(tuple((um(x), um(y)) for x, y in part.exterior.coords[:-1]) for part in parts if not part.is_empty)


def _ground(rings: tuple[Ring, ...]) -> BaseGeometry:
    return unary_union([Polygon([(inches(x), inches(y)) for x, y in ring]) for ring in rings])


@rule("8e.mission.deployment-distance")
def space_for(state: State, unit: str) -> Space:
    """Where a unit may be set up: in its own zone and, on a divided table, more than 12 inches from the enemy's."""
    side = state.side_of(unit)
    theirs = None if state.setup.zones else _ground(zone(state, state.enemy(side)))
    rule_id = "8e.mission.deployment-distance"

    def also(body: Body) -> Refusals:
        if theirs is None or um(body.base.distance(theirs)) > FROM_ENEMY_ZONE:
            return ()
        return (Refusal("setup.near_zone", rule_id, body.id, body.pose, facts(least=FROM_ENEMY_ZONE)),)

    area = _ground(zone(state, side))
    if theirs is not None:
        table = box(0, 0, inches(state.setup.width), inches(state.setup.depth))
        area = table.difference(theirs.buffer(inches(FROM_ENEMY_ZONE), quad_segs=64)).intersection(area)
    return setting_up.space_in(state, unit, area, rule_id, also)


# -- one unit after another --------------------------------------------------------------------------------------------


def waiting(state: State, side: str) -> tuple[str, ...]:
    """A side's units that are still to be deployed, in order of setting up."""
    found = [m.unit for m in state.models.values() if m.place == Reserve(UNDEPLOYED)]
    return tuple(u for u in dict.fromkeys(found) if state.units[u].side == side)


@rule("8e.mission.alternate-deployment")
def deployer(state: State) -> str | None:
    """Who sets up a unit now: in turn, beginning with the divider; who has none left is passed over."""
    first = divider_of(state)
    count = sum(1 for key in state.agreed if key.startswith("deployed."))
    turn = first if count % 2 == 0 else state.enemy(first)
    return next((side for side in (turn, state.enemy(turn)) if waiting(state, side)), None)


@rule("8e.mission.alternate-deployment")
def deploy_unit(b: Battle, side: str) -> Procedure[None]:
    """One unit is set up, kept in reserve where it may be, or left out where there is no room for it."""
    unit = yield from ask(lambda: _which(b.state, side))
    if reinforcements.may_wait(b.state, unit) and (yield from ask(_in_reserve(side, unit))):
        _keep_back(b, unit)
    elif not setting_up.has_room(space_for(b.state, unit), unit):
        b.say("unit.no_room", "8e.mission.alternate-deployment", unit)
        for model in b.state.members(unit):
            b.gone(model.id, "8e.mission.alternate-deployment")
        b.agree(f"left_out.{unit}", side, "8e.mission.alternate-deployment")
    else:
        yield from setting_up.set_up(
            b,
            unit,
            lambda state: space_for(state, unit),
            "8e.mission.deployment-distance",
            where=_rings(space_for(b.state, unit).zone),
        )
        yield from _load(b, unit)
    _next_turn(b, unit, side)


def _next_turn(b: Battle, unit: str, side: str) -> None:
    """The other side is next; a drop that one makes out of turn, since the other has none left, counts too."""
    b.agree(f"deployed.{unit}", side, "8e.mission.alternate-deployment")


def _which(state: State, side: str) -> Choose:
    options = tuple(Option(u, u, "8e.mission.alternate-deployment") for u in waiting(state, side))
    return Choose(player=side, rule="8e.mission.alternate-deployment", topic="setup.unit", options=options)


def _in_reserve(side: str, unit: str) -> Confirm:
    rule_id = "8e.movement.reinforcements-timing"
    return Confirm(player=side, rule=rule_id, topic="setup.reserve", subjects=(unit,))


def _keep_back(b: Battle, unit: str) -> None:
    for model in b.state.members(unit):
        b.place(model.id, Reserve(reinforcements.RESERVE), "8e.movement.reinforcements-timing")


@rule("8e.transports.start-embarked")
def _load(b: Battle, unit: str) -> Procedure[None]:
    """With a transport its owner names the units that begin the battle in it; they need no place of their own."""
    for carrier in (m.id for m in b.state.present(unit) if profile(b.state, m.id).capacity):
        riders = _may_ride(b.state, carrier)
        if not riders:
            continue
        chosen = yield from ask(_riders_question(b.state, carrier, riders))
        for rider in chosen:
            for model in b.state.members(rider):
                b.place(model.id, Aboard(carrier), "8e.transports.start-embarked")


def _may_ride(state: State, carrier: str) -> tuple[str, ...]:
    side = state.side_of(carrier)
    return tuple(u for u in waiting(state, side) if transports.has_room(state, carrier, u))


@rule("8e.transports.capacity")
def _riders_question(state: State, carrier: str, riders: tuple[str, ...]) -> ChooseMany:
    room = profile(state, carrier).capacity
    size = {unit: len(state.members(unit)) for unit in riders}

    def legal(chosen: tuple[str, ...]) -> Refusals:
        wanted = sum(size[unit] for unit in chosen)
        if wanted <= room:
            return ()
        details = facts(wanted=wanted, room=room)
        return (Refusal("transport.full", "8e.transports.capacity", carrier, details=details),)

    first = max(riders, key=lambda unit: (size[unit], unit))
    return ChooseMany(
        player=state.side_of(carrier),
        rule="8e.transports.start-embarked",
        topic="setup.riders",
        subjects=(carrier,),
        options=tuple(Option(u, u, "8e.transports.start-embarked", facts(models=size[u])) for u in riders),
        hints=facts(room=room),
        legal=legal,
        advise=lambda stream: (first,) if stream.below(2) else (),
    )
