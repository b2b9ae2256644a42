"""Going to ground: when it may be declared, what it gives, and how long it holds a unit down."""

from __future__ import annotations

from dataclasses import replace

from engine.core.battle import Battle
from engine.core.codec import record
from engine.core.decisions import Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.moments import Reaction
from engine.core.procedure import Procedure
from engine.core.records import Effect, Until
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import status
from engine.fifth.kinds import is_vehicle, kind_of

TIMING = "5e.cover.gtg-timing"

GO = "go_to_ground"

BEST, WORST = 2, 6
"""The scores of the best and the worst cover save that there is."""


@record
class WoundsRolled:
    """A unit is about to save `wounds` wounds that side `by` caused by shooting; `cover` is its save, 0 for none.
    `coverable` says whether cover helps against any of them at all.

    Announced once all dice to hit and to wound are rolled, before any wound is allocated. Whoever announces it goes on
    with the `cover` of the moment that comes back.
    """

    unit: str
    by: str
    wounds: int
    cover: int = 0
    coverable: bool = True


# -- what it gives ------------------------------------------------------------------------------------------------


@rule("5e.cover.gtg-bonus", "5e.cover.gtg-open")
def on_the_ground(cover: int) -> int:
    """A cover save once the unit has gone to ground: one better, never better than 2+; 6+ where there was none."""
    return max(BEST, cover - 1) if cover else WORST


def in_force(state: State, unit: str, cover: int) -> int:
    """The cover save of a unit that has `cover` from where it is, with what its lying on the ground adds."""
    return on_the_ground(cover) if status.gone_to_ground(state, unit) else cover


def worse(save: int) -> int:
    """A save one worse; 0 when that is worse than 6+, or there was none."""
    return save + 1 if 0 < save < WORST else 0


# -- who may, and how long ----------------------------------------------------------------------------------------


def barred(state: State, unit: str) -> Refusals:
    """Why a unit cannot go to ground; empty when it can. Fearless units can, of their own will."""
    if status.gone_to_ground(state, unit):
        return (Refusal("ground.already", TIMING, unit),)
    if status.falling_back(state, unit):
        return (Refusal("ground.falling_back", "5e.morale.fleeing-no-ground", unit),)
    if is_vehicle(state, unit) or kind_of(state, unit).name == "monstrous_creature":
        return (Refusal("ground.kind", TIMING, unit),)
    if status.locked(state, unit):
        return (Refusal("ground.locked", TIMING, unit),)
    return ()


@rule("5e.cover.gtg-inactive")
def until(state: State, unit: str) -> Until:
    """The end of the unit's own next player turn; the one now going on is not the next."""
    turn = state.clock.turn
    return Until(turn + 2 if state.clock.side == state.side_of(unit) else turn + 1)


@rule("5e.cover.gtg-inactive", "5e.cover.gtg-reacts")
def idle(state: State, unit: str) -> Refusals:
    """Why a unit may do nothing of its own will now: it has gone to ground. Empty when it has not.

    What it does in answer to the enemy (tests, blows, piling in) is not asked about: that it does as always.
    """
    return (Refusal("ground.idle", "5e.cover.gtg-inactive", unit),) if status.gone_to_ground(state, unit) else ()


def go_to_ground(b: Battle, unit: str, rule_id: str) -> None:
    """A unit goes to ground, of its own will or pinned, and stays there till the end of its next turn.

    Nothing happens to a unit that cannot.
    """
    if barred(b.state, unit):
        return
    id = b.fresh_id("effect")
    b.add_effect(Effect(id, unit, rule_id, unit, status.GONE_TO_GROUND, until=until(b.state, unit)))
    b.say("unit.went_to_ground", rule_id, unit)


@rule("5e.cover.gtg-fall-back")
def get_up(b: Battle, unit: str, rule_id: str) -> None:
    """A unit is back to normal, as when it is made to fall back."""
    for effect in list(b.state.effects_on(unit, status.GONE_TO_GROUND)):
        b.end_effect(effect.id, rule_id)


# -- the reaction -------------------------------------------------------------------------------------------------


@rule("5e.cover.gtg-timing")
def offers(state: State, moment: WoundsRolled, side: str) -> tuple[Option, ...]:
    """What a side may do when its unit is about to save wounds: go to ground. `save` in the details is what it had,
    `then` what it would have (both 0 where cover does not help), `suffered` the wounds it has to save."""
    if state.side_of(moment.unit) != side or barred(state, moment.unit):
        return ()
    save, then = (moment.cover, on_the_ground(moment.cover)) if moment.coverable else (0, 0)
    details = facts(suffered=moment.wounds, save=save, then=then, until=until(state, moment.unit).turn)
    return (Option(GO, moment.unit, TIMING, details),)


def dive(b: Battle, moment: WoundsRolled, row: str) -> Procedure[WoundsRolled]:
    """The unit goes to ground; the better save counts at once."""
    yield from ()
    go_to_ground(b, moment.unit, TIMING)
    return replace(moment, cover=in_force(b.state, moment.unit, moment.cover))


REACTION = Reaction(TIMING, WoundsRolled, offers, dive)
"""The row of the book: the owner of a unit under fire may have it go to ground."""
