"""How the command line is used: help that teaches, exit statuses, one line for what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from render import cli
from tests.cli.commands import one_line, run


def status(*words: str) -> int:
    """The exit status of a command run in this process."""
    try:
        return cli.main(list(words))
    except SystemExit as end:
        return int(end.code or 0)


@pytest.mark.parametrize("command", ["simulate", "replay", "check", "odds", "play"])
def test_help_of_every_command_says_what_each_word_is_for(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(command, "--help") == 0
    told = capsys.readouterr().out
    assert f"usage: sightline {command}" in told
    options = [line for line in told.splitlines() if line.startswith("  -") and "--help" not in line]
    assert all(len(line.split()) > 2 or "--" in line for line in options)


def test_help_shows_commands_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("--help") == 0
    told = capsys.readouterr().out
    assert all(word in told for word in ("play", "simulate", "replay", "check", "odds", "examples:"))


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "nowhere.yaml"),
        ("simulate", "first-steps", "--players", "nobody"),
        ("simulate", "first-steps", "--players", "whim,whim,whim"),
        ("replay", "nowhere.battle"),
        ("odds",),
        ("odds", "first-steps", "tactical-1", "boyz-1"),
        ("odds", "first-steps", "nobody", "boyz-1"),
        ("odds", "--test", "7+"),
        ("odds", "--test", "thirteen"),
    ],
)
def test_what_cannot_be_done_is_status_2_and_one_line(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(*words) == 2
    told = capsys.readouterr()
    assert told.out == "" and one_line(told.err), told


@pytest.mark.parametrize("words", [("fly",), ("simulate",), ("simulate", "first-steps", "--games", "0"), ("replay",)])
def test_wrong_use_is_status_2(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert status(*words) == 2
    told = capsys.readouterr()
    assert told.out == "" and "usage:" in told.err and "Traceback" not in told.err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"{}", b"- - -", b"sightline: 9"])
@pytest.mark.parametrize("command", ["simulate", "replay", "check"])
def test_a_file_of_another_sort_is_refused_in_words(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "thing.yaml"
    path.write_bytes(content)
    assert status(command, str(path)) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.strip() and "Traceback" not in told.err
    assert "thing.yaml" in told.err


@pytest.mark.parametrize("command", ["simulate", "replay", "check"])
def test_a_folder_is_no_file(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(command, str(tmp_path)) == 2
    told = capsys.readouterr()
    assert told.out == "" and one_line(told.err), told


def test_the_version_is_told() -> None:
    told = run("--version")
    assert told.returncode == 0 and told.stdout.startswith("Sightline ")


def test_check_says_what_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("check", "scenarios/5e/first-steps.yaml") == 0
    assert "without a mistake" in capsys.readouterr().out


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a display")
@pytest.mark.parametrize("driver", ["", "no-such-driver"])
def test_without_a_display_the_window_is_refused_in_one_line(driver: str) -> None:
    bare = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": "/nonexistent", "SDL_VIDEODRIVER": driver}
    done = run("play", **bare)
    assert done.returncode == 2
    (line,) = (line for line in done.stderr.splitlines() if line.startswith("no window can be opened"))
    assert "desktop session" in line and "Traceback" not in done.stderr
