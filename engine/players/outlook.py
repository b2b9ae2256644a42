"""What a computer player knows of a battle: who is worth what to whom, and what the mission asks for."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from battlefield.shapes import reach
from battlefield.units import INCH, um
from engine.core.book import Book
from engine.core.facts import fact, facts
from engine.core.records import Aboard, Model
from engine.core.state import State
from engine.players import ways
from engine.players.ways import Spot, Spots, distance

NEAR_OBJECTIVE = um(3)

MANY, NEAREST = 10, 6
"""Of more than so many enemies a unit reckons only with the nearest, and with how many of them."""

KILL = 60
"""What the loss of a whole unit is worth in points besides what it cost, where units lost are counted."""

LARGE = 1.3
"""Inches from the middle of a base to its edge from which it needs much room."""

DETOUR = um(2.5)
"""How much longer the way by way of another unit may be for that unit to stand in the way."""

URGENCY = (400, 300, 150, 100)
"""How much the mission counts with so many game turns left, in hundredths."""

EVERY_TURN = 300
"""The same where objectives are counted at the end of every turn."""

BASE = um(1)
"""About the width of a base, for distances between middles."""


@dataclass(frozen=True, slots=True)
class Duel:
    """How a unit stands to an enemy unit, in thousandths of points expected to be lost; see the book's `posture`."""

    bands: tuple[int, ...]
    fire: tuple[int, ...]
    still: tuple[int, ...]
    return_fire: tuple[int, ...]
    ready: int
    strike: int
    struck: int
    charged: int
    answer: int
    left: int
    hasty: tuple[int, ...] = ()
    overwatch: int = 0
    silences: int = 0
    silenced: int = 0

    def at(self, distance: int, still: bool = False, hasty: bool = False) -> int:
        """What it would shoot off the enemy at a distance in micrometres, standing `still` or in a hurry."""
        row = (self.hasty or (0,) * len(self.bands)) if hasty else self.still if still else self.fire
        band = bisect_left(self.bands, distance)
        return row[band] if band < len(row) else 0

    def all_at(self, apart: Spots, still: bool = False, hasty: bool = False) -> Spots:
        """As `at`, for many distances."""
        return self._of(self.hasty if hasty else self.still if still else self.fire, apart)

    def returned_at(self, apart: Spots) -> Spots:
        """What the enemy would shoot off it at each of some distances."""
        return self._of(self.return_fire, apart)

    def _of(self, row: tuple[int, ...], apart: Spots) -> Spots:
        """The figures of the narrowest bands that distances lie in; 0 beyond all of them."""
        if not any(row):
            return np.zeros(len(apart), dtype=np.int64)
        figures = np.array((*row, *(0,) * (len(self.bands) + 1 - len(row))), dtype=np.int64)
        found: Spots = figures[np.searchsorted(np.array(self.bands, dtype=np.int64), apart)]
        return found

    @property
    def charge(self) -> int:
        """What it gains by charging the enemy, shots on the way in counted; less than nothing when it loses by it."""
        return self.ready + self.strike * 5 // 4 + self.silences - self.struck - self.overwatch

    @property
    def threat(self) -> int:
        """What it loses when the enemy charges it; less than nothing when the enemy would lose by that."""
        return self.charged * 5 // 4 + self.silenced - self.answer


