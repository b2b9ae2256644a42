"""From painted surfaces to the colours of a view: light and haze, the grid of the ground, woods, edges, and marks."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray

from battlefield.sight.packing import Solid
from battlefield.terrain import SLAB, Piece
from battlefield.units import inches
from render.bench.raster import Facets, Lens, Mask, Reals, Whole, crossing, scratch_for
from render.bench.subject import Subject
from render.table.painters import color_of
from render.theme import BACKGROUND, GROUND, WARNING_INK, Color, mix, side_style

Shades: TypeAlias = NDArray[np.float32]

SKY_LOW, SKY_HIGH = (0x3B, 0x46, 0x4C), (0x20, 0x27, 0x2B)
LIGHT = (-0.45, -0.35, 0.82)
"""Where the light comes from: high, a little from the left and behind."""

HAZE = 0.006
"""How much of the haze is added with each inch of depth."""

FOOT = 0.12
"""Inches of a model that are drawn as its base."""

NO_FOOT = -1e9
"""The height of the base of what is no model."""


class Pens:
    """Numbers for everything that is painted, and their colours."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._pieces = {piece.id: piece for piece in subject.board.pieces}
        self._numbers: dict[tuple[str, str], int] = {}
        self.colors: list[Color] = []
        self.grids: list[bool] = []
        self.feet: list[float] = []
        self.marked: list[bool] = []
        self.thick: list[float] = []
        self.table = self._number(("", "table"), GROUND.board)
        self.grids[self.table] = True

    def of(self, id: str, solid: Solid) -> int:
        """The number of something that stands on the table."""
        piece = self._pieces.get(id)
        if piece is not None:
            slab = bool(piece.parts) and solid.top - solid.bottom <= SLAB
            return self._number((id, "slab" if slab else ""), GROUND.floor if slab else color_of(piece), id)
        style = side_style(self._subject.tag(id).side)
        target = id == self._subject.target.id
        color = mix(style.rim, style.ink, 0.75) if target else mix(style.rim, style.body, 0.35)
        number = self._number((id, str(solid.bottom)), color, id)
        self.feet[number] = inches(solid.bottom) + FOOT
        return number

    def ground(self, piece: Piece) -> int:
        """The number of a piece's ground."""
        color = GROUND.ruin if piece.parts else mix(color_of(piece), GROUND.board, 0.25)
        number = self._number((piece.id, "ground"), color)
        self.grids[number] = True
        return number

    def area(self, piece: Piece) -> int:
        """The number of the space over a piece; what hides by rule is thicker."""
        number = self._number((piece.id, "area"), mix(color_of(piece), GROUND.tree, 0.4))
        self.thick[number] = 0.5 if piece.id in self._subject.blockers else 0.1
        return number

    def _number(self, key: tuple[str, str], color: Color, id: str = "") -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self.colors)
            self.colors.append(color)
            self.grids.append(False)
            self.feet.append(NO_FOOT)
            self.thick.append(0.0)
            self.marked.append(bool(id) and id in self._subject.blockers)
        return self._numbers[key]


@dataclass(frozen=True, slots=True)
class Layer:
    """Painted blocks: by pixel one over the depth `near` (0: nothing) and the surface `face` (-1: nothing)."""

    near: Reals
    face: Whole
    ready: Facets


@dataclass(frozen=True, slots=True)
class Shot:
    """Everything that a view is made of: ground, what stands on it, the target, what is looked through, and the spaces
    over areas; `seen` and `lost` are the pixels of the target."""

    lens: Lens
    pens: Pens
    ground: Layer
    front: Layer
    target: Layer
    ghosts: Layer
    areas: Facets
    seen: Mask
    lost: Mask


def develop(shot: Shot) -> pygame.Surface:
    """The picture of a shot."""
    face, near = _flattened(shot)
    picture = _lit(shot, face, near)
    _grid(picture, shot, (face >= 0) & (face < len(shot.ground.ready.owner)))
    _crease(picture, shot, face, near)
    _spaces(picture, shot, near)
    _ghosts(picture, shot, near)
    _lost(picture, shot)
    _outline(picture, shot.seen | shot.lost, (255, 255, 248), 0.9)
    _outline(picture, _all(shot, np.array(shot.pens.marked))[face] & ~shot.seen, WARNING_INK, 0.85)
    pixels = np.clip(picture, 0, 255, out=picture).astype(np.uint8)
    return pygame.image.frombuffer(pixels.tobytes(), shot.lens.size, "RGB")


