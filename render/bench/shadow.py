"""The ground where a viewer does not see a body as tall as his target, and which blocker throws which shadow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import floor, log2

import numpy as np
import pygame
from numpy.typing import NDArray
from shapely import Polygon, box, line_merge, union_all
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.sight import Unseen, shadows, unseen
from render.bench.subject import Subject
from render.table.camera import Camera
from render.table.strokes import dashed_path, polygons
from render.theme import WARNING_INK, Color

BELOW_TOP = 0.001
"""Inches: what is asked about is a spot this far under the top of the target."""

DARK, LIT = (0x0C, 0x10, 0x16), (0x0E, 0x0E, 0x0A)
PLAIN, STRIPE = 0x52, 0x90
"""How strongly the dark covers what is below it, between the lines of its hatching and on them."""

FINEST, COARSEST = 1 / 64, 1 / 8
"""Inches between the rows that the hidden ground is made of: about as many as the view has, within these."""

FINER = 2
"""How often the stretches of a viewer's edge are halved when nothing is dragged: slits of false light vanish."""

SLIT, ALONG = 0.12, 0.04
"""Inches: light narrower than twice the one is not edged, nor what lies within the other of the table's end."""

GAP = 9
"""Pixels between the lines of the hatching."""

HUES: tuple[Color, ...] = (WARNING_INK, (0xE6, 0xA0, 0xC6), (0xF0, 0xE4, 0x42), (0x7F, 0xD8, 0xBE), (0xFF, 0xB0, 0x8A))
"""The edges of several blockers and their shadows."""


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """What is hidden: the `ground` that is dark at a height, and of each blocker that matters the shadow it throws
    by itself; in inches."""

    ground: Unseen
    by: tuple[tuple[str, BaseGeometry], ...]

    @property
    def dark(self) -> BaseGeometry:
        """The hidden ground."""
        return self.ground.dark()

    @property
    def lit(self) -> BaseGeometry:
        """The rest of the table."""
        return self.ground.seen()


@lru_cache(maxsize=16)
def shade_of(
    subject: Subject, height: float | None = None, step: float = COARSEST, finer: int = FINER
) -> Shade:  # fmt: skip
    """What the viewer does not see at a height, unless given just under the target's top: not his eye, or where any
    part of him may look, nothing of him. In rows `step` inches wide; `finer` as `unseen` has it.
    """
    height = subject.target.top - BELOW_TOP if height is None else height
    ground = _unseen(subject, height, step, finer, subject.away)
    return Shade(ground, tuple(_thrown(subject, height, step, finer)))


def _unseen(subject: Subject, height: float, step: float, finer: int, away: frozenset[str]) -> Unseen:
    return unseen(
        subject.board, (subject.viewer,), subject.bodies, height,
        parts=subject.whole, transparent=away, step=step, finer=finer,
    )  # fmt: skip


def _thrown(subject: Subject, height: float, step: float, finer: int) -> Iterator[tuple[str, BaseGeometry]]:
    """The shadow of each blocker of a subject, in their order, as if nothing else stood there."""
    if not subject.blockers:
        return
    if subject.whole:
        things = {piece.id for piece in subject.board.pieces} | {body.id for body in subject.bodies}
        for blocker in subject.blockers:
            dark = _unseen(subject, height, step, finer, frozenset(things - {blocker})).dark()
            if dark.area > 0:
                yield blocker, dark
        return
    casts = shadows(subject.board, subject.viewer, subject.bodies, height, transparent=subject.away)
    for blocker in subject.blockers:
        rings = [Polygon(cast.ring) for cast in casts if cast.id == blocker]
        if rings:
            yield blocker, union_all(rings)


def _step_for(camera: Camera) -> float:
    """Rows about a pixel wide: a power of two, so that a little zoom changes nothing."""
    return float(min(COARSEST, max(FINEST, 2.0 ** floor(log2(1 / camera.ppi)))))


