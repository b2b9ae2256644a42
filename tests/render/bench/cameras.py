"""Pinhole cameras over a table: where a spot in space comes to lie in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

import numpy as np

from render.bench.homography import Floats, Homography, Spot

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass(frozen=True)
class Camera:
    """Looks at the middle of a table from `far` inches, `tilt` radians off the vertical, from the bearing `round`
    (0: from the near edge), `roll` turned about its own axis; `focal` in pixels."""

    width: float = 72.0
    depth: float = 48.0
    far: float = 90.0
    tilt: float = 0.0
    round: float = 0.0
    roll: float = 0.0
    focal: float = 3000.0
    size: tuple[int, int] = (4000, 3000)

    @property
    def place(self) -> Floats:
        side = self.far * sin(self.tilt)
        middle = np.array([self.width / 2, self.depth / 2, 0.0])
        away = [sin(self.round) * side, -cos(self.round) * side, self.far * cos(self.tilt)]
        found: Floats = middle + np.array(away)
        return found

    def see(self, x: float, y: float, z: float = 0.0) -> Spot:
        ahead = np.array([self.width / 2, self.depth / 2, 0.0]) - self.place
        ahead /= np.linalg.norm(ahead)
        right = np.array([cos(self.round), sin(self.round), 0.0])
        up = np.cross(right, ahead)
        across, down = right * cos(self.roll) + up * sin(self.roll), right * sin(self.roll) - up * cos(self.roll)
        seen = np.array([x, y, z]) - self.place
        far = seen @ ahead
        return (
            float(self.focal * (seen @ across) / far + self.size[0] / 2),
            float(self.focal * (seen @ down) / far + self.size[1] / 2),
        )

    @property
    def corners(self) -> tuple[Spot, ...]:
        return tuple(self.see(x * self.width, y * self.depth) for x, y in CORNERS)

    @property
    def map(self) -> Homography:
        return Homography(self.corners, self.width, self.depth)
