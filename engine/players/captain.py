"""The computer player that knows the mission: moves with purpose, shoots where it counts, charges when it pays.

It has one policy for each topic it cares about and takes the suggestion for the rest. It weighs a fixed number of
plans, so the same position always gets the same answer, and says in a few words what it wanted by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlefield.units import um
from engine.core.decisions import Choose, ChooseMany, Decision, Move, Place, React
from engine.core.dice import Stream
from engine.core.facts import fact, facts
from engine.players import deploying
from engine.players.manoeuvre import Plan, carried_out, mission_worth, plans
from engine.players.outlook import CHARGE_REACH, Duel, Outlook, distance
from engine.session import Session

Policy = Callable[["Captain", Any, Outlook, Stream], Any]

DONE, RUN, BACK = "done", "run", "back"

FOOT = um(6)

RUNNING = um(3.5)
"""How far a run goes on average."""

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

    # -- setting up ------------------------------------------------------------------------------------------------

    def place(self, question: Place, outlook: Outlook, stream: Stream) -> Any:
        """Where its business lies, behind cover if there is any, in loose order."""
        poses, about = deploying.placed(question, outlook)
        if poses is not None and about:
            self._reason = f"{outlook.name(question.subjects[0])} deploys {about}"
        return poses

    def first_turn(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Second where objectives are counted at the end, else first."""
        return "second" if outlook.state.setup.task("kind") == "seize_ground" else "first"

    # -- moving ----------------------------------------------------------------------------------------------------

    def next_to_move(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Every unit in turn, those nearest to the enemy first, so that nobody is in another's way."""
        units = [o.id for o in question.open if o.id in outlook.state.units]
        return min(units, key=lambda u: (self._nearest(outlook, u), u)) if units else DONE

    def _nearest(self, outlook: Outlook, unit: str) -> int:
        return min((outlook.gap(unit, enemy) for enemy in outlook.enemies), default=0)

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
        wanted = plans(outlook, unit, reach, running)
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

    # -- shooting --------------------------------------------------------------------------------------------------

    def next_to_shoot(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """Every unit that may, the strongest first, except one that would lose a good charge by it."""
        turn = outlook.state.clock.turn
        units = [o.id for o in question.open if o.id in outlook.state.units and (turn, o.id) not in self._idle]
        ready = [u for u in units if self._has_business(outlook, u)]
        return max(ready, key=lambda u: (outlook.state.units[u].points, u)) if ready else DONE

    def _has_business(self, outlook: Outlook, unit: str) -> bool:
        """Whether a unit may hit something, or wants to run, and has no better charge to make with empty hands."""
        charge = self._charge_in_hand(outlook, unit)
        if charge and not outlook.duel(unit, charge).ready:
            return False
        if any(self._estimate(outlook, unit, enemy) for enemy in outlook.enemies):
            return True
        return not charge and self._gain_by_running(outlook, unit) > 0

    def _estimate(self, outlook: Outlook, unit: str, enemy: str) -> int:
        """About what shooting at an enemy is worth."""
        if outlook.locked(enemy):
            return 0
        return outlook.duel(unit, enemy).at(outlook.gap(unit, enemy), still="moved" not in outlook.badges(unit))

    def _charge_in_hand(self, outlook: Outlook, unit: str) -> str:
        """The enemy that a unit means to charge in this turn rather than shoot with all it has; empty for none."""
        gains = []
        for enemy in outlook.enemies:
            gain = self._charge_gain(outlook, unit, enemy)
            if outlook.gap(unit, enemy) <= um(5.5) and gain > self._estimate(outlook, unit, enemy):
                gains.append((gain, enemy))
        return max(gains, default=(0, ""))[1]

    def target(self, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
        """The enemy unit that is expected to lose most, or a run when that is worth more."""
        unit, options = question.subjects[0], {o.id for o in question.open}
        gains = {enemy: self._shot_gain(outlook, unit, enemy) for enemy in outlook.enemies if enemy in options}
        charge = self._charge_in_hand(outlook, unit)
        best = charge if gains.get(charge) else max(gains, key=lambda e: (gains[e], e), default="")
        running = self._gain_by_running(outlook, unit) if RUN in options and not charge else 0
        if running > gains.get(best, 0):
            self._reason = f"{outlook.name(unit)} runs"
            return RUN
        if gains.get(best, 0) > 0:
            self._reason = f"{outlook.name(unit)} shoots where most is expected to fall"
            return best
        self._idle.add((outlook.state.clock.turn, unit))
        return BACK if BACK in options else None

    def _shot_gain(self, outlook: Outlook, unit: str, enemy: str) -> int:
        """What shooting at an enemy is worth by the exact odds: points, more for a unit that may be wiped out by it."""
        found = outlook.book.odds(outlook.state, facts(kind="shooting", unit=unit, target=enemy))
        record = outlook.state.units[enemy]
        gain: int = record.points * fact(found, "models", 0) // max(record.size, 1)
        if len(outlook.models(enemy)) == 1:
            gain = max(gain, outlook.duel(unit, enemy).left * fact(found, "wounds", 0) // 3000)
        chances = fact(found, "chances", ())
        wiped = chances[-1] if len(chances) > len(outlook.models(enemy)) else 0
        return (gain + record.points * wiped // 2000) * outlook.weight(enemy) // 100

    def _gain_by_running(self, outlook: Outlook, unit: str) -> int:
        """What a run of average length promises against standing still."""
        found = plans(outlook, unit, RUNNING, running=True)
        return found[0].worth.points - next(p.worth.points for p in found if p.stays)

    def firers(self, question: ChooseMany, outlook: Outlook, stream: Stream) -> tuple[str, ...] | None:
        """Everyone; before a charge only with weapons that leave it open."""
        unit, target = question.subjects[:2]
        if self._charge_in_hand(outlook, unit) != target:
            return None
        free = [o for o in question.options if not o.barred]
        able = tuple(o.id for o in free if fact(o.details, "kind", "") not in ("rapid_fire", "heavy"))
        wanted = question.suggest(stream)
        return tuple(o for o in wanted if o in able) or (able[:1] if able else None)

    # -- fighting --------------------------------------------------------------------------------------------------

    def next_to_charge(self, question: Choose, outlook: Outlook, stream: Stream) -> str:
        """The unit with the best charge, while there is one that pays."""
        units = [o.id for o in question.open if o.id in outlook.state.units]
        gains = [(self._charge_gain(outlook, u, e), u) for u in units for e in outlook.enemies]
        best = max(gains, default=(0, ""))
        return best[1] if best[0] > 0 else DONE

    def _charge_gain(self, outlook: Outlook, unit: str, enemy: str) -> int:
        """What a charge is worth against waiting for the enemy's own; nothing for an enemy out of reach."""
        if outlook.gap(unit, enemy) > CHARGE_REACH:
            return 0
        duel = outlook.duel(unit, enemy)
        gain = (duel.charge - duel.ready) * outlook.weight(enemy) // 100
        here, there = outlook.middle(unit), outlook.middle(enemy)
        gain += min(0, mission_worth(outlook, unit, there).points - mission_worth(outlook, unit, here).points)
        if outlook.locked(enemy):
            return gain + duel.struck
        return gain + max(0, min(duel.threat, 2 * duel.struck)) // 2

    def charge_target(self, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
        """The target of the best charge."""
        unit = question.subjects[0]
        enemies = [o.id for o in question.open if o.id in outlook.state.units]
        best = max(enemies, key=lambda e: (self._charge_gain(outlook, unit, e), e), default=None)
        if best is not None:
            self._reason = f"{outlook.name(unit)} charges {outlook.name(best)}"
        return best

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
    "move.unit": Captain.next_to_move,
    "move.declare": Captain.declare,
    "move.models": Captain.move,
    "move.regroup": Captain.run,
    "shoot.unit": Captain.next_to_shoot,
    "shoot.target": Captain.target,
    "shoot.models": Captain.firers,
    "run": Captain.run,
    "charge.unit": Captain.next_to_charge,
    "charge.target": Captain.charge_target,
    "combat.consolidate": Captain.run,
    "combat.sweep": Captain.yes,
    "regroup.test": Captain.yes,
    "react": Captain.react,
}
"""What is decided on each topic; for all others the suggestion is taken."""
