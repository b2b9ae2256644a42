"""The position on the bench: the plain data of a scene file, and what the books of every edition say of it.

Everything about the bench hangs on this one object. Its data are never changed in place: an edit puts new data beside
the old, which makes taking back a matter of remembering. Moving a model or a piece replaces it in the states that are
there already; any other edit, and the end of a drag, sets the states up anew by the loader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from battlefield.body import Body
from battlefield.pose import Pose
from engine.books import EDITIONS
from engine.core.records import OnTable, Terrain, body_of
from engine.core.state import State
from render.bench import levels, plain, setting
from render.bench.answering import UNNAMED, Answering
from render.bench.history import History, Moment
from render.bench.plain import Data, Spot
from render.bench.setting import Arranged
from scenarios.writer import text_of


class Position(Answering):
    """A position, the question asked about it, and the answers.

    `edition` is the one shown; `viewer_model` and `target_model` are the models chosen (empty: none), and `viewer` and
    `target` what is asked about: those models, or with `whole_units` their units. `version` grows with every change.
    While not `awake`, as before sight is ready, nothing is judged.
    """

    def __init__(self, data: Data | None = None, path: Path | None = None) -> None:
        super().__init__(str((data or {}).get("edition") or EDITIONS[0]))
        self._now = Moment(data if data is not None else plain.blank(self.edition))
        self.path = path
        self.version = 0
        self.saved = self._now.data
        self._history = History()
        self._shifted = False
        self._take_question(self.data.get("asked"))

    # -- where it comes from and goes to -------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path | str) -> Position:
        """The position of a scene or scenario file. Raises ScenarioError, or LookupError when no book can set it up."""
        path = Path(path)
        return cls(setting.opened(path), path)

    @classmethod
    def of(cls, state: State, title: str = "") -> Position:
        """A copy of a battle's position; the battle does not hear of it."""
        return cls(setting.from_state(state, title))

    def text(self) -> str:
        """The position as a scene file in YAML, with the question and the edition shown."""
        return text_of({key: value for key, value in self.whole().items() if value not in ([], {}, None)})

    def whole(self) -> Data:
        """The data of the scene file: those of the position, with the question and the edition shown."""
        data = {**setting.for_edition(self.data, self.edition), "edition": self.edition}
        data.pop("asked", None)
        if self.viewer and self.target:
            data["asked"] = {"from": self.viewer, "to": self.target}
        return data

    def save(self, path: Path | str) -> None:
        """Write the position to a file. Raises OSError."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(self.text(), encoding="utf-8")
        self.path, self.saved = Path(path), self.data

    def _take_question(self, asked: Any) -> None:
        if not isinstance(asked, dict):
            return
        one, other = str(asked.get("from", "")), str(asked.get("to", ""))
        if self.model(one) and self.model(other):
            self._now = replace(self._now, viewer_model=one, target_model=other)
        else:
            first = {plain.unit_of(m): str(m["id"]) for m in reversed(self.data.get("models") or ())}
            if one in first and other in first:
                self._now = Moment(self.data, first[one], first[other], True)

    # -- what is there -------------------------------------------------------------------------------------------------

    @property
    def data(self) -> Data:
        """The plain data of the scene. Never change them in place."""
        return self._now.data

    @property
    def title(self) -> str:
        return str(self.data.get("title") or (self.path.stem if self.path else "Position"))

    @property
    def viewer_model(self) -> str:
        return self._now.viewer_model

    @property
    def target_model(self) -> str:
        return self._now.target_model

    @property
    def whole_units(self) -> bool:
        return self._now.whole_units

    @property
    def viewer(self) -> str:
        """Who looks: the id of a model, or of a unit when whole units are asked about; empty when nobody is chosen."""
        return self._asked(self._now.viewer_model)

    @property
    def target(self) -> str:
        """Who is looked at, as `viewer`."""
        return self._asked(self._now.target_model)

    def _asked(self, model: str) -> str:
        entry = self.model(model)
        if entry is None:
            return ""
        return plain.unit_of(entry) if self.whole_units else model

    def model(self, id: str) -> Data | None:
        """The entry of a model in the data."""
        return plain.item(self.data, "models", id)

    def piece(self, id: str) -> Data | None:
        """The entry of a piece of terrain in the data."""
        return plain.item(self.data, "terrain", id)

    def name(self, id: str) -> str:
        """What a model, unit or piece is called."""
        entry: Data = self.model(id) or self.piece(id) or (self.data.get("units") or {}).get(id) or {}
        return str(entry.get("name") or id)

    def body(self, id: str) -> Body | None:
        """A model as a prism where it stands; None when there is none, or no state."""
        state = self.try_state()
        return body_of(state.models[id]) if state is not None and id in state.models else None

    # -- the question --------------------------------------------------------------------------------------------------

    def ask(self, viewer: str | None = None, target: str | None = None, whole_units: bool | None = None) -> None:
        """Choose who looks (a model), who is looked at, and whether their whole units are meant. Can be taken back."""
        now = self._now
        new = Moment(
            now.data,
            now.viewer_model if viewer is None else viewer,
            now.target_model if target is None else target,
            now.whole_units if whole_units is None else whole_units,
        )
        if new != now:
            self._remember("")
            self._now = new
            self._changed(structure=False)

    def swap(self) -> None:
        """Exchange who looks and who is looked at."""
        self.ask(self.target_model, self.viewer_model)

    # -- edits ---------------------------------------------------------------------------------------------------------

    def change(self, data: Data, merge: str = "", viewer: str | None = None, target: str | None = None) -> None:
        """Take other data in place of those there are, and perhaps other models into the question.

        Edits in a row with the same `merge` are taken back as one.
        """
        if data is self.data:
            return
        self._remember(merge)
        self._take(data, viewer, target)
        self._changed(structure=True)
        self._ground_all()

    def trial(self, data: Data) -> Arranged:
        """What would become of other data, by the book of the edition shown."""
        return setting.arranged(data, self.path or UNNAMED, self.edition)

    def refusal(self, data: Data, id: str) -> str:
        """Why no position with a model or piece of that id can be made of other data, in a sentence; else empty."""
        made = self.trial(data)
        news = [problem for problem in made.problems if problem not in self.problems]
        about = [problem for problem in news if problem.startswith(f"Terrain {id}:")]
        if made.state is not None and not about and (id in made.state.models or id in made.state.terrain):
            return ""
        return (about or news or list(made.problems) or [made.trouble])[0]

    def edit(self, kind: str, id: str, change: Callable[[Data], Data], merge: str = "") -> None:
        """Change one entry of `models` or `terrain`."""
        self.change(plain.with_item(self.data, kind, id, change), merge)

    def move_model(self, id: str, at: Spot, facing: float | None = None, merge: str = "drag") -> None:
        """Put a model elsewhere, in inches and degrees. What it stands on follows: see `ground`."""
        entry = self.model(id)
        if entry is None or entry.get("at") is None:
            return
        new = plain.moved_model(entry, at, facing)
        z, on = self.ground(entry, (new["at"][0], new["at"][1]))
        new = {
            key: value for key, value in {**new, "z": z or None, "stands_on": on or None}.items() if value is not None
        }
        self._remember(merge)
        self._take(plain.with_item(self.data, "models", id, lambda _: new))
        x, y = new["at"]
        pose = Pose.at(x, y, float(new.get("z", 0)), float(new.get("facing", 0)))
        for edition, found in self._arranged.items():
            if found.state is not None and id in found.state.models:
                state = found.state.copy()
                state.models[id] = replace(state.models[id], place=OnTable(pose, on))
                self._arranged[edition] = replace(found, state=state)
        self._changed(structure=False)
        self._shifted = True

    def move_piece(self, id: str, at: Spot, facing: float | None = None, merge: str = "drag") -> None:
        """Put a piece of terrain elsewhere; models that stand on it stay where they are."""
        entry = self.piece(id)
        if entry is None:
            return
        self.reshape(plain.moved_piece(entry, at, facing), merge)

    def reshape(self, new: Data, merge: str) -> None:
        """Put a piece of terrain in place of the one with its id, in the states that are there already."""
        id = str(new["id"])
        self._remember(merge)
        self._take(plain.with_item(self.data, "terrain", id, lambda _: new))
        for edition, found in self._arranged.items():
            piece = setting.piece_of(self.data, new, edition) if found.state is not None else None
            if found.state is not None and piece is not None:
                state = found.state.copy()
                condition = state.terrain[id].condition if id in state.terrain else ""
                state.terrain[id] = Terrain(id, piece, condition)
                self._arranged[edition] = replace(found, state=state)
        self._changed(structure=False)
        self._shifted = True

    @property
    def dragged(self) -> bool:
        """Whether a drag is under way."""
        return self._shifted

    def settle(self, done: bool = True) -> None:
        """End a move: the states are set up anew from the data, and unless more is to come (`done` False) the next edit
        is taken back by itself."""
        if done:
            self._history.part()
        if self._shifted:
            self._changed(structure=True)
            self._ground_all()

    def _ground_all(self) -> None:
        """Let models whose surface has been raised, lowered or taken away stand at the height of what is there now."""
        state = self.try_state()
        if state is None:
            return
        new = levels.grounded(self.data, state)
        if new is not self.data:
            self._take(new)
            self._changed(structure=True)

    def ground(self, entry: Data, at: Spot) -> tuple[float, str]:
        """How high a model stands at a spot, and on which surface; see `levels.ground`."""
        state = self.try_state()
        return levels.ground(entry, at, state) if state is not None else levels.own(entry)

    # -- taking back ---------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return bool(self._history.past)

    @property
    def can_redo(self) -> bool:
        return bool(self._history.future)

    def undo(self) -> None:
        """Take the last edit back."""
        self._now = self._history.back(self._now)
        self._changed(structure=True)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._now = self._history.forth(self._now)
        self._changed(structure=True)

    def join_last(self) -> None:
        """Let the last two edits be taken back as one."""
        self._history.join_last()

    def _remember(self, merge: str) -> None:
        self._history.remember(self._now, merge)

    def _take(self, data: Data, viewer: str | None = None, target: str | None = None) -> None:
        here = {str(model["id"]) for model in data.get("models") or ()}
        now = self._now
        one, other = now.viewer_model if viewer is None else viewer, now.target_model if target is None else target
        self._now = Moment(data, one if one in here else "", other if other in here else "", now.whole_units)

    def _changed(self, structure: bool) -> None:
        self.version += 1
        self.forget(structure)
        if structure:
            self._shifted = False

    # -- the table -----------------------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[float, float]:
        """The table's width and depth in inches."""
        table = self.data.get("table") or {}
        return float(table.get("width", 72)), float(table.get("depth", 48))

    def resize(self, width: float, depth: float) -> None:
        """Another table; what would lie off it stays where it is and is told as a problem."""
        size = {"width": plain.number(width), "depth": plain.number(depth)}
        self.change({**self.data, "table": size}, "table")

    def clear(self) -> None:
        """Take everything off the table."""
        width, depth = self.size
        self.change(plain.blank(self.edition, width, depth, self.title))


__all__ = ["EDITIONS", "Position"]
