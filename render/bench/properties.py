"""The numbers of what is selected, exact and to be changed by typing, by the wheel, or by the buttons below."""

from __future__ import annotations

import pygame

from battlefield.table import surfaces_at
from battlefield.terrain import Piece
from battlefield.units import inches
from render.bench import levels, plain
from render.bench.editing import Editor
from render.bench.fields import Field, Page, bounded, keyed, told
from render.bench.part_page import draw_part, draw_parts
from render.bench.plain import Data
from render.theme import TEXT_QUIET, side_style
from render.ui.core import Ui
from render.ui.layout import Cut
from render.ui.lists import drop_down
from render.ui.widgets import button, choices, paragraph
from scenarios.terrain import standard_kinds

TABLE = "the table"
SMALLEST, LARGEST = 1, 500
"""Millimetres of a base."""

TALLEST = 60
PLATES = ("front", "side", "rear")


class Properties:
    """The page of the palette about what is selected."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.page = Page(editor)

    @property
    def model(self) -> bool:
        return self.editor.is_model(self.editor.selected)

    def draw(self, ui: Ui, rect: pygame.Rect) -> None:
        """Draw the page."""
        entry, page = self.editor.entry(), self.page
        if entry is None:
            page.finish()
            paragraph(ui, rect, "Click a model or a piece of terrain: its numbers stand here.", 13, TEXT_QUIET)
            return
        page.begin(ui, rect)
        with ui.clip(rect):
            if self.model:
                self._model(entry)
            else:
                self._piece(entry)
            self._buttons()
        page.scroll.done()

    # -- a model -------------------------------------------------------------------------------------------------------

    def _model(self, entry: Data) -> None:
        page = self.page
        page.text("Name", str(entry.get("name") or entry["id"]), self._named)
        self._place(entry)
        page.row(
            keyed(entry, "Height", "height", 0.1, (0.01, TALLEST), self._keep),
            keyed(entry, "Eye", "eye", 0.1, (0, TALLEST), self._keep),
        )
        shape, sizes = next(iter(entry["base"].items()))
        if shape == "round":
            page.row(self._base(entry, "Base mm", shape, 0))
        elif shape != "hull":
            page.row(self._base(entry, "Long mm", shape, 0), self._base(entry, "Wide mm", shape, 1))
        else:
            page.line(f"Hull with {len(sizes)} corners")
        if entry.get("armour"):
            page.caption("Armour of its facings")
            page.row(*(self._plate(entry["armour"], plate) for plate in PLATES), across=3)
        self._stands_on(entry)
        self._side(entry)
        self._unit(entry)

    def _base(self, entry: Data, name: str, shape: str, axis: int) -> Field:
        sizes = entry["base"][shape]
        now = sizes if shape == "round" else sizes[axis]

        def keep(value: float) -> str:
            if shape == "round":
                return self._keep({"base": {"round": plain.number(value)}})
            new = [plain.number(value if i == axis else old) for i, old in enumerate(sizes)]
            return self._keep({"base": {shape: new}})

        return Field(name, told(now), bounded(SMALLEST, LARGEST, keep), 1.0)

    def _plate(self, armour: Data, plate: str) -> Field:
        def keep(value: float) -> str:
            return self._keep({"armour": {**armour, plate: round(value)}})

        tip = "The armour of that facing in the fifth edition: the wheel changes it"
        return Field(f"Armour: {plate}", told(armour[plate]), bounded(1, 15, keep), 1.0, tip=tip)

    def _stands_on(self, entry: Data) -> None:
        editor, page = self.editor, self.page
        state = editor.position.try_state()
        here = surfaces_at(state.board, *editor.middle(editor.selected)) if state is not None else ()
        options = [TABLE, *(f"{self._surface(s.id)}, {s.z:g}″" for s in here)]
        named = [surface.id for surface in here]
        z, on = levels.own(entry)
        chosen = named.index(on) + 1 if on in named else 0
        if z and not on:
            options, chosen = [*options, f"at {z:g}″"], len(options)

        def choose(i: int) -> None:
            if i <= len(named):
                surface = here[i - 1] if i else None
                self._keep({"stands_on": surface.id if surface else None,
                            "z": (plain.number(surface.z) or None) if surface else None})  # fmt: skip

        page.caption("Stands on")
        drop_down(page.ui, page.place(), "Stands on", options, chosen, choose)
        row = Cut(page.row(Field("Foot at", told(z), bounded(0, TALLEST, self._lifted), 0.5)), page.ui.theme.px(4))
        wide = page.ui.theme.target(28)
        for words, up, name, key in (("▲", True, "Level up", "Page Up"), ("▼", False, "Level down", "Page Down")):
            button(page.ui, row.right(wide), words, lambda up=up: editor.climb(up), name=name, size=12,  # type: ignore[misc]
                   tip=f"Stand a level {'higher' if up else 'lower'}: floor, roof, table ({key})",
                   enabled=len(options) > 1)  # fmt: skip

    def _surface(self, id: str) -> str:
        piece, _, floor = id.partition("/")
        return f"{self.editor.position.name(piece)}{f', floor {floor}' if floor else ''}"

    def _lifted(self, value: float) -> str:
        return self._keep({"z": plain.number(value) or None, "stands_on": None})

    def _side(self, entry: Data) -> None:
        sides, editor, ui = self.editor.sides, self.editor, self.page.ui
        side = plain.side_of(editor.position.data, entry)
        number = sides.index(side) if side in sides else 0
        self.page.caption("Side")
        place = self.page.place()
        names = [editor.side_name(s) for s in sides]
        choices(ui, place, "Side of the model", names, number, lambda i: self._to_side(sides[i]))
        ui.surface.fill(side_style(number).rim, pygame.Rect(place.x, place.bottom, place.width, ui.theme.px(2)))

    def _to_side(self, side: str) -> None:
        """The model alone goes over, into a unit of its own."""
        self._keep({"side": side, "unit": plain.fresh(self.editor.position.data, f"{side}-unit")}, merge="")

    def _unit(self, entry: Data) -> None:
        data, editor, page = self.editor.position.data, self.editor, self.page
        side, own = plain.side_of(data, entry), plain.unit_of(entry)
        mates = dict.fromkeys(plain.unit_of(m) for m in data["models"] if plain.side_of(data, m) == side)
        names = [editor.position.name(unit) for unit in mates]
        keys = list(mates)

        def choose(i: int) -> None:
            if i < len(keys):
                self._keep({"unit": keys[i]} if keys[i] in {str(m.get("unit")) for m in data["models"]} else {}, "")
            else:
                self._keep({"unit": plain.fresh(data, f"{side}-unit")}, "")

        page.caption("Unit")
        drop_down(page.ui, page.place(), "Unit", [*names, "a unit of its own"], keys.index(own), choose)
        words = (data.get("units") or {}).get(own, {}).get("keywords") or []
        page.text("Keywords of the unit", ", ".join(words), lambda text: self._keywords(own, text))

    def _keywords(self, unit: str, text: str) -> str:
        position = self.editor.position
        words = [word.strip().lower() for word in text.split(",") if word.strip()]
        units = position.data.get("units") or {}
        new = plain.held({**units.get(unit, {}), "keywords": words or None})
        data = {**position.data, "units": {**units, unit: new}}
        trouble = position.refusal(data, self.editor.selected)
        if not trouble:
            position.change(data, f"typed {unit}")
        return trouble

    # -- a piece -------------------------------------------------------------------------------------------------------

    def _piece(self, entry: Data) -> None:
        page, parts = self.page, self.editor.parts
        made = self.editor.position.try_state()
        piece = made.terrain[self.editor.selected].piece if made and self.editor.selected in made.terrain else None
        draw_parts(page, parts, piece)
        if parts.index is not None:
            draw_part(page, parts)
            return
        kinds = {**(self.editor.position.data.get("kinds") or {}), **standard_kinds()}
        own = standard_kinds().get(entry["kind"])
        page.text("Name", str(entry.get("name") or (own.name if own else entry["kind"])), self._named)
        page.caption("Kind")
        called = {key: str(kind["name"]) if isinstance(kind, dict) else kind.name for key, kind in kinds.items()}
        keys = sorted(called, key=called.__getitem__)
        names = [called[key] for key in keys]
        drop_down(page.ui, page.place(), "Kind", names, keys.index(entry["kind"]),
                  lambda i: void(self._keep({"kind": keys[i]}, merge="")))  # fmt: skip
        self._place(plain.centred(entry))
        if not parts.all:
            self._heights(entry, piece)
        if piece is not None:
            cover = f"{piece.cover}+ cover" if piece.cover is not None else "no cover"
            page.line(f"{self.editor.position.edition}: {', '.join((*piece.traits, cover))}")

    def _heights(self, entry: Data, piece: Piece | None) -> None:
        """Top and bottom of a piece that has no walls and floors of its own."""
        known = {**entry}
        if piece is not None:
            known.setdefault("top", plain.number(inches(piece.top)))
            known.setdefault("bottom", plain.number(inches(piece.bottom)))
        limits = (0, TALLEST)
        self.page.row(
            keyed(known, "Top", "top", 0.1, limits, self._keep),
            keyed(known, "Bottom", "bottom", 0.1, limits, self._keep),
        )

    # -- both ----------------------------------------------------------------------------------------------------------

    def _place(self, entry: Data) -> None:
        (x, y), (width, depth) = entry["at"], self.editor.position.size
        self.page.row(
            Field("x", told(x), bounded(0, width, lambda value: self._moved(value, 0)), 0.1, near=True),
            Field("y", told(y), bounded(0, depth, lambda value: self._moved(value, 1)), 0.1, near=True),
        )
        self.page.row(Field("Facing °", told(entry.get("facing", 0)), bounded(-360, 720, self._turned), 5.0))

    def _moved(self, value: float, axis: int) -> str:
        at = list(self.editor.middle(self.editor.selected))
        at[axis] = value
        self.editor.move(self.editor.selected, (at[0], at[1]), merge=f"typed {self.editor.selected}", exact=True)
        return ""

    def _turned(self, value: float) -> str:
        id = self.editor.selected
        self.editor.move(id, self.editor.middle(id), value % 360, merge=f"typed {id}", exact=True)
        return ""

    def _named(self, text: str) -> str:
        return self._keep({"name": text}) if text else "a name has at least a letter."

    def _keep(self, changes: Data, merge: str | None = None) -> str:
        """Change the entry if a position can be made of it; else why not."""
        position, id = self.editor.position, self.editor.selected
        kind = "models" if self.model else "terrain"
        data = plain.with_item(position.data, kind, id, lambda entry: plain.held({**entry, **changes}))
        trouble = position.refusal(data, id)
        if not trouble:
            position.change(data, f"typed {id}" if merge is None else merge)
        return trouble

    def _buttons(self) -> None:
        editor, page, ask, id = self.editor, self.page, self.editor.position.ask, self.editor.selected
        page.buttons(("Another", editor.duplicate, "Another one like it (D)"),
                     ("Delete", editor.remove, "Take it off (Delete)"))  # fmt: skip
        if self.model:
            page.buttons(("As From", lambda: ask(viewer=id), "Make it the one who looks"),
                         ("As To", lambda: ask(target=id), "Make it the target"))  # fmt: skip


def void(_: str) -> None:
    """Nothing, of whatever was said."""
