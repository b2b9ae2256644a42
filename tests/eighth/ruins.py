"""Ruins for tests of the eighth edition."""

from __future__ import annotations

from battlefield.terrain import Floor, Piece
from battlefield.units import um
from tests.eighth.tables import HOME, square


def ruin(x: float = 1, y: float = -3, width: float = 6, depth: float = 6, z: float = 3) -> Piece:
    """A ruin without walls: a floor at a height over all of it."""
    ring = tuple((um(a + HOME[0]), um(b + HOME[1])) for a, b in square(x, y, width, depth))
    return Piece("ruin", "ruin", "Ruin", ring, 0, um(z), (Floor("first", ring, um(z)),), traits=("area", "cover"))
