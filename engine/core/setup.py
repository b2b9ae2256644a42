"""What a battle starts from: table, terrain, both forces and the agreements, resolved to plain records.

A setup holds everything that is needed to begin and to re-play a battle; a battle file embeds it whole. What the
datasheets say (`sheets`) is plain data whose meaning belongs to the book.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from battlefield.pose import Pose
from battlefield.shapes import Shape
from battlefield.terrain import Floor, Opening, Piece, Wall
from engine.core.codec import record, register
from engine.core.facts import Facts, Value, fact

for _known in (Piece, Wall, Floor, Opening):
    register(_known)


@record
class MountSpec:
    """A weapon's mount on a hull: where its muzzle is in the hull's own frame, which way it points, how far it turns.

    Lengths in micrometres (`z` above the model's foot), angles in microdegrees; `arc` is the whole angle it can cover.
    """

    weapon: str
    x: int
    y: int
    z: int
    facing: int = 0
    arc: int = 360_000_000


@record
class ModelSpec:
    """One playing piece. Sizes in micrometres; `profile` and `gear` name entries of the setup's sheets.

    `stands_on` names the surface under it; `eye_at` moves its eye off the centre in its own frame; `wounds` are those
    left when it does not start whole; `armour` is that of front, sides and rear.
    """

    id: str
    name: str
    profile: str
    shape: Shape
    height: int
    eye: int
    gear: tuple[str, ...] = ()
    at: Pose | None = None
    torso: Shape | None = None
    stands_on: str = ""
    eye_at: tuple[int, int] | None = None
    wounds: int | None = None
    armour: tuple[int, int, int] | None = None
    mounts: tuple[MountSpec, ...] = ()


@record
class UnitSpec:
    """A unit as bought: `role` is its place in the army (`hq`, `troops`, ...), `kind` its unit type (`infantry`, ...).

    In a position taken from the middle of a battle, `deeds` names what it did this turn, `size` is its strength at
    the start when that was more, `joined` the unit it acts with and `aboard` the model that carries it. `power` is its
    cost where armies are measured by a coarser number than points.
    """

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
    size: int = 0
    joined: str = ""
    aboard: str = ""
    power: int = 0


@record
class SideSpec:
    """One of the two players. `edge` names his own table edge when the scenario fixes it: south, north, west, east.

    `player` says who plays it unless told otherwise: `person`, or the name of a computer player.
    """

    id: str
    name: str
    army: str = ""
    edge: str = ""
    player: str = "person"


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
class BuildingSpec:
    """How a terrain piece is entered and fired from: spots in micrometres, table coordinates."""

    piece: str
    access: tuple[tuple[int, int], ...] = ()
    fire_points: tuple[tuple[int, int], ...] = ()


@record
class Setup:
    """A battle before its first decision.

    `mission` has `kind`, `deployment` and what they need; `options` has what the players agreed.
    """

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
    sheets: Mapping[str, Any] = field(default_factory=dict)
    story: str = ""
    buildings: tuple[BuildingSpec, ...] = ()

    def option(self, name: str, default: Value = None) -> Value:
        """An option of the scenario, or the default."""
        return fact(self.options, name, default)

    def task(self, name: str, default: Value = None) -> Value:
        """A detail of the mission, or the default."""
        return fact(self.mission, name, default)
