"""Moves for tests: units picked, ways of several legs, coordinates round the middle of the table as in `tables`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from battlefield.paths import Climb, Glide, Leg, Route, Turn, poses
from battlefield.pose import Pose
from battlefield.shapes import Hull, Round, Shape
from battlefield.terrain import Piece
from battlefield.units import degrees, inches, um
from engine.core.records import Aboard, Reserve
from engine.core.setup import Setup, UnitSpec
from engine.session import Session
from tests.eighth.tables import HOME, Spot, Stand, answer, codes, piece, square, submit

FAR_FOE = [(20.0, 20.0)]
"""Where an enemy stands who has nothing to do with it, to be given to `spots`."""

RHINO = Hull(tuple((um(x), um(y)) for x, y in ((-2, -3), (2, -3), (2, 3), (-2, 3))))
"""A hull of 4 by 6 inches: from (0, 0) to (4, 6) when its middle is at (2, 3)."""

DISC = Round(um(2))
"""A base of two inches across."""


def high(*at: Stand) -> list[Stand]:
    """As `spots`, with heights."""
    return [(spot[0] + HOME[0], spot[1] + HOME[1], spot[2] if len(spot) == 3 else 0.0) for spot in at]


def to(x: float, y: float) -> Glide:
    return Glide(um(x + HOME[0]), um(y + HOME[1]))


def up(z: float) -> Climb:
    """A climb up or down to a height."""
    return Climb(um(z))


def turn(angle: float) -> Turn:
    return Turn(degrees_of(angle))


def degrees_of(angle: float) -> int:
    return round(angle * 1_000_000)


def way(*legs: Spot | Leg) -> Route:
    """Legs through spots; climbs and turns as they are."""
    return tuple(to(*leg) if isinstance(leg, tuple) else leg for leg in legs)


def wall(id: str, x0: float, y0: float, x1: float, y1: float, top: float, standable: bool = False) -> Piece:
    """A solid block or wall between two corners."""
    outline = square(x0 + HOME[0], y0 + HOME[1], x1 - x0, y1 - y0)
    return piece(id, outline, top=top, opaque=True, standable=standable)


def pick(session: Session, unit: str, how: str = "move") -> None:
    """Pick a unit and say how it moves."""
    answer(session, "move.unit", unit)
    answer(session, "move.how", how)


def refusal_codes(session: Session, **ways: Route | Spot) -> set[str]:
    """Why the open move question refuses these ways of models, named with `_` for `-`; empty when it does not."""
    assert session.pending is not None
    return codes(session.pending.refusals(moves(ways)))


def moves(ways: dict[str, Any]) -> tuple[tuple[str, Route], ...]:
    found = []
    for name, legs in ways.items():
        route = legs if not legs or isinstance(legs[0], Leg) else way(legs)
        found.append((name.replace("_", "-"), route))
    return tuple(found)


def move(session: Session, **ways: Route | Spot) -> None:
    """Answer the open move question with these ways."""
    submit(session, moves(ways))


def walk(session: Session, unit: str, how: str = "move", **ways: Route | Spot) -> None:
    """Pick a unit and move it these ways."""
    pick(session, unit, how)
    move(session, **ways)


def completed(session: Session, model: str, x: float, y: float, z: float = 0.0) -> tuple[Route, set[str]]:
    """The legs found for a model that is wanted somewhere, and why they would not do."""
    assert session.pending is not None
    now = session.state.models[model].pose
    wanted = Pose(um(x + HOME[0]), um(y + HOME[1]), um(z), now.facing)
    found, refusals = session.pending.complete({model: wanted})  # type: ignore[attr-defined]
    assert codes(session.pending.refusals(found)) == codes(refusals)
    return dict(found).get(model, ()), codes(refusals)


def ending(session: Session, model: str, legs: Route) -> Stand:
    """Where legs lead, as `high` reads coordinates."""
    pose = poses(session.state.models[model].pose, legs)[-1]
    return round(inches(pose.x) - HOME[0], 3), round(inches(pose.y) - HOME[1], 3), round(inches(pose.z), 3)


def height_of(session: Session, model: str) -> float:
    return inches(session.state.models[model].pose.z)


def facing_of(session: Session, model: str) -> float:
    return degrees(session.state.models[model].pose.facing)


def poses_of(*named: tuple[str, float, float]) -> tuple[tuple[str, Pose], ...]:
    """Models set down at spots, as an answer to a question where they go."""
    return tuple((model, Pose.at(x + HOME[0], y + HOME[1])) for model, x, y in named)


def aboard(session: Session, unit: str) -> str:
    """The model in which a unit rides; empty when it does not."""
    place = session.state.members(unit)[0].place
    return place.carrier if isinstance(place, Aboard) else ""


def in_reserve(session: Session, unit: str) -> bool:
    return all(isinstance(m.place, Reserve) for m in session.state.members(unit))


def with_profile(spec: UnitSpec, profile: str) -> UnitSpec:
    """The same unit with another profile for all its models, one that need not exist."""
    return replace(spec, models=tuple(replace(m, profile=profile) for m in spec.models))


def reshaped(spec: UnitSpec, shapes: Sequence[Shape]) -> UnitSpec:
    return replace(spec, models=tuple(replace(m, shape=s) for m, s in zip(spec.models, shapes, strict=True)))


def on_a_table(setup: Setup, width: float, depth: float) -> Setup:
    return replace(setup, width=um(width), depth=um(depth))
