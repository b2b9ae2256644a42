"""Cover: what shelters a model from one firer, and from that the one cover save of a unit under fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from battlefield.body import Body
from battlefield.measure import distance_to, partly_within
from battlefield.pose import Pose
from battlefield.separation import CONTACT
from battlefield.shapes import Round
from battlefield.sight import AREA_VEIL, GAP_VEIL, Skip, area_in_the_way, survey, veiled, veils_around, veils_of
from battlefield.table import Board
from battlefield.terrain import Piece, area
from battlefield.units import inches, um
from engine.core.decisions import Item
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import ground
from engine.fifth.characteristics import unit_has_rule
from engine.fifth.sight import Bodies, look_across, looked_through, mates
from engine.mechanics.verdicts import Benefit

UNITS = 4
"""The cover save that a unit in the way gives."""

LINK = 2.0
"""Models of a unit no farther apart, in inches, leave a gap that shots pass through; wider ones do not."""

OUT_OF_AREA = 2.0
"""How many inches of the area it stands in a firer shoots through without giving cover."""

MARKER = Body("", Round(um(0.04)), Pose(0, 0), um(0.5), um(0.5))
"""What looks from the centre of a marker, half an inch above the ground."""

QUICKLY, NO, YES = "quick_cover", "no", "yes"
"""The agreement on doubtful cover, and what may be agreed."""

IN_COVER = "5e.cover.in-cover"
INSIDE, THROUGH, MODELS = "5e.cover.inside-area", "5e.cover.fire-through", "5e.cover.intervening-models"
HALF, LESS, QUICK = "5e.cover.half-or-more", "5e.cover.less-than-half", "5e.cover.quick-option"


@dataclass(frozen=True, slots=True)
class Shelter:
    """How a model is covered from one firer: whether it is in cover or out of sight, and the best save it gets by it.

    `blockers` are the ids of all pieces and models that hide some of it.
    """

    visible: bool
    covered: bool
    best: Benefit | None
    blockers: tuple[str, ...] = ()

    @property
    def save(self) -> int:
        return self.best.save if self.best else 0


@dataclass(frozen=True, slots=True)
class CoverVerdict:
    """The cover save of a unit (0: none), the rule that settles it, and what gives it: ids of pieces and units.

    `per_model` has the save each model would have by itself, in the view of most firers; `views` how many models of the
    target each firer sees in cover or not at all. `plain` is the save before going to ground and the like add to it.
    """

    save: int
    rule: str
    pieces: tuple[str, ...] = ()
    per_model: tuple[tuple[str, int], ...] = ()
    views: tuple[tuple[str, int], ...] = ()
    plain: int = 0
    sources: tuple[str, ...] = ()


# -- one model ----------------------------------------------------------------------------------------------------


@rule("5e.cover.chart")
def save_of(piece: Piece) -> int:
    """The cover save of a terrain piece, as the chart or the scenario says; 0 when it gives none."""
    return piece.cover or 0


def is_area(piece: Piece) -> bool:
    """Whether a piece is area terrain: all that is inside its outline counts."""
    return "area" in piece.traits


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


@rule("5e.cover.inside-area")
def inside(board: Board, target: Body) -> tuple[Benefit, ...]:
    """The saves of the area terrain in which a base stands at least in part; they count from every direction."""
    return tuple(
        Benefit(save_of(piece), INSIDE, (piece.id,))
        for piece in board.pieces
        if is_area(piece) and save_of(piece) and partly_within(target, area(piece))
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
    veils = veiled(board, bodies, tuple(p.id for p in board.pieces if save_of(p) and not p.opaque), LINK)
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


def sheltered(state: State, firing: tuple[str, ...], target: str) -> tuple[tuple[Shelter, ...], ...]:
    """For every firing model (all of one unit) and every model of a target in order: how it is covered."""
    firers = tuple(body_of(state.models[m]) for m in firing)
    through, also = looked_through(state, state.models[firing[0]].unit, target)
    targets = tuple(body_of(m) for m in state.present(target))
    return shelters(state.board, firers, targets, state.bodies(), through, also)


# -- the unit -----------------------------------------------------------------------------------------------------


def cover_save(state: State, firing: tuple[str, ...], target: str) -> CoverVerdict:
    """The one cover save of a unit under fire from models of one unit, those that are in range.

    Without any firer only what its models stand in counts.
    """
    models = tuple(m.id for m in state.present(target))
    if not firing:
        rows = (tuple(_standing(state.board, body_of(m)) for m in state.present(target)),)
        return of_unit(state, target, ("",), models, rows)
    return of_unit(state, target, firing, models, sheltered(state, firing, target))


def cover_from(state: State, x: int, y: int, target: str) -> CoverVerdict:
    """The cover save of a unit from what comes from a spot on the table (micrometres), as from a marker's centre."""
    bodies = state.bodies()
    targets = tuple(body_of(m) for m in state.present(target))
    also = mates(state, target)
    rows = shelters(state.board, (MARKER.at(Pose(x, y)),), targets, bodies, frozenset(), also)
    return of_unit(state, target, ("",), tuple(t.id for t in targets), rows)


