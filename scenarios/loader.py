"""Loading scenes, scenarios, armies and catalogues, and checking any of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.books import book_to_play
from engine.core.book import Book
from engine.core.setup import Setup
from scenarios.armies import check_army
from scenarios.building import Builder
from scenarios.problems import Problem, Report, ScenarioError
from scenarios.reading import Document, KeyPath, read
from scenarios.scene import Scene
from scenarios.schema.formats import army_format, scenario_format, scene_format
from scenarios.schema.scene import SceneFile
from scenarios.schema.terrain import CatalogueFile
from scenarios.terrain import check_catalogue
from scenarios.validating import validate

SCENARIO_KEYS = ("mission", "deployment", "points", "power")


def load_scene(path: Path | str, edition: str | None = None) -> Scene:
    """The position in a scene or scenario file, under another edition's rules when one is named.

    What is written for one edition alone, its datasheets, is left out under another. What can hardly be meant (an
    outline that crosses itself, models that overlap) is made the best of, and noted among the scene's doubts.

    Raises
    ------
    ScenarioError
        with every problem of the file and of the files it names.
    """
    document, report = read(path), Report(path, lenient=True)
    setup, asked = _setup(document, scene_format(document.data), edition, report), document.data.get("asked")
    doubts = tuple(sorted(set(report.doubts)))
    question = (str(asked["from"]), str(asked["to"])) if asked else None
    return Scene(Path(path), setup, question, doubts, _errors(document.data))


def _errors(data: dict[str, Any]) -> tuple[tuple[str, float], ...]:
    """How far things may be from where the file puts them, by id."""
    entries = [*(data.get("models") or ()), *(data.get("terrain") or ())]
    return tuple((str(entry["id"]), float(entry["error"])) for entry in entries if entry.get("error"))


def arrange(data: dict[str, Any], path: Path | str, edition: str | None = None) -> tuple[Setup | None, Report]:
    """The position that plain data describe, as far as one can be made of them, with the problems for which a file with
    them would be refused, and its doubts. `path` names the file, for what it refers to."""
    document, report = Document(Path(path), data, dict.fromkeys(_places(data), 0)), Report(path, lenient=True)
    found = validate(document, scene_format(data), report)
    setup = None if found.file is None else Builder(found.file, found, report, edition).build(Path(path).stem)
    return setup, report


def _places(data: Any, where: KeyPath = ()) -> Iterator[KeyPath]:
    """The path of every value in plain data."""
    yield where
    children: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, child in children:
        yield from _places(child, (*where, key))


def load_scenario(path: Path | str, *, tried: bool = False) -> Setup:
    """What a battle of the scenario starts from; `tried` also asks the book of its edition whether it can begin one.

    Raises ScenarioError as `load_scene`.
    """
    document = read(path)
    setup = _setup(document, scenario_format(document.data))
    if tried:
        _try_out(setup, path)
    return setup


def rules_of(setup: Setup, path: Path | str) -> Book:
    """The book by which the battle of a scenario can be played. Raises ScenarioError where there is none."""
    try:
        return book_to_play(setup.edition)
    except ValueError as error:
        raise ScenarioError([Problem(str(path), 0, str(error), "ask `los` who sees whom in it")]) from None


def check(path: Path | str) -> list[Problem]:
    """Every problem of a scene, scenario, army file or terrain catalogue, in order of lines; empty when it is fine."""
    try:
        document = read(path)
        data: Any = document.data if isinstance(document.data, dict) else {}
        if "kinds" in data and "table" not in data:
            _check_catalogue(document)
        elif "army" in data:
            _check_army(document)
        elif data and not any(
            key in scene_format(data).model_fields for key in data if key not in ("sightline", "edition")
        ):
            raise ScenarioError([_unknown(document)])
        else:
            played = any(key in data for key in SCENARIO_KEYS)
            setup = _setup(document, scenario_format(data) if played else scene_format(data))
            if played:
                _try_out(setup, path)
    except ScenarioError as error:
        return list(error.problems)
    return []


def _unknown(document: Document) -> Problem:
    said = (
        "is neither a scene or scenario (with a 'table'), nor an army file ('army'), nor a terrain catalogue ('kinds')"
    )
    return Problem(str(document.path), 1, said, "look at the files that come with the game")


def _setup(
    document: Document, model: type[SceneFile], edition: str | None = None, report: Report | None = None
) -> Setup:
    report = Report(document.path) if report is None else report
    if isinstance(document.data, dict) and "table" not in document.data:
        for key, what in (("army", "an army file"), ("kinds", "a terrain catalogue")):
            if key in document.data:
                report.add(document.line(key), f"this is {what}, not a scene or scenario", "name it in a scenario")
        report.settle()
    found = validate(document, model, report)
    setup = None
    if found.file is not None:
        setup = Builder(found.file, found, report, edition).build(document.path.stem)
    report.settle()
    assert setup is not None
    return setup


def _try_out(setup: Setup, path: Path | str) -> None:
    """Raise ScenarioError where there is no book to play the battle by, or it cannot begin it."""
    book = rules_of(setup, path)
    try:
        book.set_up(setup, "0")
    except ValueError as error:
        said = f"no battle can be made of it: {error}"
        raise ScenarioError([Problem(str(path), 0, said, "change that in this file or in the army's")]) from None


def _check_catalogue(document: Document) -> None:
    report = Report(document.path)
    check_catalogue(validate(document, CatalogueFile, report), report)
    report.settle()


def _check_army(document: Document) -> None:
    report = Report(document.path)
    check_army(validate(document, army_format(document.data), report), report)
    report.settle()
