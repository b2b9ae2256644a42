"""What a battle starts from: table, terrain, both forces and the agreements, resolved to plain records.

A setup holds everything that is needed to begin and to re-play a battle; a battle file embeds it whole. What the
datasheets say (`sheets`) is plain data whose meaning belongs to the book.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlefield.pose import Pose
from battlefield.shapes import Shape
from battlefield.terrain import Piece
from engine.core.codec import record
from engine.core.facts import Facts, Value, fact


@record
class ModelSpec:
    """One playing piece. Sizes in micrometres; `profile` and `gear` name entries of the setup's sheets."""

    id: str
    name: str
    profile: str
    shape: Shape
    height: int
    eye: int
    gear: tuple[str, ...] = ()
    at: Pose | None = None
    torso: Shape | None = None


@record
class UnitSpec:
    """A unit as bought: `role` is its place in the army (HQ, Troops, ...), `kind` its unit type."""

    id: str
    side: str
    name: str
    letter: str
    sheet: str
    kind: str
    role: str
    points: int
    models: tuple[ModelSpec, ...]
    keywords: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()


@record
class SideSpec:
    """One of the two players. `edge` names his own table edge when the scenario fixes it: south, north, west, east."""

    id: str
    name: str
    army: str = ""
    edge: str = ""


@record
class ObjectiveSpec:
    """A marker to be held; the point measured from, in micrometres."""

    id: str
    at: Pose
    name: str = ""


@record
class ZoneSpec:
    """Where a side may deploy; corners in micrometres."""

    side: str
    outline: tuple[tuple[int, int], ...]


@record
class Setup:
    """A battle before its first decision."""

    edition: str
    name: str
    title: str
    width: int
    depth: int
    terrain: tuple[Piece, ...]
    sides: tuple[SideSpec, ...]
    units: tuple[UnitSpec, ...]
    mission: Facts = ()
    options: Facts = ()
    objectives: tuple[ObjectiveSpec, ...] = ()
    zones: tuple[ZoneSpec, ...] = ()
    sheets: Mapping[str, Any] = {}  # noqa: RUF008 - never changed
    story: str = ""

    def option(self, name: str, default: Value = None) -> Value:
        """An option of the scenario, or the default."""
        return fact(self.options, name, default)

    def task(self, name: str, default: Value = None) -> Value:
        """A detail of the mission, or the default."""
        return fact(self.mission, name, default)
