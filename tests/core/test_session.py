"""The one object outsiders talk to: refusals, taking back, dice, referee, and rules that break."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from battlefield.pose import Pose
from engine.core import referee
from engine.core.battle import Abandoned
from engine.core.decisions import PASS, Agree, Chance, Choose, Decision, Move, React
from engine.core.dice import ScriptedDice, Stream
from engine.core.record import line_after
from engine.core.records import Gone
from engine.session import ProcedureFailed, Session
from tests.laws.battery import played
from tests.torture.book import TortureBook
from tests.torture.setup import torture_setup

BOTH = ("blue", "red")


def begin(**how: Any) -> Session:
    return Session.begin(torture_setup(), 1, book=how.pop("book", TortureBook()), **how)


def up_to(session: Session, kind: type, topic: str = "") -> Any:
    """Play until a question of that shape and topic is open; every re-roll is declined."""
    stream = Stream("up to")
    for _ in range(500):
        pending = session.pending
        assert pending is not None, f"no {kind.__name__} on {topic} came up"
        if isinstance(pending, kind) and topic in ("", pending.topic):
            return pending
        session.submit(PASS if isinstance(pending, React) else pending.suggest(stream))
    raise AssertionError


def answers(session: Session, count: int) -> None:
    for number, _ in enumerate(played(session, 5)):
        if number == count:
            return


# -- answers ----------------------------------------------------------------------------------------------------------


def test_dice_are_rolled_at_once_and_their_events_belong_to_the_answer() -> None:
    session = begin()
    for _ in played(session, 1):
        before = len(session.events)
        pending = session.pending
        assert pending is not None and not isinstance(pending, Chance)
        done = session.submit(pending.suggest(Stream("x")))
        assert done.events == session.events[before:]
        if any(event.code == "dice.rolled" for event in done.events):
            return
    raise AssertionError("nobody rolled")


def test_a_move_too_far_is_refused_with_the_rule_and_costs_nothing() -> None:
    session = begin()
    move = up_to(session, Move)
    answer, refusals = move.complete({move.models[0]: Pose.at(1, 35)})
    digest = session.digest
    assert refusals and session.submit(answer).refusals == refusals
    assert refusals[0].code == "torture.too_far" and refusals[0].rule == "torture.move"
    assert session.digest == digest
    assert session.explain(refusals[0])


def test_when_the_battle_is_over_answers_are_refused() -> None:
    session = begin()
    for _ in played(session, 1):
        pass
    assert session.submit("more").refusals[0].code == "battle.over"
    assert session.allow("more", BOTH).refusals[0].code == "battle.over"


# -- a rule that breaks -----------------------------------------------------------------------------------------------


class Breaks(TortureBook):
    """Breaks when the overwatch of a unit is looked for after so many looks."""

    def __init__(self, after: int):
        self.left = after

    def react_order(self, state: Any, moment: object) -> tuple[str, ...]:
        self.left -= 1
        if self.left == 0:
            raise ZeroDivisionError("a rule's mistake")
        return super().react_order(state, moment)


@pytest.mark.parametrize("after", [1, 4, 9, 20])
def test_a_rule_that_breaks_leaves_the_battle_before_the_answer_with_a_bundle(after: int, tmp_path: Path) -> None:
    session = begin(book=Breaks(after))
    session.keep_journal(tmp_path / "a.battle")
    stream = Stream("break")
    while True:
        before = session.digest, session.state.digest(), session.pending
        assert before[2] is not None
        answer = before[2].suggest(stream)
        try:
            session.submit(answer)
        except ProcedureFailed as failed:
            bundle = failed.bundle
            break
    assert (session.digest, session.state.digest(), session.pending) == before
    assert "a rule's mistake" in bundle["remark"] and "Traceback" in bundle["remark"]
    assert json.loads(json.dumps(bundle))["entry"]
    assert session.submit(answer).accepted, "the game goes on"
    answers(session, 10)
    loaded = Session.load(tmp_path / "a.battle", TortureBook())
    assert (loaded.digest, loaded.times_taken_back, loaded.lost) == (session.digest, 0, "")


def test_a_question_that_was_given_up_cannot_write_any_more() -> None:
    session = begin()
    answers(session, 12)
    old = session._timeline.runner
    battle = old.battle
    state = battle.state.digest()
    session.undo(BOTH)
    model = next(iter(battle.state.models))
    for write in (
        lambda: battle.move(model, Pose(0, 0), "r"),
        lambda: battle.gone(model, "r"),
        lambda: battle.score("blue", 1, "r"),
        lambda: battle.fresh_id("x"),
        lambda: battle.next_entry(),
        lambda: battle.note("x", "blue"),
        lambda: battle.regroup("blue-hero", "blue-hero", "r"),
        lambda: battle.note_deed(model, "x", "r"),
        lambda: battle.agree("a", "b", "r"),
        lambda: battle.say("x", "r"),
    ):
        with pytest.raises(Abandoned):
            write()
    assert battle.state.digest() == state
    assert old.pending is None


# -- taking back ------------------------------------------------------------------------------------------------------


def across_dice(session: Session) -> None:
    for _ in played(session, 8):
        if session.undo_crosses_dice():
            return
    raise AssertionError("nobody rolled")


def rolls(session: Session) -> list[Any]:
    return [(event.subject, event.detail("faces")) for event in session.events if event.code == "dice.rolled"]


def test_taking_back_a_roll_needs_the_opponent_and_gives_the_same_dice() -> None:
    session = begin()
    across_dice(session)
    digest, rolled = session.digest, rolls(session)
    entry = next(line.entry for line in reversed(session.lines) if line.entry.kind == "answer")
    assert session.undo().refusals[0].code == "undo.needs_consent"
    assert session.undo(("blue",)).refusals
    assert session.undo(BOTH).accepted
    assert session.submit(entry.value).accepted
    assert (session.digest, rolls(session)) == (digest, rolled)


def test_fresh_dice_are_other_dice_and_stay_other_dice_further_back() -> None:
    session = begin()
    across_dice(session)
    rolled = rolls(session)
    taken = [line.entry.value for line in session.lines if line.entry.kind == "answer"][-1]
    seen = set()
    for _ in range(4):
        assert session.undo(BOTH, fresh=True).accepted
        assert not session.can_redo
        session.submit(taken)
        seen.add(tuple(rolls(session)[len(rolled) - 1 :]))
    assert len(seen | {tuple(rolled[-1:])}) > 2
    key = session.state.dice_key
    session.undo(BOTH)
    session.undo(BOTH)
    assert session.state.dice_key not in ("1", key), "the dice that both gave up do not come back"


def test_redo_gives_back_step_by_step_and_a_new_answer_forgets_the_rest() -> None:
    session = begin()
    answers(session, 15)
    digests = [session.digest]
    for _ in range(3):
        session.undo(BOTH)
        digests.append(session.digest)
    for expected in digests[2::-1][:2]:
        session.redo()
        assert session.digest == expected
    session.undo(BOTH)
    assert session.can_redo
    pending = session.pending
    assert pending is not None
    session.submit(pending.suggest(Stream("other")))
    assert not session.can_redo
    assert session.redo().refusals[0].code == "redo.nothing"


def test_an_answer_that_fits_no_more_is_not_given_again_and_the_battle_stays_as_it_was() -> None:
    session = begin()
    answers(session, 15)
    session.undo(BOTH)
    entry = session._redo[0].entry
    session._redo[0] = line_after(session.digest, replace(entry, value="nobody"), (), "")
    before, question = session.digest, session.pending
    with pytest.raises(ProcedureFailed):
        session.redo()
    assert session.digest == before and session.pending == question and not session.can_redo
    assert question is not None and session.submit(question.suggest(Stream("other"))).accepted


def test_at_the_beginning_there_is_nothing_to_take_back() -> None:
    session = begin()
    assert not session.can_undo
    assert session.undo(BOTH).refusals[0].code == "undo.nothing"


def test_everything_can_be_taken_back_to_the_first_question_and_given_again() -> None:
    session = begin()
    first = session.pending, session.state.digest(), session.events
    for _ in played(session, 3):
        pass
    digest = session.digest
    while session.can_undo:
        assert session.undo(BOTH).accepted
    assert (session.pending, session.state.digest(), session.events) == first
    while session.can_redo:
        session.redo()
    assert session.digest == digest


def test_undo_reaches_beyond_the_quiet_states_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.core.timeline.QUIETS_KEPT", 6)
    session = begin()
    digests = []
    for _ in played(session, 3):
        digests.append((session.digest, session.state.digest()))
    while session.can_undo:
        assert (session.digest, session.state.digest()) in digests or session.pending is None
        session.undo(BOTH)
    assert (session.digest, session.state.digest()) == digests[0]
    assert len(session._timeline._quiets) <= 7


def test_an_undo_into_entries_that_no_longer_fit_is_refused_and_harms_nothing() -> None:
    class Changing(TortureBook):
        changed = False

        def react_order(self, state: Any, moment: object) -> tuple[str, ...]:
            return () if self.changed else super().react_order(state, moment)

    session = begin(book=Changing())
    up_to(session, React)
    answers(session, 40)
    session._timeline._quiets.clear()
    session._timeline.record.checkpoints.clear()
    before = session.digest, session.pending, session.state.digest()
    Changing.changed = True
    assert session.undo(BOTH).refusals[0].code == "undo.no_longer_fits"
    Changing.changed = False
    assert (session.digest, session.pending, session.state.digest()) == before
    answers(session, 10)
    assert session.undo(BOTH).accepted


# -- forks ------------------------------------------------------------------------------------------------------------


def test_forks_with_different_seeds_roll_differently_and_never_as_the_battle_will() -> None:
    session = begin()
    across_dice(session)
    assert session.undo(BOTH).accepted
    pending = session.pending
    assert pending is not None
    answer = pending.suggest(Stream("policy 8"))
    ahead = {}
    for seed in range(12):
        fork = session.fork(seed)
        fork.submit(answer)
        ahead[seed] = tuple(rolls(fork))
    assert len(set(ahead.values())) > 2


def test_a_fork_of_a_battle_with_typed_dice_rolls_by_itself_differently_for_each_seed() -> None:
    session = begin(dice="typed")
    up_to(session, Chance)
    forks = [session.fork(seed) for seed in range(12)]
    assert all(not isinstance(fork.pending, Chance) for fork in forks)
    assert len({tuple(rolls(fork)) for fork in forks}) > 3
    assert isinstance(session.pending, Chance)


def test_a_fork_does_not_use_up_the_script_of_the_dice() -> None:
    dice = ScriptedDice(n % 6 + 1 for n in range(600))
    session = begin(dice=dice)
    answers(session, 12)
    left = dice.left
    forks = [session.fork(), session.fork()]
    for fork in forks:
        answers(fork, 25)
        assert len(rolls(fork)) > len(rolls(session))
    assert dice.left == left
    assert forks[0].digest == forks[1].digest


# -- dice -------------------------------------------------------------------------------------------------------------


def test_typed_dice_are_asked_checked_saved_and_taken_back_like_answers(tmp_path: Path) -> None:
    session = begin(dice="typed")
    question = up_to(session, Chance)
    count = len(question.roll.dice)
    assert session.submit((7,) * count).refusals[0].code == "answer.no_such_face"
    assert session.submit((5,) * count).accepted
    assert rolls(session)[-1][1] == (5,) * count
    assert session.undo().refusals[0].code == "undo.needs_consent"
    assert session.undo(BOTH).accepted
    assert session.pending == question
    assert session.redo().accepted
    session.save(tmp_path / "a.battle")
    loaded = Session.load(tmp_path / "a.battle", TortureBook())
    assert loaded.digest == session.digest
    assert isinstance(up_to(loaded, Chance), Chance), "typed dice stay typed"


def test_a_die_can_be_set_by_both_players_and_taken_back() -> None:
    session = begin()
    across_dice(session)
    rolled = rolls(session)
    last = next(line for line in reversed(session.lines) if line.entry.kind == "dice")
    face = last.entry.value[0] % 6 + 1
    assert session.set_die(0, face, ("blue",)).refusals[0].code == "referee.needs_consent"
    for index, wrong in ((99, 1), (-1, 1), (0, 7), (0, 0)):
        assert session.set_die(index, wrong, BOTH).refusals[0].code == "referee.no_such_die"
    assert rolls(session) == rolled
    assert session.set_die(0, face, BOTH).accepted
    assert rolls(session)[len(rolled) - 1][1][0] == face
    kinds = [line.entry.kind for line in session.lines]
    assert "set" in kinds, "marked in the record"
    assert session.undo(BOTH).accepted
    assert rolls(session)[: len(rolled)] == rolled, "the dice lie as they were rolled"
    assert not isinstance(session.pending, Chance)


def test_without_a_roll_there_is_no_die_to_set() -> None:
    assert begin().set_die(0, 6, BOTH).refusals[0].code == "referee.no_roll"


# -- referee ----------------------------------------------------------------------------------------------------------


def test_the_referee_needs_both_players_and_is_undone_like_an_answer() -> None:
    session = begin()
    up_to(session, Move)
    command = referee.MoveModel("red-squad-0", Pose.at(20, 20))
    before = session.digest, session.state.digest(), session.pending
    assert session.command(command, "blue", ("blue",)).refusals[0].code == "referee.needs_consent"
    assert session.command(command, "blue", BOTH).accepted
    assert session.state.models["red-squad-0"].pose == Pose.at(20, 20)
    assert session.lines[-1].entry.kind == "command"
    assert session.undo(BOTH).accepted
    assert (session.digest, session.state.digest(), session.pending) == before
    assert session.redo().accepted
    assert session.state.models["red-squad-0"].pose == Pose.at(20, 20)


def test_an_open_question_sees_what_the_referee_did() -> None:
    session = begin()
    move = up_to(session, Move)
    gone = move.models[0]
    assert session.command(referee.RemoveModel(gone), "blue", BOTH).accepted
    assert isinstance(session.pending, Move)
    assert session.pending.models == move.models[1:]
    assert session.command(referee.MoveModel(gone, Pose.at(3, 3)), "blue", BOTH).accepted
    assert session.state.models[gone].wounds == 1
    assert session.pending.models == move.models


def test_a_standing_answer_is_a_sides_own_affair_and_takes_effect_on_the_open_question() -> None:
    session = begin()
    question: Decision[Any] = up_to(session, React)
    side = question.player
    other = session.state.enemy(side)
    never = referee.Standing(side, question.rule, "never")
    assert session.command(never, other, ()).refusals
    assert session.command(never, side, ()).accepted
    before = len(session.events)
    for asked in played(session, 4):
        assert not (isinstance(asked, React) and asked.player == side and asked.rule == question.rule)
    assert not [e for e in session.events[before:] if e.rule == question.rule and e.side == side]


def test_always_takes_the_reaction_without_asking() -> None:
    session = begin()
    for side in BOTH:
        assert session.command(referee.Standing(side, "torture.reroll", "always"), side, ()).accepted
    for asked in played(session, 4):
        assert not (isinstance(asked, React) and asked.rule == "torture.reroll")
    assert [e for e in session.events if e.rule == "torture.reroll" and e.code == "side.spent"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (referee.RemoveModel("nobody"), "referee.no_such_model"),
        (referee.WoundModel("red-late-0", 1), "referee.not_on_table"),
        (referee.Note(""), "referee.note_length"),
        (referee.Note("x" * 2001), "referee.note_length"),
        (referee.Standing("green", "r", "never"), "referee.no_such_standing"),
        (referee.Standing("red", "r", "perhaps"), "referee.no_such_standing"),
    ],
)
def test_commands_that_make_no_sense_are_refused(command: referee.Command, code: str) -> None:
    session = begin()
    digest = session.digest
    assert session.command(command, "blue", BOTH).refusals[0].code == code
    assert session.digest == digest


def at_a_fight() -> tuple[Session, Choose]:
    for policy in range(20):
        session = begin()
        for asked in played(session, policy):
            if isinstance(asked, Choose) and asked.topic == "fighter":
                return session, asked
    raise AssertionError("nobody fought")


def test_a_command_after_which_nobody_could_answer_is_refused() -> None:
    session, fighter = at_a_fight()
    refused = []
    for model in [m.id for option in fighter.options for m in session.state.present(option.id)]:
        before = session.digest
        done = session.command(referee.RemoveModel(model), "blue", BOTH)
        if not done.accepted:
            refused.append(done.refusals[0].code)
            assert session.digest == before and session.pending is not None
    assert set(refused) == {"referee.not_here"}


def test_wounds_given_and_taken_by_the_referee() -> None:
    session = begin()
    up_to(session, Move)
    session.command(referee.WoundModel("blue-carrier-0", 2), "red", BOTH)
    assert session.state.models["blue-carrier-0"].wounds == 1
    session.command(referee.WoundModel("blue-carrier-0", -1), "red", BOTH)
    assert session.state.models["blue-carrier-0"].wounds == 2
    session.command(referee.WoundModel("blue-carrier-0", 9), "red", BOTH)
    assert isinstance(session.state.models["blue-carrier-0"].place, Gone)


def test_an_answer_that_the_rules_refuse_can_be_allowed_by_both_and_is_marked() -> None:
    session = begin()
    move = up_to(session, Move)
    answer, refusals = move.complete({move.models[0]: Pose.at(30, 20)})
    assert refusals
    assert session.allow(answer, ("red",)).refusals[0].code == "referee.needs_consent"
    assert session.allow("nonsense", BOTH).refusals[0].code == "answer.wrong_form"
    assert session.allow(answer, BOTH).accepted
    assert session.state.models[move.models[0]].pose == Pose.at(30, 20)
    assert "allowed" in [line.entry.kind for line in session.lines]


def test_a_note_is_kept_in_the_record_and_told() -> None:
    session = begin()
    done = session.command(referee.Note("We agreed that the mound is a hill."), "blue", BOTH)
    assert session.state.notes == ("We agreed that the mound is a hill.",)
    assert "the mound is a hill" in session.tell(done.events[-1])
    assert isinstance(session.pending, Agree)
    assert session.command(referee.Note("\ud800"), "blue", BOTH).refusals, "what no file can hold"


@pytest.mark.parametrize("how_far", [0, 9, 33, 60])
def test_a_battle_can_be_conceded_or_stopped_at_any_question_saved_and_taken_back(how_far: int, tmp_path: Path) -> None:
    for command, by, consent, winner in (
        (referee.Concede("red"), "red", (), "blue"),
        (referee.Stop(), "blue", BOTH, ""),
        (referee.Stop("red"), "blue", BOTH, "red"),
    ):
        session = begin()
        answers(session, how_far)
        before = session.digest, session.state.digest(), session.pending
        assert session.command(command, "blue" if by == "red" else "red", ()).refusals
        assert session.command(command, by, consent).accepted
        assert session.pending is None
        assert session.state.outcome is not None and session.state.outcome.winner == winner
        session.save(tmp_path / "a.battle")
        loaded = Session.load(tmp_path / "a.battle", TortureBook())
        assert (loaded.digest, loaded.state.digest(), loaded.pending) == (session.digest, session.state.digest(), None)
        assert session.command(command, by, consent).refusals[0].code == "battle.over"
        assert session.fork().digest == session.digest
        assert session.undo(BOTH).accepted
        assert (session.digest, session.state.digest(), session.pending) == before
        assert session.redo().accepted
        assert session.digest == loaded.digest


def test_the_battle_as_it_was_can_be_looked_at_without_leaving_it() -> None:
    session = begin()
    answers(session, 30)
    digest = session.digest
    for count in (0, 1, 7, len(session.lines)):
        then = session.at(count)
        assert then.digest == (session.lines[count - 1].digest if count else session.fork().at(0).digest)
        assert len(then.lines) == count
    assert session.digest == digest
