"""Resolving attacks: hit rolls, wound rolls, allocation, saving throws, damage, and mortal wounds."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.codec import record
from engine.core.dice import Roll, pool
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, roll
from engine.core.state import State
from engine.eighth import allocation, casualties, cover
from engine.eighth.abilities import lore_of
from engine.eighth.characteristics import invulnerable, value
from engine.eighth.dice import numbers
from engine.eighth.lore import Number

FAILS = 1
"""The natural face that never hits, wounds or saves."""

NEVER = 7
"""A score that no die shows."""

ONES, FAILED = "ones", "failed"
"""Which dice an ability rolls again."""


@record
class Batch:
    """Attacks that are alike in everything that matters, and so may be rolled together.

    `skill` is the Ballistic or Weapon Skill, `modifier` what is added to its hit rolls. `natural` (0: none) is the one
    face that hits whatever the rest; `automatic` hits are not rolled for. `again_hit` and `again_wound` name the dice
    that are rolled again: none, `ones` or `failed`. `ranged` attacks are those that cover helps against.
    """

    unit: str
    target: str
    weapon: str
    skill: int
    strength: int
    ap: int
    damage: Number
    modifier: int = 0
    natural: int = 0
    automatic: bool = False
    again_hit: str = ""
    again_wound: str = ""
    ranged: bool = True


@record
class Hurt:
    """Wounds to be allocated and saved against, one by one."""

    count: int
    ap: int
    damage: Number
    weapon: str = ""
    ranged: bool = True


# -- scores ------------------------------------------------------------------------------------------------------------


@rule("8e.attacks.hit-roll", "8e.attacks.hit-natural-one", "8e.dice.modifiers-cumulative")
def hit_score(batch: Batch) -> int:
    """The natural face that an attack needs to hit: its skill less all modifiers, never a 1; above 6 it cannot hit."""
    return batch.natural or max(FAILS + 1, batch.skill - batch.modifier)


@rule("8e.attacks.wound-table", "8e.attacks.wound-half-exact", "8e.attacks.wound-natural-one")
def wound_score(strength: int, toughness: int) -> int:
    """The natural face that a hit needs to wound: twice the Toughness or more, half of it or less, or in between."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 3 if strength > toughness else 4 if strength == toughness else 5


@rule("8e.attacks.save", "8e.attacks.save-natural-one", "8e.attacks.cover", "8e.attacks.cover-not-in-fight")
def armour_score(state: State, model: str, hurt: Hurt) -> int:
    """The natural face a model needs to save with its armour: against the AP, helped by cover where it counts."""
    sheltered = hurt.ranged and cover.benefit(state, state.models[model].unit) is not None
    return max(FAILS + 1, (value(state, model, "sv") or NEVER) - hurt.ap - sheltered)


@rule("8e.attacks.invulnerable-choice", "8e.attacks.invulnerable-ignores-ap", "8e.attacks.cover-not-invulnerable")
def save_score(state: State, model: str, hurt: Hurt) -> int:
    """The natural face a model needs to save: with its armour or its invulnerable save, whichever is better."""
    inv = invulnerable(state, model)
    armour = armour_score(state, model, hurt)
    return min(armour, max(FAILS + 1, inv)) if inv else armour


# -- the sequence ------------------------------------------------------------------------------------------------------


@rule("8e.shooting.fast-dice-order", "8e.shooting.number-of-attacks")
def resolve(b: Battle, batch: Batch, attacks: int) -> Procedure[None]:
    """Attacks that are alike: all hit rolls, then all wound rolls, then each wound by itself."""
    hits = yield from roll_to_hit(b, batch, attacks)
    wounds = yield from roll_to_wound(b, batch, hits)
    if wounds:
        yield from suffer(b, batch.target, Hurt(wounds, batch.ap, batch.damage, batch.weapon, batch.ranged))


def roll_to_hit(b: Battle, batch: Batch, attacks: int) -> Procedure[int]:
    """How many of some attacks hit."""
    name = lore_of(b.state).weapons[batch.weapon].name
    if batch.automatic:
        b.say("attacks.hit_automatically", "8e.attacks.hit-roll", batch.unit, weapon=name, count=attacks)
        return attacks
    need = hit_score(batch)
    dice = _roll(b, "hit", "8e.attacks.hit-roll", batch, attacks, need, skill=batch.skill, modifier=batch.modifier)
    faces = yield from roll(b, dice, lambda faces: _again(faces, batch.again_hit, batch.natural or batch.skill))
    hits = sum(face >= need for face in faces)
    b.say(
        "attacks.hit", "8e.attacks.hit-roll", batch.unit, weapon=name, count=attacks, hits=hits, need=need,
        target=batch.target,
    )  # fmt: skip
    return hits


