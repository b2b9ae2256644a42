"""Ruler, ranges, sight and the referee's hand."""

from __future__ import annotations

import pygame
import pytest

from battlefield.units import um
from engine.session import Session
from render.tools import instruments
from render.tools.looking import Sight, blocked_at
from render.tools.ruler import Ranges, Ruler
from tests.fifth.tables import battle, boyz, marines, piece, row, square
from tests.render.tools.table import Table


def field(**options: object) -> Session:
    """Two squads 10 inches apart; a crate stands between their right ends."""
    crate = piece("crate", square(23.4, 14, 6, 1), top=4, opaque=True)
    return battle(
        marines("alpha", at=row(20, 10, 4)), marines("beta", at=row(40, 10, 2)), boyz("mob", at=row(20, 20, 5)),
        terrain=[crate], options=options,
    )  # fmt: skip


def test_every_instrument_has_its_own_key() -> None:
    keys = [each.key for each in instruments()]
    assert len(set(keys)) == len(keys) == 3


def test_the_ruler_measures_from_base_to_base_where_measuring_is_allowed(screen: pygame.Surface) -> None:
    session = field(premeasuring=True)
    hand = Table(session, screen, "ruler")
    assert isinstance(hand.tool, Ruler)
    hand.pull((20, 10), (20, 20))
    assert hand.tool.length() == session.measure("alpha-1", "mob-1") == um(9)
    assert "9.0″" in hand.said
    hand.pull((50, 10), (50, 20))
    assert hand.tool.length() == pytest.approx(um(10), abs=um(0.1))


def test_the_ruler_refuses_in_words_when_measuring_early_is_not_allowed(screen: pygame.Surface) -> None:
    hand = Table(field(), screen, "ruler")
    hand.pull((20, 10), (20, 20))
    assert any("may not be measured before" in words for words in hand.said)
    assert not any("9.0" in words for words in hand.said)


def test_a_spot_beside_an_enemy_is_no_way_round_the_ban_on_measuring(screen: pygame.Surface) -> None:
    hand = Table(field(), screen, "ruler")
    for start, end in (((20, 10), (20, 18.5)), ((20, 12), (20, 20)), ((18, 11), (18, 19))):
        hand.pull(start, end)
        assert any("may not be measured before" in words for words in hand.said)


def test_distances_between_friends_may_always_be_measured(screen: pygame.Surface) -> None:
    hand = Table(field(), screen, "ruler")
    hand.pull((24.5, 10), (40, 10))
    assert "14.5″" in hand.said


def test_rings_show_the_range_of_the_weapons_of_the_unit_under_the_pointer(screen: pygame.Surface) -> None:
    hand = Table(field(premeasuring=True), screen, "ranges")
    hand.move(20, 10)
    assert any("Boltgun 24″" in words for words in hand.said)
    assert any("12″ half" in words for words in hand.said)


def test_rings_are_refused_while_no_distance_to_an_enemy_may_be_measured(screen: pygame.Surface) -> None:
    hand = Table(field(), screen, "ranges")
    assert isinstance(hand.tool, Ranges)
    hand.move(20, 10)
    assert any("may not be measured before" in words for words in hand.said)
    assert not any("Boltgun" in words for words in hand.said)


def test_the_sight_tool_tells_what_a_model_sees_as_the_rules_do(screen: pygame.Surface) -> None:
    session = field()
    hand = Table(session, screen, "sight")
    assert isinstance(hand.tool, Sight)
    hand.tap(24.5, 10)
    verdict = session.book.sight(session.state, "alpha-4", "mob")
    seen = sum(pair.visible for pair in verdict.pairs)
    assert 0 < seen < len(verdict.pairs)
    assert any(words.startswith(f"{seen} of {len(verdict.pairs)} in sight") for words in hand.said)
    hand.move(20, 20)
    assert any(session.tell(verdict.told()) == words for words in hand.said)


def test_the_sight_tool_works_while_measuring_is_not_allowed_and_gives_no_length(screen: pygame.Surface) -> None:
    hand = Table(field(), screen, "sight")
    hand.tap(20, 10)
    hand.move(20, 20)
    assert hand.said and not any("″" in words for words in hand.said)


def test_where_measuring_is_allowed_the_sight_tool_tells_by_how_much_and_worked_out_once(
    screen: pygame.Surface,
) -> None:
    hand = Table(field(premeasuring=True), screen, "sight")
    hand.tap(24.5, 10)
    hand.move(20, 20)
    assert isinstance(hand.tool, Sight)
    told = [words for words in hand.said if words.startswith("Visible by 2.1")]
    assert told and "past the left corner of Crate; move Ork Boy 1" in told[0]
    verdict = hand.tool.verdict("alpha-4", "mob")
    assert hand.tool.sentences_of(verdict) is hand.tool.sentences_of(verdict)


def test_a_blocked_line_is_marked_where_it_meets_what_blocks_it(screen: pygame.Surface) -> None:
    session = battle(
        marines("alpha", at=[(20, 10)]), boyz("mob", at=[(20, 20)]),
        terrain=[piece("crate", square(17, 14, 6, 1), top=4, opaque=True)],
    )  # fmt: skip
    verdict = session.book.sight(session.state, "alpha-1", "mob-1")
    assert not verdict.visible
    viewer, target = (body for body in session.state.bodies())
    assert blocked_at(session.state, viewer, target, verdict.blockers) == pytest.approx((20, 14), abs=0.01)


def test_the_referee_puts_a_model_anywhere_and_the_record_says_so(screen: pygame.Surface) -> None:
    session = field()
    hand = Table(session, screen, "referee")
    hand.press(20, 20)
    hand.move(30, 30, (1, 0, 0))
    hand.turn(6)
    hand.let_go(30, 30)
    assert not hand.refused
    pose = session.state.models["mob-1"].pose
    assert pose.xy == pytest.approx((30, 30), abs=0.1) and pose.heading == 90
    assert session.lines[-1].entry.kind == "command"
