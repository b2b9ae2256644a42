"""The palette at the left: what can be put on the table, and the numbers of what is selected."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from battlefield.terrain import Piece
from render.bench.editing import Drawing, Editor, Held
from render.bench.setting import piece_of
from render.bench.wares import BASES, BY_TWO_CLICKS, TERRAIN, Figurine, Ware
from render.table.painters import Brush, paint_piece
from render.theme import EDGE, GROUND, HOVER, INFORMATION, PANEL, PRESSED, TEXT, TEXT_QUIET, mix, side_style
from render.ui.core import Point, Ui, Widget
from render.ui.layout import Cut, columns
from render.ui.lists import drop_down
from render.ui.widgets import button, choices, fitting, label
from scenarios.terrain import standard_kinds

ARROW = pygame.SYSTEM_CURSOR_ARROW
TABS = ("Terrain", "Models", "Edit")


class Scroll:
    """A part of a panel that is longer than its room: rows are placed one below the other and scrolled by the wheel."""

    def __init__(self, ui: Ui, rect: pygame.Rect, name: str) -> None:
        self.ui, self.rect, self.name = ui, rect, name
        self.memory = ui.memory(name)
        self.y = rect.y - self.memory.scroll
        self.width = rect.width - ui.theme.px(10)
        ui.add(Widget(name, "", rect.copy(), "panel", focusable=False, wheel=self._wheel, cursor=ARROW))

    def _wheel(self, notches: int) -> None:
        self.memory.scroll -= notches * self.ui.theme.px(60)

    def row(self, height: int, gap: int = 4) -> pygame.Rect:
        """The place of the next row."""
        place = pygame.Rect(self.rect.x, self.y, self.width, height)
        self.y += height + self.ui.theme.px(gap)
        return place

    def seen(self, place: pygame.Rect) -> bool:
        """Whether any of a row is in view."""
        return place.bottom > self.rect.y and place.y < self.rect.bottom

    def done(self) -> None:
        """Bound the scroll, and show how far it is."""
        length = self.y + self.memory.scroll - self.rect.y
        most = max(0, length - self.rect.height)
        self.memory.scroll = min(max(0, self.memory.scroll), most)
        if most:
            theme = self.ui.theme
            size = max(theme.px(24), self.rect.height * self.rect.height // max(1, length))
            top = self.rect.y + (self.rect.height - size) * self.memory.scroll // most
            theme.box(
                self.ui.surface, pygame.Rect(self.rect.right - theme.px(5), top, theme.px(5), size), EDGE, radius=2
            )


class Palette:
    """The three pages of the palette."""

    def __init__(self, ui: Ui, editor: Editor, page: Callable[[Ui, pygame.Rect], None]) -> None:
        self.ui, self.editor, self.page = ui, editor, page
        self.tab = 0
        self.kind = "wood"
        self.carried = self._by_mouse = False
        self._kinds = sorted(standard_kinds(), key=lambda kind: standard_kinds()[kind].name)

    def draw(self, rect: pygame.Rect, folded: bool, fold: Callable[[], None]) -> None:
        """Draw the palette, or when folded its handle."""
        ui, theme = self.ui, self.ui.theme
        ui.surface.fill(PANEL, rect)
        ui.add(Widget("palette", "", rect.copy(), "panel", focusable=False, cursor=ARROW))
        cut = Cut(rect.inflate(-theme.px(12), -theme.px(10)), theme.px(6))
        if folded:
            self._handle(rect, "»", fold)
            return
        tabs = Cut(cut.top(theme.target(28)), theme.px(4))
        choices(ui, tabs.rest, "Palette page", TABS, self.tab, self._turn_to)
        if self.tab == 2:
            self.page(ui, cut.rest)
        elif self.tab == 1:
            self._models(cut)
        else:
            self._terrain(cut)

    def _handle(self, rect: pygame.Rect, words: str, press: Callable[[], None]) -> None:
        button(self.ui, pygame.Rect(rect.x, rect.y, rect.width, self.ui.theme.target(30)), words, press,
               name="Fold palette", tip="Show the palette (F2)")  # fmt: skip

    def _turn_to(self, tab: int) -> None:
        self.tab = tab

    # -- terrain -------------------------------------------------------------------------------------------------------

    def _terrain(self, cut: Cut) -> None:
        ui, theme = self.ui, self.ui.theme
        scroll = Scroll(ui, cut.rest, "terrain wares")
        with ui.clip(cut.rest):
            for group, offered in TERRAIN:
                self._heading(scroll, group)
                for ware in offered:
                    self._ware(scroll.row(theme.target(32), 2), ware, scroll)
            self._heading(scroll, "By two clicks")
            for kind, name, thick in BY_TWO_CLICKS:
                place = scroll.row(theme.target(28), 2)
                if scroll.seen(place):
                    self._row(place, f"draw {kind}", name, "", Drawing(kind, name, thick), None)
            self._heading(scroll, "Corner by corner, of the kind")
            place = scroll.row(theme.target(30))
            if scroll.seen(place):
                names = [standard_kinds()[kind].name for kind in self._kinds]
                drop_down(ui, place, "Kind of terrain", names, self._kinds.index(self.kind), self._take_kind)
            place = scroll.row(theme.target(30))
            if scroll.seen(place):
                name = standard_kinds()[self.kind].name
                self._row(place, "draw outline", "Draw its outline", "", Drawing(self.kind, name), None)
        scroll.done()

    def _take_kind(self, chosen: int) -> None:
        self.kind = self._kinds[chosen]
        self.editor.take(Drawing(self.kind, standard_kinds()[self.kind].name))

    def _heading(self, scroll: Scroll, words: str) -> None:
        place = scroll.row(self.ui.theme.line_height(13), 2)
        if scroll.seen(place):
            label(self.ui, place, words, fitting(self.ui, words, place.width, 13, bold=True), TEXT_QUIET, bold=True)

    def _ware(self, place: pygame.Rect, ware: Ware, scroll: Scroll) -> None:
        if scroll.seen(place):
            self._row(place, f"ware {ware.id}", ware.name, ware.told, ware, ware_picture(ware, place.height - 6))

    def _row(
        self, place: pygame.Rect, id: str, name: str, told: str, held: Held, picture: pygame.Surface | None
    ) -> None:
        ui, theme = self.ui, self.ui.theme
        widget = ui.add(
            Widget(
                id,
                name,
                place.copy(),
                "row",
                grab=self._grab(held),
                press=self._press(held),
                tip=told and f"{name}, {told}",
            )
        )
        taken = self.editor.held is not None and _same(self.editor.held, held)
        fill = mix(INFORMATION, PRESSED, 0.55) if taken else HOVER if ui.hot(widget) else PRESSED
        theme.box(ui.surface, place, fill, INFORMATION if taken else None, radius=4)
        x = place.x + theme.px(4)
        wide = theme.px(46)
        if picture is not None and place.width > theme.px(150):
            ui.surface.blit(picture, picture.get_rect(center=(x + wide // 2, place.centery)))
            x += wide
        room = pygame.Rect(x + theme.px(4), place.y, max(0, place.right - x - theme.px(8)), place.height)
        aside = theme.width(told, 11) if told else 0
        if aside and theme.width(name, 13) + aside + theme.px(8) <= room.width:
            label(ui, room, told, 11, TEXT_QUIET, align="right")
        label(ui, room, name, fitting(ui, name, room.width, 13))
        ui.ring(widget)

    def _grab(self, held: Held) -> Callable[[Point], None]:
        def grab(_: Point) -> None:
            self._by_mouse = True
            if self.editor.held is None or not _same(self.editor.held, held):
                self.editor.take(held)
            elif not self.carried:
                self.editor.take(None)
                return
            self.carried = True

        return grab

    def _press(self, held: Held) -> Callable[[Point], None]:
        """By key; a mouse has done it already when it was pressed."""

        def press(_: Point) -> None:
            by_mouse, self._by_mouse = self._by_mouse, False
            if not by_mouse:
                self.editor.take(held)

        return press

    # -- models --------------------------------------------------------------------------------------------------------

    def _models(self, cut: Cut) -> None:
        ui, theme, editor = self.ui, self.ui.theme, self.editor
        sides = editor.sides
        chosen = sides.index(editor.side) if editor.side in sides else 0
        choices(ui, cut.top(theme.target(28)), "Side of new models", [editor.side_name(s) for s in sides], chosen,
                self._take_side)  # fmt: skip
        scroll = Scroll(ui, cut.rest, "model wares")
        with ui.clip(cut.rest):
            for group, offered in BASES:
                self._heading(scroll, group)
                across = 2 if group == "Hulls" else 3
                high = theme.target(30) if group == "Hulls" else theme.target(46)
                for start in range(0, len(offered), across):
                    row = scroll.row(high, 4)
                    if scroll.seen(row):
                        for place, figurine in zip(columns(row, across, theme.px(4)), offered[start : start + across]):
                            self._base(place, figurine, side_style(chosen).rim)
        scroll.done()

    def _take_side(self, chosen: int) -> None:
        self.editor.side = self.editor.sides[chosen]
        if isinstance(self.editor.held, Figurine):
            self.editor.take(self.editor.held)

    def _base(self, place: pygame.Rect, figurine: Figurine, rim: tuple[int, int, int]) -> None:
        ui, theme = self.ui, self.ui.theme
        told = f"{figurine.name}: {figurine.height:g}″ high, eye at {figurine.eye:g}″"
        widget = Widget(
            f"base {figurine.id}",
            figurine.name,
            place.copy(),
            "row",
            grab=self._grab(figurine),
            press=self._press(figurine),
            tip=told,
        )
        ui.add(widget)
        taken = self.editor.held == figurine
        fill = mix(INFORMATION, PRESSED, 0.55) if taken else HOVER if ui.hot(widget) else PRESSED
        theme.box(ui.surface, place, fill, INFORMATION if taken else None, radius=4)
        high = theme.line_height(12)
        if figurine.kind == "infantry":
            room = pygame.Rect(place.x, place.y + 2, place.width, place.height - high - 3)
            _draw_base(ui.surface, room, figurine, rim)
            label(
                ui, pygame.Rect(place.x, place.bottom - high - 1, place.width, high), figurine.name, 12, align="center"
            )
        else:
            label(ui, place, figurine.name, 13, align="center")
        ui.ring(widget)


def _same(one: Held, other: Held) -> bool:
    if isinstance(one, Drawing) and isinstance(other, Drawing):
        return (one.kind, one.thick) == (other.kind, other.thick)
    return one == other


def _draw_base(surface: pygame.Surface, room: pygame.Rect, figurine: Figurine, rim: tuple[int, int, int]) -> None:
    """The base in its own proportions, larger bases larger."""
    long, wide = next(iter(figurine.base.values())) if "round" not in figurine.base else (figurine.base["round"],) * 2
    scale = min(room.height, room.width - 6) * (0.42 + 0.58 * min(1.0, long / 130)) / max(long, wide)
    place = pygame.Rect(0, 0, max(4, round(long * scale)), max(4, round(wide * scale)))
    place.center = room.center
    if "rect" in figurine.base:
        pygame.draw.rect(surface, rim, place)
        pygame.draw.rect(surface, TEXT, place, 1)
    else:
        pygame.draw.ellipse(surface, rim, place)
        pygame.draw.ellipse(surface, TEXT, place, 1)


@lru_cache(maxsize=256)
def ware_picture(ware: Ware, high: int) -> pygame.Surface | None:
    """A ready-made piece painted as the table shows it, to fit a row of the palette."""
    piece = _piece(ware)
    if piece is None:
        return None
    xs, ys = [x for x, _ in ware.outline], [y for _, y in ware.outline]
    wide = round(high * 1.6)
    ppi = min(wide / (max(xs) - min(xs) + 0.4), high / (max(ys) - min(ys) + 0.4))
    big = pygame.Surface((wide * 3, high * 3))
    big.fill(GROUND.board)
    paint_piece(Brush(big, ppi * 3, -wide / ppi / 2, high / ppi / 2), piece)
    return pygame.transform.smoothscale(big, (wide, high))


def _piece(ware: Ware) -> Piece | None:
    data = {"sightline": 1, "edition": "5e", "table": {"width": 72, "depth": 48}}
    return piece_of(data, {**ware.entry("ware", (0, 0)), "at": [0, 0]}, "5e")
