"""Terrain pieces from what a scene says of them and what the catalogue says of their kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from battlefield import terrain
from battlefield.convex import Spot
from battlefield.pose import Pose
from battlefield.units import INCH, um
from engine.core.ledger import rule
from engine.core.setup import BuildingSpec
from scenarios.finding import bundled_catalogue
from scenarios.outlines import outline
from scenarios.problems import Report, meant
from scenarios.reading import read
from scenarios.schema.terrain import CatalogueFile, Kind, Piece, Wall
from scenarios.validating import Read, validate

TRAITS = (
    "area",
    "clear",
    "difficult",
    "dangerous",
    "impassable",
    "barrier",
    "exposed",
    "light",
    "dense",
    "solid",
    "open",
    "cover",
)
MOVING = {
    "clear": ("clear",),
    "difficult": ("difficult",),
    "dangerous": ("difficult", "dangerous"),
    "impassable": ("impassable",),
}
MOVED = ("clear", "difficult", "dangerous", "impassable")

Kinds = Mapping[str, Kind]


@rule("5e.cover.chart", "5e.terrain.clear", "5e.terrain.difficult-list", "5e.terrain.impassable-list")
@lru_cache(maxsize=1)
def standard_kinds() -> Kinds:
    """The kinds of terrain that come with the game, with what each means in every edition."""
    return read_catalogue(bundled_catalogue())


def read_catalogue(path: Path) -> Kinds:
    """The kinds of a catalogue file. Raises ScenarioError with all its problems."""
    report = Report(path)
    found = validate(read(path), CatalogueFile, report)
    check_catalogue(found, report)
    report.settle()
    assert found.file is not None
    return found.file.kinds


def check_catalogue(found: Read[CatalogueFile], report: Report) -> None:
    """Note what makes no sense in a catalogue although its form is right."""
    check_kinds(found.file.kinds if found.file else {}, found, report)


def check_kinds(kinds: Kinds, found: Read[Any], report: Report) -> None:
    """Note kinds of terrain that have no sensible form."""
    for key, kind in kinds.items():
        line, where = found.line("kinds", key), f"kinds.{key}"
        if kind.top < kind.bottom:
            report.add(line, f"{where}: its top is under its bottom", "give top and bottom the right way round")
        if kind.outline is not None:
            outline(kind.outline, f"{where}.outline", found.line("kinds", key, "outline"), report)


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the pieces of one scene."""

    edition: str
    kinds: Kinds
    report: Report

    def make(self, item: Piece, line: int) -> tuple[terrain.Piece, BuildingSpec | None] | None:
        """The piece on the table, and how it is entered when it says so; None when something is wrong with it."""
        where = f"terrain {item.id}"
        kind = self.kinds.get(item.kind)
        if kind is None:
            self.report.add(line, f"{where}: there is no kind {item.kind!r}", meant(item.kind, self.kinds))
            return None
        if self.edition not in kind.meaning:
            self.report.add(line, f"{where}: {item.kind} has no meaning in {self.edition}", "add one to the catalogue")
            return None
        if item.at is None and (item.facing or item.mirror):
            self.report.add(
                line, f"{where} is turned or mirrored without a centre", "give 'at' and draw it around that"
            )
        spots = item.outline or kind.outline
        if spots is None:
            self.report.add(line, f"{where} has no outline, and {item.kind} has none of its own", "add 'outline: ...'")
            return None
        ring = outline(spots, f"{where}: its outline", line, self.report)
        parts = self._parts(item, kind, where, line)
        if ring is None or not self._heights(item, kind, where, line):
            return None
        return self._placed(item, kind, ring, parts)

    def _placed(
        self, item: Piece, kind: Kind, ring: tuple[Spot, ...], parts: tuple[terrain.Part, ...]
    ) -> tuple[terrain.Piece, BuildingSpec | None]:
        bottom, top = _heights(item, kind)
        piece = terrain.Piece(
            item.id,
            kind.counts_as or item.kind,
            item.name or kind.name,
            ring,
            um(bottom),
            um(top),
            parts,
            kind.opaque,
            kind.standable,
            traits_of(item, kind, self.edition),
            cover_of(item, kind, self.edition),
        )
        spots = tuple((um(x), um(y)) for x, y in (*item.access, *item.fire_points))
        if item.at is not None:
            at = Pose.at(*item.at, 0, item.facing)
            piece = terrain.placed(piece, at, item.mirror)
            spots = tuple(_moved(spot, at, item.mirror) for spot in spots)
        doors = len(item.access)
        return piece, BuildingSpec(item.id, spots[:doors], spots[doors:]) if spots else None

    def _heights(self, item: Piece, kind: Kind, where: str, line: int) -> bool:
        bottom, top = _heights(item, kind)
        if top < bottom or (kind.opaque and um(top) <= um(bottom)):
            self.report.add(
                line, f"{where} has no height (bottom {bottom:g}, top {top:g})", "give it a top above its bottom"
            )
            return False
        return True

    def _parts(self, item: Piece, kind: Kind, where: str, line: int) -> tuple[terrain.Part, ...]:
        made: list[terrain.Part] = []
        floors: set[str] = set()
        for i, part in enumerate(kind.parts if item.parts is None else item.parts):
            name = f"{where}: parts[{i}]"
            if isinstance(part, Wall):
                wall = self._wall(part, name, line)
                made += [wall] if wall else []
                continue
            if part.floor in floors:
                self.report.add(line, f"{name}: there are two floors {part.floor!r}", "give each its own name")
            floors.add(part.floor)
            ring = outline(part.outline, f"{name}.outline", line, self.report)
            made += [terrain.Floor(part.floor, ring, um(part.z))] if ring else []
        return tuple(made)

    def _wall(self, part: Wall, name: str, line: int) -> terrain.Wall | None:
        (ax, ay), (bx, by) = part.wall
        start, end = (um(ax), um(ay)), (um(bx), um(by))
        if start == end or um(part.top) <= um(part.bottom):
            what = "length" if start == end else "height"
            self.report.add(line, f"{name}: the wall has no {what}", f"give it a {what} above 0")
            return None
        holes = tuple(terrain.Opening(um(o.from_), um(o.to), um(o.sill), um(o.head)) for o in part.openings)
        if any(hole.end <= hole.start or hole.head <= hole.sill for hole in holes):
            self.report.add(line, f"{name}: an opening is empty", "give 'to' above 'from' and 'head' above 'sill'")
        return terrain.Wall((start, end), um(part.thickness), um(part.bottom), um(part.top), holes)


