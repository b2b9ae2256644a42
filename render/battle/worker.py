"""The computer players' process: it keeps its own copy of the battle and thinks while the window goes on drawing."""

from __future__ import annotations

import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.journal import Entry
from engine.session import Session

if TYPE_CHECKING:
    from engine.players.player import Player


def serve(pipe: Connection) -> None:
    """Answer requests until the other end is gone.

    `("load", path)` reads the battle; `("follow", entries, digest)` carries it on; `("ask", name, seed, ticket)` asks
    a player for an answer. Replies are `("lost",)` when the battle must be read anew, `("answer", ticket, answer)`, or
    `("failed", ticket, why)`.
    """
    desk = Desk()
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        reply = desk.take(request)
        if reply is not None:
            try:
                pipe.send(reply)
            except OSError:
                return


class Desk:
    """What the process knows: the battle and the players that sit at it."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.players: dict[tuple[str, str], Player] = {}

    def take(self, request: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Deal with one request; the reply, if there is one."""
        kind, *rest = request
        if kind == "load":
            self.session = Session.load(Path(rest[0]))
            return None
        if kind == "follow":
            return None if self._follow(*rest) else ("lost",)
        return self._ask(*rest)

    def _follow(self, entries: tuple[Entry, ...], digest: str) -> bool:
        session = self.session
        if session is None:
            return False
        try:
            for entry in entries:
                if not session.submit(entry.value).accepted:
                    return False
        except Exception:  # whatever broke here, the battle is read anew
            return False
        return session.digest == digest

    def _ask(self, name: str, seed: str, ticket: int) -> tuple[Any, ...]:
        if self.session is None:
            return ("lost",)
        try:
            from engine.players.arena import PLAYERS  # only here: the window imports this module to start the process

            player = self.players.setdefault((name, seed), PLAYERS[name](seed))
            return ("answer", ticket, player.answer(self.session))
        except Exception as error:  # told to the person at the window, who decides
            return ("failed", ticket, "".join(traceback.format_exception(error)))
