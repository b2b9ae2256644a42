"""The verdict on a position, for people who disagree: text, JSON lines, and a picture."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlefield.units import inches
from engine import messages
from engine.books import EDITIONS, book_for
from engine.core.book import Book
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import MILLION, Verdict
from scenarios.loader import load_scene
from scenarios.scene import Scene

if TYPE_CHECKING:
    from battlefield.body import Body
    from battlefield.sight import Facing, Margin

EVERY = "all"
NEAR = 0.02
"""Inches of margin under which a verdict is too close to call on a real table."""

TOO_CLOSE = " Too close to call on a real table."


@dataclass(frozen=True, slots=True)
class Position:
    """A scene as an edition's book sets it up; `asked` is the question that the file asks."""

    path: Path
    edition: str
    book: Book
    state: State
    asked: tuple[str, str] | None = None


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The words of the command."""
    command = commands.add_parser(
        "los", help="the verdict on who sees whom in a position",
        description="Without a pair: the one that the scene asks about, else every pair of opposing models. Exit "
        "status 1: the one pair asked about is not visible.",
    )  # fmt: skip
    command.add_argument("scenes", nargs="+", type=Path, metavar="SCENE", help="a scene or scenario file")
    command.add_argument("--pair", nargs=2, metavar=("FROM", "TO"), help="two models")
    command.add_argument("--units", nargs=2, metavar=("A", "B"), help="the verdict that counts for a unit")
    command.add_argument("--firing", default="", metavar="a1,a2", help="the models of A that fire (all)")
    command.add_argument(
        "--edition", choices=("5e", "8e", "11e", EVERY), help="by this edition's rules, not those the scene names"
    )
    command.add_argument("--margin", action="store_true", help="how far the target may shift before the answer flips")
    command.add_argument("--json", action="store_true", help="one JSON line a pair")
    command.add_argument("--png", type=Path, metavar="FILE", help="draw the position and its lines of sight")
    return command


def run(arguments: argparse.Namespace) -> int:
    """Print the verdicts; 1 when one pair was asked about and is not visible.

    Raises LookupError for a model, unit or edition that is not there, ScenarioError for a scene that cannot be read.
    """
    _check(arguments)
    shown: list[tuple[Position, Verdict]] = []
    for position in _positions(arguments):
        for asked in _verdicts(position, arguments):
            shown.append((position, asked))
            margin = _margin(position, asked) if arguments.margin else None
            print(json.dumps(_line(position, asked, margin)) if arguments.json else _told(position, asked, margin))
    if arguments.png is not None and shown:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from render.los_picture import save_picture

        first = shown[0][0]
        save_picture(
            first.state, first.book, [verdict for position, verdict in shown if position is first], arguments.png
        )
    single = arguments.pair or arguments.units or (shown and all(position.asked for position, _ in shown))
    return 1 if single and not any(verdict.visible for _, verdict in shown) else 0


def _check(arguments: argparse.Namespace) -> None:
    if arguments.pair and arguments.units:
        raise LookupError("--pair asks about two models and --units about two units; give one of them")
    if arguments.firing and not arguments.units:
        raise LookupError("--firing names models of the first unit of --units; give --units too")
    if arguments.png is not None and arguments.png.suffix.lower() != ".png":
        raise LookupError(f"--png writes a PNG picture; name the file {arguments.png.stem}.png")


def _positions(arguments: argparse.Namespace) -> Iterator[Position]:
    for path in arguments.scenes:
        editions: Sequence[str | None] = EDITIONS if arguments.edition == EVERY else (arguments.edition,)
        for edition in editions:
            if edition is not None:
                book_for(edition)
            scene = load_scene(path, edition)
            book = book_for(scene.setup.edition)
            if arguments.firing:
                scene = _with_only(scene, arguments.units[0], arguments.firing.split(","))
            try:
                state = book.set_up(scene.setup, "0")
            except ValueError as error:
                raise LookupError(f"{path}: {error}") from None
            yield Position(path, scene.setup.edition, book, state, scene.asked)


def _with_only(scene: Scene, unit: str, firing: Sequence[str]) -> Scene:
    """A scene without the models of a unit that do not fire: they neither look nor stand in their unit's way."""
    known = {model.id: spec.id for spec in scene.setup.units for model in spec.models}
    for model in firing:
        if known.get(model) != unit:
            raise LookupError(f"{scene.path}: no model {model!r} in unit {unit!r}")
    units = tuple(
        replace(spec, models=tuple(model for model in spec.models if spec.id != unit or model.id in firing))
        for spec in scene.setup.units
    )
    return replace(scene, setup=replace(scene.setup, units=units))


