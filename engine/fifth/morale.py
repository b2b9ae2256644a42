"""Morale: checks, what passes or fails them without dice, and losses that call for them."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.state import State
from engine.fifth import status, wounds
from engine.fifth.characteristics import has_rule, leadership, leadership_test, unit_has_rule, value, weapons
from engine.fifth.charts import NO_EFFECT, to_wound, toughness
from engine.fifth.falling_back import begin_falling_back, fall_back
from engine.fifth.ground import barred as cannot_go_to_ground
from engine.fifth.ground import go_to_ground
from engine.fifth.losses import calls_for_check, losses_deed, note_losses
from engine.fifth.regrouping import fall_back_or_regroup, next_falling_back, regroup_test
from engine.fifth.saves import Wound

__all__ = [
    "begin_falling_back", "casualty_check", "check_score", "fall_back", "fall_back_or_regroup", "is_fearless",
    "morale_check", "next_casualty_check", "next_falling_back", "no_retreat", "note_losses", "passes_leadership",
    "passes_morale", "pinning_test", "regroup_test", "tank_shock_check",
]  # fmt: skip

ALL_MORALE = ("fearless", "passes_morale")
"""Special rules by which a unit passes every Morale check."""

ALL_LEADERSHIP = ("fearless", "passes_leadership")
"""Special rules by which a unit passes every Leadership test, pinning included."""

# -- checks -------------------------------------------------------------------------------------------------------


def is_fearless(state: State, unit: str) -> bool:
    return unit_has_rule(state, unit, "fearless")


@rule("5e.morale.auto-pass-still-pinned")
def passes_morale(state: State, unit: str) -> bool:
    """Whether a unit passes Morale checks without dice. That alone does not help it against pinning."""
    return any(unit_has_rule(state, unit, name) for name in ALL_MORALE) or passes_leadership(state, unit)


@rule("5e.morale.auto-pass-still-pinned")
def passes_leadership(state: State, unit: str) -> bool:
    """Whether a unit passes every Leadership test without dice, pinning and regrouping included."""
    return any(unit_has_rule(state, unit, name) for name in ALL_LEADERSHIP)


@rule("5e.morale.modifiers")
def check_score(state: State, unit: str, *modifiers: int) -> int:
    """What a unit's Morale check needs or less: its Leadership with every modifier added, never below 0."""
    return max(0, leadership(state, unit) + sum(modifiers))


@rule("5e.morale.insane-heroism")
def is_passed(faces: tuple[int, ...], score: int) -> bool:
    """Whether a Morale check is passed by the score or less, or by a double 1 whatever the score."""
    return faces == (1, 1) or sum(faces) <= score


@rule("5e.morale.check", "5e.morale.fleeing-fails-morale")
def morale_check(b: Battle, unit: str, rule_id: str, modifier: int = 0, *, flee: bool = True) -> Procedure[bool]:
    """A unit checks its morale; returns whether it passed. On a failure it falls back at once, unless not to `flee`.

    A unit that is falling back already fails without dice.
    """
    if status.falling_back(b.state, unit):
        b.say("morale.failed_fleeing", "5e.morale.fleeing-fails-morale", unit)
        passed = False
    elif passes_morale(b.state, unit):
        b.say("morale.passed_always", rule_id, unit)
        passed = True
    else:
        ld, score = leadership(b.state, unit), check_score(b.state, unit, modifier)
        _, faces = yield from leadership_test(b, unit, rule_id, modifier)
        passed = is_passed(faces, score)
        code = "morale.passed" if passed else "morale.failed"
        b.say(code, rule_id, unit, score=score, total=sum(faces), leadership=ld, modifier=modifier)
        if passed and sum(faces) > score:
            b.say("morale.heroism", "5e.morale.insane-heroism", unit)
    if not passed and flee:
        yield from fall_back(b, unit, rule_id)
    return passed


@rule("5e.morale.tank-shock")
def tank_shock_check(b: Battle, unit: str) -> Procedure[bool]:
    """A unit reached by a tank checks its morale at that moment, in the enemy's turn; True when it stands."""
    return (yield from morale_check(b, unit, "5e.morale.tank-shock"))


@rule("5e.morale.fleeing-no-ground", "5e.morale.auto-pass-still-pinned")
def pinning_test(b: Battle, unit: str, rule_id: str) -> Procedure[bool]:
    """A unit tests against pinning and goes to ground when it fails; True when it did not.

    One that cannot go to ground at all (fleeing, down already, of another kind) has nothing to fear.
    """
    state = b.state
    if passes_leadership(state, unit) or cannot_go_to_ground(state, unit):
        return True
    need = leadership(state, unit)
    passed, faces = yield from leadership_test(b, unit, rule_id)
    b.say("pinning.passed" if passed else "pinning.failed", rule_id, unit, total=sum(faces), need=need)
    if not passed:
        go_to_ground(b, unit, rule_id)
    return passed


# -- losses ---------------------------------------------------------------------------------------------------------


def next_casualty_check(state: State) -> str | None:
    """The next unit that lost a quarter of its models in this phase, the active side's first; None when all is done."""
    if state.clock.phase == "":
        return None
    waiting = [u for u in state.units if calls_for_check(state, u)]
    return min(waiting, key=lambda u: state.units[u].side != state.active, default=None)


@rule("5e.morale.casualties-25")
def casualty_check(b: Battle, unit: str) -> Procedure[None]:
    """At the end of a phase a unit that lost a quarter of its models checks its morale."""
    phase = b.state.clock.phase
    deed = b.state.deed(unit, losses_deed(phase))
    assert deed is not None
    b.note_deed(unit, f"checked_{phase}", "5e.morale.casualties-25")
    b.say("morale.losses", "5e.morale.casualties-25", unit, lost=deed.detail("lost"), strength=deed.detail("strength"))
    yield from morale_check(b, unit, "5e.morale.casualties-25")


# -- no retreat ---------------------------------------------------------------------------------------------------


@rule("5e.morale.no-retreat-harmless")
def can_hurt(state: State, enemies: tuple[str, ...], unit: str) -> bool:
    """Whether some model of the enemy units in a combat could wound the unit."""
    against = toughness(state, unit)
    return any(_strong_enough(state, m.id, against) for enemy in enemies for m in state.present(enemy))


def _strong_enough(state: State, model: str, against: int) -> bool:
    special = any(w.melee not in ("", "ordinary", "power") or w.strength_bonus for w in weapons(state, model))
    return special or has_rule(state, model, "rending") or to_wound(value(state, model, "s"), against) != NO_EFFECT


@rule("5e.morale.no-retreat", "5e.morale.no-retreat-saves")
def no_retreat(b: Battle, unit: str, margin: int, enemies: tuple[str, ...]) -> Procedure[wounds.Losses]:
    """A unit that never runs from a lost combat suffers a wound for each point by which it lost; cover does not help.

    `enemies` are the enemy units in that combat. The combat's result stays as it was.
    """
    if not can_hurt(b.state, enemies, unit):
        b.say("morale.unharmed", "5e.morale.no-retreat-harmless", unit)
        return wounds.Losses()
    b.say("morale.no_retreat", "5e.morale.no-retreat", unit, margin=margin)
    wound = Wound(0, 0, "5e.morale.no-retreat", cover_allowed=False)
    by = b.state.enemy(b.state.side_of(unit))
    return (yield from wounds.suffer(b, unit, (wound,) * margin, by=by, in_combat=True))
