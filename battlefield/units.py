"""Lengths and angles.

The interface speaks inches and degrees as floats. What is stored is whole: micrometres (1 inch is 25,400 of them, so
every base given in millimetres is exact) and microdegrees. Whole numbers compare, hash and travel without surprises.
"""

from __future__ import annotations

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
