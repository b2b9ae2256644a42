from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.table.camera import FINEST, Camera

VIEW = pygame.Rect(260, 40, 1340, 860)
spots = st.tuples(st.floats(-10, 82), st.floats(-10, 58))
pixels = st.tuples(st.floats(260, 1600), st.floats(40, 900))
zooms = st.floats(0.2, 8)


@given(spot=spots, factor=zooms, at=pixels, way=st.tuples(st.floats(-500, 500), st.floats(-500, 500)))
def test_to_the_screen_and_back_is_the_same_spot(
    spot: tuple[float, float], factor: float, at: tuple[float, float], way: tuple[float, float]
) -> None:
    camera = Camera.fit(72, 48, VIEW).zoomed(factor, at).panned(*way)
    assert camera.to_table(*camera.to_screen(*spot)) == pytest.approx(spot, abs=1e-9)


@given(at=st.tuples(st.floats(500, 1300), st.floats(200, 700)), factor=st.floats(1, 8))
def test_zooming_keeps_the_spot_under_the_pointer(at: tuple[float, float], factor: float) -> None:
    camera = Camera.fit(72, 48, VIEW)
    assert camera.zoomed(factor, at).to_table(*at) == pytest.approx(camera.to_table(*at), abs=1e-6)


@pytest.mark.parametrize(("width", "depth"), [(72, 48), (48, 72), (24, 24), (96, 48)])
@pytest.mark.parametrize("view", [VIEW, pygame.Rect(0, 0, 300, 900), pygame.Rect(5, 5, 900, 200)])
def test_a_fitted_table_lies_whole_in_its_view_with_a_margin(width: float, depth: float, view: pygame.Rect) -> None:
    camera = Camera.fit(width, depth, view, margin=24)
    (left, bottom), (right, top) = camera.to_screen(0, 0), camera.to_screen(width, depth)
    sides = [left - view.left, view.right - right, top - view.top, view.bottom - bottom]
    assert min(sides) == pytest.approx(24)
    assert camera.to_screen(width / 2, depth / 2) == view.center or view.width % 2 or view.height % 2


def test_up_on_the_table_is_up_on_the_screen() -> None:
    camera = Camera.fit(72, 48, VIEW)
    assert camera.to_screen(10, 20)[1] < camera.to_screen(10, 10)[1]
    assert camera.to_screen(20, 10)[0] > camera.to_screen(10, 10)[0]


def test_a_drag_moves_the_table_with_the_hand() -> None:
    camera = Camera.fit(72, 48, VIEW)
    x, y = camera.to_screen(30, 20)
    assert camera.panned(50, -30).to_screen(30, 20) == pytest.approx((x + 50, y - 30))


def test_the_table_cannot_be_lost() -> None:
    camera = Camera.fit(72, 48, VIEW).panned(-1e6, 1e6)
    assert camera.to_table(*camera.middle) == (72, 48)
    assert camera.zoomed(1e9, (500, 500)).ppi == FINEST
    assert camera.zoomed(1e-9, (500, 500)).ppi == camera.least


def test_another_view_keeps_the_middle() -> None:
    camera = Camera.fit(72, 48, VIEW).zoomed(3, (600, 300))
    other = camera.resized(pygame.Rect(0, 0, 500, 400))
    assert (other.x, other.y, other.ppi) == (camera.x, camera.y, camera.ppi)
    assert other.middle == (250, 200)
    assert camera.centred(5, 6).to_table(*camera.middle) == (5, 6)
