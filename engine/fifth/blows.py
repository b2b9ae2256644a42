"""Blows of one initiative step: all who strike at the same time, then what they suffered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.core.battle import Battle
from engine.core.decisions import Option, Split
from engine.core.dice import Roll, pool
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, reroll, roll
from engine.core.records import Effect, Until
from engine.core.state import State
from engine.fifth import ccw, wounds
from engine.fifth.ccw import AUTOMATIC, Style
from engine.fifth.characteristics import value
from engine.fifth.charts import most_common_or_highest
from engine.fifth.combat import RESULT, Fight, Fighter, advance, fight_of, standing
from engine.fifth.dice import d6
from engine.fifth.saves import Wound
from engine.fifth.wounds import Losses


@dataclass(frozen=True, slots=True)
class Batch:
    """Blows that are rolled together: of one unit against one unit, with one weapon, Weapon Skill and Strength."""

    unit: str
    target: str
    style: Style
    ws: int
    strength: int


@rule("5e.assault.initiative-order", "5e.assault.dead-do-not-strike")
def next_strikers(state: State, fight: Fight) -> tuple[int, tuple[Fighter, ...]]:
    """The highest Initiative among the living who have not struck and still have an enemy, and who has it."""
    left = [
        f
        for f in fight.fighters
        if f.model not in fight.struck and state.models[f.model].on_table and standing(state, f.units)
    ]
    at = {f.model: ccw.initiative(state, f.model, f.style) for f in left}
    top = max(at.values(), default=0)
    return top, tuple(f for f in left if at[f.model] == top)


@rule("5e.assault.simultaneous")
def strike(b: Battle, combat: str) -> Procedure[None]:
    """All of one Initiative strike at the same time; then both sides suffer what was dealt."""
    step, strikers = next_strikers(b.state, fight_of(b.state, combat))
    if not strikers:
        advance(b, combat, "5e.assault.initiative-order", stage=RESULT)
        return
    b.say("combat.step", "5e.assault.initiative-order", strikers[0].model, initiative=step, strikers=len(strikers))
    counts = yield from _aim(b, strikers)
    dealt: dict[str, list[Wound]] = {}
    for batch, count in _in_order(b.state, counts.items()):
        found = yield from _blows(b, combat, batch, count)
        dealt.setdefault(batch.target, []).extend(found)
    for target, blows in dealt.items():
        yield from _suffer(b, combat, target, tuple(blows))
    struck = (*fight_of(b.state, combat).struck, *(f.model for f in strikers))
    advance(b, combat, "5e.assault.initiative-order", struck=struck)


def _in_order(state: State, counts: Iterable[tuple[Batch, int]]) -> list[tuple[Batch, int]]:
    """The active side's blows first."""
    return sorted((c for c in counts if c[1]), key=lambda c: state.side_of(c[0].unit) != state.active)


@rule("5e.assault.multi-attack-single", "5e.assault.multi-attack-split", "5e.assault.mixed-strength")
def _aim(b: Battle, strikers: Sequence[Fighter]) -> Procedure[dict[Batch, int]]:
    """How many blows go where, settled before any die. Only who is engaged with several enemy units has a choice."""
    shared: dict[tuple[Batch, tuple[str, ...]], int] = {}
    for f in strikers:
        unit = b.state.models[f.model].unit
        targets = standing(b.state, f.units)
        ws, strength = value(b.state, f.model, "ws"), ccw.strength(b.state, f.model, f.style)
        key = (Batch(unit, targets[0], f.style, ws, strength), targets)
        shared[key] = shared.get(key, 0) + ccw.attacks(b.state, f.model, f.style, f.foes)
    counts: dict[Batch, int] = {}
    for (batch, targets), total in shared.items():
        shares: tuple[tuple[str, int], ...] = ((targets[0], total),)
        if len(targets) > 1 and total:
            shares = yield from ask(partial(_split, b.state, batch, targets, total))
        for target, count in shares:
            at = Batch(batch.unit, target, batch.style, batch.ws, batch.strength)
            counts[at] = counts.get(at, 0) + count
    return counts


def _split(state: State, batch: Batch, targets: tuple[str, ...], total: int) -> Split:
    return Split(
        player=state.side_of(batch.unit),
        rule="5e.assault.multi-attack-split",
        topic="combat.split",
        subjects=(batch.unit,),
        total=total,
        bins=tuple(Option(t, t, "5e.assault.multi-attack-split") for t in targets),
        hints=facts(count=total, weapon=batch.style.name),
    )


