"""Dice. Every roll is a question that a source answers: by seed, by script, or by a person typing what he rolled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from engine.core.codec import record
from engine.core.facts import Facts

T = TypeVar("T")

D6 = 6


@record
class Roll:
    """Dice to be rolled: what for, by which rule, the sides of each die, who rolls, what each die needs (0: nothing).

    A direction is a die of 360 sides, in degrees.
    """

    purpose: str
    rule: str
    side: str
    dice: tuple[int, ...]
    subject: str = ""
    need: int = 0
    details: Facts = ()


def pool(count: int, sides: int = D6) -> tuple[int, ...]:
    """`count` dice of the same kind."""
    return (sides,) * count


class DiceSource(Protocol):
    """Whoever answers a roll. `None` means: ask the person whose roll it is."""

    def faces(self, roll: Roll, key: str, number: int) -> tuple[int, ...] | None:
        """Faces for roll number `number` of the battle whose dice key is `key`."""
        ...


def keyed_face(key: str, sides: int) -> int:
    """A face that depends on nothing but the key, every face with equal chance (by rejection)."""
    attempt = 0
    limit = (1 << 32) - (1 << 32) % sides
    while True:
        block = hashlib.blake2b(f"{key}/{attempt}".encode(), digest_size=4).digest()
        value = int.from_bytes(block, "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


class SeededDice:
    """Dice from the battle's key: the same battle rolls the same dice, whatever else the program does."""

    def faces(self, roll: Roll, key: str, number: int) -> tuple[int, ...] | None:
        return tuple(keyed_face(f"{key}/{number}/{i}", sides) for i, sides in enumerate(roll.dice))


class ScriptedDice:
    """Faces given beforehand, used in order; for tests and demonstrations. Runs out with LookupError."""

    def __init__(self, faces: Iterable[int]):
        self._faces = list(faces)

    def faces(self, roll: Roll, key: str, number: int) -> tuple[int, ...] | None:
        count = len(roll.dice)
        if count > len(self._faces):
            raise LookupError(f"the script has {len(self._faces)} faces left, {roll.purpose} needs {count}")
        taken, self._faces = self._faces[:count], self._faces[count:]
        return tuple(taken)

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(self._faces)


class TypedDice:
    """Real dice on a real table: every roll is asked of the person who makes it."""

    def faces(self, roll: Roll, key: str, number: int) -> tuple[int, ...] | None:
        return None


class Stream:
    """Choices that look random and repeat exactly: for suggestions and for computer players, never for a roll."""

    def __init__(self, key: str):
        self._key = key
        self._count = 0

    def below(self, limit: int) -> int:
        """A whole number in [0, limit)."""
        self._count += 1
        return keyed_face(f"{self._key}:{self._count}", limit) - 1

    def between(self, low: int, high: int) -> int:
        """A whole number in [low, high]."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]
