"""What is written over the table: what is wrong or was refused, what a click would do, and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from render.bench.editing import Drawing
from render.theme import BACKGROUND, EDGE, GOOD, GOOD_INK, RAISED, REFUSED, TEXT, TEXT_QUIET, WARNING_INK, mix
from render.ui.core import Widget
from render.ui.widgets import label, paragraph

if TYPE_CHECKING:
    from render.bench.screen import BenchScreen


class Notes:
    """The words over the table of a bench."""

    def __init__(self, screen: BenchScreen) -> None:
        self.screen = screen

    def draw(self, table: pygame.Rect) -> None:
        """Draw them over a part of the window."""
        ui, theme = self.screen.ui, self.screen.ui.theme
        position = self.screen.position
        trouble = position.trouble() or next(iter((*position.problems, *position.doubts)), "")
        words, ink, edge = self._hint(), TEXT, TEXT_QUIET
        if trouble and self.screen.editor.drag is None:
            words, ink, edge = trouble, TEXT, REFUSED
        if self.screen.editor.told or self.screen.note:
            words, ink, edge = self.screen.editor.told or self.screen.note, WARNING_INK, WARNING_INK
        self._draw_steps(table)
        if not words:
            return
        lines = theme.wrap(words, table.width - theme.px(60), 14)[:3]
        wide = max(theme.width(text, 14) for text in lines) + theme.px(28)
        place = pygame.Rect(0, 0, wide, theme.line_height(14) * len(lines) + theme.px(12))
        place.midtop = table.centerx, table.y + theme.px(6)
        theme.box(ui.surface, place, mix(RAISED, BACKGROUND, 0.3), edge, radius=6)
        paragraph(ui, place.inflate(-theme.px(20), -theme.px(10)), words, 14, ink)
        if words in (self.screen.editor.told, self.screen.note):
            ui.add(
                Widget("note", words, place, "note", focusable=False, press=self._hush, tip="Click to put this away")
            )

    def _hush(self, _: tuple[int, int]) -> None:
        self.screen.note = self.screen.editor.told = ""

    def _hint(self) -> str:
        """What a click would do now, for someone new; empty when hints are off."""
        editor = self.screen.editor
        if not self.screen.window.settings.hints:
            return ""
        if editor.arming:
            return f"Click the model that is {'From: who looks' if editor.arming == 'from' else 'To: the target'}."
        if editor.held is not None and not isinstance(editor.held, Drawing):
            return "Click the table to put it there. The wheel turns it; with Shift another stays in the hand."
        if editor.selected and editor.can_climb():
            return "Page Up and Page Down: stand a floor higher or lower."
        return ""

    def _draw_steps(self, table: pygame.Rect) -> None:
        """Three steps for someone new, until all are done."""
        data, theme = self.screen.position.data, self.screen.ui.theme
        models = len(data.get("models") or ())
        done = (bool(data.get("terrain")), models > 1, self.screen.position.verdict() is not None)
        if all(done[1:]) or not self.screen.fresh or not self.screen.window.settings.hints:
            return
        steps = list(zip(("1  Put terrain", "2  Put two models", "3  Read the verdict"), done))
        if sum(self._step_width(words) for words, _ in steps) > table.width - theme.px(20):
            steps = [steps[done.index(False)]]
        wide = [self._step_width(words) for words, _ in steps]
        now = next(words for words, over in steps if not over)
        x = table.centerx - sum(wide) // 2
        y = table.bottom - theme.px(80)
        for (words, over), width in zip(steps, wide):
            first = words == now
            place = pygame.Rect(x + theme.px(4), y, width - theme.px(8), theme.target(28))
            theme.box(
                self.screen.ui.surface,
                place,
                RAISED if first else BACKGROUND,
                GOOD if over or first else EDGE,
                radius=14,
            )
            ink = GOOD_INK if over else TEXT if first else TEXT_QUIET
            label(self.screen.ui, place, f"{words} ✓" if over else words, 14, ink, bold=first, align="center")
            x += width

    def _step_width(self, words: str) -> int:
        return self.screen.ui.theme.width(words, 14, True) + self.screen.ui.theme.px(44)
