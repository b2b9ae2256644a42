"""One sight in every edition: the verdict on units, on models, the margin and the geometry say the same."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from battlefield.sight import join
from engine import messages
from engine.books import EDITIONS, book_for
from engine.core.dice import Stream
from engine.core.records import body_of
from engine.core.state import State
from engine.eleventh.solid import solid_board
from engine.eleventh.visibility import WIDTH, screened, seen_out_of
from engine.mechanics.company import mates
from engine.session import Session
from scenarios.loader import load_scenario, load_scene
from scenarios.writer import save_scene
from tests.laws.battery import played
from tests.positions import assert_units_are_their_pairs, sight

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios" / "5e").glob("*.yaml"))


@lru_cache(maxsize=2)
def played_some(path: Path) -> Session:
    """A battle in its second game turn, both sides having done what was suggested."""
    session = Session.begin(load_scenario(path), 5)
    for _ in played(session, 5):
        if session.state.clock.round >= 2 and session.state.clock.phase == "shooting":
            break
    return session


@pytest.fixture(params=[(p, e) for p in SCENARIOS for e in EDITIONS], ids=lambda of: f"{of[0].stem}-{of[1]}")
def state(request: pytest.FixtureRequest, tmp_path: Path) -> State:
    """The position of a battle, read again from a scene file under an edition."""
    path, edition = request.param
    save_scene(tmp_path / "position.yaml", played_some(path).state)
    return book_for(edition).set_up(load_scene(tmp_path / "position.yaml", edition).setup, "0")


def opposing(state: State, count: int) -> list[tuple[str, str]]:
    """Some pairs of opposing units."""
    units = [
        (u.id, v.id) for side in state.sides for u in state.units_of(side) for v in state.units_of(state.enemy(side))
    ]
    stream = Stream("opposing")
    return [stream.pick(units) for _ in range(count)] if units else []


def test_the_verdict_on_units_follows_from_those_on_all_pairs_and_every_one_has_its_sentence(state: State) -> None:
    book = book_for(state.setup.edition)
    for viewer, target in opposing(state, 6):
        assert_units_are_their_pairs(state, viewer, target)
        whole = sight(state, viewer, target)
        for found in (whole, *whole.pairs):
            assert messages.event(found.told(), state, book), found.reason
            assert all(rule.startswith(f"{book.edition}.") for rule in found.rules)
            assert not found.fully or found.visible


def test_a_margin_says_of_now_what_the_verdict_says(state: State) -> None:
    book = book_for(state.setup.edition)
    for viewer, target in opposing(state, 2):
        pair = Stream(viewer + target).pick(list(sight(state, viewer, target).pairs))
        for of in ("target", "viewer"):
            margin = book.margin(state, pair.viewer, pair.target, of=of)
            assert margin is not None and margin.visible == pair.visible


def geometry(state: State, viewer: str, target: str) -> bool | None:
    """Whether the geometry joins two models by the edition's masks; None where it asks the eye."""
    one, other = (state.models[m] for m in (viewer, target))
    edition, bodies = state.setup.edition, (body_of(one), body_of(other))
    if edition == EDITIONS[1]:
        return join(state.board, *bodies, state.bodies(), transparent=mates(state, one.unit)).visible
    if edition == EDITIONS[2]:
        board = screened(solid_board(state), state.board)
        through = mates(state, one.unit) | mates(state, other.unit)
        through |= seen_out_of(state.board, bodies[0]) | seen_out_of(state.board, bodies[1])
        return join(board, *bodies, state.bodies(), transparent=through, width=WIDTH).visible
    return None


def test_a_verdict_on_models_is_the_geometrys_with_the_books_masks(state: State) -> None:
    for viewer, target in opposing(state, 4):
        for pair in sight(state, viewer, target).pairs[::3]:
            seen = geometry(state, pair.viewer, pair.target)
            assert seen is None or pair.visible == (seen and pair.reason != "sight.undetected")
