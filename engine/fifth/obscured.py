"""Vehicles and monstrous creatures in cover: half of what is shot at must be hidden, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from battlefield.body import Body
from battlefield.measure import partly_within
from battlefield.shapes import Hull, Rect
from battlefield.sight import faces, facing, look, veiled
from battlefield.table import Board
from battlefield.terrain import Piece, area
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.setup import ModelSpec
from engine.core.state import State
from engine.fifth import ground, weapons
from engine.fifth.kinds import is_vehicle, kind_of
from engine.fifth.shelter import LINK, UNITS, Firer, Shelter, is_area, save_of
from engine.fifth.sight import Bodies, look_across
from engine.mechanics.verdicts import MILLION, Benefit

OTHER_SAVE = 3
"""The save against a shot at a facing that is not the one the firer is in."""

RENDS, MELTS = 3, 6
"""What a rending and a melta weapon may add at most to their armour penetration."""

OBSCURED, UNCLEAR = "5e.vehicles.obscured", "5e.vehicles.obscured-unclear"
OTHER, SQUAD, SQUADRON = "5e.vehicles.other-facing", "5e.vehicles.obscured-squad", "5e.squadrons.cover"
CREATURE, CREATURE_UNCLEAR = "5e.types.mc-cover", "5e.types.mc-cover-unclear"

Sides = tuple[str, str]
"""The rules by which half hidden gives cover, and by which it does when that is unclear."""


@rule("5e.types.mc-cover", "5e.vehicles.no-area-cover")
def by_half(state: State, unit: str) -> bool:
    """Whether a unit's models are in cover only when half of them is hidden: vehicles and monstrous creatures.

    Area terrain that they stand in gives them nothing by itself.
    """
    return is_vehicle(state, unit) or kind_of(state, unit).name == "monstrous_creature"


@rule("5e.squadrons.cover", "5e.vehicles.obscured-squad")
def settled_by(state: State, unit: str) -> str:
    """By which rule a unit of vehicles or monstrous creatures is in cover or not; empty for all others."""
    if not by_half(state, unit):
        return ""
    if not is_vehicle(state, unit):
        return CREATURE
    return SQUADRON if len(state.present(unit)) > 1 else SQUAD


def rules_of(state: State, unit: str) -> Sides:
    """By which rules half of a unit's models being hidden counts."""
    return (OBSCURED, UNCLEAR) if is_vehicle(state, unit) else (CREATURE, CREATURE_UNCLEAR)


# -- who counts among the firers -----------------------------------------------------------------------------------


@rule("5e.vehicles.obscured-squad")
def able(state: State, firing: tuple[str, ...], target: str) -> tuple[str, ...]:
    """Those of the firers that can hurt a vehicle; all of them where none can, or nothing is known of its armour.

    Somebody without any weapon is one of whom nothing is known.
    """
    hurting = tuple(model for model in firing if _may_hurt(state, model, target))
    return hurting or firing


def _may_hurt(state: State, model: str, target: str) -> bool:
    plates = [spec.armour for m in state.present(target) if (spec := spec_of(state, m.id)) and spec.armour]
    guns = weapons.guns(state, model)
    if not plates or not guns or not is_vehicle(state, target):
        return True
    weakest = min(_plate(state, model, target, plate) for plate in plates)
    most = max(
        gun.strength + 6 + RENDS * weapons.has(gun, "rending") + MELTS * weapons.has(gun, "melta") for gun in guns
    )
    return most >= weakest


def _plate(state: State, model: str, target: str, armour: tuple[int, int, int]) -> int:
    """The weakest armour value that a model faces among the vehicles of a unit."""
    viewer = body_of(state.models[model])
    sides = [facing(state.board, viewer, body_of(m), ()) for m in state.present(target)]
    values = dict(zip(("front", "side", "rear"), armour, strict=True))
    return min((values[side.name] for side in sides if side), default=min(armour))


@rule("5e.vehicles.weapon-cover")
def eyes(state: State, model: str) -> Bodies:
    """From where a model's shots are judged: from its eye, of a vehicle with mounted weapons from each of them."""
    body, spec = body_of(state.models[model]), spec_of(state, model)
    if spec is None or not spec.mounts or not is_vehicle(state, state.models[model].unit):
        return (body,)
    return tuple(replace(body, eye=mount.z, eye_at=(mount.x, mount.y)) for mount in spec.mounts)


def spec_of(state: State, model: str) -> ModelSpec | None:
    """A model as the setup describes it."""
    units = (unit for unit in state.setup.units if unit.id == state.models[model].unit)
    return next((spec for unit in units for spec in unit.models if spec.id == model), None)


# -- one firer and one target --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Screen:
    """What of a target, of one of its facings where it has some, is hidden (in millionths), and what hides it most."""

    facing: str
    share: int
    save: int
    by: tuple[str, ...]

    @property
    def half(self) -> bool:
        """Whether half is hidden: exactly half is."""
        return 2 * self.share >= MILLION


Hiding = Callable[[Board, Collection[str]], tuple[str, float, tuple[tuple[str, float], ...]]]
"""What of a target is hidden on a board, apart from what is looked through: which facing, its share, and by what."""


@lru_cache(maxsize=256)
def shelters(
    board: Board,
    firers: Bodies,
    targets: Bodies,
    bodies: Bodies,
    through: frozenset[str],
    also: frozenset[str],
    rules: Sides,
) -> tuple[tuple[Shelter, ...], ...]:
    """For every firer and every vehicle or monstrous creature: how it is covered. As `engine.fifth.shelter.shelters`.

    Of a body with sides, a hull, what is looked at is one of its facings; of all others the whole body is.
    """
    seen = look_across(board, firers, targets, bodies, through, also)
    rows = []
    for i, body in enumerate(firers):
        firer, row = Firer.on(board, body), []
        for j, target in enumerate(targets):
            visible = bool(seen.visible[i, j])
            blockers = seen.sighting(i, j).blockers if seen.hidden[i, j] else ()
            row.append(replace(_shelter(board, firer, target, bodies, through | also, rules), blockers=blockers))
            if not visible:
                row[j] = replace(row[j], visible=False, covered=True)
        rows.append(tuple(row))
    return tuple(rows)


