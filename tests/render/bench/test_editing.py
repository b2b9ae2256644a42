"""The hand over the position: where things land, and what it does with them."""

from __future__ import annotations

import pytest

from battlefield.separation import CONTACT, separation
from engine.books import EDITIONS
from render.bench import plain
from render.bench.answer import column_of, facing_hit
from render.bench.compare import facts_of, rules_of
from render.bench.editing import Drawing, Editor, strip
from render.bench.position import Position
from render.bench.wares import BASES, TERRAIN

WARES = {ware.id: ware for _, offered in TERRAIN for ware in offered}
FIGURINES = {figurine.id: figurine for _, offered in BASES for figurine in offered}


@pytest.fixture
def editor() -> Editor:
    return Editor(Position(plain.blank("5e")))


def put(editor: Editor, id: str, x: float, y: float) -> str:
    editor.take(WARES[id] if id in WARES else FIGURINES[id])
    editor.put((x, y))
    return editor.selected


def gap(editor: Editor, one: str, other: str) -> float:
    a, b = editor.position.body(one), editor.position.body(other)
    assert a is not None and b is not None
    return separation(a.shape, a.pose, b.shape, b.pose)


def test_the_first_two_models_are_of_two_sides_and_ask_the_question(editor: Editor) -> None:
    one, other = put(editor, "round-32", 20, 20), put(editor, "round-32", 40, 20)
    data = editor.position.data
    assert [plain.side_of(data, model) for model in data["models"]] == ["blue", "orange"]
    assert (editor.position.viewer, editor.position.target) == (one, other)
    verdict = editor.position.verdict()
    assert verdict is not None and verdict.visible
    third = put(editor, "round-32", 50, 30)
    assert editor.position.target == other != third


def test_a_model_put_on_another_stands_beside_it(editor: Editor) -> None:
    one, other = put(editor, "round-32", 20, 20), put(editor, "round-40", 20.2, 20.1)
    assert abs(gap(editor, one, other)) <= 2 * CONTACT
    assert editor.position.doubts == ()


@pytest.mark.parametrize("shape", ["round-60", "oval-90", "rect-60", "tank"])
def test_a_model_dragged_into_others_and_terrain_never_overlaps(editor: Editor, shape: str) -> None:
    put(editor, "container", 30, 20)
    put(editor, "rock", 38, 22)
    put(editor, "round-40", 26, 24)
    mover = put(editor, shape, 15, 20)
    editor.grip(mover, (15, 20))
    for i in range(60):
        editor.drag_to((15 + i * 0.5, 20 + (i % 7) * 0.6))
        editor.position.settle(done=False)
        assert editor.position.doubts == () and editor.position.problems == (), i
    editor.let_go()


def test_a_base_near_another_is_drawn_into_contact_unless_snapping_is_off(editor: Editor) -> None:
    one, other = put(editor, "round-32", 20, 20), put(editor, "round-32", 30, 20)
    editor.move(other, (20 + 32 / 25.4 + 0.1, 20))
    assert abs(gap(editor, one, other)) <= CONTACT
    editor.snap = False
    editor.move(other, (20 + 32 / 25.4 + 0.1, 20))
    assert gap(editor, one, other) == pytest.approx(0.1, abs=0.001)


def test_the_grid_draws_everything_to_half_inches(editor: Editor) -> None:
    editor.grid = True
    id = put(editor, "container", 30.3, 20.2)
    assert editor.middle(id) == (30.5, 20)


def test_nudging_is_exact_and_taken_back_as_one(editor: Editor) -> None:
    id = put(editor, "round-32", 20, 20)
    for _ in range(3):
        editor.nudge(0.01, 0)
    assert editor.middle(id) == (20.03, 20)
    editor.position.undo()
    assert editor.middle(id) == (20, 20)


def test_turning_what_is_held_and_what_is_selected(editor: Editor) -> None:
    editor.take(WARES["container"])
    editor.turn(15)
    editor.put((30, 20))
    assert editor.entry() is not None and editor.entry()["facing"] == 15
    editor.turn(30)
    assert editor.entry()["facing"] == 45


def test_a_wall_by_two_clicks_and_an_outline_by_its_corners(editor: Editor) -> None:
    editor.take(Drawing("wall", "Wall", 0.3))
    editor.put((10, 10))
    editor.put((16, 10))
    wall = editor.position.state().terrain[editor.selected].piece
    assert wall.kind == "wall" and wall.opaque
    xs, ys = zip(*wall.outline)
    assert ((max(xs) - min(xs)) / 25400, (max(ys) - min(ys)) / 25400) == pytest.approx((6, 0.3), abs=1e-3)
    editor.take(Drawing("wood", "Wood"))
    for corner in ((30, 30), (36, 30), (33, 35)):
        editor.put(corner)
    editor.finish_drawing()
    assert editor.position.state().terrain[editor.selected].piece.kind == "wood"
    assert editor.position.problems == ()


