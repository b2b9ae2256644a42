"""Where a computer player wants a unit to go.

A handful of spots is weighed for each unit: standing still, toward each enemy, toward objectives, back, and to either
side; by what it would shoot and strike from there, what would come back, and what the mission pays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from battlefield.pose import Pose
from battlefield.shapes import reach
from battlefield.units import um
from engine.core.decisions import Move, MoveAnswer
from engine.core.dice import Stream
from engine.players.outlook import BASE, NEAR_OBJECTIVE, Bearing, Duel, Outlook
from engine.players.ways import Spot, distance

FIGHTING = 200
"""What a fight is worth in hundredths of its first round: it goes on."""

SHOOTING_ON = 200
"""What the shots of later turns are worth from a spot, in hundredths of one turn's."""

FEARED = 50
"""How much an enemy's coming charge counts, in hundredths."""

EVEN = 50
"""The chance above which a charge is reckoned with, in hundredths."""

EAGER = 350
"""The same for a side that has to win what it has not won yet."""

APPROACH = 4
"""For how many turns of approach better shots are looked forward to."""

PRESSED = 40
"""What fear is left, in hundredths, in a side that has to win what it has not won yet."""

BARRED = 25
"""What is left of a coming fight with an enemy who stands behind another, in hundredths."""

LATER = (100, 75, 56, 42, 32, 24, 18, 13, 10, 8)
"""What something is worth when it comes so many turns later, in hundredths."""

PLANS_TRIED = 5
"""How many plans are carried out in thought before the best of them is taken."""

CLOSE_ENOUGH = um(0.75)
"""How far from where a plan leads its outcome counts as the plan."""

EIGHT = ((100, 0), (71, 71), (0, 100), (-71, 71), (-100, 0), (-71, -71), (0, -100), (71, -71))
"""Directions in hundredths."""

NEARLY = 85
"""What is near enough to the best that other plans promise, in hundredths, for those whose ways are dear."""

ANOTHER = um(3)
"""How far a plan leads from one that cannot be carried out to be worth a try, for the same."""

CROWDED = 2
"""When more than this part of a unit is stuck that climbs, so that ways are dear, nobody goes beside the others."""

STOPPED, TOO_FAR = ("move.no_way",), "move.too_far"
"""What is said of a model that does not come where it should; climbing, it may find a way that is too long."""

SQUEEZES = ((0.8, 85), (0.5, 70))
"""Shares of its way that a unit tries drawing together, so that it comes through or is one group again, and how far."""

SHARES = (0.65, 0.3)
"""Shares of their way for those whom the whole of it is closed."""


