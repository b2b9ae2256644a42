"""What a computer player knows of a battle: who is worth what to whom, and what the mission asks for."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from battlefield.body import Body
from battlefield.units import um
from engine.core.book import Book
from engine.core.facts import fact, facts
from engine.core.records import Model, body_of
from engine.core.state import State

NEAR_OBJECTIVE = um(3)


@dataclass(frozen=True, slots=True)
class Duel:
    """How a unit stands to an enemy unit, in thousandths of points expected to be lost; see the book's `posture`."""

    bands: tuple[int, ...]
    fire: tuple[int, ...]
    still: tuple[int, ...]
    return_fire: tuple[int, ...]
    strike: int
    struck: int
    charged: int

    def at(self, distance: int, still: bool = False) -> int:
        """What it would shoot off the enemy at a distance in micrometres."""
        row = self.still if still else self.fire
        return next((worth for band, worth in zip(self.bands, row, strict=True) if distance <= band), 0)

    def returned(self, distance: int) -> int:
        """What the enemy would shoot off it at a distance."""
        return next((w for band, w in zip(self.bands, self.return_fire, strict=True) if distance <= band), 0)


class Outlook:
    """A state as one side sees it. Made anew for every state; duels are kept while both units stay as they are."""

    _duels: dict[tuple[object, ...], Duel]

    def __init__(self, state: State, book: Book, side: str, kept: dict[tuple[object, ...], Duel]):
        self.state = state
        self.book = book
        self.side = side
        self._duels = kept
        self.mine = [u.id for u in state.units_of(side)]
        self.enemies = [u.id for u in state.units_of(state.enemy(side))]
        self._present = _by_unit(state)

    def models(self, unit: str) -> tuple[Model, ...]:
        return self._present.get(unit, ())

    def bodies(self, unit: str) -> tuple[Body, ...]:
        return tuple(body_of(m) for m in self.models(unit))

    def middle(self, unit: str) -> tuple[int, int]:
        """The middle of a unit's models, in micrometres."""
        models = self.models(unit)
        xs, ys = [m.pose.x for m in models], [m.pose.y for m in models]
        return sum(xs) // len(xs), sum(ys) // len(ys)

    def duel(self, unit: str, enemy: str) -> Duel:
        """How a unit stands to an enemy unit."""
        key = (unit, enemy, self._strength(unit), self._strength(enemy))
        if key not in self._duels:
            found = self.book.odds(self.state, facts(kind="posture", unit=unit, target=enemy))
            names = ("bands", "fire", "still", "return_fire", "strike", "struck", "charged")
            self._duels[key] = Duel(*(fact(found, name) for name in names))
        return self._duels[key]

    def _strength(self, unit: str) -> tuple[tuple[str, int], ...]:
        return tuple((m.profile, m.wounds) for m in self.models(unit))

    def gap(self, unit: str, enemy: str) -> int:
        """About how far apart two units are, base to base, in micrometres; cheaper than measuring."""
        best = None
        for a in self.models(unit):
            for b in self.models(enemy):
                dx, dy = float(a.pose.x - b.pose.x), float(a.pose.y - b.pose.y)
                square = dx * dx + dy * dy
                best = square if best is None or square < best else best
        return max(0, int(sqrt(best)) - um(1)) if best is not None else um(200)

    def badges(self, unit: str) -> tuple[str, ...]:
        return self.book.badges(self.state, unit)

    def may_score(self, unit: str) -> bool:
        """Whether the mission has objectives and this unit counts for them."""
        return bool(self.state.objectives) and self.state.units[unit].role.lower() == "troops"


def _by_unit(state: State) -> dict[str, tuple[Model, ...]]:
    found: dict[str, list[Model]] = {}
    for model in state.models.values():
        if model.on_table:
            found.setdefault(model.unit, []).append(model)
    return {unit: tuple(models) for unit, models in found.items()}


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Between two spots, in whole micrometres."""
    dx, dy = float(a[0] - b[0]), float(a[1] - b[1])
    return int(sqrt(dx * dx + dy * dy))
