"""Fall-back moves: how far, which way, round what, and when they are the end of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from battlefield.coherency import is_chain
from battlefield.measure import gap, overlaps
from battlefield.paths import centre_length
from battlefield.terrain import Piece
from engine.core.records import body_of
from engine.core.refusals import Refusals
from engine.core.setup import SideSpec
from engine.fifth import falling_back, morale, movement, status
from engine.fifth.ground import go_to_ground
from engine.session import Session
from tests.fifth.moves import carry_out, legs, table_of, where
from tests.fifth.tables import (
    Spot,
    battle,
    boyz,
    codes,
    left,
    marines,
    piece,
    reached,
    row,
    square,
    submit,
)

FAR = boyz(at=[(66, 44)])
RULE = "5e.morale.fall-back-distance"


def flee(session: Session, *dice: int, through: tuple[str, ...] = (), unit: str = "one") -> None:
    """Make a unit fall back with these dice."""
    carry_out(session, lambda b: falling_back.fall_back(b, unit, RULE, through), dice)


def table(at: Sequence[Spot], *others: object, terrain: Sequence[Piece] = ()) -> Session:
    """Blue's unit `one` at these spots; its own edge is y = 0."""
    return battle(marines("one", at), FAR, *others, terrain=terrain)  # type: ignore[arg-type]


@pytest.mark.rule("5e.morale.fall-back-distance", "5e.morale.fall-back-direction")
def test_each_model_runs_two_dice_straight_to_its_own_edge() -> None:
    session = table([(36, 20), (38, 20)])
    flee(session, 3, 4)
    assert [where(session, m) for m in ("one-1", "one-2")] == [(36, 13), (38, 13)]


@pytest.mark.rule("5e.morale.fall-back-direction")
def test_without_an_own_edge_the_closest_is_taken() -> None:
    session = table([(9, 20), (11, 20)])
    state = session.state
    bare = replace(state.setup, sides=(SideSpec("blue", "Blue"), SideSpec("red", "Red")))
    assert falling_back.own_edge(state, "one") == "south"
    state.setup = bare
    assert falling_back.own_edge(state, "one") == "west"
    state.agreed["edge.blue"] = "north"
    assert falling_back.own_edge(state, "one") == "north"


@pytest.mark.rule("5e.morale.fall-back-distance")
def test_a_unit_that_is_falling_back_runs_again_in_its_own_movement_phase() -> None:
    session = battle(marines("one", [(36, 30)]), marines("two", [(10, 5)]), boyz(at=[(36, 36)]), phase="shooting")
    morale.begin_falling_back(table_of(session), "one", RULE)
    for _ in range(40):
        if reached(session, "movement", "blue", 2):
            break
        submit(session, "done" if not session.pending.refusals("done") else "pass")
    assert status.falling_back(session.state, "one")
    x, y = where(session, "one-1")
    (deed,) = (d for d in session.state.deeds.values() if d.name == "fell_back" and d.subject == "one")
    assert x == 36 and y == 30 - deed.detail("distance") / 25_400 and 2 <= 30 - y <= 12
    assert status.moved(session.state, "one")
    assert codes(session.preview("one")) >= {"move.falling_back"}


@pytest.mark.rule("5e.morale.fall-back-terrain")
def test_difficult_terrain_does_not_slow_it_and_dangerous_terrain_is_tested_for() -> None:
    wood = piece("wood", square(30, 5, 12, 12), "difficult")
    session = table([(36, 20)], terrain=[wood])
    flee(session, 4, 5)
    assert where(session, "one-1") == (36, 11)
    mines = piece("mines", square(30, 13, 12, 3), "hazard")
    session = table(row(36, 20, 3), terrain=[mines])
    flee(session, 4, 5, 1, 2, 6)
    assert left(session, "one") == 2 and not session.state.models["one-1"].alive


@pytest.mark.rule("5e.morale.fall-back-off-table")
@pytest.mark.parametrize(("dice", "lost"), [((3, 3), True), ((1, 4), False), ((2, 4), True)])
def test_the_whole_unit_is_lost_when_one_model_touches_the_edge(dice: tuple[int, int], lost: bool) -> None:
    session = table([(36, 6), (36, 9)])
    flee(session, *dice)
    assert left(session, "one") == (0 if lost else 2)
    assert status.falling_back(session.state, "one") is not lost


@pytest.mark.rule("5e.morale.fall-back-through")
def test_it_runs_through_its_enemies_in_the_combat_until_it_is_clear() -> None:
    session = battle(marines("one", [(10, 20)]), boyz(at=[(10, 15)]), marines("two", [(60, 5)]))
    flee(session, 1, 3, through=("mob",))
    assert where(session, "one-1") == (10, 13)
    one, foe = (body_of(session.state.models[m]) for m in ("one-1", "mob-1"))
    assert gap(one, foe) == 1.0


@pytest.mark.rule("5e.morale.fall-back-through", "5e.morale.trapped-detour")
def test_other_enemies_are_gone_round() -> None:
    session = battle(marines("one", [(10, 20)]), boyz(at=[(10, 15)]), marines("two", [(60, 5)]))
    flee(session, 4, 5)
    one, foe = (body_of(session.state.models[m]) for m in ("one-1", "mob-1"))
    assert gap(one, foe) >= 0.999 and where(session, "one-1")[1] < 14


def lava(x: float, y: float, width: float, depth: float) -> Piece:
    return piece("lava", square(x, y, width, depth), "impassable")


