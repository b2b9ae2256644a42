"""A volley is one act: what is removed in its course, by dice or by hand, breaks nothing of what follows."""

from __future__ import annotations

import pytest

from engine.core.decisions import Chance
from engine.core.dice import Stream
from engine.core.referee import RemoveModel
from engine.session import Session
from tests.fifth.shooting.acts import asked, fire, options, stand, table, told
from tests.fifth.tables import answer, boyz, decline, left, marines, setup_of, submit

BOTH = ("blue", "red")
LAUNCHERS = [("launcher",), ("launcher",)]


def lay(session: Session) -> None:
    """Lay whatever has to be laid where it is suggested, and go on until something else is asked."""
    while asked(session).topic == "shoot.blast":
        submit(session, asked(session).suggest(Stream("lay")))
        stand(session)


@pytest.mark.rule("5e.weapons.blast-beyond")
def test_a_unit_that_blows_itself_up_still_hurts_those_its_other_marker_hit() -> None:
    session = table(
        marines("alpha", [(11.2, 10), (12.3, 10)], gear=LAUNCHERS),
        marines("rest", [(60, 5)]),
        boyz("mob", [(20, 10)]),
        boyz("zed", [(20, 16)]),
        dice=[1, 180, 6, 6, 1, 90, 6, 4, 5, 5, 1, 1, 5],
    )
    fire(session, "alpha", "mob", "alpha-1/launcher", "alpha-2/launcher")
    lay(session)
    assert (left(session, "alpha"), left(session, "zed"), left(session, "mob")) == (0, 0, 1)


@pytest.mark.rule("5e.cover.majority-viewpoint")
def test_cover_is_judged_from_where_the_firers_stood_before_any_of_them_fell() -> None:
    session = table(
        marines("alpha", [(11.2, 10), (12.3, 10)], gear=LAUNCHERS),
        marines("rest", [(15.9, 13)]),
        boyz("mob", [(20, 10)]),
        boyz("zed", [(20, 16)]),
        dice=[1, 180, 6, 6, 1, 90, 6, 4, 5, 5, 1, 1, 5, 4],
    )
    fire(session, "alpha", "mob", "alpha-1/launcher", "alpha-2/launcher")
    lay(session)
    assert told(session, "cover.counts", "save") == [4]
    assert (left(session, "alpha"), left(session, "zed")) == (0, 1)


def typed(*units: object) -> Session:
    """A battle with typed dice at the first question of blue's Shooting phase."""
    session = Session.begin(setup_of(*units), dice="typed", strict=True)  # type: ignore[arg-type]
    while session.state.clock.phase != "shooting":
        submit(session, decline(asked(session)))
    return session


def on(session: Session, steps: int) -> None:
    """Give so many answers, fives and HITs to all dice; stop where the next unit is chosen."""
    for _ in range(steps):
        question = asked(session)
        if question.topic in ("shoot.unit", "move.unit"):
            return
        if isinstance(question, Chance):
            submit(session, tuple(5 if sides == 6 else 360 for sides in question.roll.dice))
        else:
            submit(session, "pass" if question.topic == "react" else question.suggest(Stream("on")))


@pytest.mark.rule("5e.shooting.sequence")
@pytest.mark.parametrize("steps", range(1, 8))
@pytest.mark.parametrize(
    "taken",
    [("alpha-1",), ("alpha-2",), ("alpha-3",), ("alpha-1", "alpha-2", "alpha-3"), ("mob-2",), ("mob-1", "mob-2")],
)
def test_a_model_taken_off_by_hand_between_two_dice_of_a_volley_does_not_stop_it(
    taken: tuple[str, ...], steps: int
) -> None:
    gear = [*LAUNCHERS, ("boltgun",)]
    session = typed(
        marines("alpha", [(10, 10), (11.2, 10), (9, 10)], gear=gear),
        marines("rest", [(60, 5)]),
        boyz("mob", [(20, 10), (21.5, 10)]),
        boyz("zed", [(60, 40)]),
    )
    fire(session, "alpha", "mob", "alpha-1/launcher", "alpha-2/launcher", "alpha-3/boltgun")
    on(session, steps)
    for model in taken:
        if session.state.models[model].on_table:
            session.command(RemoveModel(model), "blue", BOTH)
    on(session, 60)
    assert asked(session).topic in ("shoot.unit", "move.unit")
    assert "alpha" not in options(session) or told(session, "unit.shoots", "models") == [3]


@pytest.mark.rule("5e.shooting.withhold")
def test_an_answer_taken_back_and_given_again_leads_to_the_same_battle() -> None:
    session = table(
        marines("alpha", [(10, 10), (11.5, 10)], gear=("boltgun",)),
        boyz("mob", [(20, 10), (21.5, 10)]),
        boyz("zed", [(60, 40)]),
        seed=4,
    )
    answer(session, "shoot.unit", "alpha")
    answer(session, "shoot.target", "mob")
    shots = asked(session).suggest(Stream("fire"))
    submit(session, shots)
    after = session.digest
    session.undo(BOTH)
    assert asked(session).topic == "shoot.models"
    submit(session, shots)
    assert session.digest == after


@pytest.mark.rule("5e.cover.majority-viewpoint")
@pytest.mark.parametrize(("firers", "dice", "saves"), [(1, [6, 5, 5], [4]), (2, [1, 90, 6, 6, 6, 5, 5], [])])
def test_a_firer_in_range_whose_shell_goes_astray_still_has_a_say_in_the_cover(
    firers: int, dice: list[int], saves: list[int]
) -> None:
    """The bolter alone sees the target covered; of two it is no majority, though the shell hits nobody."""
    session = table(
        marines("alpha", [(20, 10), (21.5, 10)], gear=[("boltgun",), ("launcher",)]),
        marines("rest", [(19.6, 20.4)]),
        boyz("mob", [(20, 31)]),
        boyz("zed", [(60, 40)]),
        dice=dice,
    )
    fire(session, "alpha", "mob", *("alpha-1/boltgun", "alpha-2/launcher")[:firers])
    lay(session)
    assert told(session, "cover.counts", "save") == saves
