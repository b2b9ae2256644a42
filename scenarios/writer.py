"""A position of a battle written as a scene that loads to the same position."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from battlefield.pose import Pose
from battlefield.shapes import Oval, Rect, Round, Shape
from battlefield.terrain import Floor, Piece, Wall
from battlefield.units import DEGREE, FULL_TURN, INCH, MILLIMETRE, inches, unit_vector
from engine.core.records import Aboard, Model, OnTable, Unit
from engine.core.setup import ModelSpec, UnitSpec
from engine.core.state import State
from scenarios.reading import is_text
from scenarios.schema.scene import LENGTHS, Options
from scenarios.schema.terrain import Kind
from scenarios.schema.terrain import Piece as PieceItem
from scenarios.sheets import TABLES, used
from scenarios.terrain import MOVED, MOVING, cover_of, standard_kinds, traits_of

Data = dict[str, Any]


def save_scene(path: Path | str, state: State, title: str = "") -> None:
    """Write the position of a state to a file, as UTF-8. Raises OSError."""
    Path(path).write_text(scene_text(state, title), encoding="utf-8")


def scene_text(state: State, title: str = "") -> str:
    """The position of a state as a scene in YAML."""
    return text_of(scene_data(state, title))


def text_of(data: Data) -> str:
    """The plain data of a scene file as YAML."""
    return yaml.dump(
        data,
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=None,
        width=120,
        allow_unicode=True,
    )


_SAFE_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_SAFE_DUMPER):  # type: ignore[misc]
    """Quotes what the reader would not take as text, and writes no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None if is_text(text) else "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def scene_data(state: State, title: str = "") -> Data:
    """The position of a state as the plain data of a scene file: no models that are gone, no score, no turn."""
    setup = state.setup
    data: Data = {"sightline": 1, "edition": setup.edition, "title": title or setup.title}
    if setup.story:
        data["story"] = setup.story
    data["table"] = {"width": _inches(setup.width), "depth": _inches(setup.depth)}
    data.update(_agreements(state))
    kinds: dict[str, Data] = {}
    data["terrain"] = [_piece(state, terrain.piece, kinds) for terrain in state.terrain.values()]
    data["kinds"] = kinds
    data["objectives"] = [
        _named({"id": o.id, "at": _spot(o.at.x, o.at.y)}, name=o.name) for o in state.objectives.values()
    ]
    data["zones"] = [{"side": z.side, "outline": _ring(z.outline)} for z in setup.zones]
    specs = {model.id: model for unit in setup.units for model in unit.models}
    bought = {unit.id: unit for unit in setup.units}
    alive = [model for model in state.models.values() if model.alive]
    units = {model.unit: None for model in alive}
    data["units"] = {id: _unit(state, state.units[id], bought.get(id)) for id in units}
    data["models"] = [_model(model, specs.get(model.id), state) for model in alive]
    tables = {table: setup.sheets.get(table, {}) for table in TABLES}
    sheets = used(tables, _specs(alive, specs))
    data["sheets"] = _plain(sheets) if any(sheets.values()) else None
    return {key: value for key, value in data.items() if value not in ({}, [], None)}


def _specs(models: Iterable[Model], specs: dict[str, ModelSpec]) -> list[ModelSpec]:
    """The models' present profile and gear, with the mounts they were set up with."""
    return [
        ModelSpec(
            m.id,
            m.name,
            m.profile,
            m.shape,
            m.height,
            m.eye,
            m.gear,
            mounts=specs[m.id].mounts if m.id in specs else (),
        )
        for m in models
    ]


def _agreements(state: State) -> Data:
    """Sides, mission, deployment and options."""
    setup = state.setup
    data: Data = {}
    if mission := setup.mission:
        task = dict(mission)
        data["mission"] = {"kind": task["kind"]}
        if "number" in task:
            data["mission"]["number"] = len(state.objectives) or task["number"]
        if goal := task.get("ends_when_destroyed"):
            data["mission"]["ends_when_destroyed"] = goal
        data["deployment"] = "placed"
        data.update({key: task[key] for key in ("points", "power") if key in task})
    known = set(Options.model_fields)
    data["options"] = {k: inches(v) if k in LENGTHS else v for k, v in setup.options if k in known}
    data["sides"] = [
        _named(
            {"id": side.id, "name": side.name}, edge=state.agreed.get(f"edge.{side.id}", side.edge), player=side.player
        )
        for side in setup.sides
    ]
    return data


