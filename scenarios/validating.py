"""From plain data to schema models, with every misfit said in words and placed on its line."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from scenarios.problems import Report, meant, shown
from scenarios.reading import Document, KeyPath

M = TypeVar("M", bound=BaseModel)

_KINDS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
_LIMITS = {"greater_than": "more than", "greater_than_equal": "at least", "less_than": "less than",
           "less_than_equal": "at most"}  # fmt: skip
_BOUNDS = ("gt", "ge", "lt", "le")


@dataclass(frozen=True, slots=True)
class Read(Generic[M]):
    """A file as a schema model (None: nothing fits), its data and lines, and whether nothing had to be left out."""

    file: M | None
    document: Document
    whole: bool

    def line(self, *where: str | int) -> int:
        """The line of a value, or of the nearest thing around it."""
        return self.document.line(*where)


def validate(document: Document, model: type[M], report: Report) -> Read[M]:
    """The document as a schema model; misfits are noted in the report.

    What does not fit is then left out where it is an entry of a list or a table, so that the rest can be checked too.
    """
    if not isinstance(document.data, dict):
        report.add(1, f"holds {shown(document.data)}, not a mapping of keys to values", "begin it with 'sightline: 1'")
        return Read(None, document, False)
    whole = True
    for _ in range(3):
        try:
            return Read(model.model_validate(document.data, by_alias=True), document, whole)
        except ValidationError as error:
            found = error.errors(include_url=False)
        if whole:
            _note(document, model, found, report)
            whole = False
        document = _without(document, {_place(document, e["loc"]) for e in found})
    return Read(None, document, False)


def _place(document: Document, loc: tuple[int | str, ...]) -> KeyPath:
    """The path in the data that an error location means, without the names of union members."""
    place: KeyPath = ()
    for step in loc:
        if (*place, step) in document.lines:
            place = (*place, step)
    return place


def _note(document: Document, model: type[BaseModel], found: list[Any], report: Report) -> None:
    grouped: dict[tuple[KeyPath, str], list[Any]] = {}
    for error in found:
        place = _place(document, error["loc"])
        name = str(error["loc"][-1]) if error["type"] == "missing" else ""
        grouped.setdefault((place, name), []).append(error)
    for (place, _), errors in grouped.items():
        message, remedy = _words(model, place, errors)
        report.add(document.line(*place), message, remedy)


def named(place: KeyPath) -> str:
    """A path as people write it.

    >>> named(("terrain", 2, "outline"))
    'terrain[2].outline'
    """
    text = ""
    for step in place:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text if len(text) <= 100 else text[:97] + "..."


def _words(model: type[BaseModel], place: KeyPath, errors: list[Any]) -> tuple[str, str]:
    """What is wrong with one value, and the remedy."""
    error, where = errors[0], named(place) or "the file"
    kind, given = error["type"], shown(error["input"])
    if kind == "missing":
        return f"{where} has no {error['loc'][-1]!r}", f"add '{error['loc'][-1]}: ...'"
    if kind == "extra_forbidden":
        return f"{where}: there is no key {shown(place[-1])} here", meant(place[-1], fields_at(model, place[:-1]))
    wanted = list(dict.fromkeys(_wanted(e) for e in errors))
    if kind == "value_error":
        said, _, remedy = str(error["msg"]).removeprefix("Value error, ").partition("; ")
        return f"{where} {said}", remedy
    if error["loc"][-1] == "[key]":
        return f"{where}: {given} cannot be a key here", f"use {wanted[0]}"
    if kind == "literal_error" and len(errors) == 1 and isinstance(error["input"], str):
        choices = [c.strip(" '") for c in error["ctx"]["expected"].replace(" or ", ", ").split(",")]
        return f"{where} is {given}", meant(error["input"], choices)
    return f"{where} is {given}", f"use {' or '.join(wanted)}"


def _wanted(error: Any) -> str:
    """What would have fitted, in words."""
    kind, ctx = error["type"], error.get("ctx", {})
    if kind in _KINDS:
        return _KINDS[kind]
    if kind in _LIMITS:
        bound = next(ctx[b] for b in _BOUNDS if b in ctx)
        return f"a number {_LIMITS[kind]} {bound:g}"
    if kind == "literal_error":
        return f"one of {ctx['expected']}".replace(" or ", ", ") if "," in ctx["expected"] else str(ctx["expected"])
    if kind == "string_pattern_mismatch":
        small = "small " if "A-Z" not in ctx["pattern"] else ""
        return f"{small}letters, digits and underscores without spaces"
    if kind in ("string_too_long", "string_too_short"):
        return f"text of {'at most' if 'max_length' in ctx else 'at least'} {next(iter(ctx.values()))} characters"
    if kind in ("too_long", "too_short"):
        bound = ctx.get("max_length", ctx.get("min_length"))
        return f"{'at most' if kind == 'too_long' else 'at least'} {bound} entries"
    return str(error["msg"])


def fields_at(model: type[BaseModel], place: KeyPath) -> list[str]:
    """The keys that the schema knows at a path of the data."""
    kinds: list[Any] = [model]
    for step in place:
        kinds = [inner for kind in kinds for inner in _inside(kind, step)]
    return sorted({field.alias or name for kind in kinds for name, field in kind.model_fields.items()
                   if isinstance(kind, type)})  # fmt: skip


def _inside(kind: Any, step: str | int) -> list[type[BaseModel]]:
    """The schema models that a field of one, or an entry of that field, may be."""
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return []
    if isinstance(step, int):
        return [kind]
    for name, info in kind.model_fields.items():
        if step in (name, info.alias):
            return _models_in(info.annotation)
    return [kind]


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if arguments := typing.get_args(annotation):
        return [found for argument in arguments for found in _models_in(argument)]
    return [annotation] if isinstance(annotation, type) and issubclass(annotation, BaseModel) else []


def _without(document: Document, places: set[KeyPath]) -> Document:
    """The document without the top-level values, or entries of top-level lists and tables, that hold these places."""
    dropped = {
        place[:2] if isinstance(document.data.get(place[0]), (list, dict)) else place[:1] for place in places if place
    }
    data: dict[str, Any] = {}
    moved: dict[KeyPath, KeyPath] = {}
    for key, held in document.data.items():
        if (key,) in dropped:
            continue
        if isinstance(held, list):
            kept = [i for i in range(len(held)) if (key, i) not in dropped]
            data[key] = [held[i] for i in kept]
            moved.update({(key, old): (key, new) for new, old in enumerate(kept)})
        elif isinstance(held, dict):
            data[key] = {k: v for k, v in held.items() if (key, k) not in dropped}
        else:
            data[key] = held
    lines = {}
    for place, line in document.lines.items():
        if place[:2] not in dropped:
            lines[(*moved.get(place[:2], place[:2]), *place[2:])] = line
    return Document(document.path, data, lines)
