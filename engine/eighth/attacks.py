"""Resolving attacks: hit rolls, wound rolls, allocation, saving throws, damage, and mortal wounds."""

from __future__ import annotations

from dataclasses import replace

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

    `skill` is the Ballistic or Weapon Skill, `modifier` and `to_wound` what is added to its hit and wound rolls.
    `natural` (0: none) is the one face that hits whatever the rest; `automatic` hits are not rolled for. `again_hit`
    and `again_wound` name the dice that are rolled again: none, `ones` or `failed`. `ranged` attacks are those that
    cover helps against.
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
    to_wound: int = 0
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


@rule("8e.attacks.wound-table", "8e.attacks.wound-half-exact")
def wound_score(strength: int, toughness: int) -> int:
    """The score that a hit needs to wound: twice the Toughness or more, half of it or less, or in between."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 3 if strength > toughness else 4 if strength == toughness else 5


@rule("8e.attacks.wound-natural-one", "8e.dice.modifiers-cumulative")
def wound_need(batch: Batch, toughness: int) -> int:
    """The natural face that a hit needs to wound: the score less all modifiers, never a 1; above 6 it cannot wound."""
    return max(FAILS + 1, wound_score(batch.strength, toughness) - batch.to_wound)


@rule("8e.dice.reroll-before-modifiers")
def hit_again(batch: Batch) -> int:
    """The natural face below which hit rolls are rolled again: judged before modifiers; what hits by one is kept."""
    return _again(batch.again_hit, min(batch.natural or max(FAILS + 1, batch.skill), hit_score(batch)))


@rule("8e.dice.reroll-before-modifiers")
def wound_again(batch: Batch, toughness: int) -> int:
    """The natural face below which wound rolls are rolled again, as for hit rolls."""
    return _again(batch.again_wound, min(wound_score(batch.strength, toughness), wound_need(batch, toughness)))


def _again(which: str, need: int) -> int:
    return {ONES: FAILS + 1, FAILED: need}.get(which, FAILS)


@rule("8e.attacks.save", "8e.attacks.save-natural-one", "8e.attacks.cover", "8e.attacks.cover-not-in-fight")
def armour_score(state: State, model: str, hurt: Hurt) -> int:
    """The natural face a model needs to save with its armour: against the AP, helped by cover where it counts.

    Nothing helps a save that is a dash.
    """
    save = value(state, model, "sv")
    if not save:
        return NEVER
    sheltered = hurt.ranged and cover.benefit(state, state.models[model].unit) is not None
    return max(FAILS + 1, save - hurt.ap - sheltered)


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
    faces = yield from roll(b, dice, lambda faces: _below(faces, hit_again(batch)))
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
    need = wound_need(batch, toughness)
    dice = _roll(b, "wound", "8e.attacks.wound-table", batch, hits, need, strength=batch.strength, toughness=toughness)
    faces = yield from roll(b, dice, lambda faces: _below(faces, wound_again(batch, toughness)))
    wounds = sum(face >= need for face in faces)
    b.say(
        "attacks.wounded", "8e.attacks.wound-table", batch.unit, count=hits, wounds=wounds, need=need,
        strength=batch.strength, toughness=toughness, target=batch.target,
    )  # fmt: skip
    return wounds


def _roll(b: Battle, purpose: str, rule_id: str, batch: Batch, count: int, need: int, **told: int) -> Roll:
    details: Facts = facts(weapon=lore_of(b.state).weapons[batch.weapon].name, target=batch.target, **told)
    return Roll(purpose, rule_id, b.state.side_of(batch.unit), pool(count), batch.unit, need, details)


def _below(faces: tuple[int, ...], score: int) -> tuple[int, ...]:
    """The dice, by index, that show less than a score."""
    return tuple(i for i, face in enumerate(faces) if face < score)


# -- suffering ---------------------------------------------------------------------------------------------------------


@rule("8e.attacks.allocate-wounded-first", "8e.shooting.fast-dice-order")
def suffer(b: Battle, unit: str, hurt: Hurt) -> Procedure[None]:
    """Wounds one by one: to a model, which saves or is damaged, until they are used up or the unit is destroyed.

    Its owner says who bears them before the dice for their saves are rolled, but for those that one model must bear.
    """
    left = hurt.count
    while left and allocation.standing(b.state, unit):
        model, count = allocation.forced(b.state, unit), left
        if model:
            order: tuple[str, ...] = (model,)
            count = min(left, allocation.surely_borne(b.state, model, hurt.damage.most))
        else:
            order = yield from allocation.order_of(b, unit, left)
        yield from _bear(b, unit, replace(hurt, count=count), order)
        left -= count
    if left:
        b.say("wounds.lost", "8e.attacks.excess-damage-lost", unit, count=left)


@rule("8e.attacks.save-of-allocated-model", "8e.attacks.cover-rechecked", "8e.attacks.random-damage")
def _bear(b: Battle, unit: str, hurt: Hurt, order: tuple[str, ...]) -> Procedure[None]:
    """Wounds to the models of a unit in an order. The dice for their saves are rolled together, once anybody may save,
    and used one by one; what each needs is looked up when its turn comes."""
    faces: list[int] = []
    for left in range(hurt.count, 0, -1):
        model = allocation.bearer(b.state, unit, order)
        if not model:
            b.say("wounds.lost", "8e.attacks.excess-damage-lost", unit, count=left)
            return
        need = save_score(b.state, model, hurt)
        if need < NEVER and not faces:
            faces = list((yield from _save_dice(b, unit, replace(hurt, count=left))))
        face = faces.pop(0) if faces else 0
        if need >= NEVER:
            b.say("save.none", "8e.attacks.save", model, count=1, ap=hurt.ap)
        else:
            b.say("save.made" if face >= need else "save.failed", "8e.attacks.save", model, need=need, face=face)
        if need >= NEVER or face < need:
            yield from _damage(b, unit, model, hurt.damage)


@rule("8e.attacks.random-damage", "8e.attacks.damage")
def _damage(b: Battle, unit: str, model: str, damage: Number) -> Procedure[None]:
    """What one attack does to a model that did not save; random damage is rolled for it alone."""
    side = b.state.enemy(b.state.side_of(unit))
    lost = yield from numbers(b, damage, 1, "damage", "8e.attacks.random-damage", side, model)
    yield from casualties.lose(b, model, lost[0], "8e.attacks.damage")


def _save_dice(b: Battle, unit: str, hurt: Hurt) -> Procedure[tuple[int, ...]]:
    """A die for each wound; what they need is said when all models of the unit need the same."""
    needs = {save_score(b.state, m.id, hurt) for m in b.state.present(unit) if m.wounds > 0}
    details = facts(ap=hurt.ap, weapon=lore_of(b.state).weapons[hurt.weapon].name if hurt.weapon else "")
    side, need = b.state.side_of(unit), min(needs) if len(needs) == 1 else 0
    return (yield from roll(b, Roll("save", "8e.attacks.save", side, pool(hurt.count), unit, need, details)))


@rule("8e.attacks.mortal-wounds", "8e.attacks.mortal-wounds-spill")
def mortal_wounds(b: Battle, unit: str, count: int, rule_id: str, first: str = "") -> Procedure[None]:
    """Mortal wounds upon a unit: no roll to wound, no save, and what one model does not need goes on to the next.

    A model named as the `first` takes them before all others.
    """
    b.say("wounds.mortal", rule_id, unit, count=count)
    order: tuple[str, ...] = ()
    while count > 0 and (standing := allocation.standing(b.state, unit)):
        model = first if first in standing else allocation.forced(b.state, unit)
        if not model and not order:
            order = yield from allocation.order_of(b, unit, count, all_fall=_all_fall(b.state, standing, count))
        model = model or allocation.bearer(b.state, unit, order)
        if not model:
            return
        taken = min(count, b.model(model).wounds)
        yield from casualties.lose(b, model, taken, rule_id)
        count -= taken


def _all_fall(state: State, models: tuple[str, ...], count: int) -> bool:
    """Whether so many mortal wounds are the end of some models, since none of them may ignore any."""
    enough = count >= sum(state.models[m].wounds for m in models)
    return enough and not any(casualties.ignored_on(state, m) for m in models)
