"""What tools draw over the table: ways, starts, links of a unit, reach, and what is refused where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame
from shapely import Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from battlefield.body import Body
from battlefield.measure import gaps
from battlefield.pose import Pose
from battlefield.separation import CONTACT
from battlefield.table import Board
from battlefield.units import inches
from engine.core.facts import fact
from engine.core.refusals import Refusal, Refusals
from engine.session import Session
from render.scene import Figure, build
from render.table.camera import Camera
from render.table.figures import draw_figures
from render.table.overlays import Link, draw_links, draw_refusal, draw_rim, split_way
from render.table.strokes import Chips, dashes, line, veil
from render.table.view import TableView
from render.theme import BACKGROUND, GOOD, GOOD_INK, INFORMATION, REFUSED, REFUSED_INK, TEXT, WARNING, Color, mix
from render.tools.ruler import within

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Way:
    """How a model would go: the spots and how far it may, in inches, and whether anything is wrong."""

    body: Body
    spots: tuple[Spot, ...]
    limit: float
    wrong: bool = False


def draw_ways(surface: pygame.Surface, camera: Camera, ways: Sequence[Way]) -> None:
    """The ways as ribbons as wide as the bases, red beyond the limit; where they cross they do not add up."""
    sheet = pygame.Surface(camera.rect.size, pygame.SRCALPHA) if ways else None
    if sheet is None:
        return
    cut = [split_way(way.spots, way.limit) for way in ways]
    for way, (good, bad) in zip(ways, cut, strict=True):
        half = way.body.reach * camera.ppi
        _ribbon(sheet, camera, good, half, REFUSED if way.wrong and not bad else GOOD)
    for way, (_, bad) in zip(ways, cut, strict=True):
        _ribbon(sheet, camera, bad, way.body.reach * camera.ppi, REFUSED)
    surface.blit(sheet, camera.rect)
    for way, (good, bad) in zip(ways, cut, strict=True):
        for points, ink in ((good, REFUSED_INK if way.wrong else GOOD_INK), (bad, REFUSED_INK)):
            for start, end in pairwise(points):
                line(surface, camera.to_screen(*start), camera.to_screen(*end), ink, 1, halo=False)
        for spot in way.spots[1:-1]:
            pygame.draw.aacircle(surface, TEXT, camera.to_screen(*spot), 3)


def _ribbon(sheet: pygame.Surface, camera: Camera, spots: Sequence[Spot], half: float, color: Color) -> None:
    """One way on a sheet that lies over the view: as wide as a base, see-through."""
    left, top = camera.rect.topleft
    coat = (*color, 78)
    points = [pygame.math.Vector2(x - left, y - top) for x, y in camera.points(spots)]
    for a, b in pairwise(points):
        if a != b:
            across = (b - a).normalize().rotate(90) * half
            pygame.draw.polygon(sheet, coat, [a + across, b + across, b - across, a - across])
    for point in points if len(points) > 1 else ():
        pygame.draw.circle(sheet, coat, point, half)


def draw_starts(surface: pygame.Surface, camera: Camera, bodies: Iterable[Body]) -> None:
    """Thin outlines where models stand until the move is made."""
    for body in bodies:
        draw_rim(surface, camera, body.shape, body.pose, mix(BACKGROUND, TEXT, 0.35), 1, -1)


def draw_wrong(surface: pygame.Surface, camera: Camera, bodies: Iterable[Body]) -> None:
    """Bright red rings round models that may not stand so."""
    for body in bodies:
        draw_rim(surface, camera, body.shape, body.pose, REFUSED_INK, 2, 2)


def spots(camera: Camera, bodies: Iterable[Body]) -> list[pygame.Rect]:
    """The pixels that bodies stand on, as rectangles a little within their bases."""
    return [camera.spot(body.pose.xy, 0.8 * body.reach) for body in bodies]


def draw_models(view: TableView, surface: pygame.Surface, figures: Sequence[Figure]) -> None:
    """Models as solid as those that stand on the table."""
    draw_figures(surface, view.camera, build(figures), view.sprites)


def chain(bodies: Sequence[Body], link: float) -> list[Link]:
    """The shortest links that join all bodies, each whole when the gap between the bases is at most `link` inches."""
    if len(bodies) < 2:
        return []
    apart = gaps(bodies, bodies)
    near = apart[0].copy()
    source = [0] * len(bodies)
    left = set(range(1, len(bodies)))
    found = []
    while left:
        nearest = min(left, key=lambda i: (near[i], i))
        left.discard(nearest)
        whole = bool(near[nearest] <= link + CONTACT)
        found.append(Link(bodies[source[nearest]].pose.xy, bodies[nearest].pose.xy, whole))
        for i in sorted(left):
            if apart[nearest][i] < near[i]:
                near[i], source[i] = apart[nearest][i], nearest
    return found


def draw_chain(surface: pygame.Surface, camera: Camera, bodies: Sequence[Body], link: float | None) -> None:
    """The links of a unit, broken ones in red."""
    if link is not None:
        draw_links(surface, camera, chain(bodies, link))


def reachable(board: Board, bodies: Sequence[Body], allowance: Mapping[str, int]) -> BaseGeometry:
    """The ground that the bases of some models can come to stand on at most, by how far each may go."""
    table = box(0, 0, inches(board.width), inches(board.depth))
    rings = [b.base.buffer(inches(allowance.get(b.id, 0)), quad_segs=12) for b in bodies]
    return unary_union(rings).intersection(table)


def draw_reachable(surface: pygame.Surface, camera: Camera, ground: BaseGeometry) -> None:
    """The ground within reach: a faint coat with a line round it."""
    veil(surface, camera, ground, INFORMATION, 22, edge=1)


def draw_least(surface: pygame.Surface, camera: Camera, chips: Chips, bodies: Sequence[Body], least: int) -> None:
    """How far models have to go at least: a ring that everyone must leave, with its width."""
    for body in bodies:
        circle = Point(*body.pose.xy).buffer(inches(least), quad_segs=24)
        corners = camera.points(circle.exterior.coords)
        for start, end in pairwise(corners):
            dashes(surface, start, end, WARNING, 2, 6, 4)
    if bodies:
        x, y = bodies[0].pose.xy
        spot = camera.to_screen(x, y + inches(least))
        chips.put(surface, spot, f"at least {inches(least):g}″", WARNING)


def draw_kept_away(surface: pygame.Surface, camera: Camera, chips: Chips, bodies: Sequence[Body], far: int) -> None:
    """The ground round some bodies that is too near to them."""
    if bodies and far:
        veil(surface, camera, within(tuple(bodies), inches(far)), REFUSED, 36, edge=1)
        top = max(bodies, key=lambda body: (body.pose.y, body.id))
        chips.put(surface, camera.to_screen(*top.pose.xy), f"more than {inches(far):g}″ away", REFUSED_INK)


def draw_within(surface: pygame.Surface, camera: Camera, chips: Chips, body: Body, far: int) -> None:
    """The ground near a body within which something has to stand."""
    veil(surface, camera, within((body,), inches(far)), GOOD, 34, edge=2)
    x, y = body.pose.xy
    chips.put(surface, camera.to_screen(x, y + body.reach + inches(far)), f"within {inches(far):g}″", GOOD_INK)


def told_apart(refusals: Refusals) -> list[Refusal]:
    """The refusals, too far first, without those that follow from others: `no way` next to why there is none, and being
    blocked by a model that is itself refused."""
    blocked = [r for r in refusals if r.code == "move.blocked"]
    first = {r.subject for r in refusals if r.code not in ("move.blocked", "move.no_way")}
    known = first | {r.subject for r in blocked}
    kept = [r for r in refusals if r.code != "move.no_way" or r.subject not in known]
    kept = [r for r in kept if r.code != "move.blocked" or fact(r.details, "obstacle") not in first]
    return sorted(kept, key=lambda r: not r.code.endswith("too_far"))


def draw_refusals(
    surface: pygame.Surface, camera: Camera, chips: Chips, session: Session, refusals: Sequence[Refusal]
) -> None:
    """A red mark with the words at the first place of each kind of refusal, three at most."""
    said: set[str] = set()
    for refusal in refusals:
        if refusal.at is not None and refusal.code not in said and len(said) < 3:
            said.add(refusal.code)
            draw_refusal(surface, camera, chips, _place_of(refusal), session.explain(refusal))


def _place_of(refusal: Refusal) -> Spot:
    """Where the mark belongs: where the model would stand, not where it could do better."""
    stood = fact(refusal.details, "stood")
    at = stood if isinstance(stood, Pose) else refusal.at
    assert at is not None
    return at.xy


def draw_better(surface: pygame.Surface, camera: Camera, bodies: Mapping[str, Body], refusals: Refusals) -> None:
    """Dashed green lines to where refused models could have gone instead, with the outline of their base there."""
    for refusal in refusals:
        better = fact(refusal.details, "better")
        if isinstance(better, Pose) and refusal.subject in bodies:
            body = bodies[refusal.subject]
            dashes(surface, camera.to_screen(*body.pose.xy), camera.to_screen(*better.xy), GOOD_INK, 2)
            draw_rim(surface, camera, body.shape, better, GOOD_INK, 2)