def draw_shadow(
    surface: pygame.Surface, camera: Camera, subject: Subject, height: float | None = None, quick: bool = False
) -> Shade:  # fmt: skip
    """Lay the hidden ground over the table, see-through and hatched; bases stay clear, the shadows of blockers are
    edged, each in its own colour and dashes. `quick`: coarsely, as while something is dragged."""
    step, finer = (COARSEST, 0) if quick else (_step_for(camera), FINER)
    shade = shade_of(subject, height, step, finer)
    view = camera.rect
    dark, lit = _sheets(shade, camera, subject.bodies)
    clip = surface.get_clip()
    surface.set_clip(view.clip(clip))
    surface.blit(lit, view, special_flags=pygame.BLEND_RGB_ADD)
    surface.blit(dark, view)
    for number, (blocker, ground) in enumerate(shade.by):
        for edge in _edges(ground, shade.ground.board):
            dashed_path(surface, camera.points(edge), hue_of(subject, blocker), 2, 9 - 2 * (number % 3), 5)
    surface.set_clip(clip)
    return shade


@lru_cache(maxsize=64)
def _edges(ground: BaseGeometry, size: tuple[float, float]) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The lines that edge a shadow, without its slits and where it does not end with the table."""
    whole = ground.buffer(SLIT, join_style="mitre").buffer(-SLIT, join_style="mitre")
    table = box(0, 0, *size).boundary.buffer(ALONG)
    lines = line_merge(union_all([part.exterior for part in polygons(whole)]).difference(table).simplify(ALONG / 2))
    found = [lines] if lines.geom_type == "LineString" else list(getattr(lines, "geoms", ()))
    return tuple(tuple(line.coords) for line in found if not line.is_empty)


def hue_of(subject: Subject, blocker: str) -> Color:
    """In which colour a blocker and its shadow are edged: the same whoever looks and by whichever rules."""
    things = [piece.id for piece in subject.board.pieces] + [body.id for body in subject.bodies]
    return HUES[things.index(blocker) % len(HUES)] if blocker in things else HUES[0]


@lru_cache(maxsize=4)
def _sheets(shade: Shade, camera: Camera, bodies: tuple[Body, ...]) -> tuple[pygame.Surface, pygame.Surface]:
    """The dark with its hatching, and the light, as large as the view."""
    size = camera.rect.size
    sheet, light = pygame.Surface(size, pygame.SRCALPHA), pygame.Surface(size)
    width, depth = (round(length * camera.ppi) for length in (camera.width, camera.depth))
    left, top = camera.pixel(0, camera.depth)
    light.fill(LIT, (left - camera.rect.x, top - camera.rect.y, width, depth))
    for ring in shade.ground.rings:
        points = _pixels(ring, camera)
        pygame.draw.polygon(sheet, (*DARK, PLAIN), points)
        pygame.draw.polygon(light, (0, 0, 0), points)
    for body in bodies:
        pygame.draw.polygon(sheet, (0, 0, 0, 0), _pixels(_corners(body), camera))
    alpha = pygame.surfarray.pixels_alpha(sheet)
    np.copyto(alpha, STRIPE, where=(alpha > 0) & _stripes(size))
    del alpha
    return sheet, light


def _corners(body: Body) -> NDArray[np.float64]:
    return np.array(body.base.exterior.coords)


def _pixels(spots: NDArray[np.float64], camera: Camera) -> list[list[float]]:
    """Spots in inches as pixels of the view."""
    x, y = camera.to_screen(0, 0)
    origin = np.array([x - camera.rect.x, y - camera.rect.y])
    found: list[list[float]] = (spots * np.array([camera.ppi, -camera.ppi]) + origin).tolist()
    return found


@lru_cache(maxsize=2)
def _stripes(size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels [x, y] lie on the lines of the hatching."""
    x, y = np.ogrid[: size[0], : size[1]]
    found: NDArray[np.bool_] = (x + y) % GAP < 2
    return found
