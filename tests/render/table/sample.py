"""A table with one piece of each kind and a battle of any size on it."""

from __future__ import annotations

from battlefield.convex import Spot
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape
from battlefield.table import Board
from battlefield.terrain import Floor, Opening, Piece, Wall
from battlefield.units import mm, um
from render.scene import Badge, Banner, Figure, Goal, Mark, Scene, build, letters


def outline(*spots: tuple[float, float]) -> tuple[Spot, ...]:
    return tuple((um(x), um(y)) for x, y in spots)


def box(x: float, y: float, width: float, depth: float) -> tuple[Spot, ...]:
    return outline((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


def blob(x: float, y: float, radius: float) -> tuple[Spot, ...]:
    arms = [
        (1, 0),
        (0.8, 0.5),
        (0.4, 0.95),
        (-0.2, 0.85),
        (-0.75, 0.7),
        (-1, 0.1),
        (-0.8, -0.6),
        (-0.1, -0.9),
        (0.6, -0.75),
    ]
    return outline(*[(x + radius * dx, y + radius * dy) for dx, dy in arms])


def _ruin(x: float, y: float) -> Piece:
    walls = (
        Wall(
            ((um(x), um(y)), (um(x + 9), um(y))),
            um(0.3),
            0,
            um(6),
            (Opening(um(1.5), um(3), um(1), um(2.5)), Opening(um(5), um(6.5), 0, um(2))),
        ),
        Wall(((um(x), um(y)), (um(x), um(y + 7))), um(0.3), 0, um(6), (Opening(um(2), um(4), um(1), um(2.5)),)),
        Floor("upper", box(x, y, 4, 7), um(3)),
    )
    return Piece("ruin", "ruin", "Ruin", box(x, y, 9, 7), 0, um(6), walls, traits=("area", "difficult"))


def board() -> Board:
    return Board(
        um(72),
        um(48),
        (
            Piece("copse", "wood", "Copse", blob(15, 34, 7), 0, um(4), traits=("area", "difficult")),
            Piece("grove", "wood", "Grove", blob(57, 12, 5.5), 0, um(4), traits=("area", "difficult")),
            _ruin(30, 20),
            Piece("hill", "hill", "Hill", blob(57, 36, 7), 0, um(2), standable=True),
            Piece("crag", "rock", "Crag", blob(44, 40, 3), 0, um(5), opaque=True, traits=("impassable",)),
            Piece("hole", "crater", "Crater", blob(22, 12, 3.5), 0, 0, traits=("difficult",)),
            Piece("planks", "barricade", "Barricade", box(41, 12, 6, 0.6), 0, um(1)),
            Piece("crate", "block", "Crate", box(5, 20, 4, 3), 0, um(3), opaque=True),
            Piece("mire", "marsh", "Mire", blob(34, 7, 4), 0, 0, traits=("difficult", "dangerous")),
            Piece("corn", "field", "Field", box(59, 22, 9, 5), 0, 0, traits=("difficult",)),
        ),
    )


SHAPES: tuple[Shape, ...] = (
    Round(mm(32)),
    Round(mm(25)),
    Round(mm(40)),
    Oval(mm(60), mm(35)),
    Hull(tuple(outline((3, 0.8), (3, -0.8), (2, -1.6), (-3, -1.6), (-3, 1.6), (2, 1.6)))),
    Rect(mm(50), mm(25)),
)


def scene(per_side: int = 75) -> Scene:
    figures, banners = [], []
    for side in (0, 1):
        names = letters([(f"{side}.{i}", "") for i in range(26)])
        for i in range(per_side):
            unit = f"{side}.{i // 10}"
            shape = SHAPES[i // 10 % len(SHAPES)]
            spread = 2.0 if isinstance(shape, Round) else 3.2
            x = 8 + (i // 10) * 8 + (i % 5) * (spread - 0.6)
            y = (6 if side == 0 else 42) + (i % 10 // 5) * spread * (1 if side == 0 else -1)
            wounds = 1 if i // 10 % 3 == 0 else 3 if i // 10 % 3 == 1 else 8
            pose = Pose.at(min(x, 70), y, 0, (90 if side == 0 else 270) + (i % 5 - 2) * 12)
            figures.append(
                Figure(f"{unit}.{i % 10}", side, unit, names[unit], f"Trooper {i}", shape, pose, wounds, i % wounds)
            )
        for i, unit in enumerate(sorted({f.unit for f in figures if f.side == side})):
            badges = tuple(badge for j, badge in enumerate(Badge) if i >> j & 1)
            banners.append(Banner(unit, side, names[unit], f"Unit {names[unit]}", badges))
    goals = [Goal("g1", 1, Pose.at(36, 32), 0), Goal("g2", 2, Pose.at(20, 22), None), Goal("g3", 3, Pose.at(52, 24), 1)]
    fallen = [Mark("x", 0, SHAPES[0], Pose.at(26, 16)), Mark("y", 1, SHAPES[2], Pose.at(28, 16.5))]
    return build(figures, banners, goals, (3, 5), fallen)