def test_an_outline_of_two_corners_is_no_terrain(editor: Editor) -> None:
    editor.take(Drawing("wood", "Wood"))
    editor.put((30, 30))
    editor.put((36, 30))
    editor.finish_drawing()
    assert editor.position.data["terrain"] == [] and "three corners" in editor.told
    assert strip((1, 1), (1, 1), 0.3) == ()


def test_another_one_of_a_model_joins_its_unit_and_is_taken_back_at_once(editor: Editor) -> None:
    one = put(editor, "round-32", 20, 20)
    editor.duplicate()
    other = editor.selected
    data = editor.position.data
    assert other != one and len({plain.unit_of(model) for model in data["models"]}) == 1
    assert editor.position.doubts == ()
    editor.position.undo()
    assert len(editor.position.data["models"]) == 1


def test_a_unit_is_dragged_as_one(editor: Editor) -> None:
    one = put(editor, "round-32", 20, 20)
    editor.duplicate()
    other = editor.selected
    before = editor.middle(other)
    editor.grip(one, (20, 20), whole=True)
    editor.drag_to((25, 22))
    editor.let_go()
    assert editor.middle(one) == (25, 22)
    assert editor.middle(other) == pytest.approx((before[0] + 5, before[1] + 2), abs=1e-3)
    editor.position.undo()
    assert editor.middle(one) == (20, 20) and editor.middle(other) == pytest.approx(before)


def test_a_copied_piece_and_a_deleted_one(editor: Editor) -> None:
    put(editor, "corner", 30, 20)
    editor.duplicate()
    assert len(editor.position.data["terrain"]) == 2 and editor.position.problems == ()
    editor.remove()
    assert len(editor.position.data["terrain"]) == 1 and editor.selected == ""


def test_the_wheel_turns_what_is_being_dragged_and_all_of_it_is_one_edit(editor: Editor) -> None:
    tank = put(editor, "tank", 20, 20)
    editor.grip(tank, (20, 20))
    editor.drag_to((24, 21))
    editor.turn(15)
    editor.drag_to((26, 22))
    editor.let_go()
    entry = editor.position.model(tank)
    assert entry is not None and (entry["at"], entry["facing"]) == ([26, 22], 15)
    editor.position.undo()
    assert editor.middle(tank) == (20, 20)


def test_a_hull_has_facings_that_the_fifth_edition_asks_about(editor: Editor) -> None:
    put(editor, "round-32", 20, 20)
    put(editor, "tank", 40, 20)
    verdict = editor.position.verdict("5e")
    assert verdict is not None and verdict.visible
    assert editor.position.state("5e").units[editor.position.state("5e").models[editor.selected].unit].kind == "vehicle"


def test_the_verdict_tells_which_side_of_a_hull_would_be_hit(editor: Editor) -> None:
    put(editor, "round-32", 20, 20)
    tank = put(editor, "tank", 40, 20)
    for facing, told in ((180, "front, armour 12"), (90, "side, armour 11"), (0, "rear, armour 10")):
        editor.move(tank, (40, 20), facing)
        assert facing_hit(editor.position, "5e") == told
        column = column_of(editor.position, "5e")
        assert column is not None and ("Facing", told) in [(fact.name, fact.value) for fact in facts_of(column)]
    assert facing_hit(editor.position, "8e") == facing_hit(editor.position, "11e") == "all alike"
    editor.position.swap()
    assert facing_hit(editor.position, "5e") == "", "a man has no facings"


def test_nobody_hidden_has_cover(editor: Editor) -> None:
    put(editor, "container", 30, 20)
    put(editor, "round-32", 20, 20)
    man = put(editor, "round-32", 40, 20)
    for edition in EDITIONS:
        column = column_of(editor.position, edition)
        assert column is not None and not column.verdict.visible
        assert ("Cover", "not seen") in [(fact.name, fact.value) for fact in facts_of(column)]
        assert not any("cover" in said.text for said in column.said)
        assert not any("cover" in rule for rule in rules_of(column))
    editor.move(man, (40, 23.1))
    column = column_of(editor.position, "5e")
    assert column is not None and column.verdict.visible
    assert {fact.name: fact.value for fact in facts_of(column)}["Cover"] == "4+ cover save"
