"""Shooting in a few lines: a unit fires at another, or one procedure runs by itself with the dice it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from engine.books import book_for
from engine.core.battle import Battle
from engine.core.decisions import Chance, Decision
from engine.core.dice import Roll, Stream
from engine.core.procedure import Procedure
from engine.fifth.saves import Wound
from engine.session import Session
from tests.fifth.tables import PROFILES, WEAPONS, answer, battle, profile, submit

T = TypeVar("T")

PROFILES.update({f"tough{t}": profile(f"Tough {t}", 3, 3, 3, t, 1, 3, 1, 7, 5) for t in range(1, 11)})
PROFILES.update({f"skill{bs}": profile(f"Marksman {bs}", 4, bs, 4, 4, 1, 4, 1, 8, 3) for bs in range(1, 11)})
PROFILES.update(
    shielded=profile("Shielded", 4, 4, 4, 4, 1, 4, 1, 8, 3, inv=5),
    rider=profile("Rider", 4, 4, 4, 5, 2, 4, 1, 8, 3, t_base=4),
    guardian=profile("Guardian", 4, 4, 4, 4, 2, 4, 2, 9, 3),
    leader=profile("Leader", 5, 4, 4, 4, 3, 5, 3, 9, 3),
    fearless=profile("Zealot", 3, 3, 3, 3, 1, 3, 1, 7, 5, rules=["fearless"]),
    relentless=profile("Heavy", 4, 4, 4, 4, 1, 4, 1, 8, 2, rules=["relentless"]),
)
"""Profiles for the cases of the checklist, by what matters of them."""

BLAST = {"type": "heavy", "range": 48, "strength": 4, "ap": 5, "blast": 3}
WEAPONS.update(
    launcher={"name": "Launcher", **BLAST},
    short_launcher={"name": "Short launcher", **BLAST, "range": 24},
    large_launcher={"name": "Large launcher", **BLAST, "blast": 5},
    twin_launcher={"name": "Twin launcher", **BLAST, "rules": ["twin_linked"]},
    twin_flamer={
        "name": "Twin flamer", "type": "assault", "range": "template", "strength": 4, "ap": 5, "rules": ["twin_linked"]
    },
    twin_bolter={
        "name": "Twin bolter", "type": "heavy", "shots": 3, "range": 36, "strength": 5, "ap": 4,
        "rules": ["twin_linked"],
    },
    twin_plasma={
        "name": "Twin plasma", "type": "rapid_fire", "range": 24, "strength": 7, "ap": 2,
        "rules": ["twin_linked", "gets_hot"],
    },
    mortar={"name": "Mortar", **BLAST, "ap": 6, "min_range": 12, "rules": ["barrage"]},
    assault_cannon={
        "name": "Assault cannon", "type": "heavy", "range": 24, "strength": 4, "ap": 4, "rules": ["rending"]
    },
)  # fmt: skip
"""Weapons for the cases of the checklist."""


def table(*units: Any, **more: Any) -> Session:
    """A battle at the first question of blue's Shooting phase."""
    return battle(*units, phase="shooting", **more)


def fire(session: Session, unit: str, target: str, *shots: str, dive: bool = False) -> None:
    """A unit fires at a target with these shots, or with whatever is suggested; nobody dives unless told."""
    answer(session, "shoot.unit", unit)
    answer(session, "shoot.target", target)
    answer(session, "shoot.models", shots or asked(session).suggest(Stream("fire")))
    if not dive:
        stand(session)


def stand(session: Session) -> None:
    """Units under fire stay on their feet."""
    while session.pending is not None and session.pending.topic == "react":
        submit(session, "pass")


def asked(session: Session) -> Decision[Any]:
    """The open question."""
    assert session.pending is not None
    return session.pending


def options(session: Session) -> list[str]:
    """The ids of what can be chosen now, barred or not."""
    return [option.id for option in asked(session).options]  # type: ignore[attr-defined]


def barred(decision: Decision[Any], option: str) -> set[str]:
    """The rules by which an option of a question is barred; empty when it can be chosen."""
    (found,) = [o for o in decision.options if o.id == option]  # type: ignore[attr-defined]
    return {refusal.rule for refusal in found.barred}


def told(session: Session, code: str, name: str) -> list[Any]:
    """One detail of every event of a code."""
    return [dict(event.details)[name] for event in session.events if event.code == code]


class Alone:
    """One procedure run by itself upon a copy of a battle's state."""

    def __init__(self, session: Session, dice: Iterable[int] = (), answers: Mapping[str, Any] | None = None):
        self.b = Battle(book_for("5e"), session.state.copy())
        self.rolls: list[Roll] = []
        self.topics: list[str] = []
        self.refused: dict[str, Any] = {}
        self._dice, self._answers = list(dice), dict(answers or {})

    def run(self, make: Callable[[Battle], Procedure[T]]) -> T:
        """Run it to its end: dice from the script, questions by topic or as suggested. The script must be used up."""
        procedure = make(self.b)
        value: Any = None
        while True:
            try:
                question = procedure.send(value)
            except StopIteration as stop:
                assert not self._dice, f"dice left: {self._dice}"
                result: T = stop.value
                return result
            value = self._answer(question)

    def _answer(self, question: Decision[Any]) -> Any:
        if isinstance(question, Chance):
            self.rolls.append(question.roll)
            count = len(question.roll.dice)
            faces, self._dice = tuple(self._dice[:count]), self._dice[count:]
            assert len(faces) == count, f"{question.roll.purpose} needs {count} dice"
            return faces
        self.topics.append(question.topic)
        given = self._answers.get(question.topic, question.suggest(Stream("alone")))
        assert not question.refusals(given), f"{question.topic}: {given} {question.refusals(given)}"
        return given

    def left(self, unit: str) -> dict[str, int]:
        """The models of a unit on the table with the wounds they have left."""
        return {m.id: m.wounds for m in self.b.state.present(unit)}


def wound(strength: int = 4, ap: int = 5, **more: Any) -> Wound:
    return Wound(strength, ap, "5e.shooting.wound-table", **more)
