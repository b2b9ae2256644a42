"""Setting units up: in a zone before the battle, beside a transport, or as reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.shapes import reach
from battlefield.sweep import body_obstacle
from battlefield.units import inches, um
from engine.core.battle import Battle
from engine.core.decisions import Place, Poses
from engine.core.dice import Stream
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Model
from engine.core.refusals import Refusals
from engine.core.state import State
from engine.eighth import ground
from engine.mechanics.placing import Ring, Space
from engine.mechanics.straight import straights

COHERENCY = "8e.models.coherency"


@rule("8e.models.coherency")
def space_in(
    state: State, unit: str, zone: BaseGeometry, rule_id: str, also: Callable[[Body], Refusals] | None = None
) -> Space:
    """Where a unit may be set up: in a zone (inches), on nothing and nobody, coherent, and as `also` asks."""
    bodies = tuple(body_obstacle(body) for body in state.bodies() if body.group != unit)
    low = zone.is_empty or zone.centroid.y < inches(state.setup.depth) / 2
    facing = 90_000_000 if low else 270_000_000
    obstacles = (*ground.walls(state), *bodies)
    return Space(
        state.board,
        state.members(unit),
        zone,
        obstacles,
        rule_id,
        facing,
        COHERENCY,
        ground.LINK,
        ground.RISE,
        also,
        True,
    )


def has_room(space: Space, key: str) -> bool:
    """Whether a search finds a place for the whole unit."""

    def found() -> bool:
        try:
            space.suggest(Stream(key))
        except LookupError:
            return False
        return True

    return space.memo.once(("room", key), found)


def set_up(
    b: Battle, unit: str, make: Callable[[State], Space], rule_id: str, hints: Facts = (), where: tuple[Ring, ...] = ()
) -> Procedure[Poses]:
    """The owner sets a unit up in a space; each model stands at the height of what is under it."""

    def question() -> Place:
        space = make(b.state)
        return Place(
            player=b.state.side_of(unit),
            rule=rule_id,
            topic="setup.place",
            subjects=(unit,),
            hints=(*facts(unit=unit, link=um(ground.LINK)), *hints),
            models=tuple(m.id for m in b.state.members(unit)),
            where=where,
            legal=space.refusals,
            advise=space.suggest,
        )

    poses = yield from ask(question)
    for model, pose in poses:
        ground.settle(b, model, pose, rule_id)
    return poses


def width_of(model: Model) -> int:
    """The width of a model's base at its widest, in micrometres."""
    return um(2 * reach(model.shape))


def least_gap(body: Body, others: Sequence[Body]) -> int:
    """From a body to the nearest of some others, in micrometres."""
    return int(straights([body], others).min())
