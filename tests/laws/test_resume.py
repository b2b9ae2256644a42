"""What becomes of a battle file that was torn, changed, or never was one: a clear sentence, and no harm to the file."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core import codec, journal
from engine.core.journal import JournalError
from engine.core.records import Clock
from engine.session import Session
from tests.laws.battery import end_of, played
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a whole battle, in which the players took something back."""
    path = tmp_path_factory.mktemp("battle") / "a.battle"
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    session.keep_journal(path)
    for number, _ in enumerate(played(session, 1)):
        if number in (20, 60):
            session.undo(session.state.sides, fresh=number == 60)
    session.close()
    return path


def load(path: Path) -> Session:
    return Session.load(path, TortureBook())


def changed(battle: Path, into: Path, change: Callable[[list[str]], list[str]]) -> Path:
    path = into / "changed.battle"
    path.write_text("".join(change(battle.read_text(encoding="utf-8").splitlines(keepends=True))), encoding="utf-8")
    return path


def number_of(battle: Path, kind: str, skip: int = 3) -> int:
    """Which line, from 0, is the one of that kind after so many others."""
    lines = battle.read_text(encoding="utf-8").splitlines()
    return [n for n, line in enumerate(lines) if json.loads(line)["is"] == kind][skip]


def test_a_journal_with_undos_gives_the_battle_at_its_end(battle: Path) -> None:
    session = load(battle)
    assert (session.lost, session.times_taken_back, session.pending) == ("", 2, None)
    assert session.state.outcome is not None


def test_after_undo_and_resume_the_battle_goes_on_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    session.keep_journal(path)
    for number, _ in enumerate(played(session, 1)):
        if number == 30:
            break
    session.undo(session.state.sides)
    session.close()
    resumed = load(path)
    assert (resumed.digest, resumed.times_taken_back) == (session.digest, 1)
    resumed.keep_journal(path)
    for number, _ in enumerate(played(resumed, 2)):
        if number == 10:
            break
    assert load(path).digest == resumed.digest
    assert resumed.undo(resumed.state.sides).accepted
    assert load(path).digest == resumed.digest


def test_cut_off_anywhere_a_battle_resumes_with_all_that_was_written(battle: Path, tmp_path: Path) -> None:
    raw = battle.read_bytes()
    header = raw.index(b"\n") + 1
    rng = random.Random(7)
    for cut in [header, len(raw), len(raw) - 1, *(rng.randrange(header, len(raw)) for _ in range(100))]:
        path = tmp_path / "torn.battle"
        path.write_bytes(raw[:cut])
        whole = raw[:cut].count(b"\n") - 1
        session = load(path)
        assert len(session.lines) >= _answers(raw, whole)
        assert session.pending is not None or cut >= len(raw) - 1 or session.state.outcome is not None
        assert bool(session.lost) == (not raw[:cut].endswith(b"\n") and raw[cut : cut + 1] != b"\n")


def _answers(raw: bytes, lines: int) -> int:
    """How many answers stand after the header and so many lines."""
    count = 0
    for text in raw.split(b"\n")[1 : lines + 1]:
        data = json.loads(text)
        count = data["to"] if data["is"] == "back" else count + (data["is"] == "answer")
    return count


def test_cut_off_within_its_header_it_is_no_battle_file(battle: Path, tmp_path: Path) -> None:
    path = tmp_path / "torn.battle"
    for cut in (0, 1, 500):
        path.write_bytes(battle.read_bytes()[:cut])
        with pytest.raises(JournalError, match="not a battle file"):
            load(path)


def test_a_changed_answer_ends_the_battle_there_and_says_so(battle: Path, tmp_path: Path) -> None:
    number = number_of(battle, "answer", 90)

    def change(lines: list[str]) -> list[str]:
        return [line.replace('"topic":"', '"topic":"x', 1) if n == number else line for n, line in enumerate(lines)]

    session = load(changed(battle, tmp_path, change))
    assert (
        session.lost
        == f"line {number + 1} is damaged (it was changed after it was written); what came after it is lost"
    )
    assert 80 < len(session.lines) < 91
    assert session.pending is not None


def test_a_missing_answer_is_found(battle: Path, tmp_path: Path) -> None:
    number = number_of(battle, "answer", 90)
    session = load(changed(battle, tmp_path, lambda lines: lines[:number] + lines[number + 1 :]))
    assert "is damaged" in session.lost


@pytest.mark.parametrize("which", [0, -1])
def test_a_changed_checkpoint_harms_nothing(battle: Path, tmp_path: Path, which: int) -> None:
    number = number_of(battle, "checkpoint", which)

    def change(lines: list[str]) -> list[str]:
        return [line.replace('"wounds":1', '"wounds":9', 1) if n == number else line for n, line in enumerate(lines)]

    path = changed(battle, tmp_path, change)
    assert path.read_bytes() != battle.read_bytes()
    session, unharmed = load(path), load(battle)
    assert (session.digest, session.lost) == (unharmed.digest, "")
    assert session.state.digest() == unharmed.state.digest()
    while session.can_undo:
        assert session.undo(session.state.sides).accepted
        assert unharmed.undo(session.state.sides).accepted
        assert session.state.digest() == unharmed.state.digest()


