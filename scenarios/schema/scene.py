"""Scenes (a position on a table) and scenarios (a scene with armies and a mission)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from scenarios.schema.army import Count, Kind, Points, Role
from scenarios.schema.common import (
    Armour,
    Base,
    Degrees,
    Edition,
    Id,
    Key,
    Mount,
    Outline,
    Part,
    Spot,
    Story,
    Words,
)
from scenarios.schema.sheets import Sheets
from scenarios.schema.terrain import Doubt, Piece
from scenarios.schema.terrain import Kind as TerrainKind

Edge: TypeAlias = Literal["south", "north", "west", "east"]
Letter: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z0-9]{1,2}$")]
Height: TypeAlias = Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]


class Table(Part):
    """Inches; 72 x 48 is six feet by four."""

    width: Annotated[float, Field(ge=1, le=240, allow_inf_nan=False)]
    depth: Annotated[float, Field(ge=1, le=240, allow_inf_nan=False)]


LOWEST = 0.01
"""Inches of the lowest model."""


class Model(Part):
    """A model. `at`, `eye_at` in table coordinates, `base` and `body` around it; `reserve`: not on the table.

    `error` is how far it may stand from there, where that was taken from a photograph.
    """

    id: Id
    name: Words | None = None
    side: Id | None = None
    unit: Id | None = None
    base: Base
    at: Spot | None = None
    reserve: bool = False
    z: Height | None = None
    facing: Degrees = 0
    height: Annotated[float, Field(gt=0, le=60, allow_inf_nan=False)]
    eye: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]
    eye_at: Spot | None = None
    body: Base | None = None
    stands_on: str | None = None
    profile: Key | None = None
    gear: list[Key] = Field(default_factory=list)
    wounds: Count | None = None
    armour: Armour | None = None
    error: Doubt | None = None
    mounts: Annotated[list[Mount], Field(max_length=20)] = Field(default_factory=list)

    @model_validator(mode="after")
    def _somewhere(self) -> Model:
        if self.at is None and not self.reserve:
            raise ValueError("has no 'at'; add 'at: [x, y]'")
        if self.at is not None and self.reserve:
            raise ValueError("is in reserve, and so cannot have 'at'; keep one of the two")
        if self.height < LOWEST:
            raise ValueError(f"has a height that nobody could see; use at least {LOWEST:g}")
        return self


class Unit(Part):
    """A unit. With `sheet` and without models of its own it is bought from its side's army with `options`.

    `places` then says where its models stand, in order, on hills and crates where there are some; without it the unit
    is deployed in play.
    """

    side: Id | None = None
    name: Words | None = None
    letter: Letter | None = None
    sheet: Id | None = None
    kind: Kind | None = None
    role: Role | None = None
    points: Points | None = None
    size: Count | None = None
    keywords: list[Words] | None = None
    deeds: list[Key] = Field(default_factory=list)
    joined: Id | None = None
    aboard: Id | None = None
    options: dict[Key, Annotated[int, Field(ge=0, le=100)] | bool] = Field(default_factory=dict)
    places: Annotated[list[Spot], Field(max_length=100)] | None = None
    facing: Degrees = 0


class Objective(Part):
    """A marker, measured from `at`."""

    id: Id
    at: Spot
    name: Words | None = None


class Zone(Part):
    """Where a side may deploy."""

    side: Id
    outline: Outline


class Side(Part):
    """A player: the force's name, its army file, its table edge, and who plays it unless told otherwise."""

    id: Id
    name: Words
    army: str | None = None
    edge: Edge | None = None
    player: Key = "person"


class Options(Part):
    """What the players agreed. `game_length`: `random` as the mission has it, or a number of game turns.

    Of the eleventh edition: up to which height solid features are closed, how wide gaps between them are that are
    closed too, and what hides models (`light`: light features as well as dense ones).
    """

    premeasuring: bool = False
    hints: bool = False
    game_length: Literal["random"] | Annotated[int, Field(ge=1, le=20)] = "random"
    first_side: Id | None = None
    rapid_fire_after_move: Literal["one_shot_12", "two_shots_12"] = "one_shot_12"
    twin_linked_blast: Literal["wound", "scatter"] = "wound"
    quick_cover: bool = False
    cover_denies_assault_bonus: bool = True
    solid_height: Annotated[float, Field(ge=0, le=24, allow_inf_nan=False)] = 3
    closed_gaps: Annotated[float, Field(ge=0, le=3, allow_inf_nan=False)] = 0
    hidden_in: Literal["dense", "light"] = "dense"


LENGTHS = ("solid_height", "closed_gaps")
"""The options that are lengths in inches."""


class Mission(Part):
    """The task. Seize Ground: `number` of objectives (`roll`: D3+2), placed in turn unless the file lists them.

    `ends_when_destroyed` names a unit whose loss ends the battle at once.
    """

    kind: Literal["annihilation", "seize_ground"]
    number: Literal["roll"] | Annotated[int, Field(ge=1, le=12)] = "roll"
    ends_when_destroyed: Id | None = None


class Asked(Part):
    """The question a scene is about: `from` and `to` are two models, or two units."""

    from_: Annotated[Id, Field(alias="from")]
    to: Id


class SceneFile(Part):
    """A scene: a table, what lies and what stands on it."""

    sightline: Literal[1]
    edition: Edition
    title: Words | None = None
    story: Story = ""
    table: Table
    catalogue: str | None = None
    kinds: dict[Key, TerrainKind] = Field(default_factory=dict)
    terrain: Annotated[list[Piece], Field(max_length=500)] = Field(default_factory=list)
    models: Annotated[list[Model], Field(max_length=2000)] = Field(default_factory=list)
    sides: Annotated[list[Side], Field(max_length=2)] = Field(default_factory=list)
    units: dict[Id, Unit] = Field(default_factory=dict)
    objectives: Annotated[list[Objective], Field(max_length=50)] = Field(default_factory=list)
    zones: Annotated[list[Zone], Field(max_length=20)] = Field(default_factory=list)
    edges: dict[Id, Edge] = Field(default_factory=dict)
    options: Options = Options()
    sheets: Sheets | None = None
    mission: Mission | None = None
    deployment: Literal["pitched_battle", "zones", "placed"] | None = None
    points: Points | None = None
    asked: Asked | None = None


class ScenarioFile(SceneFile):
    """A scenario: a scene that can be played."""

    title: Words
    sides: Annotated[list[Side], Field(min_length=2, max_length=2)]
    mission: Mission
    deployment: Literal["pitched_battle", "zones", "placed"]
