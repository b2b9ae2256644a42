"""Odds and prospects are exactly what the procedure itself comes to when every face of every die is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.core.battle import Battle
from engine.core.decisions import Chance
from engine.core.facts import fact
from engine.core.procedure import Procedure
from engine.core.state import State
from engine.eighth import attacks, fight, firing
from engine.eighth.book import EighthBook
from engine.eighth.odds import expected_fight, expected_guns, expected_shooting
from engine.eighth.prospects import posture
from tests.eighth.acts import RIFLE, made, sheets
from tests.eighth.tables import decline, spots, state_of, unit

WOUNDS = 2


def every_way(state: Any, procedure: Callable[[Battle], Procedure[None]]) -> dict[int, float]:
    """The chances of the Wounds that the target has left, by running a procedure once for each way its dice fall."""
    found: dict[int, float] = {}
    ways: list[tuple[int, ...]] = [()]
    while ways:
        faces = ways.pop()
        b, part, left = Battle(EighthBook(), state.copy()), 1.0, list(faces)
        run, reply = procedure(b), None
        while True:
            try:
                question = run.send(reply)
            except StopIteration:
                wounds = b.model("x-1").wounds
                found[wounds] = found.get(wounds, 0.0) + part
                break
            if not isinstance(question, Chance):
                reply = decline(question)
                continue
            count = len(question.roll.dice)
            if len(left) < count:
                assert not left
                ways += [(*faces, *more) for more in fallen(question.roll.dice)]
                break
            reply, left, part = tuple(left[:count]), left[count:], part / 6**count
    assert sum(found.values()) == pytest.approx(1.0)
    return found


def fallen(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way in which some dice may fall."""
    found: list[tuple[int, ...]] = [()]
    for sides in dice:
        found = [(*before, face) for before in found for face in range(1, sides + 1)]
    return found


def known(firer: tuple[str, ...], weapon: tuple[str, ...], target: tuple[str, ...], damage: Any, **gun: Any) -> Any:
    """Datasheets of a firer, its one weapon and its target, with these abilities each."""
    rules: Mapping[str, Mapping[str, Any]] = {
        "keen": {"name": "Keen", "kind": "to_hit", "amount": 1}, "dim": {"name": "Dim", "kind": "to_hit", "amount": -1},
        "cut": {"name": "Cut", "kind": "to_wound", "amount": 1},
        "dull": {"name": "Dull", "kind": "to_wound", "amount": -1},
        "veil": {"name": "Veil", "kind": "hard_to_hit", "amount": -1}, "sure": {"name": "Sure", "kind": "auto_hit"},
        "hits": {"name": "Hits", "kind": "reroll_hits"}, "ones": {"name": "Ones", "kind": "reroll_hit_ones"},
        "wounds": {"name": "Wounds", "kind": "reroll_wound_ones"},
        "grace": {"name": "Grace", "kind": "ignore_wounds", "on": 5},
        "deep": {"name": "Deep grace", "kind": "ignore_wounds", "on": 4},
    }  # fmt: skip
    return sheets(
        profiles={"firer": made(rules=list(firer)), "mark": made(w=WOUNDS, sv=5, rules=list(target))},
        weapons={"gun": {**RIFLE, "damage": damage, "rules": list(weapon), **gun}}, rules=rules,
    )  # fmt: skip


CASES: list[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], Any]] = [
    ((), (), (), 1),
    ((), (), ("veil",), 1),
    (("keen",), (), ("veil", "grace"), 1),
    (("dim",), ("dull",), ("veil",), 2),
    ((), ("cut",), ("grace",), 2),
    (("hits",), ("dim", "cut"), ("veil", "deep"), 1),
    (("ones", "wounds"), ("dull",), ("grace",), 1),
    ((), ("sure", "cut"), ("veil", "deep", "grace"), 2),
    ((), (), ("grace",), "d3"),
    (("wounds",), ("sure",), ("deep",), 3),
]  # fmt: skip


def of_the_target(state: State, lost: float) -> int:
    """Wounds of the target in thousandths of points, as prospects count them."""
    return round(1000 * state.units["x"].points / WOUNDS * lost)


@pytest.mark.parametrize(("firer", "weapon", "target", "damage"), CASES)
def test_one_shot_does_what_every_way_its_dice_may_fall_comes_to(firer, weapon, target, damage) -> None:
    state = state_of(
        unit("a", "blue", spots((0, 0)), "firer", ["gun"]), unit("x", "red", spots((7, 0)), "mark"), idle=False,
        sheets=known(firer, weapon, target, damage),
    )  # fmt: skip
    batch = firing.batch_of(state, "a-1", "x", state.lore.weapons["gun"])
    found = every_way(state, lambda b: attacks.resolve(b, batch, 1))
    lost = sum((WOUNDS - wounds) * part for wounds, part in found.items())
    told = dict(expected_shooting(state, "a", "x"))
    assert told["wounds"] == round(1000 * lost)
    assert told["chances"] == tuple(
        round(1e6 * part) for part in (1.0 - found.get(0, 0.0), found.get(0, 0.0)) if round(1e6 * part)
    )
    assert dict(expected_guns(state, "a", "x"))["shots"] == (("a-1/gun", round(1000 * lost)),)
    assert fact(posture(state, "a", "x"), "still")[0] == of_the_target(state, lost)


@pytest.mark.parametrize(("firer", "weapon", "target", "damage"), CASES)
def test_one_blow_does_what_every_way_its_dice_may_fall_comes_to(firer, weapon, target, damage) -> None:
    if "sure" in weapon:
        weapon = tuple(name for name in weapon if name != "sure")  # blows never hit by themselves
    state = state_of(
        unit("a", "blue", spots((0, 0)), "firer", ["gun"]), unit("x", "red", spots((1.5, 0)), "mark"), idle=False,
        sheets=known(firer, weapon, target, damage, type="melee", range=0),
    )  # fmt: skip
    batch = fight.batch_of(state, "a-1", "x", state.lore.weapons["gun"])
    found = every_way(state, lambda b: attacks.resolve(b, batch, 1))
    lost = sum((WOUNDS - wounds) * part for wounds, part in found.items())
    assert dict(expected_fight(state, "a", "x"))["wounds"] == round(1000 * lost)
    assert fact(posture(state, "a", "x"), "strike") == of_the_target(state, lost)


@pytest.mark.parametrize("target", [(), ("veil", "grace")])
def test_a_heavy_weapon_that_has_moved_is_reckoned_with_its_penalty(target) -> None:
    state = state_of(
        unit("a", "blue", spots((0, 0)), "firer", ["gun"]), unit("x", "red", spots((7, 0)), "mark"), idle=False,
        sheets=known((), (), target, 1),
    )  # fmt: skip
    b = Battle(EighthBook(), state)
    before = posture(b.state, "a", "x")
    b.note_deed("a", "moved", "8e.movement.distance", models=("a-1",))
    batch = firing.batch_of(b.state, "a-1", "x", b.state.lore.weapons["gun"])
    found = every_way(b.state, lambda b: attacks.resolve(b, batch, 1))
    lost = sum((WOUNDS - wounds) * part for wounds, part in found.items())
    assert dict(expected_shooting(b.state, "a", "x"))["wounds"] == round(1000 * lost)
    assert fact(before, "fire")[0] == fact(posture(b.state, "a", "x"), "fire")[0] == of_the_target(state, lost)
