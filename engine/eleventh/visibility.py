"""Visibility: lines of sight between models, and whether all of a model is seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from battlefield.body import Body
from battlefield.sight import Skip, joins
from battlefield.sight.picture import Bools
from battlefield.sight.whole import Whole
from battlefield.table import Board
from battlefield.terrain import Piece
from battlefield.units import um
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.state import State
from engine.eleventh.solid import solid_board
from engine.eleventh.terrain import areas, within
from engine.mechanics.company import company, mates
from engine.mechanics.lines import Lines, lines
from engine.mechanics.wholes import whole

WIDTH = 1 / 25.4
"""How wide a line of sight is, in inches: one millimetre."""

SCREEN = "screen over "
"""What stands before the id of an area in that of the prism that no line of sight crosses."""

DEEP, HIGH = um(-1), um(1000)
"""From where to where such a prism reaches: beyond everything."""


@rule("11e.terrain.obscuring-areas")
@lru_cache(maxsize=64)
def screened(board: Board, marked: Board) -> Board:
    """A board with a prism of unlimited height in each obscuring area of the table as it is `marked`."""
    screens = [
        Piece(SCREEN + found.id, found.piece.kind, found.piece.name, found.piece.outline, DEEP, HIGH, opaque=True)
        for found in areas(marked)
        if found.obscuring
    ]
    return Board(board.width, board.depth, (*board.pieces, *screens))


@rule("11e.terrain.obscuring-own-area")
def seen_out_of(board: Board, body: Body) -> frozenset[str]:
    """The screens that do not count for a model, whether it looks or is looked at: those of areas it is within."""
    return frozenset(SCREEN + found.id for found in within(board, body) if found.obscuring)


@rule("11e.visibility.own-and-target-unit-ignored")
def looked_through(state: State, unit: str) -> frozenset[str]:
    """The ids of the models of a unit: ignored when it looks, and when it is looked at."""
    return mates(state, unit)


def members(state: State, unit: str) -> tuple[str, ...]:
    """The models on the table of a unit with all that are attached to it, in order of setting up."""
    units = company(state, unit)
    return tuple(m.id for m in state.models.values() if m.unit in units and m.on_table)


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """What the models of one unit see of those of another: the table as lines of sight find it, and the lines.

    `viewers` and `targets` are the models in order. `marked` is the table as it was set up, with its areas; `unclosed`
    is what lines of sight would find with the gaps of solid features open.
    """

    board: Board
    viewers: tuple[Body, ...]
    targets: tuple[Body, ...]
    bodies: tuple[Body, ...]
    skip: Skip
    lines: Lines
    marked: Board
    unclosed: Board
    _unclosed: list[Bools] = field(default_factory=list)
    _wholes: dict[tuple[int, int], Whole] = field(default_factory=dict)

    def through(self, place: tuple[int, int]) -> frozenset[str]:
        """All that is as though absent between two of them."""
        return self.skip.viewers[place[0]] | self.skip.targets[place[1]]

    def closed_off(self, place: tuple[int, int]) -> bool:
        """Whether two models would see each other but for gaps that are closed in solid features."""
        if self.lines.visible[place] or self.unclosed is self.board:
            return False
        if not self._unclosed:
            found = joins(self.unclosed, self.viewers, self.targets, self.bodies, self.skip, width=WIDTH)
            self._unclosed.append(found.visible)
        return bool(self._unclosed[0][place])

    @rule("11e.visibility.model-fully-visible")
    def whole(self, place: tuple[int, int]) -> Whole:
        """Whether every part of a target that faces a viewer can be seen by it, from any part of it."""
        if place not in self._wholes:
            viewer, target = self.viewers[place[0]], self.targets[place[1]]
            self._wholes[place] = whole(self.board, viewer, target, self.bodies, self.through(place))
        return self._wholes[place]

    def past_terrain(self, place: tuple[int, int]) -> Whole:
        """The same, the models in between left out: whether terrain features and obscuring areas alone hide nothing."""
        found, names = self.whole(place), {body.id for body in self.bodies}
        if found.seen or not any(name in names for name in found.between):
            return found
        return whole(self.board, self.viewers[place[0]], self.targets[place[1]], (), self.through(place))


@rule("11e.visibility.line-of-sight", "11e.visibility.other-models-block")
def views(state: State, unit: str, target: str) -> Views:
    """What the models of a unit see of those of another.

    A straight line 1 mm wide from any part of the one to any part of the other, which no terrain, no obscuring area and
    no model of any third unit blocks.
    """
    ones, others = (tuple(body_of(state.models[m]) for m in members(state, u)) for u in (unit, target))
    through = looked_through(state, unit), looked_through(state, target)
    return _views(solid_board(state), state.board, ones, others, state.bodies(), through)


@lru_cache(maxsize=256)
def _views(
    solid: Board,
    marked: Board,
    ones: tuple[Body, ...],
    others: tuple[Body, ...],
    bodies: tuple[Body, ...],
    through: tuple[frozenset[str], frozenset[str]],
) -> Views:
    sets = [
        tuple(absent | seen_out_of(marked, body) for body in many)
        for absent, many in zip(through, (ones, others), strict=True)
    ]
    skip, board = Skip(sets[0], sets[1]), screened(solid, marked)
    unclosed = board if solid == marked else screened(marked, marked)
    return Views(board, ones, others, bodies, skip, lines(board, ones, others, bodies, skip, WIDTH), marked, unclosed)


def as_areas(blockers: tuple[str, ...]) -> tuple[str, ...]:
    """Blockers by the ids of the pieces and areas that they are, each once."""
    return tuple(dict.fromkeys(blocker.removeprefix(SCREEN) for blocker in blockers))


def obscured_by(blockers: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of the obscuring areas among blockers."""
    return tuple(blocker.removeprefix(SCREEN) for blocker in blockers if blocker.startswith(SCREEN))
