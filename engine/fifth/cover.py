"""Cover: from what shelters each model from each firer, the one cover save of a unit under fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import um
from engine.core.decisions import Item
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import ground, obscured
from engine.fifth.characteristics import unit_has_rule
from engine.fifth.shelter import Shelter, best_of, inside, shelters
from engine.fifth.sight import Bodies, looked_through, mates

MARKER = Body("", Round(um(0.04)), Pose(0, 0), um(0.5), um(0.5))
"""What looks from the centre of a marker, half an inch above the ground."""

QUICKLY, NO, YES = "quick_cover", "no", "yes"
"""The agreement on doubtful cover, and what may be agreed."""

HALF, LESS, QUICK = "5e.cover.half-or-more", "5e.cover.less-than-half", "5e.cover.quick-option"


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


def sheltered(state: State, firing: tuple[str, ...], target: str) -> tuple[tuple[Shelter, ...], ...]:
    """For every firing model (all of one unit) and every model of a target in order: how it is covered."""
    firers = tuple(body_of(state.models[m]) for m in firing)
    return _covered(state, firers, target, *looked_through(state, state.models[firing[0]].unit, target))


def _covered(
    state: State, firers: Bodies, target: str, through: frozenset[str], also: frozenset[str]
) -> tuple[tuple[Shelter, ...], ...]:
    targets = tuple(body_of(m) for m in state.present(target))
    question = state.board, firers, targets, state.bodies(), through, also
    if obscured.by_half(state, target):
        return obscured.shelters(*question, obscured.rules_of(state, target))
    return shelters(*question)


# -- the unit -----------------------------------------------------------------------------------------------------


def cover_save(state: State, firing: tuple[str, ...], target: str) -> CoverVerdict:
    """The one cover save of a unit under fire from models of one unit, those that are in range.

    Without any firer only what its models stand in counts.
    """
    models = tuple(m.id for m in state.present(target))
    if not firing:
        standing = tuple(_standing(state, target, body_of(m)) for m in state.present(target))
        return of_unit(state, target, ("",), models, (standing,))
    firing = obscured.able(state, firing, target)
    views = [(model, eye) for model in firing for eye in obscured.eyes(state, model)]
    through = looked_through(state, state.models[firing[0]].unit, target)
    rows = _covered(state, tuple(eye for _, eye in views), target, *through)
    return of_unit(state, target, tuple(model for model, _ in views), models, rows)


def cover_from(state: State, x: int, y: int, target: str) -> CoverVerdict:
    """The cover save of a unit from what comes from a spot on the table (micrometres), as from a marker's centre."""
    rows = _covered(state, (MARKER.at(Pose(x, y)),), target, frozenset(), mates(state, target))
    return of_unit(state, target, ("",), tuple(m.id for m in state.present(target)), rows)


def _standing(state: State, unit: str, target: Body) -> Shelter:
    best = None if obscured.by_half(state, unit) else best_of(inside(state.board, target))
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
    settled = obscured.settled_by(state, target) or (HALF if counted else LESS)
    if quick(state) and is_doubtful(counts, len(models)):
        save, settled = ground.worse(save), QUICK
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


def improved(state: State, target: str, save: int) -> int:
    """The save with what the unit itself adds to it: being gone to ground, and stealth; never better than 2+."""
    save = ground.in_force(state, target, save)
    return max(ground.BEST, save - 1) if save and unit_has_rule(state, target, "stealth") else save
