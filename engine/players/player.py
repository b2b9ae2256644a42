"""What a computer player is, and the one that answers anything legal."""

from __future__ import annotations

from typing import Any, Protocol

from engine.core.codec import text
from engine.core.dice import Stream
from engine.session import Session


class Player(Protocol):
    """Someone who answers questions. It counts work, not seconds, so that the same battle gets the same answers."""

    name: str

    def answer(self, session: Session) -> Any:
        """A legal answer to the open question of the session, which it leaves as it is."""
        ...


class Whim:
    """Answers whatever is suggested: legal, aimless, and the same every time for the same seed."""

    name = "whim"

    def __init__(self, seed: str):
        self._seed = seed

    def answer(self, session: Session) -> Any:
        pending = session.pending
        assert pending is not None
        return pending.suggest(Stream(f"{self._seed}/{session.digest}/{text(pending.subjects)}"))
