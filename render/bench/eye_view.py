"""What a model sees: the table in perspective from its eye, the target bright where seen and hatched where not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, sqrt, tau

import numpy as np
import pygame

from battlefield.body import Body
from battlefield.sight.packing import Solid, body_solids
from battlefield.terrain import volume
from battlefield.units import INCH, inches, unit_vector
from render.bench.colouring import Layer, Pens, Shot, develop
from render.bench.marks import dot
from render.bench.raster import Block, Canvas, Lens, Mask, facets, paint, surfaces
from render.bench.subject import Point, Subject
from render.bench.tracing import columns
from render.table.strokes import line
from render.theme import BACKGROUND, EDGE, INFORMATION, PRESSED, REFUSED_INK, TEXT, Theme, mix

PIXELS = 480 * 270
"""A picture has about this many pixels and is scaled to its place."""

ROOM = 4.0
"""How many times taller than the target the view is."""

NARROWEST, WIDEST = 0.075, 0.9
"""The least and greatest tangent of half the view's height."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A painted view: its picture, its lens, and of the target's silhouette the pixels that are `seen` and `lost`.

    `hidden` is the share of the silhouette that is lost, each pixel counted by its solid angle.
    """

    surface: pygame.Surface
    lens: Lens
    seen: Mask
    lost: Mask
    hidden: float


def draw_eye_view(surface: pygame.Surface, rect: pygame.Rect, theme: Theme, subject: Subject) -> Picture:
    """Draw what the viewer sees into a rectangle, with the hidden share and a crosshair where the witness ends."""
    theme.box(surface, rect, PRESSED, mix(PRESSED, EDGE, 0.5), radius=6)
    room = rect.inflate(-4, -4)
    picture = picture_of(subject, _fine(room.size))
    surface.blit(_scaled(picture, room.size), room)
    clip = surface.get_clip()
    surface.set_clip(room.clip(clip))
    if subject.visible:
        _crosshair(surface, room, picture.lens, subject.end)
    _words(surface, room, theme, subject, picture)
    surface.set_clip(clip)
    return picture


def _fine(size: tuple[int, int]) -> tuple[int, int]:
    """The pixels that a view of some size is painted with."""
    width, height = max(16, size[0]), max(16, size[1])
    share = min(1.0, sqrt(PIXELS / (width * height)))
    return round(width * share), round(height * share)


@lru_cache(maxsize=8)
def _scaled(picture: Picture, size: tuple[int, int]) -> pygame.Surface:
    return pygame.transform.smoothscale(picture.surface, size)


@lru_cache(maxsize=16)
def picture_of(subject: Subject, size: tuple[int, int], room: float = ROOM) -> Picture:
    """Paint what is seen from where a subject's line starts; `room` times the target's height fits into it.

    Equal questions share one picture.
    """
    lens = lens_of(subject, size, room)
    pens = Pens(subject)
    nothing = np.zeros((size[1], size[0]), np.bool_)
    target = _layer(lens, _body(subject.target, pens, lens), nothing)
    front = _layer(lens, _standing(subject, pens, lens), nothing)
    whole = target.near > 0
    seen = whole & (target.near > front.near)
    lost = whole & ~seen
    through = [body for body in subject.bodies if body.id in subject.through]
    ghosts = _layer(lens, [block for body in through for block in _body(body, pens, lens)], nothing)
    ground = _layer(lens, _ground(subject, pens), seen | (front.near > 0))
    areas = facets(list(_areas(subject, pens)), lens)
    surface = develop(Shot(lens, pens, ground, front, target, ghosts, areas, seen, lost))
    return Picture(surface, lens, seen, lost, _share(lens, whole, lost))


def _layer(lens: Lens, blocks: Iterable[Block], covered: Mask) -> Layer:
    """Blocks painted where they are not covered."""
    canvas, ready = Canvas.blank(lens.size), facets(list(blocks), lens)
    canvas.near[covered] = np.inf
    paint(canvas, lens, ready)
    return Layer(canvas.near, surfaces(canvas, lens, ready), ready)


def lens_of(subject: Subject, size: tuple[int, int], room: float = ROOM) -> Lens:
    """An eye where the look starts, turned to the middle of the target, its view fitted to the target."""
    eye, target = subject.start, subject.target
    x, y, z = subject.middle
    far = sqrt((x - eye[0]) ** 2 + (y - eye[1]) ** 2 + (z - eye[2]) ** 2)
    half = max((target.top - target.bottom) / 2, target.reach * size[1] / size[0])
    near = max(far - target.reach, 0.25 * half)
    dx, dy = unit_vector(subject.viewer.pose.facing)
    return Lens.towards(
        eye, (x, y, z), min(WIDEST, max(NARROWEST * room / ROOM, room * half / near)), size, (dx, dy, 0)
    )


def _share(lens: Lens, whole: Mask, lost: Mask) -> float:
    """What share of a silhouette is lost, by solid angle; all of one that covers no pixel."""
    aside = 1 + lens.columns()[None, :] ** 2 + lens.rows()[:, None] ** 2
    weight = aside**-1.5
    total = float(weight[whole].sum(dtype=np.float64))
    return float(weight[lost].sum(dtype=np.float64)) / total if total else 1.0


def _standing(subject: Subject, pens: Pens, lens: Lens) -> Iterable[Block]:
    """Everything that hides."""
    for name, column in columns(subject.board, subject.bodies):
        if name not in subject.away:
            for solid in column:
                if _in_view(solid, lens):
                    yield _block(solid, pens.of(name, solid), lens.eye)


def _body(body: Body, pens: Pens, lens: Lens) -> list[Block]:
    return [_block(solid, pens.of(body.id, solid), lens.eye) for solid in body_solids(body) if _in_view(solid, lens)]


@lru_cache(maxsize=8192)
def _ball(solid: Solid) -> tuple[Point, float]:
    """A ball round a solid: its middle and radius, in inches."""
    xs, ys = [x / INCH for x, _ in solid.outline], [y / INCH for _, y in solid.outline]
    spans = (min(xs), max(xs)), (min(ys), max(ys)), (inches(solid.bottom), inches(solid.top))
    x, y, z = ((low + high) / 2 for low, high in spans)
    radius = sqrt(sum((high - low) ** 2 for low, high in spans)) / 2
    return (x, y, z), max(radius, solid.radius / INCH)


def _in_view(solid: Solid, lens: Lens) -> bool:
    """Whether a lens may show some of a solid."""
    (x, y, z), radius = _ball(solid)
    dx, dy, dz = x - lens.eye[0], y - lens.eye[1], z - lens.eye[2]
    deep, aside, rise = (dx * way[0] + dy * way[1] + dz * way[2] for way in (lens.ahead, lens.right, lens.up))
    wide, tall = radius * sqrt(1 + lens.across**2), radius * sqrt(1 + lens.tall**2)
    return deep > -radius and abs(aside) <= deep * lens.across + wide and abs(rise) <= deep * lens.tall + tall


def _block(solid: Solid, owner: int, eye: Point) -> Block:
    """A solid in inches; a disc with the two spots where lines from the eye touch it, so that it is seen as wide as it
    is."""
    ring = [(x / INCH, y / INCH) for x, y in solid.outline]
    if solid.radius > 0:
        cx, cy, radius = solid.centre[0] / INCH, solid.centre[1] / INCH, solid.radius / INCH
        dx, dy = eye[0] - cx, eye[1] - cy
        far = dx * dx + dy * dy
        if far > radius * radius * 1.0001:
            near, aside = radius * radius / far, radius * sqrt(far - radius * radius) / far
            flanks = [(cx + near * dx - s * aside * dy, cy + near * dy + s * aside * dx) for s in (1, -1)]
            first = atan2(ring[0][1] - cy, ring[0][0] - cx)
            places = [(atan2(y - cy, x - cx) - first) % tau * len(ring) / tau for x, y in flanks]
            for place, flank in sorted(zip(places, flanks), reverse=True):
                if 1e-3 < place % 1 < 1 - 1e-3:
                    ring.insert(int(place) + 1, flank)
    return Block(tuple(ring), inches(solid.bottom), inches(solid.top), owner)


def _ground(subject: Subject, pens: Pens) -> Iterable[Block]:
    """The table, and upon it the ground of every piece."""
    width, depth = inches(subject.board.width), inches(subject.board.depth)
    yield Block(((0, 0), (width, 0), (width, depth), (0, depth)), -0.4, 0.0, pens.table)
    for piece in subject.board.pieces:
        if not piece.opaque and piece.bottom <= 0:
            for prism in volume(piece):
                ring = tuple((inches(x), inches(y)) for x, y in prism.outline)
                yield Block(ring, 0.0, 0.003, pens.ground(piece))


def _areas(subject: Subject, pens: Pens) -> Iterable[Block]:
    """The space over areas that block nothing by themselves."""
    for piece in subject.board.pieces:
        if not piece.opaque and piece.top > piece.bottom and not piece.parts:
            for prism in volume(piece):
                ring = tuple((inches(x), inches(y)) for x, y in prism.outline)
                yield Block(ring, inches(prism.bottom), inches(prism.top), pens.area(piece))


def _crosshair(surface: pygame.Surface, room: pygame.Rect, lens: Lens, spot: Point) -> None:
    x, y, deep = lens.project(spot)
    if deep <= 0:
        return
    at = room.x + x * room.width / lens.size[0], room.y + y * room.height / lens.size[1]
    pygame.draw.aacircle(surface, BACKGROUND, at, 8, 4)
    pygame.draw.aacircle(surface, INFORMATION, at, 7, 2)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        start, end = ((at[0] + dx * far, at[1] + dy * far) for far in (5, 12))
        line(surface, start, end, INFORMATION, 2)
    dot(surface, at, 1.5, TEXT)


def _words(surface: pygame.Surface, room: pygame.Rect, theme: Theme, subject: Subject, picture: Picture) -> None:
    """Who sees whom in one corner, and how much of it is hidden in the other."""
    who, whom = subject.tag(subject.viewer.id).name, subject.tag(subject.target.id).name
    seen_by = f"{who}'s eye" if subject.from_eye else f"Another part of {who}"
    told = f"{seen_by} to {whom}"
    told = told if theme.width(told, 12, bold=True) <= room.width - theme.px(24) else seen_by
    _chip(surface, theme, room.topleft, told, room.width, "left")
    share = subject.hidden if subject.from_eye else picture.hidden
    if not subject.visible:
        words, ink = "✕ hidden", REFUSED_INK
    elif share <= 0:
        words, ink = "nothing hidden", INFORMATION
    else:
        words, ink = f"{min(99, max(1, round(100 * share)))} % hidden", INFORMATION
    _chip(
        surface, theme, room.bottomright, words if subject.from_eye else f"{words} from here", room.width, "right", ink
    )


def _chip(
    surface: pygame.Surface, theme: Theme, corner: tuple[int, int], words: str, most: int, side: str,
    ink: tuple[int, int, int] = TEXT,
) -> None:  # fmt: skip
    pad = theme.px(6)
    size = 12 if side == "left" else 14
    picture = theme.text(theme.fit(words, most - 4 * pad, size, bold=True), size, ink, bold=True)
    box = pygame.Rect(0, 0, picture.width + 2 * pad, picture.height + pad)
    if side == "left":
        box.topleft = corner[0] + pad, corner[1] + pad
    else:
        box.bottomright = corner[0] - pad, corner[1] - pad
    theme.box(surface, box, BACKGROUND, radius=4)
    surface.blit(picture, (box.x + pad, box.y + pad // 2))
