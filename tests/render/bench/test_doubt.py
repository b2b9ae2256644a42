"""What a photograph decides, and what it cannot: margin against error, displacements, and heights."""

from __future__ import annotations

import json
from math import cos, dist, hypot, pi, sin
from pathlib import Path
from random import Random

import pytest

from engine.core.state import State
from render import cli
from render.bench import doubt as doubts
from render.bench.doubt import doubt, doubt_of, errors_of
from render.bench.heights import FARTHEST, flips, taller
from render.bench.position import Position
from render.bench.weighing import Doubt, displaced
from tests.render.bench.positions import MAN, quarrel


def margin(found: Doubt | None) -> float:
    assert found is not None and found.margin is not None
    return found.margin


def test_without_errors_there_is_no_doubt() -> None:
    assert doubt(quarrel(26.5)) == []
    assert errors_of(quarrel(26.5)) == {}


def test_without_a_question_there_is_no_doubt() -> None:
    assert doubt(quarrel(26.5, 0.1, asked=None)) == []


def test_a_margin_smaller_than_the_errors_together_cannot_decide() -> None:
    found = doubt_of(quarrel(26.3, 0.1))
    assert found.visible and not found.decided and margin(found) < found.error == pytest.approx(0.3)
    told = doubt(quarrel(26.3, 0.1))[0]
    named = 'Marine 0.10", Ork 0.10", Container 0.10"'
    assert told == f'The picture cannot decide: margin {found.margin:.2f}", error 0.30" ({named}).'


def test_a_margin_greater_than_the_errors_decides() -> None:
    for y, visible in ((28, True), (22, False)):
        found = doubt_of(quarrel(y, 0.1))
        assert (found.visible, found.decided) == (visible, True)
        assert doubt(quarrel(y, 0.1))[0].startswith("The picture decides: margin ")


@pytest.mark.parametrize("aside", [0.4, -2.0])
def test_an_error_of_the_looker_near_the_blocker_counts_as_much_as_it_moves_the_shadow(aside: float) -> None:
    """The container's corner is 2 inches from the looker and the target 30: a tenth of an inch here is more than one
    there, so that a margin greater than all the errors together decides nothing."""
    models = [
        {"id": "a1", "name": "Marine", "side": "blue", "unit": "alpha", "at": [28, 22], **MAN, "error": 0.1},
        {"id": "t1", "name": "Ork", "side": "orange", "unit": "boyz", "at": [58, 52 + aside], **MAN, "error": 0.1},
    ]
    position = quarrel(26, 0.1, models=models, table={"width": 72, "depth": 72})
    found = doubt_of(position)
    assert found.visible is (aside > 0)
    assert margin(found) > found.error and not found.decided
    other = "hidden" if found.visible else "visible"
    assert doubt(position)[0].endswith(f"places within these errors exist where it is {other}.")


def test_nothing_is_displaced_by_more_than_its_error() -> None:
    position = quarrel(26.3, 0.1)
    state, errors = position.state(), errors_of(position)
    tried = list(displaced(state, errors, ["a1"], ["t1"], ["crate"], True))
    tried += displaced(state, errors, ["a1"], ["t1"], ["crate"], False)
    assert len(tried) > 90
    moved = set()
    for other in tried:
        for id in ("a1", "t1"):
            far = dist(state.models[id].pose.xy, other.models[id].pose.xy)
            moved.add((id, round(far, 3)))
            assert far < 0.1 + 1e-4
        for a, b in zip(state.terrain["crate"].piece.outline, other.terrain["crate"].piece.outline):
            moved.add(("crate", round(dist(a, b) / 25400, 3)))
            assert dist(a, b) / 25400 < 0.1 + 1e-4
    assert {("a1", 0.1), ("t1", 0.1), ("crate", 0.1)} <= moved


def shaken(position: Position, rng: Random) -> State:
    """The state with everything moved at random by no more than its error."""
    data = {**position.data}
    for kind in ("models", "terrain"):
        entries = []
        for entry in data[kind]:
            angle, far = rng.uniform(0, 2 * pi), rng.choice([1.0, 1.0, rng.random()]) * entry["error"]
            dx, dy = far * cos(angle), far * sin(angle)
            assert hypot(dx, dy) <= entry["error"] + 1e-9
            if kind == "models":
                entries.append({**entry, "at": [entry["at"][0] + dx, entry["at"][1] + dy]})
            else:
                entries.append({**entry, "outline": [[x + dx, y + dy] for x, y in entry["outline"]]})
        data[kind] = entries
    return Position({**data}).state()


@pytest.mark.parametrize("y", [22, 24.4, 25.2, 25.8, 26.0, 26.3, 26.9, 27.4, 29])
@pytest.mark.parametrize("error", [0.05, 0.15, 0.3])
def test_what_the_picture_decides_no_displacement_at_random_undoes(y: float, error: float) -> None:
    position, rng = quarrel(y, error), Random(3)
    found = doubt_of(position)
    answers = set()
    for _ in range(60):
        state = shaken(position, rng)
        answers.add(bool(position.book().sight(state, "a1", "t1").visible))
    if found.decided:
        assert answers == {found.visible}


