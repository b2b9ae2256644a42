"""What `los` does with what cannot be meant: one that can be mended is, and said; the rest is refused in words."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from render.cli import DONE, NO, WRONG, main
from scenarios.loader import check

HEAD = "sightline: 1\nedition: 5e\ntable: {width: 72, depth: 48}\n"
MODELS = """\
models:
  - {id: a1, side: blue, unit: alpha, base: {round: 32}, at: [20, 22], height: 1.5, eye: 1.3}
  - {id: t1, side: red, unit: mob, base: {round: 32}, at: [40, 22], height: 1.5, eye: 1.3}
"""


def scene(folder: Path, terrain: str = "", models: str = MODELS, name: str = "scene.yaml") -> str:
    file = folder / name
    file.write_text(HEAD + (f"terrain:\n{terrain}" if terrain else "") + models)
    return str(file)


def block(outline: str, more: str = "top: 4") -> str:
    return f"  - {{id: crate, kind: block, outline: {outline}, {more}}}\n"


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is said on stderr by a command that must be refused, without a traceback and without any answer."""
    try:
        status = main(list(words))
    except SystemExit as end:
        status = int(end.code or 0)
    printed = capsys.readouterr()
    assert status == WRONG, printed
    assert printed.out == "" and printed.err.strip() and "Traceback" not in printed.err
    return printed.err


