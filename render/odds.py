"""Exact odds on the command line: of shooting, of a charge with the fight that follows, and of tests."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from engine.books import book_for
from engine.core.facts import fact, facts
from engine.core.state import State
from engine.mechanics.odds import chance, rolled
from engine.session import Session
from scenarios.catalogue import find_scenario
from scenarios.loader import load_scene

KINDS = ("shooting", "combat")

WRITTEN = (".yaml", ".yml", ".json")
"""Endings of scenes and scenarios; any other file is taken for a saved battle."""

Told = dict[str, object]


def odds_of(arguments: Namespace) -> list[Told]:
    """What was asked, as plain data, one entry for each kind of odds.

    Raises
    ------
    LookupError
        for a unit that is not there, or a question that cannot be read.
    ScenarioError, JournalError
        for a file that cannot be read.
    """
    if arguments.test:
        return [chances_of(arguments.test, arguments.dice)]
    if arguments.position is None or arguments.unit is None or arguments.target is None:
        raise LookupError("odds takes a position and two units, or --test; see sightline odds --help")
    state = position(arguments.position)
    for unit in (arguments.unit, arguments.target):
        _standing(state, unit)
    if state.side_of(arguments.unit) == state.side_of(arguments.target):
        raise LookupError(f"{arguments.unit} and {arguments.target} are on the same side")
    return [between(state, arguments.unit, arguments.target, kind) for kind in arguments.kind or KINDS]


def position(name: str) -> State:
    """The state in a battle file, or the position in a scene or scenario."""
    path = Path(name)
    if path.is_file() and path.suffix.lower() not in WRITTEN:
        return Session.load(path).state
    scene = load_scene(find_scenario(name))
    for doubt in scene.doubts:
        print(doubt, file=sys.stderr)
    setup = scene.setup
    try:
        return book_for(setup.edition).set_up(setup, "0")
    except ValueError as error:
        raise LookupError(f"{name}: {error}; odds need models with profiles and weapons") from None


def _standing(state: State, unit: str) -> None:
    if unit not in state.units:
        known = ", ".join(state.units)
        raise LookupError(f"there is no unit {unit!r}; there are: {known}")
    if not state.present(unit):
        raise LookupError(f"{unit} is not on the table: place its models in the file, or name a saved battle")


def between(state: State, unit: str, target: str, kind: str) -> Told:
    """The book's odds of one unit against another; of combat with `reach`, the chance that the charge arrives."""
    book, asked = book_for(state.setup.edition), {"unit": unit, "target": target}
    found: Told = dict(book.odds(state, facts(kind=kind, **asked)))
    if kind == "combat" and "reach" not in found:
        found["reach"] = fact(book.odds(state, facts(kind="charge", **asked)), "chance")
    return {"kind": kind, **asked, **found}


def chances_of(question: str, dice: int) -> Told:
    """The odds of a score: `4+` on each of some dice, or `8` or less on 2D6.

    >>> chances_of("4+", 1)["chance"], chances_of("7", 1)["chance"]
    (500000, 583333)
    """
    text, more = question.removesuffix("+"), question.endswith("+")
    if not text.isdecimal() or not 1 <= int(text) <= (6 if more else 12):
        raise LookupError(f"--test takes a score such as 4+ (1+ to 6+), or a Leadership from 1 to 12; not {question!r}")
    score = int(text)
    if not more:
        low = [share for total, share in rolled(2, 6).items() if total <= score]
        whole = 0.0
        for share in low:
            whole += share
        return {"kind": "test", "test": f"2D6 of {score} or less", "chance": round(whole * 1_000_000)}
    once = chance(score) if score > 1 else 1.0
    chances = [1.0]
    for _ in range(dice):
        chances = [
            (chances[n] if n < len(chances) else 0.0) * (1 - once) + (chances[n - 1] * once if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return {
        "kind": "test", "test": f"{dice}D6, each {score}+", "chance": round(once * 1_000_000),
        "chances": [round(c * 1_000_000) for c in chances],
    }  # fmt: skip


def sentences(told: Told) -> list[str]:
    """The odds in words, and a table of what may happen."""
    if told["kind"] == "test":
        return [f"{told['test']}: {_percent(told['chance'])}", *_table(told.get("chances"), "success", "successes")]
    head = f"{told['unit']} {'shoots at' if told['kind'] == 'shooting' else 'charges'} {told['target']}"
    if told["kind"] == "shooting":
        cover = ", in cover" if told["cover"] is True else f", cover {told['cover']}+" if told["cover"] else ""
        return [
            f"{head}: {told['shots']} weapons fire{cover}; {_lost(told)}",
            *_table(told["chances"], "model", "models"),
        ]
    if "inflicted" not in told:  # a fight of one unit alone: the other's blows are its own fight
        struck = f"{_thousandths(told['attacks'])} attacks; {_lost(told)}"
        return [
            f"{head}: arrives {_percent(told['reach'])}; then {struck}",
            *_table(told["chances"], "model", "models"),
        ]
    blows = f"{_thousandths(told['inflicted'])} Wounds struck, {_thousandths(told['suffered'])} taken on average"
    ends = f"wins {_percent(told['win'])}, draws {_percent(told['draw'])}, loses {_percent(told['lose'])}"
    return [
        f"{head}: arrives {_percent(told['reach'])}; then {blows}; {ends}",
        *_table(told["killed"], "model", "models"),
    ]


def _lost(told: Told) -> str:
    return f"{_thousandths(told['wounds'])} Wounds, {_thousandths(told['models'])} models on average"


def _percent(millionths: object) -> str:
    assert isinstance(millionths, int)
    return f"{millionths / 10_000:.1f}%"


def _thousandths(number: object) -> str:
    assert isinstance(number, int)
    return f"{number / 1000:.2f}"


def _table(chances: object, one: str, many: str) -> list[str]:
    if not isinstance(chances, list | tuple):
        return []
    return [f"  {n:3} {one if n == 1 else many}: {_percent(share):>6}" for n, share in enumerate(chances) if share]


def lines(told: Told, as_json: bool) -> list[str]:
    """What is printed."""
    return [json.dumps(told)] if as_json else sentences(told)
