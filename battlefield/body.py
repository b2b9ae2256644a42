"""What stands on the table: a model as an upright prism."""

from __future__ import annotations

from dataclasses import dataclass

from shapely import Polygon

from battlefield.pose import Pose
from battlefield.shapes import Shape, outline, reach
from battlefield.units import INCH, inches, unit_vector


@dataclass(frozen=True, slots=True)
class Body:
    """A model at a pose: its base, from `pose.z` up to `pose.z + height`; all lengths in micrometres.

    `eye` is the height of the eye above `pose.z`. `eye_at` moves the eye off the centre, in the body's own frame (first
    along the facing, then to its left). `group` names those it acts with; `torso` is a body narrower than its base,
    which is what is seen and what blocks sight.
    """

    id: str
    shape: Shape
    pose: Pose
    height: int
    eye: int
    group: str = ""
    torso: Shape | None = None
    eye_at: tuple[int, int] | None = None

    def __hash__(self) -> int:
        return hash((self.id, self.pose.x, self.pose.y))  # whoever it is and where it stands tells most apart

    @property
    def base(self) -> Polygon:
        """The ground the base covers, in inches."""
        return outline(self.shape, self.pose)

    @property
    def trunk(self) -> Polygon:
        """The plan of what can be seen of it: the torso where it has one, else the base; in inches."""
        return outline(self.torso or self.shape, self.pose)

    @property
    def reach(self) -> float:
        """The greatest distance of the base's edge from the centre, in inches."""
        return reach(self.shape)

    @property
    def bottom(self) -> float:
        """Where it stands, in inches above the table."""
        return inches(self.pose.z)

    @property
    def top(self) -> float:
        """Its highest point, in inches above the table."""
        return inches(self.pose.z + self.height)

    @property
    def eye_point(self) -> tuple[float, float, float]:
        """Where its eye is, (x, y, z) in inches."""
        ahead, left = self.eye_at or (0, 0)
        dx, dy = unit_vector(self.pose.facing)
        x = self.pose.x + ahead * dx - left * dy
        y = self.pose.y + ahead * dy + left * dx
        return x / INCH, y / INCH, inches(self.pose.z + self.eye)

    def at(self, pose: Pose) -> Body:
        """The same body at another pose."""
        return Body(self.id, self.shape, pose, self.height, self.eye, self.group, self.torso, self.eye_at)
