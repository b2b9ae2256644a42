"""What must hold before pygame is imported."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import metadata


def pygame_problem(version: Callable[[str], str] = metadata.version) -> str | None:
    """Why pygame cannot be trusted here, as one line, or None.

    `pygame` and `pygame-ce` write the same folder: whichever came last wins, and removing one breaks the other, while
    pip calls the environment sound. `version` answers like `importlib.metadata.version`.
    """
    found = {}
    for name in ("pygame", "pygame-ce"):
        try:
            found[name] = version(name)
        except metadata.PackageNotFoundError:
            continue
    if len(found) < 2:
        return None
    return (
        f"pygame {found['pygame']} and pygame-ce {found['pygame-ce']} stand in one environment and overwrite each "
        f"other: run `{sys.executable} -m pip uninstall -y pygame pygame-ce`, then install pygame-ce again."
    )


def check() -> int:
    """0 when the window may open, else one line on stderr and 2."""
    problem = pygame_problem()
    if problem is None:
        return 0
    print(problem, file=sys.stderr)
    return 2
