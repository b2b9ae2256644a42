"""Army files: the datasheets of one force, with what each unit may take."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from scenarios.schema.common import Base, Edition, Id, Key, Length, Part, Story, Words
from scenarios.schema.sheets import Keys, Sheets

Points: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=100)]
Role: TypeAlias = Literal["hq", "elites", "troops", "fast_attack", "heavy_support", "transport"]
Kind: TypeAlias = Literal[
    "infantry", "jump_infantry", "bike", "jetbike", "beasts", "cavalry", "monstrous_creature", "artillery", "vehicle"
]


class SheetModel(Part):
    """One kind of model of a unit: `count` of them at the start."""

    key: Key
    name: Words
    profile: Key
    count: Annotated[int, Field(ge=0, le=100)] = 1
    gear: Keys = Field(default_factory=list)
    base: Base | None = None
    height: Length | None = None
    eye: Length | None = None


class Option(Part):
    """Something a unit may take, at `points` for each time it is taken.

    `add` names a kind of model: one more of it each time. Otherwise a model of the kind `model` (any, when absent) that
    has all of `replace` loses it and gains `gear`, one model each time; or all of them do, at `points` a model, when
    `all` is true. It may be taken `max` times (once, when absent), or once for every `max_per` models; `needs` is the
    least number of models in the unit. Options of one `group` share the greatest limit among them. `profile` and
    `rename` change what the model is.
    """

    name: Words
    points: Points = 0
    add: Key | None = None
    model: Key | None = None
    replace: Keys = Field(default_factory=list)
    gear: Keys = Field(default_factory=list)
    all: bool = False
    max: Count | None = None
    max_per: Count | None = None
    needs: Count | None = None
    group: Key | None = None
    profile: Key | None = None
    rename: Words | None = None

    @model_validator(mode="after")
    def _adds_or_changes(self) -> Option:
        if self.add and (self.model or self.replace or self.gear or self.all or self.profile or self.rename):
            raise ValueError("adds a model, and so cannot also change one; make two options of it")
        if not self.add and not (self.gear or self.replace or self.profile):
            raise ValueError("does nothing; give it add, gear, replace or profile")
        if self.max and self.max_per:
            raise ValueError("has both max and max_per; keep one of them")
        return self


class Datasheet(Part):
    """A unit that can be bought: `points` for the models listed, before options."""

    name: Words
    kind: Kind = "infantry"
    role: Role
    points: Points
    keywords: list[Words] = Field(default_factory=list)
    text: Story = ""
    base: Base
    height: Length
    eye: Length
    models: Annotated[list[SheetModel], Field(min_length=1, max_length=20)]
    options: dict[Key, Option] = Field(default_factory=dict)


class ArmyFile(Sheets):
    """An army file."""

    sightline: Literal[1]
    army: Words
    edition: Edition
    text: Story = ""
    units: Annotated[dict[Id, Datasheet], Field(min_length=1)]
