"""What the schemas share: lengths, spots, ids, and shapes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, WithJsonSchema, model_validator

Edition: TypeAlias = Literal["5e", "8e", "11e"]

Inches: TypeAlias = Annotated[float, Field(ge=-500, le=500, allow_inf_nan=False)]
Length: TypeAlias = Annotated[float, Field(gt=0, le=500, allow_inf_nan=False)]
Millimetres: TypeAlias = Annotated[float, Field(gt=0, le=500, allow_inf_nan=False)]
Degrees: TypeAlias = Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)]

Spot: TypeAlias = Annotated[tuple[Inches, Inches], Strict(False)]
"""x and y in inches."""

Outline: TypeAlias = Annotated[list[Spot], Field(min_length=3, max_length=400)]


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Id: TypeAlias = Annotated[
    str,
    BeforeValidator(_as_text),
    Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$", max_length=60),
    WithJsonSchema({"type": ["string", "integer"], "pattern": "^[A-Za-z0-9_][A-Za-z0-9_.-]*$", "maxLength": 60}),
]
"""A name without spaces; a whole number is taken as its text."""

Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]*$", max_length=60)]
"""A key of a catalogue or a datasheet: small letters, digits and underscores."""

Words: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
"""A name for people to read."""

Story: TypeAlias = Annotated[str, Field(max_length=2000)]


class Part(BaseModel):
    """Base of everything in a file: unknown keys and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


SMALLEST = 1.0
"""Millimetres of the smallest base."""


class Base(Part):
    """What a model stands on: exactly one of a disc, an oval or a rectangle in millimetres, or a hull in inches."""

    round: Millimetres | None = None
    oval: Annotated[tuple[Millimetres, Millimetres], Strict(False)] | None = None
    rect: Annotated[tuple[Millimetres, Millimetres], Strict(False)] | None = None
    hull: Outline | None = None

    @model_validator(mode="after")
    def _one(self) -> Base:
        if sum(value is not None for value in (self.round, self.oval, self.rect, self.hull)) != 1:
            raise ValueError("needs exactly one of round, oval, rect, hull; write, say, {round: 32}")
        sizes = [size for size in (self.round, *(self.oval or ()), *(self.rect or ())) if size is not None]
        if sizes and min(sizes) < SMALLEST:
            raise ValueError(f"is smaller than a model can be; use at least {SMALLEST:g} mm")
        return self


class Mount(Part):
    """A weapon on a hull: where its muzzle is in the hull's own frame, and the arc it covers."""

    weapon: Key
    at: Spot
    z: Annotated[float, Field(ge=0, le=60)]
    facing: Degrees = 0
    arc: Annotated[float, Field(gt=0, le=360)] = 360


class Armour(Part):
    """A vehicle's armour values."""

    front: Annotated[int, Field(ge=1, le=15)]
    side: Annotated[int, Field(ge=1, le=15)]
    rear: Annotated[int, Field(ge=1, le=15)]
