"""The plain data of a scene file, changed without being touched: each function gives new data beside the old."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, radians, sin
from typing import Any, TypeAlias

from battlefield.terrain import Piece
from battlefield.units import inches

Data: TypeAlias = dict[str, Any]
Spot: TypeAlias = tuple[float, float]

SIDES = ({"id": "blue", "name": "Blue"}, {"id": "orange", "name": "Orange"})
FINE = 4
"""Digits behind the point that lengths in inches are kept to."""


def blank(edition: str, width: float = 72, depth: float = 48, title: str = "A quarrel") -> Data:
    """An empty table with two sides."""
    return {
        "sightline": 1,
        "edition": edition,
        "title": title,
        "table": {"width": width, "depth": depth},
        "terrain": [],
        "sides": [dict(side) for side in SIDES],
        "units": {},
        "models": [],
    }


def number(value: float, digits: int = FINE) -> float | int:
    """A number as it is kept: rounded, and whole when it is."""
    short = round(value, digits)
    return int(short) if short == int(short) else short


def spot(x: float, y: float) -> list[float | int]:
    """A spot as it is kept."""
    return [number(x), number(y)]


def held(entry: Data) -> Data:
    """An entry without the keys that say nothing."""
    return {key: value for key, value in entry.items() if value is not None}


def item(data: Data, kind: str, id: str) -> Data | None:
    """The entry with an id in the list `models` or `terrain`; None when there is none."""
    return next((entry for entry in data.get(kind) or () if str(entry["id"]) == id), None)


def ids(data: Data) -> set[str]:
    """Every id in use: models, units, terrain."""
    named = {str(entry["id"]) for kind in ("models", "terrain", "objectives") for entry in data.get(kind) or ()}
    return named | {unit_of(model) for model in data.get("models") or ()} | set(data.get("units") or ())


def unit_of(model: Data) -> str:
    """The unit of a model as the loader names it."""
    return str(model.get("unit") or f"{model['id']}-alone")


def side_of(data: Data, model: Data) -> str:
    """The side of a model: its own word, or its unit's."""
    unit = (data.get("units") or {}).get(model.get("unit"), {})
    return str(model.get("side") or unit.get("side") or "")


def sides(data: Data) -> list[str]:
    """The ids of the sides, in order."""
    if data.get("sides"):
        return [str(side["id"]) for side in data["sides"]]
    return list(dict.fromkeys(s for m in data.get("models") or () if (s := side_of(data, m))))


def fresh(data: Data, stem: str) -> str:
    """An id that is not in use: `crate-1`, `crate-2` and on."""
    taken, count = ids(data), 1
    while f"{stem}-{count}" in taken:
        count += 1
    return f"{stem}-{count}"


def with_item(data: Data, kind: str, id: str, change: Callable[[Data], Data]) -> Data:
    """The data with one entry replaced by what `change` makes of it."""
    return {**data, kind: [change(e) if str(e["id"]) == id else e for e in data.get(kind) or ()]}


def without(data: Data, gone: Iterable[str]) -> Data:
    """The data without some models and pieces, and without units that have no models left."""
    lost = set(gone)
    models = [e for e in data.get("models") or () if str(e["id"]) not in lost]
    terrain = [e for e in data.get("terrain") or () if str(e["id"]) not in lost]
    left = {m.get("unit") for m in models}
    units = {id: unit for id, unit in (data.get("units") or {}).items() if id in left}
    return {**data, "models": models, "terrain": terrain, "units": units}


def moved_model(model: Data, at: Spot, facing: float | None = None) -> Data:
    """A model elsewhere, turned to `facing` degrees where that is told; an eye off its centre goes with it."""
    to = spot(*at)
    new: Data = {**model, "at": to}
    before = float(model.get("facing", 0))
    if facing is not None:
        new["facing"] = number(facing % 360)
    if model.get("eye_at") is not None:
        turn = radians(float(new.get("facing", 0)) - before)
        dx, dy = model["eye_at"][0] - model["at"][0], model["eye_at"][1] - model["at"][1]
        x, y = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
        new["eye_at"] = [to[0] + x, to[1] + y]
    return new


def centred(piece: Data) -> Data:
    """The same piece drawn around a spot in its middle, so that it can be moved and turned."""
    if piece.get("at") is not None or not piece.get("outline"):
        return piece if piece.get("at") is not None else {**piece, "at": [0, 0]}
    xs, ys = [x for x, _ in piece["outline"]], [y for _, y in piece["outline"]]
    cx, cy = spot((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)

    def around(spots: Iterable[Any]) -> list[list[float | int]]:
        return [[number(x - cx, 6), number(y - cy, 6)] for x, y in spots]

    def part(one: Data) -> Data:
        key = "wall" if "wall" in one else "outline"
        return {**one, key: around(one[key])}

    new: Data = {**piece, "at": [cx, cy], "outline": around(piece["outline"])}
    for key in ("access", "fire_points"):
        if piece.get(key):
            new[key] = around(piece[key])
    if piece.get("parts"):
        new["parts"] = [part(one) for one in piece["parts"]]
    return new


def moved_piece(piece: Data, at: Spot, facing: float | None = None) -> Data:
    """A piece of terrain elsewhere, turned to `facing` degrees where that is told."""
    new: Data = {**centred(piece), "at": spot(*at)}
    if facing is not None:
        new["facing"] = number(facing % 360)
    return new


def middle(piece: Piece) -> Spot:
    """The middle of a piece on the table, in inches: of the box around it."""
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return inches(min(xs) + max(xs)) / 2, inches(min(ys) + max(ys)) / 2
