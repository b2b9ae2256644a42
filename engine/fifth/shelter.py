"""What shelters one model from one firer: terrain it stands in, and all that its firer's shots meet on their way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from battlefield.body import Body
from battlefield.measure import distance_to, partly_within
from battlefield.separation import CONTACT
from battlefield.sight import AREA_VEIL, GAP_VEIL, Skip, area_in_the_way, survey, veiled, veils_around, veils_of
from battlefield.table import Board
from battlefield.terrain import Piece, area, surfaces
from battlefield.units import inches
from engine.core.ledger import rule
from engine.fifth.sight import Bodies, look_across
from engine.mechanics.verdicts import Benefit

UNITS = 4
"""The cover save that a unit in the way gives."""

LINK = 2.0
"""Models of a unit no farther apart, in inches, leave a gap that shots pass through; wider ones do not."""

OUT_OF_AREA = 2.0
"""How many inches of the area it stands in a firer shoots through without giving cover."""

RUIN = "ruin"

IN_COVER = "5e.cover.in-cover"
INSIDE, THROUGH, MODELS = "5e.cover.inside-area", "5e.cover.fire-through", "5e.cover.intervening-models"


@dataclass(frozen=True, slots=True)
class Shelter:
    """How a model is covered from one firer: whether it is in cover or out of sight, and the best save it gets by it.

    `blockers` are the ids of all pieces and models that hide some of it. Of a vehicle, `facing` is the one that is shot
    at; `share` is how much of that, or of a monstrous creature, counts as hidden, in millionths.
    """

    visible: bool
    covered: bool
    best: Benefit | None
    blockers: tuple[str, ...] = ()
    facing: str = ""
    share: int = 0

    @property
    def save(self) -> int:
        return self.best.save if self.best else 0


@rule("5e.cover.chart")
def save_of(piece: Piece) -> int:
    """The cover save of a terrain piece, as the chart or the scenario says; 0 when it gives none."""
    return piece.cover or 0


def is_area(piece: Piece) -> bool:
    """Whether a piece is area terrain: all that is inside its outline counts."""
    return "area" in piece.traits


def is_shot_through(piece: Piece) -> bool:
    """Whether a piece gives cover against all shots that pass through it, though one sees through it.

    A ruin without a base has only walls and floors to do that.
    """
    return bool(save_of(piece)) and not piece.opaque and (is_area(piece) or piece.kind != RUIN)


@rule("5e.cover.barrier-contact")
def fires_over(piece: Piece, firer: Body) -> bool:
    """Whether a firer touches a linear barrier and sees over it."""
    if "barrier" not in piece.traits or firer.eye_point[2] <= inches(piece.top):
        return False
    return distance_to(firer, area(piece)) <= CONTACT


@rule("5e.cover.fire-out-of-area")
def fires_out(piece: Piece, firer: Body, target: Body) -> bool:
    """Whether no more than 2 inches of the area a firer stands in are in his way, from his base edge on."""
    return area_in_the_way(piece, firer, target) <= OUT_OF_AREA + CONTACT


@dataclass(frozen=True, slots=True)
class Firer:
    """One firer and his ground: the ids of the barriers he fires over, and of the area terrain he stands in."""

    body: Body
    over: frozenset[str]
    within: frozenset[str]

    @classmethod
    def on(cls, board: Board, body: Body) -> Firer:
        over = frozenset(piece.id for piece in board.pieces if fires_over(piece, body))
        within = frozenset(p.id for p in board.pieces if is_area(p) and partly_within(body, area(p)))
        return cls(body, over, within)

    def ignores(self, piece: Piece, target: Body) -> bool:
        """Whether a piece gives the target no cover from him, because of where he stands."""
        return piece.id in self.over or (piece.id in self.within and fires_out(piece, self.body, target))


@rule("5e.ruins.basics", "5e.ruins.with-base", "5e.ruins.without-base")
def stands_in(piece: Piece, body: Body) -> bool:
    """Whether a base is at least in part in area terrain.

    Of a ruin without a base, one that is said to be no area, only the upper floors are.
    """
    if is_area(piece):
        return partly_within(body, area(piece))
    if piece.kind != RUIN:
        return False
    floors = (surface for surface in surfaces(piece) if abs(surface.z - body.bottom) <= CONTACT)
    return any(partly_within(body, floor.ground) for floor in floors)


@rule("5e.cover.inside-area")
def inside(board: Board, target: Body) -> tuple[Benefit, ...]:
    """The saves of the area terrain in which a base stands at least in part; they count from every direction."""
    return tuple(
        Benefit(save_of(piece), INSIDE, (piece.id,))
        for piece in board.pieces
        if save_of(piece) and stands_in(piece, target)
    )


@rule("5e.cover.in-cover", "5e.cover.intervening-models", "5e.cover.fire-through", "5e.cover.fire-over")
def benefit_of(met: str, pieces: Mapping[str, Piece], groups: Mapping[str, str], firer: Firer, target: Body) -> Benefit:
    """The save given by one thing that a shot meets, by its id: a piece or model that hides some of the target, or the
    veil of an area or gap that it crosses. What a shot passes above it does not meet.
    """
    if met in groups:
        return Benefit(UNITS, MODELS, (groups[met],))
    piece = pieces[met]
    if piece.kind == GAP_VEIL:
        return Benefit(UNITS, THROUGH, (piece.name,))
    crossed = piece.kind == AREA_VEIL
    piece = pieces[piece.name] if crossed else piece
    save = 0 if firer.ignores(piece, target) else save_of(piece)
    return Benefit(save, THROUGH if crossed else IN_COVER, (piece.id,))


def best_of(benefits: Sequence[Benefit]) -> Benefit | None:
    """The best save of some, with all that give the same; the rule is that of the first. None of none."""
    if not benefits:
        return None
    save = min(benefit.save for benefit in benefits)
    best = [benefit for benefit in benefits if benefit.save == save]
    return Benefit(save, best[0].rule, tuple(dict.fromkeys(by for benefit in best for by in benefit.by)))


@lru_cache(maxsize=256)
def shelters(
    board: Board, firers: Bodies, targets: Bodies, bodies: Bodies, through: frozenset[str], also: frozenset[str]
) -> tuple[tuple[Shelter, ...], ...]:
    """For every firer and every target: how the target is covered. Asked twice it is worked out once.

    `through` and `also` are what the firers look through, and what is looked through to the targets: ids of models.
    """
    seen = look_across(board, firers, targets, bodies, through, also)
    veils = veiled(board, bodies, tuple(p.id for p in board.pieces if is_shot_through(p)), LINK)
    around = tuple(veils_around(veils, firer) for firer in firers)
    own = through | _gaps_within(veils, bodies, through)
    skip = Skip(
        tuple(own | {veil.id for veil in held} for held in around),
        (also | _gaps_within(veils, bodies, also),) * len(targets),
    )
    met = survey(veils, firers, targets, bodies, skip)
    pieces, groups = {piece.id: piece for piece in veils.pieces}, {body.id: body.group for body in bodies}
    within = [inside(board, target) for target in targets]
    rows = []
    for i, firer in enumerate([Firer.on(board, body) for body in firers]):
        row = []
        for j, target in enumerate(targets):
            names = [veil.id for veil in around[i] if veil.kind == AREA_VEIL]
            names += met.sighting(i, j).blockers if met.hidden[i, j] else ()
            benefits = [*within[j], *(benefit_of(name, pieces, groups, firer, target) for name in names)]
            best, visible = best_of([b for b in benefits if b.save]), bool(seen.visible[i, j])
            blockers = seen.sighting(i, j).blockers if seen.hidden[i, j] else ()
            row.append(Shelter(visible, best is not None or not visible, best, blockers))
        rows.append(tuple(row))
    return tuple(rows)


@rule("5e.cover.own-unit")
def _gaps_within(board: Board, bodies: Bodies, mates: frozenset[str]) -> frozenset[str]:
    """The ids of the gaps between models of the same unit: they give no cover to its shots, nor to its own models."""
    units = {body.group for body in bodies if body.id in mates}
    veils, _ = veils_of(board)
    return frozenset(veil.id for veil in veils if veil.kind == GAP_VEIL and veil.name in units)
