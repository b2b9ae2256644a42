"""The two charts of shooting: what a shot needs to hit, and what a hit needs to wound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.ledger import rule
from engine.core.state import State
from engine.fifth.characteristics import value

BEST_SCORE = 2
"""No roll is needed on better than this: a 1 always fails."""

NO_EFFECT = 0
"""Stands for N in the wound chart: that Strength cannot wound that Toughness."""

TO_HIT: dict[int, tuple[int, int]] = {
    1: (6, 0),
    2: (5, 0),
    3: (4, 0),
    4: (3, 0),
    5: (2, 0),
    6: (2, 6),
    7: (2, 5),
    8: (2, 4),
    9: (2, 3),
    10: (2, 2),
}
"""Ballistic Skill -> the score needed to hit, and the score needed when a 1 is rolled again (0: it is not)."""

N = NO_EFFECT
TO_WOUND: dict[int, tuple[int, ...]] = {
    1: (4, 5, 6, 6, N, N, N, N, N, N),
    2: (3, 4, 5, 6, 6, N, N, N, N, N),
    3: (2, 3, 4, 5, 6, 6, N, N, N, N),
    4: (2, 2, 3, 4, 5, 6, 6, N, N, N),
    5: (2, 2, 2, 3, 4, 5, 6, 6, N, N),
    6: (2, 2, 2, 2, 3, 4, 5, 6, 6, N),
    7: (2, 2, 2, 2, 2, 3, 4, 5, 6, 6),
    8: (2, 2, 2, 2, 2, 2, 3, 4, 5, 6),
    9: (2, 2, 2, 2, 2, 2, 2, 3, 4, 5),
    10: (2, 2, 2, 2, 2, 2, 2, 2, 3, 4),
}
"""Strength -> the score needed to wound Toughness 1 to 10."""


@dataclass(frozen=True, slots=True)
class HitScore:
    """What a shot needs: `need` at first, and `again` when a 1 is rolled again by Ballistic Skill (0: never)."""

    need: int
    again: int = 0


@rule("5e.shooting.hit-table", "5e.shooting.bs6-table", "5e.shooting.hit-one-misses")
def to_hit(bs: int) -> HitScore | None:
    """The scores by Ballistic Skill; None at 0, which cannot hit at all."""
    return HitScore(*TO_HIT[min(bs, 10)]) if bs > 0 else None


@rule("5e.shooting.wound-table", "5e.shooting.wound-one-fails", "5e.shooting.wound-no-effect")
def to_wound(strength: int, toughness: int) -> int:
    """The score on which a hit wounds, from 2 to 6; 0 when it cannot."""
    if strength < 1:
        return NO_EFFECT
    return TO_WOUND[min(strength, 10)][min(max(toughness, 1), 10) - 1]


@rule("5e.shooting.mixed-toughness-majority", "5e.shooting.mixed-toughness-tie")
def most_common_or_highest(values: Iterable[int]) -> int:
    """The single value that most have, else the highest of all; 0 of none.

    >>> most_common_or_highest((4, 4, 4, 4, 5)), most_common_or_highest((3, 3, 4, 4, 2, 6))
    (4, 6)
    """
    counts = Counter(values)
    most = max(counts.values(), default=0)
    common = [v for v, count in counts.items() if count == most]
    return common[0] if len(common) == 1 else max(counts, default=0)


def toughness(state: State, unit: str) -> int:
    """The Toughness that hits on a unit are rolled against."""
    return most_common_or_highest(value(state, m.id, "t") for m in state.members(unit))
