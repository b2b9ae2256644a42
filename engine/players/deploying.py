"""Where a computer player sets its units down."""

from __future__ import annotations

from battlefield.pose import Pose
from battlefield.shapes import reach
from battlefield.units import um
from engine.core.decisions import Place, Poses
from engine.core.dice import Stream
from engine.players.outlook import BASE, Outlook
from engine.players.ways import Spot, distance
from engine.players.weighing import mission_worth

GAPS = (um(0.9), um(0.4))
"""Room between bases: loose order against blasts, closer where there is no room for it."""

ACROSS, BEHIND = 9, 3
"""Places that are compared: so many across the zone, in so many rows."""

TRIED = 2
"""Places that are compared where the whole table is open."""

WIDE = 7
"""Models in a rank."""


def placed(question: Place, outlook: Outlook, stream: Stream) -> tuple[Poses | None, str]:
    """The best legal block of ranks in the zone, and in a few words where that is; None where no block fits."""
    unit = question.subjects[0]
    if not question.where:
        return _anywhere(question, outlook, unit, stream)
    aim, about = business(outlook, unit, question)
    for gap in GAPS:
        for spot in _spots(question, outlook, unit, aim, gap):
            poses = block(question, outlook, spot, gap)
            if not question.refusals(poses):
                return poses, about
    return None, ""


def _anywhere(question: Place, outlook: Outlook, unit: str, stream: Stream) -> tuple[Poses | None, str]:
    """Of some legal places the one where a unit is worth most, when it arrives or gets out of a transport."""
    best: tuple[int, Poses] | None = None
    for _ in range(TRIED):
        poses = question.suggest(stream)
        xs, ys = [pose.x for _, pose in poses], [pose.y for _, pose in poses]
        points = value_of(outlook, unit, (sum(xs) // len(xs), sum(ys) // len(ys)))
        if best is None or points > best[0]:
            best = points, poses
    return (best[1] if best else None), "where it counts"


def value_of(outlook: Outlook, unit: str, spot: Spot) -> int:
    """What a spot is worth to a unit that is not on the table yet: shots and charges from there, and objectives."""
    best = mission_worth(outlook, unit, spot)
    gains = []
    for enemy in outlook.enemies:
        apart = max(0, distance(spot, outlook.middle(enemy)) - BASE)
        duel, chance = outlook.duel(unit, enemy), outlook.bearing(unit).chance(apart)
        gains.append((duel.at(apart) + max(0, duel.charge) * chance // 100) * outlook.weight(enemy) // 100)
    return best + max(gains, default=0)


def business(outlook: Outlook, unit: str, question: Place) -> tuple[Spot, str]:
    """The spot that a unit has to do with: the objective nearest to its zone"""
    state = outlook.state
    middle = _middle(question)
    if outlook.may_score(unit):
        mates = [outlook.middle(u) for u in outlook.mine if outlook.may_score(u)]

        def crowd(at: Spot) -> int:
            return len([m for m in mates if distance(m, at) < um(14)])

        spots = {o.id: (o.at.x, o.at.y) for o in state.objectives.values()}
        best = state.objectives[min(spots, key=lambda o: (crowd(spots[o]), distance(middle, spots[o]), o))]
        return (best.at.x, best.at.y), f"near {best.name}"
    foes = [outlook.middle(e) for e in outlook.enemies]
    if foes:
        return min(foes, key=lambda f: (distance(middle, f), f)), "opposite the enemy"
    return (state.setup.width // 2, state.setup.depth // 2), ""


def _middle(question: Place) -> Spot:
    corners = [corner for ring in question.where for corner in ring]
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def _spots(question: Place, outlook: Outlook, unit: str, aim: Spot, gap: int) -> list[Spot]:
    """Middles of blocks in the zone, the best first."""
    corners = [corner for ring in question.where for corner in ring]
    low_x, high_x = min(x for x, _ in corners), max(x for x, _ in corners)
    low_y, high_y = min(y for _, y in corners), max(y for _, y in corners)
    wide, deep = _size(question, outlook, gap)
    mates = [outlook.middle(u) for u in outlook.mine]
    found = []
    for row in range(BEHIND):
        for column in range(ACROSS):
            x = low_x + wide // 2 + max(0, high_x - low_x - wide) * column // (ACROSS - 1)
            y = low_y + deep // 2 + max(0, high_y - low_y - deep) * row // (BEHIND - 1)
            crowd = len([m for m in mates if distance(m, (x, y)) < um(7)])
            cover = um(3) if outlook.sheltered((x, y)) and not _fights(outlook, unit) else 0
            found.append((distance((x, y), aim) + crowd * um(4) - cover, x, y))
    return [(x, y) for _, x, y in sorted(found)]


def _fights(outlook: Outlook, unit: str) -> bool:
    return any(outlook.duel(unit, enemy).charge > 0 for enemy in outlook.enemies)


def _size(question: Place, outlook: Outlook, gap: int) -> Spot:
    step, ranks = _step(question, outlook, gap), -(-len(question.models) // WIDE)
    return (min(WIDE, len(question.models)) * step, ranks * step)


def _step(question: Place, outlook: Outlook, gap: int) -> int:
    """From the middle of one base to that of the next."""
    return max(um(2 * reach(outlook.state.models[m].shape)) for m in question.models) + gap


def block(question: Place, outlook: Outlook, middle: Spot, gap: int) -> Poses:
    """The models in ranks around a spot, looking at the far half of the table."""
    step, facing = _step(question, outlook, gap), 90_000_000
    if middle[1] > outlook.state.setup.depth // 2:
        facing = 270_000_000
    ranks = -(-len(question.models) // WIDE)
    poses = []
    for n, model in enumerate(question.models):
        row, column = divmod(n, WIDE)
        count = min(WIDE, len(question.models) - row * WIDE)
        x = middle[0] + (2 * column - count + 1) * step // 2
        y = middle[1] + (2 * row - ranks + 1) * step // 2
        poses.append((model, Pose(x, y, 0, facing)))
    return tuple(poses)
