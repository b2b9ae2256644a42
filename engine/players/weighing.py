"""What spots are worth to a unit: many at once, in whole numbers.

By what it would shoot and strike from there, what would come back, and what the mission pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from battlefield.units import um
from engine.players.outlook import NEAR_OBJECTIVE, Bearing, Duel, Outlook
from engine.players.ways import Spot, distance, distances, spots_of

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

LATER = np.array((100, 75, 56, 42, 32, 24, 18, 13, 10, 8), dtype=np.int64)
"""What something is worth when it comes so many turns later, in hundredths."""

Whole = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Worth(NamedTuple):
    """What a spot is worth in thousandths of points, and what most of that is for: a kind and whom it is about."""

    points: int
    kind: str
    about: str


NOTHING = Worth(0, "waits", "")


class _Best:
    """The best of several worths for each of some spots, nothing the least of them; equals by their names."""

    def __init__(self, names: Sequence[tuple[str, str]]) -> None:
        self._names = sorted({NOTHING[1:], *names})
        self._rank = {name: n for n, name in enumerate(self._names)}
        self._found: Whole = np.array([self._rank[NOTHING[1:]]], dtype=np.int64)

    def offer(self, points: Whole, kind: str, about: str, where: Mask | None = None) -> None:
        """Points of the same kind for every spot, or for some of them."""
        key = points * len(self._names) + self._rank[kind, about]
        better = np.maximum(self._found, key)
        self._found = better if where is None else np.where(where, better, self._found)

    def points(self) -> Whole:
        return self._found // len(self._names)

    def names(self, count: int) -> list[tuple[str, str]]:
        """What it is for, spot by spot."""
        ranks = np.broadcast_to(self._found % len(self._names), count).tolist()
        return [self._names[rank] for rank in ranks]


def worths(
    outlook: Outlook, unit: str, spots: Sequence[Spot], still: Sequence[bool], running: bool = False
) -> list[Worth]:
    """What a unit's standing around each of some spots is worth to its side; `still` where that is no move.

    `running` leaves out this turn's shots and charges.
    """
    at, stays = spots_of(spots), np.array(still, dtype=np.bool_)
    mine, enemies = outlook.bearing(unit), outlook.near(unit)
    best = _Best([(kind, enemy) for enemy in enemies for kind in ("charges", "shoots")])
    harm, shots = np.zeros(len(at), dtype=np.int64), np.zeros(len(at), dtype=np.int64)
    for enemy in enemies:
        duel, busy, weight = outlook.duel(unit, enemy), outlook.locked(enemy), outlook.weight(enemy)
        apart = apart_from(outlook, unit, enemy, at)
        seen = _seen(outlook, enemy, duel, busy, at)
        chance = mine.chances(apart)
        charge = _charge(duel, mine, apart, chance * 0 if running else chance, outlook.way_is_barred(unit, enemy))
        best.offer(charge * weight // 100, "charges", enemy)
        if not busy:
            shot = _shots(duel, apart, stays, running) * seen // 4
            coming = _coming(duel, mine, apart, outlook.pressed) * seen // 4
            best.offer((shot + coming) * weight // 100, "shoots", enemy)
            shots += duel.returned_at(apart) * seen // 4
            charging = (charge > 0) & (chance > EVEN) if not running else np.zeros(len(at), dtype=np.bool_)
            harm = np.maximum(harm, np.where(charging, 0, _harm(duel, apart, outlook.bearing(enemy))))
    if outlook.pressed:
        harm = harm * PRESSED // 100
    covered = np.where(outlook.all_sheltered(at), 3, 4)
    shots = shots * covered // 4 // max(2, len(outlook.mine))
    mission, aims = _mission(outlook, unit, at)
    gain, names = best.points(), best.names(len(at))
    whole = gain - (harm + shots) * outlook.weight(unit) // 100 + mission
    chosen = zip(whole.tolist(), (mission > gain).tolist(), aims, names, strict=True)
    return [Worth(points, *(aim if higher else name)) for points, higher, aim, name in chosen]


def apart_from(outlook: Outlook, unit: str, enemy: str, at: Whole) -> Whole:
    """About how far apart a unit, with its middle at each of some spots, and an enemy would be."""
    here, there = outlook.middle(unit), outlook.middle(enemy)
    return np.maximum(0, outlook.gap(unit, enemy) + distances(at, there) - distance(here, there))


def _seen(outlook: Outlook, enemy: str, duel: Duel, busy: bool, at: Whole) -> Whole:
    """How much of an enemy is in sight from each spot, in quarters, about; all of it where nobody shoots."""
    if busy or not (duel.bands and (duel.still[0] or duel.return_fire[0])):
        return np.full(len(at), 4, dtype=np.int64)
    return np.where(outlook.all_screened(at, outlook.middle(enemy)), 2, 4)


def _charge(duel: Duel, mine: Bearing, apart: Whole, chance: Whole, barred: bool) -> Whole:
    """What a charge promises from that far, now or later.

    An enemy behind another, to whom the way is `barred`, is hard to come by.
    """
    fight = duel.charge * FIGHTING // 100
    later = fight * soon(apart - (mine.threat - mine.move), mine.stride, 1) // 100
    later = later * BARRED // 100 if barred else later
    now = fight * chance // 100
    return np.where(chance < 100, np.maximum(now, later), now)


def _shots(duel: Duel, apart: Whole, still: Mask, running: bool) -> Whole:
    """What shots promise now."""
    if running:
        return duel.all_at(apart, hasty=True)
    return np.where(still, duel.all_at(apart, still=True), duel.all_at(apart))


def _coming(duel: Duel, mine: Bearing, apart: Whole, eager: bool) -> Whole:
    """What shots promise on the way; the `eager` look further ahead."""
    coming = [LATER[n] * duel.all_at(np.maximum(0, apart - n * mine.move), still=True) for n in range(APPROACH)]
    found: Whole = np.maximum.reduce(coming) * (EAGER if eager else SHOOTING_ON) // 10_000
    return found


def soon(far: Whole, stride: int, first: int = 0) -> Whole:
    """What something so far away (micrometres) counts, in hundredths; `first` turns pass before the way begins."""
    stride, far = max(stride, um(1)), np.maximum(0, far)
    turns, part = first + far // stride, far % stride * 100 // stride
    now, then = LATER[np.minimum(turns, len(LATER) - 1)], LATER[np.minimum(turns + 1, len(LATER) - 1)]
    return now - (now - then) * part // 100


def _harm(duel: Duel, apart: Whole, foe: Bearing) -> Whole:
    """What an enemy's coming charge takes, the sooner the more."""
    if duel.threat <= 0:
        return np.zeros(len(apart), dtype=np.int64)
    return duel.threat * soon(apart - foe.threat, foe.stride) // 100 * FEARED // 100


