"""Where a computer player wants a unit to go.

A handful of spots is weighed for each unit: standing still, toward each enemy, toward objectives, back, and to either
side; by what it would shoot and strike from there, what would come back, and what the mission pays.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.pose import Pose
from battlefield.units import um
from engine.core.decisions import Move, MoveAnswer
from engine.core.dice import Stream
from engine.players.outlook import NEAR_OBJECTIVE, Outlook, distance

CHARGE_REACH = um(6)
STEPS = (1.0, 0.6, 0.3)
"""Shares of a wanted shift that are tried until one is legal."""

HOLDING = 60_000
"""What standing on an objective is worth, in thousandths of points; nearing one pays in part."""

FAR = um(48)


@dataclass(frozen=True, slots=True)
class Plan:
    """A shift of the whole unit in micrometres, and what it seems worth."""

    by_x: int
    by_y: int
    worth: int


def best_plan(outlook: Outlook, unit: str, reach: int) -> Plan:
    """The most promising shift of a unit within a reach in micrometres."""
    here = outlook.middle(unit)
    plans = [
        Plan(x, y, worth(outlook, unit, (here[0] + x, here[1] + y), x == y == 0))
        for x, y in shifts(outlook, unit, reach)
    ]
    return max(plans, key=lambda p: (p.worth, -abs(p.by_x) - abs(p.by_y), p.by_x, p.by_y))


def shifts(outlook: Outlook, unit: str, reach: int) -> list[tuple[int, int]]:
    """The shifts that are weighed."""
    here = outlook.middle(unit)
    found = [(0, 0)]
    aims = [outlook.middle(enemy) for enemy in outlook.enemies]
    for aim in aims:
        found += [_toward(here, aim, reach), _toward(here, aim, reach // 2), _toward(here, aim, -reach)]
        x, y = _toward(here, aim, reach)
        found += [(-y, x), (y, -x)]
    for objective in outlook.state.objectives.values():
        spot = (objective.at.x, objective.at.y)
        found.append(_toward(here, spot, min(reach, distance(here, spot))))
    return list(dict.fromkeys(found))


def _toward(here: tuple[int, int], aim: tuple[int, int], far: int) -> tuple[int, int]:
    apart = distance(here, aim)
    if apart == 0:
        return 0, 0
    return (aim[0] - here[0]) * far // apart, (aim[1] - here[1]) * far // apart


def worth(outlook: Outlook, unit: str, spot: tuple[int, int], still: bool) -> int:
    """What a unit's standing around a spot is worth to its side, in thousandths of points."""
    here = outlook.middle(unit)
    shot, returned, fight = 0, 0, 0
    for enemy in outlook.enemies:
        there = outlook.middle(enemy)
        apart = max(0, outlook.gap(unit, enemy) + distance(spot, there) - distance(here, there))
        duel = outlook.duel(unit, enemy)
        shot = max(shot, duel.at(apart, still))
        returned += duel.returned(apart) // 3
        fight = max(fight, _fight(duel.strike - duel.struck, apart))
        if apart <= CHARGE_REACH * 2:
            returned += max(0, duel.charged - duel.strike // 2) // 3
    return shot + fight - returned + _mission(outlook, unit, spot)


def _fight(gain: int, apart: int) -> int:
    """What a coming close combat is worth: all of it within reach of a charge, less with every turn it takes to come."""
    if gain <= 0:
        return gain if apart <= CHARGE_REACH else 0
    if apart <= CHARGE_REACH:
        return gain * 2
    turns = (apart - CHARGE_REACH) * 10 // um(7) + 10
    return gain * 2 * 10 // turns


def _mission(outlook: Outlook, unit: str, spot: tuple[int, int]) -> int:
    """What the mission pays for a spot: objectives for those who can hold them, half for denying them."""
    best = 0
    for objective in outlook.state.objectives.values():
        apart = distance(spot, (objective.at.x, objective.at.y))
        value = HOLDING if outlook.may_score(unit) else HOLDING // 3
        if _mates_on(outlook, unit, (objective.at.x, objective.at.y)):
            value //= 3
        best = max(best, value if apart <= NEAR_OBJECTIVE else value * 3 // 4 * max(0, FAR - apart) // FAR)
    return best


def _mates_on(outlook: Outlook, unit: str, spot: tuple[int, int]) -> bool:
    """Whether another unit of the side that can hold it is nearer to an objective already."""
    own = distance(outlook.middle(unit), spot)
    others = (u for u in outlook.mine if u != unit and outlook.may_score(u))
    return any((distance(outlook.middle(u), spot), u) < (own, unit) for u in others)


def carried_out(question: Move, outlook: Outlook, plan: Plan, stream: Stream) -> MoveAnswer:
    """A legal move that brings the unit as far along its plan as can be; staying when nothing of it can."""
    for share in STEPS:
        ends = _shifted(outlook, question, plan, share)
        answer, refused = question.complete(ends)
        if not refused or (answer and not question.refusals(answer)):
            return answer
    return () if not question.refusals(()) else question.suggest(stream)


def _shifted(outlook: Outlook, question: Move, plan: Plan, share: float) -> dict[str, Pose]:
    width, depth = outlook.state.setup.width, outlook.state.setup.depth
    ends = {}
    for model in (outlook.state.models[m] for m in question.models):
        edge = um(0.9)
        x = min(max(model.pose.x + int(plan.by_x * share), edge), width - edge)
        y = min(max(model.pose.y + int(plan.by_y * share), edge), depth - edge)
        ends[model.id] = Pose(x, y, model.pose.z, model.pose.facing)
    return ends