class Worth(NamedTuple):
    """What a spot is worth in thousandths of points, and what most of that is for: a kind and whom it is about."""

    points: int
    kind: str
    about: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A shift of the whole unit in micrometres, and what it seems worth."""

    by_x: int
    by_y: int
    worth: Worth

    @property
    def stays(self) -> bool:
        return self.by_x == 0 and self.by_y == 0


def plans(outlook: Outlook, unit: str, far: int, running: bool = False) -> list[Plan]:
    """The shifts of a unit as far as told in micrometres, the most promising first."""
    here = outlook.middle(unit)
    found = [
        Plan(x, y, worth(outlook, unit, (here[0] + x, here[1] + y), x == y == 0, running))
        for x, y in shifts(outlook, unit, far)
    ]
    return sorted(found, key=lambda p: (-p.worth.points, abs(p.by_x) + abs(p.by_y), p.by_x, p.by_y))


def plans_once(outlook: Outlook, unit: str, far: int, running: bool = False) -> list[Plan]:
    """As `plans`, for those who ask how a unit goes and then where, with nothing happening in between."""
    state = outlook.state
    lasting = tuple(state.objectives.values()), tuple(state.effects.values())
    key = ("plans", unit, far, running, state.clock.turn, lasting)
    return state.layout.once(key, lambda: plans(outlook, unit, far, running))


def shifts(outlook: Outlook, unit: str, far: int) -> list[Spot]:
    """The shifts that are weighed."""
    here = outlook.middle(unit)
    found = [(0, 0)]
    for enemy in outlook.near(unit):
        aim = outlook.middle(enemy)
        x, y = _toward(here, aim, min(far, max(0, outlook.gap(unit, enemy) - um(1.1))))
        wide = _toward(here, aim, far)
        found += [(x, y), (x // 2, y // 2), (-wide[0], -wide[1]), (-wide[1], wide[0]), (wide[1], -wide[0])]
        aslant = ((wide[0] * 4 - side * wide[1] * 3, wide[1] * 4 + side * wide[0] * 3) for side in (1, -1))
        found += [(x // 5, y // 5) for x, y in aslant]
    for objective in outlook.state.objectives.values():
        spot = (objective.at.x, objective.at.y)
        turn = outlook.way(unit, here, spot)[1]
        found += [] if turn == spot else [_toward(here, turn, min(far, distance(here, turn)))]
        found.append(_toward(here, spot, min(far, distance(here, spot))))
        found.append(_toward(here, spot, min(far, max(0, distance(here, spot) - um(2)))))
    least = outlook.bearing(unit).least
    if least:
        found = [s for s in (*found, *_flights(far), *_flights((least + far) // 2)) if distance((0, 0), s) > least]
    width, depth = outlook.state.setup.width, outlook.state.setup.depth
    inside = [(x, y) for x, y in found if 0 < here[0] + x < width and 0 < here[1] + y < depth]
    return list(dict.fromkeys(inside)) or [(0, 0)]


def _flights(far: int) -> list[Spot]:
    """Shifts to all sides."""
    return [(x * far // 100, y * far // 100) for x, y in EIGHT]


def _toward(here: Spot, aim: Spot, far: int) -> Spot:
    apart = distance(here, aim)
    if apart == 0:
        return 0, 0
    return (aim[0] - here[0]) * far // apart, (aim[1] - here[1]) * far // apart


# -- what a spot is worth ----------------------------------------------------------------------------------------------


def worth(outlook: Outlook, unit: str, spot: Spot, still: bool, running: bool = False) -> Worth:
    """What a unit's standing around a spot is worth to its side; `running` leaves out this turn's shots and charges."""
    best, harm, shots, mine = Worth(0, "waits", ""), 0, 0, outlook.bearing(unit)
    for enemy in outlook.near(unit):
        apart = apart_from(outlook, unit, enemy, spot)
        duel = outlook.duel(unit, enemy)
        busy = outlook.locked(enemy)
        shots_fly = duel.bands and (duel.still[0] or duel.return_fire[0])
        seen = 4 if busy or not shots_fly else _seen(outlook, unit, enemy, spot)
        gains = _gains(duel, mine, apart, still, running, seen, outlook.way_is_barred(unit, enemy), outlook.pressed)
        for kind, points in gains:
            if not (busy and kind == "shoots"):
                best = max(best, Worth(points * outlook.weight(enemy) // 100, kind, enemy))
        if not busy:
            shots += duel.returned(apart) * seen // 4
            charging = gains[0][1] > 0 and not running and mine.chance(apart) > EVEN
            harm = max(harm, 0 if charging else _harm(duel, apart, outlook.bearing(enemy)))
    if outlook.pressed:
        harm = harm * PRESSED // 100
    shots = shots * (3 if outlook.sheltered(spot) else 4) // 4 // max(2, len(outlook.mine))
    mission = mission_worth(outlook, unit, spot)
    whole = best.points - (harm + shots) * outlook.weight(unit) // 100 + mission.points
    return Worth(whole, *(mission[1:] if mission.points > best.points else best[1:]))


def apart_from(outlook: Outlook, unit: str, enemy: str, spot: Spot) -> int:
    """About how far apart a unit, with its middle at a spot, and an enemy would be."""
    here, there = outlook.middle(unit), outlook.middle(enemy)
    return max(0, outlook.gap(unit, enemy) + distance(spot, there) - distance(here, there))


def _seen(outlook: Outlook, unit: str, enemy: str, spot: Spot) -> int:
    """How much of an enemy is in sight from a spot, in quarters, about."""
    return 2 if outlook.screened(spot, outlook.middle(enemy)) else 4


def _gains(
    duel: Duel, mine: Bearing, apart: int, still: bool, running: bool, seen: int, barred: bool, eager: bool
) -> list[tuple[str, int]]:
    """What going for an enemy promises from that far: by a charge now or later, and by shots now and later.

    An enemy behind another, to whom the way is `barred`, is hard to come by; the `eager` look further ahead.
    """
    fight = duel.charge * FIGHTING // 100
    chance = 0 if running else mine.chance(apart)
    charge = fight * chance // 100
    if chance < 100:
        later = fight * soon(apart - (mine.threat - mine.move), mine.stride, 1) // 100
        charge = max(charge, later * BARRED // 100 if barred else later)
    shots = duel.at(apart, still, running) * seen // 4
    coming = (LATER[turns] * duel.at(max(0, apart - turns * mine.move), still=True) for turns in range(APPROACH))
    later = max(coming) * (EAGER if eager else SHOOTING_ON) // 10_000 * seen // 4
    return [("charges", charge), ("shoots", shots + later)]


def soon(far: int, stride: int, first: int = 0) -> int:
    """What something so far away (micrometres) counts, in hundredths; `first` turns pass before the way begins."""
    stride = max(stride, um(1))
    turns, part = first + max(0, far) // stride, max(0, far) % stride * 100 // stride
    now, then = LATER[min(turns, 9)], LATER[min(turns + 1, 9)]
    return now - (now - then) * part // 100


def _harm(duel: Duel, apart: int, foe: Bearing) -> int:
    """What an enemy's coming charge takes, the sooner the more."""
    if duel.threat <= 0:
        return 0
    return duel.threat * soon(apart - foe.threat, foe.stride) // 100 * FEARED // 100


