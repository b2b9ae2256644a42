"""The battle round: the timetable of a battle of the eighth edition."""

from __future__ import annotations

from dataclasses import replace

from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.records import Clock
from engine.core.state import State
from engine.core.timetable import Loop, Once, Step
from engine.eighth import (
    charge,
    deployment,
    fight,
    mission,
    morale,
    movement,
    psychic,
    reinforcements,
    shooting,
    warlord,
)

PHASES = ("movement", "psychic", "shooting", "charge", "fight", "morale")


def timetable(state: State) -> tuple[Step, ...]:
    """The steps of the present segment: setting up, then one player turn after another, then the end."""
    if state.clock.segment == "setup":
        return SETTING_UP
    if mission.is_over(state):
        return (Once("wiped out", mission.end),) * len(PLAYER_TURN)
    return PLAYER_TURN


@rule("8e.round.same-first-player", "8e.mission.first-turn")
def first_turn(b: Battle) -> Procedure[None]:
    """The side that goes first begins battle round 1."""
    side = yield from mission.first_turn(b)
    b.set_clock(Clock("turn", round=1, turn=1, side=side), "8e.round.two-turns")


@rule("8e.round.phase-order")
def begin_phase(b: Battle, phase: str) -> Procedure[None]:
    """The next phase begins; the one before is finished for good."""
    clock = b.state.clock
    b.set_clock(
        replace(clock, phase=phase, phase_no=PHASES.index(phase), entry=clock.entry + 1), "8e.round.phase-order"
    )
    yield from ()


def movement_begins(b: Battle) -> Procedure[None]:
    """A player turn opens with its Movement phase."""
    b.say("turn.began", "8e.round.two-turns", b.state.clock.side, b.state.clock.side, round=b.state.clock.round)
    yield from begin_phase(b, "movement")


def psychic_begins(b: Battle) -> Procedure[None]:
    yield from begin_phase(b, "psychic")


def shooting_begins(b: Battle) -> Procedure[None]:
    yield from begin_phase(b, "shooting")


def charge_begins(b: Battle) -> Procedure[None]:
    yield from begin_phase(b, "charge")
    charge.note_engaged(b)


def fight_begins(b: Battle) -> Procedure[None]:
    yield from begin_phase(b, "fight")


def morale_begins(b: Battle) -> Procedure[None]:
    yield from begin_phase(b, "morale")


@rule("8e.round.two-turns", "8e.mission.length")
def turn_ends(b: Battle) -> Procedure[None]:
    """The other side's turn follows; after both, the next battle round, until five have been played."""
    yield from mission.turn_scores(b)
    clock = b.state.clock
    over = clock.side != b.state.agreed["first_side"]
    if over and clock.round >= length(b.state):
        yield from mission.end(b)
        return
    b.set_clock(
        Clock("turn", round=clock.round + over, turn=clock.turn + 1, side=b.state.enemy(clock.side)),
        "8e.round.two-turns",
    )


@rule("8e.mission.length")
def length(state: State) -> int:
    """How many battle rounds are played: five, unless the scenario says otherwise."""
    chosen = state.setup.option("game_length", "random")
    return chosen if isinstance(chosen, int) else mission.ROUNDS


SETTING_UP: tuple[Step, ...] = (
    Once("warlords", warlord.nominate),
    Once("objectives", mission.who_places_first),
    Loop("objectives", mission.placer, mission.place_objective),
    Once("mission", mission.primary_objective),
    Once("zones", deployment.divide),
    Once("traits", warlord.traits),
    Once("powers", psychic.generate),
    Loop("deploying", deployment.deployer, deployment.deploy_unit),
    Once("underdog", mission.underdog),
    Once("relic", mission.pick_relic),
    Once("first turn", first_turn),
)

PLAYER_TURN: tuple[Step, ...] = (
    Once("turn begins", movement_begins),
    Loop("moving", movement.mover, movement.move_units),
    Loop("arriving", reinforcements.arriver, reinforcements.arrive),
    Once("psychic begins", psychic_begins),
    Loop("psychic", psychic.manifester, psychic.manifest),
    Once("shooting begins", shooting_begins),
    Loop("shooting", shooting.shooter, shooting.shoot_units),
    Once("charge begins", charge_begins),
    Loop("charging", charge.charger, charge.charge_units),
    Loop("intervening", charge.intervener, charge.intervene),
    Once("fight begins", fight_begins),
    Loop("fighting", fight.next_fighter, fight.fight_with),
    Once("morale begins", morale_begins),
    Loop("morale", morale.tester, morale.test),
    Once("turn ends", turn_ends),
)
