"""The numbers of what is selected, exact and to be changed by typing, by the wheel, or by the buttons below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from battlefield.terrain import Floor, Piece, Wall
from battlefield.units import inches
from render.bench import plain
from render.bench.editing import Editor
from render.bench.palette import Scroll
from render.bench.plain import Data
from render.theme import REFUSED_INK, TEXT_QUIET, side_style
from render.ui.core import Ui
from render.ui.fields import text_field
from render.ui.layout import columns
from render.ui.lists import drop_down
from render.ui.widgets import button, choices, label, paragraph
from scenarios.terrain import standard_kinds

NUMBERS = frozenset("0123456789.-")
TABLE = "the table"


@dataclass(frozen=True, slots=True)
class Field:
    """A number or text of an entry. `put` gives the changed entry, or None when the text cannot be meant yet."""

    name: str
    text: str
    put: Callable[[str], Data | None]
    step: float = 0.0
    free: bool = False


class Properties:
    """The page of the palette about what is selected."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._draft: tuple[str, str] | None = None
        self._bad = ""

    @property
    def model(self) -> bool:
        return self.editor.is_model(self.editor.selected)

    def draw(self, ui: Ui, rect: pygame.Rect) -> None:
        """Draw the page."""
        entry = self.editor.entry()
        if entry is None:
            paragraph(ui, rect, "Click a model or a piece of terrain: its numbers stand here.", 13, TEXT_QUIET)
            return
        if self._draft is not None and ui.focus != self._draft[0]:
            self._draft, self._bad = None, ""
            self.editor.position.settle()
        scroll = Scroll(ui, rect, "properties")
        with ui.clip(rect):
            if self.model:
                self._model(ui, scroll, entry)
            else:
                self._piece(ui, scroll, entry)
            self._buttons(ui, scroll)
        scroll.done()

    def _model(self, ui: Ui, scroll: Scroll, entry: Data) -> None:
        self._text(ui, scroll, Field("Name", str(entry.get("name") or entry["id"]), _word("name")))
        self._place(ui, scroll, entry)
        self._pair(ui, scroll, _number(entry, "Height", "height", 0.1, 0.01), _number(entry, "Eye", "eye", 0.1, 0.0))
        shape, sizes = next(iter(entry["base"].items()))
        if shape == "round":
            self._pair(ui, scroll, _base(entry, "Base mm", shape, 0), None)
        elif shape != "hull":
            self._pair(ui, scroll, _base(entry, "Long mm", shape, 0), _base(entry, "Wide mm", shape, 1))
        else:
            self._line(ui, scroll, f"Hull with {len(sizes)} corners")
        self._stands_on(ui, scroll, entry)
        self._side(ui, scroll, entry)
        self._unit(ui, scroll, entry)

    def _piece(self, ui: Ui, scroll: Scroll, entry: Data) -> None:
        kinds = {**(self.editor.position.data.get("kinds") or {}), **standard_kinds()}
        own = standard_kinds().get(entry["kind"])
        named = str(entry.get("name") or (own.name if own else entry["kind"]))
        self._text(ui, scroll, Field("Name", named, _word("name")))
        self._caption(ui, scroll, "Kind")
        place = scroll.row(ui.theme.target(28))
        called = {key: str(kind["name"]) if isinstance(kind, dict) else kind.name for key, kind in kinds.items()}
        keys = sorted(called, key=called.__getitem__)
        names = [called[key] for key in keys]
        drop_down(ui, place, "Kind", names, keys.index(entry["kind"]), lambda i: self._kind(keys[i]))
        self._place(ui, scroll, plain.centred(entry))
        made = self.editor.position.try_state()
        piece = made.terrain[self.editor.selected].piece if made and self.editor.selected in made.terrain else None
        parts = entry.get("parts") or (piece.parts if piece is not None else ())
        if not parts:
            self._heights(ui, scroll, entry, piece)
        elif piece is not None:
            self._line(ui, scroll, _parts_told(piece))
        if piece is not None:
            cover = f"{piece.cover}+ cover" if piece.cover is not None else "no cover"
            self._line(ui, scroll, f"{self.editor.position.edition}: {', '.join((*piece.traits, cover))}")

    def _heights(self, ui: Ui, scroll: Scroll, entry: Data, piece: Piece | None) -> None:
        """Top and bottom of a piece that has no walls and floors of its own."""
        told = {**entry}
        if piece is not None:
            told.setdefault("top", plain.number(inches(piece.top)))
            told.setdefault("bottom", plain.number(inches(piece.bottom)))
        self._pair(ui, scroll, _number(told, "Top", "top", 0.1, 0.0), _number(told, "Bottom", "bottom", 0.1, 0.0))

    def _kind(self, kind: str) -> None:
        self._set({"kind": kind})

    # -- rows ----------------------------------------------------------------------------------------------------------

    def _place(self, ui: Ui, scroll: Scroll, entry: Data) -> None:
        x, y = entry["at"]
        self._pair(
            ui, scroll,
            Field("x", _told(x), lambda t: self._moved(t, 0), 0.1),
            Field("y", _told(y), lambda t: self._moved(t, 1), 0.1),
        )  # fmt: skip
        self._pair(ui, scroll, Field("Facing °", _told(entry.get("facing", 0)), self._turned, 5.0), None)

    def _moved(self, text: str, axis: int) -> Data | None:
        value = _float(text)
        if value is None:
            return None
        at = list(self.editor.middle(self.editor.selected))
        at[axis] = value
        self.editor.move(self.editor.selected, (at[0], at[1]), merge=f"typed {self.editor.selected}", exact=True)
        return {}

    def _turned(self, text: str) -> Data | None:
        value = _float(text)
        if value is None:
            return None
        id = self.editor.selected
        self.editor.move(id, self.editor.middle(id), value % 360, merge=f"typed {id}", exact=True)
        return {}

    def _caption(self, ui: Ui, scroll: Scroll, words: str) -> None:
        label(ui, scroll.row(ui.theme.line_height(11), 1), words, 11, TEXT_QUIET)

    def _line(self, ui: Ui, scroll: Scroll, words: str) -> None:
        lines = ui.theme.wrap(words, scroll.width, 12)
        place = scroll.row(ui.theme.line_height(12) * len(lines))
        paragraph(ui, place, words, 12, TEXT_QUIET)

    def _text(self, ui: Ui, scroll: Scroll, field: Field) -> None:
        self._caption(ui, scroll, field.name)
        self._field(ui, scroll.row(ui.theme.target(28)), Field(field.name, field.text, field.put, free=True))

    def _pair(self, ui: Ui, scroll: Scroll, one: Field, other: Field | None) -> None:
        theme = ui.theme
        caption, row = scroll.row(theme.line_height(11), 1), scroll.row(theme.target(28))
        for i, field in enumerate((one, other)):
            if field is not None:
                label(ui, columns(caption, 2, theme.px(6))[i], field.name, 11, TEXT_QUIET)
                self._field(ui, columns(row, 2, theme.px(6))[i], field)

    def _field(self, ui: Ui, place: pygame.Rect, field: Field) -> None:
        name = f"field {field.name}"
        draft = self._draft[1] if self._draft is not None and self._draft[0] == name else field.text

        def change(text: str) -> None:
            self._draft = (name, text)
            self._take(name, field, text)

        def wheel(notches: int) -> None:
            value = _float(field.text)
            if value is not None:
                self._draft = None
                self._take(name, field, _told(value + notches * field.step))
                self.editor.position.settle(done=False)

        widget = text_field(ui, place, name, draft, change, longest=60,
                            allowed=str.isprintable if field.free else NUMBERS.__contains__)  # fmt: skip
        if field.step:
            widget.wheel = wheel
            widget.tip = f"Type a number, or turn the wheel here: {field.step:g} a notch"
        if self._bad == name:
            pygame.draw.rect(ui.surface, REFUSED_INK, place, 2, border_radius=ui.theme.px(4))

    def _take(self, name: str, field: Field, text: str) -> None:
        changed = field.put(text)
        good = changed is not None and (not changed or self._set(changed, f"typed {self.editor.selected}"))
        self._bad = "" if good else name

    def _set(self, changes: Data, merge: str = "") -> bool:
        """Change the entry if a position can be made of it; False when not."""
        position, id = self.editor.position, self.editor.selected
        kind = "models" if self.model else "terrain"
        data = plain.with_item(position.data, kind, id, lambda entry: plain.held({**entry, **changes}))
        tried = position.trial(data)
        if tried.state is None or id not in (tried.state.models if kind == "models" else tried.state.terrain):
            return False
        position.change(data, merge)
        return True

    # -- what a model belongs to ---------------------------------------------------------------------------------------

    def _stands_on(self, ui: Ui, scroll: Scroll, entry: Data) -> None:
        from battlefield.table import surfaces_at

        state = self.editor.position.try_state()
        here = surfaces_at(state.board, *self.editor.middle(self.editor.selected)) if state is not None else ()
        options = [TABLE, *(f"{self._surface(s.id)}, {s.z:g}″" for s in here)]
        named = [surface.id for surface in here]
        on = str(entry.get("stands_on") or "")
        chosen = named.index(on) + 1 if on in named else 0
        own = entry.get("z") if not on else None
        if own:
            options, chosen = [*options, f"at {own:g}″"], len(options)

        def choose(i: int) -> None:
            if i <= len(named):
                z = plain.number(here[i - 1].z) if i else None
                self._set({"stands_on": named[i - 1] if i else None, "z": z or None})

        self._caption(ui, scroll, "Stands on")
        drop_down(ui, scroll.row(ui.theme.target(28)), "Stands on", options, chosen, choose)
        self._pair(ui, scroll, Field("Foot at", _told(entry.get("z", 0)), self._lifted, 0.5), None)

    def _surface(self, id: str) -> str:
        piece, _, floor = id.partition("/")
        return f"{self.editor.position.name(piece)}{f', floor {floor}' if floor else ''}"

    def _lifted(self, text: str) -> Data | None:
        value = _float(text)
        return None if value is None or value < 0 else {"z": plain.number(value) or None, "stands_on": None}

    def _side(self, ui: Ui, scroll: Scroll, entry: Data) -> None:
        sides, editor = self.editor.sides, self.editor
        side = plain.side_of(editor.position.data, entry)
        self._caption(ui, scroll, "Side")
        names = [editor.side_name(s) for s in sides]
        place = scroll.row(ui.theme.target(28))
        choices(ui, place, "Side of the model", names, sides.index(side) if side in sides else 0,
                lambda i: self._to_side(entry, sides[i]))  # fmt: skip
        mark = pygame.Rect(place.x, place.bottom, place.width, ui.theme.px(2))
        ui.surface.fill(side_style(sides.index(side) if side in sides else 0).rim, mark)

    def _to_side(self, entry: Data, side: str) -> None:
        """The model alone goes over, into a unit of its own."""
        position = self.editor.position
        unit = plain.fresh(position.data, f"{side}-unit")
        self._set({"side": side, "unit": unit})

    def _unit(self, ui: Ui, scroll: Scroll, entry: Data) -> None:
        data, editor = self.editor.position.data, self.editor
        side, own = plain.side_of(data, entry), plain.unit_of(entry)
        mates = dict.fromkeys(plain.unit_of(m) for m in data["models"] if plain.side_of(data, m) == side)
        names = [editor.position.name(unit) for unit in mates]
        keys = list(mates)

        def choose(i: int) -> None:
            if i < len(keys):
                self._set({"unit": keys[i]} if keys[i] in {str(m.get("unit")) for m in data["models"]} else {})
            else:
                self._set({"unit": plain.fresh(data, f"{side}-unit")})

        self._caption(ui, scroll, "Unit")
        place = scroll.row(ui.theme.target(28))
        drop_down(ui, place, "Unit", [*names, "a unit of its own"], keys.index(own), choose)
        words = (data.get("units") or {}).get(own, {}).get("keywords") or []
        self._text(ui, scroll, Field("Keywords of the unit", ", ".join(words), lambda text: self._keywords(own, text)))

    def _keywords(self, unit: str, text: str) -> Data | None:
        position = self.editor.position
        words = [word.strip().lower() for word in text.split(",") if word.strip()]
        units = position.data.get("units") or {}
        told = {**units.get(unit, {}), "keywords": words or None}
        data = {**position.data, "units": {**units, unit: plain.held(told)}}
        if position.model(self.editor.selected) is None or position.trial(data).state is None:
            return None
        position.change(data, f"typed {unit}")
        return {}

    def _buttons(self, ui: Ui, scroll: Scroll) -> None:
        editor, theme = self.editor, ui.theme
        offered: Sequence[tuple[str, Callable[[], Any], str]] = (
            ("Another", editor.duplicate, "Another one like it (D)"), ("Delete", editor.remove, "Take it off (Delete)"),
        )  # fmt: skip
        row = scroll.row(theme.target(30))
        for place, (words, act, tip) in zip(columns(row, 2, theme.px(6)), offered):
            button(ui, place, words, act, tip=tip, size=13)
        if self.model:
            row = scroll.row(theme.target(30))
            ask = editor.position.ask
            id = editor.selected
            looks: Sequence[tuple[str, Callable[[], Any], str]] = (
                ("As From", lambda: ask(viewer=id), "Make it the one who looks"),
                ("As To", lambda: ask(target=id), "Make it the target"),
            )  # fmt: skip
            for place, (words, act, tip) in zip(columns(row, 2, theme.px(6)), looks):
                button(ui, place, words, act, tip=tip, size=13)


