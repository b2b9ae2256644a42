"""Losing wounds, and what happens when none is left."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, react
from engine.core.records import Aboard
from engine.core.state import State
from engine.eighth import abilities, sequencing, status, warlord
from engine.eighth.dice import d6
from engine.eighth.kinds import EXPLODES, IGNORE_WOUNDS
from engine.eighth.moments import BAIL_OUT, EXPLOSION, Destroyed


@rule("8e.attacks.damage", "8e.attacks.excess-damage-lost")
def lose(b: Battle, model: str, count: int, rule_id: str) -> Procedure[None]:
    """A model loses wounds, as far as nothing lets it ignore them, and is removed when none is left.

    More than it has left is lost with it.
    """
    left = b.model(model).wounds
    lost = 0
    for kept in (yield from _ignored(b, model, count, rule_id)):
        lost += not kept and lost < left
    if lost:
        b.wound(model, lost, rule_id)
    if lost >= left:
        yield from destroy(b, model, rule_id)


@rule("8e.warlord.tenacious-survivor")
def _ignored(b: Battle, model: str, count: int, rule_id: str) -> Procedure[tuple[bool, ...]]:
    """Which of some wounds a model shrugs off: a die for each, where an ability or a trait of its Warlord says so."""
    ability, on = abilities.has(b.state, model, IGNORE_WOUNDS), ignored_on(b.state, model)
    if not on or count < 1:
        return (False,) * count
    told = facts(ability=ability.name if ability else "")
    side = b.state.side_of(model)
    faces = yield from d6(b, count, "ignore", rule_id, side, model, on, told)
    kept = tuple(face >= on for face in faces)
    if any(kept):
        b.say("wounds.ignored", rule_id, model, count=sum(kept))
    return kept


@rule("8e.warlord.tenacious-survivor")
def ignored_on(state: State, model: str) -> int:
    """The score on which a model ignores a wound, the best it has; 0 when nothing lets it."""
    scores = [ability.on for ability in abilities.all_of(state, model, IGNORE_WOUNDS)]
    return min((on for on in (*scores, warlord.shrugs_off(state, model)) if 0 < on < 7), default=0)


def destroy(b: Battle, model: str, rule_id: str) -> Procedure[None]:
    """A model is removed from play, after whatever its end brings about, and counts as lost this turn.

    Nothing can hurt it any more, not even its own end.
    """
    if not b.model(model).alive:
        return
    if left := b.model(model).wounds:
        b.wound(model, left, rule_id)
    order = yield from sequencing.in_order(b, consequences(b.state, model), "the end of a model")
    yield from react(b, Destroyed(model, rule_id, order))
    if b.model(model).alive:
        remove(b, model, rule_id)


def remove(b: Battle, model: str, rule_id: str) -> None:
    """A model is taken from play, and counts as lost this turn."""
    unit = b.model(model).unit
    b.gone(model, rule_id)
    status.note_loss(b, unit, rule_id)
    if not b.state.members(unit):
        b.say("unit.destroyed", rule_id, unit)


def consequences(state: State, model: str) -> dict[str, str]:
    """What the end of a model brings about, all at the same moment: passengers get out, and it may explode."""
    aboard = any(isinstance(m.place, Aboard) and m.place.carrier == model for m in state.models.values())
    found = {BAIL_OUT: model} if aboard else {}
    if any(ability.kind == EXPLODES for ability in abilities.own(state, model)):
        found[EXPLOSION] = model
    return found
