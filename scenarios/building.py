"""From a scene file to a setup: terrain made, units bought, models placed, everything checked against everything."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from battlefield.pose import Pose
from battlefield.table import Board
from battlefield.terrain import Piece as TerrainPiece
from battlefield.units import um
from engine.core.facts import Facts, facts
from engine.core.setup import BuildingSpec, ObjectiveSpec, Setup, SideSpec, ZoneSpec
from scenarios.armies import check_sheets, read_army
from scenarios.finding import ASSETS, find, own_armies
from scenarios.mustering import Muster
from scenarios.outlines import outline
from scenarios.placing import check_outside, check_spot, check_standing
from scenarios.problems import Report, ScenarioError, meant
from scenarios.schema.formats import AnyArmy
from scenarios.schema.scene import LENGTHS, ScenarioFile, SceneFile
from scenarios.sheets import Tables, merge, used
from scenarios.terrain import Kinds, Maker, check_kinds, kinds_for
from scenarios.validating import Read

MOST_SIDES = 2


@dataclass(slots=True)
class Builder:
    """Builds the setup of one file, by another edition than its own when one is named.

    Problems go to the report; what has some is left out.
    """

    file: SceneFile
    read: Read[SceneFile]
    report: Report
    other: str | None = None
    pieces: list[TerrainPiece] = field(default_factory=list)
    buildings: list[BuildingSpec] = field(default_factory=list)
    armies: dict[str, AnyArmy] = field(default_factory=dict)

    def build(self, name: str) -> Setup:
        """The setup, worth having only when the report stays empty."""
        file = self.file
        self._terrain()
        sides = self._sides()
        self._armies()
        board = Board(um(file.table.width), um(file.table.depth), tuple(self.pieces))
        muster = Muster(file, self.read, self.report, board, [side.id for side in sides], self.armies)
        units = muster.units()
        check_standing(board, muster.standing, self.report)
        models = [model for unit in units for model in unit.models]
        tables = self._sheets()
        if isinstance(file, ScenarioFile):
            self._named_in(tables)
        self._asked({*muster.ids, *(unit.id for unit in units)})
        objectives, zones = self._objectives(board), self._zones(board)
        if self.read.whole:
            self._mission(sides)
        setup = Setup(
            edition=self.other or file.edition,
            name=name,
            title=file.title or name,
            width=board.width,
            depth=board.depth,
            terrain=board.pieces,
            sides=tuple(sides),
            units=tuple(units),
            mission=self._task(),
            options=self._options(),
            objectives=tuple(objectives),
            zones=tuple(zones),
            sheets=used(tables, models),
            story=file.story,
            buildings=tuple(self.buildings),
        )
        return setup if setup.edition == file.edition else without_sheets(setup)

    def _terrain(self) -> None:
        maker = Maker(self.other or self.file.edition, self._kinds(), self.report)
        seen: dict[str, int] = {}
        board = Board(um(self.file.table.width), um(self.file.table.depth))
        for i, item in enumerate(self.file.terrain):
            line = self.read.line("terrain", i)
            if item.id in seen:
                remedy = "give each piece its own id"
                self.report.add(
                    line, f"there are two pieces of terrain {item.id!r} (also line {seen[item.id]})", remedy
                )
                continue
            seen[item.id] = line
            made = maker.make(item, line)
            if made is not None:
                check_outside(board, made[0].outline, f"terrain {item.id}", line, self.report)
                self.pieces.append(made[0])
                self.buildings += [made[1]] if made[1] else []

    def _kinds(self) -> Kinds:
        name, path = self.file.catalogue, None
        if name is not None:
            path = self._find(name, "catalogue", self.read.line("catalogue"), ASSETS / "terrain")
        check_kinds(self.file.kinds, self.read, self.report)
        try:
            return {**kinds_for(path), **self.file.kinds}
        except ScenarioError as error:
            self.report.problems += error.problems
            return kinds_for(None)

    def _find(self, name: str, what: str, line: int, *folders: Path) -> Path | None:
        own = self.read.document.path
        path, looked = find(name, own.parent, *folders, asker=own)
        if path is None:
            where = " and ".join(str(p) for p in looked)
            self.report.add(line, f"the {what} file {name!r} is not there", f"looked for {where}")
        return path

    def _sides(self) -> list[SideSpec]:
        file, edges = self.file, self.file.edges
        sides: list[SideSpec] = []
        for i, side in enumerate(file.sides):
            if any(side.id == other.id for other in sides):
                self.report.add(self.read.line("sides", i), f"there are two sides {side.id!r}", "give each its own id")
            if side.edge and edges.get(side.id, side.edge) != side.edge:
                self.report.add(self.read.line("edges", side.id), f"side {side.id} has two edges", "keep one of them")
            edge: str = side.edge or edges.get(side.id) or ""
            sides.append(SideSpec(side.id, side.name, side.army or "", edge, side.player))
        if not file.sides:
            named = dict.fromkeys([*(u.side for u in file.units.values()), *(m.side for m in file.models)])
            sides = [SideSpec(id, id.capitalize(), "", edges.get(id) or "") for id in named if id]
        if len(sides) > MOST_SIDES:
            said = f"there are {len(sides)} sides, {', '.join(side.id for side in sides)}"
            self.report.add(self.read.line("models"), said, f"put everybody on one of {MOST_SIDES} sides")
        self._known_sides("edges", [((id,), id) for id in edges], sides)
        taken = [side.edge for side in sides if side.edge]
        if len(set(taken)) != len(taken):
            self.report.add(self.read.line("sides"), "both sides have the same edge", "give them opposite edges")
        return sides

    def _known_sides(self, key: str, named: list[tuple[tuple[str | int, ...], str]], sides: list[SideSpec]) -> None:
        for where, id in named:
            if self.read.whole and all(id != side.id for side in sides):
                line = self.read.line(key, *where)
                self.report.add(line, f"{key}: there is no side {id!r}", meant(id, [side.id for side in sides]))

    def _armies(self) -> None:
        for i, side in enumerate(self.file.sides):
            if side.army is None:
                continue
            line = self.read.line("sides", i, "army")
            path = self._find(side.army, "army", line, ASSETS / "armies" / self.file.edition, own_armies())
            if path is None:
                continue
            try:
                army = read_army(path)
            except ScenarioError as error:
                self.report.problems += error.problems
                continue
            if army.edition != self.file.edition:
                said = f"{side.army} is an army of {army.edition}, and this is {self.file.edition}"
                self.report.add(line, said, "choose an army file of the same edition")
            self.armies[side.id] = army

    def _sheets(self) -> dict[str, dict[str, dict[str, object]]]:
        sources = [
            (side.army or "", self.read.line("sides", i, "army"), self.armies[side.id])
            for i, side in enumerate(self.file.sides)
            if side.id in self.armies
        ]
        own = self.file.sheets
        if own is None:
            return merge(sources, self.report)
        check_sheets(own, self.read, ("sheets",), self.report)
        return merge([("this file", self.read.line("sheets"), own), *sources], self.report)

    def _named_in(self, tables: Tables) -> None:
        """Note profiles and gear of the models of a scenario that no sheet has."""
        lacking = any(side.army and side.id not in self.armies for side in self.file.sides)
        if lacking or not self.read.whole:
            return
        items = {**tables["weapons"], **tables["wargear"]}
        for i, model in enumerate(self.file.models):
            line, where = self.read.line("models", i), f"model {model.id}"
            if model.profile is None:
                self.report.add(line, f"{where} has no profile, and a battle needs one", "add 'profile: ...'")
            elif model.profile not in tables["profiles"]:
                remedy = meant(model.profile, tables["profiles"])
                self.report.add(line, f"{where}: there is no profile {model.profile!r}", remedy)
            for item in model.gear:
                if item not in items:
                    self.report.add(line, f"{where}: there is no weapon or wargear {item!r}", meant(item, items))

    def _asked(self, known: set[str]) -> None:
        """Note a question about who is not there."""
        if self.file.asked is None or not self.read.whole:
            return
        for key, id in (("from", self.file.asked.from_), ("to", self.file.asked.to)):
            if id not in known:
                line = self.read.line("asked", key)
                self.report.add(line, f"asked: there is no model or unit {id!r}", meant(id, known))

    def _objectives(self, board: Board) -> list[ObjectiveSpec]:
        made: dict[str, ObjectiveSpec] = {}
        for i, item in enumerate(self.file.objectives):
            line = self.read.line("objectives", i)
            if item.id in made:
                self.report.add(line, f"there are two objectives {item.id!r}", "give each its own id")
            check_spot(board, item.at, f"objective {item.id}", line, self.report)
            made[item.id] = ObjectiveSpec(item.id, Pose.at(*item.at), item.name or "")
        return list(made.values())

    def _zones(self, board: Board) -> list[ZoneSpec]:
        made = []
        for i, zone in enumerate(self.file.zones):
            line = self.read.line("zones", i)
            ring = outline(zone.outline, f"zones[{i}].outline", line, self.report)
            if ring is not None:
                check_outside(board, ring, f"zones[{i}]", line, self.report)
                made.append(ZoneSpec(zone.side, ring))
        return made

    def _mission(self, sides: list[SideSpec]) -> None:
        """Note what the mission and the deployment need and the file lacks."""
        file, line = self.file, self.read.line("deployment")
        self._known_sides("zones", [((i,), zone.side) for i, zone in enumerate(file.zones)], sides)
        if file.deployment == "zones":
            for side in sides:
                if all(zone.side != side.id for zone in file.zones):
                    self.report.add(line, f"side {side.id} has no zone to deploy in", "add one under 'zones'")
        if file.options.first_side is not None:
            self._known_sides("options", [(("first_side",), file.options.first_side)], sides)
        if file.mission is not None:
            for side in sides:
                if all(unit.side != side.id for unit in file.units.values()) and all(
                    model.side != side.id for model in file.models
                ):
                    self.report.add(self.read.line("units"), f"side {side.id} has no units", "add some under 'units'")
        goal = getattr(file.mission, "ends_when_destroyed", None)
        if goal is not None and goal not in file.units:
            line = self.read.line("mission", "ends_when_destroyed")
            self.report.add(line, f"the mission: there is no unit {goal!r}", meant(goal, file.units))
        given, number = len(file.objectives), getattr(file.mission, "number", "roll")
        if given and number not in ("roll", given):
            said = f"the mission has {number} objectives and the file lists {given}"
            self.report.add(self.read.line("mission", "number"), said, "leave 'number' out")

    def _task(self) -> Facts:
        file = self.file
        if file.mission is None:
            return ()
        number = getattr(file.mission, "number", None)
        named = facts(
            kind=file.mission.kind,
            number=number and (len(file.objectives) or number),
            deployment=file.deployment or "placed",
            points=file.points,
            power=getattr(file, "power", None),
            ends_when_destroyed=getattr(file.mission, "ends_when_destroyed", None),
        )
        return tuple((name, value) for name, value in named if value is not None)

    def _options(self) -> Facts:
        told = self.file.options
        values = told.model_dump()
        for key in (*LENGTHS, "hidden_in"):
            if key not in told.model_fields_set:
                del values[key]
        values.update({key: um(values[key]) for key in LENGTHS if key in values})
        walls = {f"walls.{item.id}": item.walls for item in self.file.terrain}
        return tuple((key, value) for key, value in {**values, **walls}.items() if value is not None)


def without_sheets(setup: Setup) -> Setup:
    """A setup as a mere position: nobody in it has a datasheet or gear, which mean nothing in another edition."""
    units = [
        replace(unit, models=tuple(replace(m, profile="", gear=(), mounts=()) for m in unit.models))
        for unit in setup.units
    ]
    return replace(setup, units=tuple(units), sheets={})
