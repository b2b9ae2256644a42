"""Where a computer player wants a unit to go.

A handful of spots is weighed for each unit: standing still, toward each enemy, toward objectives, back, and to either
side; by what it would shoot and strike from there, what would come back, and what the mission pays.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.pose import Pose
from battlefield.shapes import reach
from battlefield.units import um
from engine.core.decisions import Move, MoveAnswer
from engine.core.dice import Stream
from engine.players.outlook import BASE, Outlook
from engine.players.ways import Spot, distance
from engine.players.weighing import Worth, worths

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
    here, wanted = outlook.middle(unit), shifts(outlook, unit, far)
    spots, still = [(here[0] + x, here[1] + y) for x, y in wanted], [x == y == 0 for x, y in wanted]
    values = worths(outlook, unit, spots, still, running)
    found = [Plan(x, y, value) for (x, y), value in zip(wanted, values, strict=True)]
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
            points = worths(outlook, unit, [middle], [not answer], running)[0].points
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
