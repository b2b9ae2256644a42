"""Files that no list is, and lists with something wrong in them."""

from __future__ import annotations

import base64
import gzip
import io
import json
import struct
import zipfile
from collections.abc import Callable

from tests.importing import forms, lists
from tests.importing.forms import Node, bolter, force, line, newrecruit, roster, rosz, sel, xml, zipped

GOOD = lists.drilled()
BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha">'
    + b"".join(f'<!ENTITY {b} "{f"&{a};" * 10}">'.encode() for a, b in zip("abcdefgh", "bcdefghi"))
    + b"]><roster>&i;</roster>"
)
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"/>'


def with_number(raw: str) -> bytes:
    """A list with a unit of so many models."""
    unit = sel("Men", "model", n=raw, cats=["*Troops"], profiles=[line("Men")], below=[bolter()])
    return xml(roster("Numbers", force("Patrol", unit)))


def with_cost(raw: str) -> bytes:
    return xml(GOOD).replace(b'value="74.0"', f'value="{raw}"'.encode())


def json_with(old: bytes, new: bytes) -> bytes:
    data = newrecruit(GOOD)
    assert old in data
    return data.replace(old, new)


def lying_zip() -> bytes:
    """A zip whose entry is far larger than it says."""
    raw = zipped({"list.ros": b"<roster>" + b" " * 40_000_000})
    return raw.replace(struct.pack("<L", 40_000_008), struct.pack("<L", 1_000))