@rule("5e.vehicles.other-facing", "5e.vehicles.facing-split")
def _shelter(
    board: Board, firer: Firer, target: Body, bodies: Bodies, through: frozenset[str], rules: Sides
) -> Shelter:
    """How one target is covered from one firer, as far as it is seen.

    Who sees nothing of the facing he is in, but of another, shoots at that one. Otherwise the barriers he fires over
    and the area he fires out of hide nothing.
    """
    hull = isinstance(target.shape, Hull | Rect) and rules[0] == OBSCURED
    shown = faces(board, firer.body, target, bodies, transparent=through)
    if hull and len(shown) > 1 and shown[0].hidden >= 1:
        other = min(shown[1:], key=lambda face: face.hidden)
        if other.hidden < 1:
            by = tuple(name for name, _ in shown[0].by)
            return Shelter(True, True, Benefit(OTHER_SAVE, OTHER, by), (), other.name, _millionths(other.hidden))
    ignored = through | {piece.id for piece in board.pieces if firer.ignores(piece, target)}
    hiding = _facing_hidden if hull else _body_hidden

    def hides(on: Board, besides: Collection[str]) -> tuple[str, float, tuple[tuple[str, float], ...]]:
        return hiding(on, firer.body, target, bodies, ignored | frozenset(besides))

    found = screen(board, hides, bodies)
    if found.half:
        best = Benefit(found.save, rules[0], found.by) if found.save else None
        return Shelter(True, True, best, (), found.facing, found.share)
    unclear = _unclear(board, target, hides, bodies)
    best = Benefit(unclear.save, rules[1], unclear.by) if unclear and unclear.save else None
    return Shelter(True, best is not None, best, (), found.facing, found.share)


@rule("5e.vehicles.obscured", "5e.types.mc-cover", "5e.vehicles.cover-save")
def screen(board: Board, hides: Hiding, bodies: Bodies) -> Screen:
    """How much is hidden on a board, and the save of what hides most of it, the better among equals."""
    name, share, by = hides(board, ())
    saves = {piece.id: save_of(piece) for piece in board.pieces} | dict.fromkeys((b.id for b in bodies), UNITS)
    groups: dict[int, list[str]] = {}
    for thing, _ in by:
        groups.setdefault(saves[thing], []).append(thing)
    shares = {
        save: share if len(groups) == 1 else hides(board, [t for t, _ in by if t not in things])[1]
        for save, things in groups.items()
    }
    save = min(groups, key=lambda save: (-_millionths(shares[save]), save), default=0)
    units = {body.id: body.group or body.id for body in bodies}
    giving = tuple(dict.fromkeys(units.get(thing, thing) for thing in groups.get(save, ()))) if save else ()
    return Screen(name, _millionths(share), save, giving)


@rule("5e.vehicles.obscured-unclear", "5e.types.mc-cover-unclear")
def _unclear(board: Board, target: Body, hides: Hiding, bodies: Bodies) -> Screen | None:
    """What would hide half if the area terrain in between, which one sees through, hid all behind it; None for nothing.

    Trees are not where the outline of the wood is: so it stays unclear whether half is hidden. The save is one worse.
    """
    areas = [piece for piece in board.pieces if _may_hide(piece) and not partly_within(target, area(piece))]
    if not areas:
        return None
    curtains = veiled(board, (), tuple(piece.id for piece in areas), LINK)
    # By its id a veil is the area itself: it has its save, and is nothing to who fires out of it.
    saves = {piece.id: piece for piece in areas}
    shown = tuple(
        replace(veil, id=veil.name, cover=saves[veil.name].cover) for veil in curtains.pieces[len(board.pieces) :]
    )
    kept = tuple(piece for piece in board.pieces if piece.id not in saves)
    found = screen(Board(board.width, board.depth, (*kept, *shown)), hides, bodies)
    return replace(found, save=ground.worse(found.save)) if found.half else None


def _may_hide(piece: Piece) -> bool:
    return is_area(piece) and bool(save_of(piece)) and not piece.opaque and piece.top > piece.bottom and not piece.parts


def _facing_hidden(
    board: Board, viewer: Body, target: Body, bodies: Bodies, through: frozenset[str]
) -> tuple[str, float, tuple[tuple[str, float], ...]]:
    """What is hidden of the facing that a viewer is in; seen from straight above, of the whole silhouette."""
    found = faces(board, viewer, target, bodies, transparent=through)
    if found:
        return found[0].name, found[0].hidden, found[0].by
    side = facing(board, viewer, target, bodies, transparent=through)
    name, share, by = _body_hidden(board, viewer, target, bodies, through)
    return side.name if side else name, share, by


def _body_hidden(
    board: Board, viewer: Body, target: Body, bodies: Bodies, through: frozenset[str]
) -> tuple[str, float, tuple[tuple[str, float], ...]]:
    """What is hidden of the silhouette of a body, and what each thing would hide alone."""
    whole = look(board, viewer, target, bodies, transparent=through)
    things = {piece.id for piece in board.pieces} | {body.id for body in bodies}
    by = []
    for name in whole.blockers:
        alone = look(board, viewer, target, bodies, transparent=(things - {name}) | through)
        by.append((name, alone.hidden))
    return "", whole.hidden, tuple(by)


def _millionths(share: float) -> int:
    return round(share * MILLION)
