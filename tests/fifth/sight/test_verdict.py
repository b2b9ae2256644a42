"""The verdict on sight: one answer with its witness, for the tool, the rule, the preview and the computer player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlefield.shapes import Round
from battlefield.sight import look
from battlefield.units import INCH, mm, um
from engine import messages
from engine.books import book_for
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import firing, sight
from engine.mechanics.verdicts import Verdict
from tests.fifth.cover.shots import duel, high_wall, low_wall, position, wood
from tests.fifth.tables import boyz, marines, piece, row, square

BOOK = book_for("5e")


def verdict(state: State, viewer: str, target: str) -> Verdict:
    found = BOOK.sight(state, viewer, target)
    assert isinstance(found, Verdict)
    return found


def told(state: State, viewer: str, target: str) -> str:
    return messages.event(verdict(state, viewer, target).told(), state, BOOK)


def screened() -> State:
    """Two firers; one sees past the wall, the other does not. The checklist's table, ten inches off the edges."""
    wall = high_wall("wall", 19.95, 12, 0.1, 6)
    return position(marines("alpha", at=[(10, 10), (10, 15)]), boyz("mob", at=[(30, 10)]), terrain=[wall])


@pytest.mark.rule("5e.shooting.los-needed")
def test_one_firer_that_sees_one_model_is_enough() -> None:
    state = screened()
    assert sight.visible_models(state, "alpha", "mob") == {"alpha-1": ("mob-1",), "alpha-2": ()}
    assert sight.sees(state, "alpha", "mob") and verdict(state, "alpha", "mob").visible
    whole = verdict(state, "alpha", "mob")
    assert [(pair.viewer, pair.visible) for pair in whole.pairs] == [("alpha-1", True), ("alpha-2", False)]
    assert whole.rules[:2] == ("5e.shooting.los-needed", "5e.shooting.true-los")
    closed = position(
        marines("alpha", at=[(10, 10)]), boyz("mob", at=[(30, 10)]), terrain=[high_wall("wall", 20, 0, 0.1, 30)]
    )
    assert not sight.sees(closed, "alpha", "mob") and not verdict(closed, "alpha", "mob").visible


@pytest.mark.rule("5e.shooting.true-los")
def test_a_model_of_another_unit_as_big_as_the_target_and_close_to_the_eye_hides_it() -> None:
    state = duel(others=(marines("other", at=[(15, 10)]),))
    found = verdict(state, "alpha-1", "mob-1")
    assert (found.visible, found.hidden, found.line, found.blockers) == (False, 1_000_000, None, ("other-1",))
    assert found.reason == "sight.hidden"


@pytest.mark.rule("5e.shooting.true-los")
def test_terrain_hides_just_what_it_covers_and_the_witness_line_passes_it() -> None:
    state = duel(high_wall("wall", 29, 10, 0.1, 4))
    found = verdict(state, "alpha-1", "mob-1")
    assert found.visible and found.line is not None
    assert 400_000 < found.hidden < 600_000, "half of the target stands behind the wall"
    (ex, ey, ez), (x, y, _) = found.line
    assert (ex, ey, ez) == (um(10), um(10), um(1.25 * 0.9))
    assert um(29.5) <= x <= um(30) and um(9.5) <= y < um(10), "it meets the target beside the wall"
    assert found.blockers == ("wall",)


@pytest.mark.rule("5e.shooting.true-los")
def test_a_body_narrower_than_its_base_is_what_is_seen() -> None:
    hidden = high_wall("wall", 29, 10 - 0.3, 0.1, 4)
    state = duel(hidden)
    assert verdict(state, "alpha-1", "mob-1").visible
    state.models["mob-1"] = replace(state.models["mob-1"], torso=Round(mm(10)))
    assert not verdict(state, "alpha-1", "mob-1").visible, "only ornaments and the rim of the base show"


@pytest.mark.rule("5e.shooting.los-own-unit")
def test_a_firer_sees_through_its_own_unit() -> None:
    state = position(marines("alpha", at=[(10, 10), (11.5, 10)]), boyz("mob", at=[(22, 10)]))
    clear = verdict(state, "alpha-1", "mob-1")
    assert clear.visible and clear.hidden == 0 and clear.blockers == ()
    strangers = duel(others=(marines("beta", at=[(11.5, 10)]),), target=(22, 10))
    assert not verdict(strangers, "alpha-1", "mob-1").visible


