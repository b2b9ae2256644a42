"""Positions to look at: short words for hand-made ones, and random ones from a seed."""

from __future__ import annotations

from random import Random

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape
from battlefield.table import Board
from battlefield.terrain import Floor, Opening, Piece, Wall, placed
from battlefield.units import mm, um


def spots(*points: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    """Corners in inches as whole micrometres."""
    return tuple((um(x), um(y)) for x, y in points)


def block(id: str, x0: float, y0: float, x1: float, y1: float, top: float = 4.0, bottom: float = 0.0) -> Piece:
    """An opaque box."""
    return prism(id, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], top, bottom)


def prism(id: str, points: list[tuple[float, float]], top: float = 4.0, bottom: float = 0.0) -> Piece:
    """An opaque piece of any outline."""
    return Piece(id, "block", id, spots(*points), um(bottom), um(top), opaque=True)


def wood(id: str, x0: float, y0: float, x1: float, y1: float, top: float = 4.0) -> Piece:
    """An area that blocks nothing."""
    return Piece(id, "wood", id, spots((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0, um(top))


def board(*pieces: Piece) -> Board:
    """A table six feet by four."""
    return Board(um(72), um(48), pieces)


def man(id: str, x: float, y: float, z: float = 0.0, **changes: object) -> Body:
    """A model on a 32 mm base, 1.5 inches tall with its eye at 1.3, unless told otherwise (in inches)."""
    shape = changes.get("shape", Round(mm(32)))
    height, eye = float(str(changes.get("height", 1.5))), float(str(changes.get("eye", 1.3)))
    assert isinstance(shape, Round | Oval | Rect | Hull)
    facing, group = float(str(changes.get("facing", 0))), str(changes.get("group", ""))
    return Body(id, shape, Pose.at(x, y, z, facing), um(height), um(eye), group)


L_SHAPE = Hull(spots((-2, -2), (2, -2), (2, 0), (0, 0), (0, 2), (-2, 2)))


def random_shape(dice: Random) -> Shape:
    """A footprint; every kind comes up."""
    shapes: list[Shape] = [
        Round(mm(25)),
        Round(mm(32)),
        Round(mm(60)),
        Oval(mm(90), mm(52)),
        Rect(um(4), um(2)),
        L_SHAPE,
    ]
    return dice.choice(shapes)


def random_piece(dice: Random, id: str, width: float, depth: float) -> Piece:
    """A box, a low wall, a hill, or a ruin with a window and a floor, at any angle."""
    at = Pose.at(dice.uniform(2, width - 2), dice.uniform(2, depth - 2), 0, dice.uniform(0, 360))
    kind = dice.choice(["box", "wall", "hill", "ruin"])
    if kind == "ruin":
        wall = Wall(((um(-3), 0), (um(3), 0)), um(0.25), 0, um(4), (Opening(um(2), um(3.5), um(0.8), um(2.2)),))
        side = Wall(((um(-3), 0), (um(-3), um(3))), um(0.25), 0, um(4))
        floor = Floor("1", spots((-3, 0), (0, 0), (0, 3), (-3, 3)), um(2.5))
        drawn = Piece(id, kind, id, spots((-3, 0), (3, 0), (3, 3), (-3, 3)), 0, um(4), (wall, side, floor))
    elif kind == "hill":
        ring = spots((-3, -1), (-1, -2), (2, -1.5), (3, 0.5), (1, 2), (-2, 1.5))
        drawn = Piece(id, kind, id, ring, 0, um(dice.uniform(0.5, 1.6)), opaque=True, standable=True)
    else:
        x, y = (dice.uniform(1, 2.5), dice.uniform(0.6, 1.5)) if kind == "box" else (dice.uniform(1.5, 3), 0.15)
        drawn = Piece(
            id, kind, id, spots((-x, -y), (x, -y), (x, y), (-x, y)), 0, um(dice.uniform(0.7, 3.5)), opaque=True
        )
    return placed(drawn, at, mirror=dice.random() < 0.5)


def random_scene(
    seed: int, pieces: int = 14, models: int = 12, width: float = 36.0, depth: float = 30.0
) -> tuple[Board, tuple[Body, ...]]:
    """A crowded table on which models may stand in walls, in one another and in the air."""
    dice = Random(seed)
    terrain = tuple(random_piece(dice, f"piece{i}", width, depth) for i in range(pieces))
    bodies = []
    for i in range(models):
        height, z = dice.uniform(0.6, 3.0), dice.choice([0.0, 0.0, 0.0, 1.0, 2.5, 5.0])
        at = Pose.at(dice.uniform(1, width - 1), dice.uniform(1, depth - 1), z, dice.uniform(0, 360))
        bodies.append(Body(f"model{i:03}", random_shape(dice), at, um(height), um(height * 0.9)))
    return Board(um(width), um(depth), terrain), tuple(bodies)


def lattice_scene(seed: int, pieces: int = 12, models: int = 10) -> tuple[Board, tuple[Body, ...]]:
    """A table on which everything is on whole inches: walls in line, shared edges, corner to corner, equal tops."""
    dice = Random(seed)
    terrain = []
    for i in range(pieces):
        x, y, bottom = dice.randint(4, 13), dice.randint(0, 12), dice.choice([0, 0, 0, 1, 2])
        long, wide = dice.choice([(1, 1), (1, 4), (4, 1), (2, 2), (1, 2)])
        terrain.append(block(f"block{i}", x, y, x + long, y + wide, bottom + dice.choice([1, 2, 3]), bottom))
    bodies = []
    for i in range(models):
        x = dice.randint(0, 3) if i % 2 else dice.randint(14, 17)
        shapes: list[Shape] = [Round(um(1)), Rect(um(1), um(1)), Rect(um(2), um(1)), Round(um(2))]
        shape = dice.choice(shapes)
        at = Pose.at(x + dice.choice([0, 0.5]), dice.randint(0, 12), dice.choice([0, 0, 1]), dice.choice([0, 90]))
        bodies.append(Body(f"model{i}", shape, at, um(dice.choice([1, 2])), um(1)))
    return Board(um(18), um(14), tuple(terrain)), tuple(bodies)


def stacked_hill(dice: Random, id: str, x: float, y: float) -> list[Piece]:
    """A slope as three to five slabs, each smaller and standing on the one below."""
    hill, bottom, turn = [], 0.0, dice.uniform(0, 360)
    for step in range(dice.randint(3, 5)):
        half, top = 3.0 - 0.6 * step, bottom + dice.uniform(0.2, 0.5)
        ring = [(-half, -0.6 * half), (half, -0.7 * half), (0.8 * half, 0.6 * half), (-0.7 * half, 0.7 * half)]
        slab = prism(f"{id}.{step}", ring, top, bottom)
        hill.append(placed(slab, Pose.at(x, y, 0, turn)))
        bottom = top
    return hill


def broken_wall(dice: Random, id: str, x: float, y: float) -> list[Piece]:
    """Collinear walls with slits of 0.05 and 0.1 inch, or none, between them."""
    walls, along, turn = [], -4.0, dice.choice([0.0, 90.0, dice.uniform(0, 360)])
    for part in range(4):
        long, top = dice.uniform(1, 2.5), dice.uniform(0.8, 3)
        wall = block(f"{id}.{part}", along, -0.1, along + long, 0.1, top)
        walls.append(placed(wall, Pose.at(x, y, 0, turn)))
        along += long + dice.choice([0.0, 0.05, 0.1])
    return walls


def tower(dice: Random, id: str, x: float, y: float) -> list[Piece]:
    """A ruin of two storeys with a window in each, and a hole in the upper floor."""
    openings = (Opening(um(1), um(2.2), um(0.9), um(2.1)), Opening(um(3), um(4.5), um(3.4), um(4.6)))
    walls = (
        Wall(((um(-3), 0), (um(3), 0)), um(0.25), 0, um(6), openings),
        Wall(((um(3), 0), (um(3), um(4))), um(0.25), 0, um(5), openings[:1]),
    )
    ring = spots((-3, 0), (3, 0), (3, 4), (-3, 4))
    floors = Floor("1", ring, um(2.5)), Floor("2", spots((-3, 0), (1, 0), (1, 2), (-3, 3)), um(5))
    drawn = Piece(id, "ruin", id, ring, 0, um(6), (*walls, *floors))
    return [placed(drawn, Pose.at(x, y, 0, dice.uniform(0, 360)))]


def nasty_scene(seed: int, models: int = 10) -> tuple[Board, tuple[Body, ...]]:
    """Slopes, slit walls and towers, with models on them, in them, on their edges and right above one another."""
    dice = Random(seed)
    pieces: list[Piece] = []
    for i in range(7):
        make = dice.choice([stacked_hill, broken_wall, tower, broken_wall])
        pieces.extend(make(dice, f"piece{i}", dice.uniform(4, 22), dice.uniform(4, 18)))
    bodies: list[Body] = []
    for i in range(models):
        height = dice.uniform(0.6, 3.0)
        x, y, z = dice.uniform(1, 25), dice.uniform(1, 21), 0.0
        if i % 3 == 1:
            piece = dice.choice(pieces)
            corner = dice.choice(piece.outline)
            x, y, z = corner[0] / 25_400, corner[1] / 25_400, dice.choice([0.0, piece.top / 25_400, 2.5, 5.0])
        elif i % 3 == 2:
            below = bodies[-1]
            (x, y), z = below.pose.xy, below.top + dice.choice([0.0, 0.5, 3.0])
        at = Pose.at(x, y, z, dice.uniform(0, 360))
        bodies.append(Body(f"model{i}", random_shape(dice), at, um(height), um(height * 0.9)))
    return Board(um(26), um(22), tuple(pieces)), tuple(bodies)
