"""The list at the left: the army whose decision it is, one row per unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from engine.core.records import Aboard, Place, Reserve, Unit
from engine.core.state import State
from render.battle import words
from render.battle.game import Game
from render.battle.prompts.base import Prompt
from render.battle.prompts.choose import ChoosePrompt
from render.battle.stack import Row, stack
from render.table.sprites import Sprites
from render.theme import EDGE, PANEL, TEXT_QUIET, mix, side_style
from render.ui.core import Ui, Widget
from render.ui.layout import Cut
from render.ui.widgets import button, label


def draw_left(
    ui: Ui,
    sprites: Sprites,
    rect: pygame.Rect,
    game: Game,
    prompt: Prompt | None,
    side: str,
    selected: str,
    folded: bool,
    fold: Callable[[], None],
    pick: Callable[[str], None],
    swap: Callable[[], None],
) -> str:
    """Draw the panel: the prompt's rows when it has some, else the army of `side`. Returns the unit pointed at."""
    theme = ui.theme
    theme.box(ui.surface, rect, PANEL, mix(PANEL, EDGE, 0.5), radius=6)
    ui.add(Widget("left panel", "", rect.copy(), "panel", focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW))
    cut = Cut(rect.inflate(-theme.px(8), -theme.px(8)), theme.px(4))
    head = cut.top(theme.target(26))
    if folded:
        button(ui, head, "»", fold, name="Unfold army", tip="Show the list (F2)")
        return _folded(ui, sprites, cut.rest, game, side, pick)
    in_head = Cut(head, theme.px(4))
    button(ui, in_head.right(theme.target(26)), "«", fold, name="Fold army", tip="Fold the list away (F2)")
    own = prompt is None or not prompt.title
    if own:
        other = words.side_name(game.state, game.state.enemy(side))
        wide = min(theme.width(other, 13) + theme.px(18), in_head.rest.width // 2)
        button(ui, in_head.right(wide), other, swap, name="Other army", tip=f"Show the army of {other}", size=13)
    ink = side_style(game.index(side)).ink if own else TEXT_QUIET
    title = words.side_name(game.state, side) if own or prompt is None else prompt.title
    label(ui, in_head.rest, title, 15, ink, bold=True)
    if prompt is not None and not own:
        return prompt.panel(cut.rest)
    rows = [_row(game, unit, prompt, selected, pick) for unit in _listed(game, side)]
    follow = prompt.ahead if isinstance(prompt, ChoosePrompt) and prompt.own else selected
    return stack(ui, sprites, cut.rest, "army", rows, follow)


def _listed(game: Game, side: str) -> list[Unit]:
    """The units of a side: those that live in order of setting up, then the destroyed."""
    state = game.state
    units = [unit for unit in state.units.values() if unit.side == side]
    return sorted(units, key=lambda unit: not state.members(unit.id))


def _row(game: Game, unit: Unit, prompt: Prompt | None, selected: str, pick: Callable[[str], None]) -> Row:
    state, session = game.state, game.session
    alive = state.members(unit.id)
    banner = game.scene.banners.get(unit.id)
    option = prompt.option_of(unit.id) if isinstance(prompt, ChoosePrompt) and prompt.own else None
    note = game.doing(unit.id)
    if not alive:
        note = "destroyed"
    elif not state.present(unit.id):
        place = alive[0].place
        note = place.reason.replace("_", " ") if isinstance(place, Reserve) else _aboard(state, place)
    if option is not None:
        note = words.why_barred(session, option) or note or words.figures(option.details, state)
    answer = option is not None and not option.barred and isinstance(prompt, ChoosePrompt)
    press = (lambda: prompt.desk.submit(option.id)) if answer and prompt and option else (lambda: pick(unit.id))
    return Row(
        option.id if option is not None else unit.id,
        unit.name,
        note,
        f"{len(alive)}/{unit.size}",
        game.index(unit.side),
        banner.letter if banner else unit.letter,
        banner.badges if banner else (),
        (not option.barred) if option is not None else (None if alive else False),
        chosen=unit.id == selected,
        calm=True,
        ringed=isinstance(prompt, ChoosePrompt) and option is not None and prompt.ahead == option.id,
        press=press,
    )


def _aboard(state: State, place: Place) -> str:
    """In what a unit rides."""
    carrier = state.models.get(place.carrier) if isinstance(place, Aboard) else None
    return f"aboard {state.units[carrier.unit].name}" if carrier is not None else "aboard"


def _folded(ui: Ui, sprites: Sprites, rect: pygame.Rect, game: Game, side: str, pick: Callable[[str], None]) -> str:
    rows = [
        Row(unit.id, unit.name, "", "", game.index(unit.side), game.scene.banners[unit.id].letter,
            tip=f"{unit.name}: {len(game.state.members(unit.id))} of {unit.size}",
            press=partial(pick, unit.id))
        for unit in _listed(game, side)
        if unit.id in game.scene.banners
    ]  # fmt: skip
    return stack(ui, sprites, rect, "army icons", rows)
