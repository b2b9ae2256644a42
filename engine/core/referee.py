"""What both players may do to a battle together, outside the rules."""

from __future__ import annotations

from typing import Any, TypeAlias

from battlefield.pose import Pose
from engine.core.battle import Battle
from engine.core.bounds import pose_in_bounds, whole, whole_pose
from engine.core.codec import record
from engine.core.records import OnTable, Outcome
from engine.core.refusals import Refusal, Refusals

HOUSE = "house.referee"
"""The rule named by events that a referee command causes."""


@record
class MoveModel:
    """Put a model somewhere, on the table or on the named surface. One that was gone comes back with a wound left."""

    model: str
    pose: Pose
    support: str = ""


@record
class WoundModel:
    """Take wounds from a model, or give them back when negative."""

    model: str
    count: int


@record
class RemoveModel:
    """Take a model out of the battle."""

    model: str


@record
class Note:
    """Write a sentence into the record."""

    text: str


@record
class Standing:
    """Answer an optional reaction beforehand: `always`, `never` or `ask`. A side's own affair, no consent needed."""

    side: str
    rule: str
    answer: str


@record
class Reseed:
    """Other dice from here on."""

    key: str


@record
class Concede:
    """A side gives the battle up. Its own affair, no consent needed."""

    side: str


@record
class Stop:
    """The players end the battle here: `winner` is the side that they agree has won, or empty for a draw."""

    winner: str = ""


Command: TypeAlias = MoveModel | WoundModel | RemoveModel | Note | Standing | Reseed | Concede | Stop

LONGEST_NOTE = 2_000


MOST_WOUNDS = 1_000
"""More are not taken or given back at once."""


def misfit(command: Any) -> Refusals:
    """What is wrong with the form of a command, whatever the battle."""
    if not isinstance(command, Command):
        return (Refusal("referee.wrong_form", HOUSE),)
    if not all(isinstance(text, str) for text in _texts(command)):
        return (Refusal("referee.wrong_form", HOUSE),)
    if isinstance(command, MoveModel):
        if not whole_pose(command.pose):
            return (Refusal("referee.wrong_form", HOUSE, command.model),)
        if not pose_in_bounds(command.pose):
            return (Refusal("referee.off_table", HOUSE, command.model),)
    if isinstance(command, WoundModel):
        if not whole(command.count):
            return (Refusal("referee.wrong_form", HOUSE, command.model),)
        if not -MOST_WOUNDS <= command.count <= MOST_WOUNDS:
            return (Refusal("referee.too_large", HOUSE, command.model),)
    return ()


def _texts(command: Command) -> tuple[Any, ...]:
    """Everything of a command that has to be text."""
    named = ("model", "support", "text", "side", "rule", "answer", "key", "winner")
    return tuple(getattr(command, name) for name in named if hasattr(command, name))


def refusals(b: Battle, command: Any) -> Refusals:
    """Why a command makes no sense now; empty when it does."""
    if refused := misfit(command):
        return refused
    if isinstance(command, MoveModel | WoundModel | RemoveModel):
        model = b.state.models.get(command.model)
        if model is None:
            return (Refusal("referee.no_such_model", HOUSE, command.model),)
        if not model.on_table and not isinstance(command, MoveModel):
            return (Refusal("referee.not_on_table", HOUSE, command.model),)
        if isinstance(command, MoveModel) and not _on_table(b, command.pose):
            return (Refusal("referee.off_table", HOUSE, command.model, command.pose),)
    if isinstance(command, Note) and not 0 < len(command.text) <= LONGEST_NOTE:
        return (Refusal("referee.note_length", HOUSE),)
    if isinstance(command, Standing):
        known = command.side in b.state.sides and command.answer in ("always", "never", "ask")
        return () if known else (Refusal("referee.no_such_standing", HOUSE),)
    if isinstance(command, Concede | Stop):
        return _no_end(b, command)
    return ()


def _on_table(b: Battle, pose: Pose) -> bool:
    """Whether the middle of a base at a pose is over the table and not under it."""
    setup = b.state.setup
    return 0 <= pose.x <= setup.width and 0 <= pose.y <= setup.depth and pose.z >= 0


def _no_end(b: Battle, command: Concede | Stop) -> Refusals:
    """Why the battle cannot be ended so; empty when it can."""
    if b.state.outcome is not None:
        return (Refusal("battle.over", HOUSE),)
    side = command.side if isinstance(command, Concede) else command.winner or b.state.sides[0]
    return () if side in b.state.sides else (Refusal("referee.no_such_side", HOUSE),)


def own_affair(command: Command, by: str) -> bool:
    """Whether a side may give the command alone."""
    return isinstance(command, Standing | Concede) and command.side == by


def carry_out(b: Battle, command: Command, side: str) -> None:
    """Do what the command says through the doors."""
    if isinstance(command, MoveModel):
        if b.model(command.model).on_table:
            b.move(command.model, command.pose, HOUSE, command.support)
        else:
            b.place(command.model, OnTable(command.pose, command.support), HOUSE)
            if b.model(command.model).wounds == 0:
                b.heal(command.model, 1, HOUSE)
    elif isinstance(command, WoundModel):
        if command.count >= 0:
            b.wound(command.model, command.count, HOUSE)
        else:
            b.heal(command.model, -command.count, HOUSE)
        if b.model(command.model).wounds == 0:
            b.gone(command.model, HOUSE)
    elif isinstance(command, RemoveModel):
        b.gone(command.model, HOUSE)
    elif isinstance(command, Note):
        b.note(command.text, side)
    elif isinstance(command, Standing):
        b.set_standing(command.side, command.rule, command.answer)
    elif isinstance(command, Concede):
        loser = next(side.name for side in b.state.setup.sides if side.id == command.side)
        b.finish(Outcome(b.state.enemy(command.side), HOUSE, f"{loser} conceded."))
    elif isinstance(command, Stop):
        b.finish(Outcome(command.winner, HOUSE, "The players agreed to stop."))
    else:
        b.reseed(command.key)
