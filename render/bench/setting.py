"""From the plain data of a scene to the states in which the books look at it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from battlefield import terrain
from engine.books import book_for
from engine.core.state import State
from render.battle.staging import letters
from render.bench.plain import Data
from scenarios.loader import arrange, load_scene
from scenarios.problems import Problem, Report
from scenarios.reading import read
from scenarios.schema.terrain import Kind
from scenarios.schema.terrain import Piece as PieceItem
from scenarios.terrain import Maker, kinds_for, standard_kinds
from scenarios.writer import scene_data

FOR_PLAY = ("mission", "deployment", "points", "zones", "edges", "story")
"""What a position on the bench does not need: it is looked at, not played."""

BOUGHT = ("profile", "gear", "mounts", "wounds")
"""What a model has from the datasheets of one edition, which mean nothing in another."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """A position by one edition: its state, or in one sentence why there is none; what a file with it would be refused
    for, and what can hardly be meant."""

    state: State | None
    trouble: str
    problems: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def arranged(data: Data, path: Path, edition: str) -> Arranged:
    """Set a position up by the book of an edition."""
    try:
        setup, report = arrange(for_edition(data, edition), path, edition)
        told = tuple(dict.fromkeys(map(_told, report.problems)))
        doubts = tuple(dict.fromkeys(map(_told, report.doubts)))
        if setup is None:
            return Arranged(None, told[0] if told else "It is not a scene.", told, doubts)
        return Arranged(book_for(edition).set_up(setup, "0"), "", told, doubts)
    except (ValueError, LookupError) as error:
        return Arranged(None, str(error), (str(error),))


def _told(problem: Problem) -> str:
    words = f"{problem.message}; {problem.remedy}" if problem.remedy else problem.message
    return words[:1].upper() + words[1:] + "."


def for_edition(data: Data, edition: str) -> Data:
    """The data as another edition takes them: without the datasheets of its own, and every kind with a meaning."""
    if edition == data.get("edition"):
        return data
    models = [{k: v for k, v in model.items() if k not in BOUGHT} for model in data.get("models") or ()]
    units = {
        id: {k: v for k, v in unit.items() if k != "sheet"} for id, unit in (data.get("units") or {}).items()
    }  # fmt: skip
    kinds = {key: _meant(kind, edition) for key, kind in (data.get("kinds") or {}).items()}
    new = {**data, "models": models, "units": units, "kinds": kinds}
    new.pop("sheets", None)
    return new


def _meant(kind: Data, edition: str) -> Data:
    """A kind that means something in an edition: what the kind it counts as means there, else nothing."""
    meaning = kind.get("meaning") or {}
    if edition in meaning:
        return kind
    like = standard_kinds().get(str(kind.get("counts_as")))
    said = dict(like.meaning).get(edition) if like is not None else None  # type: ignore[call-overload]
    plain = said.model_dump() if said is not None else {"traits": [], "cover": "none"}
    return {**kind, "meaning": {**meaning, edition: plain}}


def piece_of(data: Data, entry: Data, edition: str) -> terrain.Piece | None:
    """The piece that one entry of the terrain makes on the table; None when it makes none."""
    own = for_edition({**data, "models": [], "units": {}}, edition).get("kinds") or {}
    kinds = {**standard_kinds(), **{key: Kind.model_validate(kind) for key, kind in own.items()}}
    made = Maker(edition, kinds, Report("")).make(PieceItem.model_validate(entry, by_alias=True), 0)
    return None if made is None else made[0]


def opened(path: Path) -> Data:
    """The data of a scene or scenario file as the bench keeps them: every model by itself, nothing in other files.

    Raises ScenarioError, or LookupError when the book of its edition cannot set it up.
    """
    scene = load_scene(path)
    data: Data = dict(read(path).data)
    if data.get("catalogue"):
        kinds = {**kinds_for(None), **_other_kinds(data, path)}
        own = {key: kind for key, kind in kinds.items() if kind is not standard_kinds().get(key)}
        plain = {key: kind.model_dump(by_alias=True, exclude_defaults=True, mode="json") for key, kind in own.items()}
        data["kinds"] = {**plain, **(data.get("kinds") or {})}
        del data["catalogue"]
    if any(side.get("army") for side in data.get("sides") or ()):
        try:
            state = book_for(scene.setup.edition).set_up(scene.setup, "0")
        except ValueError as error:
            raise LookupError(f"{path}: {error}") from None
        written = scene_data(state)
        for key in ("sides", "units", "models", "sheets"):
            data.pop(key, None)
            data.update({key: written[key]} if key in written else {})
    return tidied(data)


def _other_kinds(data: Data, path: Path) -> dict[str, Kind]:
    from scenarios.finding import ASSETS, find

    found, _ = find(data["catalogue"], path.parent, ASSETS / "terrain")
    return dict(kinds_for(found))


def from_state(state: State, title: str = "") -> Data:
    """The data of a battle's position: what stands on the table now, by the letters that the battle shows."""
    data, called = scene_data(state, title), letters(state)
    units = {id: {**unit, "letter": called[id]} for id, unit in data["units"].items()}
    return tidied({**data, "units": units})


def tidied(data: Data) -> Data:
    """The data without what only a battle needs, and with two sides, of which one may have nobody."""
    new: dict[str, Any] = {key: value for key, value in data.items() if key not in FOR_PLAY}
    new["terrain"] = [_by_text(entry) for entry in new.get("terrain") or ()]
    models = [_by_text(model) for model in new.get("models") or () if not model.get("reserve")]
    new["models"] = models
    here = {model.get("unit") for model in models}
    new["units"] = {
        str(id): {k: v for k, v in unit.items() if k not in ("aboard", "joined") or str(v) in map(str, here)}
        for id, unit in (new.get("units") or {}).items()
        if str(id) in here
    }
    new["sides"] = _two_sides(new)
    return new


def _by_text(entry: Data) -> Data:
    """An entry whose ids are texts, as the loader reads them."""
    named = {key: str(entry[key]) for key in ("id", "unit", "side") if entry.get(key) is not None}
    return {**entry, **named}


def _two_sides(data: Data) -> list[Data]:
    found = [{"id": str(side["id"]), "name": side["name"]} for side in data.get("sides") or ()]
    if not found:
        named = [unit.get("side") for unit in data["units"].values()] + [m.get("side") for m in data["models"]]
        found = [{"id": id, "name": str(id).capitalize()} for id in dict.fromkeys(named) if id]
    for spare in ("blue", "orange"):
        if len(found) < 2 and all(side["id"] != spare for side in found):
            found.append({"id": spare, "name": spare.capitalize()})
    return found
