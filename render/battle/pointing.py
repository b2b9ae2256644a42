"""What is under the pointer on the table."""

from __future__ import annotations

import shapely

from battlefield.shapes import outline, reach
from battlefield.table import bounds
from battlefield.terrain import area
from engine.core.state import State
from render.scene import Scene
from render.table.camera import Camera


def model_at(scene: Scene, camera: Camera, pos: tuple[int, int], least: float) -> str:
    """The model whose base is under a pixel, else the nearest whose middle is within `least` pixels; empty if none."""
    x, y = camera.to_table(*pos)
    near = least / camera.ppi
    best, found = 1e9, ""
    for figure in scene.figures.values():
        fx, fy = figure.pose.xy
        away = ((fx - x) * (fx - x) + (fy - y) * (fy - y)) ** 0.5
        if away > max(reach(figure.shape), near) or away >= best:
            continue
        if away <= near or outline(figure.shape, figure.pose).contains(shapely.Point(x, y)):
            best, found = away, figure.id
    return found


def piece_at(state: State, camera: Camera, pos: tuple[int, int]) -> str:
    """The objective or, failing one, the piece of terrain under a pixel; empty if none."""
    x, y = camera.to_table(*pos)
    for objective in state.objectives.values():
        ox, oy = objective.at.xy
        if (ox - x) * (ox - x) + (oy - y) * (oy - y) < 1:
            return objective.id
    for terrain in state.terrain.values():
        x0, y0, x1, y1 = bounds(terrain.piece)
        if x0 <= x <= x1 and y0 <= y <= y1 and area(terrain.piece).contains(shapely.Point(x, y)):
            return terrain.id
    return ""