def _verdicts(position: Position, arguments: argparse.Namespace) -> Iterator[Verdict]:
    """The verdicts asked for, here or in the scene; else those on all opposing models in order of setting up."""
    state, book = position.state, position.book
    if arguments.pair or arguments.units:
        one, other = arguments.pair or arguments.units
        known = _models(state) if arguments.pair else [unit for unit in state.units if state.present(unit)]
        for name in (one, other):
            if name not in known:
                kind = "model" if arguments.pair else "unit"
                raise LookupError(f"{position.path}: no {kind} {name!r} on the table; there is {', '.join(known)}")
        yield book.sight(state, one, other)
        return
    if position.asked is not None:
        yield book.sight(state, *position.asked)
        return
    for side in state.sides:
        enemies = [model.id for unit in state.units_of(state.enemy(side)) for model in state.present(unit.id)]
        for unit in state.units_of(side):
            for model in state.present(unit.id):
                for enemy in enemies:
                    yield book.sight(state, model.id, enemy)


def _models(state: State) -> list[str]:
    return [model.id for model in state.models.values() if model.on_table]


def _question(position: Position, asked: Verdict) -> tuple[Body, Body, list[str]] | None:
    """The two models of a verdict and the ids of all that is looked through; None where units are concerned."""
    state = position.state
    if asked.viewer not in state.models or asked.target not in state.models:
        return None
    viewer, target = state.models[asked.viewer], state.models[asked.target]
    groups = {state.units[model.unit].group for model in (viewer, target)}
    through = [m.id for m in state.models.values() if m.on_table and state.units[m.unit].group in groups]
    return body_of(viewer), body_of(target), through


def _margin(position: Position, asked: Verdict) -> Margin | None:
    """How far the target may shift before the answer flips; between two models only."""
    from battlefield.sight import look_margin

    if (found := _question(position, asked)) is None:
        return None
    viewer, target, through = found
    return look_margin(position.state.board, viewer, target, position.state.bodies(), transparent=through)


def _facing(position: Position, asked: Verdict) -> Facing | None:
    """Which side of a hull the viewer looks at."""
    from battlefield.sight import facing

    if (found := _question(position, asked)) is None:
        return None
    viewer, target, through = found
    return facing(position.state.board, viewer, target, position.state.bodies(), transparent=through)


def _line(position: Position, asked: Verdict, margin: Margin | None) -> dict[str, Any]:
    """Everything a verdict says, as a line of JSON."""
    line = [[inches(v) for v in spot] for spot in asked.line] if asked.line else None
    side = _facing(position, asked)
    cover = {"rule": asked.cover.rule, "save": asked.cover.save, "by": list(asked.cover.by)} if asked.cover else None
    return {
        "scene": str(position.path),
        "edition": position.edition,
        "from": asked.viewer,
        "to": asked.target,
        "visible": asked.visible,
        "fully_visible": asked.fully,
        "hidden_fraction": asked.hidden / MILLION,
        "facing": side.name if side else None,
        "facing_hidden_fraction": side.hidden if side else None,
        "cover": cover,
        "line": line,
        "blockers": list(asked.blockers),
        "margin": margin.data() if margin else None,
        "distance": round(inches(position.book.distance(position.state, asked.viewer, asked.target)), 4),
        "rules": list(asked.rules),
        "reason": messages.event(asked.told(), position.state, position.book),
    }


SIDES = {"left": "to its left", "right": "to its right", "over": "below it", "under": "above it"}


def _passing(position: Position, asked: Verdict) -> str:
    """What the line of sight of two models passes most closely, in a sentence."""
    from battlefield.sight import passes

    if asked.line is None or (found := _question(position, asked)) is None:
        return ""
    state, (start, end) = position.state, ([inches(v) for v in spot] for spot in asked.line)
    line = (start[0], start[1], start[2]), (end[0], end[1], end[2])
    for near in passes(state.board, state.bodies(), line, transparent=found[2])[:1]:
        return f' The line has {near.id} {SIDES[near.side]}, {near.clearance:.2f}" away.'
    return ""


def _told(position: Position, asked: Verdict, margin: Margin | None) -> str:
    """A verdict in words."""
    answer = "visible" if asked.visible else "hidden"
    words = f"{position.path.name} ({position.edition}) {asked.viewer} -> {asked.target}: {answer}"
    words += f". {messages.event(asked.told(), position.state, position.book)}"
    if asked.cover and f"{asked.cover.save}+" not in words:
        words += f" Cover save {asked.cover.save}+."
    words += _passing(position, asked)
    if margin is not None:
        words += f" {margin.told()}" + (TOO_CLOSE if margin.proven < NEAR else "")
    return f"{words} [{', '.join(asked.rules)}]"
