"""A small scene for every rule of sight, cover and visibility, with the verdicts that `los` has to give on it.

The scenes are in tests/scenes, each called as the rule is; positions and numbers are those of the rule's example.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from render.cli import DONE, NO, main

SCENES = Path(__file__).parents[1] / "scenes"

YES: dict[str, Any] = {"visible": True}
NOT: dict[str, Any] = {"visible": False}
OPEN: dict[str, Any] = {"visible": True, "cover": None}
FULL: dict[str, Any] = {"visible": True, "fully_visible": True}
PART: dict[str, Any] = {"visible": True, "fully_visible": False}
WORSE = ("bs", -1)
BETTER = ("bs", 1)


def saves(save: int, **more: Any) -> dict[str, Any]:
    return {"visible": True, "cover": save, **more}


def hull(facing: str, hidden: float, cover: int | None, **more: Any) -> dict[str, Any]:
    return {"visible": True, "facing": facing, "facing_hidden_fraction": hidden, "cover": cover, **more}


EXPECTED: list[tuple[str, str, dict[str, Any]]] = [
    # the fifth edition: who is seen
    ("5e.shooting.los-needed", "alpha mob", YES),
    ("5e.shooting.los-needed", "a1 b1", YES),
    ("5e.shooting.los-needed", "a2 b1", {**NOT, "blockers": ["wall"]}),
    ("5e.shooting.true-los", "a1 b1", {**NOT, "blockers": ["c1"]}),
    ("5e.shooting.true-los", "a2 b2", {**NOT, "blockers": ["tower"]}),
    ("5e.shooting.los-own-unit", "a1 b1", {**FULL, "cover": None}),
    # cover of one model
    ("5e.cover.in-cover", "a1 b1", saves(4, by=["low"], hidden_fraction=0.151)),
    ("5e.cover.chart", "a1 b1", saves(6, by=["wire_mesh"])),
    ("5e.cover.chart", "a2 b2", saves(5, by=["hedge"])),
    ("5e.cover.chart", "a3 b3", saves(4, by=["crater"])),
    ("5e.cover.chart", "a4 b4", saves(3, by=["fortification"])),
    ("5e.cover.chart", "a5 b5", saves(4, by=["others"])),
    ("5e.cover.intervening-models", "a1 b1", saves(4, by=["others"], fully_visible=False)),
    ("5e.cover.own-unit", "a1 b2", {**OPEN, "hidden_fraction": 0.0}),
    ("5e.cover.inside-area", "a1 b1", saves(4, by=["wood"], hidden_fraction=0.0)),
    ("5e.cover.fire-through", "a1 b1", saves(4, by=["others"], fully_visible=True)),
    ("5e.cover.fire-over", "a1 b1", {**FULL, "cover": None}),
    ("5e.cover.fire-out-of-area", "a1 b1", OPEN),
    ("5e.cover.fire-out-of-area", "a2 b2", saves(4, by=["wood"])),
    ("5e.cover.barrier-contact", "a1 b1", OPEN),
    ("5e.cover.barrier-contact", "a2 b2", saves(4, by=["low"])),
    # cover of a unit
    ("5e.cover.half-or-more", "ua1 mob", saves(4, rule="5e.cover.half-or-more")),
    ("5e.cover.less-than-half", "ua1 mob", {**OPEN, "rule": "5e.cover.less-than-half"}),
    ("5e.cover.less-than-half", "a1 b1", saves(4)),
    ("5e.cover.quick-option", "ua1 mob", saves(5, rule="5e.cover.quick-option")),
    ("5e.cover.majority-viewpoint", "alpha mob", saves(4)),
    ("5e.cover.majority-viewpoint", "alpha mob --firing a1,a2,a4,a5", OPEN),
    ("5e.cover.majority-viewpoint", "alpha mob --firing a4,a5", OPEN),
    # monstrous creatures and vehicles
    ("5e.types.mc-cover", "a1 b1", {**OPEN, "hidden_fraction": 0.283, "rule": "5e.types.mc-cover"}),
    ("5e.types.mc-cover", "a2 b2", saves(4, by=["wall2"], hidden_fraction=0.5)),
    ("5e.types.mc-cover-unclear", "a1 b1", saves(5, by=["wood"], rule="5e.types.mc-cover-unclear")),
    ("5e.vehicles.facing-split", "a1 b1", hull("front", 0.0, None)),
    ("5e.vehicles.facing-split", "a2 b1", hull("side", 0.0, None)),
    ("5e.vehicles.facing-split", "a3 b1", hull("rear", 0.0, None)),
    ("5e.vehicles.obscured", "a1 b1", hull("front", 0.5, 4, by=["wall1"])),
    ("5e.vehicles.obscured", "a2 b2", hull("front", 0.475, None)),
    ("5e.vehicles.obscured-squad", "alpha ub1", saves(4, rule="5e.vehicles.obscured-squad")),
    ("5e.vehicles.obscured-squad", "alpha ub1 --firing a3,a4", OPEN),
    ("5e.vehicles.obscured-unclear", "a1 b1", hull("front", 0.0, 5, rule="5e.vehicles.obscured-unclear")),
    ("5e.vehicles.no-area-cover", "a1 b1", hull("front", 0.0, None, rule="5e.vehicles.no-area-cover")),
    ("5e.vehicles.cover-save", "a1 b1", hull("front", 0.5, 5, by=["hedge"])),
    ("5e.vehicles.cover-save", "a2 b2", hull("front", 0.5, 4, by=["building"])),
    ("5e.vehicles.cover-save", "a3 b3", hull("front", 0.5, 3, by=["fortification"])),
    ("5e.vehicles.other-facing", "a1 b1", hull("side", 0.031, 3, rule="5e.vehicles.other-facing")),
    ("5e.vehicles.target-visible", "a1 b1", {**NOT, "rule": "5e.vehicles.target-visible"}),
    ("5e.vehicles.weapon-cover", "ua1 ub1", saves(4, by=["low"])),
    ("5e.squadrons.cover", "ua1 squadron", saves(4, rule="5e.squadrons.cover")),
    ("5e.squadrons.cover-less", "ua1 squadron", {**OPEN, "rule": "5e.squadrons.cover"}),
    ("5e.squadrons.cover-less", "a1 b1", hull("front", 0.655, 4)),
    # ruins
    ("5e.ruins.basics", "a1 b1", saves(4, by=["ruin"], fully_visible=True)),
    ("5e.ruins.with-base", "a1 b1", saves(4, by=["ruin"], fully_visible=True)),
    ("5e.ruins.without-base", "a1 b1", {**FULL, "cover": None}),
    ("5e.ruins.without-base", "a1 b2", saves(4, by=["ruin"], rule="5e.cover.inside-area")),
    ("5e.ruins.without-base", "a2 b3", saves(4, by=["walls"], rule="5e.cover.in-cover")),
    ("5e.ruins.without-base", "a2 b4", {**NOT, "blockers": ["walls"]}),
    # the eighth edition
    ("8e.shooting.visibility", "a1 b1", {**NOT, "blockers": ["high"]}),
    ("8e.shooting.visibility", "a2 b2", YES),
    ("8e.shooting.other-models-block", "a1 b1", {**NOT, "blockers": ["c1"]}),
    ("8e.shooting.see-through-own-unit", "a1 b1", YES),
    ("8e.shooting.same-model-range-and-sight", "a1 b1", {**NOT, "distance": 10.0}),
    ("8e.shooting.same-model-range-and-sight", "a1 b2", {**YES, "distance": 14.0}),
    ("8e.shooting.same-model-range-and-sight", "ua1 mob", {**YES, "distance": 10.0, "nearest": '14.0"'}),
    ("8e.attacks.cover", "ua1 mob", {**YES, "gives": ("save", 1), "by": ["ruin"]}),
    ("8e.attacks.cover-entirely", "ua1 mob", {**OPEN, "rule": "8e.attacks.cover-entirely"}),
    # the eleventh edition: visibility
    ("11e.visibility.line-of-sight", "a1 b1", PART),
    ("11e.visibility.line-of-sight", "a2 b2", NOT),
    ("11e.visibility.line-of-sight", "a3 b3", {**NOT, "blockers": ["left3", "right3"]}),
    ("11e.visibility.line-of-sight", "a4 b4", YES),
    ("11e.visibility.own-and-target-unit-ignored", "a1 b1", FULL),
    ("11e.visibility.other-models-block", "a1 b1", {**NOT, "blockers": ["c1"]}),
    ("11e.visibility.model-visible", "a1 b1", {**PART, "hidden_fraction": 0.5}),
    ("11e.visibility.model-fully-visible", "a1 b1", FULL),
    ("11e.visibility.model-fully-visible", "a2 b2", FULL),
    ("11e.visibility.model-fully-visible", "a3 b3", PART),
    ("11e.visibility.unit-visible", "ua1 mob", PART),
    ("11e.visibility.unit-fully-visible", "ua1 mob", FULL),
    ("11e.visibility.unit-fully-visible", "ua9 column", PART),
    # its terrain
    ("11e.terrain.areas", "a1 b1", {**YES, "gives": WORSE, "by": ["mat"]}),
    ("11e.terrain.areas", "a2 c1", {**YES, "gives": WORSE, "by": ["alone"]}),
    ("11e.terrain.categories", "a1 b1", FULL),
    ("11e.terrain.categories", "a3 b3", {**NOT, "rule": "11e.terrain.obscuring-areas"}),
    ("11e.terrain.obscuring-areas", "a1 b1", {**NOT, "blockers": ["mat1"]}),
    ("11e.terrain.obscuring-areas", "a2 b2", {**FULL, "cover": None}),
    ("11e.terrain.obscuring-areas", "a3 b3", {**PART, "gives": WORSE, "by": ["mat3"]}),
    ("11e.terrain.obscuring-own-area", "a1 b1", YES),
    ("11e.terrain.exposed-not-obscuring", "a1 b1", {**FULL, "cover": None}),
    ("11e.terrain.exposed-not-obscuring", "a1 b2", {**FULL, "gives": WORSE}),
    ("11e.terrain.cover-effect", "ua1 ub1", {**FULL, "gives": WORSE, "rule": "11e.terrain.cover-effect"}),
    ("11e.terrain.cover-in-area", "ua1 mob1", {**YES, "gives": WORSE, "rule": "11e.terrain.cover-in-area"}),
    ("11e.terrain.cover-in-area", "ua2 mob2", OPEN),
    ("11e.terrain.cover-by-obstruction", "a1 b1", {**PART, "gives": WORSE, "by": ["wall"]}),
    ("11e.terrain.cover-by-obstruction", "a2 b2", {**PART, "cover": None}),
    ("11e.terrain.cover-by-obstruction", "ua3 mob", {**YES, "gives": WORSE, "by": ["mat"]}),
    ("11e.terrain.cover-mixed-and-per-attacker", "a1 b1", OPEN),
    ("11e.terrain.cover-mixed-and-per-attacker", "a2 b1", {"gives": WORSE, "by": ["wall"]}),
    ("11e.terrain.hidden-effect", "a1 b1", {**YES, "distance": 15.0}),
    ("11e.terrain.hidden-effect", "a2 b2", {**NOT, "distance": 15.1, "rule": "11e.terrain.hidden-effect"}),
    ("11e.terrain.hidden-conditions", "a1 b1", NOT),
    ("11e.terrain.hidden-conditions", "a2 b2", YES),
    ("11e.terrain.hidden-conditions", "a3 b3", YES),
    ("11e.terrain.hidden-first-turn", "a1 b1", NOT),
    ("11e.terrain.gone-to-ground", "a1 b1", YES),
    ("11e.terrain.gone-to-ground", "a2 b2", {**NOT, "rule": "11e.terrain.gone-to-ground"}),
    ("11e.terrain.gone-to-ground", "a3 b3", YES),
    ("11e.terrain.solid-gaps", "a1 b1", {**NOT, "blockers": ["low"], "rule": "11e.terrain.solid-gaps"}),
    ("11e.terrain.solid-gaps", "a2 b2", YES),
    ("11e.terrain.plunging-fire-height", "a1 b1", {**YES, "effect": BETTER}),
    ("11e.terrain.plunging-fire-height", "a2 b2", {**YES, "effect": None}),
    ("11e.terrain.plunging-fire-towering", "a1 b1", {**YES, "distance": 12.0, "effect": BETTER}),
    ("11e.terrain.plunging-fire-towering", "a2 b2", {**YES, "distance": 12.5, "effect": None}),
    ("11e.aircraft.no-plunging-fire", "a1 b1", {**YES, "effect": None}),
]


def answers(line: dict[str, Any]) -> dict[str, Any]:
    """What a line of JSON says, by the names of the list above."""
    cover, effects = line["cover"] or {}, line["effects"]
    gives = (cover["gives"], cover["amount"]) if "gives" in cover else None
    return {
        **line,
        "cover": cover.get("save", gives),
        "gives": gives,
        "by": cover.get("by"),
        "effect": (effects[0]["gives"], effects[0]["amount"]) if effects else None,
    }


def agrees(found: Any, expected: Any) -> bool:
    if isinstance(expected, float):
        return bool(found == pytest.approx(expected, abs=6e-4 if expected < 1 else 1e-3))
    return bool(found == expected)


@pytest.mark.parametrize(("scene", "question", "expected"), EXPECTED, ids=[f"{s} {q}" for s, q, _ in EXPECTED])
def test_the_verdict_on_the_example_of_a_rule(
    scene: str, question: str, expected: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    path = SCENES / f"{scene}.yaml"
    one, other, *more = question.split()
    kind = "--pair" if f"id: {one}," in path.read_text() or f"id: {one}\n" in path.read_text() else "--units"
    status = main(["los", str(path), kind, one, other, *more, "--json"])
    printed = capsys.readouterr()
    found = answers(json.loads(printed.out))
    assert printed.err == "" and status == (DONE if found["visible"] else NO)
    expected = dict(expected)
    if "rule" in expected:
        assert expected.pop("rule") in found["rules"], found["rules"]
    if "nearest" in expected:
        assert expected.pop("nearest") in found["reason"]
    told = {name: found[name] for name in expected}
    assert all(agrees(told[name], expected[name]) for name in expected), (told, expected)


def test_every_scene_is_asked_about_and_there_is_one_for_every_rule_asked_about() -> None:
    assert {path.stem for path in SCENES.glob("*.yaml")} == {scene for scene, _, _ in EXPECTED}


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_scene_is_without_a_mistake_and_every_edition_has_an_answer(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(path)]) == DONE
    capsys.readouterr()
    assert main(["los", str(path), "--edition", "all"]) in (DONE, NO)
    printed = capsys.readouterr()
    assert printed.err == "" and all(f"({edition})" in printed.out for edition in ("5e", "8e", "11e"))
