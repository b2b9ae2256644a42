"""Reading a list from a stranger: whatever is in the file, it stays small, quick and in memory.

A list is XML (`.ros`), a zip with one of those in it (`.rosz`), JSON, or the packed text of a share link. What it is
shows in its first bytes, not in its name. Nothing is ever unpacked to disk.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import math
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote
from xml.parsers import expat

from scenarios.problems import Problem, ScenarioError, shown

MOST_BYTES = 16_000_000
MOST_DEPTH = 64
MOST_NODES = 200_000
MOST_TEXT = 100_000
"""The longest text of one element, in characters."""
MOST_ENTRIES = 1_000
"""The most files in a zip."""
CHUNK = 65_536
LONGEST_TAG = 1_000_000

_ENTRY_MARK = b"PK\x01\x02"
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_GZIP = b"\x1f\x8b"
_PACKED = re.compile(r"H4sI[A-Za-z0-9+/_=-]+")
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{},]', re.DOTALL)
_SAME_AS_UTF8 = ("utf-8", "utf8", "us-ascii", "ascii")
_WANTED = frozenset(
    ("id", "name", "number", "type", "typeName", "profileTypeName", "typeId", "costTypeId", "value", "customName",
     "primary", "hidden", "battleScribeVersion", "generatedBy", "gameSystemName", "gameSystemId", "catalogueName")
)  # fmt: skip


class Refused(ValueError):
    """Why something is not read, and how to mend it."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


@dataclass(slots=True)
class Element:
    """An XML element: its tag without a prefix, the attributes that lists use, its children and its text."""

    tag: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def child(self, tag: str) -> Element | None:
        """The first child with a tag."""
        return next((c for c in self.children if c.tag == tag), None)


@dataclass(frozen=True, slots=True)
class Source:
    """What was in a file: the root of its XML, or its JSON."""

    path: str
    xml: Element | None = None
    json: Any = None


def read_source(where: Path | str) -> Source:
    """What is in a file, or in a share link given in its place. Raises ScenarioError with one problem."""
    path = str(where)
    try:
        if _is_share(path):
            return _from_text(path, "the share link")
        return _from_bytes(_bytes_of(Path(path)), path)
    except Refused as error:
        name = "the share link" if _is_share(path) else path
        raise ScenarioError([Problem(name, 0, error.message, error.remedy)]) from None


def _is_share(text: str) -> bool:
    return text.startswith(("http://", "https://", "H4sI")) and not _there(text)


def _there(text: str) -> bool:
    try:
        return len(text) < 4_096 and Path(text).exists()
    except (OSError, ValueError):
        return False


def _bytes_of(path: Path) -> bytes:
    remedy = "give the path of a file that is there and may be read"
    try:
        if path.exists() and not path.is_file():
            raise Refused(f"is {'a folder' if path.is_dir() else 'not an ordinary file'}", remedy)
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(f"cannot be read ({getattr(error, 'strerror', None) or error})", remedy) from None
    if len(raw) > MOST_BYTES:
        _too_large()
    return raw


def _too_large() -> NoReturn:
    raise Refused("is too large", f"a list has at most {MOST_BYTES // 1_000_000} MB")


def _from_bytes(raw: bytes, path: str) -> Source:
    if raw.startswith(_ZIPS):
        raw = _unzipped(raw)
    elif raw.startswith(_GZIP):
        return _from_text(_decoded(_inflated(raw)), path)
    if not raw.strip():
        raise Refused("is empty", "save the list again")
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"<") and b"\0" not in start[:64]:
        return Source(path, xml=parse_xml(raw))
    return _from_text(_decoded(raw), path)


def _decoded(raw: bytes) -> str:
    remedy = "save it as UTF-8"
    if b"\0" in raw[:64]:
        raise Refused("is not UTF-8 text", remedy)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("is neither a zip nor UTF-8 text", remedy) from None


def _from_text(text: str, path: str) -> Source:
    """JSON, or the packed text of a share link."""
    start = text.lstrip()[:1]
    if start in ("{", "["):
        return Source(path, json=parse_json(text))
    if start == "<":
        return Source(path, xml=parse_xml(text.encode()))
    packed = _PACKED.search(unquote(text.strip()).replace(" ", "+")) if len(text) <= MOST_BYTES else None
    if packed is None:
        raise Refused("is not an army list", "export it as .ros, .rosz or JSON")
    words = packed[0].rstrip("=").replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(words + "=" * (-len(words) % 4), validate=True)
    except binascii.Error:
        raise Refused("has a share text that is damaged", "copy the whole link again") from None
    return Source(path, json=parse_json(_decoded(_inflated(raw))))


def _inflated(raw: bytes) -> bytes:
    """What is in gzip, as far as it is allowed to grow."""
    worker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        out = worker.decompress(raw, MOST_BYTES + 1)
    except zlib.error:
        raise Refused("is packed, and damaged", "export it again, or copy the whole link") from None
    if len(out) > MOST_BYTES:
        _too_large()
    if not worker.eof:
        raise Refused("is packed, and cut short", "export it again, or copy the whole link")
    return out


# -- zip ---------------------------------------------------------------------------------------------------------------


def _unzipped(raw: bytes) -> bytes:
    """The one roster in a zip, whatever its name."""
    if raw.count(_ENTRY_MARK) > MOST_ENTRIES:
        raise Refused("is a zip with too many files in it", "a .rosz has one .ros in it")
    damaged = Refused("is a damaged zip", "save the list again")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return _entry(archive)
    except Refused:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError):
        raise damaged from None


