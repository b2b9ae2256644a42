"""Lengths and angles.

The interface speaks inches and degrees as floats. What is stored is whole: micrometres (1 inch is 25,400 of them, so
every base given in millimetres is exact) and microdegrees. Whole numbers compare, hash and travel without surprises.
"""

from __future__ import annotations

from math import atan2, cos, radians, sin
from math import degrees as to_degrees

INCH = 25_400
MILLIMETRE = 1_000
DEGREE = 1_000_000
FULL_TURN = 360 * DEGREE


def um(inches: float) -> int:
    """Inches to whole micrometres, the nearest one."""
    return round(inches * INCH)


def inches(length: int) -> float:
    """Micrometres to inches."""
    return length / INCH


def mm(millimetres: float) -> int:
    """Millimetres to whole micrometres."""
    return round(millimetres * MILLIMETRE)


def udeg(degrees: float) -> int:
    """Degrees to whole microdegrees in [0, 360)."""
    return round(degrees * DEGREE) % FULL_TURN


def degrees(angle: int) -> float:
    """Microdegrees to degrees."""
    return angle / DEGREE


def unit_vector(angle: int) -> tuple[float, float]:
    """The direction of an angle in microdegrees; exact at quarter turns.

    >>> unit_vector(90 * DEGREE)
    (0.0, 1.0)
    """
    quarter, rest = divmod(angle % FULL_TURN, FULL_TURN // 4)
    x, y = (1.0, 0.0) if rest == 0 else (cos(radians(degrees(rest))), sin(radians(degrees(rest))))
    for _ in range(quarter):
        x, y = -y, x
    return x + 0.0, y + 0.0


def angle_of(x: float, y: float) -> int:
    """The angle of a direction, in microdegrees in [0, 360); the zero vector points along +x.

    >>> angle_of(0, -2) == 270 * DEGREE
    True
    """
    return udeg(to_degrees(atan2(y, x)))
