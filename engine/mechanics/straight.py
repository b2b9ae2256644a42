"""Distances in space: straight between the closest points of two models, each at the height it stands at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from battlefield.body import Body
from battlefield.measure import gap, gaps
from battlefield.shapes import Hull, reach
from battlefield.units import INCH, inches, um

LOOSE = 64.0
"""Micrometres by which a first look is generous."""

FAR = 1 << 60
"""Micrometres: the distance to nobody."""


def straight(one: Body, other: Body) -> int:
    """The distance between two models in micrometres: from base to base, a hull from its underside to its top."""
    across, up = gap(one, other), float(_rise(_span(one), _span(other)))
    return um(sqrt(across * across + up * up))


def straights(ones: Sequence[Body], others: Sequence[Body]) -> NDArray[np.int64]:
    """`straight` of every one to every other, as an array [one, other]."""
    return _straights(tuple(ones), tuple(others))


@lru_cache(maxsize=4096)
def _straights(ones: tuple[Body, ...], others: tuple[Body, ...]) -> NDArray[np.int64]:
    """As `straights`; asked again it is not reckoned again."""
    across = gaps(ones, others)
    if any(body.pose.z for body in ones) or any(body.pose.z for body in others):
        there = np.array([_span(other) for other in others], dtype=np.float64).reshape(len(others), 2)
        here = np.array([_span(one) for one in ones], dtype=np.float64).reshape(len(ones), 2)
        up = np.maximum(here[:, None, 0] - there[None, :, 1], there[None, :, 0] - here[:, None, 1])
        up = np.maximum(up, 0.0)
        across = np.sqrt(across * across + up * up)
    found: NDArray[np.int64] = np.rint(across * um(1)).astype(np.int64)
    found.setflags(write=False)
    return found


class Host:
    """Many bodies by where they stand, so that only those are looked at closely that may be near."""

    def __init__(self, bodies: Iterable[Body]) -> None:
        self.bodies = tuple(bodies)
        self._rows = _rows(self.bodies)

    def beside(self, ones: Sequence[Body], distance: int) -> tuple[Body, ...]:
        """Those that may be within a distance in micrometres of any of some bodies, and all that are."""
        if not ones or not self.bodies:
            return ()
        apart = self._rows[:, None, :2] - _rows(ones)[None, :, :2]
        far = self._rows[:, None, 2] + _rows(ones)[None, :, 2] + (distance + LOOSE)
        near = (apart[..., 0] * apart[..., 0] + apart[..., 1] * apart[..., 1] <= far * far).any(axis=1)
        return tuple([self.bodies[n] for n in np.flatnonzero(near).tolist()])


def _rows(bodies: Sequence[Body]) -> NDArray[np.float64]:
    """Where bodies stand, and how far each reaches from there, in micrometres."""
    rows = [(body.pose.x, body.pose.y, reach(body.shape) * INCH) for body in bodies]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def nearest(ones: Sequence[Body], others: Sequence[Body]) -> int:
    """The distance between the closest of some models and of some others; `FAR` when there are none."""
    return int(straights(ones, others).min()) if ones and others else FAR


def _span(body: Body) -> tuple[float, float]:
    """From where to where a model is measured upwards: a base is flat."""
    return body.bottom, inches(body.pose.z + body.height) if isinstance(body.shape, Hull) else body.bottom


def _rise(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far apart two stretches of height are; 0 where they meet."""
    return max(0.0, one[0] - other[1], other[0] - one[1])
