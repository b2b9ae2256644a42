"""Walls and floors of a ruin taken in hand one by one, and models that stand on its floors."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pygame
import pytest

from battlefield.terrain import Floor, Wall
from battlefield.units import inches
from render.bench import parting, plain
from render.bench.editing import Editor
from render.bench.position import Position
from render.bench.wares import BASES, TERRAIN
from scenarios.terrain import standard_kinds
from tests.render.bench.hand import Hand

CTRL = pygame.KMOD_CTRL
RUIN = next(ware for _, offered in TERRAIN for ware in offered if ware.id == "ruin")
MAN = next(figurine for _, offered in BASES for figurine in offered if figurine.id == "round-32")


@pytest.fixture
def hand(home: Path) -> Iterator[Hand]:
    yield Hand(Position(plain.blank("5e")))
    pygame.event.clear()


@pytest.fixture
def editor() -> Editor:
    """A ruin of four walls and a floor at 3 inches, its middle at (36, 24), turned by 90 degrees."""
    editor = Editor(Position(plain.blank("5e")))
    editor.take(RUIN)
    editor.turn(90)
    editor.put((36, 24))
    return editor


def piece(editor: Editor, id: str = "ruin-1") -> Any:
    return editor.position.state().terrain[id].piece


def ends(wall: Wall) -> list[tuple[float, float]]:
    return [(round(inches(x), 3), round(inches(y), 3)) for x, y in wall.line]


def on_floor(editor: Editor, x: float, y: float) -> str:
    editor.take(MAN)
    editor.put((x, y))
    return editor.selected


# -- parts -------------------------------------------------------------------------------------------------------------


def test_a_wall_is_found_where_it_stands_and_a_floor_beside_it(editor: Editor) -> None:
    assert isinstance(piece(editor).parts[editor.parts.at((39, 24))], Wall)
    assert isinstance(piece(editor).parts[editor.parts.at((36, 23))], Floor)
    assert editor.parts.at((50, 24)) is None


@pytest.mark.parametrize("mirror", [False, True])
def test_one_wall_is_dragged_and_the_others_stay(editor: Editor, mirror: bool) -> None:
    editor.position.edit("terrain", "ruin-1", lambda entry: {**entry, "mirror": mirror, "facing": 30})
    wall = next(i for i, part in enumerate(piece(editor).parts) if isinstance(part, Wall))
    editor.parts.choose(wall)
    before = piece(editor)
    x, y = editor.parts.middle()
    editor.grip("ruin-1", (x, y))
    editor.drag_to((x + 2, y - 1))
    assert editor.let_go()
    after = piece(editor)
    assert after.outline == before.outline
    for i, (old, new) in enumerate(zip(before.parts, after.parts)):
        by = (2, -1) if i == wall else (0, 0)
        if isinstance(old, Wall):
            for one, other in zip(ends(old), ends(new)):
                assert (other[0] - one[0], other[1] - one[1]) == pytest.approx(by, abs=0.012)
        else:
            assert old == new
    editor.position.undo()
    assert piece(editor) == before


def test_dragged_beside_the_chosen_wall_the_whole_piece_moves(editor: Editor) -> None:
    editor.parts.choose(0)
    before = ends(piece(editor).parts[1])
    editor.grip("ruin-1", (36, 24))
    editor.drag_to((37, 24))
    assert [(x + 1, y) for x, y in before] == ends(piece(editor).parts[1])


def test_a_wall_turned_keeps_its_middle_and_its_length(editor: Editor) -> None:
    editor.parts.choose(1)
    at, long = editor.parts.middle(), parting.length(editor.parts.part or {})
    for _ in range(7):
        editor.turn(15)
    assert editor.parts.middle() == pytest.approx(at, abs=1e-4)
    assert parting.length(editor.parts.part or {}) == pytest.approx(long, abs=1e-4)
    (ax, ay), (bx, by) = ends(piece(editor).parts[1])
    turn = radians(90 + 90 + 105)
    assert ((bx - ax) / long, (by - ay) / long) == pytest.approx((cos(turn), sin(turn)), abs=1e-3)


def test_arrows_copies_and_deletion_go_to_the_part_in_hand(editor: Editor) -> None:
    editor.parts.choose(0)
    x, y = editor.parts.middle()
    editor.nudge(0, 0.5)
    assert editor.parts.middle() == pytest.approx((x, y + 0.5), abs=1e-4)
    count = len(editor.parts.all)
    editor.duplicate()
    assert len(editor.parts.all) == count + 1 and editor.parts.index == count
    editor.remove()
    assert len(editor.parts.all) == count and editor.parts.index is None
    assert editor.position.piece("ruin-1") is not None
    floor = next(i for i, part in enumerate(editor.parts.all) if "floor" in part)
    editor.parts.choose(floor)
    editor.duplicate()
    assert (editor.parts.part["floor"], editor.parts.part["z"]) == ("2", 6)


def test_a_bare_outline_of_a_ruin_gets_walls_and_floors(editor: Editor) -> None:
    outline = [[10, 10], [16, 10], [16, 14], [10, 14]]
    editor._put_piece({"id": "bare", "kind": "ruin", "outline": outline})
    editor.select("bare")
    for _ in range(4):
        editor.parts.add_wall()
    editor.parts.add_floor()
    assert editor.told == ""
    walls = {frozenset(ends(part)) for part in piece(editor, "bare").parts if isinstance(part, Wall)}
    corners = [(10, 10), (16, 10), (16, 14), (10, 14)]
    assert walls == {frozenset(edge) for edge in zip(corners, [*corners[1:], corners[0]])}
    assert [inches(part.z) for part in piece(editor, "bare").parts if isinstance(part, Floor)] == [3]
    assert editor.position.problems == ()


def test_a_wall_without_height_is_refused_in_words(editor: Editor) -> None:
    editor.parts.choose(0)
    before = editor.position.data
    assert "height" in editor.parts.change(lambda part: {**part, "top": 0})
    hole = {"from": 2, "to": 1, "sill": 1, "head": 2}
    assert "opening is empty" in editor.parts.change(lambda part: {**part, "openings": [hole]})
    assert editor.position.data is before


def test_parts_that_a_kind_brings_along_become_the_pieces_own() -> None:
    kind = {"name": "Tower", "parts": list(RUIN.parts), "outline": [list(corner) for corner in RUIN.outline],
            "meaning": {"5e": standard_kinds()["ruin"].meaning["5e"].model_dump()}}  # fmt: skip
    entry = {"id": "tower", "kind": "tower", "at": [30, 20], "outline": kind["outline"]}
    editor = Editor(Position({**plain.blank("5e"), "kinds": {"tower": kind}, "terrain": [entry]}))
    editor.select("tower")
    assert len(editor.parts.all) == len(RUIN.parts)
    editor.parts.choose(0)
    assert editor.parts.change(lambda part: {**part, "top": 2}) == ""
    assert inches(piece(editor, "tower").parts[0].top) == 2
    assert editor.position.data["kinds"]["tower"] == kind


# -- levels ------------------------------------------------------------------------------------------------------------


def test_a_model_goes_up_to_the_floor_and_down_again(editor: Editor) -> None:
    man = on_floor(editor, 36, 23)
    assert editor.position.body(man).bottom == 0
    editor.climb(True)
    assert editor.position.body(man).bottom == 3 and editor.position.model(man)["stands_on"] == "ruin-1/1"
    assert editor.position.problems == () and editor.position.doubts == ()
    editor.move(man, (37, 23))
    assert editor.position.body(man).bottom == 3, "on the floor it stays on the floor"
    editor.climb(True)
    assert "nothing above" in editor.told and editor.position.body(man).bottom == 3
    editor.climb(False)
    assert editor.position.body(man).bottom == 0 and "stands_on" not in (editor.position.model(man) or {})


def test_a_level_where_there_is_no_room_is_passed_over(editor: Editor) -> None:
    """Within a container nobody can stand; from its roof there is no way down into it."""
    editor.take(next(ware for _, offered in TERRAIN for ware in offered if ware.id == "container"))
    editor.put((20, 24))
    man = on_floor(editor, 20, 24)
    assert editor.position.body(man).bottom == 2.5
    editor.climb(False)
    assert editor.position.body(man).bottom == 2.5 and "below" in editor.told


def test_who_stands_on_a_floor_follows_it_up_and_falls_when_it_goes(editor: Editor) -> None:
    man = on_floor(editor, 36, 23)
    editor.climb(True)
    editor.select("ruin-1")
    floor = next(i for i, part in enumerate(editor.parts.all) if "floor" in part)
    editor.parts.choose(floor)
    assert editor.parts.change(lambda part: {**part, "z": 4.5}) == ""
    assert editor.position.body(man).bottom == 4.5 and editor.position.problems == ()
    editor.remove()
    assert editor.position.body(man).bottom == 0 and editor.position.problems == ()
    editor.position.undo()
    assert editor.position.body(man).bottom == 4.5


def test_a_piece_dragged_away_lets_its_models_down(editor: Editor) -> None:
    man = on_floor(editor, 36, 23)
    editor.climb(True)
    editor.grip("ruin-1", (36, 24))
    editor.drag_to((60, 24))
    editor.let_go()
    assert editor.position.body(man).bottom == 0 and editor.position.problems == ()


def test_from_floor_to_floor_of_one_ruin_as_high(editor: Editor) -> None:
    man = on_floor(editor, 36, 23)
    editor.climb(True)
    editor.select("ruin-1")
    floor = {"floor": "2", "outline": [[0, -3], [4, -3], [4, 3], [0, 3]], "z": 3}
    editor.position.edit("terrain", "ruin-1", lambda entry: {**entry, "parts": [*entry["parts"], floor]})
    editor.move(man, (36, 26))
    assert editor.position.model(man)["stands_on"] == "ruin-1/2" and editor.position.body(man).bottom == 3


# -- with the mouse ----------------------------------------------------------------------------------------------------


def test_clicked_again_a_ruin_gives_its_wall_whose_numbers_are_typed(hand: Hand) -> None:
    hand.put("Ruined house", 36, 24)
    editor = hand.screen.editor
    hand.click_at(hand.at(60, 40))
    hand.click_at(hand.at(40, 24))
    assert editor.parts.index is None
    hand.click_at(hand.at(40, 24))
    assert editor.parts.index is not None and parting.is_wall(editor.parts.part)
    hand.fill("Top", "2.5")
    assert inches(editor.position.state().terrain["ruin-1"].piece.parts[editor.parts.index].top) == 2.5
    hand.click("+ Window")
    holes = len(editor.parts.part["openings"])
    hand.wheel(0)
    hand.drag(hand.at(40, 24), hand.at(42, 24))
    assert editor.parts.middle()[0] == pytest.approx(42, abs=0.1) and len(editor.parts.part["openings"]) == holes
    hand.key(pygame.K_ESCAPE)
    assert editor.parts.index is None and editor.selected == "ruin-1"


def test_the_outer_half_of_a_wall_on_the_outline_is_the_pieces_too(hand: Hand) -> None:
    hand.put("Ruined house", 36, 24)
    hand.click_at(hand.at(60, 40))
    camera = hand.screen.view.camera
    for _ in range(6):
        hand.screen.view.zoom(2, camera.pixel(40, 24))
    hand.frames()
    hand.click_at(hand.at(40.08, 25))
    assert hand.screen.editor.selected == "ruin-1"


def test_a_click_on_another_wall_takes_that_one_and_a_drag_takes_none(hand: Hand) -> None:
    hand.put("Ruined house", 36, 24)
    editor = hand.screen.editor
    hand.click_at(hand.at(40, 24))
    hand.click_at(hand.at(40, 24))
    first = editor.parts.index
    hand.click_at(hand.at(32, 24))
    assert editor.parts.index not in (None, first)
    editor.parts.choose(None)
    hand.drag(hand.at(40, 24), hand.at(43, 24))
    assert editor.parts.index is None and editor.middle("ruin-1")[0] == pytest.approx(39, abs=0.1)


def test_page_up_lifts_the_model_and_the_page_says_so(hand: Hand) -> None:
    hand.put("Ruined house", 36, 24)
    hand.click("Models")
    man = hand.put("32", 34, 24)
    hand.key(pygame.K_PAGEUP)
    assert hand.position.body(man).bottom == 3
    hand.click("Edit")
    hand.click("Level down")
    assert hand.position.body(man).bottom == 0


# -- fields ------------------------------------------------------------------------------------------------------------


def test_a_number_that_is_refused_comes_back_with_the_reason(hand: Hand) -> None:
    hand.click("Models")
    man = hand.put("32", 20, 20)
    hand.click("Edit")
    height = hand.position.model(man)["height"]
    hand.fill("Height", "99")
    assert hand.position.model(man)["height"] == 9, "the last good one while it is typed"
    hand.key(pygame.K_RETURN)
    assert f"stays {height}" in hand.screen.editor.told and "60" in hand.screen.editor.told
    assert hand.position.model(man)["height"] == height
    hand.fill("Eye", "-3")
    hand.click_at(hand.at(50, 40))
    assert "Eye stays 1.3" in hand.screen.editor.told


def test_what_is_typed_for_one_thing_is_not_shown_for_the_next(hand: Hand) -> None:
    hand.click("Models")
    one = hand.put("32", 20, 20)
    hand.put("32", 40, 20)
    hand.click_at(hand.at(20, 20))
    hand.fill("Height", "700")
    hand.screen.editor.select(next(str(m["id"]) for m in hand.position.data["models"] if str(m["id"]) != one))
    hand.frames()
    assert hand.screen.properties.page._draft is None


def test_a_place_where_it_does_not_fit_is_said_to_be_near_it(hand: Hand) -> None:
    hand.put("Great rock", 36, 24)
    hand.click("Models")
    man = hand.put("32", 20, 24)
    hand.click("Edit")
    hand.fill("x", "35")
    hand.key(pygame.K_RETURN)
    assert hand.position.model(man)["at"][0] != 35
    assert "as near as it fits" in hand.screen.editor.told


@pytest.mark.parametrize("text", ["", "-", ".", "1e9", "500", "--3"])
def test_no_text_breaks_a_number(hand: Hand, text: str) -> None:
    hand.click("Models")
    man = hand.put("32", 20, 20)
    hand.click("Edit")
    before = hand.position.model(man)["at"]
    hand.click("field x")
    hand.key(pygame.K_a, CTRL)
    hand.key(pygame.K_BACKSPACE)
    hand.type(text)
    hand.key(pygame.K_RETURN)
    kept = hand.position.model(man)["at"]
    assert kept == before or kept[0] in (1, 5, 19, 50), kept
    assert hand.position.problems == ()
