"""What the tests of assaults share: charging, going through a fight, and the state in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from battlefield.measure import gap
from battlefield.pose import Pose
from engine.core.battle import Battle
from engine.core.decisions import Decision, Move
from engine.core.dice import Stream
from engine.core.events import Event
from engine.core.records import body_of
from engine.core.setup import UnitSpec
from engine.session import Session
from tests.fifth.tables import PROFILES, WARGEAR, WEAPONS, answer, battle, boyz, marines, play_until, profile

Answers = Mapping[str, Any]

PROFILES.update(
    fleet=profile("Runner", 4, 4, 4, 4, 1, 4, 1, 8, 3, rules=["fleet"]),
    furious=profile("Berserk", 4, 4, 3, 4, 1, 2, 1, 8, 3, rules=["furious_charge"]),
    eager=profile("Champion", 4, 4, 4, 4, 1, 5, 2, 8, 3, rules=["furious_charge"]),
    zealot=profile("Zealot", 3, 3, 3, 4, 1, 3, 1, 7, 4, rules=["fearless"]),
    stubborn=profile("Stubborn", 4, 4, 4, 4, 1, 4, 1, 8, 3, rules=["stubborn"]),
    master=profile("Blade master", 5, 4, 4, 4, 1, 4, 1, 8, 3),
    dummy=profile("Dummy", 0, 0, 3, 3, 1, 1, 0, 8, 0),
    ten=profile("Ten arms", 4, 4, 4, 4, 1, 4, 10, 8, 3),
    giant=profile("Giant", 4, 4, 6, 6, 3, 2, 3, 9, 3),
    ogre=profile("Ogre", 4, 3, 5, 4, 2, 2, 3, 8, 0),
    quick=profile("Quick", 4, 4, 4, 4, 1, 5, 1, 8, 3),
    tough8=profile("Rock", 4, 4, 4, 8, 1, 1, 1, 8, 2),
    three=profile("Three", 4, 4, 4, 4, 1, 3, 3, 8, 3),
    guardian9=profile("Guardian", 4, 4, 4, 5, 3, 5, 3, 9, 0),
    wolf=profile("Wolf", 4, 4, 4, 4, 1, 4, 1, 8, 3, rules=["counter_attack"]),
    weak=profile("Weak", 4, 4, 2, 3, 1, 3, 1, 8, 0),
)
WARGEAR.update(banner={"name": "Banner", "rules": ["extra_attack"]})
WEAPONS.update(
    plasma_pistol={"name": "Plasma pistol", "type": "pistol", "strength": 7, "ap": 2},
    witchblade={"name": "Witchblade", "melee": "witchblade"},
)


ONES = [1] * 4000
"""Dice for whatever comes after those that matter: they hit nothing and save nothing."""


def still(*units: UnitSpec, **more: Any) -> Session:
    """A battle at its first question in blue's Movement phase; one idle model of each side stands far away."""
    idle = (marines("idle", at=[(66, 4)]), boyz("bystander", at=[(66, 44)]))
    return battle(*units, *idle, **more)


def fight(*units: UnitSpec, dice: Iterable[int] = (), answers: Answers | None = None, **more: Any) -> Session:
    """A combat of units that stand in contact, begun with these dice and then ones, at the first question in it."""
    session = still(*units, dice=[*dice, *ONES], **more)
    on_with_it(session, lambda s: any(e.code == "combat.begins" for e in s.events), answers)
    return session


def hand(session: Session) -> Battle:
    """A copy of the battle, to note deeds and effects in."""
    return Battle(session.book, session.state.copy())


def charge(session: Session, unit: str, target: str | None = None) -> None:
    """Declare an assault; where a move is asked, it is still open afterwards."""
    answer(session, "charge.unit", unit)
    if session.pending is not None and session.pending.topic == "charge.target":
        answer(session, "charge.target", target)


def go(session: Session) -> None:
    """Make the assault move as suggested; a single model has had no choice and is there already."""
    if session.pending is not None and session.pending.topic == "charge.move":
        answer(session, "charge.move", suggested(session))


def charge_home(session: Session, unit: str, target: str | None = None) -> None:
    """Assault as suggested, and end the assaults."""
    charge(session, unit, target)
    go(session)
    done_charging(session)


def done_charging(session: Session) -> None:
    if session.pending is not None and session.pending.topic == "charge.unit":
        answer(session, "charge.unit", "done")


def suggested(session: Session) -> Any:
    assert session.pending is not None
    return session.pending.suggest(Stream("test"))


def moving(session: Session) -> Move:
    assert isinstance(session.pending, Move), session.pending
    return session.pending


def ends(session: Session, **to: tuple[float, float]) -> Any:
    """The answer that brings models (alpha_1 for alpha-1) to places in inches, and the others where they do best."""
    wanted = {m.replace("_", "-"): Pose.at(*xy) for m, xy in to.items()}
    found, _ = moving(session).complete(wanted)
    return found


def on_with_it(session: Session, there: Callable[[Session], bool], answers: Answers | None = None) -> None:
    """Answer as suggested, or as told by topic, until `there` holds."""
    told = answers or {}

    def reply(decision: Decision[Any]) -> Any:
        if decision.topic in told:
            return told[decision.topic]
        if decision.topic in ("move.unit", "shoot.unit", "charge.unit"):
            return "done"
        return decision.suggest(Stream("test"))

    play_until(session, there, reply)


def until(session: Session, topic: str, answers: Answers | None = None) -> None:
    """Go on until a question on a topic is open."""
    on_with_it(session, lambda s: s.pending is not None and s.pending.topic == topic, answers)


def until_event(session: Session, code: str, count: int = 1, answers: Answers | None = None) -> Event:
    """Go on until an event has happened that often, and return the last of them."""
    on_with_it(session, lambda s: sum(e.code == code for e in s.events) >= count, answers)
    return [e for e in session.events if e.code == code][count - 1]


def phase_over(session: Session, answers: Answers | None = None) -> None:
    """Go on to the end of this player turn."""
    turn = session.state.clock.turn
    on_with_it(session, lambda s: s.state.clock.turn != turn or s.pending is None, answers)


def apart(session: Session, one: str, other: str) -> float:
    """The gap between two models in inches."""
    models = session.state.models
    return round(gap(body_of(models[one]), body_of(models[other])), 3)


def spot(session: Session, model: str) -> tuple[float, float]:
    x, y = session.state.models[model].pose.xy
    return round(x, 3), round(y, 3)


def detail(event: Event, name: str) -> Any:
    return dict(event.details)[name]


def details_of(session: Session, code: str, name: str) -> list[Any]:
    return [detail(e, name) for e in session.events if e.code == code]


def happened_rolls(session: Session, purpose: str) -> list[Any]:
    """Every roll for a purpose so far."""
    return [roll for roll in details_of(session, "dice.rolled", "roll") if roll.purpose == purpose]
