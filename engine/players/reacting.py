"""Interrupting: overwatch, denying, rolling again; powers of the mind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlefield.units import INCH
from engine.core.decisions import Choose, React
from engine.core.dice import Stream
from engine.core.facts import fact, facts
from engine.players.assault import expected
from engine.players.outlook import Outlook

if TYPE_CHECKING:
    from engine.players.captain import Captain

DONE, PASS = "done", "pass"

DEAR = 18
"""Points of a Wound from which a failed save is rolled again."""

GOOD = 40
"""The chance from which a second try is worth a re-roll, in hundredths."""


def at_once(captain: Captain, question: React, outlook: Outlook, stream: Stream) -> str:
    """Whatever costs nothing is done."""
    return next((row.id for row in question.rows if not row.barred), PASS)


def again(captain: Captain, question: React, outlook: Outlook, stream: Stream) -> str:
    """A die that decides something: a charge or a psychic test that fell short, a save of something dear."""
    rows = [row for row in question.rows if not row.barred]
    useful = [(_use(outlook, row.subject, dict(row.details)), row.id) for row in rows]
    best = max(useful, key=lambda u: (u[0], u[1]), default=(0, PASS))
    return best[1] if best[0] >= GOOD else PASS


def _use(outlook: Outlook, subject: str, told: dict[str, object]) -> int:
    """How likely one die rolled again turns a failure that matters into a success, in hundredths."""
    purpose, face, total = str(told.get("purpose", "")), _int(told.get("face")), _int(told.get("total"))
    if purpose == "charge":
        return _six(face - total + -(-(_int(told.get("distance")) - INCH) // INCH))
    if purpose == "psychic":
        return _six(face - total + _int(told.get("charge")))
    if purpose == "morale":
        over = total + _int(told.get("lost")) - _int(told.get("ld"))
        return (face - 1) * 100 // 6 if over > 1 else 0
    if purpose == "save" and subject in outlook.state.units:
        record, wounds = outlook.state.units[subject], max(1, outlook.wounds(subject))
        return _six(_int(told.get("need"))) if outlook.models(subject) and record.points // wounds >= DEAR else 0
    return 0


def _six(need: int) -> int:
    """The chance of a die to show so much, in hundredths; none where the roll was good enough as it was."""
    return 0 if need > 6 else max(0, 7 - max(need, 2)) * 100 // 6


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def power(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str:
    """The power that is expected to do most, by the best psyker; none when none does anything."""
    gains = []
    for option in question.open:
        psyker, _, key = option.id.partition("/")
        if not key:
            continue
        target = _target(outlook, psyker, key)
        if target:
            gain = expected(outlook, "power", psyker, key, "wounds") * outlook.price(target)
            own = outlook.price(outlook.state.models[psyker].unit)
            gains.append((gain - expected(outlook, "power", psyker, key, "perils") * own, option.id))
    best = max(gains, default=(0, DONE))
    if best[0] > 0:
        captain.say(f"{outlook.name(outlook.state.models[best[1].partition('/')[0]].unit)} strikes with the mind")
    return best[1] if best[0] > 0 else DONE


def _target(outlook: Outlook, psyker: str, key: str) -> str:
    found = outlook.book.odds(outlook.state, facts(kind="power", unit=psyker, target=key))
    return str(fact(found, "target", ""))


def victim(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """Of several targets the one whose Wounds are dearest."""
    units = [o.id for o in question.open if o.id in outlook.state.units]
    return max(units, key=lambda u: (outlook.price(u), u), default=None)
