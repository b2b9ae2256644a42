"""The computer player that knows the mission: moves with purpose, shoots where it counts, charges when it pays.

It has one policy for each topic it cares about and takes the suggestion for the rest. It weighs a fixed number of
plans, so the same position always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlefield.units import um
from engine.core.decisions import Choose, Decision, Move, Option, Place, React
from engine.core.dice import Stream
from engine.core.facts import fact
from engine.players.manoeuvre import best_plan, carried_out
from engine.players.outlook import Duel, Outlook, distance
from engine.session import Session

Policy = Callable[["Captain", Any, Outlook, Stream], Any]

DONE = "done"
FOOT = um(6)
PLACES = 5
"""Spots compared when a unit is deployed."""

WORTH_A_CHARGE = 0
"""A charge is made when it is expected to take more points than it costs."""


class Captain:
    """Plays to win the mission."""

    name = "captain"

    def __init__(self, seed: str):
        self._seed = seed
        self._duels: dict[tuple[object, ...], Duel] = {}
        self._idle: set[tuple[int, str]] = set()

    def answer(self, session: Session) -> Any:
        """A legal answer to the open question."""
        question = session.pending
        assert question is not None
        stream = Stream(f"{self._seed}/{session.digest}")
        policy = POLICIES.get(question.topic)
        if policy is not None:
            outlook = Outlook(session.state, session.book, question.player, self._duels)
            answer = policy(self, question, outlook, stream)
            if answer is not None and not question.refusals(answer):
                return answer
        return question.suggest(stream)

    # -- setting up ------------------------------------------------------------------------------------------------

    def place(self, question: Place, outlook: Outlook, stream: Stream) -> Any:
        """The best of a few suggested places: near objectives if the unit can hold them, else well forward."""
        offers = [question.suggest(stream) for _ in range(PLACES)]
        unit = question.subjects[0]
        return max(offers, key=lambda poses: self._ground(outlook, unit, poses))

    def _ground(self, outlook: Outlook, unit: str, poses: Any) -> int:
        spot = (sum(p.x for _, p in poses) // len(poses), sum(p.y for _, p in poses) // len(poses))
        aims = [(o.at.x, o.at.y) for o in outlook.state.objectives.values()]
        if not aims or not outlook.may_score(unit):
            aims = [(outlook.state.setup.width // 2, outlook.state.setup.depth // 2)]
        return -min(distance(spot, aim) for aim in aims)

    # -- moving ----------------------------------------------------------------------------------------------------

    def next_to_move(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Every unit in turn, those nearest to the enemy first."""
        units = [o.id for o in question.open if o.id in outlook.state.units]
        return min(units, key=lambda u: (self._nearest(outlook, u), u)) if units else DONE

    def _nearest(self, outlook: Outlook, unit: str) -> int:
        return min((outlook.gap(unit, enemy) for enemy in outlook.enemies), default=0)

    def declare(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Into difficult ground only when an objective lies there, or a fight is close."""
        unit = question.subjects[0]
        plan = best_plan(outlook, unit, FOOT)
        keep_out, enter = "keep_out", "enter"
        if plan.by_x == plan.by_y == 0:
            return keep_out
        aims = [(o.at.x, o.at.y) for o in outlook.state.objectives.values()]
        near = any(distance(outlook.middle(unit), aim) <= 2 * FOOT for aim in aims) and outlook.may_score(unit)
        return enter if near else keep_out

    def move(self, question: Move, outlook: Outlook, stream: Stream) -> Any:
        """Along the best plan, as far as it is legal."""
        unit = question.subjects[0] if question.subjects else outlook.state.models[question.models[0]].unit
        reach = min((far for _, far in question.allowance), default=FOOT)
        return carried_out(question, outlook, best_plan(outlook, unit, reach), stream)

    # -- shooting --------------------------------------------------------------------------------------------------

    def next_to_shoot(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Every unit that may, the strongest first, except one that would lose a good charge by it."""
        units = [o.id for o in question.open if o.id in outlook.state.units]
        turn = outlook.state.clock.turn
        ready = [u for u in units if (turn, u) not in self._idle and not self._keeps_for_charge(outlook, u)]
        return max(ready, key=lambda u: (outlook.state.units[u].points, u)) if ready else DONE

    def _keeps_for_charge(self, outlook: Outlook, unit: str) -> bool:
        """Whether a charge in reach is worth more than shooting, so that the unit must not fire what forbids it."""
        for enemy in outlook.enemies:
            duel, apart = outlook.duel(unit, enemy), outlook.gap(unit, enemy)
            if apart <= um(5) and duel.strike - duel.struck > max(duel.at(apart), 10_000):
                return True
        return False

    def target(self, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
        """The enemy unit that is expected to lose most; a unit without a target runs when it wants to be elsewhere."""
        unit = question.subjects[0]
        enemies = [o for o in question.open if o.id in outlook.state.units]
        if enemies:
            best = max(enemies, key=lambda o: (self._gain(outlook, unit, o), o.id))
            if self._gain(outlook, unit, best) > 0:
                return best.id
        others = {o.id for o in question.open}
        if "run" in others and self._wants_to_go(outlook, unit):
            return "run"
        self._idle.add((outlook.state.clock.turn, unit))
        return "back" if "back" in others else None

    def _gain(self, outlook: Outlook, unit: str, option: Option) -> int:
        """What shooting at a target is worth: the points it should lose, more for one that is nearly gone."""
        moved = "moved" in outlook.badges(unit)
        apart = fact(option.details, "distance", outlook.gap(unit, option.id))
        return outlook.duel(unit, option.id).at(apart, still=not moved)

    def _wants_to_go(self, outlook: Outlook, unit: str) -> bool:
        plan = best_plan(outlook, unit, um(3))
        return (plan.by_x, plan.by_y) != (0, 0)

    # -- fighting --------------------------------------------------------------------------------------------------

    def next_to_charge(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """The unit with the best charge, while there is one that pays."""
        units = [o.id for o in question.open if o.id in outlook.state.units]
        gains = [(self._best_charge(outlook, u), u) for u in units]
        best = max(gains, default=(0, ""))
        return best[1] if best[0] > WORTH_A_CHARGE else DONE

    def _best_charge(self, outlook: Outlook, unit: str) -> int:
        return max((self._charge_gain(outlook, unit, enemy) for enemy in outlook.enemies), default=0)

    def _charge_gain(self, outlook: Outlook, unit: str, enemy: str) -> int:
        if outlook.gap(unit, enemy) > um(6.2):
            return 0
        duel = outlook.duel(unit, enemy)
        return duel.strike - duel.struck // 2

    def charge_target(self, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
        """The target of the best charge."""
        unit = question.subjects[0]
        enemies = [o.id for o in question.open if o.id in outlook.state.units]
        return max(enemies, key=lambda e: (self._charge_gain(outlook, unit, e), e), default=None)

    # -- answers to the other side ---------------------------------------------------------------------------------

    def react(self, question: React, outlook: Outlook, stream: Stream) -> str:
        """Down when many wounds come in and cover is all that helps; otherwise nothing."""
        for row in question.rows:
            wounds, models = fact(row.details, "wounds", 0), len(outlook.models(row.subject))
            if not row.barred and wounds * 2 > models and not outlook.may_score(row.subject):
                return row.id
        return "pass"

    def yes(self, question: Decision[Any], outlook: Outlook, stream: Stream) -> bool:
        return True

    def first_turn(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Second where objectives are counted at the end, else first."""
        return "second" if outlook.state.setup.task("kind") == "seize_ground" else "first"


POLICIES: dict[str, Policy] = {
    "setup.turn": Captain.first_turn,
    "setup.place": Captain.place,
    "setup.seize": Captain.yes,
    "move.unit": Captain.next_to_move,
    "move.declare": Captain.declare,
    "move.models": Captain.move,
    "shoot.unit": Captain.next_to_shoot,
    "shoot.target": Captain.target,
    "run.models": Captain.move,
    "charge.unit": Captain.next_to_charge,
    "charge.target": Captain.charge_target,
    "combat.sweep": Captain.yes,
    "regroup.test": Captain.yes,
    "react": Captain.react,
}
"""What is decided on each topic; for all others the suggestion is taken."""
