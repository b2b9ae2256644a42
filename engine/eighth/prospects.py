"""Prospects: what units would on average do to each other, quickly, for choosing between plans.

Figures are thousandths of the target's points: what is expected to be lost, by mean values and without dice. The exact
distributions for one attack are elsewhere; these are for comparing many positions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from battlefield.units import um
from engine.core.facts import Facts, facts
from engine.core.state import State
from engine.eighth import abilities, attacks, casualties, charge, fight, firing, kinds, odds, status, turns, weapons
from engine.eighth.abilities import profile
from engine.eighth.attacks import Batch
from engine.eighth.characteristics import invulnerable, number, value
from engine.eighth.lore import Weapon
from engine.eighth.mission import DOMINATION, kind_of
from engine.eighth.odds import chance_of
from engine.eighth.weapons import ASSAULT, GRENADE, HEAVY, PISTOL
from engine.mechanics.odds import rolled

BANDS = tuple(um(inches) for inches in (4, 8, 12, 18, 24, 30, 36, 48))
"""Distances at which shooting is estimated."""

FIGHTERS = 14
"""About how many models of a large unit get to strike in one fight."""

OVERWATCH = 1 / 3
"""What overwatch is worth of common shooting: sixes hit."""

TIED = 1 / 2
"""The share of a turn's shooting that is lost to a unit that is charged, for it may still fall back."""

STAKE = 4
"""Into how many parts what an army costs is divided among the objectives; a lower number makes them dearer."""

NEAR = BANDS[1]
"""From how far units shoot before a charge."""

LIKELY = tuple(
    round(100 * sum(part for total, part in rolled(2, 6).items() if total * 25_400 >= um(gap) - status.ENGAGED))
    for gap in range(13)
)
"""The chance of a charge over so many inches, in hundredths."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A target as shots and blows meet it: its commonest values, and what a Wound of it is worth.

    Each Wound lost is `ignored` on that score, 0 for never.
    """

    unit: str
    toughness: int
    save: int
    inv: int
    ignored: int
    wounds: int
    left: int
    price: float

    @classmethod
    def of(cls, state: State, unit: str) -> _Mark:
        """A unit as it stands now."""
        members, record = state.members(unit), state.units[unit]
        left = sum(m.wounds for m in members)
        card = profile(state, members[0].id) if members else None
        wounds = card.w if card else 1
        price = max(record.points, 1) / max(record.size, 1) / wounds
        inv = invulnerable(state, members[0].id) if members else 0
        ignored = casualties.ignored_on(state, members[0].id) if members else 0
        save = value(state, unit, "sv") or attacks.NEVER
        return cls(unit, value(state, unit, "t"), save, inv, ignored, wounds, left, price)

    def points(self, wounds: float) -> int:
        """What wounds on it are worth in thousandths of points, no more than what is left of it."""
        return round(1000 * self.price * min(wounds, float(self.left)))

    def unsaved(self, ap: int) -> float:
        """The share of wounds that no save stops."""
        need = max(2, self.save - ap)
        return 1.0 - chance_of(min(need, self.inv) if self.inv else need)

    def lost(self, batch: Batch) -> float:
        """How many Wounds a hit that is like those of a batch costs it on average."""
        taken = odds.taken(batch.damage, self.ignored, self.wounds)
        return odds.wound_chance(batch, self.toughness) * self.unsaved(batch.ap) * taken


