"""What can be taken back on the bench."""

from __future__ import annotations

from dataclasses import dataclass

from render.bench.plain import Data

MOST_UNDO = 400


@dataclass(frozen=True, slots=True)
class Moment:
    """A position at one time: the data, whose eyes look at whom, and whether whole units are asked about."""

    data: Data
    viewer_model: str = ""
    target_model: str = ""
    whole_units: bool = False


class History:
    """The moments before and after the present one. Edits in a row with the same `merge` count as one."""

    def __init__(self) -> None:
        self.past: list[Moment] = []
        self.future: list[Moment] = []
        self._merge = ""

    def remember(self, now: Moment, merge: str) -> None:
        """Keep a moment that is about to be left."""
        if not merge or merge != self._merge:
            self.past.append(now)
            del self.past[:-MOST_UNDO]
        self.future.clear()
        self._merge = merge

    def part(self) -> None:
        """The next edit counts by itself."""
        self._merge = ""

    def join_last(self) -> None:
        """Let the last two edits be taken back as one."""
        if len(self.past) > 1:
            self.past.pop()

    def back(self, now: Moment) -> Moment:
        """The moment before this one, which can be come back to; this one where there is none before."""
        self.part()
        if not self.past:
            return now
        self.future.append(now)
        return self.past.pop()

    def forth(self, now: Moment) -> Moment:
        """The moment that was left by going back."""
        self.part()
        if not self.future:
            return now
        self.past.append(now)
        return self.future.pop()
