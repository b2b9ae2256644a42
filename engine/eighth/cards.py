"""What the card of a unit shows in the eighth edition: the datasheet as it is in force, and what has become of it."""

from __future__ import annotations

from battlefield.units import inches
from engine.core.cards import Arm, Card, Cell, Chart, Line, Row, Skill
from engine.core.facts import fact
from engine.core.records import Model
from engine.core.state import State
from engine.eighth import psychic, transports, warlord
from engine.eighth.abilities import lore_of, profile
from engine.eighth.characteristics import changes, invulnerable, modified, number
from engine.eighth.lore import MELEE, SMITE, Number, Profile, Weapon, row_in_force
from engine.mechanics.cards import by_profile, gear_of, sheet, skills_of

HEADS = {"m": "M", "ws": "WS", "bs": "BS", "s": "S", "t": "T", "w": "W", "a": "A", "ld": "Ld", "sv": "Sv"}
SCORES = ("ws", "bs", "sv")
"""Characteristics that are scores to be rolled."""

ARMS = ("Range", "Type", "S", "AP", "D")


def card(state: State, unit: str) -> Card:
    """The card of a unit, of its living models."""
    alive, record = state.members(unit), state.units[unit]
    worth = [f"Power {record.power}"] if record.power else []
    worth += [f"{record.points} points"] if record.points else []
    groups = tuple(by_profile(alive).values())
    arms = [arm for key, count in gear_of(alive).items() for arm in _arms(state, key, count)]
    return Card(
        ", ".join(worth),
        tuple(_line(state, models) for models in groups),
        tuple(chart for models in groups if (chart := _chart(state, models)) is not None),
        ARMS if any(arm.values for arm in arms) else (),
        tuple(arms),
        _notes(state, unit, alive),
        (*_powers(state, alive), *skills_of(state, alive)),
    )


# -- characteristics ---------------------------------------------------------------------------------------------------


def _line(state: State, models: tuple[Model, ...]) -> Line:
    first = models[0]
    sheet_of = profile(state, first.id)
    cells = [_cell(state, first, sheet_of, name) for name in HEADS]
    if save := invulnerable(state, first.id):
        cells.append(Cell("Inv", f"{save}+", save != sheet_of.inv))
    note = ""
    if sheet_of.w > 1:
        left = ", ".join(str(m.wounds) for m in models)
        note = f"{left} of {sheet_of.w} wounds left"
    return Line(sheet_of.name, tuple(cells), len(models), note)


def _cell(state: State, model: Model, card: Profile, name: str) -> Cell:
    """A characteristic in force: as the datasheet has it for the wounds left, and as modified."""
    printed = getattr(card, name)
    now = number(state, model.id, name)
    if not now.random:
        now = Number(modified(name, now.plus, changes(state, model.id, name)))
    least = card.m_least if name == "m" else 0
    fresh = printed if isinstance(printed, Number) else Number(printed)
    return Cell(HEADS[name], _told(name, now, least), now != fresh)


def _told(name: str, value: Number, least: int = 0) -> str:
    """A characteristic as a datasheet writes it."""
    if name == "sv" and value.most > 6:
        return "–"
    if not value.most:
        return "–"
    if name in SCORES:
        return f"{value.told()}+"
    if name == "m":
        return f'{least}-{value.told()}"' if least else f'{value.told()}"'
    return value.told()


def _chart(state: State, models: tuple[Model, ...]) -> Chart | None:
    """The damage chart of a profile, with the rows lit that its models are on."""
    card = profile(state, models[0].id)
    if not card.chart:
        return None
    names = [name for name in HEADS if any(fact(row.values, name) is not None for row in card.chart)]
    rows, top = [], card.w
    lit = [row_in_force(card, model.wounds) for model in models]
    for row in card.chart:
        values = [fact(row.values, name, getattr(card, name)) for name in names]
        told = tuple(
            _told(name, v if isinstance(v, Number) else Number(int(v)), card.m_least if name == "m" else 0)
            for name, v in zip(names, values, strict=True)
        )
        band = f"{row.least}-{top}" if row.least < top else str(top)
        rows.append(Row(band, told, row in lit))
        top = row.least - 1
    return Chart("Damage", ("Wounds left", *(HEADS[name] for name in names)), tuple(rows))


