"""Datasheets of the eighth edition: characteristics, weapons, powers and abilities, and the units of an army."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Strict, model_validator

from scenarios.schema import scene
from scenarios.schema.army import Count, Kind, Option, Points, SheetModel
from scenarios.schema.common import Base, Id, Key, Length, Part, Story, Words
from scenarios.schema.sheets import Keys

Number: TypeAlias = (
    Annotated[int, Field(ge=0, le=240)]
    | Annotated[str, Field(pattern=r"^([1-9]?[dD][36])?([+-]?[0-9]{1,2})?$", min_length=1)]
)
"""A number, or dice for one: `d6`, `2d6`, `d3+1`."""

Skill: TypeAlias = Annotated[int, Field(ge=0, le=6)]
"""The score to be rolled: 3 for 3+; 0 is a dash."""

Value: TypeAlias = Annotated[int, Field(ge=0, le=60)]
Move: TypeAlias = (
    Number | Annotated[tuple[Annotated[int, Field(ge=0, le=240)], Annotated[int, Field(ge=0, le=240)]], Strict(False)]
)


class ChartRow(Part):
    """What a damaged model's characteristics are while it has at least so many wounds left."""

    least: Annotated[int, Field(ge=1, le=60)]
    m: Number | None = None
    ws: Skill | None = None
    bs: Skill | None = None
    s: Value | None = None
    t: Value | None = None
    a: Number | None = None
    ld: Value | None = None
    sv: Annotated[int, Field(ge=0, le=7)] | None = None


class Profile(Part):
    """The characteristics of a model; a dash is 0. `m` of two values is a minimum and a maximum."""

    name: Words
    m: Move
    ws: Skill
    bs: Skill
    s: Value
    t: Value
    w: Annotated[int, Field(ge=1, le=60)]
    a: Number
    ld: Annotated[int, Field(ge=0, le=20)]
    sv: Annotated[int, Field(ge=0, le=7)]
    inv: Annotated[int, Field(ge=0, le=6)] = 0
    chart: list[ChartRow] = Field(default_factory=list)
    manifests: Annotated[int, Field(ge=0, le=10)] = 0
    denies: Annotated[int, Field(ge=0, le=10)] = 0
    powers: Keys | None = None
    generates: Annotated[int, Field(ge=0, le=6)] = 0
    discipline: Keys = Field(default_factory=list)
    capacity: Annotated[int, Field(ge=0, le=60)] = 0
    carries: list[Words] = Field(default_factory=list)
    rules: Keys = Field(default_factory=list)

    @model_validator(mode="after")
    def _falling(self) -> Profile:
        rows = [row.least for row in self.chart]
        if rows != sorted(rows, reverse=True) or (rows and rows[-1] != 1):
            raise ValueError("has a chart out of order; list its rows from the most wounds down to 'least: 1'")
        return self


class Weapon(Part):
    """Something to shoot or to strike with; or a choice between `modes`."""

    name: Words
    type: Literal["assault", "heavy", "rapid_fire", "grenade", "pistol", "melee"] | None = None
    range: Annotated[int, Field(ge=0, le=240)] = 0
    shots: Number = 1
    strength: Value | Annotated[str, Field(pattern=r"^(user|\+[0-9]+|x[0-9]+)$")] | None = None
    ap: Annotated[int, Field(ge=-6, le=0)] = 0
    damage: Number = 1
    modes: Keys = Field(default_factory=list)
    rules: Keys = Field(default_factory=list)

    @model_validator(mode="after")
    def _some_use(self) -> Weapon:
        if not self.type and not self.modes:
            raise ValueError("has no use; give it a type or modes")
        if self.type not in (None, "melee") and (not self.range or not isinstance(self.strength, int)):
            raise ValueError("shoots, and needs a range and a strength")
        return self


class Wargear(Part):
    """Anything else a model carries."""

    name: Words
    inv: Annotated[int, Field(ge=0, le=6)] = 0
    rules: Keys = Field(default_factory=list)


class PsychicPower(Part):
    """A psychic power beside Smite: shown with its text, its effect applied by hand."""

    name: Words
    charge: Annotated[int, Field(ge=2, le=12)]
    range: Annotated[int, Field(ge=0, le=240)] = 0
    text: Story = ""


AbilityKind: TypeAlias = Literal[
    "to_hit", "to_wound", "hard_to_hit", "auto_hit", "extra_attacks", "reroll_hits", "reroll_hit_ones", "reroll_wounds",
    "reroll_wound_ones", "reroll_charge", "reroll_morale", "leadership", "ignore_wounds", "drop_in", "explodes",
]  # fmt: skip
"""Everything about abilities that the game enforces."""