# -- what is mended ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outline", "said", "blocked"),
    [
        ("[[29, 18], [31, 26], [31, 18], [29, 26]]", "its 4 corners are taken in order around the edge", True),
        (
            "[[29, 10], [31, 10], [31, 30], [29, 30], [29, 20], [27, 22], [29, 24]]",
            "its largest part is taken",
            True,
        ),
        ("[[29, 18], [29, 18], [31, 18], [31, 26], [29, 26], [29, 18]]", "", True),
    ],
)
def test_an_outline_that_crosses_itself_is_mended_and_said(
    outline: str, said: str, blocked: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = scene(tmp_path, block(outline))
    assert main(["los", file, "--pair", "a1", "t1", "--json"]) == (NO if blocked else DONE)
    printed = capsys.readouterr()
    assert json.loads(printed.out)["blockers"] == ["crate"]
    assert (said in printed.err) and bool(printed.err) == bool(said)
    if said:
        assert f"{file}:5: terrain crate: its outline crosses itself" in printed.err
        assert "(for `los` " in str(check(file)[0]), "as a battlefield to play on it has to be mended in the file"


def test_what_was_mended_is_said_once_for_all_editions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = scene(tmp_path, block("[[29, 18], [31, 26], [31, 18], [29, 26]]"))
    main(["los", file, "--pair", "a1", "t1", "--edition", "all"])
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_hull_that_crosses_itself_is_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hull = MODELS.replace("{round: 32}, at: [40", "{hull: [[-3, -2], [3, 2], [3, -2], [-3, 2]]}, at: [40")
    assert main(["los", scene(tmp_path, models=hull), "--pair", "a1", "t1", "--json"]) == DONE
    printed = capsys.readouterr()
    assert "its 4 corners are taken in order" in printed.err
    assert json.loads(printed.out)["facing"] == "rear"


def test_models_that_overlap_are_said_and_stand_there_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = scene(tmp_path, models=MODELS.replace("[40, 22]", "[20.5, 22]"))
    assert main(["los", file, "--pair", "a1", "t1", "--json"]) == DONE
    printed = capsys.readouterr()
    assert "models a1 and t1 overlap by 0.76" in printed.err and "both stand there all the same" in printed.err
    assert json.loads(printed.out)["visible"] is True
    assert main(["check", file]) == WRONG
    assert "move one of them away" in capsys.readouterr().err


def test_a_model_inside_something_solid_is_said_and_sees_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = scene(tmp_path, block("[[18, 18], [24, 18], [24, 26], [18, 26]]"))
    assert main(["los", file, "--pair", "a1", "t1", "--json"]) == NO
    assert "model a1 is in crate, impassable terrain; it stands there all the same" in capsys.readouterr().err


# -- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outline", "more", "words"),
    [
        ("[[29, 18], [31, 18]]", "top: 4", "at least 3 entries"),
        ("[]", "top: 4", "at least 3 entries"),
        ("[[29, 18], [29, 18], [29, 18]]", "top: 4", "encloses no ground"),
        ("[[29, 18], [31, 18], [33, 18]]", "top: 4", "encloses no ground"),
        ("[[29, 18], [31, 18], [29, 18], [31, 18]]", "top: 4", "encloses no ground"),
        ("[[29, 18], [1e9, 18], [29, 26]]", "top: 4", "is 1000000000.0"),
        ("[[29, 18], [1e308, 18], [29, 26]]", "top: 4", "is enormous"),
        ("[[29, 18], [1e999, 18], [29, 26]]", "top: 4", "is enormous"),
        ("[[29, 18], [.nan, 18], [29, 26]]", "top: 4", "is not a number that can be used"),
        ("[[29, 18], [.inf, 18], [29, 26]]", "top: 4", "is not a number that can be used"),
        ("[[29, 18], [NaN, 18], [29, 26]]", "top: 4", "is not a number that can be used"),
        ("[[29, 18], [31, 18], [31, 26]]", "top: 0", "has no height"),
        ("[[29, 18], [31, 18], [31, 26]]", "top: -2", "has no height"),
        ("[[29, 18], [31, 18], [31, 26]]", "bottom: 5, top: 4", "has no height (bottom 5, top 4)"),
        ("[[29, 18], [31, 18], [31, 26]]", "top: 1e9", "is 1000000000.0"),
        ("[[290, 180], [310, 180], [310, 260]]", "top: 4", "lies beyond the table"),
    ],
)
def test_terrain_that_cannot_be(
    outline: str, more: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused(capsys, "los", scene(tmp_path, block(outline, more)))
    assert words in told and "scene.yaml:5: " in told


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("height: 1.5", "height: 0", "more than 0"),
        ("height: 1.5", "height: -1", "more than 0"),
        ("height: 1.5, eye: 1.3", "height: 1e-7, eye: 0", "a height that nobody could see; use at least 0.01"),
        ("height: 1.5", "height: 1e9", "at most 60"),
        ("height: 1.5", "height: .nan", "not a number"),
        ("eye: 1.3", "eye: 4", "above its top"),
        ("round: 32", "round: 0", "more than 0"),
        ("round: 32", "round: 1e300", "enormous"),
        ("round: 32", "round: 1e-9", "smaller than a model can be; use at least 1 mm"),
        ("{round: 32}", "{rect: [0.5, 20]}", "smaller than a model can be"),
        ("[20, 22]", "[20, 1e9]", "at most 500"),
        ("[20, 22]", "[-20, 22]", "off the table"),
        ("id: t1", "id: a1", "there are two models 'a1'"),
        ("models:", "units: {c: {side: green, sheet: x}}\nmodels:", "there are 3 sides, green, blue, red"),
        ("[20, 22]", "[20, 22], stands_on: ruin/1", "there is no surface 'ruin/1'"),
        ("models:", "units: {alpha: {joined: nobody}}\nmodels:", "there is no 'nobody' to be joined"),
    ],
)
def test_models_that_cannot_be(
    old: str, new: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(capsys, "los", scene(tmp_path, models=MODELS.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--pair", "a1", "ghost"], "no model 'ghost' on the table; there is a1, t1"),
        (["--pair", "crate", "t1"], "no model 'crate' on the table"),
        (["--units", "alpha", "a1"], "no unit 'a1' on the table; there is alpha, mob"),
        (["--units", "alpha", "mob", "--firing", "t1,ghost"], "no model 't1' in unit 'alpha'"),
        (["--edition", "7e"], "invalid choice"),
        (["--pair", "a1", "a1"], "'a1' is asked about itself"),
        (["--units", "mob", "mob"], "'mob' is asked about itself"),
    ],
)
def test_names_that_are_not_there(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(capsys, "los", scene(tmp_path), *arguments)


@pytest.mark.parametrize("name", ["picture.jpg", "picture", "picture.png.txt"])
def test_a_picture_that_is_none(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--png writes a PNG" in refused(capsys, "los", scene(tmp_path), "--png", str(tmp_path / name))


def test_a_picture_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").write_text("")
    for place in ("folder.png", "file/picture.png"):
        assert main(["los", scene(tmp_path), "--pair", "a1", "t1", "--png", str(tmp_path / place)]) == WRONG
        printed = capsys.readouterr()
        assert place.split("/")[0] in printed.err and "Traceback" not in printed.err
        assert len(printed.err.splitlines()) == 1


def test_no_more_positions_than_fit_into_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [scene(tmp_path, name=f"s{n}.yaml") for n in range(7)]
    told = refused(capsys, "los", *files, "--png", str(tmp_path / "p.png"))
    assert "up to 6 positions" in told and not (tmp_path / "p.png").exists()


def test_a_table_on_which_nobody_stands_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for models in ("", MODELS.replace("side: red", "side: blue")):
        picture = tmp_path / f"{len(models)}.png"
        for edition in ("5e", "8e", "11e"):
            file = scene(tmp_path, models=models)
            assert main(["los", file, "--edition", edition, "--png", str(picture)]) == DONE
            printed = capsys.readouterr()
            assert printed.out == "" and "no two models of opposing sides stand on the table" in printed.err
        assert picture.exists()


# -- files that are no scenes --------------------------------------------------------------------------------------

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)
CORNERS = "[" + ", ".join(f"[{20 + n % 7}, {n / 5000:.4f}]" for n in range(50_000)) + "]"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\xff", "is not UTF-8 text"),
        (b"sightline: 1\n\x00", "a character that YAML does not allow"),
        (b"- - - -", "not a mapping"),
        (b"x" * 3_000_000, "is too long"),
        (b"[" * 100, "nested more than 64 deep"),
        (b"[" * 100_000, "nesting depth"),
        (b"{a: " * 100_000, "nested more than 64 deep"),
        (b"a: " * 50_000, "is not YAML"),
        (BOMB.encode(), "values"),
        (b"a: &a {b: *a}", "no finished anchor"),
        (b"sightline: !!python/object/apply:os.system [ls]", "the tag"),
        (b"---\na: 1\n---\nb: 2\n", "a second document"),
        ((HEAD + "terrain:\n" + block(CORNERS) + MODELS).encode(), "more than 100000 values"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("command", ["los", "check"])
def test_a_file_that_is_no_scene_is_refused_at_once(
    command: str, content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scene.yaml"
    file.write_bytes(content)
    began = time.monotonic()
    assert words in refused(capsys, command, str(file))
    assert time.monotonic() - began < 20


def test_an_outline_of_very_many_corners_is_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spots = ", ".join(f"[{20 + n % 7}, {n / 1000:.4f}]" for n in range(20_000))
    assert "at most 400 entries" in refused(capsys, "los", scene(tmp_path, block(f"[{spots}]")))


def test_a_folder_is_no_scene(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "it is a folder" in refused(capsys, "los", str(tmp_path))
    assert "cannot be read" in refused(capsys, "los", str(tmp_path / "none.yaml"))


def test_the_largest_outline_and_a_full_table_are_read_in_bounded_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four hundred corners, in a star that is not convex."""
    spots = ", ".join(
        f"[{30 + (2 + 4 * (n % 2)) * x:.3f}, {22 + (2 + 4 * (n % 2)) * y:.3f}]" for n, (x, y) in enumerate(_circle(400))
    )
    began = time.monotonic()
    assert main(["los", scene(tmp_path, block(f"[{spots}]")), "--pair", "a1", "t1", "--json"]) == NO
    assert json.loads(capsys.readouterr().out)["blockers"] == ["crate"]
    assert time.monotonic() - began < 60


def _circle(count: int) -> list[tuple[float, float]]:
    from math import cos, pi, sin

    return [(cos(2 * pi * n / count), sin(2 * pi * n / count)) for n in range(count)]
