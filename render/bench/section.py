"""The side view: the table cut upright along a line of sight, to scale, with the line and what decides it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, sqrt

import pygame

from battlefield.body import Body
from battlefield.sight.packing import body_solids
from battlefield.terrain import Piece
from battlefield.units import INCH, unit_vector
from render.bench.marks import blocked_line, dot, eye_mark, hatch, passing_words, sheet_polygon, sight_line
from render.bench.subject import Point, Subject
from render.bench.tracing import OVER, UNDER, Stretch, lit, stop_of, stretches, tightest, volumes
from render.table.painters import color_of
from render.table.strokes import Chips, dashed_path, line
from render.theme import (
    BACKGROUND,
    EDGE,
    GROUND,
    INFORMATION,
    PRESSED,
    REFUSED_INK,
    TEXT,
    TEXT_QUIET,
    WARNING_INK,
    Color,
    Theme,
    mix,
    side_style,
)

BEHIND, BEYOND, ABOVE = 0.6, 0.9, 0.5
"""Inches shown behind the viewer, beyond the target, and above the highest thing."""

MOST_TIMES = 4
"""Heights are drawn at most this many times too high."""


@dataclass(frozen=True, slots=True)
class Section:
    """How a side view lies on the screen: `along` and `up` pixels per inch, from `left` (inches along the line from
    where the look starts) and the pixel `base` of the table's surface; `times` is how many times heights are drawn too
    high. `origin` and `way` place the plane on the table."""

    plot: pygame.Rect
    origin: tuple[float, float]
    way: tuple[float, float]
    left: float
    right: float
    top: float
    along: float
    times: int
    base: int

    @property
    def up(self) -> float:
        """Pixels per inch of height."""
        return self.along * self.times

    def at(self, far: float, height: float) -> tuple[float, float]:
        """The pixel of a distance along the line and a height, in inches."""
        return self.plot.x + (far - self.left) * self.along, self.base - height * self.up

    def far(self, x: float, y: float) -> float:
        """How far along the line a spot of the table lies."""
        return (x - self.origin[0]) * self.way[0] + (y - self.origin[1]) * self.way[1]

    def spot(self, far: float) -> tuple[float, float]:
        """The spot of the table so far along the line."""
        return self.origin[0] + far * self.way[0], self.origin[1] + far * self.way[1]

    def of(self, point: Point) -> tuple[float, float]:
        """The pixel of a point, seen straight across the plane."""
        return self.at(self.far(point[0], point[1]), point[2])

    def box(self, start: float, stop: float, bottom: float, top: float) -> pygame.Rect:
        """The pixels of a rectangle in the plane, at least one each way."""
        x, y = self.at(start, top)
        u, v = self.at(stop, bottom)
        return pygame.Rect(round(x), round(y), max(1, round(u) - round(x)), max(1, round(v) - round(y)))


def section_of(subject: Subject, rect: pygame.Rect, theme: Theme, times: int | None = None) -> Section:
    """How the side view of a pair fits into a rectangle; `times` fixes how many times too high heights are drawn."""
    (ax, ay, _), (bx, by, _) = subject.start, subject.end
    length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    way = ((bx - ax) / length, (by - ay) / length) if length > 1e-6 else unit_vector(subject.viewer.pose.facing)
    plot = rect.inflate(-2 * theme.px(8), 0)
    plot = pygame.Rect(
        plot.x + theme.px(22), rect.y + theme.px(24), plot.width - theme.px(22), rect.height - theme.px(46)
    )
    ends = [span for body in (subject.viewer, subject.target) for span in _silhouette(body, (ax, ay), way)]
    left, right = min(*ends, 0.0) - BEHIND, max(*ends, length) + BEYOND
    blank = Section(plot, (ax, ay), way, left, right, 1.0, 1.0, 1, plot.bottom)
    tops = [one.top for one in (*_cut(subject, blank), *_areas(subject, blank))]
    top = max(*tops, subject.viewer.top, subject.target.top, 1.0) + ABOVE
    along, room = plot.width / (right - left), plot.height / top
    most = max(1, min(MOST_TIMES, floor(room / along))) if times is None else times
    along = min(along, room / most)
    spare = (plot.width / along - (right - left)) / 2
    return Section(plot, (ax, ay), way, left - spare, right + spare, plot.height / (along * most), along, most,
                   plot.bottom)  # fmt: skip


def draw_section(
    surface: pygame.Surface, rect: pygame.Rect, theme: Theme, subject: Subject, times: int | None = None
) -> Section:
    """Draw the side view of a pair into a rectangle; heights are exaggerated where there is room, and that is told."""
    section = section_of(subject, rect, theme, times)
    theme.box(surface, rect, PRESSED, mix(PRESSED, EDGE, 0.5), radius=6)
    clip = surface.get_clip()
    surface.set_clip(rect.clip(clip))
    _axes(surface, theme, section)
    cut = _cut(subject, section)
    surface.set_clip(section.plot.inflate(0, 8).clip(clip))
    for one in _areas(subject, section):
        _draw_area(surface, section, one)
    _draw_light(surface, section, subject, cut)
    for one in cut:
        if one.id not in (subject.viewer.id, subject.target.id):
            _draw_cut(surface, section, subject, one)
    for body in (subject.viewer, subject.target):
        _draw_model(surface, theme, section, subject, body, cut)
    surface.set_clip(rect.clip(clip))
    chips = Chips(theme, section.plot, _models(section, subject))
    _draw_line(surface, chips, section, subject)
    _title(surface, rect, theme, section, subject)
    surface.set_clip(clip)
    return section


def _silhouette(body: Body, origin: tuple[float, float], way: tuple[float, float]) -> tuple[float, float]:
    """From where to where a body reaches along the line, seen straight across it."""
    fars = [
        (x / INCH - origin[0]) * way[0] + (y / INCH - origin[1]) * way[1]
        for solid in body_solids(body)
        for x, y in solid.outline
    ]
    return min(fars), max(fars)


def _ends(section: Section) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = section.spot(section.left), section.spot(section.right)
    return (ax, ay, 0.0), (bx, by, 0.0)


def _scaled(found: list[Stretch], section: Section) -> list[Stretch]:
    """Stretches in inches along the line instead of shares."""
    wide = section.right - section.left
    return [
        Stretch(one.id, section.left + one.enters * wide, section.left + one.leaves * wide, one.bottom, one.top)
        for one in found
    ]


def _cut(subject: Subject, section: Section) -> list[Stretch]:
    return _scaled(stretches(subject.board, subject.bodies, *_ends(section)), section)


def _areas(subject: Subject, section: Section) -> list[Stretch]:
    return _scaled(volumes(subject.board.pieces, *_ends(section)), section)


def _piece(subject: Subject, id: str) -> Piece | None:
    return next((piece for piece in subject.board.pieces if piece.id == id), None)


def _axes(surface: pygame.Surface, theme: Theme, section: Section) -> None:
    """The height axis in inches, distance ticks along the ground, and the ground itself."""
    plot, base = section.plot, section.base
    every = next((step for step in (1, 2, 4) if step * section.up >= theme.px(15)), 8)
    for inch in range(0, floor(section.top) + 1, every):
        y = round(section.at(0, inch)[1])
        surface.fill(mix(PRESSED, EDGE, 0.35 if inch else 0.9), (plot.x, y, plot.width, 1))
        words = theme.text(f"{inch}″", 10, TEXT_QUIET)
        if y - words.height // 2 >= plot.y - theme.px(3):
            surface.blit(words, (plot.x - words.width - 4, y - words.height // 2))
    soil = pygame.Rect(plot.x, base, plot.width, theme.px(5))
    surface.fill(mix(GROUND.board, BACKGROUND, 0.25), soil)
    surface.fill(GROUND.board, (plot.x, base, plot.width, 2))
    small = section.along >= 5
    told = next((step for step in (1, 2, 6, 12) if step * section.along >= theme.px(24)), 24)
    for inch in range(ceil(section.left), floor(section.right) + 1):
        if not small and inch % told:
            continue
        x = round(section.at(inch, 0)[0])
        surface.fill(TEXT_QUIET, (x, soil.y, 1, soil.height if inch % told == 0 else max(2, soil.height // 2)))
        if inch % told == 0 and inch >= 0:
            words = theme.text(f"{inch}″", 10, TEXT_QUIET)
            surface.blit(words, (x - words.width // 2, soil.bottom))


def _draw_area(surface: pygame.Surface, section: Section, one: Stretch) -> None:
    """The space over an area, see-through, with a dotted top."""
    box = section.box(one.enters, one.leaves, one.bottom, one.top)
    sheet_polygon(surface, [box.topleft, box.topright, box.bottomright, box.bottomleft], (*GROUND.tree_light, 60))
    top = [(box.left, box.top), (box.right, box.top)]
    dashed_path(surface, [(box.left, box.bottom), *top, (box.right, box.bottom)], GROUND.tree_light, 1, 3, 3)


def _draw_cut(surface: pygame.Surface, section: Section, subject: Subject, one: Stretch) -> None:
    """A piece of terrain or a body where the plane cuts it; outlined where it hides something."""
    box = section.box(one.enters, one.leaves, one.bottom, one.top)
    piece, tag = _piece(subject, one.id), subject.tag(one.id)
    if piece is None and one.id in subject.through:
        edge = side_style(tag.side).ink
        ring = [box.topleft, box.topright, box.bottomright, box.bottomleft, box.topleft]
        sheet_polygon(surface, ring, (*side_style(tag.side).body, 110))
        dashed_path(surface, ring, edge, 1, 3, 3)
        return
    fill = color_of(piece) if piece is not None else side_style(tag.side).body
    surface.fill(fill, box)
    edge = WARNING_INK if one.id in subject.blockers else mix(fill, BACKGROUND, 0.6)
    pygame.draw.rect(surface, edge if piece or edge == WARNING_INK else side_style(tag.side).rim, box, 1)
    if box.width > 6 and box.height > 6 and piece is not None:
        surface.fill(mix(fill, TEXT, 0.25), (box.x + 1, box.y + 1, box.width - 2, 2))


def _draw_light(surface: pygame.Surface, section: Section, subject: Subject, cut: list[Stretch]) -> None:
    """What of the target is seen in this plane, as a fan of light."""
    near = _silhouette(subject.target, section.origin, section.way)[0]
    face = next((one.enters for one in cut if one.id == subject.target.id), near)
    if face <= 0.0:
        return
    front = [one for one in cut if one.id not in subject.away]
    height, target = subject.start[2], subject.target
    eye = section.at(0.0, height)
    for low, high in lit(front, height, face, target.bottom, target.top):
        fan = [eye, section.at(face, low), section.at(face, high)]
        sheet_polygon(surface, fan, (*INFORMATION, 46))


def _draw_model(
    surface: pygame.Surface, theme: Theme, section: Section, subject: Subject, body: Body, cut: list[Stretch]
) -> None:
    """The viewer or the target: its whole silhouette, what the plane cuts of it, its eye, and its letter."""
    tag = subject.tag(body.id)
    style = side_style(tag.side)
    whole = section.box(*_silhouette(body, section.origin, section.way), body.bottom, body.top)
    surface.fill(mix(style.body, PRESSED, 0.35), whole)
    parts = [one for one in cut if one.id == body.id]
    for one in parts:
        surface.fill(style.body, section.box(one.enters, one.leaves, one.bottom, one.top))
    if body == subject.target and parts:
        _hide(surface, section, subject, whole, parts[0], cut, style.ink)
    pygame.draw.rect(surface, style.ink if body == subject.target else style.rim, whole, 1)
    foot = pygame.Rect(whole.x - 1, whole.bottom - max(2, theme.px(3)), whole.width + 2, max(2, theme.px(3)))
    surface.fill(style.rim, foot)
    if whole.width >= theme.px(12) and whole.height >= theme.px(26) and tag.letter:
        words = theme.text(tag.letter, 11, style.ink, bold=True)
        surface.blit(words, (whole.centerx - words.width // 2, foot.y - words.height - 1))
    if body == subject.viewer:
        eye_mark(surface, section.of(body.eye_point), theme.px(5), subject.from_eye)


def _hide(
    surface: pygame.Surface, section: Section, subject: Subject, whole: pygame.Rect, face: Stretch,
    cut: list[Stretch], ink: Color,
) -> None:  # fmt: skip
    """Hatch what this plane hides of the target; its whole where it is hidden."""
    front = [one for one in cut if one.id not in subject.away]
    free = lit(front, subject.start[2], face.enters, face.bottom, face.top) if subject.visible else []
    bounds = [face.bottom, *(z for part in free for z in part), face.top]
    for low, high in zip(bounds[::2], bounds[1::2]):
        if high - low > 1e-6:
            dark = section.box(0, 1, low, high)
            hatch(surface, pygame.Rect(whole.x, dark.y, whole.width, dark.height), mix(ink, BACKGROUND, 0.2))


def _models(section: Section, subject: Subject) -> list[pygame.Rect]:
    """Where the two models stand and the line runs, which words keep clear of."""
    start, end = (pygame.math.Vector2(section.of(spot)) for spot in (subject.start, subject.end))
    steps = max(1, round(start.distance_to(end) / 10))
    beads = [start.lerp(end, i / steps) for i in range(steps + 1)]
    return [
        section.box(*_silhouette(body, section.origin, section.way), body.bottom, body.top)
        for body in (subject.viewer, subject.target)
    ] + [pygame.Rect(round(bead.x) - 4, round(bead.y) - 4, 8, 8) for bead in beads]


def _draw_line(surface: pygame.Surface, chips: Chips, section: Section, subject: Subject) -> None:
    """The witness with its tightest place, or the straight line and where it is stopped."""
    start, end = section.of(subject.start), section.of(subject.end)
    if not subject.visible:
        stop = stop_of(subject)
        blocked_line(surface, start, section.of(stop.at) if stop else None, end)
        if stop is not None:
            chips.put(surface, section.of(stop.at), f"stopped by {subject.tag(stop.id).name}", REFUSED_INK, size=12)
        return
    tight = tightest(subject)
    sight_line(surface, start, end, subject.hidden)
    if tight is not None:
        at, edge = section.of(tight.at), section.of(tight.edge)
        if tight.side in (OVER, UNDER):
            line(surface, at, edge, WARNING_INK, 2)
            for spot in (at, edge):
                line(surface, (spot[0] - 4, spot[1]), (spot[0] + 4, spot[1]), WARNING_INK, 2, halo=False)
        else:
            dot(surface, at, 3.5, WARNING_INK)
        chips.put(surface, at, passing_words(tight, subject, sides=False), WARNING_INK, size=12)
    dot(surface, end, 4, INFORMATION)


def _title(surface: pygame.Surface, rect: pygame.Rect, theme: Theme, section: Section, subject: Subject) -> None:
    """What this is, who looks at whom, and the scale."""
    scale = theme.text(
        "true to scale" if section.times == 1 else f"heights ×{section.times}", 11,
        TEXT_QUIET if section.times == 1 else WARNING_INK, bold=section.times > 1,
    )  # fmt: skip
    surface.blit(scale, (rect.right - scale.width - theme.px(10), rect.y + theme.px(6)))
    room = rect.width - scale.width - theme.px(34)
    (ax, ay, az), (bx, by, bz) = subject.start, subject.end
    length = sqrt((bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2)
    short = f"Side view, {length:.1f}″"
    names = f"{short}: {subject.tag(subject.viewer.id).name} to {subject.tag(subject.target.id).name}"
    told = names if theme.width(names, 12, bold=True) <= room else short
    words = theme.text(theme.fit(told, room, 12, bold=True), 12, TEXT, bold=True)
    surface.blit(words, (rect.x + theme.px(10), rect.y + theme.px(5)))
