"""What is shown after an answer: where a marker was put and where it came down."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import angle_of, um
from engine.core.events import Event
from render.table.overlays import draw_rim
from render.table.strokes import Chips
from render.table.view import TableView
from render.theme import TEXT, WARNING_INK
from render.tools.direction import draw_arrow
from render.tools.hand import tenths

SCATTERED = "scattered"
"""How the codes of markers that went astray end; models that were moved tell of two places as well."""

AIM = Round(um(0.6))
"""The mark of where a marker was aimed."""


def draw_scatter(surface: pygame.Surface, view: TableView, chips: Chips, events: Iterable[Event]) -> None:
    """For every marker that scattered among these events: an arrow from where it was put to where it came down."""
    for event in events:
        start, last = event.detail("start"), event.detail("pose")
        if (
            not event.code.endswith(SCATTERED)
            or not (isinstance(start, Pose) and isinstance(last, Pose))
            or (start.x, start.y) == (last.x, last.y)
        ):
            continue
        camera = view.camera
        a, b = (pygame.math.Vector2(camera.to_screen(*pose.xy)) for pose in (start, last))
        draw_rim(surface, camera, AIM, start, TEXT, 2)
        draw_arrow(surface, a, angle_of(last.x - start.x, last.y - start.y), (b - a).length(), WARNING_INK)
        draw_rim(surface, camera, AIM, last, WARNING_INK, 2)
        far = event.detail("distance")
        chips.put(surface, b, f"scattered {tenths(far)}″" if isinstance(far, int) else "scattered", WARNING_INK)
