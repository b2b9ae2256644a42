"""Moving: who goes next, how, where to; and getting in and out of transports, and arriving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.units import um
from engine.core.decisions import Choose
from engine.core.dice import Stream
from engine.core.facts import fact
from engine.players.manoeuvre import plans, plans_once
from engine.players.outlook import Outlook
from engine.players.weighing import mission_worth

if TYPE_CHECKING:
    from engine.players.captain import Captain

DONE, STAY = "done", "stay"
MOVE, ADVANCE, FALL_BACK = "move", "advance", "fall_back"

HASTE = um(3.5)
"""What is added to a move in a hurry, on average."""

RIDE_ON = um(15)
"""From how far passengers who fight get out at an enemy; those who shoot from farther."""

IN_RANGE = um(22)

LATE = 3
"""The round from which nobody stays aboard."""

WORTHWHILE = 110
"""How much better a hurried move must be, in hundredths."""


def next_to_move(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str:
    """Every unit in turn, those nearest to the enemy first, so that nobody is in another's way."""
    units = [o.id for o in question.open if o.id in outlook.state.units]
    here = [u for u in units if outlook.models(u)]
    out = [u for u in units if not outlook.models(u) and _gets_out(outlook, u)]
    if out:
        return min(out)
    return min(here, key=lambda u: (_nearest(outlook, u), u)) if here else DONE


def _nearest(outlook: Outlook, unit: str) -> int:
    return min((outlook.gap(unit, enemy) for enemy in outlook.enemies), default=0)


def _gets_out(outlook: Outlook, unit: str) -> bool:
    """Whether passengers have something to do where their transport is: an enemy in reach, or an objective."""
    carrier = outlook.carrier(unit)
    if not carrier:
        return False
    fights = outlook.fights(unit)
    if outlook.state.clock.round >= LATE:
        return True
    near = min((outlook.gap(carrier, e) for e in outlook.enemies), default=0)
    if near <= (RIDE_ON if fights else IN_RANGE):
        return True
    far = outlook.objective_gap(carrier)
    return far is not None and far <= outlook.bearing(unit).move + um(3)


def how(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """Move, Advance, stay, or fall back: whichever leads to the most promising place."""
    unit, ways = question.subjects[0], {o.id: o for o in question.open}
    far = max((fact(o.details, "allowance", 0) for o in question.options), default=um(6))
    if FALL_BACK in ways:
        return FALL_BACK if STAY not in ways or _better_away(outlook, unit) else STAY
    if MOVE not in ways:
        return None
    walk = plans_once(outlook, unit, far)[0]
    if ADVANCE in ways:
        run = plans(outlook, unit, far + HASTE, running=True)[0]
        gain = run.worth.points - walk.worth.points
        if gain > 0 and gain * 100 > abs(walk.worth.points) * (WORTHWHILE - 100):
            captain.say(f"{outlook.name(unit)} advances")
            return ADVANCE
    return STAY if walk.stays and STAY in ways else MOVE


def _better_away(outlook: Outlook, unit: str) -> bool:
    """Whether a unit gains by leaving a fight: it loses by staying, or its side may shoot at the enemy then."""
    near = [e for e in outlook.enemies if outlook.gap(unit, e) <= um(2)]
    duels = [outlook.duel(unit, e) for e in near]
    stays = max((d.strike for d in duels), default=0) - max((d.struck for d in duels), default=0)
    stays += mission_worth(outlook, unit, outlook.middle(unit)) // 4
    leaves = 0
    for enemy, duel in zip(near, duels, strict=True):
        mates = [m for m in outlook.mine if m != unit and not outlook.locked(m) and outlook.models(m)]
        fire = sum(outlook.duel(m, enemy).at(outlook.gap(m, enemy)) for m in mates)
        own = 0 if duel.silenced or not duel.ready else duel.ready
        leaves = max(leaves, min(fire // 2, duel.left) + own - duel.charged * 3 // 4)
    return leaves > stays


def embark(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str:
    """Whoever fights and is far from all enemies gets in, if his transport can still go; others stay."""
    unit = question.subjects[0]
    carriers = [o.id for o in question.open if o.id in outlook.state.models]
    far = _nearest(outlook, unit) > RIDE_ON + um(8) and outlook.state.clock.round < LATE - 1
    idle = [c for c in carriers if "moved" not in outlook.badges(outlook.state.models[c].unit)]
    return min(idle) if idle and far and outlook.fights(unit) else STAY
