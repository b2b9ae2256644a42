"""The computer player that knows the mission: moves with purpose, shoots where it counts, charges when it pays.

It has one policy for each topic it cares about and takes the suggestion for the rest. It weighs a fixed number of
plans, so the same position always gets the same answer, and says in a few words what it wanted by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlefield.units import um
from engine.core.decisions import Choose, Decision, Move, Place, React
from engine.core.dice import Stream
from engine.core.facts import fact
from engine.players import assault, deploying, gunnery, marching, preparing, reacting
from engine.players.manoeuvre import Plan, carried_out, plans, plans_once
from engine.players.outlook import Duel, Outlook
from engine.players.ways import distance
from engine.session import Session

Policy = Callable[["Captain", Any, Outlook, Stream], Any]

FOOT = um(6)

DUELS_KEPT = 4000
"""Duels remembered before all are forgotten."""

REASONS = {
    "charges": "{unit} closes with {about}",
    "shoots": "{unit} lines up a shot at {about}",
    "holds": "{unit} holds {about}",
    "heads for": "{unit} heads for {about}",
    "waits": "{unit} keeps out of trouble",
}


class Captain:
    """Plays to win the mission."""

    name = "captain"

    def __init__(self, seed: str):
        self._seed = seed
        self._duels: dict[tuple[object, ...], Duel] = {}
        self._idle: set[tuple[int, str]] = set()
        self._reason = ""

    def answer(self, session: Session) -> Any:
        """A legal answer to the open question."""
        question = session.pending
        assert question is not None
        stream = Stream(f"{self._seed}/{session.digest}")
        self._reason = ""
        if len(self._duels) > DUELS_KEPT:
            self._duels.clear()
        policy = POLICIES.get(question.topic)
        if policy is not None:
            outlook = Outlook(session.state, session.book, question.player, self._duels)
            answer = policy(self, question, outlook, stream)
            if answer is not None and not question.refusals(answer):
                return answer
            self._reason = ""
        return question.suggest(stream)

    def reason(self) -> str:
        """Why the last answer was given, as a short sentence without a full stop; empty when it goes without saying."""
        return self._reason

    def say(self, reason: str) -> None:
        """The reason of the answer that is being given."""
        self._reason = reason

    # -- setting up ------------------------------------------------------------------------------------------------

    def place(self, question: Place, outlook: Outlook, stream: Stream) -> Any:
        """Where its business lies, behind cover if there is any, in loose order."""
        poses, about = deploying.placed(question, outlook, stream)
        if poses is not None and about:
            self._reason = f"{outlook.name(question.subjects[0])} deploys {about}"
        return poses

    def first_turn(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Second where objectives are counted at the end, else first."""
        return "second" if outlook.state.setup.task("kind") == "seize_ground" else "first"

    # -- moving ----------------------------------------------------------------------------------------------------

    def is_idle(self, outlook: Outlook, unit: str) -> bool:
        """Whether a unit has found nothing to shoot at in this turn."""
        return (outlook.state.clock.turn, unit) in self._idle

    def idle(self, outlook: Outlook, unit: str) -> None:
        """Remember that a unit has found nothing to shoot at in this turn."""
        self._idle.add((outlook.state.clock.turn, unit))

    def declare(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Into difficult ground when the way there leads through it for a good part of the unit."""
        unit = question.subjects[0]
        best = plans(outlook, unit, FOOT)[0]
        crossing = 0
        for model in outlook.models(unit):
            spot = (model.pose.x, model.pose.y)
            to = (spot[0] + best.by_x, spot[1] + best.by_y)
            crossing += any(outlook.crosses(piece, spot, to) for piece in question.hint("pieces", ()))
        self._explain(outlook, unit, best)
        return "enter" if crossing * 4 > len(outlook.models(unit)) else "keep_out"

    def move(self, question: Move, outlook: Outlook, stream: Stream) -> Any:
        """Along the best plan, as far as it is legal."""
        return self._go(question, outlook, stream, running=False)

    def run(self, question: Move, outlook: Outlook, stream: Stream) -> Any:
        """As a move, with no thought of shooting or charging in this turn."""
        return self._go(question, outlook, stream, running=True)

    def _go(self, question: Move, outlook: Outlook, stream: Stream, running: bool) -> Any:
        unit = question.subjects[0] if question.subjects else outlook.state.models[question.models[0]].unit
        reach = min((far for _, far in question.allowance), default=FOOT)
        wanted = plans_once(outlook, unit, reach, running)
        answer, plan = carried_out(question, outlook, unit, wanted, stream, running)
        self._explain(outlook, unit, plan)
        return answer

    def _explain(self, outlook: Outlook, unit: str, plan: Plan) -> None:
        kind, about = plan.worth.kind, plan.worth.about
        here = outlook.middle(unit)
        if kind == "charges" and not plan.stays:
            there = outlook.middle(about)
            if distance((here[0] + plan.by_x, here[1] + plan.by_y), there) > distance(here, there):
                kind = "waits"
        objective = outlook.state.objectives.get(about)
        name = objective.name if objective else outlook.name(about) if about else ""
        self._reason = REASONS[kind].format(unit=outlook.name(unit), about=name)

    # -- reacting -----------------------------------------------------------------------------------------------------

    def react(self, question: React, outlook: Outlook, stream: Stream) -> str:
        """Down when many wounds come in, unless the unit is to fight or to hold something soon."""
        for row in question.rows:
            wounds, models = fact(row.details, "wounds", 0), len(outlook.models(row.subject))
            fights = any(outlook.duel(row.subject, e).charge > 0 for e in outlook.enemies)
            if not row.barred and wounds * 2 > models and not fights:
                return row.id
        return "pass"

    def yes(self, question: Decision[Any], outlook: Outlook, stream: Stream) -> bool:
        return True


POLICIES: dict[str, Policy] = {
    "setup.turn": Captain.first_turn,
    "setup.place": Captain.place,
    "setup.seize": Captain.yes,
    "setup.warlord": preparing.leader,
    "setup.trait": preparing.trait,
    "setup.objective": preparing.marker,
    "setup.line": preparing.line,
    "setup.half": preparing.half,
    "setup.unit": preparing.next_down,
    "setup.riders": preparing.riders,
    "setup.reserve": preparing.reserve,
    "setup.first": preparing.first,
    "move.unit": marching.next_to_move,
    "move.declare": Captain.declare,
    "move.models": Captain.move,
    "move.regroup": Captain.run,
    "move.how": marching.how,
    "move.move": Captain.move,
    "move.advance": Captain.run,
    "move.fall_back": Captain.run,
    "transport.embark": marching.embark,
    "psychic.power": reacting.power,
    "psychic.target": reacting.victim,
    "shoot.unit": gunnery.next_to_shoot,
    "shoot.target": gunnery.target,
    "shoot.models": gunnery.firers,
    "run": Captain.run,
    "charge.unit": assault.next_to_charge,
    "charge.target": assault.charge_target,
    "charge.targets": assault.charge_targets,
    "charge.hero": assault.hero,
    "fight.unit": assault.next_to_fight,
    "combat.consolidate": Captain.run,
    "combat.sweep": Captain.yes,
    "regroup.test": Captain.yes,
    "react": Captain.react,
    "react.overwatch": reacting.at_once,
    "react.deny": reacting.at_once,
    "react.reroll": reacting.again,
}
"""What is decided on each topic; for all others the suggestion is taken."""
