"""The bench on the window, by the events that a mouse and a keyboard send."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from engine.books import EDITIONS
from render.bench import plain
from render.bench.import_panel import KINDS
from render.bench.keys import ABOUT, AT_HAND
from render.bench.position import Position
from render.bench.wares import TERRAIN
from scenarios.terrain import standard_kinds
from tests.render.bench.hand import Hand
from tests.render.bench.scenes import RUIN
from tests.render.screens.test_layout import HITS, LOOKS

SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


@pytest.fixture
def hand(home: Path) -> Hand:
    return Hand()


def duel(hand: Hand) -> tuple[str, str]:
    """A container between two models that do not see each other."""
    hand.put("Container", 36, 24)
    hand.click("Models")
    one = hand.put("32", 20, 24)
    hand.click("Models")
    return one, hand.put("32", 52, 24)


def test_put_by_clicks_and_read_the_verdict(hand: Hand) -> None:
    one, other = duel(hand)
    assert (hand.position.viewer, hand.position.target) == (one, other)
    verdict = hand.position.verdict()
    assert verdict is not None and not verdict.visible
    assert "hidden by Container" in hand.says()
    hand.drag(hand.at(52, 24), hand.at(52, 30))
    assert hand.position.verdict() is not None and hand.position.verdict().visible
    hand.frames(3)
    said = " ".join(one.text for one in hand.position.said())
    assert "Visible by" in said and "left corner of Container" in said
    hand.key(pygame.K_z, CTRL)
    assert not hand.position.verdict().visible


def test_dragged_from_the_palette_onto_the_table(hand: Hand) -> None:
    start = hand.find("Container").rect.center
    hand.drag(start, hand.at(30, 20))
    hand.frames()
    assert [str(piece["kind"]) for piece in hand.position.data["terrain"]] == ["container"]
    assert hand.screen.editor.held is None


def test_shift_keeps_it_in_the_hand_and_escape_drops_it(hand: Hand) -> None:
    hand.click("Container")
    hand.hold_shift(True)
    hand.click_at(hand.at(20, 20))
    hand.click_at(hand.at(40, 20))
    hand.hold_shift(False)
    assert len(hand.position.data["terrain"]) == 2
    hand.key(pygame.K_ESCAPE)
    assert hand.screen.editor.held is None
    hand.click_at(hand.at(60, 40))
    assert len(hand.position.data["terrain"]) == 2


def test_the_wheel_turns_what_is_held_and_magnifies_otherwise(hand: Hand) -> None:
    hand.click("Container")
    hand.move(hand.at(30, 20))
    hand.wheel(2)
    hand.click_at(hand.at(30, 20))
    assert hand.position.data["terrain"][0]["facing"] == 30
    before = hand.screen.view.camera.ppi
    hand.wheel(2)
    assert hand.screen.view.camera.ppi > before
    hand.key(pygame.K_f)
    assert hand.screen.view.camera.ppi == pytest.approx(before)


def test_from_and_to_are_chosen_by_the_slots_and_swapped(hand: Hand) -> None:
    one, other = duel(hand)
    hand.click("Models")
    third = hand.put("40", 60, 40)
    hand.click("slot to")
    hand.click_at(hand.at(60, 40))
    assert hand.position.target == third
    hand.key(pygame.K_a)
    hand.click_at(hand.at(52, 24))
    assert hand.position.viewer == other
    hand.click("Swap")
    assert (hand.position.viewer, hand.position.target) == (third, other)
    hand.key(pygame.K_x)
    assert (hand.position.viewer, hand.position.target) == (other, third)
    hand.click_at(hand.at(20, 24))
    hand.click("As From")
    assert hand.position.viewer == one


def test_whole_units_are_asked_about(hand: Hand) -> None:
    one, other = duel(hand)
    hand.click("Whole units")
    assert hand.position.viewer == plain.unit_of(hand.position.model(one) or {})
    verdict = hand.position.verdict()
    assert verdict is not None and verdict.pairs and not verdict.visible
    hand.key(pygame.K_u)
    assert hand.position.target == other


def test_numbers_are_typed_exactly(hand: Hand) -> None:
    _, other = duel(hand)
    before = hand.position.model(other)["at"]
    hand.click_at(hand.at(52, 24))
    hand.click("field y")
    hand.key(pygame.K_a, CTRL)
    hand.type("27.125")
    assert hand.position.model(other)["at"] == [52, 27.125]
    hand.click("field Height")
    hand.key(pygame.K_a, CTRL)
    hand.type("3.25")
    body = hand.position.body(other)
    assert body is not None and body.height == round(3.25 * 25400)
    hand.key(pygame.K_RETURN)
    hand.key(pygame.K_a, CTRL)
    hand.key(pygame.K_BACKSPACE)
    assert hand.position.body(other).height == round(3.25 * 25400), "nothing is no height"
    hand.click("Edit")
    hand.key(pygame.K_z, CTRL)
    hand.key(pygame.K_z, CTRL)
    assert hand.position.model(other)["at"] == before


def test_a_piece_has_its_kind_and_its_top_changed(hand: Hand) -> None:
    duel(hand)
    hand.click_at(hand.at(36, 24))
    hand.click("field Top")
    hand.key(pygame.K_a, CTRL)
    hand.type("0.5")
    assert hand.position.verdict().visible
    hand.click("Kind")
    hand.click("Barricade")
    assert hand.position.data["terrain"][0]["kind"] == "barricade"


def test_arrows_nudge_by_a_hundredth_a_tenth_and_an_inch(hand: Hand) -> None:
    hand.click("Models")
    id = hand.put("32", 20, 20)
    for mod, far in ((CTRL, 0.01), (0, 0.1), (SHIFT, 1.0)):
        before = hand.screen.editor.middle(id)
        hand.key(pygame.K_RIGHT, mod)
        assert hand.screen.editor.middle(id)[0] - before[0] == pytest.approx(far)
    hand.key(pygame.K_e, SHIFT)
    assert hand.position.model(id)["facing"] == 359
    hand.key(pygame.K_DELETE)
    assert hand.position.data["models"] == []


def test_every_edition_and_all_side_by_side(hand: Hand) -> None:
    duel(hand)
    for edition in EDITIONS[1:]:
        hand.key(pygame.K_r)
        assert hand.position.edition == edition and hand.position.verdict() is not None
    hand.key(pygame.K_r)
    assert hand.screen.answer.side_by_side
    hand.frames(4)
    heads = [w for w in hand.window.ui.widgets if w.id.startswith("chip ")]
    assert {w.id.split()[1] for w in heads} == {"Fifth", "Eighth", "Eleventh"}
    assert all(hand.position.has_margin(edition) for edition in EDITIONS)
    hand.key(pygame.K_r)
    assert not hand.screen.answer.side_by_side and hand.position.edition == EDITIONS[0]


def test_a_deciding_rule_opens_its_card(hand: Hand) -> None:
    duel(hand)
    chip = next(w for w in hand.window.ui.widgets if w.id.startswith("chip "))
    hand.click(chip.id)
    assert hand.screen.panels
    assert "text" in {w.role for w in hand.window.ui.widgets}
    hand.key(pygame.K_ESCAPE)
    assert not hand.screen.panels


def test_drawing_an_outline_closes_on_its_first_corner(hand: Hand) -> None:
    hand.screen.ui.memory("terrain wares").scroll = 10_000
    hand.frames(2)
    hand.click("Draw its outline")
    for corner in ((10, 10), (20, 10), (20, 20), (10, 20)):
        hand.click_at(hand.at(*corner))
    hand.key(pygame.K_BACKSPACE)
    hand.click_at(hand.at(10, 10))
    (piece,) = hand.position.state().terrain.values()
    assert len(piece.piece.outline) == 3


def test_the_table_is_resized_and_cleared(hand: Hand) -> None:
    duel(hand)
    hand.click("Table…")
    hand.click("48×48")
    assert hand.position.size == (48, 48)
    hand.frames(2)
    assert hand.position.problems or hand.position.doubts, "a model stands off the smaller table"
    hand.click("Clear the table")
    assert not hand.position.data["models"] and hand.position.size == (48, 48)
    hand.key(pygame.K_z, CTRL)
    assert len(hand.position.data["models"]) == 2


def test_leaving_asks_only_when_something_would_be_lost(hand: Hand) -> None:
    hand.put("Container", 36, 24)
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_ESCAPE)
    assert hand.screen.panels, "it has not been saved"
    hand.click("Let it go")
    assert not hand.window.screens
    fresh = Hand()
    fresh.key(pygame.K_ESCAPE)
    assert not fresh.window.screens


@pytest.mark.parametrize(("size", "scale"), LOOKS, ids=lambda value: str(value))
def test_nothing_overlaps_or_leaves_the_window(home: Path, tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    path = tmp_path / "ruin.yaml"
    path.write_text(RUIN, encoding="utf-8")
    position = Position.open(path)
    position.ask("a1", "b1")
    hand = Hand(position, size, scale)
    screen = hand.screen
    for side_by_side in (False, True):
        screen.answer.side_by_side = side_by_side
        for tab, selected in ((0, ""), (1, ""), (2, "a1"), (2, "ruin")):
            screen.editor.select(selected)
            screen.palette.tab = tab
            hand.frames(4)
            _sound(hand, f"{side_by_side} {tab} {selected}")
    for open_panel in (screen.help, screen.files.open, screen.files.save):
        open_panel()
        hand.frames(2)
        _sound(hand, str(open_panel))
        screen.close_panel()


def _sound(hand: Hand, name: str) -> None:
    whole = hand.window.surface.get_rect()
    widgets = [w for w in hand.window.ui.widgets if w.role in HITS and w.rect.w and w.rect.h]
    top = max(w.layer for w in widgets)
    shown = [w for w in widgets if w.layer == top]
    wrong = [f"{w.label!r} leaves the window" for w in shown if not whole.contains(w.rect)]
    wrong += [f"{a.id!r} over {b.id!r}" for a, b in combinations(shown, 2) if a.rect.colliderect(b.rect)]
    table = hand.screen.places.table
    if not hand.screen.panels:
        wrong += [f"{w.label!r} lies on the table" for w in shown if w.rect.colliderect(table)]
        assert table.width * table.height > 0.2 * whole.width * whole.height, "the table is the hero"
    assert not wrong, f"{name}: {wrong[:5]}"


def test_every_key_of_the_page_does_something_or_is_a_gesture(hand: Hand) -> None:
    words = [key for key, _ in (*AT_HAND, *ABOUT)]
    assert len(words) == len(set(words))
    keys = hand.screen.handling._plain(False) | hand.screen.handling._chords(False)
    named = {pygame.key.name(key).upper() for key in keys}
    for key in words:
        if len(key) == 1 and key.isalpha():
            assert key in named or any(a.key == ord(key.lower()) for a in hand.screen.actions), key


def test_what_is_called_like_a_kind_of_terrain_is_of_that_kind() -> None:
    kinds = {kind.name: id for id, kind in standard_kinds().items()}
    offered = [(ware.name, ware.kind) for _, wares in TERRAIN for ware in wares] + [(n, k) for k, n, _ in KINDS]
    assert all(kinds[name] == kind for name, kind in offered if name in kinds)
    assert {name for name, _ in offered} & set(kinds) >= {"Container", "Block", "Wood", "Wall"}


def test_where_verdicts_are_stacked_all_answers_are_seen_at_once(home: Path) -> None:
    hand = Hand(None, (960, 600))
    hand.click("Container")
    hand.click_at(hand.at(36, 24))
    hand.click("Models")
    for x in (20, 52):
        hand.put("32", x, 24)
    hand.click("All")
    assert hand.screen.answer.stacked
    for edition in EDITIONS:
        assert hand.find(f"answer {edition}").label == f"{edition} HIDDEN"
        assert hand.screen.ui.at(hand.find(f"answer {edition}").rect.center) is hand.find(f"answer {edition}")
    hand.click("8e HIDDEN")
    assert hand.position.edition == "8e" and not hand.screen.answer.side_by_side
    pygame.event.clear()


def test_the_numbers_of_the_edge_stay_in_the_window_at_every_scale(home: Path) -> None:
    for scale in (0.75, 1.0, 2.0):
        hand = Hand(None, (1280, 720), scale)
        camera = hand.screen.view.camera
        wide = hand.window.ui.theme.width("48", 11)
        assert camera.to_screen(0, 48)[0] - hand.screen.places.table.x >= wide, scale
    pygame.event.clear()


def test_an_open_list_is_as_wide_as_its_words(home: Path) -> None:
    hand = Hand(None, (1280, 720), 2.0)
    hand.screen.editor.take(next(ware for _, offered in TERRAIN for ware in offered if ware.id == "ruin"))
    hand.screen.editor.put((36, 24))
    hand.screen.palette.tab = 2
    hand.frames(2)
    hand.click("Part")
    opened = hand.find("Part/list").rect
    assert opened.width > hand.find("Part").rect.width
    assert opened.width > hand.window.ui.theme.width("Floor 1, at 3″, 4 × 6″")
    assert hand.window.surface.get_rect().contains(opened)
    pygame.event.clear()