def _heights(item: Piece, kind: Kind) -> tuple[float, float]:
    return kind.bottom if item.bottom is None else item.bottom, kind.top if item.top is None else item.top


def _moved(spot: Spot, at: Pose, mirror: bool) -> Spot:
    """A spot as `battlefield.terrain.placed` moves those of a piece."""
    mark = terrain.Wall(((0, 0), spot), 1, 0, 1)
    carrier = terrain.Piece("", "", "", ((0, 0), (INCH, 0), (0, INCH)), 0, 0, (mark,))
    (part,) = terrain.placed(carrier, at, mirror).parts
    assert isinstance(part, terrain.Wall)
    return part.line[1]


@rule("5e.terrain.dangerous-addition")
def traits_of(item: Piece, kind: Kind, edition: str) -> tuple[str, ...]:
    """What a piece means in an edition: the words of its kind, with what the scene says otherwise."""
    traits: set[str] = set(kind.meaning[edition].traits)  # type: ignore[index]
    if item.move is not None:
        traits = traits - set(MOVED) | set(MOVING[item.move])
    if item.category is not None:
        traits = traits - {"exposed", "light", "dense"} | {item.category}
    for word, said in (("area", item.area), ("solid", item.solid)):
        if said is not None:
            traits = traits | {word} if said else traits - {word}
    if item.solid is False and "dense" in traits:
        traits = traits | {"open"}
    if item.cover == "none":
        traits = traits - {"cover"}
    return tuple(word for word in TRAITS if word in traits)


def cover_of(item: Piece, kind: Kind, edition: str) -> int | None:
    """The cover save a piece gives in an edition, None when it gives none."""
    cover = kind.meaning[edition].cover if item.cover is None else item.cover  # type: ignore[index]
    return None if cover == "none" else cover


def kinds_for(catalogue: Path | None) -> Kinds:
    """The standard kinds, and those of another catalogue file, which come first. Raises ScenarioError."""
    return standard_kinds() if catalogue is None else {**standard_kinds(), **read_catalogue(catalogue)}