def mission_worth(outlook: Outlook, unit: str, spot: Spot) -> Worth:
    """What the mission pays for a spot: an objective of its own to a unit that can hold it, else denying one."""
    own, best = outlook.goal(unit), Worth(0, "waits", "")
    for objective in outlook.state.objectives.values():
        apart = max(0, outlook.way(unit, spot, (objective.at.x, objective.at.y))[0] - NEAR_OBJECTIVE)
        value = outlook.bearing(unit).holding * outlook.urgency // 100
        if not outlook.may_score(unit):
            value = value // 2 if objective.holder == outlook.state.enemy(outlook.side) else value // 8
        elif objective.id != own:
            value //= 3
        points = value * soon(apart, outlook.bearing(unit).stride) // 100
        best = max(best, Worth(points, "holds" if apart == 0 else "heads for", objective.id))
    return best


# -- getting there -----------------------------------------------------------------------------------------------------


def carried_out(
    question: Move, outlook: Outlook, unit: str, wanted: list[Plan], stream: Stream, running: bool = False
) -> tuple[MoveAnswer, Plan]:
    """A legal move along the plan that brings most of what it promises, and that plan; staying when nothing is legal.

    A plan that is obstructed is judged by where it leads in fact.
    """
    best: tuple[int, MoveAnswer, Plan] | None = None
    climbs, tried = outlook.bearing(unit).climbs, 0
    closed: list[Spot] = []
    for plan in wanted:
        if best is not None and plan.worth.points * (NEARLY if climbs else 100) <= best[0] * 100:
            break
        shift = (plan.by_x, plan.by_y)
        if tried == PLANS_TRIED:
            break
        if climbs and any(distance(shift, other) < ANOTHER for other in closed):
            continue
        tried += 1
        answer: MoveAnswer | None = () if plan.stays else _along(question, outlook, unit, plan)
        if answer is None or (plan.stays and question.refusals(())):
            closed.append(shift)
            continue
        middle = _middle_after(outlook, unit, answer)
        here = outlook.middle(unit)
        if distance(middle, (here[0] + plan.by_x, here[1] + plan.by_y)) <= CLOSE_ENOUGH:
            points = plan.worth.points
        else:
            points = worth(outlook, unit, middle, not answer, running).points
        if best is None or points > best[0]:
            best = (points, answer, plan)
    if best is not None:
        return best[1], best[2]
    return (() if not question.refusals(()) else question.suggest(stream)), wanted[0]


