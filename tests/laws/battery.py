"""The laws of a battle, to be held against any setup and book: both sides play what each question suggests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from battlefield.pose import Pose
from engine.core import journal, referee
from engine.core.book import Book
from engine.core.decisions import Chance, Decision
from engine.core.dice import Stream
from engine.core.setup import Setup
from engine.session import Session

JUNK: tuple[Any, ...] = ("no such thing", (), None, 3.5, -1, 10**9, True, (("nobody", 1),), ("nobody",), [1], object())
Make = Callable[[], Book]


def end_of(setup: Setup, make: Make, seed: int, **how: Any) -> Session:
    """A whole battle, played to its end."""
    session = Session.begin(setup, seed, book=make(), **how)
    for _ in played(session, seed):
        pass
    return session


def played(session: Session, seed: int) -> Iterator[Decision[Any]]:
    """Yield each open question, then answer it with its suggestion, until the battle is over."""
    stream = Stream(f"policy {seed}")
    while (pending := session.pending) is not None:
        yield pending
        pending = session.pending or pending
        done = session.submit(pending.suggest(stream))
        assert done.accepted, (pending, done.refusals)


def laws(setup: Setup, make: Make, seed: int, folder: Path, every: int = 1) -> Session:
    """Play a battle and hold each law at every so many decisions; returns the battle at its end."""
    session = Session.begin(setup, seed, book=make())
    session.keep_journal(folder / "journal.battle")
    seen: dict[int, tuple[str, Decision[Any] | None]] = {}
    for number, pending in enumerate(played(session, seed)):
        seen[len(session.lines)] = (session.state.digest(), pending)
        if number % every == 0:
            at_a_decision(session, make, folder, number)
    seen[len(session.lines)] = (session.state.digest(), None)
    at_a_decision(session, make, folder, 0)
    from_checkpoints(session, make, folder, seen)
    with_equal_records(session, make)
    session.close()
    resumed = Session.load(folder / "journal.battle", make())
    assert (resumed.digest, resumed.lost) == (session.digest, "")
    assert Session.load(folder / "journal.battle", make(), whole=True).digest == session.digest
    return session


def at_a_decision(session: Session, make: Make, folder: Path, number: int) -> None:
    """Every law that can be tried without leaving the decision."""
    has_a_legal_answer(session)
    refused_answers_change_nothing(session)
    fork_equals(session, number)
    saved_and_loaded_equals(session, make, folder)
    undone_and_redone_equals(session)


def same(one: Session, other: Session) -> None:
    """Two sessions stand at the same place, having come the same way."""
    assert one.digest == other.digest
    assert one.state.digest() == other.state.digest()
    assert one.pending == other.pending
    assert one.events == other.events
    assert one.times_taken_back == other.times_taken_back


def has_a_legal_answer(session: Session) -> None:
    """Whoever is asked can answer; advice rolls nothing, changes nothing and depends on nothing but its stream."""
    pending = session.pending
    if pending is None:
        return
    before = session.state.digest()
    for key in "abc":
        answer = pending.suggest(Stream(key))
        assert not pending.refusals(answer), (pending, answer, pending.refusals(answer))
        assert answer == pending.suggest(Stream(key)), "advice that depends on more than its stream"
    assert session.state.digest() == before


def refused_answers_change_nothing(session: Session) -> None:
    """A refused answer costs no die, leaves no trace, and says why in a sentence."""
    before = session.digest, session.state.digest(), session.state.counters.copy(), len(session.lines)
    for junk in JUNK:
        refusals = session.preview(junk)
        if refusals:
            assert session.submit(junk).refusals == refusals
            assert all(session.explain(refusal) for refusal in refusals)
    assert (session.digest, session.state.digest(), session.state.counters, len(session.lines)) == before


def fork_equals(session: Session, number: int) -> None:
    """A fork stands at the same place; what is done to it does not touch the original; with a seed its dice differ."""
    before = session.digest, session.state.digest()
    same(session, session.fork())
    other = session.fork(number)
    assert other.pending == session.pending or isinstance(session.pending, Chance)
    assert other.state.dice_key != session.state.dice_key
    for _, pending in zip(range(3), played(other, number), strict=False):
        assert pending is not None
    assert (session.digest, session.state.digest()) == before


def saved_and_loaded_equals(session: Session, make: Make, folder: Path) -> None:
    """A saved battle is the same battle, and so is its journal."""
    session.save(folder / "saved.battle")
    loaded = Session.load(folder / "saved.battle", make())
    assert not loaded.lost
    same(session, loaded)
    if not isinstance(session.pending, Chance):
        again = Session.load(folder / "journal.battle", make())
        assert not again.lost
        same(session, again)


def undone_and_redone_equals(session: Session) -> None:
    """Three answers taken back and given again lead to the same place; across dice the opponent is asked first."""
    fork = session.fork()
    back = 0
    while back < 3 and fork.can_undo:
        if fork.undo_crosses_dice():
            assert fork.undo().refusals[0].code == "undo.needs_consent"
        assert fork.undo(fork.state.sides).accepted
        back += 1
    for _ in range(back):
        assert fork.can_redo
        assert fork.redo().accepted
    assert not fork.can_redo or not back
    assert (fork.digest, fork.state.digest(), fork.pending) == (session.digest, session.state.digest(), session.pending)


class WithoutBeginning:
    """A book that can no longer set up a battle: whoever stands somewhere came from a checkpoint."""

    def __init__(self, book: Book):
        self._book = book

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)

    def set_up(self, setup: Setup, dice_key: str) -> Any:
        raise AssertionError("began anew")


def from_checkpoints(session: Session, make: Make, folder: Path, seen: dict[int, Any]) -> None:
    """A session opened from any checkpoint alone asks the same question about the same state."""
    record = journal.read(folder / "journal.battle")
    assert record.checkpoints, "no checkpoint in a whole battle"
    path = folder / "checkpoint.battle"
    for count in record.checkpoints:
        part = record.first(count)
        part.checkpoints = {count: record.checkpoints[count]}
        journal.write(path, part)
        opened = Session.load(path, WithoutBeginning(make()))
        assert not opened.lost
        assert (opened.state.digest(), opened.pending) == seen[len(opened.lines)]
        assert opened.digest == session.lines[len(opened.lines) - 1].digest


def with_equal_records(session: Session, make: Make) -> None:
    """No rule keeps a record across a question: with every record replaced by an equal copy nothing is different."""
    strict = Session.begin(session.setup, session.state.dice_key, book=make(), strict=True)
    for line in session.lines:
        if line.entry.kind == "answer":
            assert strict.submit(line.entry.value).accepted
    assert strict.digest == session.digest


def with_a_meddling_referee(setup: Setup, make: Make, seed: int) -> int:
    """Both players let the referee interfere at random; the battle still comes to its end. Returns how often he did.

    A die that he turns takes back all that came after it, so he does that a few times only: a long deployment without
    a roll would hardly ever come to its end.
    """
    session = Session.begin(setup, seed, book=make())
    stream = Stream(f"referee {seed}")
    done = turned = 0
    for _ in played(session, seed):
        while stream.below(4) == 0:
            command = any_command(session, stream)
            before = session.digest
            submission = session.command(command, session.state.sides[0], session.state.sides)
            assert submission.accepted or session.digest == before
            done += submission.accepted
            has_a_legal_answer(session)
        if turned < 12 and stream.below(12) == 0:
            turned += 1
            session.set_die(0, stream.between(1, 6), session.state.sides)
    whole = session.fork()
    assert whole.digest == session.digest
    return done


def any_command(session: Session, stream: Stream) -> referee.Command:
    """A command about any model, on the table or not."""
    model = stream.pick(list(session.state.models.values()))
    kind = stream.below(6)
    if kind == 0:
        other = stream.pick(list(session.state.models.values()))
        return referee.MoveModel(model.id, other.pose if other.on_table else Pose(0, 0))
    if kind == 1:
        return referee.WoundModel(model.id, stream.between(-1, 2))
    if kind == 2:
        return referee.RemoveModel(model.id)
    if kind == 3:
        rules = [row.rule for row in session.book.reactions() if row.optional] or ["none"]
        return referee.Standing(session.state.sides[1], stream.pick(rules), stream.pick(["always", "never", "ask"]))
    if kind == 4:
        return referee.Reseed(f"r{stream.below(100)}")
    return referee.Note("The dice were cocked.")
