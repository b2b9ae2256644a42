"""What the eighth edition reads from datasheets: profiles, weapons, wargear and abilities, each by a key.

The plain data (`Setup.sheets`) have five tables::

    profiles:  {marine: {name: Space Marine, m: 6, ws: 3, bs: 3, s: 4, t: 4, w: 1, a: 1, ld: 7, sv: 3, rules: []},
                flyer: {name: Stormcrow, m: [20, 45], ...}, beast: {m: 2d6, a: d6, bs: 0, ...},
                walker: {..., chart: [{least: 5}, {least: 3, m: 6, ws: 4}, {least: 1, m: 4, ws: 5, a: 2}]}}
    weapons:   {boltgun: {name: Boltgun, type: rapid_fire, range: 24, shots: 1, strength: 4, ap: 0, damage: 1},
                fist: {name: Power fist, type: melee, strength: x2, ap: -3, damage: d3, rules: [unwieldy]},
                launcher: {name: Missile launcher, modes: [frag_missile, krak_missile]}}
    wargear:   {storm_shield: {name: Storm shield, inv: 3}, jump_pack: {name: Jump pack, rules: [drop_in]}}
    powers:    {might: {name: Might, charge: 6, range: 12, text: ...}}
    rules:     {unwieldy: {name: Unwieldy, text: ..., enforced: true, kind: to_hit, amount: -1},
                rites: {name: Rites, text: ..., enforced: true, kind: reroll_hit_ones, aura: 6, affects: Blue}}

A characteristic shown as a dash is 0. A number may be random: `d3`, `d6`, `2d6`, `d6+3`. Move may be two values, least
and most. `strength` of a melee weapon is `user`, `+2` or `x2`. The `chart` of a profile has a row for each band of
remaining wounds, from the highest down: what it does not name stays as printed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from battlefield.units import um
from engine.core.codec import record
from engine.core.facts import Facts, fact
from engine.core.ledger import rule
from engine.core.setup import Setup
from engine.eighth.kinds import KINDS

RANGED = ("assault", "heavy", "rapid_fire", "grenade", "pistol")
MELEE = "melee"

SMITE = "smite"

CHARACTERISTICS = ("m", "ws", "bs", "s", "t", "w", "a", "ld", "sv")

PLAIN = "plain"
PLAIN_PROFILE = {"name": "Model", "m": 6, "ws": 4, "bs": 4, "s": 3, "t": 3, "w": 1, "a": 1, "ld": 6, "sv": 6}
"""For models of a position that names no datasheet."""

CLOSE_COMBAT_WEAPON = "close_combat_weapon"
"""What a model strikes with whose datasheet lists no melee weapon."""


@record
class Number:
    """A number, or dice to be rolled for it: `dice` of so many `sides`, and `plus`."""

    plus: int = 0
    dice: int = 0
    sides: int = 6

    @property
    def random(self) -> bool:
        return self.dice > 0

    @property
    def most(self) -> int:
        return self.plus + self.dice * self.sides

    @property
    def mean(self) -> float:
        return self.plus + self.dice * (self.sides + 1) / 2

    def told(self) -> str:
        """As a datasheet writes it."""
        if not self.dice:
            return str(self.plus)
        many = "" if self.dice == 1 else str(self.dice)
        return f"{many}D{self.sides}" + (f"{self.plus:+d}" if self.plus else "")


@record
class Row:
    """A row of a damage chart: what characteristics are while at least so many wounds are left."""

    least: int
    values: Facts


@record
class Profile:
    """The characteristics of a model as printed; a dash is 0. `m_least` is the minimum of a Move of two values.

    `manifests` and `denies` say how many powers a psyker may attempt a phase; `powers` are those it knows, beside
    those that it `generates` from a `discipline` before the battle.
    """

    key: str
    name: str
    m: Number
    m_least: int
    ws: int
    bs: int
    s: int
    t: int
    w: int
    a: Number
    ld: int
    sv: int
    inv: int = 0
    chart: tuple[Row, ...] = ()
    manifests: int = 0
    denies: int = 0
    powers: tuple[str, ...] = ()
    generates: int = 0
    discipline: tuple[str, ...] = ()
    capacity: int = 0
    carries: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@record
class Weapon:
    """Something to shoot or to strike with, or a choice between `modes`. `reach` is in micrometres, 0 for melee.

    Strength of a melee weapon is the wielder's, `times` and `plus`; `ap` is 0 or below.
    """

    key: str
    name: str
    kind: str
    reach: int = 0
    shots: Number = Number(1)
    strength: int = 0
    times: int = 1
    plus: int = 0
    ap: int = 0
    damage: Number = Number(1)
    modes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@record
class Wargear:
    """Anything else that a model carries."""

    key: str
    name: str
    inv: int = 0
    rules: tuple[str, ...] = ()


@record
class Power:
    """A psychic power: what it takes to manifest, and how far it reaches in micrometres. What it does beside Smite is
    for the players' hands."""

    key: str
    name: str
    charge: int
    reach: int = 0