def _along(question: Move, outlook: Outlook, unit: str, plan: Plan) -> MoveAnswer | None:
    """A legal move that brings everyone along a plan.

    Those in whose way something is take a place beside a mate that has one; where that does not do, they go part of
    their way, or stay.
    """
    climbs = outlook.bearing(unit).climbs
    stopped = (*STOPPED, TOO_FAR) if climbs else STOPPED
    ends = _shifted(outlook, question, plan, 1.0)
    answer, refused = question.complete(ends)
    if not refused:
        return answer
    for share in (None, None, *SHARES):
        stuck, before = {r.subject for r in refused if r.code in stopped}, ends
        if share is None and len(stuck) * CROWDED > len(ends) and climbs:
            continue
        if share is None:
            ends = beside_mates(question, outlook, ends, stuck)
        else:
            shorter = _shifted(outlook, question, plan, share)
            ends = {model: shorter[model] if model in stuck or not stuck else pose for model, pose in ends.items()}
        if ends != before:
            answer, refused = question.complete(ends)
        if not question.refusals(answer):
            return answer
    for share, factor in SQUEEZES if climbs and len(ends) > 1 else ():
        answer, refused = question.complete(_squeezed(_shifted(outlook, question, plan, share), factor))
        if answer and not question.refusals(answer):
            return answer
    return None


def _squeezed(ends: dict[str, Pose], factor: int) -> dict[str, Pose]:
    """Ends drawn together to hundredths of their distance from their middle."""
    middle_x, middle_y = (sum(v) // len(ends) for v in zip(*((p.x, p.y) for p in ends.values()), strict=True))
    return {
        model: Pose(
            middle_x + (p.x - middle_x) * factor // 100, middle_y + (p.y - middle_y) * factor // 100, p.z, p.facing
        )
        for model, p in ends.items()
    }  # fmt: skip


def beside_mates(question: Move, outlook: Outlook, ends: dict[str, Pose], stuck: set[str]) -> dict[str, Pose]:
    """The ends, with those that are stuck sent to free places beside the ends of their mates, nearest to their own."""
    room = {m: um(2 * reach(outlook.state.models[m].shape)) + um(0.1) for m in ends}
    allowed = dict(question.allowance)
    free = {m: pose for m, pose in ends.items() if m not in stuck}
    for model in sorted(stuck & set(ends)):
        start, wish = outlook.state.models[model].pose, (ends[model].x, ends[model].y)
        spots = []
        for mate, pose in free.items():
            step = (room[model] + room[mate]) // 2 + um(0.4)
            spots += [(pose.x + dx * step // 100, pose.y + dy * step // 100) for dx, dy in EIGHT]
        open_spots = [
            (distance(spot, wish), spot)
            for spot in dict.fromkeys(spots)
            if distance(spot, (start.x, start.y)) <= allowed.get(model, 0)
            and all(distance(spot, (p.x, p.y)) >= (room[model] + room[m]) // 2 for m, p in free.items())
        ]
        if open_spots:
            x, y = min(open_spots)[1]
            free[model] = Pose(x, y, start.z, start.facing)
        else:
            free[model] = start
    return {m: free[m] for m in ends}


def _middle_after(outlook: Outlook, unit: str, answer: MoveAnswer) -> Spot:
    """Where the middle of a unit is after a move."""
    at = {m.id: (m.pose.x, m.pose.y) for m in outlook.models(unit)}
    for model, legs in answer:
        for leg in legs:
            to = getattr(leg, "pose", leg)
            at[model] = (getattr(to, "x", at[model][0]), getattr(to, "y", at[model][1]))
    xs, ys = [x for x, _ in at.values()], [y for _, y in at.values()]
    return sum(xs) // len(xs), sum(ys) // len(ys)


def _shifted(outlook: Outlook, question: Move, plan: Plan, share: float) -> dict[str, Pose]:
    width, depth = outlook.state.setup.width, outlook.state.setup.depth
    ends = {}
    for model in (outlook.state.models[m] for m in question.models):
        edge = BASE
        x = min(max(model.pose.x + int(plan.by_x * share), edge), width - edge)
        y = min(max(model.pose.y + int(plan.by_y * share), edge), depth - edge)
        ends[model.id] = Pose(x, y, model.pose.z, model.pose.facing)
    return ends
