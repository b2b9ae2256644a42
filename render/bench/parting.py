"""The walls and floors of a piece of terrain, changed one by one: each function gives a new entry beside the old.

A piece with `at` is drawn around it: its parts are in a frame of its own, mirrored, then turned, then moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, cos, degrees, hypot, radians, sin

from render.bench import plain
from render.bench.plain import Data, Spot
from scenarios.terrain import standard_kinds

FINE = 6
"""Digits that corners of parts are kept to, so that turning a wall does not wear it off."""

HIGH, STOREY, THICK = 5, 3, 0.25
"""Inches of a new wall's height, between floors, and of a new wall's thickness."""


def parts_of(data: Data, entry: Data) -> list[Data]:
    """The parts of an entry, or those its kind has."""
    if entry.get("parts") is not None:
        return list(entry["parts"])
    own = (data.get("kinds") or {}).get(entry["kind"])
    if own is not None:
        return list(own.get("parts") or ())
    kind = standard_kinds().get(entry["kind"])
    return [part.model_dump(by_alias=True, exclude_defaults=True, mode="json") for part in kind.parts] if kind else []


def own(data: Data, entry: Data) -> Data:
    """The entry drawn around its middle, with parts of its own, ready to be changed."""
    return plain.centred({**entry, "parts": parts_of(data, entry)})


def to_piece(entry: Data, way: Spot) -> Spot:
    """A way on the table as the frame of a piece has it."""
    turn = -radians(float(entry.get("facing", 0)))
    x, y = way[0] * cos(turn) - way[1] * sin(turn), way[0] * sin(turn) + way[1] * cos(turn)
    return x, -y if entry.get("mirror") else y


def to_table(entry: Data, spot: Spot) -> Spot:
    """A spot in the frame of a piece on the table."""
    turn, at = radians(float(entry.get("facing", 0))), entry["at"]
    x, y = spot[0], -spot[1] if entry.get("mirror") else spot[1]
    return at[0] + x * cos(turn) - y * sin(turn), at[1] + x * sin(turn) + y * cos(turn)


def is_wall(part: Data) -> bool:
    return "wall" in part


def spots_of(part: Data) -> list[Spot]:
    """The ends of a wall, the corners of a floor."""
    return [(float(x), float(y)) for x, y in (part["wall"] if is_wall(part) else part["outline"])]


def mapped(part: Data, change: Callable[[Spot], Spot]) -> Data:
    """A part with all its spots changed."""
    spots = [[plain.number(v, FINE) for v in change(spot)] for spot in spots_of(part)]
    return {**part, "wall" if is_wall(part) else "outline": spots}


def middle(part: Data) -> Spot:
    """The middle of the box round a part, in the frame of its piece."""
    xs, ys = zip(*spots_of(part))
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def size(part: Data) -> Spot:
    """How long and how deep the box round a part is, in the frame of its piece."""
    xs, ys = zip(*spots_of(part))
    return max(xs) - min(xs), max(ys) - min(ys)


def moved(part: Data, way: Spot) -> Data:
    """A part elsewhere."""
    return mapped(part, lambda spot: (spot[0] + way[0], spot[1] + way[1]))


def turned(part: Data, by: float) -> Data:
    """A part turned round its middle by some degrees, counter-clockwise in its piece's frame."""
    (cx, cy), c, s = middle(part), cos(radians(by)), sin(radians(by))
    return mapped(part, lambda p: (cx + (p[0] - cx) * c - (p[1] - cy) * s, cy + (p[0] - cx) * s + (p[1] - cy) * c))


def stretched(part: Data, axis: int, to: float) -> Data:
    """A floor as long (axis 0) or deep (1) as that, about its middle."""
    centre, now = middle(part), size(part)[axis]

    def change(spot: Spot) -> Spot:
        new = centre[axis] + (spot[axis] - centre[axis]) * to / now
        return (new, spot[1]) if axis == 0 else (spot[0], new)

    return mapped(part, change)


def length(wall: Data) -> float:
    """How long a wall is, in inches."""
    (ax, ay), (bx, by) = spots_of(wall)
    return hypot(bx - ax, by - ay)


def heading(wall: Data) -> float:
    """In which direction a wall runs in the frame of its piece, in degrees."""
    (ax, ay), (bx, by) = spots_of(wall)
    return degrees(atan2(by - ay, bx - ax)) % 360


def lengthened(wall: Data, to: float) -> Data:
    """A wall as long as that, about its middle."""
    (cx, cy), share = middle(wall), to / length(wall)
    return mapped(wall, lambda p: (cx + (p[0] - cx) * share, cy + (p[1] - cy) * share))


def new_wall(entry: Data, parts: Sequence[Data]) -> Data:
    """A wall along the first edge of the outline that none runs along."""
    ring = [(float(x), float(y)) for x, y in entry["outline"]]
    edges = list(zip(ring, [*ring[1:], ring[0]]))
    taken = [middle(part) for part in parts if is_wall(part)]

    def free(edge: tuple[Spot, Spot]) -> bool:
        (ax, ay), (bx, by) = edge
        return all(hypot((ax + bx) / 2 - x, (ay + by) / 2 - y) > 0.5 for x, y in taken)

    start, end = next((edge for edge in edges if free(edge)), edges[0])
    return {"wall": [plain.spot(*start), plain.spot(*end)], "thickness": THICK, "top": HIGH}


def new_floor(entry: Data, parts: Sequence[Data]) -> Data:
    """A floor over the whole outline, a storey above the highest there is."""
    floors = [part for part in parts if not is_wall(part)]
    high = max((float(floor["z"]) for floor in floors), default=0.0) + STOREY
    named = fresh_floor(parts)
    return {"floor": named, "outline": [plain.spot(x, y) for x, y in entry["outline"]], "z": plain.number(high)}


def fresh_floor(parts: Sequence[Data]) -> str:
    """A name for another floor."""
    taken, count = {str(part.get("floor")) for part in parts}, 1
    while str(count) in taken:
        count += 1
    return str(count)


def told(parts: Sequence[Data], index: int) -> str:
    """What a part is called in a list: its number and its size.

    >>> told([{"wall": [[0, 0], [6, 0]], "top": 5}, {"floor": "1", "outline": [[0, 0], [4, 0], [4, 3]], "z": 3}], 0)
    'Wall 1, 6 × 5″'
    """
    part = parts[index]
    if is_wall(part):
        number = sum(is_wall(other) for other in parts[: index + 1])
        high = float(part["top"]) - float(part.get("bottom", 0))
        return f"Wall {number}, {length(part):.4g} × {high:.4g}″"
    long, deep = size(part)
    return f"Floor {part['floor']}, at {float(part['z']):g}″, {long:.4g} × {deep:.4g}″"