@pytest.mark.rule("5e.cover.own-unit")
def test_the_targets_own_unit_does_not_hide_it() -> None:
    state = position(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(26, 10), (30, 10)]))
    assert verdict(state, "alpha-1", "mob-2").hidden == 0


@pytest.mark.rule("5e.shooting.range-nearest-visible")
def test_range_is_measured_to_the_nearest_model_that_is_seen() -> None:
    wall = high_wall("wall", 25, 5, 0.2, 10)
    state = position(marines("alpha", at=[(10, 10)]), boyz("mob", at=[(30, 10), (10, 37)]), terrain=[wall])
    seen = sight.visible_models(state, "alpha", "mob")
    assert seen == {"alpha-1": ("mob-2",)}
    assert firing.distances(state, seen) == {"alpha-1": um(26.0)}


def test_a_verdict_is_the_geometrys_answer_with_the_books_masks() -> None:
    state = duel(low_wall("wall", 29, 9.8, 0.1, 2, top=1.0), others=(boyz("other", at=[(20, 10.4)]),))
    found = verdict(state, "alpha-1", "mob-1")
    viewer, target = (body_of(state.models[m]) for m in ("alpha-1", "mob-1"))
    plain = look(state.board, viewer, target, state.bodies(), transparent=("alpha-1", "mob-1"))
    assert found.visible == plain.visible
    assert found.hidden == round(plain.hidden * 1_000_000)
    assert found.blockers == plain.blockers == ("other-1", "wall")


def test_a_verdict_names_the_cover_and_every_rule_that_decided() -> None:
    state = duel(wood("wood", 28, 8, 4, 4))
    pair, whole = verdict(state, "alpha-1", "mob-1"), verdict(state, "alpha", "mob")
    assert pair.cover is not None and whole.cover is not None
    assert (pair.cover.save, pair.cover.by) == (whole.cover.save, whole.cover.by) == (4, ("wood",))
    assert pair.rules == ("5e.shooting.true-los", "5e.cover.inside-area")
    assert whole.rules[2:] == ("5e.cover.half-or-more", "5e.cover.inside-area")


def test_only_firers_that_see_something_judge_the_cover_in_a_verdict() -> None:
    blind = high_wall("blind", 11, 13, 0.1, 20)
    state = position(marines("alpha", at=[(10, 10), (10, 15), (10, 17)]), boyz("mob", at=[(30, 10)]), terrain=[blind])
    found = verdict(state, "alpha", "mob")
    assert found.visible and found.cover is None
    assert dict(found.details)["firers"] == 1


def test_a_model_may_be_asked_about_a_unit_and_a_unit_about_a_model() -> None:
    state = position(marines("alpha", at=row(10, 10, 3)), boyz("mob", at=[(10, 30), (11.5, 30)]))
    assert {pair.target for pair in verdict(state, "alpha-1", "mob").pairs} == {"mob-1", "mob-2"}
    assert {pair.viewer for pair in verdict(state, "alpha", "mob-2").pairs} == {"alpha-1", "alpha-2", "alpha-3"}
    with pytest.raises(KeyError):
        verdict(state, "alpha", "nobody")


def test_every_verdict_has_its_sentence() -> None:
    assert told(duel(), "alpha-1", "mob-1") == "Space Marine 1 sees all of Ork Boy 1."
    hidden = duel(high_wall("wall", 28, 5, 0.2, 10))
    assert told(hidden, "alpha-1", "mob-1") == "Space Marine 1 cannot see Ork Boy 1: it is hidden by Wall."
    assert told(hidden, "alpha", "mob") == "Alpha cannot see Mob."
    covered = duel(wood("wood", 28, 8, 4, 4))
    assert told(covered, "alpha-1", "mob-1") == "Space Marine 1 sees all of Ork Boy 1, which has a 4+ cover save."
    assert told(covered, "alpha", "mob") == "Alpha sees 1 of 1 model of Mob, which is in cover: 4+ saves."
    half = duel(piece("crate", square(29, 10, 0.1, 4), top=3.0, opaque=True))
    assert told(half, "alpha-1", "mob-1") == "Space Marine 1 sees Ork Boy 1, 50 percent of it hidden by Crate."


def test_models_that_touch_see_each_other() -> None:
    found = verdict(duel(target=(11, 10)), "alpha-1", "mob-1")
    assert found.visible and found.hidden == 0
    assert found.line is not None and found.line[0] == (10 * INCH, 10 * INCH, um(1.25 * 0.9))