def _piece(state: State, piece: Piece, kinds: dict[str, Data]) -> Data:
    """A terrain piece in table coordinates; a kind that the catalogue does not have this way is added to `kinds`."""
    edition = state.setup.edition
    kind = standard_kinds().get(piece.kind)
    same = kind is not None and (kind.opaque, kind.standable) == (piece.opaque, piece.standable)
    meaning = _meaning(piece, kind, edition) if kind is not None and same else None
    data: Data = {"id": piece.id, "kind": piece.kind, "name": piece.name, "outline": _ring(piece.outline)}
    data.update(bottom=_inches(piece.bottom), top=_inches(piece.top))
    if piece.parts or (kind is not None and kind.parts):
        data["parts"] = [_part(part) for part in piece.parts]
    if meaning is None:
        data["kind"] = _own_kind(piece, edition, kinds)
    else:
        data.update(meaning)
    if walls := state.setup.option(f"walls.{piece.id}"):
        data["walls"] = walls
    for building in state.setup.buildings:
        if building.piece == piece.id:
            data["access"] = [_spot(*spot) for spot in building.access]
            data["fire_points"] = [_spot(*spot) for spot in building.fire_points]
    if not data["name"] or (meaning is not None and kind is not None and data["name"] == kind.name):
        del data["name"]
    return data


def _meaning(piece: Piece, kind: Kind, edition: str) -> Data | None:
    """What to add to a standard kind so that it means what the piece does; None when that cannot be said."""
    if edition not in kind.meaning:
        return None
    for said in _sayings(piece, kind):
        item = PieceItem.model_validate({"id": "x", "kind": piece.kind, **said})
        if traits_of(item, kind, edition) == piece.traits and cover_of(item, kind, edition) == piece.cover:
            return said
    return None


def _sayings(piece: Piece, kind: Kind) -> list[Data]:
    cover: Data = {"cover": "none" if piece.cover is None else piece.cover}
    moving = tuple(word for word in piece.traits if word in MOVED)
    move = next((word for word, traits in MOVING.items() if traits == moving), None)
    category = next((word for word in piece.traits if word in ("exposed", "light", "dense")), None)
    full = {**cover, "area": "area" in piece.traits, "solid": "solid" in piece.traits}
    if not {"solid", "open"} & set(piece.traits):
        del full["solid"]
    full.update({key: value for key, value in (("move", move), ("category", category)) if value})
    return [{}, cover, full] if piece.cover is None or 2 <= piece.cover <= 6 else []


def _own_kind(piece: Piece, edition: str, kinds: dict[str, Data]) -> str:
    """The key of a kind in `kinds` that is what the piece is, added when there is none."""
    meaning = {"traits": list(piece.traits), "cover": "none" if piece.cover is None else piece.cover}
    own: Data = {"name": piece.name or piece.kind, "counts_as": piece.kind, "opaque": piece.opaque}
    own.update(standable=piece.standable, meaning={edition: meaning})
    for key, kind in kinds.items():
        if kind == own:
            return key
    key = f"own_{piece.kind}_{len(kinds) + 1}"
    kinds[key] = own
    return key


def _part(part: Wall | Floor) -> Data:
    if isinstance(part, Floor):
        return {"floor": part.id, "outline": _ring(part.outline), "z": _inches(part.z)}
    data: Data = {"wall": _ring(part.line), "thickness": _inches(part.thickness)}
    data.update(bottom=_inches(part.bottom), top=_inches(part.top))
    if part.openings:
        data["openings"] = [
            {"from": _inches(o.start), "to": _inches(o.end), "sill": _inches(o.sill), "head": _inches(o.head)}
            for o in part.openings
        ]
    return data


LASTING, LAST_TURN = ("shot",), "_last_turn"
"""Deeds that matter in the player turn after, too, and how they are then called."""


