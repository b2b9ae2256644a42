"""Grounds: what they refuse and where, what they complete and suggest, and torn units that close up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield.body import Body
from battlefield.measure import gaps
from battlefield.paths import Glide, Route, end
from battlefield.pose import Pose
from battlefield.shapes import Rect, Round, Shape
from battlefield.sweep import Obstacle, body_obstacle, first_contact
from battlefield.table import Board
from battlefield.units import INCH, um
from engine.core.decisions import MoveAnswer
from engine.core.dice import Stream
from engine.core.refusals import Refusal
from engine.mechanics import mending
from engine.mechanics.flood import Flood
from engine.mechanics.moving import CLOSED, SHUT, Ground, straight
from engine.mechanics.nearby import Nearby

Spot = tuple[float, float]

BOARD = Board(um(48), um(48), ())
DISC = Round(INCH)


def body(id: str, x: float, y: float, shape: Shape = DISC) -> Body:
    return Body(id, shape, Pose.at(x, y), um(1.2), um(1), id[0])


def unit(*spots: Spot) -> tuple[Body, ...]:
    return tuple(body(f"a{n}", x, y) for n, (x, y) in enumerate(spots))


def ground(
    movers: Sequence[Body], obstacles: Sequence[Obstacle] = (), far: float = 6, link: float | None = 2.0, **more: object
) -> Ground:
    return Ground(BOARD, tuple(movers), tuple(obstacles), {m.id: um(far) for m in movers}, link=link, **more)  # type: ignore[arg-type]


def glides(**ends: Spot) -> MoveAnswer:
    return tuple((model, (Glide(um(x), um(y)),)) for model, (x, y) in ends.items())


def codes(found: Sequence[Refusal]) -> list[str]:
    return [r.code for r in found]


def wanted(**ends: Spot) -> dict[str, Pose]:
    return {model: Pose.at(x, y) for model, (x, y) in ends.items()}


def test_a_move_of_nobody_is_legal() -> None:
    assert ground(unit((10, 10), (12, 10))).refusals(()) == ()


def test_every_reason_is_named_with_its_place() -> None:
    found = ground(unit((3, 10)), [body_obstacle(body("foe", 1.5, 8.2), 1.0)]).refusals(glides(a0=(-4, 4)))
    assert codes(found) == ["move.too_far", "move.off_table", "move.too_near"]
    assert found[0].detail("over") == found[0].detail("cost") - um(6) > 0
    assert found[2].at is not None and 9 < found[2].at.xy[1] < 10


def test_the_kind_of_ground_says_how_it_is_refused() -> None:
    wood = Obstacle("wood", Rect(um(2), um(4)), Pose.at(15, 10))
    for kind, code in ((CLOSED, "move.closed"), (SHUT, "move.impassable")):
        told = ground(unit((12, 10)), [wood], kinds={"wood": kind}, rules={code: "5e.some.rule"}).refusals(
            glides(a0=(16, 10))
        )
        assert codes(told) == [code] and told[0].rule == "5e.some.rule"
    assert codes(ground(unit((12, 10)), [wood]).refusals(glides(a0=(16, 10)))) == ["move.blocked"]


def test_mates_block_until_they_have_moved() -> None:
    g = ground(unit((10, 10), (12, 10)))
    assert set(codes(g.refusals(glides(a0=(13, 10), a1=(14.5, 10))))) == {"move.blocked"}
    assert g.refusals(glides(a1=(14.5, 10), a0=(13, 10))) == ()


def test_whoever_flies_only_minds_where_it_lands() -> None:
    wall = Obstacle("wall", Rect(um(1), um(40)), Pose.at(15, 10))
    g = ground(unit((12, 10)), [wall], flies=True)
    assert g.refusals(glides(a0=(17, 10))) == ()
    assert codes(g.refusals(glides(a0=(15, 10)))) == ["move.blocked"]
    answer, refused = g.complete(wanted(a0=(17, 10)))
    assert not refused and answer == glides(a0=(17, 10))


def test_what_the_book_refuses_at_the_end_is_refused() -> None:
    def never(ends: Mapping[str, Body]) -> tuple[Refusal, ...]:
        return (Refusal("move.away_from_edge", subject=next(iter(ends))),)

    assert codes(ground(unit((10, 10)), finally_=never).refusals(())) == ["move.away_from_edge"]


# -- completing ---------------------------------------------------------------------------------------------------


def test_a_column_is_completed_front_first() -> None:
    g = ground(unit((10, 10), (11.1, 10), (12.2, 10)))
    answer, refused = g.complete(wanted(a0=(13, 10), a1=(14.1, 10), a2=(15.2, 10)))
    assert not refused and [model for model, _ in answer] == ["a2", "a1", "a0"]


def test_a_way_round_is_found_and_keeps_its_distance() -> None:
    foe = body_obstacle(body("foe", 13, 10), 1.0)
    g = ground(unit((10, 10)), [foe], far=9)
    answer, refused = g.complete(wanted(a0=(16, 10)))
    assert not refused and len(answer[0][1]) > 1
    assert g.refusals(answer) == ()


def test_what_cannot_be_reached_is_explained() -> None:
    answer, refused = ground(unit((10, 10)), [body_obstacle(body("foe", 16, 10), 1.0)]).complete(wanted(a0=(15.5, 10)))
    assert answer == () and codes(refused) == ["move.too_near", "move.no_way"]
    _, refused = ground(unit((10, 10))).complete(wanted(a0=(20, 10)))
    assert codes(refused) == ["move.too_far"]


@given(st.integers(0, 10_000))
def test_a_suggestion_is_always_legal(key: int) -> None:
    g = ground(unit((2, 2), (3.5, 2), (5, 2), (3.5, 3.5)), [body_obstacle(body("foe", 7, 4), 1.0)])
    assert g.refusals(g.advise(Stream(str(key)))) == ()


def test_the_same_question_has_the_same_answer() -> None:
    g = ground(unit((10, 10), (11.5, 10)))
    assert g.advise(Stream("x")) == g.advise(Stream("x"))


@given(st.lists(st.tuples(st.integers(-7, 7), st.integers(-7, 7)), min_size=4, max_size=4))
def test_what_is_completed_has_exactly_the_refusals_of_its_answer(shifts: list[tuple[int, int]]) -> None:
    movers = unit((10, 10), (11.5, 10), (10, 11.5), (13, 10))
    g = ground(movers, [body_obstacle(body("foe", 14, 13), 1.0)])
    ends = {m.id: Pose.at(m.pose.xy[0] + dx, m.pose.xy[1] + dy) for m, (dx, dy) in zip(movers, shifts, strict=True)}
    answer, refused = g.complete(ends)
    assert set(refused) >= set(g.refusals(answer))
    if len(answer) == sum(ends[m.id] != m.pose for m in movers):
        assert refused == g.refusals(answer)


# -- closing up ---------------------------------------------------------------------------------------------------


def test_a_whole_unit_may_not_tear_itself_apart() -> None:
    (found,) = ground(unit((10, 10), (12, 10))).refusals(glides(a1=(15, 10)))
    assert found.code == "move.not_coherent" and found.subject == "a1"


@pytest.mark.parametrize(
    "spots",
    [
        [(10, 10), (12, 10), (18, 10)],
        [(10, 10), (12, 10), (18, 10), (20, 10)],
        [(10, 10), (18, 10), (10, 18), (18, 18)],
        [(10, 10), (12, 10), (24, 10)],
    ],
)
def test_a_torn_unit_closes_up_whole(spots: list[Spot]) -> None:
    g = ground(unit(*spots))
    best = g.mended()
    assert best.widest <= um(2.0)
    assert g.refusals(best.answer) == ()
    assert codes(g.refusals(())) == ["move.must_restore"]


def test_a_straggler_behind_an_obstacle_goes_to_another_side_of_its_mates() -> None:
    foe = body_obstacle(body("foe", 15, 10), 1.0)
    g = ground(unit((10, 10), (10, 12), (10, 14), (17.2, 12)), [foe])
    assert g.mended().widest <= um(2.0) and g.refusals(g.mended().answer) == ()


def test_nobody_is_held_to_what_was_not_shown() -> None:
    wall = Obstacle("wall", Rect(um(4), um(48)), Pose.at(15, 24))
    g = ground(unit((10, 10), (20, 10)), [wall])
    assert g.mended().widest > um(2.0)
    assert g.refusals(()) == () and g.refusals(g.mended().answer) == ()


def test_the_widest_gap_is_that_of_the_best_chain() -> None:
    assert mending.widest(unit((0, 0), (3, 0), (10, 0), (10, 4))) == um(6)
    assert mending.widest(unit((0, 0))) == 0


# -- the quick looks ----------------------------------------------------------------------------------------------

spots = st.tuples(st.integers(5, 40), st.integers(5, 40))


@given(st.lists(spots, min_size=1, max_size=8, unique=True), spots, spots)
def test_the_quick_look_never_leaves_out_what_is_met(posts: list[Spot], start: Spot, to: Spot) -> None:
    obstacles = [body_obstacle(body(f"o{n}", x + 0.37, y), 1.0) for n, (x, y) in enumerate(posts)]
    mover = body("a0", *start)
    for legs in (straight(mover.pose, Pose.at(*to)), (Glide(um(20), um(20)), *straight(Pose.at(20, 20), Pose.at(*to)))):
        near = Nearby(obstacles, (mover,)).along("a0", DISC, mover.pose, legs)
        assert first_contact(DISC, mover.pose, legs, near) == first_contact(DISC, mover.pose, legs, obstacles)


@given(st.lists(spots, min_size=1, max_size=12, unique=True), spots, st.lists(spots, min_size=1, max_size=3))
def test_no_clear_way_leads_to_where_the_flood_does_not(posts: list[Spot], start: Spot, corners: list[Spot]) -> None:
    shapes: tuple[Shape, ...] = (DISC, Rect(um(3), um(1)))
    obstacles = [body_obstacle(body(f"o{n}", x, y, shapes[n % 2]), 1.0) for n, (x, y) in enumerate(posts)]
    mover = body("a0", *start)
    legs: Route = tuple(Glide(um(x), um(y)) for x, y in corners)
    if first_contact(DISC, mover.pose, legs, obstacles) is None:
        assert Flood(DISC, mover.pose, obstacles, (0, 0, 48, 48)).may_reach(end(mover.pose, legs))


def test_a_closed_ring_holds_the_flood() -> None:
    ring = [body_obstacle(body(f"o{n}", 24 + dx, 24 + dy), 1.0) for n, (dx, dy) in enumerate(
        [(3, 0), (2.1, 2.1), (0, 3), (-2.1, 2.1), (-3, 0), (-2.1, -2.1), (0, -3), (2.1, -2.1)]
    )]  # fmt: skip
    flood = Flood(DISC, Pose.at(24, 24), ring, (0, 0, 48, 48))
    assert flood.may_reach(Pose.at(24.5, 24)) and not flood.may_reach(Pose.at(30, 24))
    assert not flood.may_reach(Pose.at(-5, 24))
    assert Flood(DISC, Pose.at(24, 24), ring[1:], (0, 0, 48, 48)).may_reach(Pose.at(30, 24))


def test_the_gaps_of_a_completed_formation_are_kept() -> None:
    movers = unit((10, 10), (12, 10), (14, 10))
    answer, refused = ground(movers).complete(wanted(a0=(10, 14), a1=(12, 14), a2=(14, 14)))
    at = [m.at(end(m.pose, dict(answer)[m.id])) for m in movers]
    assert not refused and (gaps(at, at) == gaps(movers, movers)).all()


def test_ends_are_closed_by_what_stays_and_not_by_those_who_move_too() -> None:
    movers, post = unit((10, 10), (12, 10)), Obstacle("post", DISC, Pose.at(10, 14))
    over = ground(movers, (post,))
    assert over.is_closed(wanted(a0=(10, 13.5), a1=(12, 12)))
    assert not over.is_closed(wanted(a0=(12, 10), a1=(14, 10)))
    assert over.search(wanted(a0=(10, 13.5), a1=(12, 12)))[1] == [movers[0]]


def test_whoever_comes_from_too_close_may_end_too_close() -> None:
    mover, post = body("a0", 10, 10), Obstacle("post", DISC, Pose.at(10, 10.5))
    answer, refused = ground([mover], (post,)).complete(wanted(a0=(10, 9.8)))
    assert (codes(refused), len(answer)) == ([], 1)


def test_one_alone_finds_the_way_that_its_whole_unit_finds() -> None:
    movers, post = unit((10, 10), (30, 30)), Obstacle("post", DISC, Pose.at(12, 10))
    over = ground(movers, (post,), link=None)
    legs = over.way_alone(movers[0], Pose.at(14, 10), over.nearby())
    assert legs is not None
    assert over.complete(wanted(a0=(14, 10))) == ((("a0", legs),), ())
    assert over.way_alone(movers[0], Pose.at(12, 10.5), over.nearby()) is None
