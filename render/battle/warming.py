"""Making sight ready in a process of its own, so that the window never waits for it.

The first time on a machine the sight kernels are compiled, which may take a minute; the result is kept on disk
and found by every later process.
"""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.context import SpawnProcess


def _warm() -> None:
    from battlefield.sight import warm

    warm()


class Warmer:
    """Starts the process once. Without a start everything counts as ready: whoever looks first waits."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None

    def start(self) -> None:
        """Begin, unless it was begun before."""
        if self._process is None:
            self._process = get_context("spawn").Process(target=_warm, daemon=True, name="sightline-warming")
            self._process.start()

    @property
    def ready(self) -> bool:
        """Whether a look takes no time any more, or the process could not do it and nobody shall wait for it."""
        return self._process is None or not self._process.is_alive()

    def stop(self) -> None:
        """End it if it still runs; what it has done so far is kept or done again."""
        if self._process is not None and self._process.is_alive():
            self._process.terminate()


SIGHT = Warmer()
"""The one of this program."""
