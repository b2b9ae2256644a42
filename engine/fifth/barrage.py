"""Barrages: shells lobbed at what need not be seen, several of a unit falling around the first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from battlefield.measure import distance
from battlefield.pose import Pose
from battlefield.scatter import shifted
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import PlaceTemplate
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, roll
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import status, templates, weapons
from engine.fifth.characteristics import value
from engine.fifth.dice import scatter_dice, scatter_faces
from engine.fifth.firing import Shot
from engine.fifth.lore import Weapon

SLACK = um(0.0001)
"""Markers that are no farther apart than this touch."""


class Marker(NamedTuple):
    """A marker of a salvo where it came to lie: whose, with what, and the models under it."""

    shot: Shot
    pose: Pose
    hits: tuple[str, ...]


@rule("5e.weapons.barrage-salvo-first")
def in_order(state: State, target: str, shots: Iterable[Shot]) -> tuple[Shot, ...]:
    """The shots of a salvo, that of the firer closest to the target first; as they are when it is gone."""
    foes = status.bodies_of(state, target)
    if not foes:
        return tuple(shots)

    def apart(shot: Shot) -> int:
        return um(distance((body_of(state.models[shot.model]),), foes))

    return tuple(sorted(shots, key=apart))


@rule("5e.weapons.barrage-salvo-hits")
def fire_salvo(
    b: Battle, target: str, shots: tuple[Shot, ...], seen: dict[str, tuple[str, ...]]
) -> Procedure[tuple[Marker, ...]]:
    """All barrage weapons of a unit fire together; every marker is down before hits are counted, marker by marker.

    A weapon whose hole breaks its limits of range drops out, and the next closest sets the first marker.
    """
    placed: list[tuple[Shot, Pose]] = []
    for shot in in_order(b.state, target, shots):
        weapon = weapons.gun(b.state, shot.weapon)
        for _ in range(max(1, weapon.shots)):
            if placed:
                pose: Pose | None = yield from _follow(b, shot, weapon, tuple(placed))
            else:
                pose = yield from _lead(b, shot, weapon, target, seen[shot.model])
            if pose is not None:
                placed.append((shot, pose))
    landed = []
    for shot, pose in placed:
        hits = templates.land_blast(b, shot.model, weapons.gun(b.state, shot.weapon), pose)
        landed.append(Marker(shot, pose, hits))
    return tuple(landed)


@rule("5e.weapons.barrage-indirect")
def _lead(b: Battle, shot: Shot, weapon: Weapon, target: str, seen: tuple[str, ...]) -> Procedure[Pose | None]:
    """The first marker of a salvo. At a target that the firer does not see, his skill makes no difference."""
    aimed = seen or tuple(m.id for m in b.state.present(target))
    pose = yield from templates.aim_blast(b, shot.model, weapon, target, aimed)
    if pose is None:
        return None
    skill = value(b.state, shot.model, "bs") if seen else 0
    return (yield from templates.scatter_blast(b, shot.model, weapon, pose, skill))


@rule("5e.weapons.barrage-salvo-others")
def _follow(b: Battle, shot: Shot, weapon: Weapon, placed: tuple[tuple[Shot, Pose], ...]) -> Procedure[Pose]:
    """A further marker: an arrow lays it edge to edge with the first one; on a HIT its owner lays it against any."""
    at = "5e.weapons.barrage-salvo-others"
    dice = scatter_dice("salvo", at, b.state.side_of(shot.model), shot.model, distance_dice=0)
    scatter = scatter_faces((yield from roll(b, dice)))
    if scatter.hit:
        return (yield from ask(lambda: _question(b.state, shot, weapon, placed)))
    first, where = placed[0]
    apart = (weapons.gun(b.state, first.weapon).blast + weapon.blast) / 2
    return shifted(where, apart, scatter.direction)


def _question(state: State, shot: Shot, weapon: Weapon, placed: tuple[tuple[Shot, Pose], ...]) -> PlaceTemplate:
    marker, bodies = templates.marker_of(weapon), state.bodies()
    return PlaceTemplate(
        player=state.side_of(shot.model),
        rule="5e.weapons.barrage-salvo-others",
        topic="shoot.salvo",
        subjects=(shot.model,),
        template=templates.shape_of(marker),
        under=lambda pose: templates.covered(marker, pose, bodies),
        hints=facts(weapon=weapon.name, model=shot.model, placed=tuple(pose for _, pose in placed)),
        legal=lambda pose: apart_from_all(state, weapon, placed, pose),
        advise=lambda stream: placed[0][1],
    )


@rule("5e.weapons.barrage-salvo-others")
def apart_from_all(state: State, weapon: Weapon, placed: tuple[tuple[Shot, Pose], ...], pose: Pose) -> Refusals:
    """Why a marker of a salvo may not lie there: it touches, or overlaps, one that lies already."""
    for shot, where in placed:
        reach = um((weapons.gun(state, shot.weapon).blast + weapon.blast) / 2) + SLACK
        dx, dy = pose.x - where.x, pose.y - where.y
        if dx * dx + dy * dy <= reach * reach:
            return ()
    return (Refusal("blast.apart_from_salvo", "5e.weapons.barrage-salvo-others", "", pose),)
