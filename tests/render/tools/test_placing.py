"""Setting units and objectives down by hand."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from battlefield.units import um
from engine.core.decisions import Decision, Place
from engine.core.dice import Stream
from engine.core.facts import facts
from engine.session import Session
from render.tools.placing import PlaceTool
from tests.fifth.tables import boyz, marines, play_until, row, setup_of
from tests.render.tools.table import Table


def deploying(count: int = 10) -> Session:
    """A battle in which blue, with the south of the table for its zone, sets its squad down first."""
    setup = setup_of(
        marines("alpha", at=row(20, 4, count)),
        boyz("mob", at=row(20, 40, 5)),
        mission={"kind": "annihilation", "deployment": "pitched_battle"},
        options={"first_side": None},
    )
    units = tuple(replace(unit, models=tuple(replace(m, at=None) for m in unit.models)) for unit in setup.units)
    session = Session.begin(replace(setup, units=units), seed=3, strict=True)
    play_until(session, lambda s: s.pending is not None and s.pending.topic == "setup.place", suggested)
    assert isinstance(session.pending, Place)
    return session


def suggested(decision: Decision[object]) -> object:
    return decision.suggest(Stream("test"))


def zone_spot(session: Session) -> tuple[float, float]:
    """A spot well inside the zone of whoever deploys."""
    decision = session.pending
    assert isinstance(decision, Place)
    ys = [y for ring in decision.where for _, y in ring]
    return 36.0, (min(ys) + max(ys)) / 2 / 25_400


def tool_of(hand: Table) -> PlaceTool:
    assert isinstance(hand.tool, PlaceTool)
    return hand.tool


def test_the_block_hangs_at_the_pointer_and_a_click_sets_it_down(screen: pygame.Surface) -> None:
    session = deploying()
    unit = session.pending.subjects[0]
    hand = Table(session, screen)
    x, y = zone_spot(session)
    hand.move(x - 5, y)
    middle = [body.pose.xy for body in tool_of(hand).where().values()]
    assert sum(px for px, _ in middle) / len(middle) == pytest.approx(x - 5, abs=0.1)
    hand.tap(x, y)
    assert not tool_of(hand).carried and not tool_of(hand).refusals()
    shown = {model: body.pose.xy for model, body in tool_of(hand).where().items()}
    hand.click("Done")
    assert not hand.refused
    assert {model.id: model.pose.xy for model in session.state.present(unit)} == shown


def test_ranks_gaps_and_facing_are_chosen_while_it_is_carried(screen: pygame.Surface) -> None:
    session = deploying()
    hand = Table(session, screen)
    hand.move(*zone_spot(session))
    for count in (1, 2, 3):
        hand.key(pygame.K_0 + count)
        rows = {round(body.pose.y / 1000) for body in tool_of(hand).where().values()}
        assert len(rows) == count
    facing = tool_of(hand).looks
    hand.turn(1)
    assert tool_of(hand).looks == (facing + 15_000_000) % 360_000_000
    hand.turn(-1)
    hand.key(pygame.K_1)
    gap = tool_of(hand).gap
    hand.click("Wider")
    assert tool_of(hand).gap == gap + um(0.25)
    xs = sorted(body.pose.x for body in tool_of(hand).where().values())
    assert xs[1] - xs[0] == um(1) + gap + um(0.25)


def test_outside_the_zone_it_is_red_with_the_reason(screen: pygame.Surface) -> None:
    session = deploying()
    hand = Table(session, screen)
    hand.move(36, 24)
    assert "deployment zone" in tool_of(hand).words().trouble
    assert any("deployment zone" in words for words in hand.said)
    hand.tap(36, 24)
    hand.key(pygame.K_RETURN)
    assert {refusal.code for refusal in hand.refused} == {"setup.outside"}


def test_a_single_model_is_shifted_after_the_unit_is_down(screen: pygame.Surface) -> None:
    session = deploying(5)
    hand = Table(session, screen)
    spot = zone_spot(session)
    hand.tap(*spot)
    before = {model: body.pose for model, body in tool_of(hand).where().items()}
    model, pose = next(iter(before.items()))
    x, y = pose.xy
    hand.pull((x, y), (x, y + 1))
    after = {model: body.pose for model, body in tool_of(hand).where().items()}
    assert [name for name in after if after[name] != before[name]] == [model]
    hand.pull((x, y + 1), (x, y + 4.5), held=True)
    assert "out of coherency" in tool_of(hand).words().trouble
    hand.key(pygame.K_ESCAPE)
    assert not tool_of(hand).words().trouble


def test_space_lays_out_the_suggestion_and_confirms_it(screen: pygame.Surface) -> None:
    session = deploying()
    hand = Table(session, screen)
    hand.key(pygame.K_SPACE)
    assert not hand.answers and not tool_of(hand).refusals()
    hand.key(pygame.K_SPACE)
    assert len(hand.answers) == 1 and not hand.refused


def test_escape_takes_the_unit_into_the_hand_again(screen: pygame.Surface) -> None:
    session = deploying()
    hand = Table(session, screen)
    assert not hand.key(pygame.K_ESCAPE)
    hand.tap(*zone_spot(session))
    assert hand.key(pygame.K_ESCAPE)
    assert tool_of(hand).carried


def test_an_objective_is_put_where_it_is_clicked_or_refused_near_the_edge(screen: pygame.Surface) -> None:
    setup = setup_of(marines("alpha", at=row(20, 4, 5)), boyz("mob", at=row(20, 40, 5)))
    setup = replace(setup, mission=facts(kind="seize_ground", number=3))
    session = Session.begin(setup, seed=3, strict=True)
    play_until(session, lambda s: s.pending is not None and s.pending.topic == "setup.objective", suggested)
    hand = Table(session, screen)
    hand.move(36, 4)
    assert "edge" in tool_of(hand).words().trouble
    hand.tap(36, 24)
    assert len(hand.answers) == 1 and not hand.refused
    (placed,) = session.state.objectives.values()
    assert placed.at.xy == pytest.approx((36, 24), abs=0.06)
