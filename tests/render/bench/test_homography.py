"""Four corners give the table, whatever the angle; bad ones are refused; the stated error holds."""

from __future__ import annotations

from math import dist, hypot, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.bench.homography import CLICK, BeyondHorizon, Homography, QuadError, apply, in_order, solve
from tests.render.bench.cameras import Camera

CAMERAS = {
    "straight down": Camera(),
    "turned over": Camera(roll=3.0),
    "from the chair": Camera(tilt=0.9, round=0.3),
    "from a corner": Camera(tilt=0.8, round=2.4, roll=0.2),
    "very flat": Camera(tilt=1.35),
    "near and wide": Camera(far=50, tilt=0.7, focal=1500),
    "a small table far away": Camera(44, 30, far=400, tilt=0.5, round=5.0),
    "a small picture": Camera(tilt=0.4, focal=480, size=(640, 480)),
}
cameras = pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS.keys())
SPOTS = ((0.02, 0.03), (0.5, 0.5), (0.97, 0.9), (0.1, 0.8), (1.04, 0.3))


def spots(camera: Camera) -> list[tuple[float, float]]:
    return [(x * camera.width, y * camera.depth) for x, y in SPOTS]


@cameras
def test_what_a_camera_shows_is_found_on_the_table_again(camera: Camera) -> None:
    for spot in spots(camera):
        pixel = camera.see(*spot)
        assert dist(camera.map.to_table(pixel), spot) < 1e-9
        assert dist(camera.map.to_picture(spot), pixel) < 1e-7


@given(
    st.floats(0, 1.3), st.floats(0, 2 * pi), st.floats(0, 2 * pi), st.floats(60, 900), st.floats(0, 1), st.floats(0, 1)
)
def test_any_camera_can_be_undone(tilt: float, around: float, roll: float, far: float, x: float, y: float) -> None:
    camera = Camera(far=far + 40, tilt=tilt, round=around, roll=roll)
    spot = x * camera.width, y * camera.depth
    try:
        found = camera.map
    except QuadError:
        return
    assert dist(found.to_table(camera.see(*spot)), spot) < 1e-8


@cameras
def test_the_slope_is_that_of_small_steps(camera: Camera) -> None:
    for spot in spots(camera):
        x, y = camera.see(*spot)
        steps = [((x + 1e-3, y), (x - 1e-3, y)), ((x, y + 1e-3), (x, y - 1e-3))]
        columns = [(np.subtract(camera.map.to_table(a), camera.map.to_table(b))) / 2e-3 for a, b in steps]
        assert np.allclose(camera.map.jacobian((x, y)), np.array(columns).T, rtol=1e-5, atol=1e-9)


@cameras
@pytest.mark.parametrize("click", [0.5, CLICK, 4.0])
def test_no_misses_of_all_clicks_together_exceed_the_stated_error(camera: Camera, click: float) -> None:
    """Misses on the rim of what is allowed, at random and all outwards or inwards; the bound is no more than twice the
    worst that was met."""
    rng, table = np.random.default_rng(7), np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (camera.width, camera.depth)
    for spot in spots(camera):
        pixel = np.array(camera.see(*spot))
        angles = rng.uniform(0, 2 * pi, (3000, 5))
        misses = click * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        quads, clicked = np.array(camera.corners) + misses[:, :4], pixel + misses[:, 4]
        maps = solve(quads, table)
        found = np.array([apply(maps[i : i + 1], clicked[i : i + 1])[0, 0] for i in range(len(maps))])
        worst = max(hypot(*miss) for miss in found - spot)
        stated = camera.map.error((float(pixel[0]), float(pixel[1])), click)
        assert worst < stated < 2.2 * worst


def test_the_error_grows_with_the_misses_and_towards_the_far_edge() -> None:
    camera = CAMERAS["very flat"]
    near, far = camera.see(36, 2), camera.see(36, 46)
    assert camera.map.error(far) > 1.3 * camera.map.error(near)
    assert 1.9 < camera.map.error(near, 2.0) / camera.map.error(near, 1.0) < 2.5
    assert camera.map.error(near, 0.0) == 0


def test_from_straight_above_a_pixel_is_a_pixel() -> None:
    """30 pixels an inch: a miss of 1.5 pixels is 0.05 inch, and the corners add about as much again and a bit."""
    flat = Homography(((100, 1600), (2260, 1600), (2260, 160), (100, 160)), 72, 48)
    assert flat.to_table((130, 1570)) == pytest.approx((1, 1))
    assert 0.1 < flat.error((1180, 880)) < 0.2


def test_above_the_horizon_is_no_table() -> None:
    camera = Camera(tilt=1.3)
    with pytest.raises(BeyondHorizon, match="above the horizon"):
        camera.map.to_table((2000, -3000))
    x, y = camera.see(36, 3000)
    assert camera.map.error((x, y - 1), click=20) == float("inf")
    with pytest.raises(BeyondHorizon, match="behind the camera"):
        camera.map.to_picture((36, -4000))


GOOD = ((100.0, 700.0), (900.0, 710.0), (800.0, 300.0), (200.0, 290.0))


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        ((GOOD[0], GOOD[2], GOOD[1], GOOD[3]), "edges cross"),
        (GOOD[::-1], "as in a mirror"),
        ((GOOD[0], GOOD[1], (500.0, 600.0), GOOD[3]), "far right corner lies inside the other three"),
        (((100, 700), (500, 700.5), (900, 700), (500, 100)), "near right corner lies nearly in a line"),
        (((100, 700), (900, 700), (500, 701), (300, 700)), "cross|inside|line|mirror"),
        (((100, 700), (110, 700), (110, 690), (100, 690)), "near left and near right corners are 10 pixels apart"),
        (((100, 700), (100, 700), (110, 690), (100, 690)), "0 pixels apart"),
        (((float("nan"), 700), (900, 710), (800, 300), (200, 290)), "four corners"),
        (GOOD[:3], "four corners"),
    ],
)
def test_corners_that_no_table_has_are_refused(corners: tuple[tuple[float, float], ...], said: str) -> None:
    with pytest.raises(QuadError, match=said):
        Homography(corners, 72, 48)


def test_a_table_without_a_size_is_refused() -> None:
    with pytest.raises(QuadError, match="width and a depth"):
        Homography(GOOD, 72, 0)


def test_corners_clicked_in_any_order_are_put_round_the_table() -> None:
    a, b, c, d = GOOD
    for clicked in ((a, b, c, d), (a, d, c, b), (a, c, b, d), (a, d, b, c)):
        assert in_order(clicked) == GOOD
    assert in_order((b, a, c, d)) == (b, c, d, a), "the first one clicked is the near left one"


def test_a_table_lying_across_the_picture_is_as_good() -> None:
    turned = GOOD[1:] + GOOD[:1]
    assert Homography(turned, 48, 72).to_table(GOOD[1]) == pytest.approx((0, 0))
