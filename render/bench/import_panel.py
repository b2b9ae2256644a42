"""The right side of the import: the table's size, what the next clicks mean, and what has been clicked."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from render.bench.plain import SIDES
from render.bench.sketch import LARGEST_TABLE, LEAST_TABLE, TABLES, Base, MarkError
from render.bench.wares import stature
from render.theme import GOOD, PANEL, SCALE_MIN, TEXT, TEXT_QUIET, WARNING_INK, Theme
from render.ui.core import Ui, Widget
from render.ui.fields import text_field
from render.ui.layout import Cut, columns
from render.ui.lists import rows
from render.ui.widgets import button, choices, fitting, label, paragraph, slider

if TYPE_CHECKING:
    from render.bench.importing import PhotoScreen

TALL = 660
"""Design pixels of height that the panel needs."""

MEANS = ("Base", "Edges", "Hull", "Terrain")
"""What a click is: the middle of a base, two opposite edges of one, the corners of a vehicle, or of terrain."""

SIZES = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0)
KINDS: tuple[tuple[str, str, float | None], ...] = (
    ("container", "Container", 2.5),
    ("wall", "Wall", 2.5),
    ("low_wall", "Low wall", 1.0),
    ("crates", "Crates", 1.2),
    ("barricade", "Barricade", 0.8),
    ("building", "Building", 4.0),
    ("ruin", "Ruin", None),
    ("wood", "Wood", 5.0),
    ("hill", "Hill", 1.0),
    ("crater", "Crater", None),
    ("impassable_rock", "Rock", 4.0),
)
"""Kinds of terrain that can be clicked, with the height they have until another is given."""

ADVICE = (
    "Click where things touch the table: what stands up leans away from the camera in the picture. Heights are not "
    "in it; give those that matter. Straight edges are taken to be straight: lenses that bend them are not corrected."
)


class Choice:
    """What the next clicks put down."""

    def __init__(self) -> None:
        self.means = 0
        self.mm = "32"
        self.side = 0
        self.unit = ["", ""]
        self.kind = 0
        self.height = ""
        self.eye = ""

    def sizes(self) -> tuple[float, float]:
        """Height and eye of a model: those given, else the usual ones of its base."""
        usual = stature(number(self.mm) or 32) if MEANS[self.means] != "Hull" else (2.5, 2.2)
        height = number(self.height) or usual[0]
        return height, min(height, number(self.eye) or usual[1] * height / usual[0])

    def top(self) -> float | None:
        """Height of a piece of terrain: the one given, else the usual one of its kind."""
        usual = KINDS[self.kind][2]
        return (number(self.height) or usual) if usual is not None else None


def number(words: str) -> float | None:
    """A positive number that was typed, None for anything else.

    >>> number("28.5"), number("2,5"), number("x"), number("0")
    (28.5, 2.5, None, None)
    """
    try:
        value = float(words.replace(",", "."))
    except ValueError:
        return None
    return value if 0 < value < 1e6 else None


def panel_scale(scale: float, height: int) -> float:
    """The scale at which the panel fits into a height, the usual one if that does."""
    return max(SCALE_MIN, min(scale, height / TALL))


def draw_panel(ui: Ui, rect: pygame.Rect, screen: PhotoScreen) -> None:
    """Draw the panel and register what can be done there; where it would be too high, at a smaller scale."""
    whole = ui.theme
    scale = panel_scale(whole.scale, rect.height)
    ui.theme = whole if scale == whole.scale else _theme(scale)
    try:
        _draw(ui, rect, screen)
    finally:
        ui.theme = whole


@lru_cache(maxsize=2)
def _theme(scale: float) -> Theme:
    return Theme(scale)


def _draw(ui: Ui, rect: pygame.Rect, screen: PhotoScreen) -> None:
    theme = ui.theme
    ui.surface.fill(PANEL, rect)
    ui.add(Widget("import panel", "", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    cut = Cut(rect.inflate(-2 * theme.px(12), -2 * theme.px(10)), theme.px(7))
    foot = Cut(cut.bottom(theme.target(38)), theme.px(8))
    button(ui, foot.right(theme.px(150)), "To the bench", screen.finish, enabled=screen.ready, fill=GOOD)
    back, other = columns(foot.rest, 2, theme.px(6))
    button(ui, back, "Back", screen.leave, name="Leave the photograph", size=14)
    button(ui, other, "Picture…", screen.choose_again, enabled=screen.view is not None, size=14, tip="Another picture")
    lines = len(theme.wrap(ADVICE, cut.rest.width, 12))
    paragraph(ui, cut.bottom(theme.line_height(12) * lines), ADVICE, 12, TEXT_QUIET)
    _table(ui, cut, screen)
    _meaning(ui, cut, screen)
    _list(ui, cut, screen)


def _row(ui: Ui, cut: Cut) -> Cut:
    return Cut(cut.top(ui.theme.target(30)), ui.theme.px(6))


def _head(ui: Ui, cut: Cut, words: str) -> None:
    label(ui, cut.top(ui.theme.line_height(13)), words, 13, TEXT_QUIET, bold=True)


def _table(ui: Ui, cut: Cut, screen: PhotoScreen) -> None:
    theme, sketch = ui.theme, screen.sketch
    _head(ui, cut, "Table, inches")
    names = [f"{w:g}×{d:g}" for w, d in TABLES]
    chosen = TABLES.index((sketch.width, sketch.depth)) if (sketch.width, sketch.depth) in TABLES else -1
    choices(ui, _row(ui, cut).rest, "Table", names, chosen, lambda i: screen.resize_table(*TABLES[i]))
    row = _row(ui, cut)
    wide, deep, turn = columns(row.rest, 3, theme.px(6))

    def size(which: int, words: str) -> None:
        screen.table_words[which] = words
        value = number(words)
        if value is not None and LEAST_TABLE <= value <= LARGEST_TABLE:
            screen.resize_table(*((value, sketch.depth) if which == 0 else (sketch.width, value)), typed=True)

    text_field(ui, wide, "Table width", screen.table_words[0], lambda w: size(0, w), longest=7)
    text_field(ui, deep, "Table depth", screen.table_words[1], lambda w: size(1, w), longest=7)
    button(ui, turn, "Turn", screen.turn, enabled=len(sketch.corners) == 4, size=14,
           tip="The next corner becomes the near left one")  # fmt: skip
    words, ink = f"A click may miss by {sketch.click:g} pixels of the picture", TEXT
    if screen.miss > sketch.click + 0.05:
        words, ink = f"Shown so small a click may miss by {screen.miss:.1f} pixels", WARNING_INK
    place = cut.top(theme.line_height(13))
    label(ui, place, words, fitting(ui, words, place.width, 13), ink)
    slider(ui, _row(ui, cut).rest, words, sketch.click, screen.allow, low=0.5, high=8.0, step=0.5, name="Miss")


def _meaning(ui: Ui, cut: Cut, screen: PhotoScreen) -> None:
    choice, theme = screen.choice, ui.theme
    _head(ui, cut, "What the next clicks are")
    choices(ui, _row(ui, cut).rest, "Means", MEANS, choice.means, screen.mean)
    if MEANS[choice.means] == "Terrain":
        names, place = [name for _, name, _ in KINDS], cut.top(theme.target(26) * 4)
        rows(ui, place, "Kinds", names, choice.kind, screen.choose_kind, height=26)
    else:
        if MEANS[choice.means] != "Hull":
            row = _row(ui, cut)
            text_field(ui, row.right(theme.px(64)), "Base mm", choice.mm, screen.set_mm, longest=6)
            chosen = SIZES.index(number(choice.mm) or 0) if (number(choice.mm) or 0) in SIZES else -1
            choices(ui, row.rest, "Size", [f"{s:g}" for s in SIZES], chosen, lambda i: screen.set_mm(f"{SIZES[i]:g}"))
        row = _row(ui, cut)
        text_field(
            ui, row.right(theme.px(130)), "Unit", choice.unit[choice.side], screen.set_unit, hint="Unit", longest=30
        )
        choices(ui, row.rest, "Side", [side["name"] for side in SIDES], choice.side, screen.set_side)
    _heights(ui, cut, screen)


def _heights(ui: Ui, cut: Cut, screen: PhotoScreen) -> None:
    choice, theme = screen.choice, ui.theme
    row = _row(ui, cut)
    terrain = MEANS[choice.means] == "Terrain"
    if terrain and choice.top() is None:
        label(ui, row.rest, "Flat: no height", 13, TEXT_QUIET)
        return
    usual, eye = (choice.top() or 0, 0.0) if terrain else choice.sizes()
    label(ui, row.left(theme.px(60)), "Height", 13, TEXT_QUIET)
    text_field(ui, row.left(theme.px(80)), "Height", choice.height, screen.set_height, hint=f"{usual:.3g}", longest=6)
    if not terrain:
        label(ui, row.left(theme.px(34)), "Eye", 13, TEXT_QUIET)
        text_field(ui, row.left(theme.px(80)), "Eye", choice.eye, screen.set_eye, hint=f"{eye:.3g}", longest=6)


def _list(ui: Ui, cut: Cut, screen: PhotoScreen) -> None:
    """What was clicked, each with its place and how far it may be from there."""
    theme, sketch = ui.theme, screen.sketch
    head = Cut(cut.top(theme.target(26)), theme.px(6))
    button(ui, head.right(theme.px(96)), "Remove", screen.remove, enabled=bool(screen.chosen), size=13)
    button(ui, head.right(theme.px(96)), "Take back", screen.back, enabled=screen.can_go_back, size=13)
    label(ui, head.rest, f"Put down: {len(sketch.marks)}", 13, TEXT_QUIET, bold=True)
    words = []
    for mark in sketch.marks:
        try:
            if isinstance(mark, Base):
                x, y = sketch.middle(mark)
                words.append(f'{mark.name}: {x:.1f}, {y:.1f}  ± {sketch.error(mark):.2f}"')
            else:
                words.append(f'{mark.name}: {len(mark.clicks)} corners  ± {sketch.error(mark):.2f}"')
        except (MarkError, ValueError):
            words.append(f"{mark.name}: not on the table any more")
    ids = [mark.id for mark in sketch.marks]
    at = ids.index(screen.chosen) if screen.chosen in ids else -1
    if cut.rest.height > theme.target(26):
        rows(ui, cut.rest, "Put down", words, at, lambda i: screen.choose(ids[i]), height=26)
    if not words and cut.rest.height > theme.target(60):
        place = cut.rest.inflate(-theme.px(16), -theme.px(12))
        paragraph(ui, place, screen.next_step, 14, WARNING_INK)
