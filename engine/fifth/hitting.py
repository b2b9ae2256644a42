"""A unit's volley up to its hits: templates and markers are laid one by one, then the dice of all other shots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from battlefield.pose import Pose
from engine.core.battle import Battle
from engine.core.decisions import Confirm
from engine.core.dice import Roll, pool
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, reroll, roll
from engine.core.state import State
from engine.fifth import sight, templates, weapons
from engine.fifth.barrage import Marker, fire_salvo
from engine.fifth.characteristics import value
from engine.fifth.charts import HitScore, to_hit
from engine.fifth.dice import d6
from engine.fifth.firing import FAR, Shot, distances
from engine.fifth.lore import Weapon


@dataclass(slots=True)
class Volley:
    """What a volley has done so far: hits by unit struck and weapon key, the markers of a barrage, firers in range, and
    what got too hot."""

    hits: Counter[tuple[str, str]] = field(default_factory=Counter)
    markers: list[Marker] = field(default_factory=list)
    in_range: list[str] = field(default_factory=list)
    hot: list[Shot] = field(default_factory=list)

    def strike(self, state: State, shot: Shot, models: tuple[str, ...]) -> None:
        """A template or marker of that shot covers these models."""
        for model in models:
            self.hits[(state.models[model].unit, shot.weapon)] += 1

    def centre(self, state: State, unit: str) -> Pose | None:
        """The centre of the barrage's marker that hit most of a unit, the first among equals; None when none did."""
        counts = [sum(state.models[m].unit == unit for m in marker.hits) for marker in self.markers]
        most = max(counts, default=0)
        return self.markers[counts.index(most)].pose if most else None

    def struck(self, first: str) -> tuple[str, ...]:
        """The units hit, the target before all others."""
        units = dict.fromkeys(unit for unit, _ in self.hits)
        return tuple(sorted(units, key=lambda unit: unit != first))


@rule("5e.weapons.template-several", "5e.weapons.blast-several", "5e.shooting.range-per-model")
def fire_volley(b: Battle, unit: str, target: str, shots: tuple[Shot, ...]) -> Procedure[Volley]:
    """All shots of a unit at a target. Nothing is removed before every hit has been counted."""
    seen = sight.visible_models(b.state, unit, target)
    far = distances(b.state, seen)
    volley = Volley()
    rolled, lobbed = [], []
    for shot in shots:
        weapon = weapons.gun(b.state, shot.weapon)
        if not _stands(b.state, shot.model):
            continue
        if weapon.blast and weapons.overheats(b.state, shot.model, weapon) and (yield from _overheats(b, shot)):
            volley.hot.append(shot)
        elif weapon.blast and weapons.has(weapon, "barrage"):
            lobbed.append(shot)
        elif weapon.template or weapon.blast:
            yield from _lay(b, volley, shot, weapon, target, seen)
        else:
            rolled.append(shot)
    lobbing = tuple(shot for shot in lobbed if _stands(b.state, shot.model))
    volley.markers += yield from fire_salvo(b, target, lobbing, _standing(b.state, seen))
    for marker in volley.markers:
        volley.strike(b.state, marker.shot, marker.hits)
    groups: dict[tuple[str, int], list[str]] = {}
    for model, key in rolled:
        if _stands(b.state, model):
            groups.setdefault((key, value(b.state, model, "bs")), []).append(model)
    for (key, bs), models in groups.items():
        yield from _shoot_alike(b, volley, unit, target, key, bs, {m: far.get(m, FAR) for m in models})
    return volley


def _stands(state: State, model: str) -> bool:
    """Whether a model is still there: between two dice the players may have taken it off."""
    return state.models[model].on_table


