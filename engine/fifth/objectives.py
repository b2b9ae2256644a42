"""Objectives: how many, where they are put, and who holds them."""

from __future__ import annotations

from battlefield.body import Body
from battlefield.measure import within
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.sweep import is_clear
from battlefield.units import INCH, um
from engine.core.battle import Battle
from engine.core.decisions import Place, Poses
from engine.core.dice import Stream
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Objective, body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.core.timetable import Loop, Once, Step
from engine.fifth import status, terrain
from engine.fifth.dice import d6, halved, roll_off

HELD_WITHIN = 3.0
FROM_EDGE = um(12)
FROM_OTHERS = um(12)

POINT = Round(2)
"""An objective is a point: the centre of its marker."""

NOT_SCORING = ("vehicle", "swarm", "not_scoring")


def steps(state: State) -> tuple[Step, ...]:
    """Placing the objectives, when the mission has them and the scenario does not say where they lie."""
    if state.setup.task("kind") != "seize_ground" or state.setup.objectives:
        return ()
    return (Once("objectives", how_many), Loop("objectives", placer, place_objective))


@rule("5e.battle.seize-ground-number")
def how_many(b: Battle) -> Procedure[None]:
    """D3+2 objectives, unless the scenario says how many; a roll-off says who places the first."""
    number = b.state.setup.task("number", "roll")
    if number == "roll":
        face = (yield from d6(b, 1, "number of objectives", "5e.battle.seize-ground-number", b.state.sides[0]))[0]
        number = halved(face) + 2
    first = yield from roll_off(b, "5e.battle.seize-ground-placing", "first objective")
    b.agree("objectives", str(number), "5e.battle.seize-ground-number")
    b.agree("objectives.first", first, "5e.battle.seize-ground-placing")
    settle_for_fewer(b)


def placer(state: State) -> str | None:
    """Who places the next objective: in turn; None when all lie."""
    count = len(state.objectives)
    if count >= int(state.agreed["objectives"]):
        return None
    first = state.agreed["objectives.first"]
    return first if count % 2 == 0 else state.enemy(first)


@rule("5e.battle.seize-ground-placing")
def place_objective(b: Battle, side: str) -> Procedure[None]:
    """One objective is put down: 12 inches from edges and other objectives, not in impassable terrain."""
    name = f"objective-{len(b.state.objectives) + 1}"
    poses = yield from ask(
        lambda: Place(
            player=side,
            rule="5e.battle.seize-ground-placing",
            topic="setup.objective",
            models=(name,),
            hints=facts(number=len(b.state.objectives) + 1, of=int(b.state.agreed["objectives"])),
            legal=lambda answer: spot_refusals(b.state, answer[0][1]),
            advise=lambda stream: suggest_spot(b.state, name, stream),
        )
    )
    number = len(b.state.objectives) + 1
    b.set_objective(Objective(name, poses[0][1], f"Objective {number}"), "5e.battle.seize-ground-placing")
    settle_for_fewer(b)


def settle_for_fewer(b: Battle) -> None:
    """Where those that lie leave no room for another objective, there are no more than these."""
    count, here = len(b.state.objectives), "5e.battle.seize-ground-placing"
    if count < int(b.state.agreed["objectives"]) and free_spot(b.state) is None:
        b.agree("objectives", str(count), here)
        b.say("objective.no_room", here, number=count)


def spot_refusals(state: State, at: Pose) -> Refusals:
    """Why an objective may not lie there."""
    here = "5e.battle.seize-ground-placing"
    found = []
    edge = min(at.x, at.y, state.setup.width - at.x, state.setup.depth - at.y)
    if edge < FROM_EDGE:
        found.append(Refusal("objective.near_edge", here, at=at, details=facts(distance=edge, least=FROM_EDGE)))
    for other in state.objectives.values():
        dx, dy = at.x - other.at.x, at.y - other.at.y
        if dx * dx + dy * dy < FROM_OTHERS * FROM_OTHERS:
            found.append(Refusal("objective.near_other", here, other.id, at, facts(least=FROM_OTHERS)))
    if not is_clear(POINT, at, terrain.shut(state)):
        found.append(Refusal("objective.impassable", here, at=at))
    return tuple(found)


def suggest_spot(state: State, name: str, stream: Stream) -> Poses:
    """A legal spot: a random one, or the first of a lattice. Raises LookupError when that has none left."""
    wide, deep = state.setup.width - 2 * FROM_EDGE, state.setup.depth - 2 * FROM_EDGE
    for _ in range(200):
        at = Pose(FROM_EDGE + stream.below(wide + 1), FROM_EDGE + stream.below(deep + 1))
        if not spot_refusals(state, at):
            return ((name, at),)
    spot = free_spot(state)
    if spot is None:
        raise LookupError("the table has no room for another objective")
    return ((name, spot),)


def free_spot(state: State) -> Pose | None:
    """The first spot of a lattice, an inch wide, on which another objective may lie."""
    for y in range(FROM_EDGE, state.setup.depth - FROM_EDGE + 1, INCH):
        for x in range(FROM_EDGE, state.setup.width - FROM_EDGE + 1, INCH):
            if not spot_refusals(state, Pose(x, y)):
                return Pose(x, y)
    return None


@rule("5e.battle.scoring")
def scores(state: State, unit: str) -> bool:
    """Whether a unit can hold objectives: Troops, but no vehicles, swarms, or units told not to."""
    record = state.units[unit]
    barred = record.kind in NOT_SCORING or any(k in NOT_SCORING for k in record.keywords)
    return record.role.lower() == "troops" and not barred


@rule("5e.battle.objective-control")
def holder(state: State, objective: str) -> str:
    """The side that holds an objective: a scoring unit within 3 inches and no enemy unit of any kind; else empty."""
    marker = Body(objective, POINT, state.objectives[objective].at, 0, 0)
    near = [m for m in state.models.values() if m.on_table and within(body_of(m), marker, HELD_WITHIN)]
    sides = sorted({state.units[m.unit].side for m in near})
    if len(sides) != 1:
        return ""
    able = any(scores(state, m.unit) and not status.falling_back(state, m.unit) for m in near)
    return sides[0] if able else ""


def mark_holders(b: Battle) -> None:
    """Bring the markers' holders up to date; for everybody's eyes, the count is made at the end."""
    for objective in list(b.state.objectives.values()):
        now = holder(b.state, objective.id)
        if now != objective.holder:
            here = "5e.battle.objective-control"
            b.set_objective(Objective(objective.id, objective.at, objective.name, now), here)
            b.say("objective.held" if now else "objective.lost", here, objective.id, now)
