"""The terrain catalogue against the charts of the rulebooks, and pieces put on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlefield.terrain import Piece, Wall
from scenarios.loader import load_scene
from scenarios.terrain import standard_kinds
from tests.scenarios.files import SCENE, changed, written

COVER = {
    6: "razor_wire wire_mesh",
    5: "high_grass crops bushes hedge fence",
    4: "trench gun_pit tank_traps emplacement sandbags barricade logs pipes crates barrels hill wood jungle wreckage "
    "crater rubble rocks ruin wall building wrecked_vehicle",
    3: "fortification",
}
CLEAR = "field moor grassland desert ash_waste hill"
DIFFICULT = (
    "wood jungle scrub ruin rubble rocky_outcrop bog hedge fence low_wall barricade razor_wire steep_hill stream "
    "shallow_water"
)
IMPASSABLE = "deep_water lava cliff building"


def placed(folder: Path, item: str, edition: str = "5e") -> Piece:
    """The last piece of the small scene, with one more line of terrain."""
    text = changed(SCENE, "models:", f"  - {item}\nmodels:")
    return load_scene(written(folder, text), edition).setup.terrain[-1]


@pytest.mark.rule("5e.cover.chart")
@pytest.mark.parametrize(("save", "kind"), [(save, kind) for save, kinds in COVER.items() for kind in kinds.split()])
def test_a_kind_gives_the_cover_of_the_chart(save: int, kind: str) -> None:
    assert standard_kinds()[kind].meaning["5e"].cover == save


@pytest.mark.rule("5e.terrain.clear")
def test_open_ground_and_gentle_hills_are_clear() -> None:
    for kind in CLEAR.split():
        assert "clear" in standard_kinds()[kind].meaning["5e"].traits, kind


@pytest.mark.rule("5e.terrain.difficult-list")
def test_the_difficult_list_is_difficult_and_a_field_is_not() -> None:
    for kind in DIFFICULT.split():
        assert "difficult" in standard_kinds()[kind].meaning["5e"].traits, kind
    assert "difficult" not in standard_kinds()["field"].meaning["5e"].traits


@pytest.mark.rule("5e.terrain.impassable-list")
def test_deep_water_lava_cliffs_and_sealed_buildings_are_impassable() -> None:
    for kind in IMPASSABLE.split():
        assert "impassable" in standard_kinds()[kind].meaning["5e"].traits, kind


@pytest.mark.rule("5e.terrain.dangerous-addition")
def test_a_piece_called_dangerous_is_difficult_as_well(tmp_path: Path) -> None:
    swamp = placed(tmp_path, "{id: s, kind: bog, outline: [[50, 30], [60, 30], [55, 40]], move: dangerous}")
    assert swamp.traits == ("area", "difficult", "dangerous")


def test_every_kind_means_something_in_every_edition() -> None:
    for key, kind in standard_kinds().items():
        assert set(kind.meaning) == {"5e", "8e", "11e"}, key
        assert all(len(set(m.traits) & {"exposed", "light", "dense"}) <= 1 for m in kind.meaning.values()), key
        assert key == "block" or kind.top > 0 or not kind.opaque, key


@pytest.mark.parametrize("edition", ["5e", "8e", "11e"])
def test_a_block_is_an_opaque_prism_in_every_edition(tmp_path: Path, edition: str) -> None:
    block = load_scene(written(tmp_path, SCENE), edition).board.piece("crate")
    assert (block.opaque, block.bottom, block.top) == (True, 0, 3 * 25400)


def test_a_scene_can_be_read_under_another_edition(tmp_path: Path) -> None:
    path = written(tmp_path, SCENE)
    assert load_scene(path).board.piece("copse").traits == ("area", "difficult")
    assert load_scene(path, "11e").board.piece("copse").traits == ("area", "dense")
    assert load_scene(path, "11e").setup.edition == "11e"


def test_a_scene_can_say_otherwise_than_the_catalogue(tmp_path: Path) -> None:
    outline = "outline: [[50, 30], [60, 30], [55, 40]]"
    tame = placed(tmp_path, f"{{id: s, kind: wood, {outline}, area: false, move: clear, cover: none}}")
    assert (tame.traits, tame.cover) == (("clear",), None)
    wild = placed(tmp_path, f"{{id: s, kind: field, {outline}, area: true, move: impassable, cover: 3}}")
    assert (wild.traits, wild.cover) == (("area", "impassable"), 3)
    dense = placed(tmp_path, f"{{id: s, kind: crater, {outline}, category: dense, solid: true}}", "11e")
    assert dense.traits == ("area", "dense", "solid")


def test_a_piece_is_mirrored_then_turned_then_moved(tmp_path: Path) -> None:
    wall = "parts: [{wall: [[0, 0], [0, 2]], top: 1}], access: [[0, 2]], fire_points: [[0, 1]]"
    text = f"{{id: s, kind: ruin, outline: [[0, 0], [3, 0], [0, 2]], at: [50, 30], facing: 90, mirror: true, {wall}}}"
    text = changed(SCENE, "models:", f"  - {text}\nmodels:")
    setup = load_scene(written(tmp_path, text)).setup
    (part,) = setup.terrain[-1].parts
    assert isinstance(part, Wall)
    inch = 25400
    assert part.line == ((50 * inch, 30 * inch), (52 * inch, 30 * inch))
    assert set(setup.terrain[-1].outline) == {(50 * inch, 30 * inch), (50 * inch, 33 * inch), (52 * inch, 30 * inch)}
    (building,) = setup.buildings
    assert (building.piece, building.access, building.fire_points) == (
        "s", ((52 * inch, 30 * inch),), ((51 * inch, 30 * inch),),
    )  # fmt: skip


def test_a_scene_can_bring_kinds_of_its_own(tmp_path: Path) -> None:
    kinds = "kinds: {pit: {name: Pit, meaning: {5e: {traits: [area, dangerous], cover: 6}}}}\nmodels:"
    text = changed(SCENE, "models:", "  - {id: p, kind: pit, outline: [[50, 30], [60, 30], [55, 40]]}\n" + kinds)
    pit = load_scene(written(tmp_path, text)).setup.terrain[-1]
    assert (pit.name, pit.traits, pit.cover) == ("Pit", ("area", "dangerous"), 6)


def test_a_catalogue_of_ones_own_adds_to_the_standard_one(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "sightline: 1\nkinds:\n  shed: {name: Shed, top: 2, opaque: true, meaning: {5e: {cover: 5}}}\n",
        encoding="utf-8",
    )
    text = changed(SCENE, "models:", "  - {id: p, kind: shed, outline: [[50, 30], [60, 30], [55, 40]]}\nmodels:")
    path = written(tmp_path, changed(text, "terrain:", "catalogue: mine\nterrain:"))
    shed = load_scene(path).setup.terrain[-1]
    assert (shed.name, shed.top, shed.opaque, shed.cover) == ("Shed", 50800, True, 5)