def _flattened(shot: Shot) -> tuple[Whole, Reals]:
    """What is seen at each pixel: its surface, numbered through ground, front and target, and one over its depth."""
    first, second = len(shot.ground.ready.owner), len(shot.front.ready.owner)
    standing = shot.front.face >= 0
    face = np.where(standing, shot.front.face + first, shot.ground.face)
    near = np.where(standing, shot.front.near, shot.ground.near)
    np.copyto(face, shot.target.face + (first + second), where=shot.seen)
    np.copyto(near, shot.target.near, where=shot.seen)
    return face.astype(np.int32), near


def _all(shot: Shot, of_pens: NDArray[Any]) -> NDArray[Any]:
    """What each pen has, for each surface of ground, front and target, and nought for no surface."""
    owner = np.concatenate([layer.ready.owner for layer in (shot.ground, shot.front, shot.target)])
    return np.concatenate([of_pens[owner], np.zeros((1, *of_pens.shape[1:]), of_pens.dtype)])


def _sky(lens: Lens) -> Shades:
    """The room behind the table, darker upwards."""
    width, height = lens.size
    rise = np.clip((lens.rows() * lens.up[2] + lens.ahead[2]) / 0.5, 0, 1)[:, None, None]
    sky = np.array(SKY_LOW, np.float32) * (1 - rise) + np.array(SKY_HIGH, np.float32) * rise
    return np.broadcast_to(sky, (height, width, 3)).astype(np.float32)


def _rays(lens: Lens, where: Mask) -> tuple[Reals, Reals, Reals]:
    """The directions x, y, z of the rays through some pixels, at depth 1."""
    rows, across = np.nonzero(where)
    right, up = lens.columns()[across], lens.rows()[rows]
    ways = [
        np.float32(ahead) + right * np.float32(r) + up * np.float32(u)
        for ahead, r, u in zip(lens.ahead, lens.right, lens.up)
    ]
    return ways[0], ways[1], ways[2]


def _lit(shot: Shot, face: Whole, near: Reals) -> Shades:
    """Lit colours, hazy with distance; models on their bases."""
    light = np.array(LIGHT, np.float32) / np.float32(sqrt(sum(part * part for part in LIGHT)))
    layers = ((shot.ground, 1.0), (shot.front, 1.0), (shot.target, 1.12))
    shade = [bright * (0.74 + 0.34 * (layer.ready.normals @ light)) for layer, bright in layers]
    tones = _all(shot, np.array(shot.pens.colors, np.float32))
    tones *= np.concatenate([*shade, np.ones(1)]).astype(np.float32)[:, None]
    picture = tones.take(face, axis=0, mode="wrap")
    feet = _all(shot, np.array(shot.pens.feet, np.float32))
    models = (feet > NO_FOOT)[face] & (face >= 0)
    if models.any():
        heights = np.float32(shot.lens.eye[2]) + _rays(shot.lens, models)[2] / near[models]
        standing = np.zeros(face.shape, np.bool_)
        standing[models] = heights < feet[face[models]]
        picture[standing] *= np.float32(0.6)
    haze = np.minimum(np.float32(0.45), np.float32(HAZE) / np.maximum(near, np.float32(1e-3)))[:, :, None]
    picture += (np.array(SKY_LOW, np.float32) - picture) * haze
    sky = face < 0
    if sky.any():
        picture[sky] = _sky(shot.lens)[sky]
    return picture


def _grid(picture: Shades, shot: Shot, on_ground: Mask) -> None:
    """Thin lines on the ground at every inch where they can be told apart, and stronger ones at every sixth."""
    lens, ground = shot.lens, shot.ground
    if not on_ground.any():
        return
    where = on_ground & (ground.ready.normals[:, 2] > 0.5)[ground.face]
    deep = 1 / ground.near[where]
    ways = _rays(lens, where)
    pixel = 2 * lens.tall / lens.size[1]
    foot = deep * np.float32(pixel) * np.maximum(1, np.float32(0.35) * deep / np.float32(max(lens.eye[2], 0.2)))
    dark = np.zeros(len(deep), np.float32)
    for axis in (0, 1):
        at = np.float32(lens.eye[axis]) + deep * ways[axis]
        for step, wide, strength in ((1, 0.02, 0.22), (6, 0.035, 0.4)):
            off = np.abs(at - np.rint(at * np.float32(1 / step)) * np.float32(step))
            reach = np.maximum(foot, np.float32(wide))
            line = np.clip((reach - off) / foot + np.float32(0.5), 0, 1) * np.minimum(1, np.float32(wide) / foot * 2)
            np.maximum(dark, np.float32(strength) * line, out=dark)
    picture[where] *= (1 - dark)[:, None]