def test_a_checkpoint_changed_with_its_digest_is_not_believed(battle: Path, tmp_path: Path) -> None:
    number = number_of(battle, "checkpoint", -1)

    def change(lines: list[str]) -> list[str]:
        data = json.loads(lines[number])
        state = load(battle).state.copy()
        state.clock = Clock("turn", 9, 9, "red")
        data["state"], data["digest"] = state.to_data(), state.digest()
        return [*lines[:number], json.dumps(data) + "\n", *lines[number + 1 :]]

    session = load(changed(battle, tmp_path, change))
    assert session.state.digest() == load(battle).state.digest()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "hello",
        "{}",
        "[]",
        "null",
        "\x89PNG\r\n",
        "sightline: 1\nedition: 5e\n",
        '{"is":"header"}',
        "[" * 100_000,
    ],
)
def test_a_foreign_file_is_refused_with_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(JournalError) as refused:
        load(path)
    assert str(path) in str(refused.value) and "\n" not in str(refused.value)


def test_missing_files_folders_and_huge_files_are_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as handle:
        handle.truncate(journal.LONGEST + 1)
    for path, why in (
        (tmp_path / "none", "cannot be read"),
        (tmp_path, "cannot be read"),
        (huge, "larger than any battle"),
    ):
        with pytest.raises(JournalError, match=why):
            load(path)


def header_with(battle: Path, into: Path, **other: object) -> Path:
    def change(lines: list[str]) -> list[str]:
        return [json.dumps({**json.loads(lines[0]), **other}, separators=(",", ":")) + "\n", *lines[1:]]

    return changed(battle, into, change)


def test_a_newer_format_is_named(battle: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="format 2; this version reads format 1"):
        load(header_with(battle, tmp_path, sightline=2))


def test_a_changed_header_is_found(battle: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="line 1 was changed"):
        load(header_with(battle, tmp_path, dice_key="7"))


def test_an_unknown_edition_is_one_sentence(battle: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="edition torture cannot be played yet: there is no book of it"):
        Session.load(battle)


def test_the_tail_of_another_version_that_no_longer_fits_is_left_out(battle: Path, tmp_path: Path) -> None:
    class Later(TortureBook):
        """The rules of a later version, in which nobody may re-roll."""

        def reactions(self):
            return tuple(row for row in super().reactions() if row.rule != "torture.reroll")

    path = header_with(battle, tmp_path, engine="0.0.1")
    session = Session.load(path, Later(), whole=True)
    assert "no longer fit (made by version 0.0.1) and were left out" in session.lost
    assert 0 < len(session.lines) < len(load(battle).lines)
    for _ in played(session, 3):
        pass
    assert session.state.outcome is not None


def test_an_answer_that_this_version_cannot_read_is_told_apart_from_damage(battle: Path, tmp_path: Path) -> None:
    def change(lines: list[str]) -> list[str]:
        record = journal.read(battle)
        entry = '{"@":"Entry","kind":"command","player":"","topic":"referee","value":{"@":"Teleport"}}'
        body = f'{{"is":"answer","entry":{entry},"events":[],"quiet":""'
        return [*lines, f'{body},"digest":"{codec.digest(record.digest, body)}"}}\n', "{}\n"]

    session = load(changed(battle, tmp_path, change))
    assert "cannot be read by this version (no record is called 'Teleport')" in session.lost
    assert session.digest == load(battle).digest


def test_bytes_that_are_no_text_and_lines_of_other_kinds_are_damage(battle: Path, tmp_path: Path) -> None:
    for bad in (b"\xff\xfe\n", b"17\n", b'{"is":"song"}\n', b'{"is":"back","to":99999}\n', b'{"is":"back","to":"x"}\n',
                b'{"is":"answer"}\n', b"[" * 50_000 + b"\n", b'{"is":"checkpoint","after":0}\n'):  # fmt: skip
        path = tmp_path / "bad.battle"
        path.write_bytes(battle.read_bytes() + bad + b"{}\n")
        session = load(path)
        assert "is damaged" in session.lost and "\n" not in session.lost
        assert session.digest == load(battle).digest


def test_going_on_with_a_damaged_file_keeps_what_was_there(battle: Path, tmp_path: Path) -> None:
    path = changed(battle, tmp_path, lambda lines: [*lines[:50], "damaged\n", *lines[50:]])
    before = path.read_bytes()
    session = load(path)
    session.keep_journal(path)
    assert (tmp_path / "changed.battle.damaged").read_bytes() == before
    assert load(path).lost == ""


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_older_file_survives_a_save_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    session = end_of(torture_setup(), TortureBook, 1)
    path = tmp_path / "a.battle"
    path.write_text("older")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"engine.core.journal.os.{step}", full)
    with pytest.raises(OSError, match="No space"):
        session.save(path)
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_ends_the_journal_but_not_the_battle(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no disk that is always full")
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    session.keep_journal(tmp_path / "a.battle")
    kept = session._timeline.journal
    assert kept is not None
    kept._handle = full.open("w")
    for _ in played(session, 1):
        pass
    assert session.state.outcome is not None
    assert "is no longer written (No space left on device)" in session.journal_trouble


def test_saving_over_the_running_journal_goes_on_in_it(tmp_path: Path) -> None:
    session = Session.begin(torture_setup(), 1, book=TortureBook())
    session.keep_journal(tmp_path / "a.battle")
    for number, _ in enumerate(played(session, 1)):
        if number == 12:
            session.save(tmp_path / "a.battle")
    assert load(tmp_path / "a.battle").digest == session.digest
