"""The turn: the timetable of a battle of the fifth edition."""

from __future__ import annotations

from dataclasses import replace

from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.records import Clock
from engine.core.state import State
from engine.core.timetable import Loop, Once, Step
from engine.fifth import assault, combat, deployment, missions, morale, movement, pile_in, shooting

PHASES = ("movement", "shooting", "assault")


@rule("5e.turn.who-acts")
def timetable(state: State) -> tuple[Step, ...]:
    """The steps of the present segment: setting up, then one player turn after another, then the end."""
    if state.clock.segment == "setup":
        return (*deployment.steps(state), Once("first turn", first_turn))
    if missions.sudden_death(state):
        return (Once("sudden death", missions.end),) * len(PLAYER_TURN)
    return PLAYER_TURN


def first_turn(b: Battle) -> Procedure[None]:
    """The side that goes first begins game turn 1."""
    side = yield from deployment.who_begins(b)
    b.set_clock(Clock("turn", round=1, turn=1, side=side), "5e.turn.game-turn")


@rule("5e.turn.phase-order")
def begin_phase(b: Battle, phase: str) -> Procedure[None]:
    """The next phase begins; the one before is finished for good."""
    clock = b.state.clock
    b.set_clock(replace(clock, phase=phase, phase_no=PHASES.index(phase), entry=clock.entry + 1), "5e.turn.phase-order")
    yield from ()


def movement_begins(b: Battle) -> Procedure[None]:
    """A player turn opens with its Movement phase."""
    b.say("turn.began", "5e.turn.player-turns", b.state.clock.side, b.state.clock.side, round=b.state.clock.round)
    yield from begin_phase(b, "movement")


def shooting_begins(b: Battle) -> Procedure[None]:
    yield from begin_phase(b, "shooting")


def assault_begins(b: Battle) -> Procedure[None]:
    yield from begin_phase(b, "assault")


@rule("5e.turn.player-turns", "5e.turn.game-turn")
def turn_ends(b: Battle) -> Procedure[None]:
    """The other side's player turn follows; after both, the next game turn, unless the battle is over."""
    clock = b.state.clock
    first = b.state.agreed["first_side"]
    if clock.side != first:
        yield from missions.game_turn_ends(b)
        if b.state.outcome is not None:
            return
    over = clock.side != first
    b.set_clock(
        Clock("turn", round=clock.round + over, turn=clock.turn + 1, side=b.state.enemy(clock.side)),
        "5e.turn.game-turn",
    )


PLAYER_TURN: tuple[Step, ...] = (
    Once("turn begins", movement_begins),
    Loop("falling back", morale.next_falling_back, morale.fall_back_or_regroup),
    Loop("moving", movement.mover, movement.move_units),
    Loop("losses", morale.next_casualty_check, morale.casualty_check),
    Once("shooting begins", shooting_begins),
    Loop("shooting", shooting.shooter, shooting.shoot_units),
    Loop("losses", morale.next_casualty_check, morale.casualty_check),
    Once("assault begins", assault_begins),
    Loop("charging", assault.charger, assault.charge_units),
    Loop("reacting", pile_in.next_reacting, pile_in.react),
    Once("combats form", combat.form_combats),
    Loop("fighting", combat.next_fight, combat.fight_step),
    Loop("losses", morale.next_casualty_check, morale.casualty_check),
    Once("turn ends", turn_ends),
)
"""One player turn: Movement, Shooting, Assault, in this order."""
