"""Shooting: who shoots at whom with what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.units import um
from engine.core.decisions import Choose, ChooseMany
from engine.core.dice import Stream
from engine.core.facts import fact, facts
from engine.players.assault import charge_gain
from engine.players.manoeuvre import plans
from engine.players.outlook import Outlook

if TYPE_CHECKING:
    from engine.players.captain import Captain

DONE, RUN, BACK, FIRE = "done", "run", "back", "fire"

RUNNING = um(3.5)
"""How far a run goes on average."""

WASTED = 10
"""What shots beyond those that are expected to be needed are worth, in hundredths."""

Aims = dict[str, tuple[str, ...]]
"""Shots by target."""


def next_to_shoot(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str:
    """Every unit that may, the strongest first, except one that would lose a good charge by it."""
    units = [o.id for o in question.open if o.id in outlook.state.units and not captain.is_idle(outlook, o.id)]
    ready = [u for u in units if _has_business(outlook, u)]
    return max(ready, key=lambda u: (outlook.state.units[u].points, u)) if ready else DONE


def _has_business(outlook: Outlook, unit: str) -> bool:
    """Whether a unit may hit something, or wants to run, and has no better charge to make with empty hands."""
    charge = _charge_in_hand(outlook, unit)
    if charge and not outlook.duel(unit, charge).ready:
        return False
    if any(_estimate(outlook, unit, enemy) for enemy in outlook.enemies):
        return True
    return outlook.bearing(unit).runs and not charge and _gain_by_running(outlook, unit) > 0


def _estimate(outlook: Outlook, unit: str, enemy: str) -> int:
    """About what shooting at an enemy is worth."""
    if outlook.locked(enemy) and not outlook.locked(unit):
        return 0
    return outlook.duel(unit, enemy).at(outlook.gap(unit, enemy), still="moved" not in outlook.badges(unit))


def _charge_in_hand(outlook: Outlook, unit: str) -> str:
    """The enemy that a unit means to charge in this turn rather than shoot with all it has; empty for none."""
    gains = []
    for enemy in outlook.enemies:
        if outlook.gap(unit, enemy) <= outlook.bearing(unit).sure:
            gain = charge_gain(outlook, unit, enemy)
            if gain > _estimate(outlook, unit, enemy):
                gains.append((gain, enemy))
    return max(gains, default=(0, ""))[1]


def target(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """The enemy unit that is expected to lose most, or a run when that is worth more."""
    if question.hint("aimed") is not None:
        return _next_aim(captain, question, outlook)
    unit, options = question.subjects[0], {o.id for o in question.open}
    gains = {enemy: _shot_gain(outlook, unit, enemy) for enemy in outlook.enemies if enemy in options}
    charge = _charge_in_hand(outlook, unit)
    best = charge if gains.get(charge) else max(gains, key=lambda e: (gains[e], e), default="")
    running = _gain_by_running(outlook, unit) if RUN in options and not charge else 0
    if running > gains.get(best, 0):
        captain.say(f"{outlook.name(unit)} runs")
        return RUN
    if gains.get(best, 0) > 0:
        captain.say(f"{outlook.name(unit)} shoots where most is expected to fall")
        return best
    captain.idle(outlook, unit)
    return BACK if BACK in options else None


def _shot_gain(outlook: Outlook, unit: str, enemy: str) -> int:
    """What shooting at an enemy is worth by the exact odds: points, more for a unit that may be wiped out by it."""
    found = outlook.book.odds(outlook.state, facts(kind="shooting", unit=unit, target=enemy))
    record = outlook.state.units[enemy]
    gain: int = record.points * fact(found, "models", 0) // max(record.size, 1)
    if len(outlook.models(enemy)) == 1:
        gain = max(gain, outlook.duel(unit, enemy).left * fact(found, "wounds", 0) // 3000)
    chances = fact(found, "chances", ())
    wiped = chances[-1] if len(chances) > len(outlook.models(enemy)) else 0
    return (gain + record.points * wiped // 2000) * outlook.weight(enemy) // 100


def _gain_by_running(outlook: Outlook, unit: str) -> int:
    """What a run of average length promises against standing still."""
    found = plans(outlook, unit, RUNNING, running=True)
    return found[0].worth.points - next(p.worth.points for p in found if p.stays)


def firers(captain: Captain, question: ChooseMany, outlook: Outlook, stream: Stream) -> tuple[str, ...] | None:
    """The shots meant for this target; where they are not shared out, everyone, or what leaves a charge open."""
    unit, enemy = question.subjects[:2]
    free = [o for o in question.options if not o.barred]
    if not outlook.bearing(unit).runs:
        meant = aims(outlook, unit, outlook.enemies).get(enemy, ())
        wanted = tuple(o.id for o in free if o.id in meant)
        return wanted if wanted and not question.refusals(wanted) else None
    if _charge_in_hand(outlook, unit) != enemy:
        return None
    able = tuple(o.id for o in free if fact(o.details, "kind", "") not in ("rapid_fire", "heavy"))
    usual = question.suggest(stream)
    return tuple(o for o in usual if o in able) or (able[:1] if able else None)


# -- shots shared out among targets ------------------------------------------------------------------------------------


def _next_aim(captain: Captain, question: Choose, outlook: Outlook) -> str:
    """The target of most of the shots that are not declared yet; fire, or back, when there are none."""
    unit, options = question.subjects[0], {o.id for o in question.open}
    meant = aims(outlook, unit, outlook.enemies)
    left = [enemy for enemy in meant if enemy in options]
    if left:
        count = "" if len(meant) == 1 else f" at {len(meant)} targets"
        captain.say(f"{outlook.name(unit)} shoots where most is expected to fall{count}")
        return left[0]
    if FIRE not in options:
        captain.idle(outlook, unit)
    return FIRE if FIRE in options else BACK


def aims(outlook: Outlook, unit: str, enemies: list[str]) -> Aims:
    """Each shot at the target where it is worth most, the most promising first; none beyond what is likely needed.

    It follows from the position, what the unit did in this turn, and what lasts upon anybody.
    """
    state = outlook.state
    subjects = {unit, *(m.id for m in outlook.models(unit))}
    deeds = tuple(d for d in state.deeds.values() if d.turn == state.clock.turn and d.subject in subjects)
    key = ("aims", unit, deeds, tuple(state.effects.values()), bool(state.objectives))
    return state.layout.once(key, lambda: _aims(outlook, unit, enemies))


def _aims(outlook: Outlook, unit: str, enemies: list[str]) -> Aims:
    promise: dict[str, dict[str, int]] = {}
    for enemy in enemies:
        found = outlook.book.odds(outlook.state, facts(kind="guns", unit=unit, target=enemy))
        for shot, wounds in fact(found, "shots", ()):
            if wounds:
                promise.setdefault(shot, {})[enemy] = wounds
    left = {e: 1000 * outlook.wounds(e) for e in enemies}
    price = {e: outlook.duel(unit, e).left * outlook.weight(e) // max(1, outlook.wounds(e)) for e in enemies}
    found_aims: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    for shot in sorted(promise, key=lambda s: (-max(w * price[e] for e, w in promise[s].items()), s)):
        worth = {e: _useful(wounds, left[e]) * price[e] for e, wounds in promise[shot].items()}
        best = max(worth, key=lambda e: (worth[e], e))
        left[best] -= promise[shot][best]
        found_aims.setdefault(best, []).append(shot)
        totals[best] = totals.get(best, 0) + worth[best]
    return {e: tuple(found_aims[e]) for e in sorted(found_aims, key=lambda e: (-totals[e], e))}


def _useful(wounds: int, left: int) -> int:
    """How much of expected wounds counts against a target that is expected to have so many left."""
    some = min(wounds, max(0, left))
    return 100 * some + WASTED * (wounds - some)
