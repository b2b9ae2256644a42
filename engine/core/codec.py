"""Records and their text form.

A record is a frozen, slotted dataclass made of other records, tuples, strings, whole numbers, truth values and None.
No float is ever written: lengths and angles are whole numbers. Equal records have equal text, on every machine.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, dataclass_transform

from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round
from battlefield.terrain import Floor, Opening, Piece, Wall

T = TypeVar("T")

TAG = "@"
_CLASSES: dict[str, type] = {}
_FIELDS: dict[type, tuple[tuple[str, Any], ...]] = {}
_NAMES: dict[type, frozenset[str]] = {}
_TAGS: dict[type, str] = {}
_SIMPLE = (str, int, type(None))


class CodecError(ValueError):
    """The text is not that of a record of this version."""


def register(cls: type[T]) -> type[T]:
    """Make a frozen dataclass known to the codec under its class name, which must be unique in the program.

    A package that has records named like another's says what stands before their names: `RECORDS = "mine."`.
    """
    package = sys.modules.get(cls.__module__.rpartition(".")[0])
    name = f"{getattr(package, 'RECORDS', '')}{cls.__name__}"
    if _CLASSES.setdefault(name, cls) is not cls and _CLASSES[name].__module__ != cls.__module__:
        raise TypeError(f"two record classes are called {name}")
    _CLASSES[name], _TAGS[cls] = cls, name
    _NAMES[cls] = frozenset(f.name for f in dataclasses.fields(cls))  # type: ignore[arg-type]
    _FIELDS[cls] = tuple((f.name, f.default) for f in dataclasses.fields(cls))  # type: ignore[arg-type]
    return cls


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Class decorator: a frozen, slotted dataclass that the codec can write and read."""
    return register(dataclasses.dataclass(frozen=True, slots=True)(cls))


for _known in (Pose, Round, Oval, Rect, Hull, Piece, Wall, Floor, Opening):
    register(_known)


def encode(value: object) -> Any:
    """A record, or plain values in tuples and mappings, as JSON data. Fields at their default are left out.

    Raises
    ------
    CodecError
        for a float, a list or any other thing that must not be in a record; lists are read in mappings alone.
    """
    if isinstance(value, _SIMPLE):
        return value
    if isinstance(value, tuple):
        return [encode(v) for v in value]
    fields = _FIELDS.get(type(value))
    if fields is not None:
        data: dict[str, Any] = {TAG: _TAGS[type(value)]}
        for name, default in fields:
            v = getattr(value, name)
            if v is not default and v != default:
                data[name] = encode(v)
        return data
    if isinstance(value, Mapping):
        return {str(k): _encode_foreign(v) for k, v in value.items()}
    raise CodecError(f"{type(value).__name__} cannot be part of a record: {value!r}")


def _encode_foreign(value: object) -> Any:
    """What stands in a mapping, which others wrote: lists are as good as tuples there."""
    return [_encode_foreign(v) for v in value] if isinstance(value, (list, tuple)) else encode(value)


def decode(data: Any) -> Any:
    """The value that `encode` wrote; lists come back as tuples.

    Raises
    ------
    CodecError
        when a record's class or one of its fields is unknown, or one is missing.
    """
    if isinstance(data, _SIMPLE):
        return data
    if isinstance(data, list):
        return tuple([decode(v) for v in data])
    if not isinstance(data, dict):
        raise CodecError(f"a fraction where a whole number belongs: {data!r}")
    if TAG not in data:
        return {k: decode(v) for k, v in data.items()}
    cls = _CLASSES.get(data[TAG]) if isinstance(data[TAG], str) else None
    if cls is None:
        raise CodecError(f"no record is called {data[TAG]!r}")
    values = {k: v if isinstance(v, _SIMPLE) else decode(v) for k, v in data.items() if k != TAG}
    if not values.keys() <= _NAMES[cls]:
        raise CodecError(f"{data[TAG]} has no field {min(values.keys() - _NAMES[cls])!r}")
    try:
        return cls(**values)
    except TypeError as error:
        raise CodecError(f"{data[TAG]}: {error}") from None


def text(value: object) -> str:
    """The one-line JSON text of a value, the same for equal values."""
    return json.dumps(encode(value), separators=(",", ":"), ensure_ascii=False)


_TEXTS: dict[int, tuple[object, str]] = {}
_TEXTS_KEPT = 20_000


def record_text(value: object) -> str:
    """`text`, remembered for each record object. By identity: 1 and True are equal and have different texts."""
    kept = _TEXTS.get(id(value))
    if kept is not None and kept[0] is value:
        return kept[1]
    made = text(value)
    if type(value) in _FIELDS:
        if len(_TEXTS) >= _TEXTS_KEPT:
            _TEXTS.clear()
        _TEXTS[id(value)] = (value, made)
    return made


def digest(*texts: str) -> str:
    """A short fingerprint of texts, in order."""
    return hashlib.blake2b("\0".join((*texts, "")).encode(), digest_size=8).hexdigest()


def copied(value: T) -> T:
    """An equal record that is not the same object; anything else as it is."""
    if type(value) not in _FIELDS:
        return value
    make: Callable[..., T] = type(value)
    return make(**{name: getattr(value, name) for name, _ in _FIELDS[type(value)]})