def _standing(state: State, seen: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """What each firer saw when its unit opened fire, without the models that were taken off since."""
    return {firer: tuple(m for m in models if _stands(state, m)) for firer, models in seen.items()}


def _lay(
    b: Battle, volley: Volley, shot: Shot, weapon: Weapon, target: str, seen: dict[str, tuple[str, ...]]
) -> Procedure[None]:
    """One template, or all the markers of one weapon: whoever is under them is hit."""
    for _ in range(1 if weapon.template else max(1, weapon.shots)):
        if not _stands(b.state, shot.model):
            return
        if weapon.template:
            under = yield from templates.place_flame(b, shot.model, weapon, target)
        else:
            saw = _standing(b.state, seen)[shot.model]
            under = yield from templates.place_blast(b, shot.model, weapon, target, saw)
        if under is None:
            continue
        volley.strike(b.state, shot, under)
        if shot.model not in volley.in_range:
            volley.in_range.append(shot.model)


@rule("5e.weapons.gets-hot-blast")
def _overheats(b: Battle, shot: Shot) -> Procedure[bool]:
    """A hot blast weapon rolls a die before it fires; a 1 is rolled again by whoever may roll to hit again."""
    side, at = b.state.side_of(shot.model), "5e.weapons.gets-hot-blast"
    face = (yield from d6(b, 1, "gets_hot", at, side, shot.model, 2))[0]
    score = to_hit(value(b.state, shot.model, "bs"))
    twin = weapons.has(weapons.gun(b.state, shot.weapon), "twin_linked")
    if face == 1 and (twin or (score is not None and score.again)):
        face = (yield from d6(b, 1, "gets_hot.again", at, side, shot.model, 2))[0]
    return face == 1


@rule("5e.shooting.range-max", "5e.weapons.gets-hot-out-of-range")
def _shoot_alike(
    b: Battle, volley: Volley, unit: str, target: str, key: str, bs: int, far: dict[str, int]
) -> Procedure[None]:
    """Models of equal skill fire the same weapon: one roll. Those out of range miss, but hot weapons roll even so."""
    weapon = weapons.gun(b.state, key)
    shots = {m: weapons.shots_at(b.state, m, weapon, distance) for m, distance in far.items()}
    reaching = [m for m, count in shots.items() if count]
    beyond = [m for m, count in shots.items() if not count]
    volley.in_range += [m for m in reaching if m not in volley.in_range]
    score = to_hit(bs)
    if beyond:
        b.say("shots.out_of_range", "5e.shooting.range-max", unit, weapon=weapon.name, count=len(beyond), target=target)
    if score is None:
        b.say("shots.no_skill", "5e.shooting.hit-table", unit, weapon=weapon.name)
        return
    dice = yield from _dice_of(b, unit, weapon, {m: shots[m] for m in reaching})
    hits = yield from _roll(b, volley, unit, target, weapon, score, dice)
    if hits:
        volley.hits[(target, key)] += hits
    if beyond and weapons.overheats(b.state, beyond[0], weapon):
        nearest = {m: max(1, weapons.shots_at(b.state, m, weapon, weapon.reach)) for m in beyond}
        yield from _roll(b, volley, unit, "", weapon, score, [m for m, n in nearest.items() for _ in range(n)])


@rule("5e.weapons.full-effect")
def _dice_of(b: Battle, unit: str, weapon: Weapon, shots: dict[str, int]) -> Procedure[list[str]]:
    """The firer of every die: each model as often as it shoots, which some weapons roll for."""
    if not weapon.shots_dice:
        return [m for m, count in shots.items() for _ in range(count)]
    firers: list[str] = []
    for model in shots:
        firers += [model] * (yield from weapons.roll_shots(b, model, weapon, 1))
    return firers


@rule("5e.weapons.gets-hot", "5e.weapons.gets-hot-reroll")
def _roll(
    b: Battle, volley: Volley, unit: str, target: str, weapon: Weapon, score: HitScore, firers: list[str]
) -> Procedure[int]:
    """Roll to hit, a die for each firer named, and say what came of it. A 1 that stands burns a hot weapon's firer.

    Without a target the shots are out of range: they cannot hit, only burn.
    """
    if not firers:
        return 0
    dice = Roll(
        "hit", "5e.shooting.hit-table", b.state.side_of(unit), pool(len(firers)), unit, score.need,
        facts(weapon=weapon.name, target=target, firers=tuple(firers)),
    )  # fmt: skip
    faces = yield from roll(b, dice)
    hot = weapons.overheats(b.state, firers[0], weapon)
    faces, needs = yield from _again(b, unit, weapon, score, dice, faces, hot)
    if hot:
        volley.hot += [Shot(m, weapon.key) for m, face in zip(firers, faces, strict=True) if face == 1]
    if not target:
        return 0
    hits = sum(face >= need for face, need in zip(faces, needs, strict=True))
    b.say(
        "shots.rolled",
        dice.rule,
        unit,
        weapon=weapon.name,
        shots=len(firers),
        hits=hits,
        need=score.need,
        bs=value(b.state, firers[0], "bs"),
        target=target,
    )
    return hits


@rule("5e.weapons.twin-linked", "5e.shooting.bs6-other-reroll", "5e.dice.reroll-once", "5e.dice.reroll-second-stands")
def _again(
    b: Battle, unit: str, weapon: Weapon, score: HitScore, dice: Roll, faces: tuple[int, ...], hot: bool
) -> Procedure[tuple[tuple[int, ...], list[int]]]:
    """Roll misses again where something allows it; returns the faces and what each of them needs.

    A twin-linked weapon needs the same as before; it takes the place of the re-roll that a high skill gives to a 1.
    Nothing is rolled a third time, and the second score stands.
    """
    needs = [score.need] * len(faces)
    if weapons.has(weapon, "twin_linked"):
        which = [i for i, face in enumerate(faces) if face < score.need]
        if hot and any(faces[i] > 1 for i in which):
            which = yield from _risked(b, unit, weapon, faces, which)
        return (yield from reroll(b, dice, faces, tuple(which))), needs
    if not score.again:
        return faces, needs
    ones = tuple(i for i, face in enumerate(faces) if face == 1)
    for i in ones:
        needs[i] = score.again
    return (yield from reroll(b, replace(dice, need=score.again), faces, ones)), needs


def _risked(
    b: Battle, unit: str, weapon: Weapon, faces: tuple[int, ...], missed: Iterable[int]
) -> Procedure[list[int]]:
    """Which misses of a weapon that gets hot are rolled again: every 1, the others if the owner takes the risk."""
    missed = list(missed)
    risk = yield from ask(
        Confirm(
            player=b.state.side_of(unit),
            rule="5e.weapons.twin-linked",
            topic="reroll.misses",
            subjects=(unit,),
            hints=facts(weapon=weapon.name, count=sum(faces[i] > 1 for i in missed)),
            advise=lambda stream: True,
        )
    )
    return missed if risk else [i for i in missed if faces[i] == 1]
