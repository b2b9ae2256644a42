"""Missions: how long the battle lasts, and who has won."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.records import Outcome
from engine.core.state import State
from engine.fifth import objectives, status
from engine.fifth.dice import d6

FIRST_LENGTH_ROLL = 5
LONGEST = 7
GOES_ON_AT = {5: 3, 6: 4}
"""The die needed after a game turn for another one to be played."""


# -- how long -----------------------------------------------------------------------------------------------------


@rule("5e.turn.game-length")
def game_turn_ends(b: Battle) -> Procedure[None]:
    """A game turn is over: after a fixed number, or by the die, the battle is too."""
    objectives.mark_holders(b)
    length = b.state.setup.option("game_length", "random")
    over = b.state.clock.round >= length if isinstance(length, int) else (yield from random_end(b))
    if over:
        yield from end(b)


@rule("5e.battle.game-end")
def random_end(b: Battle) -> Procedure[bool]:
    """Whether the battle ends now: after turn 5 on 1-2, after turn 6 on 1-3, after turn 7 without a roll."""
    turn = b.state.clock.round
    if turn < FIRST_LENGTH_ROLL or turn >= LONGEST:
        return turn >= LONGEST
    need = GOES_ON_AT[turn]
    face = (yield from d6(b, 1, "another turn", "5e.battle.game-end", b.state.clock.side, need=need))[0]
    goes_on = face >= need
    b.say("battle.goes_on" if goes_on else "battle.ends", "5e.battle.game-end", round=turn, face=face, need=need)
    return not goes_on


@rule("5e.turn.sudden-death")
def sudden_death(state: State) -> bool:
    """Whether the scenario's condition that ends the battle at once is met: a named unit destroyed."""
    target = state.setup.task("ends_when_destroyed")
    return bool(target) and state.outcome is None and not state.members(target)


def end(b: Battle) -> Procedure[None]:
    """The battle ends: fleeing units are lost, then the mission says who has won."""
    remove_the_fleeing(b)
    objectives.mark_holders(b)
    for side in b.state.sides:
        points = mission_points(b.state, side)
        if points != b.state.scores.get(side, 0):
            b.score(side, points - b.state.scores.get(side, 0), mission_rule(b.state))
    b.finish(outcome(b.state))
    yield from ()


@rule("5e.battle.fleeing-destroyed")
def remove_the_fleeing(b: Battle) -> None:
    """Units that are falling back at the end are destroyed."""
    for unit in b.state.units:
        if status.falling_back(b.state, unit):
            for model in b.state.present(unit):
                b.gone(model.id, "5e.battle.fleeing-destroyed")


# -- who has won --------------------------------------------------------------------------------------------------


def mission_rule(state: State) -> str:
    return "5e.battle.annihilation" if state.setup.task("kind") == "annihilation" else "5e.battle.seize-ground-win"


def mission_points(state: State, side: str) -> int:
    """What a side has by the mission: kill points, or objectives held."""
    return kill_points(state, side) if state.setup.task("kind") == "annihilation" else held(state, side)


@rule("5e.battle.annihilation")
def kill_points(state: State, side: str) -> int:
    """One point for each enemy unit that is completely destroyed."""
    return sum(1 for u in state.units.values() if u.side != side and not state.members(u.id))


@rule("5e.battle.seize-ground-win")
def held(state: State, side: str) -> int:
    """The number of objectives that a side holds."""
    return sum(1 for objective in state.objectives if objectives.holder(state, objective) == side)


@rule("5e.battle.wipeout")
def wiped_out(state: State) -> str | None:
    """The side whose enemy has nothing on the table, or None when both or neither have."""
    standing = [side for side in state.sides if state.units_of(side)]
    return standing[0] if len(standing) == 1 else None


@rule("5e.turn.victory-by-mission")
def outcome(state: State) -> Outcome:
    """The winner now that the battle has ended: by wipeout, else by the mission; equal points are a draw."""
    survivor = wiped_out(state)
    if survivor is not None:
        return Outcome(survivor, "5e.battle.wipeout", "the enemy has nothing left on the table")
    first, second = state.sides
    mine, theirs = mission_points(state, first), mission_points(state, second)
    what = "kill points" if state.setup.task("kind") == "annihilation" else "objectives"
    if mine == theirs:
        return Outcome("", mission_rule(state), f"both sides have {mine} {what[:-1] if mine == 1 else what}")
    winner, score = (first, f"{mine} to {theirs}") if mine > theirs else (second, f"{theirs} to {mine}")
    return Outcome(winner, mission_rule(state), f"{score} {what}")