@rule("5e.assault.mixed-ws", "5e.assault.mixed-toughness")
def met(state: State, fight: Fight, target: str, name: str) -> int:
    """The Weapon Skill or Toughness that blows at a unit meet: of most of its engaged models, the highest if none."""
    posted = [f.model for f in fight.fighters if state.models[f.model].unit == target]
    there = [m for m in posted if state.models[m].on_table] or [m.id for m in state.present(target)]
    return most_common_or_highest(value(state, m, name) for m in there)


def _blows(b: Battle, combat: str, batch: Batch, count: int) -> Procedure[list[Wound]]:
    """Roll to hit and to wound for blows that are alike; the wounds that the target now has to save."""
    fight, side = fight_of(b.state, combat), b.state.side_of(batch.unit)
    need = ccw.to_hit(batch.ws, met(b.state, fight, batch.target, "ws"))
    hits = count
    if need != AUTOMATIC:
        faces = yield from d6(b, count, "blow.hit", "5e.assault.ws-chart", side, batch.unit, need)
        hits = sum(face >= need for face in faces)
    toughness = met(b.state, fight_of(b.state, combat), batch.target, "t")
    score = ccw.wound_score(batch.style, batch.strength, toughness)
    found = (yield from _wounding(b, batch, hits, score, toughness)) if score else []
    code = "combat.blows_vain" if not score else "combat.blows_sure" if need == AUTOMATIC else "combat.blows"
    b.say(
        code, batch.style.rule, batch.unit, target=batch.target, weapon=batch.style.name or "bare hands",
        blows=count, hits=hits, wounds=len(found), to_hit=need, to_wound=score, strength=batch.strength,
    )  # fmt: skip
    return found


@rule("5e.assault.wound-strength", "5e.ccw.lightning-claw", "5e.ccw.poisoned-reroll")
def _wounding(b: Battle, batch: Batch, hits: int, score: int, toughness: int) -> Procedure[list[Wound]]:
    """The wounds that some hits make; blows that failed are rolled again where the weapon says so."""
    dice = Roll("blow.wound", batch.style.rule, b.state.side_of(batch.unit), pool(hits), batch.unit, score)
    faces = yield from roll(b, dice)
    if ccw.rerolls_wounds(batch.style, batch.strength, toughness):
        failed = tuple(i for i, face in enumerate(faces) if face < score)
        faces = yield from reroll(b, dice, faces, failed)
    return [wound_of(batch.style, batch.strength, face) for face in faces if face >= score]


@rule("5e.assault.no-cover")
def wound_of(style: Style, strength: int, face: int) -> Wound:
    """A wound by a blow of that Strength, made with that face: no cover, and no AP; some weapons allow no armour."""
    armour = ccw.armour_allowed(style, face)
    return Wound(strength, 0, style.rule, style.weapon, armour_allowed=armour, cover_allowed=False)


@rule("5e.assault.allocate", "5e.assault.casualties", "5e.assault.result-count")
def _suffer(b: Battle, combat: str, target: str, dealt: tuple[Wound, ...]) -> Procedure[None]:
    """A unit allocates, saves and removes as for shooting; only wounds really lost count for the result."""
    side = b.state.side_of(target)
    before = {m.id: m.wounds for m in b.state.present(target)}
    losses = yield from wounds.suffer(b, target, dealt, by=b.state.enemy(side), in_combat=True)
    _hammer(b, losses, before)
    count_losses(b, combat, side, losses.wounds_lost)


@rule("5e.assault.result-self-wounds")
def count_losses(b: Battle, combat: str, side: str, lost: int) -> None:
    """Wounds that a side lost in a combat, whoever caused them, count for its opponent."""
    fight = fight_of(b.state, combat)
    tally = tuple((s, n + lost if s == side else n) for s, n in fight.lost)
    advance(b, combat, "5e.assault.result-count", lost=tally)


@rule("5e.ccw.thunder-hammer")
def _hammer(b: Battle, losses: Losses, before: dict[str, int]) -> None:
    """Whoever survives an unsaved wound by a thunder hammer has Initiative 1 until the next player turn ends."""
    every = b.state.lore.weapons
    count = sum(n for key, n in losses.unsaved_by_weapon if key in every and every[key].melee == "hammer")
    dazed = [m for m, left in before.items() if b.model(m).on_table and b.model(m).wounds < left]
    until = Until(b.state.clock.turn + 1)
    for model in dazed[:count]:
        numbers = facts(name="i", set=1)
        id = b.fresh_id("effect")
        b.add_effect(Effect(id, ccw.HAMMERED, "5e.ccw.thunder-hammer", model, "modifier", numbers, until))
        b.say("combat.hammered", "5e.ccw.thunder-hammer", model)
