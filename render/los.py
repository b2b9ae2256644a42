"""The verdict on a position, for people who disagree: text, JSON lines, and a picture."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.books import EDITIONS, book_for
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from render.los_lines import Position, line_of, told, weighed
from render.verdict_words import decide
from scenarios.loader import load_scene
from scenarios.scene import Scene

EVERY = "all"

MOST_PICTURED = 6
"""So many positions fit into one picture."""


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
    single = arguments.pair or arguments.units
    shown: list[tuple[Position, list[Verdict]]] = []
    for position in _positions(arguments):
        shown.append((position, []))
        for asked in _verdicts(position, arguments):
            shown[-1][1].append(asked)
            decided = decide(position.state, position.book, asked) if arguments.margin else None
            doubt = weighed(position, asked) if single or position.asked else None
            show = line_of if arguments.json else told
            print(show(position, asked, decided, doubt))
        if not shown[-1][1]:
            print(f"{position.path}: no two models of opposing sides stand on the table", file=sys.stderr)
    if arguments.png is not None and shown:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from render.los_picture import save_picture

        save_picture(shown, arguments.png, with_margin=arguments.margin)
    single = single or (shown and all(position.asked for position, _ in shown))
    return 1 if single and not any(verdict.visible for _, verdicts in shown for verdict in verdicts) else 0


def _check(arguments: argparse.Namespace) -> None:
    if arguments.pair and arguments.units:
        raise LookupError("--pair asks about two models and --units about two units; give one of them")
    if arguments.firing and not arguments.units:
        raise LookupError("--firing names models of the first unit of --units; give --units too")
    if arguments.png is None:
        return
    if arguments.png.suffix.lower() != ".png":
        raise LookupError(f"--png writes a PNG picture; name the file {arguments.png.stem}.png")
    many = len(arguments.scenes) * (len(EDITIONS) if arguments.edition == EVERY else 1)
    if many > MOST_PICTURED:
        raise LookupError(f"--png shows up to {MOST_PICTURED} positions side by side, not {many}; give fewer scenes")


def _positions(arguments: argparse.Namespace) -> Iterator[Position]:
    for path in arguments.scenes:
        editions: Sequence[str | None] = EDITIONS if arguments.edition == EVERY else (arguments.edition,)
        for edition in editions:
            if edition is not None:
                book_for(edition)
            scene = load_scene(path, edition)
            for doubt in scene.doubts if edition == editions[0] else ():
                print(doubt, file=sys.stderr)
            book = book_for(scene.setup.edition)
            if arguments.firing:
                scene = _with_only(scene, arguments.units[0], arguments.firing.split(","))
            try:
                state = book.set_up(scene.setup, "0")
            except ValueError as error:
                raise LookupError(f"{path}: {error}") from None
            yield Position(path, scene.setup.edition, book, state, scene.asked, scene.errors)


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
        if one == other:
            raise LookupError(f"{position.path}: {one!r} is asked about itself; name two")
        yield book.sight(state, one, other)
        return
    if position.asked is not None:
        yield book.sight(state, *position.asked)
        return
    for side in state.sides:
        others = (unit for other in state.sides if other != side for unit in state.units_of(other))
        enemies = [model.id for unit in others for model in state.present(unit.id)]
        for unit in state.units_of(side):
            for model in state.present(unit.id):
                for enemy in enemies:
                    yield book.sight(state, model.id, enemy)


def _models(state: State) -> list[str]:
    return [model.id for model in state.models.values() if model.on_table]
