"""Formations: shifted, turned, in ranks, spread, in a ring, and drawn back to what the unit can reach."""

from __future__ import annotations

import pytest

from battlefield.body import Body
from battlefield.measure import gap, gaps
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.units import INCH, um
from engine.mechanics import formation

DISC = Round(INCH)


def squad(count: int = 6, shape: Round | Rect = DISC) -> tuple[Body, ...]:
    """Models two inches apart in two rows, the middle at (12, 11)."""
    return tuple(Body(f"m{n}", shape, Pose.at(10 + 2 * (n % 3), 10 + 2 * (n // 3)), um(1), um(1)) for n in range(count))


def put(bodies: tuple[Body, ...], ends: formation.Ends) -> tuple[Body, ...]:
    return tuple(b.at(ends[b.id]) for b in bodies)


def least_gap(bodies: tuple[Body, ...]) -> float:
    return min(gap(a, b) for i, a in enumerate(bodies) for b in bodies[i + 1 :])


def test_a_shift_moves_everyone_alike() -> None:
    moved = put(squad(), formation.translated(squad(), um(3), um(-1)))
    assert moved[0].pose.xy == (13, 9) and moved[5].pose.xy == (17, 11)


def test_a_quarter_turn_about_the_centre_keeps_all_gaps_and_turns_everyone() -> None:
    turned = put(squad(), formation.rotated(squad(), 90_000_000))
    assert turned[0].pose == Pose.at(13, 9, 0, 90)
    assert formation.centre(turned) == formation.centre(squad())
    assert abs(gaps(turned, turned) - gaps(squad(), squad())).max() < 1e-9


def test_turning_about_a_point_swings_the_formation_round_it() -> None:
    turned = formation.rotated(squad(), 180_000_000, (um(10), um(10)))
    assert turned["m0"].xy == (10, 10) and turned["m2"].xy == (6, 10)


@pytest.mark.parametrize(("count", "rows"), [(1, [6]), (2, [3, 3]), (4, [2, 2, 2]), (9, [1] * 6)])
def test_ranks_are_as_deep_and_wide_as_asked(count: int, rows: list[int]) -> None:
    ends = formation.ranks(squad(), count, um(1), 90_000_000)
    lines: dict[int, int] = {}
    for pose in ends.values():
        lines[pose.y] = lines.get(pose.y, 0) + 1
    assert [lines[y] for y in sorted(lines, reverse=True)] == rows
    assert least_gap(put(squad(), ends)) == pytest.approx(1.0, abs=1e-4)
    assert all(pose.heading == 90 for pose in ends.values())


def test_whoever_is_in_front_stays_in_front() -> None:
    ends = formation.ranks(squad(), 2, um(1), 90_000_000)
    assert {m for m, p in ends.items() if p.y > um(11)} == {"m3", "m4", "m5"}
    assert ends["m3"].x < ends["m4"].x < ends["m5"].x


def test_a_formation_of_no_ranks_is_an_error() -> None:
    with pytest.raises(ValueError, match="no formation"):
        formation.ranks(squad(), 0, um(1), 0)
    with pytest.raises(ValueError, match="centre"):
        formation.centre(())


@pytest.mark.parametrize("wide", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("shape", [DISC, Rect(um(1), um(1))])
def test_spreading_sets_the_least_gap_and_keeps_the_centre(wide: float, shape: Round | Rect) -> None:
    bodies = squad(shape=shape)
    spread = put(bodies, formation.spread(bodies, um(wide)))
    assert least_gap(spread) == pytest.approx(wide, abs=2e-4)
    assert formation.centre(spread) == formation.centre(bodies)


def test_a_ring_has_even_gaps_and_looks_outwards() -> None:
    ends = formation.ring(squad(), um(2))
    ring = put(squad(), ends)
    nearest = [min(gap(a, b) for b in ring if b.id != a.id) for a in ring]
    assert all(n == pytest.approx(2.0, abs=1e-3) for n in nearest)
    cx, cy = formation.centre(squad())
    assert all(abs((p.x - cx) * (p.x - cx) + (p.y - cy) * (p.y - cy) - um(3) ** 2) < um(3) * 20 for p in ends.values())
    right = max(ends.values(), key=lambda p: p.x)
    assert right.facing == 0 and right.y == cy


def test_ends_out_of_reach_are_drawn_back_all_alike() -> None:
    far = formation.translated(squad(), um(12), 0)
    ends = formation.shortened(squad(), far, {b.id: um(6) for b in squad()})
    assert ends["m0"].xy == (16, 10) and ends["m5"].xy == (20, 12)
    near = formation.translated(squad(), um(2), 0)
    assert formation.shortened(squad(), near, {b.id: um(6) for b in squad()}) == near
