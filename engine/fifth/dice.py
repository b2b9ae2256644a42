"""Dice: what the fifth edition rolls and how it reads them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.battle import Battle
from engine.core.dice import D6, Roll, pool
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, roll

ARROW = 360
"""A direction is a die of 360 sides: the way an arrow on the table points, in degrees."""

HIT_FACES = (5, 6)
"""The scatter die is a D6 whose two HIT faces are these; the other four are arrows."""


@rule("5e.dice.d6-default")
def d6(
    b: Battle, count: int, purpose: str, rule_id: str, side: str, subject: str = "", need: int = 0
) -> Procedure[tuple[int, ...]]:
    """Roll six-sided dice, `need` being the score wanted of each (0: none)."""
    return (yield from roll(b, Roll(purpose, rule_id, side, pool(count, D6), subject, need)))


@rule("5e.dice.d3")
def halved(face: int) -> int:
    """A D6 read as a D3."""
    return (face + 1) // 2


@rule("5e.dice.add-subtract", "5e.dice.multiply")
def total(faces: tuple[int, ...], times: int = 1, plus: int = 0) -> int:
    """The score of dice rolled together: their sum, multiplied, then the addition once. May be below zero."""
    return sum(faces) * times + plus


@rule("5e.dice.roll-off")
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


@dataclass(frozen=True, slots=True)
class Scatter:
    """A scatter roll: whether the die shows HIT, where its arrow points (degrees), and the distance dice."""

    hit: bool
    direction: int
    distance: tuple[int, ...]


@rule("5e.dice.scatter-die")
def scatter_faces(faces: tuple[int, ...]) -> Scatter:
    """Read a scatter roll: the scatter die, its direction, then the distance dice."""
    return Scatter(faces[0] in HIT_FACES, faces[1] % ARROW, faces[2:])


def scatter_dice(purpose: str, rule_id: str, side: str, subject: str, distance_dice: int = 2) -> Roll:
    """The roll that `scatter_faces` reads."""
    dice = (D6, ARROW, *pool(distance_dice, D6))
    return Roll(purpose, rule_id, side, dice, subject, details=facts(scatter=True))


@rule("5e.dice.scatter-always")
def always(scatter: Scatter) -> Scatter:
    """A scatter that cannot stay in place: the small arrow on a HIT face gives its direction too."""
    return Scatter(False, scatter.direction, scatter.distance)


@rule("5e.dice.reroll-whole-pool")
def whole(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The indices that a re-roll of a sum of dice rolls again: all of them."""
    return tuple(range(len(faces)))
