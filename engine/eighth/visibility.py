"""Visibility: whether a model can see another, and the verdict on sight and cover as everyone who asks gets it."""

from __future__ import annotations

from battlefield.sight import Margin, Skip, join_margin
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.state import State
from engine.eighth import cover
from engine.mechanics.company import bodies_of, mates, models_of, opponents, unit_of
from engine.mechanics.lines import Lines, lines
from engine.mechanics.straight import FAR, nearest
from engine.mechanics.verdicts import MILLION, Benefit, Tally, Verdict, witness

VISIBLE, ONE_MODEL = "8e.shooting.visibility", "8e.shooting.same-model-range-and-sight"
OTHERS = "8e.shooting.other-models-block"


@rule("8e.shooting.see-through-own-unit")
def looked_through(state: State, unit: str) -> frozenset[str]:
    """The ids of the models that do not block the view of a unit: its own."""
    return mates(state, unit)


@rule("8e.shooting.visibility", "8e.shooting.other-models-block")
def between(state: State, unit: str, target: str) -> Lines:
    """Which models of a unit see which of another, both in order of setting up.

    One straight line from any part of the one to any part of the other is enough. Terrain blocks it, and so does every
    model of any other unit, those of the target's unit among them.
    """
    return state.layout.once(("8e sight", unit, target), lambda: _between(state, unit, target))


def _between(state: State, unit: str, target: str) -> Lines:
    viewers, targets = bodies_of(state, unit), bodies_of(state, target)
    skip = Skip((looked_through(state, unit),) * len(viewers))
    return lines(state.board, viewers, targets, state.bodies(), skip)


@rule("8e.shooting.same-model-range-and-sight")
def nearest_seen(state: State, model: str, target: str) -> int:
    """How far it is from a model to the nearest model of a unit that it sees; `FAR` when it sees none.

    A weapon reaches the unit only if it reaches that far: one and the same model must be in range and visible.
    """
    unit = state.models[model].unit
    seen = between(state, unit, target).visible[[m.id for m in state.present(unit)].index(model)].tolist()
    visible = [body for body, sees in zip(bodies_of(state, target), seen, strict=True) if sees]
    return nearest([body_of(state.models[model])], visible)


def verdict(state: State, viewer: str, target: str) -> Verdict:
    """What a model or unit sees of another, by id, and the cover that the unit looked at has.

    Raises KeyError for an id that is no model on the table and no unit.
    """
    if target in state.models and viewer in state.models:
        return pairs_of(state, (viewer,), (target,))[0]
    return between_units(state, viewer, target)


@rule("8e.shooting.same-model-range-and-sight")
def between_units(state: State, viewer: str, target: str) -> Verdict:
    """The verdict where a unit looks or is looked at: it is seen as soon as one model of it is."""
    targets, unit = models_of(state, target), unit_of(state, target)
    pairs = pairs_of(state, models_of(state, viewer), targets)
    tally, found = Tally.of(pairs, targets), cover.benefit(state, unit)
    near = min((nearest_seen(state, m, unit) for m in tally.seeing), default=FAR)
    details = facts(
        viewer=viewer, seen=len(tally.seen), models=len(targets), firers=len(tally.seeing), nearest=near,
        by=found.by if found else (),
    )  # fmt: skip
    reason = "sight.unit_hidden" if not tally.seen else "sight.unit_covered" if found else "sight.unit_seen"
    return Verdict(
        viewer,
        target,
        bool(tally.seen),
        tally.hidden,
        tally.line,
        tally.blockers,
        found,
        (VISIBLE, ONE_MODEL, *_of_cover(state, unit, found)),
        reason,
        details,
        pairs,
        fully=bool(targets) and all(any(p.fully for p in pairs if p.target == t) for t in targets),
    )


def pairs_of(state: State, viewers: tuple[str, ...], targets: tuple[str, ...]) -> tuple[Verdict, ...]:
    """The verdicts for models of one unit looking at models of another, one viewer after the other."""
    if not viewers or not targets:
        return ()
    unit, other = state.models[viewers[0]].unit, state.models[targets[0]].unit
    rows, columns = ({m.id: n for n, m in enumerate(state.present(u))} for u in (unit, other))
    found, benefit = between(state, unit, other), cover.benefit(state, other)
    rules = _of_cover(state, other, benefit)
    return tuple(_pair(state, v, t, found, (rows[v], columns[t]), benefit, rules) for v in viewers for t in targets)


@rule("8e.shooting.visibility", "8e.attacks.cover")
def _pair(
    state: State,
    viewer: str,
    target: str,
    found: Lines,
    place: tuple[int, int],
    benefit: Benefit | None,
    of_cover: tuple[str, ...],
) -> Verdict:
    """The verdict for one model looking at another; `place` says which they are among the lines.

    `benefit` is the cover of the unit looked at, by the rules `of_cover`.
    """
    visible, blockers = bool(found.visible[place]), found.blockers(*place)
    hidden = round(float(found.hidden[place]) * MILLION) if visible else MILLION
    details = facts(
        viewer=viewer, percent=max(1, hidden * 100 // MILLION), blockers=blockers, by=benefit.by if benefit else ()
    )
    reason = "sight.hidden" if not visible else "sight.partly" if hidden else "sight.clear"
    reason += "_covered" if visible and benefit else ""
    models = (OTHERS,) if any(blocker in state.models for blocker in blockers) else ()
    rules = (VISIBLE, *models, *(of_cover if visible else ()))
    line = witness(found.join(*place).line) if visible else None
    fully = visible and not hidden
    return Verdict(viewer, target, visible, hidden, line, blockers, benefit, rules, reason, details, fully=fully)


def _of_cover(state: State, unit: str, found: Benefit | None) -> tuple[str, ...]:
    """The rules by which a unit has cover, or lacks it although some of it is in terrain."""
    if found:
        return (cover.IN_COVER, cover.ENTIRELY)
    return (cover.ENTIRELY,) if any(cover.sheltered(state, unit)) else ()


def margin(state: State, viewer: str, target: str, of: str = "target") -> Margin | None:
    """How far the target, or the `viewer`, may be shifted before the one ceases or begins to see the other.

    Between two models on the table; None otherwise.
    """
    bodies = opponents(state, viewer, target)
    if bodies is None:
        return None
    through = looked_through(state, state.models[viewer].unit)
    fixed, moved = bodies if of == "target" else bodies[::-1]
    return join_margin(state.board, fixed, moved, state.bodies(), transparent=through)