class Ability(Part):
    """A special rule in plain words. One of a `kind` that the game knows is enforced; any other is for the players.

    `aura` (inches) makes it work on friendly units with the keyword `affects` (all when absent), `others` not on its
    bearer. `amount`, `number` and `on` mean what the kind says.
    """

    name: Words
    text: Story
    enforced: bool
    kind: AbilityKind | None = None
    amount: Annotated[int, Field(ge=-20, le=20)] = 0
    number: Number | None = None
    on: Annotated[int, Field(ge=0, le=6)] = 0
    aura: Annotated[int, Field(ge=0, le=60)] = 0
    affects: str = ""
    others: bool = False

    @model_validator(mode="after")
    def _enforced(self) -> Ability:
        if self.kind is not None and not self.enforced:
            raise ValueError("has a kind, and so is enforced; say 'enforced: true', or leave its kind out")
        return self


class Sheets(Part):
    """Tables of characteristics by key."""

    profiles: dict[Key, Profile] = Field(default_factory=dict)
    weapons: dict[Key, Weapon] = Field(default_factory=dict)
    wargear: dict[Key, Wargear] = Field(default_factory=dict)
    powers: dict[Key, PsychicPower] = Field(default_factory=dict)
    rules: dict[Key, Ability] = Field(default_factory=dict)


Role: TypeAlias = Literal[
    "hq", "elites", "troops", "fast_attack", "heavy_support", "transport", "flyer", "lord_of_war", "fortification"
]
Power: TypeAlias = Annotated[int, Field(ge=0, le=500)]
Step: TypeAlias = Annotated[tuple[Count, Power], Strict(False)]

KINDS: dict[str, Kind] = {
    "infantry": "infantry",
    "biker": "bike",
    "cavalry": "cavalry",
    "beast": "beasts",
    "monster": "monstrous_creature",
    "vehicle": "vehicle",
}
"""What sort of unit a keyword makes, for pictures and lists."""


class Datasheet(Part):
    """A unit that can be bought: `points` for the models listed, before options, and its Power Rating.

    `power` is one number, or steps `[models, power]` for units of up to so many models. `least` is the smallest size a
    unit may have, unless its player has not got the models.
    """

    name: Words
    role: Role
    power: Power | Annotated[list[Step], Field(min_length=1)]
    points: Points = 0
    keywords: list[Words] = Field(default_factory=list)
    text: Story = ""
    base: Base
    height: Length
    eye: Length
    models: Annotated[list[SheetModel], Field(min_length=1, max_length=20)]
    options: dict[Key, Option] = Field(default_factory=dict)
    least: Count | None = None

    @property
    def kind(self) -> Kind:
        """What sort of unit it is, by its keywords."""
        words = [word.casefold() for word in self.keywords]
        return next((kind for word, kind in KINDS.items() if word in words), "infantry")

    def rating(self, models: int) -> int:
        """The Power Rating of a unit of so many models."""
        if isinstance(self.power, int):
            return self.power
        return next((power for most, power in self.power if models <= most), self.power[-1][1])


class ArmyFile(Sheets):
    """An army file of the eighth edition."""

    sightline: Literal[1]
    army: Words
    edition: Literal["8e"]
    text: Story = ""
    units: Annotated[dict[Id, Datasheet], Field(min_length=1)]


class Unit(scene.Unit):
    """A unit. It has `fewer` models than its datasheet, where the player has no more; `power` when none is known."""

    role: Role | None = None  # type: ignore[assignment]
    power: Power | None = None
    fewer: Annotated[int, Field(ge=1, le=100)] | None = None


class Mission(Part):
    """The task: one of the primary objectives of Only War, rolled for (`only_war`), or chosen by the players."""

    kind: Literal["slay_and_secure", "ancient_relic", "domination", "only_war", "choose"]


Deployment: TypeAlias = Literal["divided", "zones", "placed"]


class SceneFile(scene.SceneFile):
    """A scene of the eighth edition. `power` limits what the units of a side may be rated together."""

    units: dict[Id, Unit] = Field(default_factory=dict)  # type: ignore[assignment]
    sheets: Sheets | None = None  # type: ignore[assignment]
    mission: Mission | None = None  # type: ignore[assignment]
    deployment: Deployment | None = None  # type: ignore[assignment]
    power: Power | None = None


class ScenarioFile(SceneFile):
    """A scenario of the eighth edition."""

    title: Words
    sides: Annotated[list[scene.Side], Field(min_length=2, max_length=2)]
    mission: Mission
    deployment: Deployment
