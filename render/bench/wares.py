"""What the palette offers: terrain in ready-made sizes, kinds to be drawn, and bases of every usual size."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from render.bench import plain
from render.bench.plain import Data, Spot

Outline = tuple[Spot, ...]


def box(length: float, width: float) -> Outline:
    """A rectangle around the origin."""
    x, y = length / 2, width / 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


def blob(length: float, width: float, corners: int = 12) -> Outline:
    """A rounded outline around the origin."""
    turns = [2 * pi * i / corners for i in range(corners)]
    return tuple((round(cos(t) * length / 2, 3), round(sin(t) * width / 2, 3)) for t in turns)


@dataclass(frozen=True, slots=True, eq=False)
class Ware:
    """A piece of terrain to be put on the table: of a kind of the catalogue, with an outline around the origin."""

    id: str
    name: str
    kind: str
    outline: Outline
    top: float | None = None
    parts: tuple[Data, ...] = ()

    def entry(self, id: str, at: Spot, facing: float = 0) -> Data:
        """The entry of such a piece in a scene."""
        new: Data = {
            "id": id, "kind": self.kind, "name": self.name, "at": plain.spot(*at),
            "facing": plain.number(facing) or None, "outline": [plain.spot(*corner) for corner in self.outline],
            "top": self.top, "parts": list(self.parts) or None,
        }  # fmt: skip
        return plain.held(new)

    @property
    def told(self) -> str:
        """Its size in a few words."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        high = f" × {self.top:g}" if self.top else ""
        return f"{max(xs) - min(xs):g} × {max(ys) - min(ys):g}{high}″"


def _wall(a: Spot, b: Spot, top: float, *windows: tuple[float, float, float, float]) -> Data:
    holes = [{"from": start, "to": end, "sill": sill, "head": head} for start, end, sill, head in windows]
    wall: dict[str, Any] = {"wall": [list(a), list(b)], "thickness": 0.25, "top": top}
    return {**wall, "openings": holes} if holes else wall


def _floor(id: str, x0: float, y0: float, x1: float, y1: float, z: float) -> Data:
    return {"floor": id, "outline": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], "z": z}


WINDOWS = ((1, 1.75, 0.75, 2), (3.25, 4, 0.75, 2))
CORNER_RUIN = (
    _wall((-3, -2.5), (3, -2.5), 5, *WINDOWS),
    _wall((-3, -2.5), (-3, 2.5), 5, (1.5, 2.5, 0.75, 2)),
    _floor("1", -3, -2.5, 1, 1, 3),
)
WHOLE_RUIN = (
    _wall((-4, -3), (4, -3), 6, (1, 2, 0.75, 2), (6, 7, 0.75, 2), (1, 2, 3.75, 5), (6, 7, 3.75, 5)),
    _wall((4, -3), (4, 3), 6, (2.25, 3.75, 0, 2.25)),
    _wall((-4, 3), (4, 3), 4, (2, 3, 0.75, 2), (5, 6, 0.75, 2)),
    _wall((-4, -3), (-4, 3), 6, (2.5, 3.5, 0.75, 2)),
    _floor("1", -4, -3, 0, 3, 3),
)

TERRAIN: tuple[tuple[str, tuple[Ware, ...]], ...] = (
    (
        "Solid",
        (
            Ware("container", "Container", "container", box(5, 2.5), 2.5),
            Ware("block", "Block", "block", box(3, 3), 3),
            Ware("crates", "Crates", "crates", box(2, 2), 1.2),
            Ware("building", "Building", "building", box(6, 5), 4),
            Ware("rock", "Great rock", "impassable_rock", blob(4.5, 3.5, 7), 4),
        ),
    ),
    (
        "Ruins",
        (
            Ware("corner", "Ruined corner", "ruin", box(6, 5), None, CORNER_RUIN),
            Ware("ruin", "Ruined house", "ruin", box(8, 6), None, WHOLE_RUIN),
            Ware(
                "windows", "Wall with windows", "ruin", box(6, 0.5), None,
                (_wall((-3, 0), (3, 0), 5, (0.75, 1.75, 0.75, 2), (4.25, 5.25, 0.75, 2)),),
            ),
        ),
    ),
    (
        "Low",
        (
            Ware("barricade", "Barricade", "barricade", box(4, 0.5), 0.8),
            Ware("sandbags", "Sandbags", "sandbags", box(3, 0.6), 0.7),
            Ware("barrels", "Barrels", "barrels", box(2, 1), 0.9),
        ),
    ),
    (
        "Ground",
        (
            Ware("wood", "Wood", "wood", blob(7, 5), 5),
            Ware("hill", "Hill", "hill", blob(9, 6, 16), 1),
            Ware("steep", "Steep hill", "steep_hill", blob(6, 5, 12), 2),
            Ware("crater", "Crater", "crater", blob(4, 4, 12)),
            Ware("rubble", "Rubble", "rubble", blob(5, 4, 9), 0.4),
        ),
    ),
)  # fmt: skip
"""Ready-made pieces by group."""

