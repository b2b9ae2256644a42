"""The hand on one wall or floor of the piece of terrain that is selected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapely import LineString, Point

from battlefield.terrain import Piece, Wall, polygon
from battlefield.units import inches
from engine.core.state import State
from render.bench import parting, plain
from render.bench.plain import Data, Spot

if TYPE_CHECKING:
    from render.bench.editing import Editor

NEAR = 0.25
"""How near to the middle of a wall, in inches, a click may be."""


class Parts:
    """Which part of the selected piece is chosen, and what can be done with it. `index` is None for the whole piece."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._of, self._index = "", 0

    # -- what is there -------------------------------------------------------------------------------------------------

    @property
    def entry(self) -> Data | None:
        """The selected piece of terrain."""
        return self.editor.position.piece(self.editor.selected)

    @property
    def all(self) -> list[Data]:
        """The parts of the selected piece, each in the piece's own frame."""
        entry = self.entry
        return [] if entry is None else parting.parts_of(self.editor.position.data, entry)

    @property
    def index(self) -> int | None:
        """The number of the chosen part."""
        chosen = self._of == self.editor.selected and self.entry is not None and self._index < len(self.all)
        return self._index if chosen else None

    @property
    def part(self) -> Data | None:
        """The chosen part."""
        return None if self.index is None else self.all[self.index]

    def choose(self, index: int | None) -> None:
        """Choose a part of the selected piece, or the whole of it."""
        self._of, self._index = ("", 0) if index is None else (self.editor.selected, index)

    def at(self, spot: Spot) -> int | None:
        """The part of the selected piece at a spot of the table: a wall before a floor, a high floor before a low."""
        state, here = self.editor.position.try_state(), Point(spot)
        held = state.terrain.get(self.editor.selected) if state is not None else None
        if held is None:
            return None
        found = [
            (not isinstance(part, Wall), -inches(part.top if isinstance(part, Wall) else part.z), i)
            for i, part in enumerate(held.piece.parts)
            if _is_at(held.piece, i, here)
        ]
        return min(found)[2] if found else None

    def middle(self) -> Spot:
        """Where the chosen part is on the table."""
        entry, part = self.entry, self.part
        assert entry is not None and part is not None
        own = parting.own(self.editor.position.data, entry)
        return parting.to_table(own, parting.middle(own["parts"][self._index]))

    # -- changes -------------------------------------------------------------------------------------------------------

    def change(self, change: Callable[[Data], Data], merge: str = "") -> str:
        """Change the chosen part; why not, in a sentence, where no position can be made of that."""
        return self._put(lambda parts: [*parts[: self._index], change(parts[self._index]), *parts[self._index + 1 :]],
                         merge or f"part {self._index} of {self._of}")  # fmt: skip

    def _put(self, change: Callable[[list[Data]], list[Data]], merge: str = "") -> str:
        entry, position = self.entry, self.editor.position
        if entry is None:
            return "It is not there any more."
        own = parting.own(position.data, entry)
        new = {**own, "parts": change(own["parts"])}
        data = plain.with_item(position.data, "terrain", self.editor.selected, lambda _: new)
        trouble = position.refusal(data, self.editor.selected)
        if not trouble:
            position.change(data, merge)
        return trouble

    def drag_to(self, at: Spot) -> None:
        """Move the chosen part so that its middle is at a spot of the table."""
        x, y = self.middle()
        entry, position = self.entry, self.editor.position
        assert entry is not None
        own = parting.own(position.data, entry)
        way = parting.to_piece(own, (at[0] - x, at[1] - y))
        parts = [parting.moved(part, way) if i == self._index else part for i, part in enumerate(own["parts"])]
        position.reshape({**own, "parts": parts}, "drag")

    def shift(self, dx: float, dy: float) -> None:
        """Move the chosen part by some inches of the table."""
        entry = self.entry
        assert entry is not None
        way = parting.to_piece(entry, (dx, dy))
        self.change(lambda part: parting.moved(part, way), f"nudge {self._index} of {self._of}")

    def turn(self, degrees: float) -> None:
        """Turn the chosen part round its middle, counter-clockwise on the table."""
        entry = self.entry
        assert entry is not None
        by = -degrees if entry.get("mirror") else degrees
        self.change(lambda part: parting.turned(part, by), f"turn {self._index} of {self._of}")

    def remove(self) -> None:
        """Take the chosen part away."""
        index = self._index
        self._put(lambda parts: [part for i, part in enumerate(parts) if i != index])
        self.choose(None)

    def duplicate(self) -> None:
        """Another part like the chosen one: a wall beside it, a floor a storey above it."""

        def copied(parts: list[Data]) -> list[Data]:
            part = parts[self._index]
            if parting.is_wall(part):
                return [*parts, parting.moved(part, (0.5, -0.5))]
            high = plain.number(float(part["z"]) + parting.STOREY)
            return [*parts, {**part, "floor": parting.fresh_floor(parts), "z": high}]

        self._grow(copied)

    def add_wall(self) -> None:
        """Another wall along the outline."""
        self._grow(lambda parts: [*parts, parting.new_wall(self._own(), parts)])

    def add_floor(self) -> None:
        """Another floor over the whole outline."""
        self._grow(lambda parts: [*parts, parting.new_floor(self._own(), parts)])

    def _own(self) -> Data:
        entry = self.entry
        assert entry is not None
        return parting.own(self.editor.position.data, entry)

    def _grow(self, change: Callable[[list[Data]], list[Data]]) -> None:
        self.editor.told = self._put(change)
        if not self.editor.told:
            self.choose(len(self.all) - 1)


def _is_at(piece: Piece, index: int, here: Point) -> bool:
    """Whether a part of a piece is at a spot, in inches."""
    part = piece.parts[index]
    if isinstance(part, Wall):
        (ax, ay), (bx, by) = part.line
        line = LineString([(inches(ax), inches(ay)), (inches(bx), inches(by))])
        return bool(line.distance(here) <= max(NEAR, inches(part.thickness) / 2))
    return bool(polygon(part.outline).covers(here))


def wall_at(state: State, spot: Spot) -> str:
    """The piece of terrain with a wall at a spot of the table, as one that stands on its outline; empty if none has."""
    here = Point(spot)
    for id, held in state.terrain.items():
        if any(isinstance(part, Wall) and _is_at(held.piece, i, here) for i, part in enumerate(held.piece.parts)):
            return id
    return ""
