"""One sight: the book's verdict, what shooting offers, the cover and the geometry say the same in every battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlefield.sight import Portion, crossings, gaps_crossed, look
from engine.books import book_for
from engine.core.dice import Stream
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import cover, firing, shelter, shooting, sight, status
from engine.mechanics.verdicts import Verdict
from engine.session import Session
from scenarios.loader import load_scenario
from tests.laws.battery import played

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios" / "5e").glob("*.yaml"))
BOOK = book_for("5e")


def after_some_turns(path: Path, rounds: int = 2) -> State:
    """The state in the Shooting phase of a game turn, both sides having done what was suggested."""
    session = Session.begin(load_scenario(path), 7)
    for _ in played(session, 7):
        clock = session.state.clock
        if clock.round >= rounds and clock.phase == "shooting":
            break
    return session.state


@pytest.fixture(scope="module", params=SCENARIOS, ids=lambda path: path.stem)
def state(request: pytest.FixtureRequest) -> State:
    return after_some_turns(request.param)


def opposing(state: State) -> list[tuple[str, str]]:
    """Every unit of either side with every enemy unit."""
    return [
        (u.id, v.id) for side in state.sides for u in state.units_of(side) for v in state.units_of(state.enemy(side))
    ]


def verdict(state: State, viewer: str, target: str) -> Verdict:
    found = BOOK.sight(state, viewer, target)
    assert isinstance(found, Verdict)
    return found


def sample(state: State, count: int) -> list[Verdict]:
    """Verdicts on some pairs of opposing models."""
    stream, units, found = Stream("sample"), opposing(state), []
    for _ in range(count if units else 0):
        pairs = verdict(state, *stream.pick(units)).pairs
        found.append(stream.pick(list(pairs)))
    return found


def test_there_are_bundled_scenarios_to_hold_against_each_other() -> None:
    assert SCENARIOS


def test_the_verdict_on_units_is_what_shooting_offers(state: State) -> None:
    for unit, target in opposing(state):
        whole = verdict(state, unit, target)
        seen = sight.visible_models(state, unit, target)
        assert {(v, t) for v, models in seen.items() for t in models} == {
            (pair.viewer, pair.target) for pair in whole.pairs if pair.visible
        }
        assert whole.visible == sight.sees(state, unit, target)
        if not status.locked(state, target):
            barred = {refusal.code for refusal in shooting.target_option(state, unit, target).barred}
            assert ("shoot.no_sight" in barred) == (not whole.visible)
        for option in firing.offered(state, unit, target):
            blind = any(refusal.code == "shoot.model_sees_none" for refusal in option.barred)
            assert blind == (not any(pair.visible for pair in whole.pairs if pair.viewer == option.subject))


def test_the_cover_in_a_verdict_is_what_the_shots_of_those_who_see_would_meet(state: State) -> None:
    for unit, target in opposing(state):
        whole = verdict(state, unit, target)
        seeing = tuple(dict.fromkeys(pair.viewer for pair in whole.pairs if pair.visible))
        found = cover.cover_save(state, seeing or tuple(m.id for m in state.present(unit)), target)
        assert (whole.cover.save if whole.cover else 0) == found.save


def test_a_verdict_on_models_is_the_geometrys_with_both_units_looked_through(state: State) -> None:
    for pair in sample(state, 60):
        viewer, target = (state.models[m] for m in (pair.viewer, pair.target))
        through = sight.mates(state, viewer.unit) | sight.mates(state, target.unit)
        plain = look(state.board, body_of(viewer), body_of(target), state.bodies(), transparent=through)
        assert pair == verdict(state, pair.viewer, pair.target)
        assert (pair.visible, pair.hidden) == (plain.visible, round(plain.hidden * 1_000_000))
        assert pair.blockers == plain.blockers
        assert (pair.line is None) == (not plain.visible)


def test_a_model_in_plain_view_is_in_cover_exactly_by_what_it_stands_in_and_what_the_lines_to_it_cross(
    state: State,
) -> None:
    for pair in sample(state, 60):
        if pair.hidden or status.gone_to_ground(state, state.models[pair.target].unit):
            continue
        viewer, target = (body_of(state.models[m]) for m in (pair.viewer, pair.target))
        through = sight.mates(state, viewer.group) | sight.mates(state, target.group)
        firer, bodies = shelter.Firer.on(state.board, viewer), state.bodies()
        saves = [benefit.save for benefit in shelter.inside(state.board, target)]
        for crossed in crossings(state.board, bodies, viewer, target, transparent=through):
            piece = state.board.piece(crossed.piece)
            if crossed.through is not Portion.NONE and not firer.ignores(piece, target):
                saves.append(shelter.save_of(piece))
        gaps = gaps_crossed(state.board, bodies, viewer, target, shelter.LINK, transparent=through)
        saves += [shelter.UNITS for gap in gaps if gap.through is not Portion.NONE]
        expected = min((save for save in saves if save), default=0)
        assert (pair.cover.save if pair.cover else 0) == expected, (pair, saves)
