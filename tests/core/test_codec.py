"""Records and their text: what is written is read back, equal records have equal text, the rest is refused."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.session  # noqa: F401 - makes every record of the core known
from battlefield.pose import Pose
from battlefield.terrain import Piece, Wall
from engine.core import codec
from engine.core.codec import CodecError
from engine.core.record import dump
from engine.core.records import Effect, Model, Work
from engine.core.setup import Setup
from tests.torture.setup import torture_setup

PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
VALUES = st.recursive(PLAIN, lambda inner: st.tuples(inner) | st.tuples(inner, inner), max_leaves=4)
JSON = st.recursive(PLAIN, lambda inner: st.dictionaries(st.text(max_size=4), inner, max_size=2), max_leaves=4)
RECORDS = [c for n, c in sorted(codec._CLASSES.items()) if c.__module__.startswith(("engine.core", "battlefield"))]


def of_hint(hint: Any) -> st.SearchStrategy[Any]:
    """Values that a field with this type hint can hold."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return VALUES
    if dataclasses.is_dataclass(hint):
        return of_class(typing.cast(type, hint))
    if origin in (typing.Union, types.UnionType):
        return st.one_of([of_hint(h) for h in inner])
    if origin is tuple and inner[-1:] == (Ellipsis,):
        return st.lists(of_hint(inner[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(of_hint, inner))
    if origin is not None:
        return JSON.filter(lambda v: isinstance(v, dict) and codec.TAG not in json.dumps(v))
    return {str: st.text(max_size=6), int: st.integers(), bool: st.booleans(), type(None): st.none()}[hint]


def of_class(cls: type) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(cls)
    return st.builds(cls, **{f.name: of_hint(hints[f.name]) for f in dataclasses.fields(cls)})


@pytest.mark.parametrize("cls", RECORDS, ids=lambda cls: cls.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_every_record_comes_back_as_it_was_written(cls: type, data: st.DataObject) -> None:
    value = data.draw(of_class(cls))
    text = codec.text(value)
    back = codec.decode(json.loads(text))
    assert back == value and type(back) is cls
    assert codec.text(back) == text == codec.text(codec.copied(value))
    assert dump(json.loads(text)) == text, "a line that was read is written as it was"


@given(VALUES)
def test_plain_values_come_back(value: Any) -> None:
    assert codec.decode(json.loads(codec.text(value))) == value


def test_a_setup_comes_back_with_its_sheets_readable_in_the_same_way() -> None:
    setup = codec.decode(codec.encode(torture_setup()))
    assert isinstance(setup, Setup)
    assert setup.sheets["guns"]["shots"] == (1, 2)
    assert codec.decode(codec.encode(setup)) == setup
    assert codec.text(setup) == codec.text(torture_setup())


@pytest.mark.parametrize(
    "bad", [1.5, [1], {1, 2}, object(), b"x", (1, 2.0), Work("w", "k", [1]), Work("w", "k", {"a": 0.5})]
)
def test_what_must_not_be_in_a_record_is_refused(bad: object) -> None:
    with pytest.raises(CodecError):
        codec.text(bad)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"@":"Nothing"}', "no record is called 'Nothing'"),
        ('{"@":"Pose","x":1,"y":2,"w":3}', "Pose has no field 'w'"),
        ('{"@":"Pose","x":1}', "Pose"),
        ('{"@":"Pose","x":1.5,"y":2}', "a fraction"),
    ],
)
def test_text_that_is_no_record_says_why(text: str, why: str) -> None:
    with pytest.raises(CodecError, match=why):
        codec.decode(json.loads(text))


def test_fields_at_their_default_are_left_out() -> None:
    assert codec.text(Pose(1, 2)) == '{"@":"Pose","x":1,"y":2}'


def test_two_record_classes_cannot_share_a_name() -> None:
    other = dataclasses.make_dataclass("Pose", [("x", int)], frozen=True)
    other.__module__ = "elsewhere"
    with pytest.raises(TypeError, match="two record classes are called Pose"):
        codec.register(other)


def test_remembered_texts_are_those_of_the_very_object() -> None:
    one, true = Effect("e", "", "", "", "", (("n", 1),)), Effect("e", "", "", "", "", (("n", True),))
    assert one == true
    assert codec.record_text(one) != codec.record_text(true)
    for number in range(3000):  # ids of dead records are given to new ones
        fresh = Work("w", "k", number)
        assert codec.record_text(fresh) == codec.text(fresh)
        del fresh


def test_remembered_texts_do_not_grow_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "_TEXTS_KEPT", 50)
    codec._TEXTS.clear()
    for number in range(200):
        codec.record_text(Pose(number, 0))
    assert len(codec._TEXTS) <= 50


def test_a_digest_tells_where_one_text_ends() -> None:
    assert codec.digest("ab", "c") != codec.digest("a", "bc") != codec.digest("abc")


def test_a_copy_is_equal_and_another_object() -> None:
    wall = Wall(((0, 0), (1, 0)), 1, 0, 1)
    piece = Piece("p", "ruin", "Ruin", ((0, 0), (1, 0), (0, 1)), 0, 1, (wall,))
    twin = codec.copied(piece)
    assert twin == piece and twin is not piece
    assert Model in codec._FIELDS
