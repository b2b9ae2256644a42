"""Finding pieces and bodies by where they are."""

from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import box

from battlefield.measure import gap
from battlefield.pose import Pose
from battlefield.separation import CONTACT
from battlefield.shapes import Rect, Round
from battlefield.table import (
    Board,
    Neighbours,
    neighbours,
    pieces_around,
    pieces_at,
    pieces_in,
    pieces_touching,
    pieces_within,
    surfaces_at,
)
from battlefield.terrain import Floor, Piece, Wall
from battlefield.units import um
from tests.battlefield.strategies import bodies, body


def rectangle(id, x, y, width, depth, **more):
    outline = tuple((um(px), um(py)) for px, py in ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))
    return Piece(id, "block", id, outline, 0, um(more.pop("top", 3)), **more)


WOOD = rectangle("wood", 10, 10, 8, 6)
HILL = rectangle("hill", 16, 10, 8, 6, opaque=True, standable=True, top=2)
FAR = rectangle("far", 60, 40, 4, 4)
BOARD = Board(um(72), um(48), (WOOD, HILL, FAR))


def ids(found):
    return [thing.id for thing in found]


def test_pieces_at_a_spot_in_the_order_of_the_board():
    assert ids(pieces_at(BOARD, 17, 12)) == ["wood", "hill"]
    assert ids(pieces_at(BOARD, 12, 12)) == ["wood"]
    assert ids(pieces_at(BOARD, 40, 12)) == []
    assert ids(pieces_at(BOARD, 10, 10)) == ["wood"]


def test_pieces_touched_within_and_around():
    assert ids(pieces_touching(BOARD, box(8, 10, 10, 12))) == ["wood"]
    assert ids(pieces_touching(BOARD, box(8, 10, 9.9, 12))) == []
    assert ids(pieces_within(BOARD, box(8, 10, 9, 12), 1)) == ["wood"]
    assert ids(pieces_around(BOARD, box(10, 10, 12, 12))) == ["wood"]
    assert ids(pieces_around(BOARD, box(9, 10, 12, 12))) == []


def test_a_wall_outside_its_outline_is_found_too():
    fence = Wall(((um(30), um(30)), (um(40), um(30))), um(0.5), 0, um(1))
    board = Board(um(72), um(48), (rectangle("yard", 34, 32, 1, 1, parts=(fence,)),))
    assert ids(pieces_in(board, (30, 29, 31, 29.8))) == ["yard"]
    assert ids(pieces_in(board, (30, 28, 31, 29.5))) == []


def test_surfaces_above_a_spot_from_the_lowest_up():
    tower = rectangle("tower", 20, 10, 4, 4, parts=(Floor("1", HILL.outline, um(4)), Floor("0", HILL.outline, um(1))))
    board = Board(um(72), um(48), (tower, HILL))
    assert [(s.id, s.z) for s in surfaces_at(board, 20, 12)] == [("tower/0", 1.0), ("hill", 2.0), ("tower/1", 4.0)]


def test_a_piece_by_its_id():
    assert BOARD.piece("far") is FAR


def test_equal_boards_share_an_index_and_a_moved_piece_is_found_where_it_went():
    moved = Board(BOARD.width, BOARD.depth, (WOOD, HILL, rectangle("far", 1, 1, 4, 4)))
    assert hash(BOARD) == hash(Board(um(72), um(48), (WOOD, HILL, FAR)))
    assert moved != BOARD
    assert ids(pieces_at(moved, 2, 2)) == ["far"]
    assert ids(pieces_at(BOARD, 2, 2)) == []


def test_neighbours_are_ordered_by_distance_then_id():
    middle = body("m", Round(um(1)), Pose.at(0, 0))
    others = [
        body(id, Round(um(1)), Pose.at(x, y)) for id, x, y in (("b", 0, 4), ("a", 4, 0), ("c", 2, 0), ("d", 9, 0))
    ]
    found = neighbours((middle, *others))
    assert ids(found.within(middle, 3)) == ["c", "a", "b"]
    assert ids(found.within(middle, 2.9)) == ["c"]


def test_neighbours_of_an_area_and_under_a_spot():
    tank = body("tank", Rect(um(4), um(2)), Pose.at(10, 10))
    rider = body("rider", Round(um(1)), Pose.at(11, 10, 2))
    found = Neighbours([tank, rider])
    assert ids(found.within_area(box(13, 9, 15, 11), 1)) == ["tank"]
    assert ids(found.within_area(box(13, 9, 15, 11), 1.5)) == ["tank", "rider"]
    assert ids(found.at(11, 10)) == ["rider", "tank"]
    assert ids(found.at(8, 9)) == ["tank"]
    assert ids(found.at(7.9, 9)) == []


@settings(max_examples=30)
@given(st.lists(bodies("x"), min_size=1, max_size=8), st.floats(0, 6))
def test_the_index_finds_what_looking_at_everything_finds(found, reach):
    named = [body(str(i), one.shape, one.pose) for i, one in enumerate(found)]
    expected = {other.id for other in named[1:] if gap(named[0], other) <= reach + CONTACT}
    assert set(ids(Neighbours(named).within(named[0], reach))) == expected
