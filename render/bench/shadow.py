"""The ground where a viewer does not see a body as tall as his target, and which blocker throws which shadow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray
from shapely import Polygon, get_coordinates, intersection_all, union_all
from shapely.geometry.base import BaseGeometry

from battlefield.body import Body
from battlefield.sight import Field, seen_from
from battlefield.sight.packing import convex_parts, scene_of
from battlefield.units import INCH, um
from render.bench.subject import Subject
from render.table.camera import Camera
from render.table.strokes import dashed_path, polygons
from render.theme import WARNING_INK, Color

BELOW_TOP = 0.001
"""Inches: what is asked about is a spot this far under the top of the target."""

DARK, LIT = (0x0C, 0x10, 0x16), (0x0E, 0x0E, 0x0A)
PLAIN, STRIPE = 0x52, 0x90
"""How strongly the dark covers what is below it, between the lines of its hatching and on them."""
AROUND = 8
"""Spots of a viewer's edge that stand for all of it."""

GAP = 9
"""Pixels between the lines of the hatching."""

HUES: tuple[Color, ...] = (WARNING_INK, (0xE6, 0xA0, 0xC6), (0xF0, 0xE4, 0x42), (0x7F, 0xD8, 0xBE), (0xFF, 0xB0, 0x8A))
"""The edges of several blockers and their shadows."""


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """What is hidden at a height in inches: the `dark` ground, the `lit` rest of the table, and of each blocker that
    matters the shadow it throws; in inches."""

    height: float
    dark: BaseGeometry
    lit: BaseGeometry
    by: tuple[tuple[str, BaseGeometry], ...]


@lru_cache(maxsize=16)
def shade_of(subject: Subject, height: float | None = None) -> Shade:
    """What the viewer does not see at a height, unless given just under the target's top.

    By his eye, exactly; or by any part of him, for which spots round his edge and in his middle stand.
    """
    height = subject.target.top - BELOW_TOP if height is None else height
    eyes = _spots(subject.viewer) if subject.whole else (subject.viewer,)
    field = seen_from(subject.board, eyes, subject.bodies, height, transparent=subject.away)
    return Shade(height, field.dark(), field.seen(), _thrown(subject, field))


def _spots(body: Body) -> tuple[Body, ...]:
    """The same body with its eye elsewhere: round its edge and in its middle, at its top and at its feet."""
    ring = [spot for part in convex_parts(body.torso or body.shape, body.pose.facing) for spot in part]
    few = [(0, 0), *ring[:: max(1, len(ring) // AROUND)]]
    heights = body.height - 1, min(um(0.05), body.height - 1)
    turned = replace(body, pose=replace(body.pose, facing=0))
    return tuple(replace(turned, eye=z, eye_at=spot) for spot in few for z in heights)


def _thrown(subject: Subject, field: Field) -> tuple[tuple[str, BaseGeometry], ...]:
    """The shadow of each blocker of a subject, in their order."""
    scene = scene_of(subject.board, subject.bodies)
    thrown = []
    for blocker in subject.blockers:
        own = np.array([scene.names[column] == blocker for column in scene.owner], np.bool_)
        dark = intersection_all([
            union_all([Polygon(outlines[p, :, : sizes[p]].T / INCH) for p in np.flatnonzero(own & (sizes > 0))])
            for outlines, sizes in field.outlines
        ])  # fmt: skip
        if dark.area > 0:
            thrown.append((blocker, dark))
    return tuple(thrown)


def draw_shadow(surface: pygame.Surface, camera: Camera, subject: Subject, height: float | None = None) -> Shade:
    """Lay the hidden ground over the table, see-through and hatched; bases stay clear, the shadows of blockers are
    edged, each in its own colour and dashes."""
    shade = shade_of(subject, height)
    view = camera.rect
    dark, lit = _sheets(shade, camera, subject.bodies)
    clip = surface.get_clip()
    surface.set_clip(view.clip(clip))
    surface.blit(lit, view, special_flags=pygame.BLEND_RGB_ADD)
    surface.blit(dark, view)
    for number, (blocker, ground) in enumerate(shade.by):
        for part in polygons(ground):
            points = camera.points(part.exterior.coords)
            dashed_path(surface, points, hue_of(subject, blocker), 2, 9 - 2 * (number % 3), 5)
    surface.set_clip(clip)
    return shade


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
    for part in sorted(polygons(shade.dark), key=lambda part: -part.area):
        for number, ring in enumerate((part.exterior, *part.interiors)):
            points = _pixels(ring, camera)
            pygame.draw.polygon(sheet, (0, 0, 0, 0) if number else (*DARK, PLAIN), points)
            pygame.draw.polygon(light, LIT if number else (0, 0, 0), points)
    for body in bodies:
        pygame.draw.polygon(sheet, (0, 0, 0, 0), _pixels(body.base.exterior, camera))
    alpha = pygame.surfarray.pixels_alpha(sheet)
    np.copyto(alpha, STRIPE, where=(alpha > 0) & _stripes(size))
    del alpha
    return sheet, light


def _pixels(ring: BaseGeometry, camera: Camera) -> list[list[float]]:
    """A ring in inches as pixels of the view."""
    spots = get_coordinates(ring)
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
