"""The doorway: too old a Python, no ensurepip, no network, an interrupted installation, a changed lock."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

from render.startup import check, pygame_problem
from tests.laws.source import ROOT

OFFLINE = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_RETRIES": "0",
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_NO_CACHE_DIR": "1",
}


@pytest.fixture
def play(tmp_path: Path) -> ModuleType:
    """play.py in a folder of its own with a one-line lock, nothing installed."""
    (tmp_path / "play.py").write_bytes((ROOT / "play.py").read_bytes())
    (tmp_path / "requirements.lock").write_text("iniconfig==2.3.1 --hash=sha256:" + "0" * 64 + "\n")
    spec = importlib.util.spec_from_file_location("play_under_test", tmp_path / "play.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Commands:
    """Stands for the machine: records what would be run, makes the environment when told to, fails when told to."""

    def __init__(self, play: ModuleType, fails: str = "") -> None:
        self.play, self.fails, self.said = play, fails, list[str]()

    def __call__(self, command: list[str], log: str) -> bool:
        self.said.append(" ".join(command))
        Path(self.play.LOG).write_text("ERROR: the wheel is bad")
        if "venv" in command:
            make_environment(self.play)
        return not (self.fails and self.fails in self.said[-1])


def make_environment(play: ModuleType) -> None:
    python = Path(play.PYTHON)
    python.parent.mkdir(parents=True)
    python.touch()
    Path(play.VENV, "pyvenv.cfg").write_text(f"home = {Path(sys.executable).parent}\n")


@pytest.fixture
def quiet(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What the doorway would run inside the environment."""
    started: list[list[str]] = []

    def run(arguments: list[str], stderr: int | None = None) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(play, "run", run)
    return started


def test_the_doorway_parses_on_very_old_pythons() -> None:
    ast.parse((ROOT / "play.py").read_text(encoding="utf-8"), feature_version=(3, 5))


def test_an_old_python_gets_one_sentence() -> None:
    code = "import sys, runpy; sys.version_info = (3, 10, 9); runpy.run_path('play.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Sightline needs Python 3.11 or newer, and this is 3.10.\n"


def test_a_first_run_installs_with_hashes_then_runs_what_was_asked(
    play: ModuleType, quiet: list[list[str]], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "runs", commands := Commands(play))
    assert play.main(["los", "x.yaml"]) == 0
    assert "--require-hashes --only-binary :all:" in commands.said[-1]
    assert "accelerate.warm()" in quiet[0][-1]
    assert quiet[1] == ["-m", "render.cli", "los", "x.yaml"]
    assert capfd.readouterr().err.startswith("First run: installing")
    assert play.main(["test", "-q"]) == 0
    assert quiet[2:] == [["-m", "pytest", "-q"]], "the second run installs nothing"
    assert capfd.readouterr().err == ""


def test_a_changed_lock_makes_the_environment_anew(
    play: ModuleType, quiet: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "runs", commands := Commands(play))
    play.main([])
    Path(play.VENV, "left-over").touch()
    Path(play.LOCK).write_text("iniconfig==2.3.2\n")
    assert play.main([]) == 0
    assert len(commands.said) == 4
    assert not Path(play.VENV, "left-over").exists()


def test_an_environment_is_not_made_anew_from_within(
    play: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    make_environment(play)
    monkeypatch.setattr(play.sys, "prefix", play.VENV)
    assert play.main([]) == 2
    assert capfd.readouterr().err.startswith("The libraries have to be installed anew: run this with your own Python")
    assert Path(play.PYTHON).exists()


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupted_installation_is_not_believed(
    play: ModuleType, quiet: list[list[str]], monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def interrupted(command: list[str], log: str) -> bool:
        make_environment(play)
        raise error

    monkeypatch.setattr(play, "runs", interrupted)
    assert play.main([]) in (2, 130)
    assert not quiet
    monkeypatch.setattr(play, "runs", commands := Commands(play))
    assert play.main([]) == 0
    assert len(commands.said) == 2, "everything is made again"


def test_a_removal_cut_short_leaves_no_stamp(
    play: ModuleType, quiet: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "runs", Commands(play))
    play.main([])
    assert play.ready()
    monkeypatch.setattr(play.shutil, "rmtree", lambda path: (_ for _ in ()).throw(OSError("in use")))
    with pytest.raises(OSError, match="in use"):
        play.clear()
    assert not play.ready()


def test_an_environment_whose_python_is_gone_is_made_anew(
    play: ModuleType, quiet: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "runs", Commands(play))
    play.main([])
    Path(play.VENV, "pyvenv.cfg").write_text("home = /nowhere/bin\n")
    assert not play.ready()


def without(play: ModuleType, monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(play.importlib.util, "find_spec", lambda name: None if name in missing else find(name))
    monkeypatch.setattr(play.shutil, "which", lambda name: None if name in missing else f"/opt/{name}")


def test_without_ensurepip_uv_is_next(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    without(play, monkeypatch, "ensurepip")
    monkeypatch.setattr(play, "runs", Commands(play))
    assert next(play.recipes())[0][:2] == ["/opt/uv", "venv"]


def test_a_uv_that_does_not_run_is_passed_over_for_pip(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    without(play, monkeypatch, "ensurepip")
    monkeypatch.setattr(play, "runs", Commands(play, fails="--version"))
    (way,) = play.recipes()
    assert "--without-pip" in way[0] and way[1][1:4] == ["-m", "pip", "--python"]


def test_without_any_way_the_line_for_apt_is_given(
    play: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    without(play, monkeypatch, "ensurepip", "uv", "pip")
    assert play.main([]) == 2
    assert f"sudo apt install python3.{sys.version_info[1]}-venv" in capfd.readouterr().err


def test_a_failed_recipe_gives_way_to_the_next_and_the_last_says_why(
    play: ModuleType, quiet: list[list[str]], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    without(play, monkeypatch)
    monkeypatch.setattr(play, "runs", commands := Commands(play, fails="install"))
    assert play.main([]) == 2
    makers = ["-m venv /", "uv venv", "--without-pip"]
    tried = [next((m for m in makers if m in line), "") for line in commands.said]
    assert [maker for maker in tried if maker] == makers
    assert "could not be installed: ERROR: the wheel is bad" in capfd.readouterr().err
    assert not play.ready() and not quiet


@pytest.mark.slow
def test_without_a_network_there_is_one_clear_sentence(play: ModuleType) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "UV_"))} | OFFLINE | {"PATH": ""}
    done = subprocess.run(
        [sys.executable, str(Path(play.HOUSE, "play.py"))], env=env, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 2
    first, second = done.stderr.splitlines()
    assert first.startswith("First run: installing") and "is the network there?" in second
    assert not play.ready()


def test_both_pygames_in_one_environment_are_refused() -> None:
    problem = pygame_problem({"pygame": "2.6.1", "pygame-ce": "2.5.8"}.__getitem__)
    assert problem and "\n" not in problem and "2.6.1" in problem and "2.5.8" in problem


def test_one_pygame_is_enough(capfd: pytest.CaptureFixture[str]) -> None:
    def only_ce(name: str) -> str:
        if name == "pygame":
            raise metadata.PackageNotFoundError(name)
        return "2.5.8"

    assert pygame_problem(only_ce) is None
    assert check() == 0, "this environment holds one"
    assert capfd.readouterr().err == ""


def test_the_gate_runs_the_command_the_readme_gives() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 play.py test" in readme
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").rstrip().endswith("exec python3 play.py test")
    assert os.access(ROOT / ".ci/run", os.X_OK) or os.name == "nt"