def _standing(board: Board, target: Body) -> Shelter:
    best = best_of(inside(board, target))
    return Shelter(True, best is not None, best)


def of_unit(
    state: State, target: str, firing: tuple[str, ...], models: tuple[str, ...], rows: Sequence[Sequence[Shelter]]
) -> CoverVerdict:
    """The cover save of a target of these `models`, covered from each firer as the rows say."""
    counts = [sum(shelter.covered for shelter in row) for row in rows]
    views = tuple(zip(firing, counts, strict=True))
    counted = in_cover(counts, len(models))
    rows_used = [row for row, count in zip(rows, counts) if not counted or half(count, len(models))]
    save, by, sources = common_save(rows_used)
    settled = HALF if counted else LESS
    if quick(state) and is_doubtful(counts, len(models)):
        save, settled = worse(save), QUICK
    elif not counted:
        save = 0
    if not save:
        by, sources = (), ()
    per_model = tuple((m, _usual([row[j].save for row in rows_used])) for j, m in enumerate(models))
    return CoverVerdict(improved(state, target, save), settled, by, per_model, views, save, sources)


@rule("5e.cover.half-or-more", "5e.cover.less-than-half")
def half(covered: int, models: int) -> bool:
    """Whether so many covered models put all of a unit in cover: half of it or more. With fewer nobody is."""
    return models > 0 and 2 * covered >= models


@rule("5e.cover.majority-viewpoint")
def in_cover(counts: Sequence[int], models: int) -> bool:
    """Whether a unit is in cover, given how many of its models each firer sees covered: more than half must agree."""
    return 2 * sum(half(count, models) for count in counts) > len(counts)


@rule("5e.cover.chart")
def common_save(rows: Sequence[Sequence[Shelter]]) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """The save that most covered models have in these views, the better among equals; what gives it; by which rules."""
    benefits = [shelter.best for row in rows for shelter in row if shelter.best]
    save = _usual([benefit.save for benefit in benefits])
    giving = [benefit for benefit in benefits if benefit.save == save]
    by = tuple(dict.fromkeys(id for benefit in giving for id in benefit.by))
    return save, by, tuple(dict.fromkeys(benefit.rule for benefit in giving))


def _usual(saves: Sequence[int]) -> int:
    """The commonest save other than none, the better among equals; 0 when there is none or most have none."""
    counts = Counter(save for save in saves if save)
    if 2 * sum(counts.values()) <= len(saves):
        return 0
    return min(counts, key=lambda save: (-counts[save], save))


@rule("5e.cover.quick-option")
def quick(state: State) -> bool:
    """Whether the players agreed that a unit whose cover is in doubt has a save one worse than usual."""
    return (state.agreed.get(QUICKLY) or state.setup.option(QUICKLY, NO)) in (YES, True)


def agreement_items(state: State) -> tuple[Item, ...]:
    """The line of the agreement sheet on cover, where there is terrain to give any: the quicker method, yes or no."""
    usual = YES if quick(state) else NO
    return (Item(QUICKLY, (NO, YES), usual, QUICK),) if state.terrain else ()


@rule("5e.cover.quick-option")
def is_doubtful(counts: Sequence[int], models: int) -> bool:
    """Whether one covered model more or less in every view would change the answer, the unit being in cover in part."""
    partial = any(0 < count < models for count in counts)
    more, fewer = ([min(models, max(0, count + by)) for count in counts] for by in (1, -1))
    return partial and in_cover(more, models) != in_cover(fewer, models)


def worse(save: int) -> int:
    """A save one worse; 0 when that is worse than 6+, or there was none."""
    return save + 1 if 0 < save < ground.WORST else 0


def improved(state: State, target: str, save: int) -> int:
    """The save with what the unit itself adds to it: being gone to ground, and stealth; never better than 2+."""
    save = ground.in_force(state, target, save)
    return max(ground.BEST, save - 1) if save and unit_has_rule(state, target, "stealth") else save
