"""Who of a unit fires with what: every model that sees the target, one weapon each, unless it is held back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlefield.measure import gaps
from battlefield.units import um
from engine.core.decisions import ChooseMany, Option
from engine.core.facts import Facts, facts
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import measuring, sight, weapons
from engine.fifth.allocation import alike
from engine.fifth.characteristics import value
from engine.fifth.charts import to_hit, toughness
from engine.fifth.lore import Weapon
from engine.fifth.saves import Wound, best_save

FAR = 1 << 60
"""Farther than anything: the distance to a target that is not seen."""

UNDER_TEMPLATE = 3
"""How many models a template or marker is taken to cover when weapons are compared."""


class Shot(NamedTuple):
    """A model firing a weapon, or one mode of it, by its key."""

    model: str
    weapon: str

    @property
    def id(self) -> str:
        return f"{self.model}/{self.weapon}"


class Mark(NamedTuple):
    """What matters of a target when weapons are compared: the Toughness rolled against, and a model of its commonest
    kind."""

    toughness: int
    model: str


def mark(state: State, target: str) -> Mark:
    """A target as a mark. Raises ValueError when none of it is on the table."""
    return Mark(toughness(state, target), max(alike(state, target), key=len)[0])


def shot(option: str) -> Shot:
    """The shot of an option's id."""
    model, _, weapon = option.partition("/")
    return Shot(model, weapon)


@rule("5e.shooting.range-nearest-visible")
def distances(state: State, seen: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """For each firer the distance to the nearest target model that it sees, in micrometres; `FAR` when it sees none."""
    targets = tuple(dict.fromkeys(m for models in seen.values() for m in models))
    if not targets:
        return dict.fromkeys(seen, FAR)
    apart = gaps([body_of(state.models[m]) for m in seen], [body_of(state.models[m]) for m in targets])
    column = {m: i for i, m in enumerate(targets)}
    return {
        firer: um(min(float(apart[row, column[m]]) for m in models)) if models else FAR
        for row, (firer, models) in enumerate(seen.items())
    }


@rule("5e.shooting.which-fire", "5e.weapons.modes", "5e.weapons.barrage-indirect")
def offered(state: State, unit: str, target: str) -> tuple[Option, ...]:
    """Every weapon and mode of every model as an option, barred where it may not fire at that target.

    Who sees none of it does not fire, except with a barrage.
    """
    seen = sight.visible_models(state, unit, target)
    far = {} if measuring.refusals(state, unit, target) else distances(state, seen)
    options, aim = [], mark(state, target)
    for model, targets in seen.items():
        blind = () if targets else (Refusal("shoot.model_sees_none", "5e.shooting.which-fire", model),)
        for weapon in weapons.guns(state, model):
            barred = (() if weapons.has(weapon, "barrage") else blind) or weapons.bars(state, model, weapon)
            details = _details(state, model, weapon, aim, far.get(model))
            options.append(Option(Shot(model, weapon.key).id, model, "5e.shooting.which-fire", details, barred))
    return tuple(options)


def may_reach(state: State, shot: Shot, far: dict[str, int]) -> bool:
    """Whether a shot may reach a target at those distances of what is seen; a barrage can always be tried."""
    weapon = weapons.gun(state, shot.weapon)
    return weapons.has(weapon, "barrage") or weapons.shots_at(state, shot.model, weapon, far[shot.model]) > 0


def _details(state: State, model: str, weapon: Weapon, aim: Mark, far: int | None) -> Facts:
    """What is shown beside a weapon: profile, scores needed, and once it may be measured, distance and shots."""
    score = to_hit(value(state, model, "bs"))
    needs = weapons.wound_score(weapon, aim.toughness)
    shown = facts(
        weapon=weapon.name, kind=weapon.kind, range=weapon.reach, strength=weapon.strength, ap=weapon.ap,
        hit=score.need if score else 0, wound=needs,
    )  # fmt: skip
    if far is None or far == FAR:
        return shown
    return shown + facts(distance=far, shots=weapons.shots_at(state, model, weapon, far))


def declaration(state: State, unit: str, target: str) -> ChooseMany | None:
    """Which models fire, and with what. All of them, with the best they have, is the usual answer; None for nobody."""
    options = offered(state, unit, target) if state.present(target) else ()
    if all(option.barred for option in options):
        return None
    return ChooseMany(
        player=state.side_of(unit),
        rule="5e.shooting.withhold",
        topic="shoot.models",
        subjects=(unit, target),
        options=options,
        least=1,
        hints=facts(unit=unit, target=target),
        legal=one_weapon_each,
        advise=lambda stream: everything(state, target, options),
    )


@rule("5e.shooting.one-weapon", "5e.shooting.withhold")
def one_weapon_each(chosen: tuple[str, ...]) -> Refusals:
    """Why some weapons may not all be fired: no model fires more than one. Any model may be held back."""
    fired: set[str] = set()
    for option in chosen:
        model = shot(option).model
        if model in fired:
            return (Refusal("shoot.one_weapon", "5e.shooting.one-weapon", model),)
        fired.add(model)
    return ()


def everything(state: State, target: str, options: Sequence[Option]) -> tuple[str, ...]:
    """Every model that may fire, each with the weapon that promises most; where it is known, only what reaches."""
    best: dict[str, tuple[int, str]] = {}
    aim = mark(state, target)
    for option in options:
        if option.barred:
            continue
        model, key = shot(option.id)
        shots = dict(option.details).get("shots")
        merit = promise(state, model, weapons.gun(state, key), aim, shots)
        if model not in best or merit > best[model][0]:
            best[model] = merit, option.id
    reaching = tuple(name for merit, name in best.values() if merit)
    return reaching or tuple(name for _, name in best.values())


def promise(state: State, model: str, weapon: Weapon, aim: Mark, shots: int | None) -> int:
    """About how many thousandths of a wound a weapon does to a target, for comparing weapons; without cover.

    `shots` None stands for a distance that is not known: then what reaches farther counts a little more.
    """
    fired = max(1, weapon.shots) if shots is None else shots
    score = to_hit(value(state, model, "bs"))
    sure = weapon.template or weapon.blast > 0
    hits = 6 * UNDER_TEMPLATE if sure else 7 - score.need if score else 0
    need = weapons.wound_score(weapon, aim.toughness)
    save = best_save(state, aim.model, Wound(weapon.strength, weapon.ap, "5e.shooting.wound-table")).need
    lost = fired * hits * (7 - need if need else 0) * (save - 1 if save else 6)
    return lost * 1000 // 216 + (weapon.reach // um(1) if shots is None else 0)
