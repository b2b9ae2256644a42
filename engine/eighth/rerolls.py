"""Which dice are worth rolling again: those of which another face could be wanted."""

from __future__ import annotations

from engine.core.dice import D6, Roll
from engine.core.facts import fact
from engine.core.ledger import rule
from engine.core.state import State
from engine.eighth.dice import halved


@rule("8e.mission.command-rerolls-use")
def matters(state: State, roll: Roll, faces: tuple[int, ...], index: int) -> bool:
    """Whether another face of one die of a roll could do its owner any good.

    A die that has succeeded, or cannot succeed, is not worth it; nor is one that is read the other way round, when it
    is the least already.
    """
    face = faces[index]
    if roll.dice[index] != D6:
        return False
    if roll.purpose == "explode":
        return True
    if roll.need:
        return face < roll.need <= D6
    special = {"morale": _flees, "deny": _fails, "perils": _hurts, "damage": _survives, "psychic": _tells}
    known = special.get(roll.purpose)
    return known(state, roll, faces, face) if known else face < D6


def _flees(state: State, roll: Roll, faces: tuple[int, ...], face: int) -> bool:
    """A morale test that fails, by more than its least face would make it."""
    return face > 1 and face + int(fact(roll.details, "lost", 0)) > int(fact(roll.details, "ld", 0))


def _fails(state: State, roll: Roll, faces: tuple[int, ...], face: int) -> bool:
    """A denial that does not beat the psychic test yet."""
    return face < D6 and sum(faces) <= int(fact(roll.details, "total", 0))


def _hurts(state: State, roll: Roll, faces: tuple[int, ...], face: int) -> bool:
    return halved(face) > 1


def _survives(state: State, roll: Roll, faces: tuple[int, ...], face: int) -> bool:
    """Damage that leaves its victim standing."""
    victim = state.models.get(roll.subject)
    return face < D6 and (victim is None or halved(face) < victim.wounds)


def _tells(state: State, roll: Roll, faces: tuple[int, ...], face: int) -> bool:
    """A psychic test that could be higher, or less perilous."""
    return face < D6 or set(faces) == {D6}