def two_walls(gap: float, error: float) -> Position:
    """A slit of `gap` inches between two walls, and a wide target right behind it."""
    low, high = 22 - gap / 2, 22 + gap / 2
    more = {"kind": "block", "top": 5, "error": error}
    terrain = [
        {"id": "left", "name": "Left", "outline": [[30, high], [31, high], [31, 40], [30, 40]], **more},
        {"id": "right", "name": "Right", "outline": [[30, 4], [31, 4], [31, low], [30, low]], **more},
    ]
    models = [
        {"id": "a1", "side": "blue", "unit": "alpha", "at": [20, 22], **MAN, "error": 0.01},
        {"id": "t1", "side": "orange", "unit": "boyz", "at": [33, 22], "base": {"round": 100}, "height": 3, "eye": 2.5,
         "error": 0.01},
    ]  # fmt: skip
    return quarrel(22, terrain=terrain, models=models)


def test_a_slit_that_the_errors_may_close_is_in_doubt_however_great_the_margin() -> None:
    narrow, wide = doubt_of(two_walls(0.1, 0.1)), doubt_of(two_walls(1.5, 0.1))
    assert narrow.visible and margin(narrow) > narrow.error and not narrow.decided
    assert wide.visible and wide.decided


def test_the_answer_by_heights_is_told_to_the_hundredth() -> None:
    """The eye at 1.25 looks over a wall of height h at 10 inches at a head of 1.4 at 24 inches: it is seen while h is
    less than 1.25 + 0.15 * (4 / 24), nearly, with the head's far side a little further away."""
    terrain = [{"id": "wall", "kind": "block", "name": "Wall", "outline": [[30, 4], [30.5, 4], [30.5, 40], [30, 40]],
                "top": 1.2, "error": 0.1}]  # fmt: skip
    position = quarrel(22, 0.1, terrain=terrain)
    assert position.verdict().visible
    found = {flip.id: flip.change for flip in doubt_of(position).flips}
    for id, change in found.items():
        beyond = taller(position.state(), id, change)
        short = taller(position.state(), id, change - (0.003 if change > 0 else -0.003))
        assert not position.book().sight(beyond, "a1", "t1").visible
        assert position.book().sight(short, "a1", "t1").visible
    assert 0 < found["wall"] < 0.15 and found["t1"] < 0
    told = doubt(position)[1]
    assert told.startswith("Heights: hidden were ") and "Wall 0." in told and '" higher' in told and '" lower' in told


def test_heights_that_change_nothing_are_said_to() -> None:
    assert doubt(quarrel(22, 0.1))[1] == f'No height that is off by up to {FARTHEST:g}" changes that.'


def test_raising_a_ruin_raises_its_walls() -> None:
    terrain = [{"id": "ruin", "kind": "ruin", "at": [32, 22], "outline": [[-2, -2], [2, -2], [2, 2], [-2, 2]],
                "parts": [{"wall": [[0, -2], [0, 2]], "thickness": 0.25, "top": 1.2}], "error": 0.1}]  # fmt: skip
    position = quarrel(22, 0.1, terrain=terrain)
    assert position.verdict().visible
    found = flips(position.book(), position.state(), "a1", "t1", ["ruin"])
    assert len(found) == 1 and 0 < found[0].change < 0.2


def test_units_are_judged_too() -> None:
    position = quarrel(26.3, 0.1, asked={"from": "alpha", "to": "boyz"})
    assert position.whole_units
    assert not doubt_of(position).decided
    assert doubt_of(quarrel(28, 0.1, asked={"from": "alpha", "to": "boyz"})).decided


def test_an_answer_is_worked_out_once_for_each_state_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    real = doubts._judging

    def judging(position: Position, edition: str) -> doubts.Judging:
        calls.append(edition)
        return real(position, edition)

    monkeypatch.setattr(doubts, "_judging", judging)
    position = quarrel(26.3, 0.1)
    for _ in range(3):
        doubt(position)
    assert calls == ["5e"]
    position.move_model("t1", (44, 30))
    assert doubt_of(position).decided
    assert calls == ["5e", "5e"]


def test_it_can_be_worked_out_a_little_at_a_time() -> None:
    position, whole = quarrel(28, 0.1), doubt_of(quarrel(28, 0.1))
    rounds = 0
    while not doubts.known(position):
        doubts.work(position, seconds=0.0)
        rounds += 1
    assert rounds > 40 and doubt_of(position) == whole


@pytest.mark.parametrize("edition", ["5e", "8e", "11e"])
def test_every_edition_is_judged_by_its_own_rules(edition: str) -> None:
    position = quarrel(22, 0.1, edition=edition)
    found = doubt_of(position, edition)
    assert found.visible == position.verdict(edition).visible and found.decided


def test_the_command_says_what_the_photograph_leaves_in_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for y, error, decides in ((26.3, 0.1, False), (28, 0.1, True), (26.3, 0.0, None)):
        position = quarrel(y, error)
        position.save(tmp_path / "a.yaml")
        assert cli.main(["los", str(tmp_path / "a.yaml"), "--json"]) == 0
        line = json.loads(capsys.readouterr().out)
        cli.main(["los", str(tmp_path / "a.yaml")])
        words = capsys.readouterr().out
        if decides is None:
            assert "photograph" not in line and "picture" not in words
            continue
        found = doubt_of(position)
        assert found is not None and line["photograph"] == found.data()
        assert line["photograph"]["decides"] is decides
        assert all(sentence in words for sentence in doubt(position))


def test_the_errors_survive_every_way_of_asking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quarrel(26.3, 0.1, asked=None).save(tmp_path / "a.yaml")
    for asked, told in (([], False), (["--pair", "a1", "t1"], True), (["--units", "alpha", "boyz"], True)):
        cli.main(["los", str(tmp_path / "a.yaml"), *asked])
        assert ("cannot decide" in capsys.readouterr().out) is told
