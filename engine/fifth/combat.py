"""Close combats: who fights whom, and the steps of a fight from the first blow to the last move.

Each combat is a `Fight` in the state's work, so that every initiative step, the result, and each move afterwards is a
step of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from battlefield.body import Body
from battlefield.measure import within
from engine.core.battle import Battle
from engine.core.codec import record
from engine.core.decisions import Choose, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import Work
from engine.core.state import State
from engine.fifth import status
from engine.fifth.ccw import Style, styles

COMBAT = "combat"
"""The kind of work that a fight is."""

NEAR_MATE = 2.0
"""Inches from a mate in contact within which a model still fights."""

WAITING, BLOWS, RESULT, SWEEPS, CONSOLIDATION, PILE_IN = (
    "waiting",
    "blows",
    "result",
    "sweeps",
    "consolidation",
    "pile_in",
)


@record
class Fighter:
    """A model that was engaged when its combat began: with which enemy units and models, and how it strikes."""

    model: str
    units: tuple[str, ...]
    foes: tuple[str, ...]
    style: Style


@record
class Fight:
    """A combat of this Assault phase. `pairs` are the units that were locked with each other, one of each side.

    `lost` counts the wounds that each side lost; `struck` are fighters whose step is past; `broken` are units that
    lost their nerve, `freed` those that nobody holds any more; `queue` are the units that still have to do what the
    stage is about.
    """

    units: tuple[str, ...]
    stage: str = WAITING
    pairs: tuple[tuple[str, str], ...] = ()
    fighters: tuple[Fighter, ...] = ()
    struck: tuple[str, ...] = ()
    lost: tuple[tuple[str, int], ...] = ()
    winner: str = ""
    broken: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()

    def foes_of(self, unit: str) -> tuple[str, ...]:
        """The enemy units that a unit was locked with when the combat began."""
        return tuple(a if b == unit else b for a, b in self.pairs if unit in (a, b))


def fights(state: State) -> tuple[tuple[str, Fight], ...]:
    """Every combat not finished in this phase, with its id, in order of forming."""
    return tuple((work.id, work.data) for work in state.work.values() if work.kind == COMBAT)


def fight_of(state: State, combat: str) -> Fight:
    fight: Fight = state.work[combat].data
    return fight


def put(b: Battle, combat: str, fight: Fight, rule_id: str) -> None:
    """A combat is at another point."""
    b.set_work(Work(combat, COMBAT, fight), rule_id)


def standing(state: State, units: Sequence[str]) -> tuple[str, ...]:
    """Those of some units that have models on the table."""
    return tuple(u for u in units if state.present(u))


# -- who fights -----------------------------------------------------------------------------------------------------


@rule("5e.assault.locked")
def groups(state: State) -> tuple[tuple[str, ...], ...]:
    """The units locked with each other, each separate combat together, in order of setting up."""
    pairs = status.locked_pairs(state)
    left = [u for u in state.units if any(u in pair for pair in pairs)]
    found = []
    while left:
        group = [left.pop(0)]
        for unit in group:
            joined = [u for u in left if (unit, u) in pairs or (u, unit) in pairs]
            group += joined
            left = [u for u in left if u not in joined]
        found.append(tuple(u for u in state.units if u in group))
    return tuple(found)


@rule("5e.assault.sequence")
def form_combats(b: Battle) -> Procedure[None]:
    """Once every charge and every reaction is done, the separate combats are known."""
    for units in groups(b.state):
        put(b, b.fresh_id(COMBAT), Fight(units), "5e.assault.sequence")
    yield from ()


@rule("5e.assault.engaged", "5e.assault.unengaged")
def engaged(state: State, unit: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The models of a unit that fight, each with the enemy models it is engaged with.

    Those in contact with an enemy, and those within 2 inches of a mate of their own unit who is.
    """
    mates = status.bodies_of(state, unit)
    touched = {body.id: [] for body in mates}  # type: dict[str, list[str]]
    for one, other in status.contacts(state):
        for mine, enemy in ((one, other), (other, one)):
            if mine in touched:
                touched[mine].append(enemy)
    found = []
    for body in mates:
        near = [m for m in mates if touched[m.id] and _near(body, m)]
        foes = dict.fromkeys([*touched[body.id], *(foe for m in near for foe in touched[m.id])])
        if foes:
            found.append((body.id, tuple(foes)))
    return tuple(found)