def _kinds(state: State, unit: str) -> list[tuple[str, int]]:
    """One model of each kind in a unit, with how many there are."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for model in state.members(unit):
        found.setdefault((model.profile, model.gear), []).append(model.id)
    return [(ids[0], len(ids)) for ids in found.values()]


@dataclass(frozen=True, slots=True)
class _Gun:
    """A weapon as some models fire it at a target: the wounds expected to be lost to it beyond half its range.

    When it has not moved, when it has, and after an Advance.
    """

    weapon: Weapon
    still: float
    moved: float
    hasty: float

    @classmethod
    def of(cls, weapon: Weapon, many: int, batch: Batch, each: float) -> _Gun:
        """So `many` for each model, with shots like those of a batch, and what a hit does."""
        shots = weapon.shots.mean * many
        hindered = replace(batch, modifier=batch.modifier - 1)
        common, worse = (shots * odds.hit_chance(one) * each for one in (batch, hindered))
        return cls(weapon, common, worse if weapon.kind == HEAVY else common, worse if weapon.kind == ASSAULT else 0.0)

    def at(self, distance: int, moved: bool, hasty: bool) -> float:
        """Wounds expected to be lost to it from a distance in micrometres."""
        if not weapons.reaches(self.weapon, distance):
            return 0.0
        return (self.hasty if hasty else self.moved if moved else self.still) * weapons.times(self.weapon, distance)


_Battery = list[tuple[int, list[_Gun]]]
"""Models that are alike, with their guns."""


def _battery(state: State, unit: str, mark: _Mark) -> _Battery:
    """All guns of a unit as they would be fired at a target."""
    return [
        (count, [_gun(state, model, weapon, mark) for weapon in weapons.guns(state, model)])
        for model, count in _kinds(state, unit)
    ]


def _gun(state: State, model: str, weapon: Weapon, mark: _Mark) -> _Gun:
    usual = weapons.usual_modifier(state, model, weapon, mark.unit)
    batch = replace(firing.batch_of(state, model, mark.unit, weapon), modifier=usual)
    return _Gun.of(weapon, weapons.many(state, model, weapon.key), batch, mark.lost(batch))


def _fired(guns: _Battery, mark: _Mark, distance: int, moved: bool = True, hasty: bool = False) -> int:
    """The thousandths of points that guns are expected to shoot off a target at a distance in micrometres.

    A `hasty` unit has Advanced: only its Assault weapons fire. Pistols or the others fire, no grenades.
    """
    total = 0.0
    for count, each in guns:
        pistols, others = 0.0, 0.0
        for gun in each:
            if gun.weapon.kind == PISTOL:
                pistols += gun.at(distance, moved, hasty)
            elif gun.weapon.kind != GRENADE:
                others += gun.at(distance, moved, hasty)
        total += max(pistols, others) * count
    return mark.points(total)


def striking(state: State, unit: str, mark: _Mark) -> int:
    """The thousandths of points that a unit is expected to strike off another in one fight."""
    total, models = 0.0, 0
    for model, count in _kinds(state, unit):
        skill, made = value(state, model, "ws"), number(state, model, "a").mean
        best = max((_blade(state, model, w, mark) for w in fight.blades(state, model)), default=0.0) if skill else 0.0
        total, models = total + made * best * count, models + count
    return mark.points(total * min(1.0, FIGHTERS / max(models, 1)))


def _blade(state: State, model: str, weapon: Weapon, mark: _Mark) -> float:
    """Wounds expected to be lost to one blow, one more for a weapon that gives an attack of its own."""
    batch = fight.batch_of(state, model, mark.unit, weapon)
    more = abilities.of_weapon(state, weapon, kinds.EXTRA_ATTACKS)
    attacks_made = max(1.0, number(state, model, "a").mean)
    extra = 1.0 + sum(ability.amount for ability in more) / attacks_made
    return odds.hit_chance(batch) * mark.lost(batch) * extra


def _weakened(mark: _Mark, blow: int, back: int) -> int:
    """What comes back from a unit that has taken a blow first: whoever charges strikes first."""
    whole = 1000 * mark.price * mark.left
    return back if whole <= 0.0 else round(back * max(0.0, 1.0 - blow / whole))


def posture(state: State, unit: str, target: str) -> Facts:
    """How two units stand to each other: what each would do to the other at each of BANDS, and hand to hand.

    `fire` when it has moved, `still` when not, `hasty` after an Advance, `return_fire` by the target; `ready` before a
    charge, `overwatch` against it; `strike` with a charge and `struck` back; `charged` by the target and `answer` back;
    `left` of the target. `silences` is what shooting a charge ties up, `silenced` the same the other way round.
    """
    mine, mark = _Mark.of(state, unit), _Mark.of(state, target)
    strike, charged = striking(state, unit, mark), striking(state, target, mine)
    guns, theirs = _battery(state, unit, mark), _battery(state, target, mine)
    near, back = _fired(guns, mark, NEAR), _fired(theirs, mine, NEAR)
    return facts(
        bands=BANDS,
        fire=tuple(_fired(guns, mark, band) for band in BANDS),
        still=tuple(_fired(guns, mark, band, moved=False) for band in BANDS),
        return_fire=tuple(_fired(theirs, mine, band) for band in BANDS),
        hasty=tuple(_fired(guns, mark, band, hasty=True) for band in BANDS),
        ready=near,
        overwatch=round(back * OVERWATCH),
        silences=_tied(state, target, back),
        silenced=_tied(state, unit, near),
        strike=strike,
        struck=_weakened(mark, strike, charged),
        charged=charged,
        answer=_weakened(mine, charged, strike),
        left=mark.points(float(mark.left)),
    )


def _tied(state: State, unit: str, fire: int) -> int:
    """How much of its shooting a unit loses by being charged; who Flies falls back and shoots all the same."""
    return 0 if abilities.has_keyword(state, unit, "Fly") else round(fire * TIED)


def _army(state: State, side: str) -> int:
    """What a side's units cost together."""
    return sum(u.points for u in state.units.values() if u.side == side)


def bearing(state: State, unit: str) -> Facts:
    """What a player who plans ahead reckons with of a unit, lengths in micrometres.

    Everyone `scores`; objectives are counted at the end of so many rounds (`length`), or at that of `each_turn`.
    It goes `move` a turn, or at `least` so far, and `stride` in a hurry. It charges from `charge` away, with the
    `likely` chances by whole inches, and so is to be feared from `threat`; shooting first costs no charge (`sure`), and
    nobody `runs` instead of it. What is in the way is climbed (`climbs`). Standing on an objective is worth `holding`,
    in thousandths of points: the fewer there are, the larger is the share of an army that goes there.
    """
    members = state.members(unit)
    move = um(max(0, min((number(state, m.id, "m").mean for m in members), default=0.0)))
    return facts(
        scores=True,
        length=turns.length(state),
        each_turn=kind_of(state) == DOMINATION,
        move=move,
        least=um(max((profile(state, m.id).m_least for m in members), default=0)),
        stride=move + um(2),
        charge=charge.DECLARED_WITHIN,
        sure=0,
        runs=False,
        climbs=True,
        likely=LIKELY,
        threat=move + um(8),
        holding=_army(state, state.side_of(unit)) * 1000 // (STAKE * max(2, len(state.objectives))),
    )
