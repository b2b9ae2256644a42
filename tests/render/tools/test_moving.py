"""Moving by hand: what is dragged is what is answered, and what is wrong is said before letting go."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from battlefield.paths import end
from battlefield.pose import Pose
from battlefield.terrain import Floor
from battlefield.units import INCH, um
from engine.core.decisions import Move
from engine.session import Session
from render.tools.moving import MoveTool
from tests.fifth.tables import battle, boyz, marines, piece, row, square
from tests.render.tools.table import Table

HALF_PIXEL = um(0.06)
"""How exactly a hand can point at the magnification of these tests, in micrometres."""


def moving(*more: object, count: int = 5, **facts: object) -> Session:
    """A battle in which a squad in a row from (20, 10) on is about to move."""
    foe = boyz("mob", at=row(20, 40, 5))
    session = battle(marines("alpha", at=row(20, 10, count)), foe, *more, **facts)  # type: ignore[arg-type]
    assert session.submit("alpha").accepted
    assert isinstance(session.pending, Move)
    return session


def spots(session: Session, unit: str = "alpha") -> list[tuple[float, float]]:
    return [model.pose.xy for model in session.state.present(unit)]


def close(one: tuple[float, float], other: tuple[float, float], by: float = 0.06) -> bool:
    return abs(one[0] - other[0]) < by and abs(one[1] - other[1]) < by


def test_a_legal_drag_of_the_whole_unit_is_answered_in_formation(screen: pygame.Surface) -> None:
    session = moving()
    before = spots(session)
    hand = Table(session, screen)
    hand.pull((20, 10), (22, 13))
    assert "5 models move" in hand.tool.words().hint and not hand.tool.words().trouble
    hand.click("Done")
    assert not hand.refused
    after = spots(session)
    assert all(close((x + 2, y + 3), there) for (x, y), there in zip(before, after, strict=True))
    shifts = {(round((b[0] - a[0]) * 1000), round((b[1] - a[1]) * 1000)) for a, b in zip(before, after, strict=True)}
    assert len(shifts) == 1


def test_a_drag_too_far_says_so_before_letting_go_and_where(screen: pygame.Surface) -> None:
    hand = Table(moving(), screen)
    hand.pull((20, 10), (20, 17), held=True)
    assert 'more than the 6.0" it may' in hand.tool.words().trouble
    assert len([words for words in hand.said if 'more than the 6.0" it may' in words]) == 1
    assert next(act for act in hand.tool.acts() if act.main).doubtful


def test_what_is_confirmed_although_it_is_refused_is_not_done_and_says_why(screen: pygame.Surface) -> None:
    session = moving()
    before = spots(session)
    hand = Table(session, screen)
    hand.pull((20, 10), (20, 17))
    hand.key(pygame.K_RETURN)
    assert {refusal.code for refusal in hand.refused} == {"move.too_far"}
    assert len(hand.refused) == 5
    assert spots(session) == before


def test_shorten_brings_a_drag_back_to_what_is_allowed(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.pull((20, 10), (20, 17))
    hand.click("Shorten")
    assert not hand.tool.words().trouble
    hand.click("Done")
    assert all(y == pytest.approx(16, abs=0.01) for _, y in spots(session))


def test_one_model_is_dragged_with_shift_and_a_stray_one_is_called_out_of_coherency(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.shift(True)
    hand.pull((20, 10), (20, 12))
    hand.shift(False)
    assert "1 model moves" in hand.tool.words().hint
    hand.shift(True)
    hand.pull((20, 12), (18, 14), held=True)
    assert "out of coherency" in hand.tool.words().trouble
    hand.move(20, 11, (1, 0, 0))
    assert not hand.tool.words().trouble


def test_several_drags_make_one_answer_and_escape_takes_back_the_last(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.pull((20, 10), (20, 12))
    hand.pull((20, 12), (21, 13))
    hand.pull((21, 13), (26, 19))
    assert hand.tool.words().trouble
    assert hand.key(pygame.K_ESCAPE)
    assert not hand.tool.words().trouble
    hand.key(pygame.K_RETURN)
    assert len(hand.answers) == 1 and not hand.refused
    assert close(spots(session)[0], (21, 13))


def test_escape_with_nothing_laid_out_is_left_to_the_screen(screen: pygame.Surface) -> None:
    hand = Table(moving(), screen)
    assert not hand.key(pygame.K_ESCAPE)


def test_the_wheel_turns_the_formation_about_its_middle_while_dragging(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.press(20, 10)
    hand.turn(6)
    hand.let_go(20, 10)
    hand.click("Done")
    assert not hand.refused
    after = spots(session)
    assert all(x == pytest.approx(23, abs=0.01) for x, _ in after)
    assert [y for _, y in after] == pytest.approx([7, 8.5, 10, 11.5, 13], abs=0.01)
    assert {model.pose.heading for model in session.state.present("alpha")} == {90}


def test_wider_spreads_the_unit_and_ranks_form_it_up(screen: pygame.Surface) -> None:
    hand = Table(moving(count=6), screen)
    tool = hand.tool
    assert isinstance(tool, MoveTool)
    hand.click("Wider")
    xs = sorted(body.pose.x for body in tool.where().values())
    assert {b - a for a, b in pairwise(xs)} == {INCH + tool.gap}
    hand.key(pygame.K_2)
    assert len({round(body.pose.x / 1000) for body in tool.where().values()}) == 2


def test_a_line_that_is_drawn_is_filled_evenly_and_faces_the_way_they_come(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.click("Line")
    hand.pull((19, 13), (27, 13))
    hand.click("Done")
    assert not hand.refused
    after = sorted(spots(session))
    assert [x for x, _ in after] == pytest.approx([19, 21, 23, 25, 27], abs=0.1)
    assert all(y == pytest.approx(13, abs=0.06) for _, y in after)
    assert {round(model.pose.heading) for model in session.state.present("alpha")} == {90}


def test_a_way_round_an_obstacle_is_found_and_its_cost_is_shown(screen: pygame.Surface) -> None:
    wall = piece("crate", square(20.8, 11, 0.4, 3), "impassable", opaque=True)
    session = moving(count=1, terrain=[wall])
    hand = Table(session, screen)
    hand.pull((20, 10), (22, 12))
    tool = hand.tool
    assert isinstance(tool, MoveTool)
    route = tool.plan().routes["alpha-1"]
    assert len(route) > 1 and not tool.plan().refusals
    assert tool.cost("alpha-1") > um(2.83)
    hand.click("Done")
    assert close(spots(session)[0], (22, 12))


def test_staying_is_the_answer_when_nothing_was_dragged(screen: pygame.Surface) -> None:
    hand = Table(moving(), screen)
    hand.key(pygame.K_SPACE)
    assert hand.answers == [()] and not hand.refused


def test_what_the_rules_suggest_can_be_laid_out_and_changed(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.click("Suggest")
    tool = hand.tool
    assert isinstance(tool, MoveTool)
    assert tool.plan().routes and not tool.plan().refusals
    hand.click("Reset")
    assert not tool.plan().routes


def test_models_are_shown_where_they_would_stand_and_hidden_where_they_stood(screen: pygame.Surface) -> None:
    hand = Table(moving(), screen)
    hand.shift(True)
    hand.pull((20, 10), (20, 11.5))
    shown = hand.tool.shown()
    assert shown.hidden == ("alpha-1",)
    assert "alpha-1" not in shown.selected and "alpha-2" in shown.selected


def test_page_up_climbs_to_the_floor_above_and_its_height_is_counted(screen: pygame.Surface) -> None:
    ring = square(19, 8, 8, 8)
    floor = Floor("1", tuple((um(x), um(y)) for x, y in ring), um(3))
    ruin = replace(piece("ruin", ring, top=6), parts=(floor,))
    session = moving(count=1, terrain=[ruin])
    hand = Table(session, screen)
    hand.pull((20, 10), (22, 10))
    hand.key(pygame.K_PAGEUP)
    assert not hand.tool.words().trouble
    assert hand.tool.cost("alpha-1") == pytest.approx(um(5), abs=HALF_PIXEL)
    hand.pull((22, 10), (24, 10), held=True)
    assert "more than the 6.0" in hand.tool.words().trouble
    hand.let_go(24, 10)
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_RETURN)
    assert not hand.refused
    assert session.state.models["alpha-1"].pose.z == um(3)


def test_arrow_keys_shift_by_a_tenth_of_an_inch(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.pull((20, 10), (20, 12))
    tool = hand.tool
    assert isinstance(tool, MoveTool)
    before = tool.where()["alpha-1"].pose
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP):
        assert hand.key(key)
    after = tool.where()["alpha-1"].pose
    assert (after.x - before.x, after.y - before.y) == (2 * um(0.1), um(0.1))


# -- moves that must be made ------------------------------------------------------------------------------------------


def charging() -> Session:
    session = battle(marines("alpha", at=row(20, 10, 3)), boyz("mob", at=row(20, 15, 3)), phase="assault")
    assert session.submit("alpha").accepted
    assert isinstance(session.pending, Move) and session.pending.topic == "charge.move"
    return session


def test_a_charge_shows_at_once_where_the_rules_would_send_everyone(screen: pygame.Surface) -> None:
    session = charging()
    hand = Table(session, screen)
    tool = hand.tool
    assert isinstance(tool, MoveTool)
    assert len(tool.plan().routes) == 3 and not tool.plan().refusals
    hand.key(pygame.K_SPACE)
    assert not hand.refused
    assert [e.subject for e in session.events if e.code == "charge.made"] == ["alpha"]


def test_a_charge_can_be_adjusted_and_what_is_worse_is_refused_with_the_reason(screen: pygame.Surface) -> None:
    session = charging()
    hand = Table(session, screen)
    tool = hand.tool
    assert isinstance(tool, MoveTool)
    x, y = tool.where()["alpha-3"].pose.xy
    hand.pull((x, y), (30, 4), held=True)
    assert tool.words().trouble
    hand.move(24.5, 12, (1, 0, 0))
    assert {refusal.code for refusal in tool.plan().refusals} == {"charge.must_contact_free"}
    hand.move(30, 4, (1, 0, 0))
    assert "alpha-3" in {refusal.subject for refusal in tool.plan().refusals}
    assert tool.where()["alpha-3"].pose.x == pytest.approx(um(30), abs=HALF_PIXEL)


def test_the_answer_ends_where_the_models_are_shown(screen: pygame.Surface) -> None:
    session = moving()
    hand = Table(session, screen)
    hand.pull((20, 10), (21.3, 12.9))
    tool = hand.tool
    assert isinstance(tool, MoveTool)
    shown = {model: body.pose for model, body in tool.where().items()}
    starts = {model.id: model.pose for model in session.state.present("alpha")}
    hand.key(pygame.K_RETURN)
    ends: dict[str, Pose] = {model: end(starts[model], legs) for model, legs in hand.answers[0]}
    assert ends == shown
