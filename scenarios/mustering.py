"""The units of a scene: bought from datasheets or put together from models that the scene lists."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Rect, Round, Shape, reach
from battlefield.table import Board, surfaces_at
from battlefield.units import INCH, mm, udeg, um, unit_vector
from engine.core.ledger import rule
from engine.core.setup import ModelSpec, MountSpec, UnitSpec
from scenarios.armies import Bought, buy
from scenarios.outlines import outline
from scenarios.placing import Standing, surfaces_of
from scenarios.problems import Report, meant
from scenarios.scene import body_of
from scenarios.schema import eighth
from scenarios.schema.common import Base
from scenarios.schema.formats import AnyArmy
from scenarios.schema.scene import Model, SceneFile, Unit
from scenarios.validating import Read

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(slots=True)
class Muster:
    """Makes the units of one scene; `standing` collects the models that are on the table."""

    file: SceneFile
    read: Read[SceneFile]
    report: Report
    board: Board
    sides: list[str]
    armies: dict[str, AnyArmy]
    standing: list[Standing] = field(default_factory=list)
    ids: dict[str, int] = field(default_factory=dict)

    def units(self) -> list[UnitSpec]:
        """All units, those under `units` first, then those that only models name."""
        listed: dict[str, list[tuple[int, Model]]] = {id: [] for id in self.file.units}
        for i, model in enumerate(self.file.models):
            listed.setdefault(model.unit or self._alone(model.id), []).append((i, model))
        made = []
        for id, models in listed.items():
            unit = self.file.units.get(id, Unit())
            line = self.read.line("units", id) if id in self.file.units else self.read.line("models", models[0][0])
            spec = self._unit(id, unit, models, line)
            made += [spec] if spec else []
        self._limits(made)
        self._understrength(made)
        self._links(made)
        self._clashes(made)
        return self._lettered(made)

    def _alone(self, model: str) -> str:
        """The unit of a model that names none: an id of its own, since units and models are told apart by their ids."""
        taken = {*self.file.units, *(m.id for m in self.file.models), *(m.unit for m in self.file.models)}
        id = f"{model}-alone"
        while id in taken:
            id += "_"
        return id

    def _clashes(self, units: list[UnitSpec]) -> None:
        """Note models with the id of a unit or of a piece of terrain: what is said of one would be said of both."""
        for what, ids in (("unit", [u.id for u in units]), ("piece of terrain", [p.id for p in self.board.pieces])):
            for id in ids:
                if id in self.ids:
                    said = f"there are a model and a {what} {id!r}"
                    self.report.add(self.ids[id], said, "give each its own id")

    def _unit(self, id: str, unit: Unit, models: list[tuple[int, Model]], line: int) -> UnitSpec | None:
        side = self._side(id, unit, models, line)
        if side is None:
            return None
        if models:
            if unit.options or unit.places:
                what = "options" if unit.options else "places"
                said = f"unit {id} has {what} although its models are listed"
                self.report.add(self.read.line("units", id, what), said, f"leave out {what}, or the models")
            specs = [self._model(i, model) for i, model in models]
            return self._spec(id, side, unit, tuple(s for s in specs if s), None)
        return self._from_sheet(id, side, unit, line)

    def _side(self, id: str, unit: Unit, models: list[tuple[int, Model]], line: int) -> str | None:
        named = dict.fromkeys([unit.side, *(model.side for _, model in models)])
        named.pop(None, None)
        if len(named) > 1:
            self.report.add(line, f"unit {id} is on two sides, {' and '.join(map(str, named))}", "choose one side")
            return None
        if not named:
            self.report.add(line, f"unit {id} is on no side", "add 'side: ...'")
            return None
        side = next(iter(named))
        if side not in self.sides and self.read.whole:
            self.report.add(line, f"unit {id}: there is no side {side!r}", meant(side, self.sides))
            return None
        return side

    def _from_sheet(self, id: str, side: str, unit: Unit, line: int) -> UnitSpec | None:
        if unit.sheet is None:
            if self.read.whole:
                said = f"unit {id} has neither models nor a datasheet"
                self.report.add(line, said, "add 'sheet: ...', or list its models under 'models'")
            return None
        army = self.armies.get(side)
        if army is None:
            if all(s.id != side or s.army is None for s in self.file.sides):
                said = f"unit {id} wants the datasheet {unit.sheet!r}, and side {side} has no army"
                self.report.add(line, said, "add 'army: ...' to the side")
            return None
        if unit.sheet not in army.units:
            at = self.read.line("units", id, "sheet")
            self.report.add(
                at, f"unit {id}: {army.army} has no datasheet {unit.sheet!r}", meant(unit.sheet, army.units)
            )
            return None
        at = self.read.line("units", id, "options")
        bought = buy(army.units[unit.sheet], unit.options, f"unit {id}", at, self.report)
        if isinstance(unit, eighth.Unit) and unit.fewer:
            del bought.figures[max(1, len(bought.figures) - unit.fewer) :]
        return self._spec(id, side, unit, self._bought(id, unit, bought, line), bought)

    def _bought(self, id: str, unit: Unit, bought: Bought, line: int) -> tuple[ModelSpec, ...]:
        places, count = unit.places, len(bought.figures)
        if places is not None and len(places) != count:
            said = f"unit {id} has {len(places)} places for {count} models"
            self.report.add(self.read.line("units", id, "places"), said, "give one place for each model")
        made = []
        for n, figure in enumerate(bought.figures):
            spot = places[n] if places is not None and n < len(places) else None
            on, z = ("", 0.0) if spot is None else self._ground(spot)
            at = None if spot is None else Pose.at(*spot, z, unit.facing)
            spec = ModelSpec(
                id=f"{id}-{n + 1}",
                name=figure.name,
                profile=figure.profile,
                shape=self._shape(figure.base, id, line),
                height=um(figure.height),
                eye=um(figure.eye),
                gear=tuple(figure.gear),
                at=at,
                stands_on=on,
            )
            self._stand(spec, self.read.line("units", id, "places", n), id)
            made.append(spec)
        if self.file.deployment == "placed" and places is None:
            self.report.add(line, f"unit {id} has no places, and everything is to be placed already", "add 'places'")
        return tuple(made)

    def _ground(self, spot: tuple[float, float]) -> tuple[str, float]:
        """The top of the highest solid piece under a spot that can be stood on, else the table."""
        tops = {piece.id for piece in self.board.pieces if piece.standable}
        found = [surface for surface in surfaces_at(self.board, *spot) if surface.id in tops]
        return (found[-1].id, found[-1].z) if found else ("", 0.0)

    def _spec(self, id: str, side: str, unit: Unit, models: tuple[ModelSpec, ...], bought: Bought | None) -> UnitSpec:
        sheet = bought.sheet if bought else None
        if sheet is None and unit.sheet and side in self.armies:
            sheet = self.armies[side].units.get(unit.sheet)
        points = unit.points if unit.points is not None else bought.points if bought else 0
        return UnitSpec(
            id,
            side,
            unit.name or (sheet.name if sheet else id),
            unit.letter or "",
            unit.sheet or "",
            unit.kind or (sheet.kind if sheet else _kind(models)),
            unit.role or (sheet.role if sheet else ""),
            points,
            models,
            tuple(unit.keywords if unit.keywords is not None else sheet.keywords if sheet else ()),
            tuple(unit.deeds),
            unit.size or 0,
            unit.joined or "",
            unit.aboard or "",
            (unit.power if isinstance(unit, eighth.Unit) else None) or (bought.power if bought else 0),
        )

    def _model(self, index: int, model: Model) -> ModelSpec | None:
        line, where = self.read.line("models", index), f"model {model.id}"
        shape = self._shape(model.base, where, line)
        pose = self._pose(model)
        if model.eye > model.height:
            self.report.add(line, f"{where}: its eye ({model.eye:g}) is above its top", f"use at most {model.height:g}")
        eye_at = None if model.eye_at is None or pose is None else self._eye(model, pose, shape, line)
        armour = model.armour
        spec = ModelSpec(
            id=model.id,
            name=model.name or model.id,
            profile=model.profile or "",
            shape=shape,
            height=um(model.height),
            eye=um(model.eye),
            gear=tuple(model.gear),
            at=pose,
            torso=None if model.body is None else self._shape(model.body, where, line),
            stands_on=model.stands_on or "",
            eye_at=eye_at,
            wounds=model.wounds,
            armour=None if armour is None else (armour.front, armour.side, armour.rear),
            mounts=tuple(
                MountSpec(m.weapon, um(m.at[0]), um(m.at[1]), um(m.z), udeg(m.facing), round(m.arc * 1_000_000))
                for m in model.mounts
            ),
        )
        return spec if self._stand(spec, line, model.unit or model.id) else None

    def _pose(self, model: Model) -> Pose | None:
        if model.at is None:
            return None
        z = model.z
        if z is None:
            surface = surfaces_of(self.board).get(model.stands_on or "")
            z = surface.z if surface else 0.0
        return Pose.at(*model.at, z, model.facing)

    def _eye(self, model: Model, pose: Pose, shape: Shape, line: int) -> tuple[int, int]:
        """The eye's place on the table in the model's own frame."""
        assert model.eye_at is not None
        x, y = model.eye_at[0] * INCH - pose.x, model.eye_at[1] * INCH - pose.y
        far = (reach(shape) + 1) * INCH
        if x * x + y * y > far * far:
            said = f"model {model.id}: eye_at is not near the model"
            self.report.add(line, said, "give it in table coordinates, as 'at', within 1 inch of the base")
        dx, dy = unit_vector(pose.facing)
        return round(x * dx + y * dy), round(y * dx - x * dy)

    def _stand(self, spec: ModelSpec, line: int, unit: str) -> bool:
        if spec.id in self.ids:
            said = f"there are two models {spec.id!r} (also line {self.ids[spec.id]})"
            self.report.add(line, said, "give each model its own id")
            return False
        self.ids[spec.id] = line
        body: Body | None = body_of(spec, unit)
        if body is not None:
            self.standing.append(Standing(body, spec.stands_on, line))
        return True

    def _shape(self, base: Base, where: str, line: int) -> Shape:
        if base.round is not None:
            return Round(mm(base.round))
        if base.oval is not None:
            return Oval(mm(base.oval[0]), mm(base.oval[1]))
        if base.rect is not None:
            return Rect(mm(base.rect[0]), mm(base.rect[1]))
        ring = outline(base.hull or [], f"{where}: its hull", line, self.report)
        return Hull(ring) if ring else Round(mm(25))

    def _limits(self, units: list[UnitSpec]) -> None:
        """Note sides that cost more than is allowed, in points or by their Power Ratings."""
        power = self.file.power if isinstance(self.file, eighth.SceneFile) else None
        for key, limit in (("points", self.file.points), ("power", power)):
            for side in self.sides if limit else ():
                spent = sum(getattr(unit, key) for unit in units if unit.side == side)
                if limit is not None and spent > limit:
                    what = "points of units" if key == "points" else "of Power"
                    said = f"side {side} has {spent} {what} where {limit} are allowed"
                    self.report.add(self.read.line(key), said, "take fewer units or options, or raise the limit")

    @rule("8e.mission.understrength-unit")
    def _understrength(self, units: list[UnitSpec]) -> None:
        """Note sides with more than one unit of a kind below its least size, and units that are not below it."""
        seen: set[tuple[str, str]] = set()
        for spec in units:
            unit = self.file.units.get(spec.id)
            if not isinstance(unit, eighth.Unit) or unit.fewer is None or spec.side not in self.armies:
                continue
            sheet = self.armies[spec.side].units.get(spec.sheet)
            least = sheet.least if isinstance(sheet, eighth.Datasheet) else None
            line = self.read.line("units", spec.id, "fewer")
            if least is None or len(spec.models) >= least:
                said = f"unit {spec.id} is not below the least size of its datasheet"
                self.report.add(line, said, "leave out 'fewer', and options that add models")
            elif (spec.side, spec.sheet) in seen:
                said = f"side {spec.side} has two units of {spec.sheet} below their least size"
                self.report.add(line, said, "one of each datasheet may be; give the others all their models")
            seen.add((spec.side, spec.sheet))

    def _links(self, units: list[UnitSpec]) -> None:
        """Note units that join, or ride in, what is not there."""
        if not self.read.whole:
            return
        by_id = {unit.id: unit for unit in units}
        for unit in units:
            for key, goal, known in (("joined", unit.joined, by_id), ("aboard", unit.aboard, self.ids)):
                if goal and goal not in known:
                    line = self.read.line("units", unit.id, key)
                    self.report.add(line, f"unit {unit.id}: there is no {goal!r} to be {key}", meant(goal, known))

    def _lettered(self, units: list[UnitSpec]) -> list[UnitSpec]:
        """The units, each with a letter of its own on its side."""
        taken = {(unit.side, unit.letter) for unit in units if unit.letter}
        made = []
        for unit in units:
            if not unit.letter:
                wide = [*LETTERS, *(f"{a}{n}" for n in range(1, 10) for a in LETTERS)]
                letter = next((x for x in wide if (unit.side, x) not in taken), "Z9")
                taken.add((unit.side, letter))
                unit = replace(unit, letter=letter)
            made.append(unit)
        return made


def _kind(models: tuple[ModelSpec, ...]) -> str:
    """The unit type of a unit of which only the models are known."""
    return "vehicle" if any(model.armour for model in models) else "infantry"