NAMES = ("bands", "fire", "still", "return_fire", "ready", "strike", "struck", "charged", "answer", "left")
MORE = ("hasty", "overwatch", "silences", "silenced")
"""What a book may leave out of a posture."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """What is reckoned with of a unit, lengths in micrometres; see the book's `bearing`."""

    scores: bool = False
    length: int = 0
    each_turn: bool = False
    move: int = um(6)
    least: int = 0
    stride: int = um(8)
    charge: int = um(6)
    sure: int = um(5.5)
    threat: int = um(12)
    runs: bool = True
    climbs: bool = False
    holding: int = 70_000
    likely: tuple[int, ...] = ()

    def chance(self, apart: int) -> int:
        """The chance of a charge from so far away, in hundredths."""
        if apart > self.charge:
            return 0
        inches = -(-apart // INCH)
        return self.likely[min(inches, len(self.likely) - 1)] if self.likely else 100

    def chances(self, apart: Spots) -> Spots:
        """As `chance`, from many distances."""
        likely = np.array(self.likely or (100,), dtype=np.int64)
        return np.where(apart > self.charge, 0, likely[np.minimum(-(-apart // INCH), len(likely) - 1)])


class Outlook:
    """A state as one side sees it. Made anew for every state; duels are kept while both units stay as they are."""

    def __init__(self, state: State, book: Book, side: str, kept: dict[tuple[object, ...], Duel]):
        self.state = state
        self.book = book
        self.side = side
        self._duels = kept
        self.mine = [u.id for u in state.units_of(side)]
        self.enemies = [u.id for u in state.units_of(state.enemy(side))]
        self._present = _by_unit(state)
        self._middles: dict[str, Spot] = {}
        self._gaps: dict[tuple[str, str], int] = {}
        self._grids: dict[str, NDArray[np.int64]] = {}
        self._badges: dict[str, tuple[str, ...]] = {}
        self._here: dict[tuple[str, str], Duel] = {}
        self._bearings: dict[str, Bearing] = {}
        self._near: dict[str, list[str]] = {}
        self._board = state.board
        self._woods: tuple[tuple[Spot, ...], ...] | None = None
        self._goals: dict[str, str] | None = None
        self._weights: dict[str, int] = {}
        self._roster = tuple(state.units.values())
        self._pressed: bool | None = None
        self._barred: dict[tuple[str, str], bool] = {}

    def models(self, unit: str) -> tuple[Model, ...]:
        return self._present.get(unit, ())

    def middle(self, unit: str) -> Spot:
        """The middle of a unit's models, in micrometres."""
        if unit not in self._middles:
            models = self.models(unit)
            xs, ys = [m.pose.x for m in models], [m.pose.y for m in models]
            self._middles[unit] = sum(xs) // len(xs), sum(ys) // len(ys)
        return self._middles[unit]

    def duel(self, unit: str, enemy: str) -> Duel:
        """How a unit stands to an enemy unit."""
        if (unit, enemy) not in self._here:
            key = (unit, enemy, self._strength(unit), self._strength(enemy))
            if key not in self._duels:
                found = self.book.odds(self.state, facts(kind="posture", unit=unit, target=enemy))
                more = {name: value for name, value in found if name in MORE}
                self._duels[key] = Duel(*(fact(found, name) for name in NAMES), **more)
            self._here[unit, enemy] = self._duels[key]
        return self._here[unit, enemy]

    def bearing(self, unit: str) -> Bearing:
        """What is reckoned with of a unit of either side."""
        if unit not in self._bearings:
            self._bearings[unit] = Bearing(**dict(self.book.odds(self.state, facts(kind="bearing", unit=unit))))
        return self._bearings[unit]

    def _strength(self, unit: str) -> tuple[object, ...]:
        upon = tuple((e.kind, e.numbers) for e in self.state.effects_on(unit))
        return (*((m.profile, m.gear, m.wounds) for m in self.models(unit)), upon)

    def _grid(self, unit: str) -> NDArray[np.int64]:
        if unit not in self._grids:
            spots = [(m.pose.x, m.pose.y) for m in self.models(unit)]
            self._grids[unit] = np.array(spots, dtype=np.int64).reshape(-1, 2)
        return self._grids[unit]

    def gap(self, unit: str, enemy: str) -> int:
        """About how far apart two units are, base to base, in micrometres; cheaper than measuring."""
        if (unit, enemy) not in self._gaps:
            square = _square(self._grid(unit), self._grid(enemy))
            self._gaps[unit, enemy] = max(0, int(sqrt(square)) - BASE)
        return self._gaps[unit, enemy]

    def near(self, unit: str) -> list[str]:
        """The enemies that a unit reckons with: all of a few, of many the nearest."""
        if len(self.enemies) <= MANY:
            return self.enemies
        if unit not in self._near:
            nearest = sorted((self.gap(unit, enemy), n) for n, enemy in enumerate(self.enemies))[:NEAREST]
            self._near[unit] = [self.enemies[n] for n in sorted(n for _, n in nearest)]
        return self._near[unit]

    def weight(self, unit: str) -> int:
        """How much losses of a unit count, in hundredths: more the nearer it is to being lost whole."""
        if unit not in self._weights:
            record = self.state.units[unit]
            left = record.points * len(self.models(unit)) // max(record.size, 1)
            whole = KILL if not self.state.objectives else KILL // 3
            self._weights[unit] = 100 + min(200, 100 * whole // max(left, 1))
        return self._weights[unit]

    def way_is_barred(self, unit: str, enemy: str) -> bool:
        """Whether another enemy unit stands about in the straight way of a unit to an enemy."""
        if (unit, enemy) not in self._barred:
            here, there = self.middle(unit), self.middle(enemy)
            far = distance(here, there)
            between = False
            for other in self.enemies:
                spot = self.middle(other)
                near, beyond = distance(here, spot), distance(spot, there)
                between |= other != enemy and near < far and beyond < far and near + beyond < far + DETOUR
            self._barred[unit, enemy] = between
        return self._barred[unit, enemy]

    def wounds(self, unit: str) -> int:
        """The Wounds that a unit on the table has left."""
        return sum(m.wounds for m in self.models(unit))

    def price(self, unit: str) -> int:
        """What a Wound of a unit is worth, in points and hundredths, by its chance to be lost whole."""
        record = self.state.units[unit]
        left = record.points * len(self.models(unit)) // max(1, record.size)
        return left * self.weight(unit) // max(1, self.wounds(unit))

    def fights(self, unit: str) -> bool:
        """Whether a unit gains by charging some enemy, more than by shooting at it from afar."""
        duels = [self.duel(unit, enemy) for enemy in self.enemies]
        return any(d.charge > 0 and d.strike > d.at(um(18)) for d in duels)

    def carrier(self, unit: str) -> str:
        """The unit of the transport that a unit rides in; empty for none."""
        places = [m.place for m in self.state.members(unit)]
        return next((self.state.models[p.carrier].unit for p in places if isinstance(p, Aboard)), "")

    def objective_gap(self, unit: str) -> int | None:
        """How far the middle of a unit is from the nearest objective; None where there is none."""
        spots = [(o.at.x, o.at.y) for o in self.state.objectives.values()]
        return min((distance(self.middle(unit), spot) for spot in spots), default=None)

    def badges(self, unit: str) -> tuple[str, ...]:
        if unit not in self._badges:
            self._badges[unit] = self.book.badges(self.state, unit)
        return self._badges[unit]

    def locked(self, unit: str) -> bool:
        return "locked" in self.badges(unit)

    def name(self, unit: str) -> str:
        return self.state.units[unit].name

    def may_score(self, unit: str) -> bool:
        """Whether the mission has objectives and this unit counts for them."""
        return bool(self.state.objectives) and self.bearing(unit).scores

    @property
    def urgency(self) -> int:
        """How much the mission counts against everything else, in hundredths: more toward the end."""
        if not self.mine:
            return URGENCY[-1]
        told = self.bearing(self.mine[0])
        left = max(told.length - self.state.clock.round, 0)
        return EVERY_TURN if told.each_turn else URGENCY[min(left, len(URGENCY) - 1)]

    @property
    def pressed(self) -> bool:
        """Whether time goes by and the side has not destroyed more than it has lost."""
        if self._pressed is None:
            units = [(u.side, any(m.alive for m in self.state.models.values() if m.unit == u.id)) for u in self._roster]
            lost = len([1 for side, alive in units if side == self.side and not alive])
            taken = len([1 for side, alive in units if side != self.side and not alive])
            self._pressed = self.state.clock.round >= 2 and taken <= lost
        return self._pressed

    def goal(self, unit: str) -> str:
        """The objective that is a scoring unit's business, empty for none: each goes to the nearest unit left."""
        if self._goals is None:
            self._goals = self._share_out()
        return self._goals.get(unit, "")

    def _share_out(self) -> dict[str, str]:
        free = [u for u in self.mine if self.may_score(u) and "falling_back" not in self.badges(u)]
        pairs = sorted(
            (distance(self.middle(u), (o.at.x, o.at.y)), u, o.id) for u in free for o in self.state.objectives.values()
        )
        found: dict[str, str] = {}
        for _, unit, objective in pairs:
            if unit not in found and objective not in found.values():
                found[unit] = objective
        for _, unit, objective in pairs:
            found.setdefault(unit, objective)
        return found

    def all_screened(self, spots: Spots, other: Spot) -> NDArray[np.bool_]:
        """Whether a wall or solid terrain lies between each of some spots and another, about; the book knows it
        exactly."""
        return ways.all_screened(self._board, spots, other)

    def way(self, unit: str, spot: Spot, goal: Spot) -> tuple[int, Spot]:
        """How far it is from a spot to a goal for a unit, about, and where to turn first; walls are in the way of those
        who would have to climb them."""
        if self.bearing(unit).climbs:
            return ways.round_walls(self._board, spot, goal, self._room(unit))
        return distance(spot, goal), goal

    def ways(self, unit: str, spots: Spots, goal: Spot) -> Spots:
        """How far it is from each of some spots, as `way` tells."""
        if self.bearing(unit).climbs:
            return ways.all_round_walls(self._board, spots, goal, self._room(unit))
        return ways.distances(spots, goal)

    def _room(self, unit: str) -> int:
        """How far from the ends of walls a unit goes round them."""
        return ways.WIDE if self._is_wide(unit) else ways.CLEAR

    def _is_wide(self, unit: str) -> bool:
        """Whether a unit's bases are so large that it needs much room."""
        return any(reach(m.shape) > LARGE for m in self.state.members(unit)[:1])

    def sheltered(self, spot: Spot) -> bool:
        """Whether a spot lies in terrain that gives cover."""
        if self._woods is None:
            pieces = (t.piece for t in self.state.terrain.values())
            self._woods = tuple(p.outline for p in pieces if "area" in p.traits and p.cover)
        return any(_inside(spot, ring) for ring in self._woods)

    def all_sheltered(self, spots: Spots) -> NDArray[np.bool_]:
        """As `sheltered`, of many spots."""
        return np.array([self.sheltered((x, y)) for x, y in spots.tolist()], dtype=np.bool_)

    def crosses(self, piece: str, one: Spot, other: Spot) -> bool:
        """Whether a straight way leads over a piece of terrain, or ends on it."""
        ring = self.state.terrain[piece].piece.outline
        return _inside(other, ring) or any(
            ways.cross(one, other, a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        )


def _square(one: NDArray[np.int64], other: NDArray[np.int64]) -> int:
    """The square of the least distance between two sets of spots; far apart where one is empty."""
    apart = one[:, None, :] - other[None, :, :]
    return int((apart * apart).sum(axis=2).min()) if apart.size else um(200) * um(200)


def _inside(spot: Spot, ring: tuple[Spot, ...]) -> bool:
    """Whether a spot lies in an outline, in whole numbers."""
    x, y = spot
    inside = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y):
            right = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            inside ^= (right > 0) == (by > ay)
    return inside


def _by_unit(state: State) -> dict[str, tuple[Model, ...]]:
    found: dict[str, list[Model]] = {}
    for model in state.models.values():
        if model.on_table:
            found.setdefault(model.unit, []).append(model)
    return {unit: tuple(models) for unit, models in found.items()}