def _parts_told(piece: Piece) -> str:
    """The walls and floors of a piece in a few words."""
    walls = [part for part in piece.parts if isinstance(part, Wall)]
    floors = [part for part in piece.parts if isinstance(part, Floor)]
    told = []
    if walls:
        high = max(inches(wall.top) for wall in walls)
        told.append(f"{_counted(len(walls), 'wall')} up to {plain.number(high):g}″")
    if floors:
        told.append(f"{_counted(len(floors), 'floor')} at {', '.join(f'{inches(f.z):g}″' for f in floors)}")
    return ", ".join(told)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _word(key: str) -> Callable[[str], Data | None]:
    return lambda text: {key: text.strip()} if text.strip() else None


def _number(entry: Data, name: str, key: str, step: float, least: float) -> Field:
    def put(text: str) -> Data | None:
        value = _float(text)
        return None if value is None or value < least else {key: plain.number(value)}

    return Field(name, _told(entry.get(key, 0)), put, step)


def _base(entry: Data, name: str, shape: str, axis: int) -> Field:
    sizes = entry["base"][shape]
    now = sizes if shape == "round" else sizes[axis]

    def put(text: str) -> Data | None:
        value = _float(text)
        if value is None or not 1 <= value <= 500:
            return None
        if shape == "round":
            return {"base": {"round": plain.number(value)}}
        return {"base": {shape: [plain.number(value if i == axis else old) for i, old in enumerate(sizes)]}}

    return Field(name, _told(now), put, 1.0)


def _float(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < 1000 else None


def _told(value: float) -> str:
    return f"{plain.number(float(value)):g}" if abs(value) < 1 else f"{float(value):.4f}".rstrip("0").rstrip(".")
