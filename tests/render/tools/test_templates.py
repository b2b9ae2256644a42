"""Laying templates and pointing: what lies under them is what the question says, and what is wrong is told."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from battlefield.templates import teardrop_from
from battlefield.units import angle_of
from engine.core.decisions import Direction, PlaceTemplate
from engine.core.dice import Stream
from engine.core.records import body_of
from engine.core.refusals import Refusal
from engine.session import Session
from render.table.strokes import Chips
from render.tools.aftermath import draw_scatter
from render.tools.direction import DirectionTool
from render.tools.template import TemplateTool
from tests.fifth.tables import answer, battle, boyz, marines, play_until, row
from tests.render.tools.table import Table


def laying(weapon: str, far: float, topic: str, **more: Any) -> Session:
    """A battle in which one marine is about to lay a template on a mob so many inches away."""
    mob = boyz("mob", at=[*row(24, 10 + far, 4, 1.2), *row(24, 11.2 + far, 4, 1.2)])
    friend = marines("beta", at=[(28.4, 11)])
    session = battle(marines("alpha", at=[(25, 10)], gear=[weapon]), friend, mob, phase="shooting", **more)
    answer(session, "shoot.unit", "alpha")
    if session.pending is not None and session.pending.topic == "shoot.target":
        answer(session, "shoot.target", "mob")
    play_until(session, lambda s: s.pending is not None and s.pending.topic == topic, lambda d: d.suggest(Stream("x")))
    assert isinstance(session.pending, PlaceTemplate)
    return session


def tool_of(hand: Table) -> TemplateTool:
    assert isinstance(hand.tool, TemplateTool)
    return hand.tool


def test_the_count_at_a_blast_is_what_the_question_says_lies_under_it(screen: pygame.Surface) -> None:
    session = laying("plasma_cannon", 14, "shoot.blast")
    decision = session.pending
    hand = Table(session, screen)
    assert isinstance(decision, PlaceTemplate)
    counts = set()
    for x, y in ((24, 24), (25.2, 24.6), (27.6, 25.2), (22.5, 23)):
        hand.move(x, y)
        under = decision.under(tool_of(hand).pose)
        counts.add(len(under))
        assert tool_of(hand).under() == under
        assert f"{len(under)} model{'' if len(under) == 1 else 's'}" in hand.said
    assert len(counts) > 1


def test_a_marker_beside_a_base_jumps_onto_it_and_stays_at_the_pointer_otherwise(screen: pygame.Surface) -> None:
    session = laying("plasma_cannon", 14, "shoot.blast")
    hand = Table(session, screen)
    hand.move(24.2, 24.1)
    assert tool_of(hand).pose.xy == pytest.approx((24.2, 24.1), abs=0.06)
    hand.move(24.6, 24.6)
    assert not tool_of(hand).refusals()
    assert tool_of(hand).pose.xy == pytest.approx((24.6, 24.6), abs=0.6)
    hand.move(24, 22)
    assert tool_of(hand).refusals()
    assert tool_of(hand).pose.xy == pytest.approx((24, 22), abs=0.06)


def test_a_blast_off_its_target_is_refused_in_words_and_a_click_there_does_nothing(screen: pygame.Surface) -> None:
    session = laying("plasma_cannon", 14, "shoot.blast")
    hand = Table(session, screen)
    hand.tap(25, 20)
    assert not hand.answers
    assert tool_of(hand).words().trouble
    assert tool_of(hand).words().trouble in hand.said
    hand.tap(25.2, 24)
    assert len(hand.answers) == 1 and not hand.refused
    assert hand.answers[0].xy == pytest.approx((25.2, 24), abs=0.06)


def test_space_lays_a_blast_in_the_best_place(screen: pygame.Surface) -> None:
    session = laying("plasma_cannon", 14, "shoot.blast")
    decision = session.pending
    assert isinstance(decision, PlaceTemplate)
    best = decision.suggest(Stream("any"))
    hand = Table(session, screen)
    hand.move(30, 30)
    hand.key(pygame.K_SPACE)
    assert hand.answers == [best] and not hand.refused


def test_the_teardrop_hangs_on_its_firer_and_points_at_the_pointer(screen: pygame.Surface) -> None:
    session = laying("flamer", 4, "shoot.template")
    hand = Table(session, screen)
    firer = body_of(session.state.models["alpha-1"])
    for x, y in ((25, 20), (30, 15), (20, 8)):
        hand.move(x, y)
        pose = tool_of(hand).pose
        wanted = angle_of(round((x - 25) * 25_400), round((y - 10) * 25_400)) / 1_000_000
        assert pose.heading == pytest.approx(wanted, abs=1.5)
        assert pose == teardrop_from(firer, pose.heading)


def test_the_wheel_turns_the_teardrop_and_fewer_models_are_refused(screen: pygame.Surface) -> None:
    session = laying("flamer", 4, "shoot.template")
    hand = Table(session, screen)
    hand.move(25.5, 16)
    before = tool_of(hand).pose.heading
    hand.turn(2)
    assert tool_of(hand).pose.heading == pytest.approx(before + 6, abs=0.01)
    hand.move(12, 10)
    assert tool_of(hand).words().trouble
    hand.key(pygame.K_SPACE)
    assert len(hand.answers) == 1 and not hand.refused


def test_a_marker_that_scattered_is_followed_by_an_arrow_with_the_distance(screen: pygame.Surface) -> None:
    session = laying("plasma_cannon", 14, "shoot.blast", dice=[4, 3, 90, 6, 5])
    hand = Table(session, screen)
    hand.key(pygame.K_SPACE)
    event = next(e for e in session.events if e.code == "blast.scattered")
    start, last = event.detail("start"), event.detail("pose")
    chips = Chips(hand.ui.theme, hand.view.camera.rect)
    screen.fill((0, 0, 0))
    draw_scatter(screen, hand.view, chips, [event])
    (x, y), (u, v) = hand.at(*start.xy), hand.at(*last.xy)
    assert screen.get_at(((x + u) // 2, (y + v) // 2))[:3] != (0, 0, 0)
    assert len(chips.taken) == 1
    draw_scatter(screen, hand.view, chips, [e for e in session.events if e.code != "blast.scattered"])
    assert len(chips.taken) == 1


class Pointing:
    """A session at a question for a direction; the fifth edition asks none."""

    def __init__(self, session: Session, decision: Direction) -> None:
        self._session = session
        self.pending: Direction | None = decision

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def submit(self, value: int) -> Any:
        assert self.pending is not None
        refusals = self.pending.refusals(value)
        self.pending = None if not refusals else self.pending
        return type("Done", (), {"refusals": refusals, "accepted": not refusals})()


def test_an_arrow_from_the_subject_follows_the_pointer(screen: pygame.Surface) -> None:
    session = battle(marines("alpha", at=[(20, 20)]), boyz("mob", at=[(20, 40)]))
    eastward = Direction(
        player="blue", rule="house", topic="test.direction", subjects=("alpha",),
        legal=lambda angle: () if 45_000_000 < angle < 315_000_000 else (Refusal("battle.over", "house"),),
    )  # fmt: skip
    hand = Table(Pointing(session, eastward), screen)  # type: ignore[arg-type]
    assert isinstance(hand.tool, DirectionTool)
    hand.tap(30, 20)
    assert not hand.answers and hand.tool.words().trouble
    hand.tap(20, 30)
    assert hand.answers == [pytest.approx(90_000_000, abs=400_000)] and not hand.refused