def _entry(archive: zipfile.ZipFile) -> bytes:
    rosters = [info for info in archive.infolist() if _is_roster(info)]
    if len(rosters) != 1:
        many = "no roster" if not rosters else f"{len(rosters)} rosters"
        raise Refused(f"is a zip with {many} in it", "a .rosz has one .ros in it")
    info = rosters[0]
    if info.flag_bits & 1:
        raise Refused("is locked with a password", "save the list without one")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused("is packed in a way that lists are not", "save the list again")
    if info.file_size > MOST_BYTES:
        _too_large()
    with archive.open(info) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        _too_large()
    return data


def _is_roster(info: zipfile.ZipInfo) -> bool:
    base = info.filename.replace("\\", "/").rsplit("/", 1)[-1]
    return base.lower().endswith(".ros") and not base.startswith("._")


# -- XML ---------------------------------------------------------------------------------------------------------------


class _Tree:
    """Puts elements together as expat names them."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[tuple[Element, list[str]]] = []
        self.nodes = 0

    def declared(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding and encoding.lower() not in _SAME_AS_UTF8:
            raise Refused(f"is in another encoding, {shown(encoding)}", "save it as UTF-8")

    def doctype(self, *_: object) -> None:
        raise Refused("has a DOCTYPE, which no list needs", "save the list again")

    def start(self, name: str, given: list[str]) -> None:
        self.nodes += 1
        if len(self.open) >= MOST_DEPTH:
            raise Refused(f"is nested more than {MOST_DEPTH} deep", "no list is; save it again")
        if self.nodes > MOST_NODES:
            raise Refused(f"has more than {MOST_NODES} elements", "no list has; save it again")
        attributes = {k: v for k, v in zip(given[::2], given[1::2]) if k in _WANTED}
        element = Element(name.rsplit(":", 1)[-1], attributes)
        if self.open:
            self.open[-1][0].children.append(element)
        else:
            self.root = element
        self.open.append((element, []))

    def end(self, _: str) -> None:
        element, parts = self.open.pop()
        element.text = "".join(parts).strip()
        if len(element.text) > MOST_TEXT:
            raise Refused(f"has a text longer than {MOST_TEXT} characters", "no list has; save it again")

    def words(self, text: str) -> None:
        self.open[-1][1].append(text)


def parse_xml(raw: bytes) -> Element:
    """The root of an XML file in UTF-8. Raises Refused."""
    parser = expat.ParserCreate(encoding="utf-8")
    parser.ordered_attributes = True
    parser.buffer_text = True
    tree = _Tree()
    parser.XmlDeclHandler = tree.declared
    parser.StartDoctypeDeclHandler = tree.doctype
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.words
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    try:
        for begin in range(0, len(raw), CHUNK):
            parser.Parse(raw[begin : begin + CHUNK], False)
            if begin + CHUNK - max(0, parser.CurrentByteIndex) > LONGEST_TAG + CHUNK:
                raise Refused("has an element that is far too long", "no list has; save it again")
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise _malformed(error, tree) from None
    except UnicodeError:
        raise Refused("is not UTF-8 text", "save it as UTF-8") from None
    assert tree.root is not None
    return tree.root


def _malformed(error: expat.ExpatError, tree: _Tree) -> Refused:
    cut = (
        expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
        expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
        expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
        expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
    )
    if error.code in cut:
        return Refused(f"is cut short (line {error.lineno})", "save the list again")
    return Refused(f"is not XML: {expat.errors.messages[error.code]} (line {error.lineno})", "save the list again")


# -- JSON --------------------------------------------------------------------------------------------------------------


def parse_json(text: str) -> Any:
    """The data of a JSON text. Raises Refused."""
    _bounded(text)
    try:
        return json.loads(text, parse_constant=_no_number, parse_int=_whole, parse_float=_real)
    except Refused:
        raise
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        where = f" (line {line})" if line else ""
        ended = getattr(error, "pos", 0) >= len(text.rstrip()) or str(error).startswith("Unterminated")
        said = f"is cut short{where}" if ended else f"is not JSON{where}"
        raise Refused(said, "export the list again") from None


def _bounded(text: str) -> None:
    """Refuse what would grow large or deep, before anything is made of it."""
    depth = nodes = 0
    for match in _TOKEN.finditer(text):
        mark = text[match.start()]
        if mark == '"':
            if match.end() - match.start() > MOST_TEXT:
                raise Refused(f"has a text longer than {MOST_TEXT} characters", "no list has; export it again")
            continue
        nodes += 1
        depth += (mark in "[{") - (mark in "]}")
        if depth > MOST_DEPTH:
            raise Refused(f"is nested more than {MOST_DEPTH} deep", "no list is; export it again")
        if nodes > 5 * MOST_NODES:
            raise Refused(f"has more than {5 * MOST_NODES} values", "no list has; export it again")


def _no_number(word: str) -> NoReturn:
    raise Refused(f"has {word} for a number", "export the list again")


def _whole(digits: str) -> int:
    return int(_sized(digits))


def _real(digits: str) -> float:
    value = float(_sized(digits))
    if not math.isfinite(value):
        raise Refused(f"has an enormous number, {shown(digits)}", "export the list again")
    return value


def _sized(digits: str) -> str:
    if len(digits) > 40:
        raise Refused(f"has an enormous number, {shown(digits)}", "export the list again")
    return digits
