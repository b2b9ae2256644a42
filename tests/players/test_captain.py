"""The captain: legal and repeatable, it says why, and it beats one who answers anything."""

from __future__ import annotations

import pytest

from engine.core.decisions import Choose, Move
from engine.core.dice import Stream
from engine.players import arena
from engine.players.captain import Captain
from engine.players.player import Whim
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scenario


def begun(scenario: str, seed: int = 2) -> Session:
    return Session.begin(load_scenario(find_scenario(scenario)), seed=seed)


def test_it_wins_clearly_against_whims() -> None:
    setup = load_scenario(find_scenario("patrol-500"))
    won = {"captain": 0, "whim": 0, "": 0}
    for seed in range(6):
        names = ("captain", "whim") if seed % 2 else ("whim", "captain")
        result = arena.play_game(setup, seed, names)
        won[dict(zip(("blue", "red"), names, strict=True)).get(result.winner, "")] += 1
    assert won["captain"] >= won["whim"] + 3, won


def test_the_same_position_gets_the_same_answer_from_a_fresh_and_a_seasoned_captain() -> None:
    session = begun("first-steps")
    seasoned = {side: Captain(side) for side in session.state.sides}
    for count in range(120):
        question = session.pending
        if question is None:
            break
        answer = seasoned[question.player].answer(session)
        assert question.refusals(answer) == ()
        if count % 5 == 0:
            assert Captain(question.player).answer(session.fork()) == answer, question.topic
        session.submit(answer)


def test_it_says_why_it_moves_shoots_and_charges() -> None:
    session = begun("first-steps", seed=4)
    players = {side: Captain(side) for side in session.state.sides}
    told: dict[str, str] = {}
    while (question := session.pending) is not None:
        answer = players[question.player].answer(session)
        if isinstance(question, Move | Choose) and (why := players[question.player].reason()):
            told.setdefault(question.topic, why)
            assert not why.endswith(".") and "{" not in why
        session.submit(answer)
    assert {"move.models", "shoot.target"} <= set(told), told
    assert told["move.models"].split()[0] in ("Squad", "Grub's", "Snagga's")


def test_it_leaves_the_battle_as_it_is() -> None:
    session = begun("first-steps")
    captain, whim = Captain("one"), Whim("two")
    for _ in range(40):
        before, question = session.state.digest(), session.pending
        assert question is not None
        answer = captain.answer(session)
        assert session.state.digest() == before and session.pending is question
        session.submit(answer if question.player == "blue" else whim.answer(session))


@pytest.mark.parametrize("scenario", ["first-steps", "patrol-500"])
def test_units_are_deployed_in_loose_order_where_they_fit(scenario: str) -> None:
    session = begun(scenario)
    captain = Captain("one")
    while (question := session.pending) is not None and question.topic != "setup.place":
        session.submit(captain.answer(session))
    assert question is not None
    poses = captain.answer(session)
    assert question.refusals(poses) == ()
    assert poses != question.suggest(Stream("other"))
    apart = min(
        (a.x - b.x) ** 2 + (a.y - b.y) ** 2 for i, (_, a) in enumerate(poses) for _, b in poses[:i]
    )  # fmt: skip
    assert apart >= (25_000 + 20_000) ** 2
