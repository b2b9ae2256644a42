"""A small battle for the torture book, built in code."""

from __future__ import annotations

from battlefield.pose import Pose
from battlefield.shapes import Rect, Round
from battlefield.terrain import Piece
from battlefield.units import mm, um
from engine.core.setup import ModelSpec, ObjectiveSpec, Setup, SideSpec, UnitSpec

WIDTH, DEPTH = 48, 36


def torture_setup(models: int = 5, squads: int = 1) -> Setup:
    """Two mirrored forces: squads of `models`, a hero in the first of them, a carrier with bombers, and a reserve."""
    sides = (SideSpec("blue", "Blue", edge="south"), SideSpec("red", "Red", edge="north"))
    units = tuple(unit for side in sides for unit in _force(side.id, models, squads))
    mound = Piece(
        "mound", "hill", "Mound", ((um(22), um(16)), (um(26), um(16)), (um(26), um(20)), (um(22), um(20))), 0, 0
    )
    sheets = {"guns": {"range": 14, "shots": [1, 2]}, "charts": [[3, 4], [4, 5]]}
    cairn = ObjectiveSpec("cairn", Pose.at(WIDTH / 2, DEPTH / 2), "The cairn")
    return Setup(
        "torture", "torture", "The torture battle", um(WIDTH), um(DEPTH), (mound,), sides, units, sheets=sheets,
        objectives=(cairn,),
    )  # fmt: skip


def _force(side: str, models: int, squads: int) -> list[UnitSpec]:
    def spot(x: float, y: float) -> Pose:
        return Pose.at(x, y) if side == "blue" else Pose.at(WIDTH - x, DEPTH - y, 0, 180)

    def unit(name: str, kind: str, members: list[ModelSpec], joined: str = "", aboard: str = "") -> UnitSpec:
        return UnitSpec(f"{side}-{name}", side, f"{side} {name}", name[0].upper(), "", kind, "", 10, tuple(members),
                        joined=joined, aboard=aboard)  # fmt: skip

    def model(
        unit_name: str, number: int, at: Pose | None, wounds: str = "one", gear: tuple[str, ...] = ()
    ) -> ModelSpec:
        shape = Rect(um(4), um(3)) if wounds == "three" else Round(mm(32))
        name = f"{side}-{unit_name}-{number}"
        return ModelSpec(name, name, wounds, shape, um(1.5), um(1.3), gear, at)

    found = []
    for squad in range(squads):
        name = f"squad{squad or ''}"
        members = [model(name, n, spot(8 + 2 * (n % 15), 14 + 2 * (n // 15) - 3 * squad)) for n in range(models)]
        found.append(unit(name, "infantry", members))
    found.append(unit("hero", "infantry", [model("hero", 0, None, "two")], joined=f"{side}-squad"))
    found.append(unit("carrier", "vehicle", [model("carrier", 0, spot(20, 13), "three", ("boom",))]))
    bombers = [model("bombers", n, None, "one", ("boom",)) for n in range(2)]
    found.append(unit("bombers", "infantry", bombers, aboard=f"{side}-carrier-0"))
    found.append(unit("late", "infantry", [model("late", n, None) for n in range(3)]))
    return found