@record
class Ability:
    """A special rule that the game enforces: of a `kind`, by an `amount`, within an `aura` (micrometres, 0: oneself).

    An aura works on friendly units with the keyword `affects`, on all when it is empty; `others`: not on oneself.
    """

    key: str
    name: str
    kind: str
    amount: int = 0
    number: Number = Number(0)
    aura: int = 0
    affects: str = ""
    others: bool = False
    on: int = 0


@dataclass(frozen=True, slots=True)
class Lore:
    """All sheets of a battle; `kinds` are those of its abilities."""

    profiles: Mapping[str, Profile]
    weapons: Mapping[str, Weapon]
    wargear: Mapping[str, Wargear]
    powers: Mapping[str, Power]
    abilities: Mapping[str, Ability]
    kinds: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", frozenset(ability.kind for ability in self.abilities.values()))


class SheetError(ValueError):
    """A datasheet makes no sense; the message names table, key and field."""


def read_lore(setup: Setup) -> Lore:
    """The sheets of a setup. Raises SheetError when an entry is not understood or a model names one that is missing.

    Models without a profile, as those of a mere position, have a plain one.
    """
    sheets = setup.sheets
    lore = Lore(
        {PLAIN: _profile(PLAIN, PLAIN_PROFILE), **{k: _profile(k, v) for k, v in sheets.get("profiles", {}).items()}},
        {CLOSE_COMBAT_WEAPON: _BARE_HANDS, **{k: _weapon(k, v) for k, v in sheets.get("weapons", {}).items()}},
        {k: _wargear(k, v) for k, v in sheets.get("wargear", {}).items()},
        {SMITE: _SMITE, **{k: _power(k, v) for k, v in sheets.get("powers", {}).items()}},
        {k: _ability(k, v) for k, v in sheets.get("rules", {}).items() if v.get("kind")},
    )
    _check_names(setup, lore)
    return lore


@rule("8e.models.units")
def _check_names(setup: Setup, lore: Lore) -> None:
    """Every model has a datasheet, and all it names is there."""
    for weapon in lore.weapons.values():
        for mode in weapon.modes:
            if mode not in lore.weapons:
                raise SheetError(f"weapons.{weapon.key}.modes: there is no weapon {mode!r}")
    for profile in lore.profiles.values():
        for power in (*profile.powers, *profile.discipline):
            if power not in lore.powers:
                raise SheetError(f"profiles.{profile.key}.powers: there is no power {power!r}")
    for unit in setup.units:
        for model in unit.models:
            if (model.profile or PLAIN) not in lore.profiles:
                raise SheetError(f"{unit.id}: there is no profile {model.profile!r}")
            for item in model.gear:
                if item not in lore.weapons and item not in lore.wargear:
                    raise SheetError(f"{model.id}: there is no weapon or wargear {item!r}")


