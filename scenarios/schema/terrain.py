"""Terrain: pieces as a scene lists them, and the catalogue of kinds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from scenarios.schema.common import Degrees, Edition, Id, Inches, Key, Length, Outline, Part, Spot, Story, Words

Height: TypeAlias = Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]
Doubt: TypeAlias = Annotated[float, Field(ge=0, le=24, allow_inf_nan=False)]
Cover: TypeAlias = Annotated[int, Field(ge=2, le=6)] | Literal["none"]
Moving: TypeAlias = Literal["clear", "difficult", "dangerous", "impassable"]
Category: TypeAlias = Literal["exposed", "light", "dense"]
Trait: TypeAlias = Literal["area", "barrier", "solid", "open", "exposed", "light", "dense", "cover"] | Moving


class Opening(Part):
    """A window or door: `from` and `to` along the wall, `sill` and `head` above the wall's bottom."""

    from_: Annotated[float, Field(alias="from", ge=0, le=500)]
    to: Length
    sill: Height = 0
    head: Length


class Wall(Part):
    """A straight wall from one spot to another."""

    wall: Annotated[list[Spot], Field(min_length=2, max_length=2)]
    thickness: Annotated[float, Field(gt=0, le=12)] = 0.25
    bottom: Inches = 0
    top: Inches
    openings: Annotated[list[Opening], Field(max_length=50)] = Field(default_factory=list)


class Floor(Part):
    """A storey to stand on; its surface is called `piece/floor`."""

    floor: Id
    outline: Outline
    z: Inches


def _part(value: Any) -> str:
    is_floor = isinstance(value, Floor) or (isinstance(value, dict) and "floor" in value and "wall" not in value)
    return "a floor" if is_floor else "a wall"


WallOrFloor: TypeAlias = Annotated[
    Annotated[Wall, Tag("a wall")] | Annotated[Floor, Tag("a floor")], Discriminator(_part)
]


class Piece(Part):
    """A terrain feature of a scene. With `at`, all of it is drawn around that spot, then mirrored, turned and moved.

    `error` is how far its corners may be from there, where they were taken from a photograph. `walls` says whether
    movers may pass its walls, where the edition leaves that to the players.
    """

    id: Id
    kind: Key
    name: Words | None = None
    at: Spot | None = None
    facing: Degrees = 0
    mirror: bool = False
    outline: Outline | None = None
    bottom: Inches | None = None
    top: Inches | None = None
    parts: Annotated[list[WallOrFloor], Field(max_length=200)] | None = None
    area: bool | None = None
    move: Moving | None = None
    cover: Cover | None = None
    category: Category | None = None
    solid: bool | None = None
    walls: Literal["pass", "block"] | None = None
    error: Doubt | None = None
    access: Annotated[list[Spot], Field(max_length=50)] = Field(default_factory=list)
    fire_points: Annotated[list[Spot], Field(max_length=50)] = Field(default_factory=list)


class Meaning(Part):
    """What a kind means in one edition: free of order, `traits` as the rules name them, `cover` the save or none."""

    traits: list[Trait] = Field(default_factory=list)
    cover: Cover = "none"


class Kind(Part):
    """A kind of terrain: its looks (`opaque`: a solid prism; `standable`: its top holds models) and its meanings.

    `counts_as` names the kind its pieces are, when that is another.
    """

    name: Words
    counts_as: Key | None = None
    text: Story = ""
    bottom: Inches = 0
    top: Inches = 0
    opaque: bool = False
    standable: bool = False
    outline: Outline | None = None
    parts: Annotated[list[WallOrFloor], Field(max_length=200)] = Field(default_factory=list)
    meaning: dict[Edition, Meaning]


class CatalogueFile(Part):
    """A terrain catalogue."""

    sightline: Literal[1]
    kinds: Annotated[dict[Key, Kind], Field(min_length=1)]
