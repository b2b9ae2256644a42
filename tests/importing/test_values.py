"""Values as lists write them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.eighth.kinds import KINDS
from scenarios.importing import wording
from scenarios.importing.stats import stat_line, weapon_line
from scenarios.importing.tree import Profile
from tests.importing import forms


def profile(data: dict[str, Any]) -> Profile:
    return Profile(data["name"], data["type"], data["values"])


@pytest.mark.parametrize(
    ("column", "raw", "key", "value", "doubted"),
    [
        ("reach", "24", "range", 24, False), ("reach", '24"', "range", 24, False),
        ("reach", '12"-48"', "range", 48, True),
        ("s", "4", "strength", 4, False), ("s", "2D6", "strength", 7, True), ("s", "6+D3", "strength", 8, True),
        ("ap", "-", "ap", 0, False), ("ap", "None", "ap", 0, False), ("ap", "-3", "ap", -3, False),
        ("ap", "-D3", "ap", -2, True), ("ap", "*", "ap", 0, True),
        ("d", "None", "damage", 0, False), ("d", "D3", "damage", "d3", False), ("d", "2D3", "damage", "2d3", False),
        ("d", "D3+3", "damage", "d3+3", False), ("d", "*", "damage", 1, True),
        ("kind", "Heavy 3D3", "shots", "3d3", False), ("kind", "Assault 2D6", "shots", "2d6", False),
        ("kind", "Heavy 3, Blast", "shots", 3, True),
        ("kind", "Rapid Fire 2", "shots", 2, False), ("kind", "Heavy X", "shots", 1, True),
        ("kind", "rapid fire D6", "type", "rapid_fire", False), ("kind", "Grenade D6", "type", "grenade", False),
    ],
)  # fmt: skip
def test_what_guns_have(column: str, raw: str, key: str, value: object, doubted: bool) -> None:
    line = weapon_line(profile(forms.weapon("Gun", **{column: raw})))
    assert line is not None
    assert (line.data[key], bool(line.doubts)) == (value, doubted)


@pytest.mark.parametrize(
    ("raw", "value", "doubted"),
    [
        ("User", "user", False), ("user", "user", False), ("x2", "x2", False), ("X2", "x2", False), ("×2", "x2", False),
        ("+2", "+2", False), ("User +1", "+1", False), ("6", 6, False), ("+D3", "+2", True), ("*", "user", True),
        ("2D6", 7, True), ("-", "user", False),
    ],
)  # fmt: skip
def test_the_strength_of_what_strikes(raw: str, value: object, doubted: bool) -> None:
    line = weapon_line(profile(forms.weapon("Blade", "Melee", "Melee", raw)))
    assert line is not None
    assert (line.data["strength"], bool(line.doubts)) == (value, doubted)


@pytest.mark.parametrize("change", [{"kind": "Strange 2"}, {"s": "*"}, {"reach": "-"}, {"s": "as user"}])
def test_a_gun_that_makes_no_sense_is_not_made_up(change: dict[str, str]) -> None:
    assert weapon_line(profile(forms.weapon("Gun", **change))) is None


@pytest.mark.parametrize(
    ("column", "raw", "key", "value"),
    [
        ("save", "2+/5++", "sv", 2), ("save", "2+/5++", "inv", 5), ("save", "7+", "sv", 7), ("save", "-", "sv", 0),
        ("save", "3+", "sv", 3), ("save", "3+ (4++)", "inv", 4), ("save", "5++", "inv", 5),
        ("m", '6"', "m", 6), ("m", "6", "m", 6), ("m", '20-45"', "m", [20, 45]), ("m", '20"-45"', "m", [20, 45]),
        ("m", "-", "m", 0), ("m", '2D6"', "m", "2d6"),
        ("ws", "-", "ws", 0), ("ws", "2+", "ws", 2), ("bs", "N/A", "bs", 0),
        ("a", "D6", "a", "d6"), ("a", "2D6", "a", "2d6"), ("ld", "-", "ld", 0), ("t", "8", "t", 8),
    ],
)  # fmt: skip
def test_what_models_have(column: str, raw: str, key: str, value: object) -> None:
    line = stat_line(profile(forms.line("Man", **{column: raw})), [])
    assert line.data[key] == value and not line.doubts


@pytest.mark.parametrize(
    ("column", "raw"), [("a", "*"), ("ws", "7+"), ("w", "0"), ("t", "x"), ("save", "odd"), ("ld", ""), ("m", "fast")]
)
def test_what_cannot_be_is_told(column: str, raw: str) -> None:
    assert stat_line(profile(forms.line("Man", **{column: raw})), []).doubts


ENFORCED = {
    "drop_in": "During deployment, you can set up this model high above instead of placing it on the battlefield. "
    "At the end of any of your Movement phases it can come down: set it up anywhere on the battlefield that is more "
    'than 9" away from any enemy models.',
    "explodes": 'If this model is reduced to 0 wounds, roll a D6. On a 6 it explodes, and each unit within 6" suffers '
    "D3 mortal wounds.",
    "ignore_wounds": "Each time this model loses a wound, roll a D6; on a 5+ that wound is not lost.",
    "reroll_hit_ones": 'You can re-roll hit rolls of 1 for friendly TEST units within 6" of this model.',
    "reroll_hits": 'You can re-roll failed hit rolls for friendly TEST units within 6" of this model.',
    "reroll_wound_ones": 'Re-roll wound rolls of 1 for friendly TEST units within 6" of this model.',
    "reroll_charge": "You can re-roll failed charge rolls for this unit.",
    "reroll_morale": "You can re-roll failed Morale tests for this unit.",
}


@pytest.mark.parametrize("kind", ENFORCED)
def test_a_rule_that_plainly_is_one_of_the_games_is_enforced(kind: str) -> None:
    assert kind in KINDS
    told = wording.ability("Rule", ENFORCED[kind])
    assert (told["enforced"], told["kind"]) == (True, kind)


@pytest.mark.parametrize("kind", ENFORCED)
@pytest.mark.parametrize("more", [" Only in the first battle round.", " Add 1 to its Strength."])
def test_a_rule_that_says_more_is_left_to_the_players(kind: str, more: str) -> None:
    told = wording.ability("Rule", ENFORCED[kind] + more)
    assert told["enforced"] is False and "kind" not in told


WEAPONS = {
    "auto_hit": "This weapon automatically hits its target.",
    "to_hit": "When attacking with this weapon, you must subtract 1 from the hit roll.",
    "extra_attacks": "Each time the bearer fights, it can make 1 additional attack with this weapon.",
}


@pytest.mark.parametrize("kind", WEAPONS)
def test_what_a_weapon_does_is_enforced_of_weapons_alone(kind: str) -> None:
    assert wording.ability("W", WEAPONS[kind], weapon=True)["kind"] == kind
    assert kind in KINDS
    assert not wording.ability("W", WEAPONS[kind])["enforced"]
    assert not wording.ability("W", WEAPONS[kind] + " It shines.", weapon=True)["enforced"]


@pytest.mark.parametrize(
    ("text", "save"),
    [
        ("This model has a 4+ invulnerable save.", 4), ("Models in this unit have a 5+ invulnerable save", 5),
        ("This model has a 4+ invulnerable save against shooting.", 0),
        ("This model has a 4+ invulnerable save in the Fight phase.", 0), ("It glows.", 0),
    ],
)  # fmt: skip
def test_only_a_plain_invulnerable_save_is_taken(text: str, save: int) -> None:
    assert wording.invulnerable(text) == save


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("10 INFANTRY models. Each counts as one.", (10, ["Infantry"])),
        ("This model can transport 6 models", (6, [])), ("Up to what fits", (0, [])), ("99 models", (0, [])),
    ],
)  # fmt: skip
def test_how_many_a_transport_carries(text: str, room: tuple[int, list[str]]) -> None:
    assert wording.capacity(text) == room
