"""From hits to losses: rolls to wound, then cover, saves and casualties of every unit struck by a volley."""

from __future__ import annotations

from dataclasses import replace

from engine.core.battle import Battle
from engine.core.dice import Roll, pool
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, react, reroll, roll
from engine.core.state import State
from engine.fifth import pinning, weapons, wounds
from engine.fifth.charts import toughness
from engine.fifth.cover import CoverVerdict, cover_from, cover_save
from engine.fifth.ground import WoundsRolled
from engine.fifth.hitting import Volley
from engine.fifth.lore import Weapon
from engine.fifth.saves import Wound


def strike(b: Battle, unit: str, target: str, volley: Volley) -> Procedure[None]:
    """Every unit struck suffers its wounds, the target first; firers whose weapons got too hot suffer theirs last.

    All shots are fired at once: the cover of every unit is judged before any of them, or of the firers, is removed.
    """
    covers = {struck: shelter(b.state, struck, volley) for struck in volley.struck(target) if b.state.present(struck)}
    for struck, verdict in covers.items():
        if b.state.present(struck):
            yield from _struck(b, unit, struck, volley, verdict)
    yield from burn(b, unit, volley)


@rule("5e.weapons.template-several", "5e.weapons.blast-several")
def _struck(b: Battle, unit: str, struck: str, volley: Volley, verdict: CoverVerdict) -> Procedure[None]:
    """All hits on a unit are rolled to wound, then its owner saves and removes casualties, then it may be pinned."""
    side = b.state.side_of(unit)
    suffered: list[Wound] = []
    for (hit, key), count in volley.hits.items():
        if hit == struck:
            suffered += yield from roll_to_wound(b, unit, struck, weapons.gun(b.state, key), count)
    if not suffered:
        return
    coverable = any(w.cover_allowed for w in suffered)
    moment = yield from react(b, WoundsRolled(struck, side, len(suffered), verdict.save, coverable))
    if moment.cover and coverable:
        code = "cover.counts" if verdict.pieces else "cover.counts_ground"
        b.say(code, verdict.rule, struck, save=moment.cover, by=verdict.pieces)
    suffered = from_above(b.state, struck, volley, suffered)
    losses = yield from wounds.suffer(b, struck, tuple(suffered), by=side, cover=moment.cover)
    yield from pinning.test_if_hurt(b, struck, losses)


def shelter(state: State, struck: str, volley: Volley) -> CoverVerdict:
    """The cover of a unit struck: in the view of the firers in range, or under a barrage alone, from its marker."""
    centre = volley.centre(state, struck)
    firing = tuple(m for m in volley.in_range if state.models[m].on_table)
    if firing or centre is None:
        return cover_save(state, firing, struck)
    return cover_from(state, centre.x, centre.y, struck)


@rule("5e.weapons.barrage-cover")
def from_above(state: State, struck: str, volley: Volley, suffered: list[Wound]) -> list[Wound]:
    """Wounds with the cover save against those of a barrage, which is judged from the centre of its marker."""
    centre = volley.centre(state, struck)
    if centre is None:
        return suffered
    save = cover_from(state, centre.x, centre.y, struck).save
    lobbed = {marker.shot.weapon for marker in volley.markers}
    return [replace(w, cover=save) if w.weapon in lobbed else w for w in suffered]


@rule("5e.weapons.profile", "5e.weapons.template-no-cover")
def roll_to_wound(b: Battle, unit: str, struck: str, weapon: Weapon, hits: int) -> Procedure[list[Wound]]:
    """Roll the hits of one weapon on a unit; its wounds, each with the AP and the rules that it has for its save."""
    need = weapons.wound_score(weapon, toughness(b.state, struck))
    if not need:
        b.say(
            "wounds.no_effect", "5e.shooting.wound-no-effect", struck, weapon=weapon.name, hits=hits,
            strength=weapon.strength, toughness=toughness(b.state, struck),
        )  # fmt: skip
        return []
    dice = Roll(
        "wound", "5e.shooting.wound-table", b.state.side_of(unit), pool(hits), struck, need, facts(weapon=weapon.name)
    )
    faces = yield from roll(b, dice)
    faces = yield from _again(b, weapon, dice, faces)
    made = [face for face in faces if face >= need]
    code = "wounds.rolled_always" if weapons.has(weapon, "sniper") else "wounds.rolled"
    b.say(
        code, dice.rule, struck, weapon=weapon.name, hits=hits, wounds=len(made), need=need,
        strength=weapon.strength, toughness=toughness(b.state, struck),
    )  # fmt: skip
    return [
        Wound(
            weapon.strength, weapons.ap_of(weapon, face), "5e.shooting.wound-table", weapon.key,
            cover_allowed=not weapon.template, pinning=weapons.has(weapon, "pinning"),
        )
        for face in made
    ]  # fmt: skip


@rule("5e.weapons.twin-linked-blast", "5e.weapons.twin-linked-template")
def _again(b: Battle, weapon: Weapon, dice: Roll, faces: tuple[int, ...]) -> Procedure[tuple[int, ...]]:
    """Twin-linked blasts and templates roll again what did not wound, unless blasts scatter again by agreement."""
    laid = weapon.template or (weapon.blast and b.state.setup.option("twin_linked_blast", "wound") == "wound")
    if not laid or not weapons.has(weapon, "twin_linked"):
        return faces
    return (yield from reroll(b, dice, faces, tuple(i for i, face in enumerate(faces) if face < dice.need)))


@rule("5e.weapons.gets-hot")
def burn(b: Battle, unit: str, volley: Volley) -> Procedure[None]:
    """Firers of overheated weapons suffer a wound for each, with the armour or invulnerable save that they have."""
    hurt = tuple(
        (shot.model, Wound(0, 0, "5e.weapons.gets-hot", shot.weapon, cover_allowed=False))
        for shot in volley.hot
        if b.state.models[shot.model].on_table
    )
    if hurt:
        burnt = tuple(dict.fromkeys(m for m, _ in hurt))
        b.say("shots.overheated", "5e.weapons.gets-hot", unit, count=len(hurt), models=burnt)
        yield from wounds.suffer_on_each(b, hurt, by=b.state.enemy(b.state.side_of(unit)))
