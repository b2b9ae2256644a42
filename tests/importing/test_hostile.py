"""Files from strangers: one clear line each, status 2, quick and small, and nothing written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from render import cli
from scenarios.importing import safe
from tests.importing.forms import xml
from tests.importing.hostile import BAD, GOOD

ROOT = Path(__file__).resolve().parents[2]
SECONDS, MEGABYTES = 2.0, 200

WATCHED = """
import contextlib, io, json, sys, time
from render import cli
told = {}
for path in sys.argv[1:]:
    out, err, start = io.StringIO(), io.StringIO(), time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main(["import", path, "--out", path + ".yaml", "--json"])
    told[path] = [status, out.getvalue(), err.getvalue(), time.process_time() - start]
told[""] = 0.0
if sys.platform.startswith("linux"):
    high = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
    told[""] = int(high[0]) / 1024
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    """What the command said of every bad file, its seconds; and, under no name, the most memory it took in all."""
    folder = tmp_path_factory.mktemp("bad")
    paths = {name: folder / f"{i}.rosz" for i, name in enumerate(BAD)}
    for name, path in paths.items():
        path.write_bytes(BAD[name][0]())
    command = [sys.executable, "-c", WATCHED, *map(str, paths.values())]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=240, check=True, env=os.environ)
    found = json.loads(done.stdout)
    assert sorted(p.name for p in folder.iterdir()) == sorted(p.name for p in paths.values()), "something was written"
    return {name: found[str(path)] for name, path in paths.items()} | {"": found[""]}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_status_2_and_one_clear_line(name: str, told: dict[str, list[object]]) -> None:
    status, out, err, seconds = told[name]
    assert (status, out) == (2, "")
    assert isinstance(err, str) and isinstance(seconds, float)
    assert err.count("\n") == 1 and err.isprintable() is False and len(err) < 400, err
    assert BAD[name][1] in err and "Traceback" not in err
    assert seconds < SECONDS


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the most memory a process had is told by Linux")
def test_no_bad_file_takes_much_memory(told: dict[str, list[object]]) -> None:
    most = told[""]
    assert isinstance(most, float) and most < MEGABYTES


def test_what_is_not_a_file_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, word in ((tmp_path / "none.ros", "No such file"), (tmp_path, "folder"), (tmp_path / "pipe", "ordinary")):
        assert cli.main(["import", str(path)]) == 2
        assert word in capsys.readouterr().err


def test_the_list_itself_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.ros"
    path.write_bytes(xml(GOOD))
    assert cli.main(["import", str(path), "--out", str(path)]) == 2
    assert "is the list itself" in capsys.readouterr().err
    assert path.read_bytes() == xml(GOOD)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.ros"
    path.write_bytes(xml(GOOD))
    assert cli.main(["import", str(path), "--out", str(tmp_path / "nowhere" / "army.yaml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_every_cut_of_a_list_is_refused(tmp_path: Path) -> None:
    whole = xml(GOOD)
    for length in range(0, len(whole) - 1, 97):
        with pytest.raises(safe.Refused):
            safe.parse_xml(whole[:length])


def test_elements_are_counted_and_measured_at_their_bounds() -> None:
    deep = b"<a>" * safe.MOST_DEPTH + b"</a>" * safe.MOST_DEPTH
    assert safe.parse_xml(deep).tag == "a"
    with pytest.raises(safe.Refused, match="nested"):
        safe.parse_xml(b"<a>" + deep + b"</a>")
    assert safe.parse_json("[" * safe.MOST_DEPTH + "]" * safe.MOST_DEPTH)
    with pytest.raises(safe.Refused, match="nested"):
        safe.parse_json("[" * (safe.MOST_DEPTH + 1) + "]" * (safe.MOST_DEPTH + 1))
    assert safe.parse_json('{"a": "[[[[{{{{" }') == {"a": "[[[[{{{{"}
