"""Moving in the torture book."""

from __future__ import annotations

from collections.abc import Mapping

from battlefield.paths import Glide, Route, end
from battlefield.pose import Pose
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Confirm, Move, MoveAnswer, Option
from engine.core.dice import Stream
from engine.core.procedure import Procedure, ask, react
from engine.core.records import Reserve
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from tests.torture.common import MoveEnded, gap, inside

REACH = um(6)


def waiting(state: State, deed: str) -> tuple[str, ...]:
    """The active side's units that have not done something this turn."""
    return tuple(u.id for u in state.units_of(state.active) if not state.did(u.id, deed))


def next_mover(state: State) -> bool | None:
    """Whether the moving goes on: somebody can move and the side has not ended it."""
    return True if waiting(state, "moved") and not state.did(state.active, "ended_moving") else None


def move(b: Battle, _: bool) -> Procedure[None]:
    """A unit moves, or leaves the table for a while, or the side ends its moving."""
    side = b.state.active

    def who() -> Choose:
        units = tuple(Option(u, u) for u in waiting(b.state, "moved"))
        return Choose(player=side, rule="torture.move", topic="mover", options=(*units, Option("end")))

    unit = yield from ask(who)
    if unit == "end":
        b.note_deed(side, "ended_moving", "torture.move")
        return
    b.note_deed(unit, "moved", "torture.move")
    if "late" in unit and (yield from ask(Confirm(player=side, rule="torture.leave", topic="leave", subjects=(unit,)))):
        for leaving in b.state.present(unit):
            b.place(leaving.id, Reserve("withdrawn"), "torture.leave")
        b.note_deed(unit, "waited", "torture.leave")
        return
    answer = yield from ask(lambda: move_of(b.state, unit))
    for model, legs in answer:
        start = b.model(model).pose
        b.move(model, end(start, legs), "torture.move", path=(start, end(start, legs)))
    yield from react(b, MoveEnded(unit))


def move_of(state: State, unit: str) -> Move:
    """The question how a unit moves."""
    models = {m.id: m.pose for m in state.present(unit)}

    def cost(model: str, route: Route) -> int:
        total, pose = 0, models[model]
        for leg in route:
            after = end(pose, (leg,))
            total, pose = total + gap(pose, after), after
        return total

    def legal(answer: MoveAnswer) -> Refusals:
        for model, legs in answer:
            if not all(isinstance(leg, Glide) for leg in legs) or not inside(state, end(models[model], legs)):
                return (Refusal("torture.off_table", "torture.move", model),)
            if cost(model, legs) > REACH:
                return (Refusal("torture.too_far", "torture.move", model),)
        return ()

    def complete(wanted: Mapping[str, Pose]) -> tuple[MoveAnswer, Refusals]:
        answer = tuple((model, (Glide(pose.x, pose.y),)) for model, pose in wanted.items())
        return answer, legal(answer)

    def advise(stream: Stream) -> MoveAnswer:
        """Towards the enemy, or aside; whoever would leave the table stays."""
        forward = um(3 if state.side_of(unit) == "blue" else -3)
        dx, dy = um(stream.between(-2, 2)), forward + um(stream.between(-1, 1))
        wanted = {m: Pose(p.x + dx, p.y + dy, p.z, p.facing) for m, p in models.items()}
        return tuple((m, (Glide(p.x, p.y),)) for m, p in wanted.items() if inside(state, p))

    return Move(
        player=state.side_of(unit),
        rule="torture.move",
        topic="move",
        subjects=(unit,),
        models=tuple(models),
        allowance=tuple((m, REACH) for m in models),
        complete=complete,
        cost=cost,
        legal=legal,
        advise=advise,
    )