BY_TWO_CLICKS: tuple[tuple[str, str, float], ...] = (
    ("wall", "Wall", 0.3),
    ("low_wall", "Low wall", 0.4),
    ("fence", "Fence", 0.15),
    ("hedge", "Hedge", 0.6),
)
"""Kinds that run from one spot to another, and how thick they are."""


@dataclass(frozen=True, slots=True, eq=False)
class Figurine:
    """A model to be put on the table: its name, its base as a scene says it, its height and that of its eye."""

    id: str
    name: str
    base: Data
    height: float
    eye: float
    kind: str = "infantry"

    def entry(self, id: str, side: str, unit: str, name: str, at: Spot, facing: float = 0) -> Data:
        """The entry of such a model in a scene."""
        new: Data = {
            "id": id, "name": name, "side": side, "unit": unit, "base": dict(self.base), "at": plain.spot(*at),
            "facing": plain.number(facing) or None, "height": self.height, "eye": self.eye,
        }  # fmt: skip
        return plain.held(new)


def stature(millimetres: float) -> tuple[float, float]:
    """How high a model on a base so long usually is, and its eye, in inches."""
    for most, height, eye in ((26, 1.25, 1.1), (30, 1.35, 1.2), (35, 1.5, 1.3), (45, 1.8, 1.6), (55, 2.2, 1.9),
                              (70, 2.8, 2.4), (95, 3.5, 3.0), (115, 4.0, 3.5), (140, 5.0, 4.4)):  # fmt: skip
        if millimetres <= most:
            return height, eye
    return 6.0, 5.2


def _round(size: float) -> Figurine:
    return Figurine(f"round-{size:g}", f"{size:g}", {"round": size}, *stature(size))


def _long(shape: str, length: float, width: float) -> Figurine:
    name, base = f"{length:g}×{width:g}", {shape: [length, width]}
    return Figurine(f"{shape}-{length:g}", name, base, *stature(width + (length - width) / 4))


def _hull(id: str, name: str, outline: Outline, height: float, eye: float) -> Figurine:
    base = {"hull": [plain.spot(*corner) for corner in outline]}
    return Figurine(id, name, base, height, eye, "vehicle")


WEDGE = ((-3.2, -1.9), (2.2, -1.9), (3.2, -1.1), (3.2, 1.1), (2.2, 1.9), (-3.2, 1.9))

BASES: tuple[tuple[str, tuple[Figurine, ...]], ...] = (
    ("Round bases, mm", tuple(_round(s) for s in (25, 28.5, 32, 40, 50, 60, 70, 80, 90, 100, 130, 160))),
    (
        "Oval bases, mm",
        tuple(_long("oval", *s) for s in ((60, 35), (75, 42), (90, 52), (105, 70), (120, 92), (170, 105))),
    ),
    (
        "Square bases, mm",
        tuple(_long("rect", *s) for s in ((20, 20), (25, 25), (40, 40), (50, 25), (60, 30), (100, 50))),
    ),
    (
        "Hulls",
        (
            _hull("transport", "Transport", box(4.6, 3), 2.3, 2.0),
            _hull("tank", "Tank", WEDGE, 2.6, 2.2),
            _hull("heavy", "Heavy tank", box(7, 4.2), 3.2, 2.7),
            _hull("buggy", "Buggy", box(3.2, 2), 1.6, 1.4),
        ),
    ),
)
"""Bases by group."""
