"""What follows from the blows: the result, morale, sweeping advances, consolidation and pile-ins."""

from __future__ import annotations

from functools import partial

from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Confirm
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.state import State
from engine.fifth import falling_back, morale, movement, status
from engine.fifth import pile_in as closing
from engine.fifth.characteristics import has_rule, profile, unit_has_rule
from engine.fifth.charts import most_common_or_highest
from engine.fifth.combat import CONSOLIDATION, PILE_IN, SWEEPS, Fight, advance, fight_of, standing
from engine.fifth.dice import d6

NO_SWEEP = "no_sweeping_advance"
"""Special rule of those who never pursue."""


def of_side(state: State, units: tuple[str, ...], side: str) -> tuple[str, ...]:
    return tuple(u for u in standing(state, units) if state.side_of(u) == side)


@rule("5e.assault.result-total", "5e.assault.result-draw", "5e.assault.result-wipeout", "5e.assault.multi-result")
def verdict(state: State, fight: Fight) -> tuple[str, int]:
    """The winning side, empty for a draw, and by how many wounds; a side with nobody left loses whatever the wounds."""
    first, second = state.sides
    lost = dict(fight.lost)
    left = {side: of_side(state, fight.units, side) for side in state.sides}
    if not left[first] and not left[second]:
        return "", 0
    margin = abs(lost[first] - lost[second])
    for side, other in ((first, second), (second, first)):
        if not left[other]:
            return side, margin
    if not margin:
        return "", 0
    return (first if lost[second] > lost[first] else second), margin


def settle(b: Battle, combat: str) -> Procedure[None]:
    """Add up, say who won, and have the losers check their nerve."""
    fight = fight_of(b.state, combat)
    winner, margin = verdict(b.state, fight)
    _tell(b, fight, winner, margin)
    if not winner:
        _free(b, combat)
        return
    broken: list[str] = []
    for unit in of_side(b.state, fight.units, b.state.enemy(winner)):
        if not (yield from _holds(b, fight, unit, margin)):
            broken.append(unit)
    for unit in broken:
        morale.begin_falling_back(b, unit, "5e.assault.loser-morale")
    advance(b, combat, "5e.assault.result-total", stage=SWEEPS, winner=winner, broken=tuple(broken))


def _tell(b: Battle, fight: Fight, winner: str, margin: int) -> None:
    """The result in the open: what each side inflicted, and what the losers' checks suffer for it."""
    state, lost = b.state, dict(fight.lost)
    inflicted = tuple((side, lost[state.enemy(side)]) for side in state.sides)
    wiped = tuple(u for u in fight.units if not state.present(u))
    losers = of_side(state, fight.units, state.enemy(winner)) if winner else ()
    modifiers = tuple((u, _penalty(state, u, margin)) for u in losers)
    code = ("combat.result" if losers else "combat.won") if winner else "combat.drawn"
    first = winner or state.sides[0]
    b.say(
        code, "5e.assault.result-total", fight.units[0], winner, winner=winner, margin=margin, inflicted=inflicted,
        units=fight.units, wiped=wiped, modifiers=modifiers,
        ours=lost[state.enemy(first)], theirs=lost[first],
    )  # fmt: skip


@rule("5e.usr.stubborn")
def _penalty(state: State, unit: str, margin: int) -> int:
    """What a lost combat takes from a unit's Leadership: nothing from the stubborn."""
    return 0 if unit_has_rule(state, unit, "stubborn") else -margin


@rule("5e.assault.loser-morale", "5e.usr.fearless")
def _holds(b: Battle, fight: Fight, unit: str, margin: int) -> Procedure[bool]:
    """Whether a unit of the losing side stands: it checks at -1 for each wound, or takes wounds if it never runs."""
    if morale.passes_morale(b.state, unit):
        enemies = of_side(b.state, fight.units, b.state.enemy(b.state.side_of(unit)))
        yield from morale.no_retreat(b, unit, margin, enemies)
        return True
    modifier = _penalty(b.state, unit, margin)
    return (yield from morale.morale_check(b, unit, "5e.assault.loser-morale", modifier, flee=False))


# -- sweeping advances ----------------------------------------------------------------------------------------------


@rule("5e.assault.sweeping-allowed")
def may_sweep(state: State, fight: Fight, unit: str) -> bool:
    """Whether every enemy unit that a unit was locked with runs or is destroyed, and some runs; some types never do."""
    foes = standing(state, fight.foes_of(unit))
    free = bool(foes) and all(foe in fight.broken for foe in foes)
    return free and not any(has_rule(state, m.id, NO_SWEEP) for m in state.present(unit))


@rule("5e.assault.sweeping-allowed", "5e.assault.multi-sweep")
def pursue(b: Battle, combat: str) -> Procedure[None]:
    """Each winning unit that is free may pursue every enemy unit that runs from it; then those left fall back."""
    fight = fight_of(b.state, combat)
    for unit in of_side(b.state, fight.units, fight.winner):
        if may_sweep(b.state, fight, unit) and (yield from ask(partial(_offer, b.state, fight, unit))):
            for foe in standing(b.state, fight.foes_of(unit)):
                yield from sweep(b, unit, foe)
    for unit in standing(b.state, fight.broken):
        through = of_side(b.state, fight.units, fight.winner)
        yield from morale.fall_back(b, unit, "5e.assault.sweeping-roll", through)
    _free(b, combat)


