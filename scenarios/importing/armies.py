"""From the units of a list to an army file of the eighth edition."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from scenarios.importing import bases, wording
from scenarios.importing.editions import Table, table_of
from scenarios.importing.normalise import army_rules
from scenarios.importing.stats import number, stat_line, weapon_line
from scenarios.importing.tree import Profile
from scenarios.importing.units import Army, Item, Members, Unit

Data = dict[str, Any]

TABLES = ("rules", "profiles", "weapons", "wargear", "powers")
OF_ITEMS = (Table.ABILITY, Table.OTHER)
"""What a thing's own tables say of itself; all others are its bearer's."""
MOST_ALIKE = 100
MOST_KINDS = 20
"""The most models alike, and the most kinds of model, that a datasheet lists."""
MOST_POINTS, MOST_POWER = 10_000, 500

_NOTHING = ("", "-", "n/a", "none")
_SMITE = "smite"


def slug(name: str, most: int = 30) -> str:
    """A name as a key: small letters, digits and underscores.

    >>> slug("Lieutenant's 'Fist' of Ütz!")
    'lieutenants_fist_of_utz'
    """
    plain = unicodedata.normalize("NFKD", name.replace("'", "")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:most].strip("_") or "x"


def army_file(army: Army) -> Data | None:
    """The plain data of an army file; None when no unit has a stat line. What it leaves out is added to the army's
    `not_read`, what it supplies to `assumed`."""
    maker = _Maker(army)
    units: dict[str, Data] = {}
    for unit in army.units:
        sheet = maker.datasheet(unit)
        if sheet is None:
            army.not_read.append(f"{unit.name}: left out of the army file, as nobody in it has a stat line")
            continue
        units[maker.id_of(unit.name)] = sheet
    army.assumed.append("Heights and eyes are assumed by the size of the base")
    army.not_read[:] = dict.fromkeys(army.not_read)
    army.assumed[:] = dict.fromkeys(army.assumed)
    if not units:
        return None
    for rule in army_rules(army):
        maker.put("rules", rule.name, wording.ability(rule.name, rule.text))
    tables = {name: maker.tables[name] for name in TABLES if maker.tables[name]}
    head = {"sightline": 1, "army": army.name, "edition": army.edition.id, "text": _story(army)}
    return {**head, **tables, "units": units}


def _story(army: Army) -> str:
    factions = ", ".join(army.factions)
    lines = [f"{factions}: from a list made with {army.written}." if factions else f"Made with {army.written}."]
    lines += [f"Chosen for the force: {', '.join(dict.fromkeys(army.choices))}."] if army.choices else []
    return wording.short(" ".join(lines))


@dataclass(slots=True)
class _Maker:
    """Fills the tables of an army file. Keys begin with the army's own, so that two armies never clash in a battle."""

    army: Army
    tables: dict[str, dict[str, Data]] = field(default_factory=lambda: {name: {} for name in TABLES})
    keywords: set[str] = field(default_factory=set)
    stem: str = ""
    used: dict[tuple[str, str], int] = field(default_factory=dict)
    taken: set[tuple[str, str]] = field(default_factory=set)
    known: dict[tuple[str, str, str], str] = field(default_factory=dict)
    ruled: dict[tuple[str, str, bool], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        told = "\n".join(f"{u.name}/{u.models}/{sorted(u.costs.items())}/{u.weapons()}" for u in self.army.units)
        mark = hashlib.sha256(f"{self.army.name}\n{told}".encode()).hexdigest()[:4]
        self.stem = f"{slug(self.army.name, 12)}_{mark}"
        self.keywords = {word.casefold() for unit in self.army.units for word in unit.keywords}

    def id_of(self, name: str) -> str:
        """The id of a datasheet, another for each unit of the same name."""
        return self._fresh("units", slug(name, 40))

    def _fresh(self, table: str, base: str) -> str:
        """A key that nothing in a table has; weapons and wargear share theirs."""
        place = "weapons" if table == "wargear" else table
        while True:
            number = self.used[place, base] = self.used.get((place, base), 0) + 1
            key = base if number == 1 else f"{base}_{number}"
            if (place, key) not in self.taken:
                self.taken.add((place, key))
                return key

    def put(self, table: str, name: str, data: Data) -> str:
        """The key of an entry, which is there once however often it is put."""
        base, same = f"{self.stem}_{slug(name)}", repr(data)
        key = self.known.get((table, base, same))
        if key is None:
            key = self.known[table, base, same] = self._fresh(table, base)
            self.tables[table][key] = data
        return key

    # -- units ---------------------------------------------------------------------------------------------------------

    def datasheet(self, unit: Unit) -> Data | None:
        kinds = [(members, self._kind(unit, members)) for members in unit.members if members.profile is not None]
        merged: dict[str, tuple[Data, int]] = {}
        for members, kind in kinds:
            same = repr(sorted(kind.items()))
            merged[same] = (kind, merged.get(same, (kind, 0))[1] + members.count)
        if not merged:
            return None
        body = self._body(unit, kinds[0][0])
        models = [{"key": "", **kind, "count": n} for kind, count in merged.values() for n in _portions(count)]
        if len(models) > MOST_KINDS:
            lost = ", ".join(f"{m['count']} {m['name']}" for m in models[MOST_KINDS:])
            self.army.not_read.append(f"{unit.name}: more than {MOST_KINDS} kinds of model; left out: {lost}")
        models = models[:MOST_KINDS]
        for n, model in enumerate(models):
            model["key"] = f"{slug(model['name'], 40)}_{n + 1}" if len(models) > 1 else slug(model["name"], 40)
            for part in ("base", "height", "eye"):
                if model[part] == getattr(body, part):
                    del model[part]
        return {
            "name": _named(unit.custom, unit.name),
            "role": unit.role or self._role(unit),
            "power": self._whole(unit, "power", self.army.power(unit), MOST_POWER),
            "points": self._whole(unit, "points", self.army.points(unit), MOST_POINTS),
            "keywords": unit.keywords[:60],
            **({"text": text} if (text := self._text(unit, kinds)) else {}),
            "base": body.base, "height": body.height, "eye": body.eye,
            "models": models,
        }  # fmt: skip

    def _text(self, unit: Unit, kinds: list[tuple[Members, Data]]) -> str:
        """What the player noted and chose, and what is assumed of the bases."""
        bodies = {m.name: self._body(unit, m) for m, _ in kinds}
        told = [unit.notes] if unit.notes else []
        told += [f"Chosen: {', '.join(i.name for i in unit.chosen)}."] if unit.chosen else []
        told += [f"{name}: base {body.assumed()}." for name, body in bodies.items() if not body.known]
        return wording.short(" ".join(told))

    def _kind(self, unit: Unit, members: Members) -> Data:
        body = self._body(unit, members)
        if not body.known:
            self.army.assumed.append(f"{unit.name}: the base of {members.name} is {body.assumed()}")
        gear = [key for item in members.items for key in self._gear(unit, item)]
        return {
            "name": members.name, "profile": self._profile(unit, members), "gear": gear,
            "base": body.base, "height": body.height, "eye": body.eye,
        }  # fmt: skip

    def _body(self, unit: Unit, members: Members) -> bases.Body:
        line = members.profile.name if members.profile is not None else ""
        return bases.body_of((members.name, line, unit.name), unit.keywords)

    def _role(self, unit: Unit) -> str:
        self.army.assumed.append(f"{unit.name}: elites, as the list has no battlefield role for it")
        return "elites"

    def _whole(self, unit: Unit, what: str, value: float, most: int) -> int:
        whole = min(max(round(value), 0), most)
        if whole != value:
            self.army.assumed.append(f"{unit.name}: {whole} {what}, where the list has {value:g}")
        return whole

    def _doubts(self, unit: Unit, name: str, doubts: list[str]) -> None:
        self.army.not_read += [f"{unit.name}: {name}: {said}" for said in doubts]

    # -- models --------------------------------------------------------------------------------------------------------

    def _profile(self, unit: Unit, members: Members) -> str:
        assert members.profile is not None
        edition = self.army.edition
        cards = [(table_of(edition, card), card) for card in members.cards]
        carried = [(table_of(edition, card), card) for item in members.items for card in item.cards]
        cards += [(table, card) for table, card in carried if table not in OF_ITEMS]
        starred = any(raw.strip() == "*" for raw in members.profile.values.values())
        charts = [card for table, card in cards if table is Table.CHART] if starred else []
        line = stat_line(members.profile, charts)
        self._doubts(unit, members.profile.name, line.doubts)
        rules = [self._rule(rule.name, rule.text) for rule in members.rules]
        for table, card in cards:
            rules += self._card(unit, line.data, table, card, charted=bool(charts))
        for doubt in line.doubts:
            rules.append(self._rule(members.profile.name, doubt))
        found = line.data | {"rules": list(dict.fromkeys(rules))}
        return self.put("profiles", members.profile.name, {k: v for k, v in found.items() if v != []})

    def _card(self, unit: Unit, line: Data, table: Table, card: Profile, charted: bool) -> list[str]:
        """What a table on a model's datasheet adds to its stat line; the rules that it comes to."""
        if table is Table.PSYKER:
            return self._psyker(unit, line, card)
        if table is Table.POWER:
            self._power(unit, line, card)
            return []
        if table is Table.TRANSPORT:
            text = " ".join(card.values.values())
            room, carried = wording.capacity(text)
            line.update({"capacity": room} if room else {}, **({"carries": carried} if carried else {}))
            return [self._rule(f"Transport: {card.name}", text)]
        if table is Table.EXPLOSION:
            return [self.put("rules", card.name, wording.explosion(card))]
        if table is Table.CHART and charted:
            return []
        text = _text_of(card)
        save = wording.invulnerable(text)
        if save:
            line["inv"] = min(save, line.get("inv") or save)
        return [self._rule(card.name, text)]

    def _psyker(self, unit: Unit, line: Data, card: Profile) -> list[str]:
        given = {column.casefold(): raw for column, raw in card.values.items()}
        for column, name in (("cast", "manifests"), ("deny", "denies")):
            value = number(given.get(column, ""))
            if not isinstance(value, int) or value > 10:
                raw = given.get(column)
                self.army.not_read.append(f"{unit.name}: {card.name}: {column} is {raw!r}; 0 stands in the file")
                value = 0
            line[name] = value
        if line["manifests"]:
            line["powers"] = list(dict.fromkeys([_SMITE, *line.get("powers", [])]))
        text = wording.table_text(card)
        known = given.get("powers known", "").casefold().strip(" .")
        return [] if known in (*_NOTHING, _SMITE) else [self._rule(f"Psyker: {card.name}", text)]

    def _power(self, unit: Unit, line: Data, card: Profile) -> None:
        if card.name.casefold() == _SMITE:
            line["powers"] = list(dict.fromkeys([_SMITE, *line.get("powers", [])]))
            return
        given = {column.casefold(): raw for column, raw in card.values.items()}
        charge, reach = number(given.get("warp charge", "").rstrip("+ ")), number(given.get("range", ""))
        if not isinstance(charge, int) or not 2 <= charge <= 12:
            self.army.not_read.append(f"{unit.name}: the power {card.name!r} has no warp charge that can be read")
            return
        text = given.get("details") or given.get("effect") or wording.table_text(card)
        far = {"range": reach} if isinstance(reach, int) and reach else {}
        key = self.put("powers", card.name, {"name": card.name, "charge": charge, **far, "text": wording.short(text)})
        line["powers"] = list(dict.fromkeys([*line.get("powers", []), key]))

    def _rule(self, name: str, text: str, weapon: bool = False) -> str:
        key = self.ruled.get((name, text, weapon))
        if key is None:
            data = wording.ability(name, text, weapon)
            if data.get("affects") and data["affects"].casefold() not in self.keywords:
                data = {"name": name, "text": data["text"], "enforced": False}
            key = self.ruled[name, text, weapon] = self.put("rules", name, data)
        return key

    # -- what they carry -----------------------------------------------------------------------------------------------

    def _gear(self, unit: Unit, item: Item) -> list[str]:
        """The keys of what an item is: a weapon, a choice between modes, several weapons, or wargear."""
        lines = [(profile, self._weapon(unit, profile)) for profile in item.weapons]
        read = [(profile, key) for profile, key in lines if key is not None]
        keys = [key for _, key in read]
        kinds = {self.tables["weapons"][key]["type"] == "melee" for key in keys}
        if len(keys) > 1 and len(kinds) == 1 and not _several(item):
            keys = [self.put("weapons", item.name, {"name": item.name, "modes": keys})]
        lost = [profile for profile, key in lines if key is None]
        cards = [card for card in item.cards if table_of(self.army.edition, card) in OF_ITEMS]
        if cards or item.rules or lost or item.bare:
            keys.append(self._wargear(item, cards, lost))
        return keys

    def _weapon(self, unit: Unit, profile: Profile) -> str | None:
        line = weapon_line(profile)
        if line is None:
            told = wording.table_text(profile)
            self.army.not_read.append(f"{unit.name}: the line of the weapon {profile.name!r} is not understood: {told}")
            return None
        self._doubts(unit, profile.name, line.doubts)
        text = next((raw for column, raw in profile.values.items() if column.casefold() == "abilities"), "")
        rules = [] if text.casefold() in _NOTHING else [self._rule(profile.name, text, weapon=True)]
        rules += [self._rule(profile.name, doubt, weapon=True) for doubt in line.doubts]
        return self.put("weapons", profile.name, line.data | ({"rules": rules} if rules else {}))

    def _wargear(self, item: Item, cards: list[Profile], lost: list[Profile]) -> str:
        data: Data = {"name": item.name}
        found = [(rule.name, rule.text) for rule in item.rules]
        found += [(card.name, _text_of(card)) for card in cards]
        found += [(profile.name, wording.table_text(profile)) for profile in lost]
        saves = [save for _, text in found if (save := wording.invulnerable(text))]
        data |= {"inv": min(saves)} if saves else {}
        rules = [self._rule(name, text) for name, text in found]
        return self.put("wargear", item.name, data | ({"rules": list(dict.fromkeys(rules))} if rules else {}))


def _portions(count: int) -> list[int]:
    """A number of models in parts that a datasheet can list."""
    return [MOST_ALIKE] * (count // MOST_ALIKE) + ([count % MOST_ALIKE] if count % MOST_ALIKE else [])


def _several(item: Item) -> bool:
    """Whether an item with several stat lines is several weapons, not one with modes."""
    return bool(re.search(r"&|\band\b|,|\+", item.name, re.I))


def _named(custom: str, name: str) -> str:
    return f"{custom} ({name})"[:200] if custom and custom != name else name


def _text_of(card: Profile) -> str:
    """The text of an ability: its description, or all its columns."""
    described = [raw for column, raw in card.values.items() if column.casefold() in ("description", "effect")]
    return described[0] if len(described) == 1 == len(card.values) else wording.table_text(card)
