"""Where a thing stands and which way it looks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from battlefield.units import degrees, inches, udeg, um


@dataclass(frozen=True, slots=True, order=True)
class Pose:
    """A place on the table: `x`, `y`, `z` in micrometres, `facing` in microdegrees counter-clockwise from +x."""

    x: int
    y: int
    z: int = 0
    facing: int = 0

    @classmethod
    def at(cls, x: float, y: float, z: float = 0.0, facing: float = 0.0) -> Pose:
        """From inches and degrees."""
        return cls(um(x), um(y), um(z), udeg(facing))

    @property
    def xy(self) -> tuple[float, float]:
        """The plan position in inches."""
        return inches(self.x), inches(self.y)

    @property
    def height(self) -> float:
        """`z` in inches."""
        return inches(self.z)

    @property
    def heading(self) -> float:
        """The facing in degrees."""
        return degrees(self.facing)

    def moved_to(self, x: float, y: float) -> Pose:
        """The same pose at another plan position, in inches."""
        return replace(self, x=um(x), y=um(y))

    def turned_to(self, facing: float) -> Pose:
        """The same pose looking another way, in degrees."""
        return replace(self, facing=udeg(facing))
