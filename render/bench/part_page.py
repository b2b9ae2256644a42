"""The walls and floors of a ruin on the page of numbers: the list of them, and the numbers of the chosen one."""

from __future__ import annotations

from battlefield.terrain import Piece
from render.bench import parting, plain
from render.bench.fields import Field, Page, bounded, keyed, told
from render.bench.parts import Parts
from render.bench.plain import Data
from render.ui.lists import drop_down

WHOLE = "The whole piece"
FARTHEST, TALLEST, THICKEST = 120, 60, 12
"""Inches that a part may be long, high and thick."""

SHORTEST = 0.05


def draw_parts(page: Page, parts: Parts, piece: Piece | None) -> None:
    """The list of the walls and floors of the selected piece, and what adds to them; nothing for what is solid."""
    every = parts.all
    if not every and (piece is None or piece.opaque):
        return
    if every:
        page.caption("Its walls and floors")
        options = [WHOLE, *(parting.told(every, i) for i in range(len(every)))]
        chosen = 0 if parts.index is None else parts.index + 1
        drop_down(page.ui, page.place(), "Part", options, chosen, lambda i: parts.choose(i - 1 if i else None))
        if parts.index is None:
            page.line("Click it once more to take one of them in hand.")
    if parts.index is None:
        page.buttons(("+ Wall", parts.add_wall, "Another wall, along its outline"),
                     ("+ Floor", parts.add_floor, "Another floor, a storey higher"))  # fmt: skip


def draw_part(page: Page, parts: Parts) -> None:
    """The numbers of the chosen part."""
    part = parts.part
    assert part is not None
    x, y = parts.middle()
    width, depth = parts.editor.position.size
    page.row(
        Field("Part x", told(x), bounded(0, width, lambda to: _moved(parts, (to - parts.middle()[0], 0))), 0.1),
        Field("Part y", told(y), bounded(0, depth, lambda to: _moved(parts, (0, to - parts.middle()[1]))), 0.1),
    )
    if parting.is_wall(part):
        _draw_wall(page, parts, part)
    else:
        _draw_floor(page, parts, part)


def _moved(parts: Parts, way: tuple[float, float]) -> str:
    entry = parts.entry
    assert entry is not None
    by = parting.to_piece(entry, way)
    return parts.change(lambda part: parting.moved(part, by))


def _draw_wall(page: Page, parts: Parts, wall: Data) -> None:
    def keep(changes: Data) -> str:
        return parts.change(lambda part: plain.held({**part, **changes}))

    long, turned = parting.length(wall), parting.heading(wall)
    page.row(
        Field("Long", told(long), bounded(SHORTEST, FARTHEST, lambda to: _lengthened(parts, to)), 0.5),
        Field("Runs °", told(turned), bounded(-360, 720, lambda to: _turned(parts, to)), 5.0),
    )
    page.row(
        keyed({"bottom": 0, **wall}, "Bottom", "bottom", 0.1, (0, TALLEST), keep),
        keyed(wall, "Top", "top", 0.1, (0, TALLEST), keep),
    )
    page.row(keyed({"thickness": parting.THICK, **wall}, "Thick", "thickness", 0.05, (0.01, THICKEST), keep))
    holes = wall.get("openings") or []
    for i in range(len(holes)):
        _draw_opening(page, parts, wall, i)
    page.buttons(("+ Window", lambda: _opened(page, parts, wall), "Another window in the middle of the wall"))


def _lengthened(parts: Parts, to: float) -> str:
    return parts.change(lambda part: parting.lengthened(part, to))


def _turned(parts: Parts, to: float) -> str:
    return parts.change(lambda part: parting.turned(part, to - parting.heading(part)))


def _opened(page: Page, parts: Parts, wall: Data) -> None:
    """A window in the middle, an inch wide or as wide as the wall allows."""
    long, high = parting.length(wall), float(wall["top"]) - float(wall.get("bottom", 0))
    half = min(1.0, long / 2) / 2
    new = {"from": plain.number(long / 2 - half), "to": plain.number(long / 2 + half),
           "sill": plain.number(min(0.75, high / 3)), "head": plain.number(min(2.0, high * 0.8))}  # fmt: skip
    page.editor.told = _with_openings(parts, [*(wall.get("openings") or []), new])


def _with_openings(parts: Parts, holes: list[Data]) -> str:
    return parts.change(lambda part: plain.held({**part, "openings": holes or None}))


def _draw_opening(page: Page, parts: Parts, wall: Data, number: int) -> None:
    holes = list(wall["openings"])
    hole, name = {"sill": 0, **holes[number]}, f"Opening {number + 1}"

    def keep(changes: Data) -> str:
        return _with_openings(parts, [*holes[:number], {**hole, **changes}, *holes[number + 1 :]])

    def fill_in() -> None:
        page.editor.told = _with_openings(parts, [*holes[:number], *holes[number + 1 :]])

    page.caption("Door" if not hole["sill"] else "Window")
    long, high = parting.length(wall), float(wall["top"]) - float(wall.get("bottom", 0))
    page.row(
        keyed(hole, f"{name}: from", "from", 0.25, (0, long), keep),
        keyed(hole, f"{name}: to", "to", 0.25, (0, long), keep),
    )
    page.row(
        keyed(hole, f"{name}: sill", "sill", 0.25, (0, high), keep),
        keyed(hole, f"{name}: head", "head", 0.25, (0, high), keep),
    )
    page.buttons(("Fill it in", fill_in, "Take this opening out of the wall"))


def _draw_floor(page: Page, parts: Parts, floor: Data) -> None:
    def keep(changes: Data) -> str:
        return parts.change(lambda part: {**part, **changes})

    long, deep = parting.size(floor)
    page.row(
        Field("Long", told(long), bounded(SHORTEST, FARTHEST, lambda to: _stretched(parts, 0, to)), 0.5),
        Field("Deep", told(deep), bounded(SHORTEST, FARTHEST, lambda to: _stretched(parts, 1, to)), 0.5),
    )
    page.row(keyed(floor, "Level", "z", 0.5, (0, TALLEST), keep))


def _stretched(parts: Parts, axis: int, to: float) -> str:
    return parts.change(lambda part: parting.stretched(part, axis, to))
