"""Setting up: agreements, objectives, table halves, who places what, and who has the first turn."""

from __future__ import annotations

from dataclasses import replace

from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Agree, Choose, Confirm, Option, Place
from engine.core.dice import Stream
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import OnTable, Reserve
from engine.core.state import State
from engine.core.timetable import Loop, Once, Step
from engine.fifth import cover, objectives, terrain
from engine.fifth.dice import d6, roll_off
from engine.fifth.placing import LINK, space_of
from engine.fifth.setup import UNDEPLOYED
from engine.mechanics.climbing import rest
from engine.mechanics.placing import Ring

FROM_CENTRE_LINE = um(12)
"""How far from the middle of the table both sides stay in a Pitched Battle."""

EDGES = ("south", "north")
"""The long edges, in the order offered."""


def steps(state: State) -> tuple[Step, ...]:
    """The steps of setting up this scenario, in their order."""
    return (
        Once("agreement", agreement),
        *objectives.steps(state),
        Once("order", deployment_order),
        Loop("deploying", deployer, deploy_unit),
        Once("seizing", seize_the_initiative),
    )


# -- agreement ----------------------------------------------------------------------------------------------------


@rule("5e.battle.define-terrain", "5e.terrain.three-classes")
def agreement(b: Battle) -> Procedure[None]:
    """Both players settle what each terrain feature counts as, and how unclear rules are read."""
    items = (*terrain.agreement_items(b.state), *cover.agreement_items(b.state))
    if not items:
        return
    sheet = Agree(player=b.state.sides[0], rule="5e.battle.define-terrain", topic="setup.agree", items=items)
    for name, choice in (yield from ask(sheet)):
        b.agree(name, choice, "5e.battle.define-terrain")


# -- who deploys and begins first ---------------------------------------------------------------------------------


def deployment_order(b: Battle) -> Procedure[None]:
    """Settle who takes his half and deploys first; he will also have the first turn."""
    if b.state.setup.task("deployment", "placed") == "pitched_battle":
        yield from pitched_battle(b)
        return
    first = b.state.setup.option("first_side")
    if not first:
        first = yield from default_first(b)
    b.agree("first_side", first, "5e.battle.first-player")


@rule("5e.turn.first-turn-default")
def default_first(b: Battle) -> Procedure[str]:
    """Without a deployment that says otherwise the higher die deploys and begins."""
    return (yield from roll_off(b, "5e.turn.first-turn-default", "first turn"))


@rule("5e.battle.pitched", "5e.battle.first-player")
def pitched_battle(b: Battle) -> Procedure[None]:
    """The winner of a roll-off goes first or second; who goes first takes a long edge and deploys in its half."""
    winner = yield from roll_off(b, "5e.battle.pitched", "choice of turn")
    options = tuple(Option(turn, rule="5e.battle.pitched") for turn in ("first", "second"))
    turn = yield from ask(Choose(player=winner, rule="5e.battle.pitched", topic="setup.turn", options=options))
    first = winner if turn == "first" else b.state.enemy(winner)
    b.agree("first_side", first, "5e.battle.first-player")
    edges = tuple(Option(edge, rule="5e.battle.pitched") for edge in EDGES)
    edge = yield from ask(Choose(player=first, rule="5e.battle.pitched", topic="setup.edge", options=edges))
    b.agree(f"edge.{first}", edge, "5e.battle.pitched")
    b.agree(f"edge.{b.state.enemy(first)}", EDGES[1 - EDGES.index(edge)], "5e.battle.pitched")


@rule("5e.battle.seize-initiative")
def seize_the_initiative(b: Battle) -> Procedure[None]:
    """The side that would go second may roll once: on a 6 it goes first."""
    if b.state.setup.task("deployment", "placed") != "pitched_battle":
        return
    second = b.state.enemy(b.state.agreed["first_side"])
    if not (yield from ask(Confirm(player=second, rule="5e.battle.seize-initiative", topic="setup.seize"))):
        return
    face = (yield from d6(b, 1, "seize the initiative", "5e.battle.seize-initiative", second, need=6))[0]
    seized = face == 6
    b.say("initiative.seized" if seized else "initiative.kept", "5e.battle.seize-initiative", second, second, face=face)
    if seized:
        b.agree("first_side", second, "5e.battle.seize-initiative")


def who_begins(b: Battle) -> Procedure[str]:
    """The side that has the first player turn."""
    yield from ()
    return b.state.agreed["first_side"]


# -- placing the units --------------------------------------------------------------------------------------------


def waiting(state: State, side: str) -> tuple[str, ...]:
    """A side's units that are still to be deployed, in order of setting up."""
    found = [m.unit for m in state.models.values() if m.place == Reserve(UNDEPLOYED)]
    return tuple(dict.fromkeys(u for u in found if state.units[u].side == side))


@rule("5e.battle.deploy-sequence")
def deployer(state: State) -> str | None:
    """Who deploys now: all of the first side, then all of the other; None when everyone stands."""
    first = state.agreed["first_side"]
    return next((side for side in (first, state.enemy(first)) if waiting(state, side)), None)


def deploy_unit(b: Battle, side: str) -> Procedure[None]:
    """One unit is chosen and set down; one for which there is no room takes no part."""

    def which() -> Choose:
        options = tuple(Option(u, subject=u, rule="5e.battle.deploy-sequence") for u in waiting(b.state, side))
        return Choose(player=side, rule="5e.battle.deploy-sequence", topic="setup.unit", options=options)

    unit = yield from ask(which)
    if not has_room(b.state, unit):
        b.say("unit.no_room", "5e.battle.deploy-sequence", unit)
        for left_out in b.state.members(unit):
            b.gone(left_out.id, "5e.battle.deploy-sequence")
        return
    poses = yield from ask(lambda: place_unit(b.state, unit))
    for model, pose in poses:
        height, support = rest(b.state.board, pose)
        b.place(model, OnTable(replace(pose, z=height), support), "5e.battle.deploy-sequence")


def has_room(state: State, unit: str) -> bool:
    """Whether a search of the deployment zone finds a place for the unit."""
    try:
        place_unit(state, unit).suggest(Stream(unit))
    except LookupError:
        return False
    return True


def zone(state: State, side: str) -> tuple[Ring, ...]:
    """Where a side may deploy: its scenario zones, else its half of the table without the middle."""
    if zones := tuple(z.outline for z in state.setup.zones if z.side == side):
        return zones
    return (half(state, state.agreed.get(f"edge.{side}", "south")),)


@rule("5e.battle.pitched")
def half(state: State, edge: str) -> Ring:
    """The half at a long edge, up to 12 inches from the line through the middle of the short edges."""
    width, middle = state.setup.width, state.setup.depth // 2
    low, high = (0, middle - FROM_CENTRE_LINE) if edge == "south" else (middle + FROM_CENTRE_LINE, state.setup.depth)
    return ((0, low), (width, low), (width, high), (0, high))


def place_unit(state: State, unit: str) -> Place:
    """The question where a unit is set down: inside its zone, coherent, on nothing and nobody."""
    side = state.units[unit].side
    where = zone(state, side)
    space = space_of(state, unit, where, "5e.battle.pitched")
    return Place(
        player=side,
        rule="5e.battle.pitched",
        topic="setup.place",
        subjects=(unit,),
        hints=facts(unit=unit, link=um(LINK)),
        models=tuple(m.id for m in state.members(unit)),
        where=where,
        legal=space.refusals,
        advise=space.suggest,
    )
