"""What hands do at the table: put, drag, turn, nudge, copy, take away. It knows the position, not the window."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from battlefield.body import Body
from battlefield.table import surfaces_at
from engine.core.records import body_of
from render.bench import levels, plain
from render.bench.parts import Parts
from render.bench.plain import Data, Spot
from render.bench.position import Position
from render.bench.touching import at_spot, stand
from render.bench.wares import Figurine, Ware

GRID = 0.5
"""Inches between the lines that things are drawn to when the grid is on."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Terrain being drawn: its kind, and for one that runs from spot to spot how thick it is (0: an outline)."""

    kind: str
    name: str
    thick: float = 0.0
    corners: tuple[Spot, ...] = ()


Held: TypeAlias = Ware | Figurine | Drawing


@dataclass(slots=True)
class Drag:
    """Something being dragged: which, from where to the pointer, and whether its whole unit comes along; `part`: of a
    piece the part that is chosen."""

    id: str
    grip: Spot
    mates: dict[str, Spot] = field(default_factory=dict)
    moved: bool = False
    part: bool = False


class Editor:
    """The hand over the position. `held` is what a click on the table puts there; `arming` says which end of the line a
    click chooses (`from`, `to`); `told` is what it has to say."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.selected = ""
        self.held: Held | None = None
        self.facing = 0.0
        self.side = plain.sides(position.data)[0]
        self.arming = ""
        self.drag: Drag | None = None
        self.snap, self.grid = True, False
        self.told = ""
        self.parts = Parts(self)

    # -- what is there -------------------------------------------------------------------------------------------------

    @property
    def sides(self) -> list[str]:
        return plain.sides(self.position.data)

    def is_model(self, id: str) -> bool:
        return self.position.model(id) is not None

    def select(self, id: str) -> None:
        """Choose a model or piece for what keys and numbers do."""
        self.selected = id

    def entry(self) -> Data | None:
        """The entry of what is selected."""
        return self.position.model(self.selected) or self.position.piece(self.selected)

    def gridded(self, at: Spot) -> Spot:
        """A spot of the hand, to a hundredth of an inch, or drawn to the grid when that is on."""
        step = GRID if self.grid else 0.01
        return round(at[0] / step) * step, round(at[1] / step) * step

    # -- putting -------------------------------------------------------------------------------------------------------

    def take(self, held: Held | None) -> None:
        """Take something in the hand, to be put on the table by a click."""
        self.held, self.arming = held, ""
        turned = isinstance(held, Figurine) and self.sides and self.side != self.sides[0]
        self.facing = 180.0 if turned else 0.0

    def put(self, at: Spot, keep: bool = False) -> None:
        """Put what is in the hand at a spot; with `keep` it stays in the hand for another."""
        held, at = self.held, self.gridded(at)
        if isinstance(held, Ware):
            self._put_piece(held.entry(plain.fresh(self.position.data, held.id), at, self.facing))
        elif isinstance(held, Figurine):
            self._put_model(held, at)
        elif isinstance(held, Drawing):
            self._put_corner(held, at)
            return
        if not keep:
            self.held = None

    def _put_piece(self, entry: Data) -> None:
        data = self.position.data
        new = {**data, "terrain": [*(data.get("terrain") or ()), entry]}
        tried = self.position.trial(new)
        if tried.state is None or entry["id"] not in tried.state.terrain:
            self.told = tried.problems[-1] if tried.problems else tried.trouble
            return
        self.position.change(new)
        self.selected = entry["id"]

    def _put_model(self, figurine: Figurine, at: Spot) -> None:
        position, data = self.position, self.position.data
        side = self.side if self.side in self.sides else self.sides[0]
        id = plain.fresh(data, side)
        unit = plain.fresh(data, f"{side}-unit")
        name = f"{self.side_name(side)} {id.rpartition('-')[2]}"
        entry = figurine.entry(id, side, unit, name, at, self.facing)
        told: Data = {"name": f"{name}'s unit"}
        if figurine.kind != "infantry":
            told["kind"] = figurine.kind
            entry["armour"] = {"front": 12, "side": 11, "rear": 10}
        units = {**(data.get("units") or {}), unit: told}
        new = {**data, "models": [*(data.get("models") or ()), entry], "units": units}
        made = position.trial(new)
        if made.state is None or id not in made.state.models:
            self.told = made.problems[-1] if made.problems else made.trouble
            return
        body = body_of(made.state.models[id])
        spot = self._stand(entry, body, at, None)
        z, on = position.ground(entry, spot)
        placed = plain.held({**plain.moved_model(entry, spot), "z": z or None, "stands_on": on or None})
        viewer = id if not position.viewer_model and position.target_model != id else None
        facing_it = position.model(position.viewer_model)
        other = facing_it is not None and plain.side_of(data, facing_it) != side
        target = id if viewer is None and other and not position.target_model else None
        position.change({**new, "models": [*new["models"][:-1], placed]}, viewer=viewer, target=target)
        self.selected = id
        self._next_side(side)

    def _next_side(self, side: str) -> None:
        """After the first model of one side the next one is of the other, as long as that has none."""
        data = self.position.data
        there = {plain.side_of(data, model) for model in data["models"]}
        self.side = next((other for other in self.sides if other not in there), side)

    def side_name(self, side: str) -> str:
        """What a side is called."""
        named = {str(entry["id"]): str(entry["name"]) for entry in self.position.data.get("sides") or ()}
        return named.get(side, side)

    def _put_corner(self, drawing: Drawing, at: Spot) -> None:
        if drawing.corners and _near(drawing.corners[-1], at, 0.05):
            return
        corners = (*drawing.corners, at)
        self.held = replace(drawing, corners=corners)
        if drawing.thick and len(corners) == 2:
            self.finish_drawing()

    def finish_drawing(self) -> None:
        """Put the outline drawn so far on the table; with too few corners it is dropped."""
        drawing, self.held = self.held, None
        if not isinstance(drawing, Drawing):
            return
        spots = (
            strip(*drawing.corners, drawing.thick) if drawing.thick and len(drawing.corners) == 2 else drawing.corners
        )
        if len(spots) < 3:
            self.told = "An outline needs at least three corners."
            return
        id = plain.fresh(self.position.data, drawing.kind)
        outline = [plain.spot(*corner) for corner in spots]
        self._put_piece(plain.centred({"id": id, "kind": drawing.kind, "outline": outline}))

    def drop_corner(self) -> None:
        """Take the last corner of a drawing back; without one, drop the drawing."""
        if isinstance(self.held, Drawing):
            corners = self.held.corners
            self.held = replace(self.held, corners=corners[:-1]) if corners else None

    # -- dragging ------------------------------------------------------------------------------------------------------

    def grip(self, id: str, at: Spot, whole: bool = False) -> None:
        """Take hold of a model or piece at a spot; with `whole` of the model's unit."""
        if id == self.selected and self.parts.index is not None and self.parts.at(at) == self.parts.index:
            x, y = self.parts.middle()
            self.drag = Drag(id, (x - at[0], y - at[1]), part=True)
            return
        self.selected = id
        middle = self.middle(id)
        self.drag = Drag(id, (middle[0] - at[0], middle[1] - at[1]))
        entry = self.position.model(id)
        if entry is not None and whole:
            unit = plain.unit_of(entry)
            mates = [str(m["id"]) for m in self.position.data["models"] if plain.unit_of(m) == unit]
            self.drag.mates = {mate: self.middle(mate) for mate in mates}

    def middle(self, id: str) -> Spot:
        """Where a model or piece is."""
        entry = self.position.model(id)
        if entry is not None:
            return float(entry["at"][0]), float(entry["at"][1])
        piece = self.position.piece(id)
        at = plain.centred(piece)["at"] if piece is not None else (0, 0)
        return float(at[0]), float(at[1])

    def drag_to(self, at: Spot) -> None:
        """Move what is held on to so that the grip is at a spot."""
        drag = self.drag
        if drag is None:
            return
        wanted = self.gridded((at[0] + drag.grip[0], at[1] + drag.grip[1]))
        if drag.part:
            self.parts.drag_to(wanted)
        elif drag.mates:
            here = self.middle(drag.id)
            for mate in drag.mates:
                x, y = self.middle(mate)
                self.position.move_model(mate, (x + wanted[0] - here[0], y + wanted[1] - here[1]))
        else:
            self.move(drag.id, wanted)
        drag.moved = True

    def let_go(self) -> bool:
        """End a drag; True when something was moved."""
        drag, self.drag = self.drag, None
        if drag is not None and drag.moved:
            self.position.settle()
            return True
        return False

    def move(
        self, id: str, wanted: Spot, facing: float | None = None, merge: str = "drag", exact: bool = False
    ) -> None:
        """Move a model as near to a spot as it fits, or a piece just there; `exact`: never drawn into contact."""
        wanted = self._on_table(wanted)
        entry = self.position.model(id)
        if entry is None:
            self.position.move_piece(id, wanted, facing, merge)
            return
        body = self.position.body(id)
        if body is not None:
            here = body.pose.xy
            if facing is not None:
                body = replace(body, pose=body.pose.turned_to(facing))
            wanted = self._stand(entry, body, wanted, here, self.snap and not exact)
        self.position.move_model(id, wanted, facing, merge)

    def _on_table(self, at: Spot) -> Spot:
        width, depth = self.position.size
        return min(width, max(0.0, at[0])), min(depth, max(0.0, at[1]))

    def _stand(self, entry: Data, body: Body, at: Spot, last: Spot | None, snap: bool | None = None) -> Spot:
        state = self.position.try_state()
        if state is None:
            return at
        others = tuple(other for other in state.bodies() if other.id != body.id)

        def make(spot: Spot) -> Body:
            return at_spot(body, spot, self.position.ground(entry, spot)[0])

        return stand(state.board, others, at, last, make, self.snap if snap is None else snap)

    # -- what keys do --------------------------------------------------------------------------------------------------

    def nudge(self, dx: float, dy: float) -> None:
        """Shift what is selected by some inches."""
        entry = self.entry()
        if entry is None:
            return
        if self.parts.index is not None:
            self.parts.shift(dx, dy)
            return
        x, y = self.middle(self.selected)
        self.move(self.selected, (x + dx, y + dy), merge=f"nudge {self.selected}", exact=True)
        self.position.settle(done=False)

    def turn(self, degrees: float) -> None:
        """Turn what is in the hand, dragged or selected, counter-clockwise."""
        if self.held is not None:
            self.facing = (self.facing + degrees) % 360
            return
        entry = self.entry()
        if entry is None:
            return
        if self.parts.index is not None:
            self.parts.turn(degrees)
            return
        facing = (float(entry.get("facing", 0)) + degrees) % 360
        merge = "drag" if self.drag is not None else f"turn {self.selected}"
        self.move(self.selected, self.middle(self.selected), facing, merge, exact=True)
        if self.drag is None:
            self.position.settle(done=False)
        else:
            self.drag.moved = True

    def can_climb(self) -> bool:
        """Whether the selected model stands over or under a floor of a ruin."""
        entry, state = self.position.model(self.selected), self.position.try_state()
        if entry is None or state is None:
            return False
        return any("/" in surface.id for surface in surfaces_at(state.board, *self.middle(self.selected)))

    def climb(self, up: bool) -> None:
        """Let the selected model stand a level higher or lower where it is: on a floor, a roof, the table."""
        entry, state = self.position.model(self.selected), self.position.try_state()
        if entry is None or state is None or self.selected not in state.models:
            return
        level = levels.next_level(entry, state, self.selected, up)
        if level is None:
            self.told = f"There is nothing {'above' if up else 'below'} it with room for it to stand on."
            return
        self.told = ""
        self.position.edit("models", self.selected, lambda model: levels.at_level(model, level), "climb")

    def remove(self) -> None:
        """Take what is selected off the table: of a piece the part that is chosen."""
        if self.parts.index is not None:
            self.parts.remove()
        elif self.entry() is not None:
            self.position.change(plain.without(self.position.data, [self.selected]))
            self.selected = ""

    def duplicate(self) -> None:
        """Put a copy of what is selected beside it: of a model, another one of its unit."""
        position, entry = self.position, self.entry()
        if entry is None:
            return
        if self.parts.index is not None:
            self.parts.duplicate()
            return
        model = self.is_model(self.selected)
        kind = "models" if model else "terrain"
        stem = self.selected.rpartition("-")[0] or self.selected
        id = plain.fresh(position.data, stem)
        x, y = self.middle(self.selected)
        body = position.body(self.selected)
        aside = 2 * body.reach + 0.04 if body is not None else 1.0
        new: Data = {**(entry if model else plain.centred(entry)), "id": id}
        if model:
            new = plain.moved_model(new, (x, y - aside))
            new["name"] = f"{self.side_name(plain.side_of(position.data, entry))} {id.rpartition('-')[2]}"
        else:
            new["at"] = plain.spot(x + aside, y - aside)
        position.change({**position.data, kind: [*position.data[kind], new]})
        if model:
            here = position.body(id)
            if here is not None:
                spot = self._stand(new, here, (x, y - aside), None, snap=False)
                position.move_model(id, spot, merge="")
                position.join_last()
        position.settle()
        self.selected = id


def strip(start: Spot, end: Spot, thick: float) -> tuple[Spot, ...]:
    """The outline of a wall from one spot to another; empty when they are one."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = (dx * dx + dy * dy) ** 0.5
    if long < 0.05:
        return ()
    ax, ay = -dy / long * thick / 2, dx / long * thick / 2
    return (
        (start[0] - ax, start[1] - ay), (end[0] - ax, end[1] - ay),
        (end[0] + ax, end[1] + ay), (start[0] + ax, start[1] + ay),
    )  # fmt: skip


def _near(one: Spot, other: Spot, far: float) -> bool:
    return abs(one[0] - other[0]) < far and abs(one[1] - other[1]) < far


__all__ = ["Drag", "Drawing", "Editor", "Held", "strip"]