def _near(body: Body, mate: Body) -> bool:
    return body.id != mate.id and within(body, mate, NEAR_MATE)


# -- the steps ------------------------------------------------------------------------------------------------------


@rule("5e.assault.order-of-combats")
def next_fight(state: State) -> str | None:
    """The combat under way, else the first that waits; None when all are fought."""
    every = fights(state)
    under_way = next((id for id, fight in every if fight.stage != WAITING), None)
    return under_way or next((id for id, _ in every), None)


@rule("5e.assault.resolve-steps")
def fight_step(b: Battle, combat: str) -> Procedure[None]:
    """One step of a combat: its beginning, blows of one initiative, its result, and the moves that follow."""
    from engine.fifth import blows, results

    steps = {
        WAITING: begin,
        BLOWS: blows.strike,
        RESULT: results.settle,
        SWEEPS: results.pursue,
        CONSOLIDATION: results.consolidate,
        PILE_IN: results.pile_in,
    }
    yield from steps[fight_of(b.state, combat).stage](b, combat)


@rule("5e.assault.order-of-combats", "5e.assault.engagement-fixed")
def begin(b: Battle, combat: str) -> Procedure[None]:
    """The active player picks the next combat; who is engaged there, and how each strikes, is settled now."""
    waiting = fights(b.state)
    if len(waiting) > 1:
        combat = yield from ask(lambda: _which(b.state))
    fight = fight_of(b.state, combat)
    pairs = tuple(pair for pair in status.locked_pairs(b.state) if pair[0] in fight.units)
    fighters: list[Fighter] = []
    for unit in fight.units:
        fighters += yield from _fighters(b, unit)
    b.say("combat.begins", "5e.assault.engaged", fight.units[0], units=fight.units, engaged=len(fighters))
    lost = tuple((side, 0) for side in b.state.sides)
    put(b, combat, Fight(fight.units, BLOWS, pairs, tuple(fighters), lost=lost), "5e.assault.engagement-fixed")


def _which(state: State) -> Choose:
    options = tuple(
        Option(id, fight.units[0], "5e.assault.order-of-combats", facts(units=fight.units))
        for id, fight in fights(state)
    )
    return Choose(player=state.active, rule="5e.assault.order-of-combats", topic="combat.order", options=options)


def _fighters(b: Battle, unit: str) -> Procedure[list[Fighter]]:
    """The engaged models of a unit; the owner picks the weapon of those that carry different special ones."""
    found: list[Fighter] = []
    picked: dict[tuple[Style, ...], str] = {}
    for model, foes in engaged(b.state, unit):
        ways = styles(b.state, model)
        if len(ways) > 1 and ways not in picked:
            picked[ways] = yield from ask(partial(_weapon, b.state, model))
        style = next((w for w in ways if w.weapon == picked.get(ways)), ways[0])
        units = tuple(dict.fromkeys(b.state.models[foe].unit for foe in foes))
        found.append(Fighter(model, units, foes, style))
    return found


@rule("5e.ccw.two-different-special")
def _weapon(state: State, model: str) -> Choose:
    """Which weapon the models that carry the same different special weapons use in this turn."""
    options = tuple(
        Option(w.weapon, model, w.rule, facts(weapon=w.name, kind=w.melee, extra=w.extra)) for w in styles(state, model)
    )
    return Choose(
        player=state.side_of(model),
        rule="5e.ccw.two-different-special",
        topic="combat.weapon",
        subjects=(model,),
        options=options,
    )


def advance(b: Battle, combat: str, rule_id: str, **changes: object) -> None:
    """A combat moves on: some fields of its record change."""
    put(b, combat, replace(fight_of(b.state, combat), **changes), rule_id)  # type: ignore[arg-type]
