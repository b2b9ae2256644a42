"""What the fifth edition reads from datasheets: profiles, weapons and wargear, each by a key.

The plain data (`Setup.sheets`) have three tables::

    profiles: {marine: {name: Space Marine, ws: 4, bs: 4, s: 4, t: 4, w: 1, i: 4, a: 1, ld: 8, sv: 3, rules: []}}
    weapons:  {boltgun: {name: Boltgun, type: rapid_fire, range: 24, strength: 4, ap: 5, shots: 1, rules: []},
               missile_launcher: {name: Missile launcher, modes: [frag_missile, krak_missile]},
               power_fist: {name: Power fist, melee: fist, hands: 1}}
    wargear:  {iron_halo: {name: Iron halo, inv: 4}, frag_grenades: {name: Frag grenades, rules: [assault_grenades]}}

A characteristic shown as a dash is 0, and so are `sv` and `inv` without a save. `range: template` is the flame one.
`strength: x` (0 here) means that the weapon's own rules say how it wounds. `shots` is a number or `d3`, `d6`, `2d6`.
`blast` is 3 or 5, the marker's size in inches, and
`min_range` how near a barrage cannot fall. `melee` is ordinary, power, fist, hammer, claw, poisoned, rending or
witchblade; `strength_bonus` and `poison` (the score that wounds) go with it. What both shoots and strikes has both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battlefield.units import um
from engine.core.codec import record
from engine.core.ledger import rule
from engine.core.setup import Setup

SHOOTING_TYPES = ("rapid_fire", "assault", "heavy", "pistol", "ordnance")
MELEE_KINDS = ("ordinary", "power", "fist", "hammer", "claw", "poisoned", "rending", "witchblade")
SHOTS = ("d3", "d6", "2d6")

ON_FOOT = ("infantry", "jump_infantry", "beasts", "cavalry")
"""Unit types that never carry ordnance."""

PISTOL_RANGE = 12

PLAIN = "plain"
PLAIN_PROFILE = {"name": "Model", "ws": 3, "bs": 3, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1, "ld": 7, "sv": 0}
"""For models of a position that names no datasheet: who sees whom does not depend on it."""


@record
class Profile:
    """The characteristics of a model as printed. `t_base` is Toughness without wargear, for instant death."""

    key: str
    name: str
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int
    sv: int
    inv: int = 0
    t_base: int = 0
    rules: tuple[str, ...] = ()


@record
class Armour:
    """What a vehicle has in place of a profile: armour by facing, and the skill of its crew. Not bound to 0 to 10."""

    key: str
    name: str
    kind: str
    front: int
    side: int
    rear: int
    bs: int


@record
class Weapon:
    """Something to shoot with, to strike with, or both. `reach` and `least`, the range it cannot fire below, are in
    micrometres; `kind` and `melee` may be empty."""

    key: str
    name: str
    kind: str = ""
    reach: int = 0
    template: bool = False
    strength: int = 0
    ap: int = 0
    shots: int = 1
    shots_dice: str = ""
    blast: int = 0
    least: int = 0
    melee: str = ""
    hands: int = 1
    strength_bonus: int = 0
    poison: int = 0
    modes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@record
class Wargear:
    """Anything else that a model carries: an invulnerable save, or rules by name."""

    key: str
    name: str
    inv: int = 0
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lore:
    """All sheets of a battle."""

    profiles: Mapping[str, Profile]
    weapons: Mapping[str, Weapon]
    wargear: Mapping[str, Wargear]
    vehicles: Mapping[str, Armour]


class SheetError(ValueError):
    """A datasheet makes no sense; the message names table, key and field."""


def read_lore(setup: Setup) -> Lore:
    """The sheets of a setup. Raises SheetError when an entry is not understood or a model names one that is missing.

    Models without a profile, as those of a mere position, have a plain one.
    """
    sheets = setup.sheets
    lore = Lore(
        {PLAIN: _profile(PLAIN, PLAIN_PROFILE), **{k: _profile(k, v) for k, v in sheets.get("profiles", {}).items()}},
        {k: _weapon(k, v) for k, v in sheets.get("weapons", {}).items()},
        {k: _wargear(k, v) for k, v in sheets.get("wargear", {}).items()},
        {k: _armour(k, v) for k, v in sheets.get("vehicles", {}).items()},
    )
    for weapon in lore.weapons.values():
        for mode in weapon.modes:
            if mode not in lore.weapons:
                raise SheetError(f"weapons.{weapon.key}.modes: there is no weapon {mode!r}")
    for unit in setup.units:
        for model in unit.models:
            if (model.profile or PLAIN) not in lore.profiles:
                raise SheetError(f"{unit.id}: there is no profile {model.profile!r}")
            for item in model.gear:
                if item not in lore.weapons and item not in lore.wargear:
                    raise SheetError(f"{model.id}: there is no weapon or wargear {item!r}")
                if unit.kind in ON_FOOT and _is_ordnance(lore, item):
                    raise SheetError(f"{model.id}: {unit.kind} cannot carry {item!r}, which is ordnance")
    return lore


@rule("5e.weapons.ordnance")
def _is_ordnance(lore: Lore, item: str) -> bool:
    """Whether a thing is an ordnance weapon, in one of its modes at least."""
    weapon = lore.weapons.get(item)
    return weapon is not None and any(lore.weapons[key].kind == "ordnance" for key in weapon.modes or (item,))


def _number(where: str, raw: Any, low: int, high: int) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or not low <= raw <= high:
        raise SheetError(f"{where}: {raw!r} is not a whole number from {low} to {high}")
    return raw


def _words(where: str, raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, (list, tuple)) or not all(isinstance(w, str) for w in raw):
        raise SheetError(f"{where}: {raw!r} is not a list of words")
    return tuple(raw)


@rule("5e.profile.nine-values", "5e.profile.limits", "5e.profile.sample-rows")
def _profile(key: str, raw: Mapping[str, Any]) -> Profile:
    where = f"profiles.{key}"
    values = {}
    for name in ("ws", "bs", "s", "t", "w", "i", "a", "ld"):
        if name not in raw:
            raise SheetError(f"{where}: no {name.upper()}")
        values[name] = _number(f"{where}.{name}", raw[name], 0, 10)
    save, inv = (_number(f"{where}.{n}", raw.get(n, 0), 0, 6) for n in ("sv", "inv"))
    return Profile(
        key,
        str(raw.get("name", key)),
        **values,
        sv=save,
        inv=inv,
        t_base=_number(f"{where}.t_base", raw.get("t_base", values["t"]), 0, 10),
        rules=_words(f"{where}.rules", raw.get("rules", ())),
    )


@rule("5e.profile.vehicle-profile")
def _armour(key: str, raw: Mapping[str, Any]) -> Armour:
    where = f"vehicles.{key}"
    front, side, rear, bs = (_number(f"{where}.{n}", raw.get(n), 0, 20) for n in ("front", "side", "rear", "bs"))
    return Armour(key, str(raw.get("name", key)), str(raw.get("type", "")), front, side, rear, bs)


@rule("5e.weapons.types-list", "5e.weapons.profile")
def _weapon(key: str, raw: Mapping[str, Any]) -> Weapon:
    where = f"weapons.{key}"
    kind, melee = str(raw.get("type", "")), str(raw.get("melee", ""))
    if kind and kind not in SHOOTING_TYPES:
        raise SheetError(f"{where}.type: {kind!r} is none of {', '.join(SHOOTING_TYPES)}")
    if melee and melee not in MELEE_KINDS:
        raise SheetError(f"{where}.melee: {melee!r} is none of {', '.join(MELEE_KINDS)}")
    if not kind and not melee and not raw.get("modes"):
        raise SheetError(f"{where}: neither type, nor melee, nor modes")
    shots = raw.get("shots", 1)
    if isinstance(shots, str) and shots.lower() not in SHOTS:
        raise SheetError(f"{where}.shots: {shots!r} is no number and none of {', '.join(SHOTS)}")
    far = raw.get("range", PISTOL_RANGE if kind == "pistol" else 0)
    strength = raw.get("strength", 0)
    return Weapon(
        key,
        str(raw.get("name", key)),
        kind=kind,
        reach=0 if far == "template" else um(_number(f"{where}.range", far, 0, 240)),
        template=far == "template",
        strength=0 if strength == "x" else _number(f"{where}.strength", strength, 0, 10),
        ap=_number(f"{where}.ap", raw.get("ap", 0), 0, 6),
        shots=0 if isinstance(shots, str) else _number(f"{where}.shots", shots, 1, 60),
        shots_dice=shots.lower() if isinstance(shots, str) else "",
        blast=_number(f"{where}.blast", raw.get("blast", 0), 0, 10),
        least=um(_number(f"{where}.min_range", raw.get("min_range", 0), 0, 240)),
        melee=melee,
        hands=_number(f"{where}.hands", raw.get("hands", 1), 1, 2),
        strength_bonus=_number(f"{where}.strength_bonus", raw.get("strength_bonus", 0), 0, 10),
        poison=_number(f"{where}.poison", raw.get("poison", 0), 0, 6),
        modes=_words(f"{where}.modes", raw.get("modes", ())),
        rules=_words(f"{where}.rules", raw.get("rules", ())),
    )


def _wargear(key: str, raw: Mapping[str, Any]) -> Wargear:
    where = f"wargear.{key}"
    inv = _number(f"{where}.inv", raw.get("inv", 0), 0, 6)
    return Wargear(key, str(raw.get("name", key)), inv, _words(f"{where}.rules", raw.get("rules", ())))
