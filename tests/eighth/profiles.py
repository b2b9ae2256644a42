"""Datasheets of the tests: plain profiles, weapons, powers and abilities, whose numbers are easy to reckon with."""

from __future__ import annotations

from typing import Any


def profile(name: str, m: Any, ws: int, bs: int, s: int, t: int, w: int, a: Any, ld: int, sv: int, **more: Any) -> Any:
    return {
        "name": name, "m": m, "ws": ws, "bs": bs, "s": s, "t": t, "w": w, "a": a, "ld": ld, "sv": sv, **more,
    }  # fmt: skip


PROFILES: dict[str, dict[str, Any]] = {
    "marine": profile("Space Marine", 6, 3, 3, 4, 4, 1, 1, 7, 3),
    "sergeant": profile("Sergeant", 6, 3, 3, 4, 4, 1, 2, 8, 3),
    "guard": profile("Guardsman", 6, 4, 4, 3, 3, 1, 1, 7, 4),
    "boy": profile("Ork Boy", 5, 3, 5, 4, 4, 1, 2, 6, 6),
    "captain": profile("Captain", 6, 2, 2, 4, 4, 5, 4, 9, 3),
    "psyker": profile("Psyker", 6, 3, 3, 4, 4, 4, 3, 9, 3, manifests=2, denies=1, powers=["smite", "might"]),
    "weak_psyker": profile("Seer", 6, 3, 3, 3, 3, 1, 1, 8, 0, manifests=1, denies=1),
    "giant": profile("Giant", 6, 4, 4, 6, 7, 8, 3, 7, 4),
    "bastion": profile("Bastion", 0, 0, 0, 8, 8, 12, 0, 9, 2),
    "tank": profile("Tank", 10, 6, 4, 6, 7, 10, 3, 8, 3, capacity=6, carries=["Infantry"]),
    "jumper": profile("Jumper", 6, 3, 3, 4, 4, 1, 1, 7, 3),
    "jet": profile("Jet", [20, 60], 5, 4, 6, 6, 10, 2, 6, 4, capacity=2),
    "beast": profile("Beast", "2d6", 3, 0, 4, 4, 1, 2, 6, 6),
    "dropper": profile("Dropper", 6, 3, 3, 4, 4, 1, 1, 7, 3, rules=["drop"]),
    "leader": profile("Leader", 6, 3, 3, 4, 4, 4, 3, 7, 3, rules=["lead"]),
    "bomb": profile("Bomb", 6, 4, 4, 3, 3, 2, 1, 6, 6, rules=["volatile"]),
    "bomb_car": profile("Bomb car", 10, 6, 4, 6, 7, 2, 3, 8, 3, capacity=6, rules=["volatile"]),
    "runner": profile("Runner", 6, 3, 3, 4, 4, 1, 1, 7, 3, rules=["swift"]),
}

WEAPONS: dict[str, dict[str, Any]] = {
    "boltgun": {"name": "Boltgun", "type": "rapid_fire", "range": 24, "strength": 4},
    "bolt_pistol": {"name": "Bolt pistol", "type": "pistol", "range": 12, "strength": 4},
    "flamer": {"name": "Flamer", "type": "assault", "range": 8, "shots": 3, "strength": 4},
    "frag": {"name": "Frag grenade", "type": "grenade", "range": 6, "shots": 2, "strength": 3},
    "lascannon": {"name": "Lascannon", "type": "heavy", "range": 48, "strength": 9, "ap": -3, "damage": "d6"},
    "sword": {"name": "Sword", "type": "melee"},
    "other_sword": {"name": "Other sword", "type": "melee"},
    "axe": {"name": "Axe", "type": "melee", "strength": "+1", "ap": -1},
    "fist": {"name": "Power fist", "type": "melee", "strength": "x2", "ap": -3},
    "killer": {"name": "Killer", "type": "melee", "strength": 20, "ap": -6, "damage": 6},
}

WARGEAR: dict[str, dict[str, Any]] = {"storm_shield": {"name": "Storm shield", "inv": 3}}

POWERS: dict[str, dict[str, Any]] = {
    "might": {"name": "Might", "charge": 6, "range": 12},
    "veil": {"name": "Veil", "charge": 7, "range": 12},
}

RULES: dict[str, dict[str, Any]] = {
    "swift": {"name": "Swift", "kind": "reroll_charge"},
    "bold": {"name": "Bold", "kind": "reroll_morale"},
    "lead": {"name": "Lead", "kind": "leadership", "amount": 1, "aura": 6},
    "volatile": {"name": "Volatile", "kind": "explodes", "on": 6, "number": 2, "aura": 3},
    "drop": {"name": "Drop", "kind": "drop_in", "amount": 9},
}
