"""What the battle lays over the table: what can be clicked, why not, what is spoken of, where something is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pygame
from shapely import Polygon

from battlefield.terrain import area
from battlefield.units import INCH, inches
from engine.core.refusals import Refusals
from render.battle.game import Game
from render.battle.prompts.base import Lit, Prompt
from render.battle.prompts.choose import ChoosePrompt
from render.battle.prompts.many import ManyPrompt
from render.scene import Scene
from render.table.overlays import Sightline, draw_refusal, draw_rim, draw_sight, draw_target
from render.table.strokes import Chips, polygons, veil
from render.table.strokes import dashes as draw_dashes
from render.table.strokes import outline as ring_line
from render.table.view import TableView
from render.theme import FOCUS, GOOD_INK, INFORMATION_INK, REFUSED_INK, TEXT, WARNING
from render.tools.aftermath import draw_scatter


def draw(
    surface: pygame.Surface, view: TableView, chips: Chips, game: Game, scene: Scene, lit: Lit | None, hover: str,
    prompt: Prompt | None, hidden: Collection[str] = (),
) -> None:  # fmt: skip
    """Light up what a click would answer with, and say why not for what is barred under the pointer."""
    if hover in scene.banners:
        _rings(surface, view, scene, [f.id for f in scene.of_unit(hover) if f.id not in hidden], TEXT, 1)
    if hover in game.state.terrain:
        draw_piece(surface, view, game, hover)
    draw_scatter(surface, view, chips, game.last)
    if lit is None or prompt is None:
        return
    about = [f.id for unit in prompt.decision.subjects for f in scene.of_unit(unit) if f.id not in hidden]
    if not lit.open or prompt.title == "Targets":
        _rings(surface, view, scene, about, FOCUS, 2)
    if (target := target_of(prompt, hover)) in scene.banners:
        draw_sight_lines(surface, view, chips, game, prompt, target)
        if not isinstance(prompt, ChoosePrompt):
            draw_flash(surface, view, scene, [f.id for f in scene.of_unit(target)])
    _draw_grounds(surface, view, lit)
    targets = prompt.title == "Targets"
    chosen = set(lit.chosen)
    for model in lit.open:
        if model not in scene.figures:
            continue
        figure = scene.figures[model]
        if targets and (model in chosen or figure.unit == hover):
            draw_target(surface, view.camera, figure.shape, figure.pose, FOCUS if model in chosen else WARNING)
        elif targets:
            draw_rim(surface, view.camera, figure.shape, figure.pose, WARNING, 2, 2)
    _rings(surface, view, scene, [m for m in lit.open if m not in chosen and not targets], GOOD_INK, 2)
    _rings(surface, view, scene, [m for m in lit.chosen if not targets], FOCUS, 3)
    for model, words in lit.words.items():
        if model in scene.figures:
            chips.put(surface, view.camera.to_screen(*scene.figures[model].pose.xy), words, INFORMATION_INK)
    draw_flash(surface, view, scene, prompt.pointed)
    barred = [figure.id for figure in scene.of_unit(hover) if figure.id in lit.barred] if hover else []
    if barred:
        at = view.camera.to_screen(*scene.figures[barred[0]].pose.xy)
        chips.put(surface, at, lit.barred[barred[0]], REFUSED_INK)


def _draw_grounds(surface: pygame.Surface, view: TableView, lit: Lit) -> None:
    """Lines and areas that can be chosen; the one that Space takes is bright, and filled."""
    for ground in sorted(lit.grounds, key=lambda ground: ground.chosen):
        corners = [(inches(x), inches(y)) for x, y in ground.points]
        ink, wide = (FOCUS, 4) if ground.chosen else (INFORMATION_INK, 2)
        if ground.closed:
            veil(surface, view.camera, Polygon(corners), ink, 70 if ground.chosen else 18, edge=wide)
        else:
            start, end = view.camera.points(corners)
            draw_dashes(surface, start, end, ink, wide, 14, 0 if ground.chosen else 9)


def target_of(prompt: Prompt, hover: str) -> str:
    """The unit to which lines of sight are shown: the target pointed at, else the one that Space would take, else the
    one that those are chosen to fire at; empty when there is none."""
    if isinstance(prompt, ChoosePrompt) and prompt.title == "Targets":
        ahead = next((option.subject for option in prompt.listed if option.id == prompt.ahead), "")
        return hover if prompt.option_of(hover) is not None else ahead
    target = prompt.decision.hint("target") if isinstance(prompt, ManyPrompt) else None
    return target if isinstance(target, str) else ""


def draw_piece(surface: pygame.Surface, view: TableView, game: Game, piece: str) -> None:
    """Outline a piece of terrain."""
    for part in polygons(area(game.state.terrain[piece].piece)):
        ring_line(surface, view.camera.points(part.exterior.coords), TEXT, 2)


def draw_sight_lines(
    surface: pygame.Surface, view: TableView, chips: Chips, game: Game, prompt: Prompt, target: str
) -> None:
    """From each model of the unit that asks, the clearest line to the target; blocked ones where nobody sees it."""
    viewer = next((s for s in prompt.decision.subjects if s in game.state.units), "")
    if not viewer or not game.state.present(viewer) or not game.state.present(target):
        return
    for sight in _sight_lines(game, viewer, target):
        draw_sight(surface, view.camera, chips, sight, "")


def _sight_lines(game: Game, viewer: str, target: str) -> tuple[Sightline, ...]:
    key = (game.session.digest, viewer, target)
    if key not in _LINES:
        if len(_LINES) > 60:
            _LINES.clear()
        _LINES[key] = _best_lines(game, viewer, target)
    return _LINES[key]


_LINES: dict[tuple[str, str, str], tuple[Sightline, ...]] = {}
"""Lines already worked out, by battle and pair of units."""


def _best_lines(game: Game, viewer: str, target: str) -> tuple[Sightline, ...]:
    verdict = game.session.book.sight(game.state, viewer, target)
    best: dict[str, tuple[int, Sightline]] = {}
    for pair in verdict.pairs:
        if not pair.visible or pair.line is None:
            continue
        (ax, ay, _), (bx, by, _) = pair.line
        line = Sightline((ax / INCH, ay / INCH), (bx / INCH, by / INCH), pair.hidden / 1_000_000)
        if pair.viewer not in best or pair.hidden < best[pair.viewer][0]:
            best[pair.viewer] = (pair.hidden, line)
    return tuple(line for _, line in best.values())


def draw_flash(surface: pygame.Surface, view: TableView, scene: Scene, models: Iterable[str]) -> None:
    """Point at models that the log speaks of."""
    for model in models:
        if model in scene.figures:
            figure = scene.figures[model]
            draw_target(surface, view.camera, figure.shape, figure.pose, FOCUS)


def draw_refused(surface: pygame.Surface, view: TableView, chips: Chips, game: Game, refused: Refusals) -> None:
    """Mark the first place of each kind of refusal, three at most."""
    first = {refusal.code: refusal for refusal in reversed(refused) if refusal.at is not None}
    for refusal in list(reversed(first.values()))[:3]:
        if refusal.at is not None:
            draw_refusal(surface, view.camera, chips, refusal.at.xy, game.session.explain(refusal))


def _rings(
    surface: pygame.Surface,
    view: TableView,
    scene: Scene,
    models: Iterable[str],
    color: tuple[int, int, int],
    wide: int,
) -> None:
    for model in models:
        if model in scene.figures:
            figure = scene.figures[model]
            draw_rim(surface, view.camera, figure.shape, figure.pose, color, wide, 2)
