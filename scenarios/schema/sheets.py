"""Characteristics, weapons, wargear and special rules, as the fifth edition's datasheets write them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from scenarios.schema.common import Key, Part, Story, Words

Score: TypeAlias = Annotated[int, Field(ge=0, le=10)]
Save: TypeAlias = Annotated[int, Field(ge=0, le=6)]
Keys: TypeAlias = list[Key]


class Profile(Part):
    """The characteristics of a model; a dash is 0, and so is a save it has not."""

    name: Words
    ws: Score
    bs: Score
    s: Score
    t: Score
    w: Score
    i: Score
    a: Score
    ld: Score
    sv: Save = 0
    inv: Save = 0
    t_base: Score | None = None
    rules: Keys = Field(default_factory=list)


class Weapon(Part):
    """Something to shoot with, to strike with, or both; or a choice between `modes`."""

    name: Words
    type: Literal["rapid_fire", "assault", "heavy", "pistol", "ordnance"] | None = None
    range: Annotated[int, Field(ge=0, le=240)] | Literal["template"] | None = None
    strength: Score | Literal["x"] | None = None
    ap: Save = 0
    shots: Annotated[int, Field(ge=1, le=60)] | Literal["d3", "d6", "2d6"] = 1
    blast: Literal[0, 3, 5] = 0
    min_range: Annotated[int, Field(ge=0, le=240)] = 0
    melee: Literal["ordinary", "power", "fist", "hammer", "claw", "poisoned", "rending", "witchblade"] | None = None
    hands: Literal[1, 2] = 1
    strength_bonus: Score = 0
    poison: Save = 0
    modes: Keys = Field(default_factory=list)
    rules: Keys = Field(default_factory=list)

    @model_validator(mode="after")
    def _some_use(self) -> Weapon:
        if not (self.type or self.melee or self.modes):
            raise ValueError("has no use; give it a type (to shoot), a melee kind (to strike) or modes")
        if self.type and self.strength is None:
            raise ValueError("shoots with no strength; add 'strength: ...'")
        if self.type and self.type != "pistol" and self.range is None:
            raise ValueError("shoots with no range; add 'range: ...'")
        return self


class Wargear(Part):
    """Anything else a model carries."""

    name: Words
    inv: Save = 0
    rules: Keys = Field(default_factory=list)


class SpecialRule(Part):
    """A special rule in plain words. `enforced` is false while the game leaves it to the players."""

    name: Words
    text: Story
    enforced: bool


class Sheets(Part):
    """Tables of characteristics by key."""

    profiles: dict[Key, Profile] = Field(default_factory=dict)
    weapons: dict[Key, Weapon] = Field(default_factory=dict)
    wargear: dict[Key, Wargear] = Field(default_factory=dict)
    rules: dict[Key, SpecialRule] = Field(default_factory=dict)
