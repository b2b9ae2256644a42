"""Dice: what the eighth edition rolls, how it reads and modifies them, and who wins a roll-off."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.dice import D6, Roll, pool
from engine.core.facts import Facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, roll
from engine.eighth.lore import Number


@rule("8e.dice.d6-sums")
def d6(
    b: Battle,
    count: int,
    purpose: str,
    rule_id: str,
    side: str,
    subject: str = "",
    need: int = 0,
    details: Facts = (),
) -> Procedure[tuple[int, ...]]:
    """Roll six-sided dice, `need` being the natural score wanted of each (0: none)."""
    return (yield from roll(b, Roll(purpose, rule_id, side, pool(count, D6), subject, need, details)))


@rule("8e.dice.d3", "8e.dice.halving")
def halved(face: int) -> int:
    """A die halved, fractions up: how a D6 is read as a D3."""
    return (face + 1) // 2


@rule("8e.dice.d3", "8e.dice.halving", "8e.dice.d6-sums")
def total(number: Number, faces: tuple[int, ...]) -> int:
    """What the D6 rolled for a random number come to: halved for a D3 before anything is added; never below 0."""
    return max(0, sum(halved(face) if number.sides == 3 else face for face in faces) + number.plus)


def numbers(
    b: Battle, number: Number, count: int, purpose: str, rule_id: str, side: str, subject: str = "", details: Facts = ()
) -> Procedure[tuple[int, ...]]:
    """Find a number `count` times over, each time anew with its own dice; none are rolled for one that is fixed."""
    if not number.random:
        return (number.plus,) * count
    faces = yield from d6(b, number.dice * count, purpose, rule_id, side, subject, details=details)
    each = number.dice
    return tuple(total(number, faces[i * each : (i + 1) * each]) for i in range(count))


@rule("8e.dice.modifiers-cumulative", "8e.dice.n-plus")
def passes(face: int, need: int, modifier: int = 0) -> bool:
    """Whether a natural face reaches N+ after all its modifiers have been added up."""
    return face + modifier >= need


@rule("8e.dice.roll-off")
def roll_off(b: Battle, rule_id: str, purpose: str) -> Procedure[str]:
    """Both sides roll a D6, again while equal; returns the side that rolled higher."""
    first, second = b.state.sides
    while True:
        one = (yield from d6(b, 1, purpose, rule_id, first))[0]
        other = (yield from d6(b, 1, purpose, rule_id, second))[0]
        if one != other:
            winner = first if one > other else second
            b.say("roll_off.won", rule_id, winner, winner, scores=(one, other), purpose=purpose)
            return winner