def _crease(picture: Shades, shot: Shot, face: Whole, near: Reals) -> None:
    """Darken the lines where one surface ends and another begins."""
    numbers = [_signs(layer.ready, shot.pens) for layer in (shot.ground, shot.front, shot.target)]
    signs = np.concatenate([*numbers, np.full(1, -1)])[face]
    edge = np.zeros(face.shape, np.bool_)
    for here, there in (((slice(None), slice(1, None)), (slice(None), slice(None, -1))),
                        ((slice(1, None), slice(None)), (slice(None, -1), slice(None)))):  # fmt: skip
        steps = np.abs(near[here] - near[there]) > np.float32(0.15) * np.minimum(near[here], near[there])
        edge[here] |= (signs[here] != signs[there]) | steps
    edge &= (face >= len(shot.ground.ready.owner)) | (face < 0)
    picture[edge] *= np.float32(0.62)


def _signs(ready: Facets, pens: Pens) -> NDArray[np.int64]:
    """A number for each plane, the same for those between which no line is drawn: flat ones, and a disc's flanks."""
    turn = np.round(np.arctan2(ready.normals[:, 1], ready.normals[:, 0]) * (8 / np.pi)).astype(np.int64) % 16
    if not len(ready.owner):
        return np.zeros(0, np.int64)
    models = np.array(pens.feet)[ready.owner] > NO_FOOT
    smooth = models & (np.bincount(ready.owner)[ready.owner] > 20)
    kind = np.where(np.abs(ready.normals[:, 2]) > 0.5, 20, np.where(smooth, 21, turn))
    return ready.owner.astype(np.int64) * 32 + kind


def _spaces(picture: Shades, shot: Shot, near: Reals) -> None:
    """Lay the spaces over areas over the picture, the denser the longer the way through them."""
    columns, rows, areas, pens = shot.lens.columns(), shot.lens.rows(), shot.areas, shot.pens
    scratch = scratch_for(shot.lens)
    for b, (left, right, above, below) in enumerate(areas.box):
        if left >= right or above >= below:
            continue
        enters, leaves = crossing(areas, b, columns[left:right], rows[above:below], scratch)
        ends = np.maximum(np.maximum(leaves, near[above:below, left:right]), np.float32(1e-3))
        inside = np.where(enters > ends, 1 / ends - 1 / np.maximum(enters, ends), 0)
        owner = int(areas.owner[areas.back[b][0]])
        cover = np.float32(0.7) * (1 - np.exp(np.float32(-pens.thick[owner]) * inside))[:, :, None]
        part = picture[above:below, left:right]
        part *= 1 - cover
        part += np.array(pens.colors[owner], np.float32) * cover
        _outline(part, enters > ends, mix(pens.colors[owner], BACKGROUND, 0.4), 0.6)


def _ghosts(picture: Shades, shot: Shot, near: Reals) -> None:
    """What is looked through: a breath of its colour, and its outline."""
    where = shot.ghosts.near > near
    if where.any():
        tones = np.array(shot.pens.colors, np.float32)[shot.ghosts.ready.owner]
        picture[where] = picture[where] * np.float32(0.72) + tones[shot.ghosts.face[where]] * np.float32(0.28)
        _outline(picture, where, mix(BACKGROUND, (255, 255, 255), 0.75), 0.5)


def _lost(picture: Shades, shot: Shot) -> None:
    """The hidden part of the target: hatched in its colour over what hides it."""
    if not shot.lost.any():
        return
    rows, across = np.nonzero(shot.lost)
    strong = np.where((rows + across) % 7 < 2, np.float32(0.85), np.float32(0.22))[:, None]
    tones = np.array(shot.pens.colors, np.float32)[shot.target.ready.owner][shot.target.face[shot.lost]]
    picture[shot.lost] = picture[shot.lost] * (1 - strong) + tones * strong


def _outline(picture: Shades, where: Mask, color: Color, strength: float) -> None:
    """Draw along the inner edge of some pixels."""
    inner = where.copy()
    inner[1:] &= where[:-1]
    inner[:-1] &= where[1:]
    inner[:, 1:] &= where[:, :-1]
    inner[:, :-1] &= where[:, 1:]
    edge = where & ~inner
    picture[edge] = picture[edge] * np.float32(1 - strength) + np.array(color, np.float32) * np.float32(strength)
