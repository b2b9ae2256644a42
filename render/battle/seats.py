"""Who can sit at a side. The computer players are looked up only when they are asked for: the menu is there sooner."""

from __future__ import annotations

PERSON = "person"


def seats() -> tuple[str, ...]:
    """Everyone who can play a side: a person first, then the computer players by name."""
    from engine.players.arena import PLAYERS

    return (PERSON, *PLAYERS)


def seat_named(player: str) -> str:
    """The seat a scenario's word means: a person, or a computer player by name, the usual one if it is unknown."""
    from engine.players.arena import USUAL

    return player if player in seats() else USUAL
