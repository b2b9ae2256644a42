"""How high models stand: on the table, on what is solid, or on a floor of a ruin."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from battlefield.pose import Pose
from battlefield.table import surfaces_at
from engine.core.records import body_of
from engine.core.state import State
from render.bench import plain
from render.bench.plain import Data, Spot
from render.bench.touching import fits

Level: TypeAlias = tuple[float | int, str]
"""A height in inches, and the surface that is so high; empty for the table."""

SAME = 0.01
"""Inches: surfaces as near to each other in height are one level."""


def own(entry: Data) -> Level:
    """The level an entry says its model stands on."""
    return plain.number(float(entry.get("z") or 0)), str(entry.get("stands_on") or "")


def ground(entry: Data, at: Spot, state: State) -> Level:
    """How high a model stands at a spot, and on which surface.

    It stays on the one it stands on, or on another of the same piece that is as high; else it is on the top of the
    highest solid piece there. A height of its own that no surface has is kept.
    """
    z, on = own(entry)
    if z and not on:
        return z, on
    here = surfaces_at(state.board, *at)
    piece = on.partition("/")[0]
    kept = [s for s in here if s.id == on] or [
        s for s in here if on and s.id.partition("/")[0] == piece and abs(s.z - z) <= SAME
    ]
    tops = [s for s in here if s.id in state.terrain and state.terrain[s.id].piece.standable]
    found = kept[:1] or tops[-1:]
    return (plain.number(found[0].z), found[0].id) if found else (0, "")


def grounded(data: Data, state: State) -> Data:
    """The data with every model as high as what it stands on; those that have lost it stand on what is below them.

    The same data where nothing has to change.
    """
    models = data.get("models") or ()
    new = [_grounded(model, state) for model in models]
    return data if all(a is b for a, b in zip(models, new)) else {**data, "models": new}


def _grounded(model: Data, state: State) -> Data:
    if not model.get("stands_on") or model.get("at") is None:
        return model
    z, on = ground(model, (float(model["at"][0]), float(model["at"][1])), state)
    same = on == str(model["stands_on"]) and (model.get("z") is None or abs(float(model["z"]) - z) <= SAME)
    return model if same else at_level(model, (z, on))


def at_level(entry: Data, level: Level) -> Data:
    """The entry of a model on a level."""
    return plain.held({**entry, "z": level[0] or None, "stands_on": level[1] or None})


def next_level(entry: Data, state: State, id: str, up: bool) -> Level | None:
    """The next level above or below a model on which there is room for it where it is; None where there is none."""
    at = (float(entry["at"][0]), float(entry["at"][1]))
    z, _ = own(entry)
    offered: list[Level] = [(0, ""), *((plain.number(s.z), s.id) for s in surfaces_at(state.board, *at) if s.z > SAME)]
    beyond = [level for level in offered if (level[0] > z + SAME if up else level[0] < z - SAME)]
    body = body_of(state.models[id])
    others = tuple(other for other in state.bodies() if other.id != id)
    for level in sorted(beyond, key=lambda level: level[0] if up else -level[0]):
        x, y = at
        there = replace(body, pose=Pose.at(x, y, float(level[0]), body.pose.heading))
        if fits(state.board, others, there):
            return level
    return None
