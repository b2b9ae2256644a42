"""What was clicked on a photograph of a table, and the scene that it makes, each thing with the error of its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil, cos, dist, pi, sin
from typing import Any, NamedTuple, TypeAlias

from battlefield.units import INCH, MILLIMETRE
from render.bench import plain
from render.bench.homography import CLICK, CORNERS, BeyondHorizon, Homography, QuadError, Spot, in_order
from render.bench.plain import Data

MM = MILLIMETRE / INCH
"""A millimetre in inches."""

TABLES = ((72.0, 48.0), (60.0, 44.0), (44.0, 30.0), (48.0, 48.0))
LEAST_TABLE, LARGEST_TABLE = 6.0, 240.0
OUTSIDE = 0.5
"""Inches beyond the table's edge that a click may lie, as a click on the very edge does; it is moved onto the table."""


class Click(NamedTuple):
    """A spot of the photograph in pixels; `coarse` is how far it may miss because the picture was shown so small."""

    x: float
    y: float
    coarse: float = 0.0

    @property
    def at(self) -> Spot:
        return self.x, self.y


class MarkError(ValueError):
    """A click that cannot be used; says why."""


@dataclass(frozen=True, slots=True)
class Base:
    """A model: `clicks` are its centre, or two opposite spots of its base's edge; sizes in millimetres and inches.

    With `mm` 0 it is a hull, and the clicks are its corners.
    """

    id: str
    side: str
    unit: str
    name: str
    mm: float
    height: float
    eye: float
    clicks: tuple[Click, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """A piece of terrain of a kind of the catalogue, by its corners where they touch the table."""

    id: str
    kind: str
    name: str
    top: float | None
    clicks: tuple[Click, ...]


Mark: TypeAlias = Base | Outline


@dataclass(frozen=True, slots=True)
class Sketch:
    """Everything clicked so far, in pixels of the photograph, with the table's size in inches and how far a click may
    miss, in pixels. Never changed in place, so that taking back is going back to an earlier one."""

    width: float = 72.0
    depth: float = 48.0
    click: float = CLICK
    corners: tuple[Click, ...] = ()
    marks: tuple[Mark, ...] = ()
    open: tuple[Click, ...] = ()
    title: str = "From a photograph"

    # -- the table -----------------------------------------------------------------------------------------------------

    def with_corner(self, at: Click) -> Sketch:
        """One more corner; when there are four they are put round the table, the first being the near left one."""
        corners = (*self.corners, at)
        if len(corners) == 4:
            order = in_order([corner.at for corner in corners])
            corners = tuple(sorted(corners, key=lambda corner: order.index(corner.at)))
        return replace(self, corners=corners)

    def moved_corner(self, number: int, to: Click) -> Sketch:
        """One corner elsewhere."""
        return replace(self, corners=(*self.corners[:number], to, *self.corners[number + 1 :]))

    def turned(self) -> Sketch:
        """The next corner round the table becomes the near left one; the table lies the other way."""
        return replace(self, corners=self.corners[1:] + self.corners[:1])

    def map(self) -> Homography:
        """The map from the photograph to the table. Raises QuadError."""
        if len(self.corners) < 4:
            raise QuadError(f"Click the {CORNERS[len(self.corners)]} corner of the table.")
        return Homography(tuple(corner.at for corner in self.corners), self.width, self.depth)

    @property
    def trouble(self) -> str:
        """Why there is no map yet; empty when there is one."""
        try:
            self.map()
        except QuadError as error:
            return str(error)
        return ""

    # -- what stands there ---------------------------------------------------------------------------------------------

    def spot(self, at: Click) -> Spot:
        """Where on the table a click is, in inches. Raises MarkError off the table."""
        try:
            x, y = self.map().to_table(at.at)
        except BeyondHorizon as error:
            raise MarkError(str(error)) from None
        if not (-OUTSIDE <= x <= self.width + OUTSIDE and -OUTSIDE <= y <= self.depth + OUTSIDE):
            raise MarkError("That spot of the picture is not on the table.")
        return min(self.width, max(0.0, x)), min(self.depth, max(0.0, y))

    def error(self, mark: Mark) -> float:
        """How far a thing may be from where it is put, in inches: the worst of its clicks."""
        found, corners = self.map(), [self.miss(corner) for corner in self.corners]
        return max(found.error(at.at, self.miss(at), corners) for at in mark.clicks)

    def miss(self, at: Click) -> float:
        """How far a click may have missed, in pixels of the photograph."""
        return max(self.click, at.coarse)

    def middle(self, base: Base) -> Spot:
        """The middle of a base on the table: of the box round a hull. Raises MarkError."""
        spots = [self.spot(at) for at in base.clicks]
        if not base.mm:
            xs, ys = [x for x, _ in spots], [y for _, y in spots]
            return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)

    def measured(self, base: Base) -> float | None:
        """The diameter between two opposite clicks, in millimetres; None for a base clicked in its middle."""
        return dist(*(self.spot(at) for at in base.clicks)) / MM if base.mm and len(base.clicks) == 2 else None

    def rim(self, base: Base, spots: int = 36) -> list[Spot]:
        """The edge of a base as it lies in the photograph, in pixels. Raises MarkError, BeyondHorizon."""
        if not base.mm:
            return [at.at for at in base.clicks]
        x, y = self.middle(base)
        radius, found = base.mm * MM / 2, self.map()
        return [
            found.to_picture((x + radius * cos(2 * pi * k / spots), y + radius * sin(2 * pi * k / spots)))
            for k in range(spots)
        ]

    def with_mark(self, mark: Mark) -> Sketch:
        """One more thing. Raises MarkError when its clicks cannot be used."""
        if isinstance(mark, Base) and mark.mm:
            self.middle(mark)
            size = self.measured(mark)
            slack = 2 * self.error(mark) / MM + 1
            if size is not None and abs(size - mark.mm) > slack:
                raise MarkError(
                    f"Those two spots are {size:.0f} mm apart, and the base has {mark.mm:g}: click opposite edges "
                    "where it touches the table, or choose another size."
                )
        else:
            _check_ring([self.spot(at) for at in mark.clicks])
        return replace(self, marks=(*self.marks, mark), open=())

    def without(self, id: str) -> Sketch:
        """The same without one thing."""
        return replace(self, marks=tuple(mark for mark in self.marks if mark.id != id))

    def fresh(self, stem: str) -> str:
        """An id that no thing has: `crate-1`, `crate-2` and on."""
        taken, count = {mark.id for mark in self.marks}, 1
        while f"{stem}-{count}" in taken:
            count += 1
        return f"{stem}-{count}"

    # -- the scene -----------------------------------------------------------------------------------------------------

    def scene(self, edition: str, sides: Sequence[Data] = plain.SIDES) -> Data:
        """The plain data of the scene. Raises QuadError, MarkError."""
        data = plain.blank(edition, plain.number(self.width), plain.number(self.depth), self.title)
        data["sides"] = [dict(side) for side in sides]
        data["terrain"] = [self._piece(mark) for mark in self.marks if isinstance(mark, Outline)]
        data["models"] = [self._model(mark) for mark in self.marks if isinstance(mark, Base)]
        return data

    def _model(self, base: Base) -> Data:
        x, y = plain.spot(*self.middle(base))
        corners = [self.spot(at) for at in base.clicks]
        size = {"round": plain.number(base.mm)} if base.mm else {"hull": [plain.spot(u - x, v - y) for u, v in corners]}
        return {
            "id": base.id, "name": base.name, "side": base.side, "unit": base.unit, "base": size, "at": [x, y],
            "height": base.height, "eye": base.eye, "error": _up(self.error(base)),
        }  # fmt: skip

    def _piece(self, mark: Outline) -> Data:
        ring = [plain.spot(*self.spot(at)) for at in mark.clicks]
        data: Data = {"id": mark.id, "kind": mark.kind, "name": mark.name, "outline": ring}
        return {**data, **({} if mark.top is None else {"top": mark.top}), "error": _up(self.error(mark))}


def _up(error: float) -> float:
    """An error rounded up to a thousandth, and never more than a scene may say."""
    return min(24.0, ceil(error * 1000) / 1000)


def _check_ring(spots: Sequence[Spot]) -> None:
    """Raise MarkError unless the corners enclose something without crossing."""
    from shapely import Polygon

    if len(spots) < 3:
        raise MarkError("An outline has at least three corners.")
    ring: Any = Polygon(spots)
    if not ring.is_valid:
        raise MarkError("That outline crosses itself: click the corners in order round the edge.")
    if ring.area < 0.05:
        raise MarkError("That outline encloses next to nothing.")


@dataclass(slots=True)
class History:
    """A sketch with all that were before it."""

    now: Sketch = field(default_factory=Sketch)
    past: list[Sketch] = field(default_factory=list)

    def take(self, new: Sketch, remember: bool = True) -> None:
        """Go on with another sketch; not remembered while something is dragged."""
        if new is not self.now:
            if remember:
                self.past.append(self.now)
            self.now = new

    def back(self) -> None:
        """Take the last click back."""
        if self.past:
            self.now = self.past.pop()
