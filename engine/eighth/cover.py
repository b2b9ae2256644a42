"""Terrain and cover: what units take shelter in."""

from __future__ import annotations

from functools import lru_cache

from battlefield.body import Body
from battlefield.measure import wholly_within
from battlefield.table import Board
from battlefield.terrain import area
from engine.core.ledger import rule
from engine.core.state import State
from engine.mechanics.company import bodies_of
from engine.mechanics.verdicts import Benefit

COVER = "cover"
"""The trait of terrain features that shelter those on or within them."""

FIGHT = "fight"
"""The phase in which nobody has cover."""

SAVE = "save"
"""What cover improves: the save by armour. An invulnerable one is never touched by it."""

IN_COVER, ENTIRELY = "8e.attacks.cover", "8e.attacks.cover-entirely"


@rule("8e.attacks.cover-entirely", "8e.mission.expansions")
@lru_cache(maxsize=4096)
def shelter(board: Board, body: Body) -> str:
    """The id of the first terrain feature that all of a base is on or within; empty when there is none.

    A battlezone may take the trait from some features, as the scenario's own kinds of terrain say.
    """
    return next((p.id for p in board.pieces if COVER in p.traits and wholly_within(body, area(p))), "")


@rule("8e.attacks.cover-entirely")
def sheltered(state: State, unit: str) -> tuple[str, ...]:
    """What each model of a unit on the table is on or within, in order; empty for those in the open."""
    board = state.board
    return tuple(shelter(board, body) for body in bodies_of(state, unit))


@rule("8e.attacks.cover", "8e.attacks.cover-rechecked", "8e.attacks.cover-not-invulnerable")
@rule("8e.attacks.cover-not-in-fight")
def benefit(state: State, unit: str) -> Benefit | None:
    """What terrain does for a unit now, whoever shoots from where: 1 is added to its saves by armour.

    It counts at the moment it is asked for, for the models that are left then. Every one of them must be on or within
    terrain, not all in the same. Nobody has cover in the Fight phase; being fired at by those one charges is shooting.
    """
    within = sheltered(state, unit)
    if state.clock.phase == FIGHT or not within or not all(within):
        return None
    return Benefit(0, IN_COVER, tuple(dict.fromkeys(within)), SAVE, 1)