@pytest.mark.rule("5e.morale.trapped-detour")
def test_it_goes_round_impassable_terrain_by_the_shortest_way() -> None:
    session = table([(10, 15)], terrain=[lava(8, 10, 4, 2)])
    flight = falling_back.plan(session.state, "one", 9 * 25_400)
    (way,) = flight.ways
    assert round(centre_length(way.start, way.legs), 3) == 9
    flee(session, 4, 5)
    x, y = where(session, "one-1")
    assert (x <= 7.6 or x >= 12.4) and 6.5 < y < 7.5


@pytest.mark.rule("5e.morale.trapped-detour")
def test_a_unit_keeps_together_round_an_obstacle() -> None:
    session = table([(9.2, 15), (10.8, 15)], terrain=[lava(6, 10, 8, 2)])
    flee(session, 5, 5)
    bodies = status.bodies_of(session.state, "one")
    assert is_chain(bodies, 2.0)


RING = [
    (35.5, 20), (44.5, 20), (36.5, 22.5), (43.5, 22.5), (36.5, 17.5), (43.5, 17.5), (38.4, 15.8), (41.6, 15.8),
    (40, 15.4), (38.4, 24.2), (41.6, 24.2),
]  # fmt: skip


@pytest.mark.rule("5e.morale.trapped-destroyed")
def test_a_unit_ringed_by_enemies_is_destroyed() -> None:
    session = battle(marines("one", [(40, 20)]), boyz(at=RING), marines("two", [(60, 5)]))
    flee(session, 3, 4)
    assert left(session, "one") == 0


@pytest.mark.rule("5e.morale.trapped-destroyed")
def test_doubling_back_is_no_way_out_but_sideways_is() -> None:
    pocket = [(40 + x, 17.5) for x in (-3, -1.5, 0, 1.5, 3)] + [(40 + x, y) for x in (-3.8, 3.8) for y in (18.5, 20)]
    session = battle(marines("one", [(40, 20)]), boyz(at=pocket), marines("two", [(60, 5)]))
    flee(session, 3, 4)
    assert left(session, "one") == 0
    wall = [(40 + x * 1.5, 17.5) for x in range(-12, 13)]
    session = battle(marines("one", [(40, 20)]), boyz(at=wall), marines("two", [(60, 5)]))
    flee(session, 3, 4)
    x, y = where(session, "one-1")
    assert left(session, "one") == 1 and abs(x - 40) > 6 and 19.4 < y <= 20


@pytest.mark.rule("5e.morale.fall-back-distance")
def test_bikes_fall_back_three_dice() -> None:
    session = battle(marines("one", [(36, 30)], kind="bike"), FAR)
    flee(session, 2, 3, 4)
    assert where(session, "one-1") == (36, 21)


def test_jump_infantry_swerves_only_to_land_clear() -> None:
    session = battle(marines("one", [(36, 30)], kind="jump_infantry"), marines("two", [(36, 21), (60, 5)]), FAR)
    flee(session, 2, 3, 4)
    x, y = where(session, "one-1")
    assert (x, y) != (36, 21) and abs(x - 36) < 2 and y < 22


@pytest.mark.rule("5e.morale.fleeing-run")
def test_a_fleeing_unit_only_ever_runs_toward_its_own_edge() -> None:
    session = table([(36, 10)])
    morale.begin_falling_back(table_of(session), "one", RULE)
    ground = movement.ground_for(session.state, "one", 4 * 25_400)

    def refused(to: Spot) -> Refusals:
        return ground.refusals((("one-1", legs(to)),))

    assert not refused((36, 6)) and not refused((32.5, 10))
    assert codes(refused((36, 14))) == {"move.away_from_edge"}


@pytest.mark.rule("5e.morale.fleeing-shoot")
def test_falling_back_counts_as_moving() -> None:
    session = table([(36, 20)])
    flee(session, 1, 4)
    assert status.moved(session.state, "one")


def test_getting_up_for_it_ends_lying_on_the_ground() -> None:
    session = table([(36, 20)])
    b = table_of(session)
    go_to_ground(b, "one", "5e.cover.gtg-timing")
    flee(session, 1, 4)
    assert not status.gone_to_ground(session.state, "one")


@pytest.mark.rule("5e.morale.fall-back-through")
def test_two_that_are_carried_to_the_same_spot_end_one_behind_the_other() -> None:
    session = battle(marines("one", [(10, 20), (10, 21)]), boyz(at=[(10, 12)]), marines("two", [(60, 5)]))
    flee(session, 4, 4, through=("mob",))
    assert where(session, "one-1") == (10, 10)
    assert where(session, "one-2")[1] == pytest.approx(9, abs=0.002)


def test_a_whole_mob_finds_its_way_round_a_line_of_enemies() -> None:
    mob = [(30 + 1.5 * (n % 6), 25 + 1.5 * (n // 6)) for n in range(12)]
    session = battle(
        boyz("one", mob, side="blue"), marines("foe", row(27, 20, 10), side="red"), marines("two", [(60, 5)])
    )
    flee(session, 4, 5)
    bodies = status.bodies_of(session.state, "one")
    foes = status.bodies_of(session.state, "foe")
    assert left(session, "one") == 12
    assert min(gap(b, f) for b in bodies for f in foes) >= 0.999
    assert not any(overlaps(a, b) for i, a in enumerate(bodies) for b in bodies[i + 1 :])
