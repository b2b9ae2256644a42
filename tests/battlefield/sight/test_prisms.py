"""Round bases as the eye sees them."""

from __future__ import annotations

from math import asin, atan2, cos, pi, sin, sqrt

import numpy as np
import pytest

from battlefield.sight.packing import DISC_SIDES, body_solids, pack
from battlefield.sight.prisms import outline_seen
from battlefield.units import um
from tests.battlefield.sight.scenes import man

RADIUS = 16_000.0


@pytest.mark.parametrize("away", [1.001, 1.003, 1.009, 1.05, 2.0, 40.0])
def test_the_outline_of_a_disc_has_the_width_of_the_circle_from_wherever_one_looks(away: float) -> None:
    scene = pack(["disc"], [body_solids(man("disc", 10, 10))])
    x, y = np.zeros(scene.corners), np.zeros(scene.corners)
    for step in range(720):
        angle = step * pi / 360
        ex, ey = um(10) + away * RADIUS * cos(angle), um(10) + away * RADIUS * sin(angle)
        corners = outline_seen(scene.prisms, 0, ex, ey, x, y)
        assert DISC_SIDES <= corners <= DISC_SIDES + 2
        ahead = atan2(um(10) - ey, um(10) - ex)
        aside = [_bearing(px - ex, py - ey, ahead) for px, py in zip(x[:corners], y[:corners])]
        # Corners are whole micrometres, which close by is a noticeable angle.
        slack = 1.5 / (RADIUS * sqrt(away * away - 1)) + 1e-9
        assert max(aside) == pytest.approx(asin(1 / away), abs=slack)
        assert min(aside) == pytest.approx(-asin(1 / away), abs=slack)


def _bearing(dx: float, dy: float, ahead: float) -> float:
    """The angle of a direction to the left of `ahead`."""
    return (atan2(dy, dx) - ahead + pi) % (2 * pi) - pi


def test_inside_its_circle_the_outline_of_a_disc_is_its_polygon() -> None:
    scene = pack(["disc"], [body_solids(man("disc", 10, 10))])
    x, y = np.zeros(scene.corners), np.zeros(scene.corners)
    assert outline_seen(scene.prisms, 0, um(10), um(10), x, y) == DISC_SIDES