NUMBER = re.compile(r"(?:(\d*)d(3|6))?(?:([+-]?\d+))?")


def number_of(where: str, raw: Any) -> Number:
    """A number, or dice as `d6`, `2d6`, `d3+1`. Raises SheetError."""
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 240:
        return Number(raw)
    match = NUMBER.fullmatch(raw.lower().replace(" ", "")) if isinstance(raw, str) and raw else None
    if match is None:
        raise SheetError(f"{where}: {raw!r} is neither a number nor dice such as d6 or 2d6")
    many, sides, plus = match.groups()
    return Number(int(plus or 0), int(many or 1) if sides else 0, int(sides or 6))


def _whole(where: str, raw: Any, low: int, high: int) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or not low <= raw <= high:
        raise SheetError(f"{where}: {raw!r} is not a whole number from {low} to {high}")
    return raw


def _words(where: str, raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, (list, tuple)) or not all(isinstance(w, str) for w in raw):
        raise SheetError(f"{where}: {raw!r} is not a list of words")
    return tuple(raw)


@rule("8e.datasheet.contents", "8e.movement.minimum-speed", "8e.movement.maximum-speed")
def _profile(key: str, raw: Mapping[str, Any]) -> Profile:
    where = f"profiles.{key}"
    for name in CHARACTERISTICS:
        if name not in raw:
            raise SheetError(f"{where}: no {name.upper()}")
    move = raw["m"]
    least, most = move if isinstance(move, (list, tuple)) and len(move) == 2 else (0, move)
    return Profile(
        key,
        str(raw.get("name", key)),
        m=number_of(f"{where}.m", most),
        m_least=_whole(f"{where}.m", least, 0, 240),
        **{n: _whole(f"{where}.{n}", raw[n], 0, 6) for n in ("ws", "bs")},
        **{n: _whole(f"{where}.{n}", raw[n], 0, 60) for n in ("s", "t", "w")},
        a=number_of(f"{where}.a", raw["a"]),
        ld=_whole(f"{where}.ld", raw["ld"], 0, 20),
        sv=_whole(f"{where}.sv", raw["sv"], 0, 7),
        inv=_whole(f"{where}.inv", raw.get("inv", 0), 0, 6),
        chart=tuple(_row(f"{where}.chart[{i}]", row) for i, row in enumerate(raw.get("chart", ()))),
        manifests=_whole(f"{where}.manifests", raw.get("manifests", 0), 0, 10),
        denies=_whole(f"{where}.denies", raw.get("denies", 0), 0, 10),
        powers=_words(f"{where}.powers", raw.get("powers", (SMITE,) if raw.get("manifests") else ())),
        generates=_whole(f"{where}.generates", raw.get("generates", 0), 0, 6),
        discipline=_words(f"{where}.discipline", raw.get("discipline", ())),
        capacity=_whole(f"{where}.capacity", raw.get("capacity", 0), 0, 60),
        carries=_words(f"{where}.carries", raw.get("carries", ())),
        rules=_words(f"{where}.rules", raw.get("rules", ())),
    )


@rule("8e.modifiers.damage-chart")
def _row(where: str, raw: Mapping[str, Any]) -> Row:
    values: list[tuple[str, int | Number]] = []
    for name, value in raw.items():
        if name in ("m", "a"):
            values.append((name, number_of(f"{where}.{name}", value)))
        elif name != "least":
            if name not in CHARACTERISTICS:
                raise SheetError(f"{where}: {name!r} is no characteristic")
            values.append((name, _whole(f"{where}.{name}", value, 0, 60)))
    return Row(_whole(f"{where}.least", raw.get("least"), 1, 60), tuple(values))