# -- weapons -----------------------------------------------------------------------------------------------------------


def _arms(state: State, key: str, count: int) -> tuple[Arm, ...]:
    weapon = lore_of(state).weapons.get(key)
    if weapon is None:
        item = lore_of(state).wargear.get(key)
        told = f"{item.inv}+ invulnerable save" if item and item.inv else ""
        return (Arm(str(sheet(state, "wargear", key).get("name", key)), count, told),)
    if not weapon.modes:
        return (Arm(weapon.name, count, "", _figures(weapon)),)
    modes = (lore_of(state).weapons[mode] for mode in weapon.modes)
    return (Arm(weapon.name, count), *(Arm(f"– {mode.name}", 1, "", _figures(mode)) for mode in modes))


def _figures(weapon: Weapon) -> tuple[str, ...]:
    """Range, type, Strength, AP and Damage of a weapon as a datasheet writes them."""
    ap, damage = str(weapon.ap), weapon.damage.told()
    kind = weapon.kind.replace("_", " ").capitalize()
    if weapon.kind != MELEE:
        return f'{inches(weapon.reach):g}"', f"{kind} {weapon.shots.told()}", str(weapon.strength), ap, damage
    strength = f"×{weapon.times}" if weapon.times > 1 else f"+{weapon.plus}" if weapon.plus else "User"
    return "Melee", "Melee", str(weapon.strength) if weapon.strength else strength, ap, damage


# -- the rest ----------------------------------------------------------------------------------------------------------


def _notes(state: State, unit: str, alive: tuple[Model, ...]) -> tuple[tuple[str, str], ...]:
    """Warlord, who is aboard or what it rides in, and keywords."""
    found = []
    record = state.units[unit]
    leader = warlord.of_side(state, record.side)
    if leader and any(m.id == leader for m in alive):
        traits = [t.replace("_", " ").capitalize() for t in warlord.TRAITS if warlord.has_trait(state, leader, t)]
        told = ", ".join([state.models[leader].name, *traits])
        found.append(("Warlord", told))
    if carrier := transports.carrier_of(state, unit):
        found.append(("Rides in", state.units[state.models[carrier].unit].name))
    for model in alive:
        if room := profile(state, model.id).capacity:
            riders = transports.passengers(state, model.id)
            units = dict.fromkeys(m.unit for m in riders)
            names = [f"{state.units[u].name} ({sum(m.unit == u for m in riders)})" for u in units]
            found.append((f"Aboard: {len(riders)} of {room}", ", ".join(names) or "nobody"))
    if record.keywords:
        found.append(("Keywords", ", ".join(record.keywords)))
    return tuple(found)


def _powers(state: State, alive: tuple[Model, ...]) -> tuple[Skill, ...]:
    """The powers that the psykers of a unit know, and whether they were tried this turn."""
    found: dict[str, Skill] = {}
    for model in alive:
        tried = psychic.attempted(state, model.id)
        for key in psychic.known_powers(state, model.id):
            power, raw = lore_of(state).powers[key], sheet(state, "powers", key)
            used = ", tried this turn" if key in tried else ""
            enforced = key == SMITE
            text = str(raw.get("text", "")) or (SMITE_TEXT if enforced else "")
            title = f"{power.name}: warp charge {power.charge}{used}"
            found.setdefault(key, Skill("8e.psychic.smite" if enforced else key, title, text, not enforced))
    return tuple(found.values())


SMITE_TEXT = 'D3 mortal wounds on the nearest enemy in sight within 18"; D6 when the test came to more than 10.'