def _offer(state: State, fight: Fight, unit: str) -> Confirm:
    foes = standing(state, fight.foes_of(unit))
    return Confirm(
        player=state.side_of(unit),
        rule="5e.assault.sweeping-allowed",
        topic="combat.sweep",
        subjects=(unit,),
        hints=facts(unit=unit, foes=foes, initiative=pace(state, unit), theirs=tuple(pace(state, f) for f in foes)),
        advise=lambda stream: True,
    )


@rule("5e.assault.sweeping-initiative")
def pace(state: State, unit: str) -> int:
    """The Initiative of a sweeping advance: unmodified, of most of the unit, else the highest in it."""
    return most_common_or_highest(profile(state, m.id).i for m in state.present(unit))


@rule("5e.assault.sweeping-roll")
def sweep(b: Battle, unit: str, foe: str) -> Procedure[bool]:
    """Both roll a D6 and add their Initiative; who runs is destroyed unless it is faster. True when it is caught."""
    mine, theirs = pace(b.state, unit), pace(b.state, foe)
    one = (yield from d6(b, 1, "sweep", "5e.assault.sweeping-roll", b.state.side_of(unit), unit))[0]
    other = (yield from d6(b, 1, "sweep", "5e.assault.sweeping-roll", b.state.side_of(foe), foe))[0]
    caught = one + mine >= other + theirs
    code = "combat.swept" if caught else "combat.escaped"
    b.say(code, "5e.assault.sweeping-roll", unit, foe=foe, score=one + mine, theirs=other + theirs)
    if caught:
        falling_back.destroy(b, foe, "5e.assault.sweeping-roll")
    return caught


# -- the moves at the end -------------------------------------------------------------------------------------------


def opponents(state: State, fight: Fight, unit: str) -> tuple[str, ...]:
    """The enemy units that a unit fought and that still stand and do not run."""
    return tuple(u for u in standing(state, fight.foes_of(unit)) if u not in fight.broken)


def _steady(state: State, fight: Fight) -> tuple[str, ...]:
    """The units of a combat that stand and do not run, the active side's first."""
    steady = [u for u in standing(state, fight.units) if u not in fight.broken]
    return tuple(sorted(steady, key=lambda u: state.side_of(u) != state.active))


@rule("5e.assault.consolidate", "5e.assault.pile-in-too-far", "5e.assault.multi-pile-in")
def free_of_enemies(state: State, fight: Fight, unit: str) -> bool:
    """Whether a unit may consolidate: it won and nobody is left to hold it, or no pile-ins of both sides would meet."""
    if status.locked(state, unit):
        return False
    foes = opponents(state, fight, unit)
    return closing.too_far(state, unit, foes) if foes else state.side_of(unit) == fight.winner


def _free(b: Battle, combat: str) -> None:
    """Now it is settled who may consolidate, before anyone moves."""
    fight = fight_of(b.state, combat)
    freed = tuple(u for u in _steady(b.state, fight) if free_of_enemies(b.state, fight, u))
    advance(b, combat, "5e.assault.consolidate", stage=CONSOLIDATION, freed=freed, queue=freed)


def consolidate(b: Battle, combat: str) -> Procedure[None]:
    """One unit after another that is free of enemies consolidates; then comes the pile-in of the others."""
    fight = fight_of(b.state, combat)
    if not fight.queue:
        queue = tuple(u for u in _steady(b.state, fight) if u not in fight.freed)
        advance(b, combat, "5e.assault.pile-in", stage=PILE_IN, queue=queue)
        return
    yield from consolidate_unit(b, fight.queue[0])
    advance(b, combat, "5e.assault.consolidate", queue=fight_of(b.state, combat).queue[1:])


@rule("5e.assault.consolidate", "5e.assault.consolidate-no-contact")
def consolidate_unit(b: Battle, unit: str) -> Procedure[None]:
    """A unit moves up to D6 inches, slowed by nothing, and stays 1 inch from every enemy."""
    side = b.state.side_of(unit)
    face = (yield from d6(b, 1, "consolidate", "5e.assault.consolidate", side, unit))[0]
    b.say("combat.consolidates", "5e.assault.consolidate", unit, reach=um(face))
    rules = {"move.too_far": "5e.assault.consolidate", "move.too_near": "5e.assault.consolidate-no-contact"}
    yield from movement.move_models(
        b,
        unit,
        lambda state: movement.ground_for(state, unit, um(face), rules=rules),
        "combat.consolidate",
        "5e.assault.consolidate",
        facts(reach=um(face)),
        dangerous=False,
    )


@rule("5e.assault.pile-in-order")
def pile_in(b: Battle, combat: str) -> Procedure[None]:
    """One unit after another piles in, the active side's first; then the combat is over for this phase."""
    fight = fight_of(b.state, combat)
    if not fight.queue:
        _end(b, combat, fight)
        return
    unit = fight.queue[0]
    yield from closing.pile_in(b, unit, opponents(b.state, fight, unit))
    advance(b, combat, "5e.assault.pile-in", queue=fight_of(b.state, combat).queue[1:])


def _end(b: Battle, combat: str, fight: Fight) -> None:
    left = tuple(u for u in fight.units if status.locked(b.state, u))
    b.end_work(combat, "5e.assault.resolve-steps")
    code = "combat.goes_on" if left else "combat.over"
    b.say(code, "5e.assault.locked", fight.units[0], units=left or fight.units)