@rule("8e.weapons.types", "8e.datasheet.melee-or-ranged")
def _weapon(key: str, raw: Mapping[str, Any]) -> Weapon:
    where, kind = f"weapons.{key}", str(raw.get("type") or "")
    modes = _words(f"{where}.modes", raw.get("modes", ()))
    if not modes and kind not in (*RANGED, MELEE):
        raise SheetError(f"{where}.type: {kind!r} is none of {', '.join((*RANGED, MELEE))}")
    strength, times, plus = _strength(f"{where}.strength", raw.get("strength", 0 if modes else "user"), kind)
    return Weapon(
        key,
        str(raw.get("name", key)),
        kind,
        um(_whole(f"{where}.range", raw.get("range", 0), 0, 240)),
        number_of(f"{where}.shots", raw.get("shots", 1)),
        strength,
        times,
        plus,
        _whole(f"{where}.ap", raw.get("ap", 0), -6, 0),
        number_of(f"{where}.damage", raw.get("damage", 1)),
        modes,
        _words(f"{where}.rules", raw.get("rules", ())),
    )


@rule("8e.datasheet.weapon-strength")
def _strength(where: str, raw: Any, kind: str) -> tuple[int, int, int]:
    """A weapon's own Strength, or how the wielder's is multiplied and added to."""
    if isinstance(raw, int):
        return _whole(where, raw, 0, 60), 1, 0
    match = re.fullmatch(r"user|x(\d+)|\+(\d+)", str(raw).lower())
    if match is None or kind != MELEE:
        raise SheetError(f"{where}: {raw!r} is no number" + (", user, +1 or x2" if kind == MELEE else ""))
    return 0, int(match[1] or 1), int(match[2] or 0)


def _wargear(key: str, raw: Mapping[str, Any]) -> Wargear:
    where = f"wargear.{key}"
    inv = _whole(f"{where}.inv", raw.get("inv", 0), 0, 6)
    return Wargear(key, str(raw.get("name", key)), inv, _words(f"{where}.rules", raw.get("rules", ())))


def _power(key: str, raw: Mapping[str, Any]) -> Power:
    where = f"powers.{key}"
    charge = _whole(f"{where}.charge", raw.get("charge"), 2, 12)
    return Power(key, str(raw.get("name", key)), charge, um(_whole(f"{where}.range", raw.get("range", 0), 0, 240)))


def _kind(where: str, raw: Any) -> str:
    if raw not in KINDS:
        raise SheetError(f"{where}.kind: {raw!r} is none of {', '.join(KINDS)}")
    return str(raw)


def _ability(key: str, raw: Mapping[str, Any]) -> Ability:
    where = f"rules.{key}"
    return Ability(
        key,
        str(raw.get("name", key)),
        _kind(where, raw["kind"]),
        _whole(f"{where}.amount", raw.get("amount", 0), -20, 20),
        number_of(f"{where}.number", raw.get("number", 0)),
        um(_whole(f"{where}.aura", raw.get("aura", 0), 0, 60)),
        str(raw.get("affects", "")),
        bool(raw.get("others", False)),
        _whole(f"{where}.on", raw.get("on", 0), 0, 6),
    )


@rule("8e.fight.default-weapon")
def _bare_hands() -> Weapon:
    return Weapon(CLOSE_COMBAT_WEAPON, "Close combat weapon", MELEE)


@rule("8e.psychic.smite")
def _smite() -> Power:
    return Power(SMITE, "Smite", 5, um(18))


_BARE_HANDS, _SMITE = _bare_hands(), _smite()


def row_in_force(profile: Profile, wounds: int) -> Row | None:
    """The row of a damage chart that a model with so many wounds left is on; None without a chart."""
    return next((row for row in profile.chart if wounds >= row.least), profile.chart[-1] if profile.chart else None)


def printed(profile: Profile, name: str, wounds: int) -> Any:
    """A characteristic as the datasheet has it for so many remaining wounds."""
    row = row_in_force(profile, wounds)
    return getattr(profile, name) if row is None else fact(row.values, name, getattr(profile, name))
