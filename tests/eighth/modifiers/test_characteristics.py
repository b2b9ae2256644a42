"""Characteristics that change: by damage, by modifiers, and by dice."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield.units import um
from engine.core.battle import Battle
from engine.core.facts import facts
from engine.core.records import Effect
from engine.eighth import attacks, fight, morale, movement
from engine.eighth.characteristics import MODIFIER, Change, changes, modified, number, value
from engine.eighth.lore import Number
from tests.eighth.acts import Victims, firing_line, hurt, made, sheets, shoot
from tests.eighth.tables import answer, battle, rolls, run, spots, unit

CHART = [{"least": 7}, {"least": 4, "m": 8, "bs": 4}, {"least": 1, "m": 4, "bs": 5, "a": "d3"}]
WALKER = made(m=12, bs=3, w=12, a=4, chart=CHART)


@pytest.mark.rule("8e.modifiers.damage-chart")
def test_the_chart_is_read_at_every_moment() -> None:
    victims = Victims("walker", 1, known=sheets(profiles={"walker": WALKER}))
    b = victims.b

    def card() -> tuple[int, int, Number]:
        return value(b.state, "foe-1", "m"), value(b.state, "foe-1", "bs"), number(b.state, "foe-1", "a")

    b.wound("foe-1", 5, "8e.attacks.damage")
    assert card() == (12, 3, Number(4))
    victims.run(attacks.suffer(b, "foe", hurt()), [1])
    assert card() == (8, 4, Number(4))
    b.heal("foe-1", 1, "8e.attacks.damage")
    assert card() == (12, 3, Number(4))
    b.wound("foe-1", 4, "8e.attacks.damage")
    assert card() == (4, 5, Number(0, 1, 3)) and value(b.state, "foe-1", "s") == 4


@pytest.mark.rule("8e.modifiers.damage-chart")
def test_a_damaged_gunner_hits_as_his_row_says() -> None:
    for wounds, dice in ((7, [3, 1]), (6, [3]), (1, [4])):
        session = firing_line(
            unit("a", "blue", spots((0, 0)), "walker", ["single"], wounds=wounds), unit("x", "red", spots((9, 0))),
            known=sheets(profiles={"walker": WALKER}), dice=dice,
        )  # fmt: skip
        shoot(session, "a", ("x", None))
        assert len(rolls(session, "wound")) == (wounds == 7)


@pytest.mark.rule("8e.modifiers.multiply-first")
def test_multiplication_and_division_come_before_addition_in_whatever_order_they_were_gained() -> None:
    for order in (1, -1):
        assert modified("a", 3, (Change(half=True), Change(plus=1))[::order]) == 3
        assert modified("s", 4, (Change(times=2), Change(plus=1))[::order]) == 9
    assert modified("m", 5, (Change(half=True),)) == 3 and modified("s", 4, (Change(1), Change(1))) == 6


def changed(b: Battle, name: str, model: str = "foe-1", **numbers: Any) -> None:
    """An effect that changes a characteristic of a model."""
    told = facts(name=name, **numbers)
    rule_id = "8e.modifiers.multiply-first"
    b.add_effect(Effect(b.fresh_id("effect"), "test", rule_id, model, MODIFIER, told))


@pytest.mark.rule("8e.modifiers.multiply-first")
def test_effects_upon_a_model_and_upon_its_unit_count_together() -> None:
    b = Victims(count=1).b
    changed(b, "s", plus=1)
    changed(b, "s", "foe", times=2)
    assert value(b.state, "foe-1", "s") == 9 and value(b.state, "foe-1", "t") == 4


@pytest.mark.rule("8e.modifiers.minimum-one", "8e.morale.highest-leadership")
def test_strength_toughness_and_leadership_never_fall_below_one() -> None:
    assert modified("s", 2, (Change(-3),)) == modified("t", 3, (Change(-3),)) == modified("ld", 6, (Change(-8),)) == 1
    assert modified("a", 1, (Change(-2),)) == modified("m", 4, (Change(-9),)) == 0
    b = Victims(count=3).b
    for n in (1, 2, 3):
        changed(b, "ld", f"foe-{n}", plus=-8)
    b.note_deed("foe", "lost", "8e.attacks.damage", count=1)
    run(b, morale.test(b, "red"), [1], {"morale.unit": "foe"}, exactly=True)
    assert value(b.state, "foe", "ld") == 1 and len(b.state.present("foe")) == 2, "1 and 1 lost is one too many"


@pytest.mark.rule("8e.modifiers.dash-unmodifiable", "8e.datasheet.ws-dash")
def test_a_dash_stays_a_dash() -> None:
    assert modified("ws", 0, (Change(-1),)) == modified("a", 0, (Change(1), Change(times=2))) == 0
    known = sheets(profiles={"dumb": made(ws=0, a=2), "meek": made(a=0)})
    for profile in ("dumb", "meek"):
        b = Victims(profile, 1, known=known).b
        changed(b, "ws", plus=1)
        changed(b, "a", plus=1)
        assert run(b, fight.number_of_attacks(b, ("foe-1",)), exactly=True) == 0


@pytest.mark.rule("8e.modifiers.random-move")
def test_a_random_move_is_rolled_once_for_the_unit_when_it_is_picked() -> None:
    pack = unit("a", "blue", spots((0, 0), (0, 1.5), (0, 3)), "beast")
    session = battle(pack, unit("x", "red", spots((30, 0))), phase="movement", dice=[3, 4, 2], exactly=True)
    answer(session, "move.unit", "a")
    assert rolls(session, "move") == [(3, 4)], "rolled before an Advance is declared"
    answer(session, "move.how", "advance")
    assert session.pending is not None
    assert dict(session.pending.allowance) == {f"a-{n}": um(9) for n in (1, 2, 3)}  # type: ignore[attr-defined]
    b = Victims("beast", 3).b
    assert run(b, movement.speeds(b, "foe"), [1, 1], exactly=True) == {f"foe-{n}": um(2) for n in (1, 2, 3)}
    assert run(b, movement.speeds(b, "foe"), [6, 6], exactly=True)["foe-3"] == um(12), "and anew the next time"


@pytest.mark.rule("8e.modifiers.random-other")
def test_random_attacks_are_rolled_for_each_model_each_time() -> None:
    b = Victims("raver", 2, known=sheets(profiles={"raver": made(a="d6")})).b
    asked: list[str] = []
    pair = fight.number_of_attacks(b, ("foe-1", "foe-2"))
    assert run(b, pair, [2, 5], exactly=True, asked=asked) == 7 and asked == ["attacks", "attacks"]
    assert run(b, fight.number_of_attacks(b, ("foe-1",)), [6], exactly=True) == 6
    changed(b, "a", plus=1)
    changed(b, "a", half=True)
    assert run(b, fight.number_of_attacks(b, ("foe-1",)), [5], exactly=True) == 4, "5 halved is 3, and 1"
    assert changes(b.state, "foe-2", "a") == ()