def locked_zip() -> bytes:
    raw = bytearray(rosz(GOOD))
    raw[6] |= 1
    raw[raw.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(raw)


def crowded_zip() -> bytes:
    return zipped({f"{i}.txt": b"" for i in range(20_000)} | {"list.ros": xml(GOOD)})


def packed_with(method: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("list.ros", xml(GOOD))
    return out.getvalue()


def share_of(raw: bytes) -> bytes:
    return b"https://example.org/list?listData=" + base64.urlsafe_b64encode(gzip.compress(raw))


def nested_json(levels: int) -> bytes:
    return b'{"roster":{"forces":[' + b'{"forces":[' * levels + b"]}" * levels + b"]}}"


def empty_unit() -> Node:
    return roster("Nothing", force("Patrol", sel("Choice", cats=["*Configuration"])))


def game(name: str) -> bytes:
    return xml({**GOOD, "game": name})


Make = Callable[[], bytes]

BAD: dict[str, tuple[Make, str]] = {
    "entity bomb": (lambda: BOMB, "DOCTYPE"),
    "external entity": (lambda: OUTSIDE, "DOCTYPE"),
    "entity bomb in a zip": (lambda: zipped({"list.ros": BOMB}), "DOCTYPE"),
    "entity bomb in UTF-16": (lambda: BOMB.decode().encode("utf-16"), "UTF-8"),
    "entity bomb in UTF-16 without a mark": (lambda: BOMB.decode().encode("utf-16-le"), "UTF-8"),
    "UTF-16": (lambda: xml(GOOD).decode().encode("utf-16"), "UTF-8"),
    "UTF-32": (lambda: xml(GOOD).decode().encode("utf-32"), "UTF-8"),
    "declared as Latin-1": (lambda: xml(GOOD).replace(b"UTF-8", b"ISO-8859-1"), "another encoding"),
    "declared as EBCDIC": (lambda: xml(GOOD).replace(b"UTF-8", b"cp037"), "another encoding"),
    "Latin-1 within": (lambda: xml(GOOD).replace(b"Aldo", "Aldö".encode("latin-1")), "not XML"),
    "zip bomb": (lambda: zipped({"list.ros": b" " * 300_000_000}), "too large"),
    "zip that lies": (lying_zip, "zip"),
    "zip with many files": (crowded_zip, "too many files"),
    "zip with a password": (locked_zip, "password"),
    "zip packed otherwise": (lambda: packed_with(zipfile.ZIP_LZMA), "packed"),
    "two rosters": (lambda: zipped({"a.ros": xml(GOOD), "b/B.ROS": xml(GOOD)}), "2 rosters"),
    "no roster in the zip": (lambda: zipped({"a.txt": xml(GOOD)}), "no roster"),
    "empty zip": (lambda: zipped({}), "no roster"),
    "zip in a zip": (lambda: zipped({"list.ros": rosz(GOOD)}), "no"),
    "truncated zip": (lambda: rosz(GOOD)[:-200], "damaged zip"),
    "damaged zip": (lambda: rosz(GOOD)[:100] + b"?" * 40 + rosz(GOOD)[140:], "damaged zip"),
    "3,000 levels": (lambda: b"<roster>" + b"<selection>" * 3_000 + b"</selection>" * 3_000 + b"</roster>", "nested"),
    "3,000 levels of JSON": (lambda: nested_json(3_000), "nested"),
    "a million brackets": (lambda: b'{"roster":' + b"[" * 1_000_000, "nested"),
    "many elements": (lambda: b"<roster>" + b"<a/>" * 1_000_000 + b"</roster>", "elements"),
    "many values": (lambda: b'{"roster":[' + b"[]," * 4_000_000 + b"0]}", "values"),
    "many attributes": (
        lambda: b"<roster " + b" ".join(b'a%d=">"' % i for i in range(900_000)) + b"/>", "far too long"),
    "a long text": (lambda: b"<roster><a>" + b"x" * 12_000_000 + b"</a></roster>", "text longer"),
    "a long text in JSON": (lambda: b'{"roster":"' + b"x" * 12_000_000 + b'"}', "text longer"),
    "an endless string": (lambda: b'{"a":"' + b'\\"' * 3_000_000, "text longer"),
    "many quotes": (lambda: b'{"a":' + b'"\\' * 3_000_000, ""),
    "too large": (lambda: b"<roster>" + b" " * 17_000_000, "too large"),
    "number NaN": (lambda: with_number("NaN"), "number"),
    "number infinite": (lambda: with_number("inf"), "number"),
    "number enormous": (lambda: with_number("9" * 5_000), "number"),
    "number 201": (lambda: with_number("201"), "number"),
    "number 0": (lambda: with_number("0"), "number"),
    "number below nothing": (lambda: with_number("-1"), "number"),
    "number in other digits": (lambda: with_number("\u0663"), "number"),
    "cost NaN": (lambda: with_cost("NaN"), "cost"),
    "cost infinite": (lambda: with_cost("Infinity"), "cost"),
    "cost enormous": (lambda: with_cost("1e99"), "cost"),
    "JSON NaN": (lambda: json_with(b'"value": 74', b'"value": NaN'), "NaN"),
    "JSON infinite": (lambda: json_with(b'"value": 74', b'"value": -Infinity'), "Infinity"),
    "JSON enormous": (lambda: json_with(b'"value": 74', b'"value": 1e999'), "enormous"),
    "JSON enormous whole": (lambda: json_with(b'"value": 74', b'"value": ' + b"9" * 6_000), "enormous"),
    "JSON number of another kind": (lambda: json_with(b'"number": 4', b'"number": [4]'), "number"),
    "JSON number with a fraction": (lambda: json_with(b'"number": 4', b'"number": 4.5'), "number"),
    "JSON selections of another kind": (lambda: json_with(b'"forces": [', b'"forces": [7, '), "forces"),
    "JSON name of another kind": (lambda: json_with(b'"name": "Captain"', b'"name": {}'), "name"),
    "another game": (lambda: game("Age of Sigmar 2.0"), "another game"),
    "another game's eighth edition": (lambda: game("Warhammer Fantasy 8th ed"), "another game"),
    "tenth edition": (lambda: game("Warhammer 40,000 10th Edition"), "another edition"),
    "ninth edition": (lambda: game("Warhammer 40,000 9th Edition"), "another edition"),
    "no game and no stat lines": (lambda: xml({**empty_unit(), "game": ""}), "another game"),
    "no units": (lambda: xml(empty_unit()), "no units"),
    "a catalogue": (lambda: b'<?xml version="1.0"?><catalogue name="Orks"/>', "catalogue"),
    "a catalogue in a zip": (lambda: zipped({"o.ros": b'<catalogue name="Orks"/>'}), "catalogue"),
    "a game system": (lambda: b'<gameSystem name="Warhammer 40,000 8th Edition"/>', "game system"),
    "a catalogue in JSON": (lambda: b'{"catalogue": {"name": "Orks"}}', "catalogue"),
    "other XML": (lambda: b"<svg/>", "no army list"),
    "other JSON": (lambda: json.dumps({"list": []}).encode(), "no army list"),
    "a JSON list": (lambda: b"[1, 2]", "no army list"),
    "truncated XML": (lambda: xml(GOOD)[:3_000], "cut short"),
    "truncated in a tag": (lambda: xml(GOOD)[:310], "cut short"),
    "truncated JSON": (lambda: newrecruit(GOOD)[:3_000], "cut short"),
    "truncated share link": (lambda: forms.share(GOOD).encode()[:600], ""),
    "share bomb": (lambda: share_of(b" " * 300_000_000), "too large"),
    "share of nothing": (lambda: share_of(b""), ""),
    "share damaged": (lambda: b"https://example.org/?l=H4sIAAAAAAAAA" + b"z" * 101, ""),
    "gzip bomb": (lambda: gzip.compress(b" " * 300_000_000), "too large"),
    "empty": (lambda: b"", "empty"),
    "blank": (lambda: b" \n\t ", "empty"),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, "UTF-8"),
    "words": (lambda: b"1 Captain, 5 Intercessors", "not an army list"),
}  # fmt: skip
