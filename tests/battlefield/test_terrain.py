"""Pieces of terrain: placing, solids, surfaces."""

from dataclasses import replace

import pytest
from shapely import Polygon, union_all

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.terrain import Floor, Opening, Piece, Wall, area, placed, polygon, solids, surfaces, volume
from battlefield.units import um


def spots(*points):
    return tuple((um(x), um(y)) for x, y in points)


WINDOW = Opening(um(2), um(3), um(1), um(2.5))
WALL = Wall(spots((-4, -3), (4, -3)), um(0.25), 0, um(6), (WINDOW,))
RUIN = Piece(
    "ruin",
    "ruin",
    "Ruin",
    spots((-4, -3), (4, -3), (4, 3), (-4, 3)),
    0,
    um(6),
    (WALL, Floor("1", spots((-4, -3), (0, -3), (0, 3), (-4, 3)), um(3))),
)
HILL = Piece("hill", "hill", "Hill", spots((0, 0), (6, 0), (6, 4), (0, 4)), 0, um(2), opaque=True, standable=True)


def test_a_wall_with_a_window_is_jamb_sill_lintel_jamb():
    boxes = [prism for prism in solids(RUIN) if prism.top - prism.bottom != um(0.1)]
    heights = [(prism.bottom, prism.top) for prism in boxes]
    assert heights == [(0, um(6)), (0, um(1)), (um(2.5), um(6)), (0, um(6))]
    widths = [polygon(prism.outline).bounds[::2] for prism in boxes]
    assert widths == [(-4, -2), (-2, -1), (-2, -1), (-1, 4)]
    assert polygon(boxes[0].outline).bounds[1::2] == pytest.approx((-3.125, -2.875))


def test_a_door_leaves_no_sill():
    door = replace(WALL, openings=(Opening(um(2), um(3), 0, um(2)),))
    heights = [(prism.bottom, prism.top) for prism in solids(replace(RUIN, parts=(door,)))]
    assert heights == [(0, um(6)), (um(2), um(6)), (0, um(6))]


def test_an_opening_that_reaches_the_end_of_a_turned_wall_leaves_no_sliver():
    door = replace(WALL, openings=(Opening(um(6), um(8), 0, um(6)),))
    for facing in range(0, 360, 7):
        turned = placed(replace(RUIN, parts=(door,)), Pose.at(40, 10, 0, facing))
        assert len(solids(turned)) == 1


def test_a_floor_is_a_slab_below_where_one_stands():
    slab = solids(RUIN)[-1]
    assert (slab.bottom, slab.top, slab.owner) == (um(2.9), um(3), "ruin")


def test_only_an_opaque_outline_is_solid():
    assert [prism.top for prism in solids(HILL)] == [um(2)]
    assert solids(replace(HILL, opaque=False)) == ()
    assert volume(replace(HILL, opaque=False)) == volume(HILL)


def test_surfaces_are_the_top_and_the_floors():
    assert [(surface.id, surface.z) for surface in surfaces(HILL)] == [("hill", 2.0)]
    assert [(surface.id, surface.z, surface.ground.area) for surface in surfaces(RUIN)] == [("ruin/1", 3.0, 24.0)]


def test_placing_turns_then_moves():
    there = placed(RUIN, Pose.at(40, 10, 1, 90))
    assert area(there).bounds == (37, 6, 43, 14)
    assert there.parts[0].line == spots((43, 6), (43, 14))
    assert (there.bottom, there.top, there.parts[0].bottom, there.parts[1].z) == (um(1), um(7), um(1), um(4))


def test_mirroring_comes_first_and_swaps_left_and_right():
    there = placed(RUIN, Pose.at(40, 10, 0, 90), mirror=True)
    assert there.parts[0].line == spots((37, 6), (37, 14))
    window = next(prism for prism in solids(there) if prism.bottom == um(2.5))
    assert polygon(window.outline).bounds[1::2] == pytest.approx((8, 9))
    assert all(polygon(prism.outline).exterior.is_ccw for prism in solids(there))


def test_the_solids_of_a_corner_cover_its_outline():
    corner = replace(HILL, outline=spots((0, 0), (6, 0), (6, 1), (1, 1), (1, 5), (0, 5)))
    found = [polygon(prism.outline) for prism in solids(corner)]
    assert union_all(found).symmetric_difference(area(corner)).area < 1e-9
    assert len(found) == 2


def test_equal_pieces_are_one_key():
    assert hash(placed(RUIN, Pose.at(1, 2))) == hash(placed(RUIN, Pose.at(1, 2)))
    assert placed(RUIN, Pose.at(1, 2)) != placed(RUIN, Pose.at(1, 2.5))


def test_an_eye_off_the_centre_turns_with_the_body():
    body = Body("a", Round(um(1)), Pose.at(10, 20, 3, 90), um(2), um(1.5), eye_at=(um(1), um(0.5)))
    assert body.eye_point == (9.5, 21.0, 4.5)
    assert (body.bottom, body.top, body.reach) == (3.0, 5.0, 0.5)


def test_a_torso_is_what_is_seen_and_the_base_what_is_measured():
    body = Body("a", Round(um(2)), Pose.at(0, 0), um(2), um(1.5), torso=Round(um(1)))
    assert body.base.bounds == (-1, -1, 1, 1)
    assert body.trunk.bounds == (-0.5, -0.5, 0.5, 0.5)
    assert isinstance(body.base, Polygon)