def _unit(state: State, unit: Unit, spec: UnitSpec | None) -> Data:
    turn = state.clock.turn
    deeds = dict.fromkeys(d.name for d in state.deeds.values() if d.subject == unit.id and d.turn == turn)
    deeds.update(dict.fromkeys(f"{name}{LAST_TURN}" for name in LASTING if state.did(unit.id, name, turn - 1)))
    data: Data = {
        "side": unit.side, "name": unit.name, "letter": unit.letter, "kind": unit.kind, "points": unit.points,
        "size": unit.size,
    }  # fmt: skip
    joined = unit.group if unit.group != unit.id else spec.joined if spec else ""
    return _named(
        data,
        sheet=unit.sheet,
        role=unit.role,
        keywords=list(unit.keywords),
        joined=joined,
        deeds=list(deeds) or list(spec.deeds if spec else ()),
        aboard=_carrier(state, unit) or (spec.aboard if spec and not state.present(unit.id) else ""),
        power=unit.power,
    )


def _carrier(state: State, unit: Unit) -> str:
    """What a unit rides in; empty when it does not."""
    return next((m.place.carrier for m in state.members(unit.id) if isinstance(m.place, Aboard)), "")


def _model(model: Model, spec: ModelSpec | None, state: State) -> Data:
    data: Data = {"id": model.id, "name": model.name, "unit": model.unit, "base": _base(model.shape)}
    place = model.place
    if isinstance(place, OnTable):
        pose = place.pose
        data.update(at=_spot(pose.x, pose.y), z=_inches(pose.z), facing=_degrees(pose.facing))
        if spec is not None and spec.eye_at is not None:
            data["eye_at"] = _eye(spec.eye_at, pose)
    else:
        data["reserve"] = True
    data.update(height=_inches(model.height), eye=_inches(model.eye), wounds=model.wounds or None)
    support = place.support if isinstance(place, OnTable) else ""
    data = _named(data, profile=model.profile, gear=list(model.gear), stands_on=support)
    if model.torso is not None:
        data["body"] = _base(model.torso)
    if spec is not None and spec.armour is not None:
        data["armour"] = dict(zip(("front", "side", "rear"), spec.armour))
    if spec is not None and spec.mounts:
        data["mounts"] = [
            {"weapon": m.weapon, "at": _spot(m.x, m.y), "z": _inches(m.z), "facing": _degrees(m.facing),
             "arc": _degrees(m.arc)}
            for m in spec.mounts
        ]  # fmt: skip
    return {
        key: value for key, value in data.items() if value is not None and (key, value) not in (("z", 0), ("facing", 0))
    }


def _eye(own: tuple[int, int], pose: Pose) -> list[float]:
    """An eye's place in the model's own frame, in table coordinates."""
    dx, dy = unit_vector(pose.facing)
    x, y = own[0] * dx - own[1] * dy, own[0] * dy + own[1] * dx
    return [(pose.x + x) / INCH, (pose.y + y) / INCH]


def _base(shape: Shape) -> Data:
    if isinstance(shape, Round):
        return {"round": _number(shape.diameter, MILLIMETRE)}
    if isinstance(shape, (Oval, Rect)):
        sizes = [_number(shape.length, MILLIMETRE), _number(shape.width, MILLIMETRE)]
        return {"oval" if isinstance(shape, Oval) else "rect": sizes}
    return {"hull": _ring(shape.points)}


def _named(data: Data, **more: Any) -> Data:
    """The data with whatever of `more` is not empty."""
    return {**data, **{key: value for key, value in more.items() if value}}


def _plain(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    if isinstance(value, dict):
        return {key: _plain(v) for key, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def _number(value: int, unit: int) -> int | float:
    """A whole number of small units in large ones, with as few digits as bring it back.

    >>> _number(12700, INCH), _number(25400, INCH), _number(1, INCH)
    (0.5, 1, 4e-05)
    """
    exact = value / unit
    short = next((s for s in (round(exact, digits) for digits in range(1, 9)) if round(s * unit) == value), exact)
    return int(short) if math.floor(short) == short else short


def _inches(length: int) -> int | float:
    return _number(length, INCH)


def _degrees(angle: int) -> int | float:
    return _number(angle % FULL_TURN or (FULL_TURN if angle else 0), DEGREE)


def _spot(x: int, y: int) -> list[int | float]:
    return [_inches(x), _inches(y)]


def _ring(points: Iterable[tuple[int, int]]) -> list[list[int | float]]:
    return [_spot(x, y) for x, y in points]