def roll_to_wound(b: Battle, batch: Batch, hits: int) -> Procedure[int]:
    """How many of some hits wound, by the Toughness of the target unit."""
    if not hits:
        return 0
    toughness = value(b.state, batch.target, "t")
    need = wound_score(batch.strength, toughness)
    dice = _roll(b, "wound", "8e.attacks.wound-table", batch, hits, need, strength=batch.strength, toughness=toughness)
    faces = yield from roll(b, dice, lambda faces: _again(faces, batch.again_wound, need))
    wounds = sum(face >= need for face in faces)
    b.say(
        "attacks.wounded", "8e.attacks.wound-table", batch.unit, count=hits, wounds=wounds, need=need,
        strength=batch.strength, toughness=toughness, target=batch.target,
    )  # fmt: skip
    return wounds


def _roll(b: Battle, purpose: str, rule_id: str, batch: Batch, count: int, need: int, **told: int) -> Roll:
    details: Facts = facts(weapon=lore_of(b.state).weapons[batch.weapon].name, target=batch.target, **told)
    return Roll(purpose, rule_id, b.state.side_of(batch.unit), pool(count), batch.unit, need, details)


@rule("8e.dice.reroll-before-modifiers")
def _again(faces: tuple[int, ...], which: str, need: int) -> tuple[int, ...]:
    """The dice that an ability rolls again: ones, or those that fail as they lie, before any modifier."""
    if which == ONES:
        return tuple(i for i, face in enumerate(faces) if face == FAILS)
    return tuple(i for i, face in enumerate(faces) if face < need) if which == FAILED else ()


@rule("8e.attacks.save-of-allocated-model", "8e.attacks.cover-rechecked", "8e.attacks.random-damage")
def suffer(b: Battle, unit: str, hurt: Hurt) -> Procedure[None]:
    """Wounds one by one: to a model, which saves or is damaged, until they are used up or the unit is destroyed.

    The dice for all saves are rolled together and used in order; what each needs is looked up when its turn comes.
    """
    order = yield from allocation.order_of(b, unit, hurt.count)
    faces = yield from _save_dice(b, unit, hurt)
    for number in range(hurt.count):
        model = allocation.bearer(b.state, unit, order)
        if not model:
            b.say("wounds.lost", "8e.attacks.excess-damage-lost", unit, count=hurt.count - number)
            return
        need = save_score(b.state, model, hurt)
        if faces and faces[number] >= need:
            b.say("save.made", "8e.attacks.save", model, need=need, face=faces[number])
            continue
        if faces and need < NEVER:
            b.say("save.failed", "8e.attacks.save", model, need=need, face=faces[number])
        damage = yield from numbers(
            b, hurt.damage, 1, "damage", "8e.attacks.random-damage", b.state.enemy(b.state.side_of(unit)), model
        )
        yield from casualties.lose(b, model, damage[0], "8e.attacks.damage")


def _save_dice(b: Battle, unit: str, hurt: Hurt) -> Procedure[tuple[int, ...]]:
    """A die for each wound; none when no model of the unit could save with any."""
    needs = [save_score(b.state, m.id, hurt) for m in b.state.present(unit)]
    if min(needs, default=NEVER) >= NEVER:
        b.say("save.none", "8e.attacks.save", unit, count=hurt.count, ap=hurt.ap)
        return ()
    details = facts(ap=hurt.ap, weapon=lore_of(b.state).weapons[hurt.weapon].name if hurt.weapon else "")
    dice = Roll("save", "8e.attacks.save", b.state.side_of(unit), pool(hurt.count), unit, min(needs), details)
    return (yield from roll(b, dice))


@rule("8e.attacks.mortal-wounds", "8e.attacks.mortal-wounds-spill")
def mortal_wounds(b: Battle, unit: str, count: int, rule_id: str, first: str = "") -> Procedure[None]:
    """Mortal wounds upon a unit: no roll to wound, no save, and what one model does not need goes on to the next.

    A model named as the `first` takes them before all others.
    """
    b.say("wounds.mortal", rule_id, unit, count=count)
    if first and b.model(first).on_table:
        taken = min(count, b.model(first).wounds)
        yield from casualties.lose(b, first, taken, rule_id)
        count -= taken
    order = yield from allocation.order_of(b, unit, count)
    while count > 0 and (model := allocation.bearer(b.state, unit, order)):
        taken = min(count, b.model(model).wounds)
        yield from casualties.lose(b, model, taken, rule_id)
        count -= taken