# -- the mission -------------------------------------------------------------------------------------------------------


def mission_worth(outlook: Outlook, unit: str, spot: Spot) -> int:
    """What the mission pays for a spot: an objective of its own to a unit that can hold it, else denying one."""
    return int(_mission(outlook, unit, spots_of([spot]))[0][0])


def _mission(outlook: Outlook, unit: str, at: Whole) -> tuple[Whole, list[tuple[str, str]]]:
    """What the mission pays for each spot, and what that is for."""
    own, objectives = outlook.goal(unit), outlook.state.objectives.values()
    best = _Best([(kind, o.id) for o in objectives for kind in ("holds", "heads for")])
    for objective in objectives:
        way = outlook.ways(unit, at, (objective.at.x, objective.at.y))
        apart = np.maximum(0, way - NEAR_OBJECTIVE)
        value = outlook.bearing(unit).holding * outlook.urgency // 100
        if not outlook.may_score(unit):
            value = value // 2 if objective.holder == outlook.state.enemy(outlook.side) else value // 8
        elif objective.id != own:
            value //= 3
        points = value * soon(apart, outlook.bearing(unit).stride) // 100
        best.offer(points, "holds", objective.id, apart == 0)
        best.offer(points, "heads for", objective.id, apart != 0)
    return np.broadcast_to(best.points(), len(at)), best.names(len(at))
