"""The verdict on sight, cover and plunging fire, between models and between units, as everyone who asks gets it."""

from __future__ import annotations

from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.state import State
from engine.eleventh import cover, hidden, measuring, plunging
from engine.eleventh.visibility import Views, as_areas, members, obscured_by, views
from engine.mechanics.company import models_of, unit_of
from engine.mechanics.straight import straight
from engine.mechanics.verdicts import MILLION, Benefit, Tally, Verdict, witness

LINE, VISIBLE, WHOLE = (
    "11e.visibility.line-of-sight",
    "11e.visibility.model-visible",
    "11e.visibility.model-fully-visible",
)
UNIT, UNIT_WHOLE = "11e.visibility.unit-visible", "11e.visibility.unit-fully-visible"
OTHERS, OBSCURING, SOLID = (
    "11e.visibility.other-models-block", "11e.terrain.obscuring-areas", "11e.terrain.solid-gaps",
)  # fmt: skip
HIDDEN, DETECTED, TO_GROUND = (
    "11e.terrain.hidden-conditions", "11e.terrain.hidden-effect", "11e.terrain.gone-to-ground",
)  # fmt: skip


def verdict(state: State, viewer: str, target: str) -> Verdict:
    """What a model or unit sees of another, by id; the cover of the unit looked at, and what the attacker gains.

    Cover and plunging fire are those of an attack by the model that looks; where a unit looks, those that all of its
    models have that see anything. Raises KeyError for an id that is no model on the table and no unit.
    """
    if target in state.models and viewer in state.models:
        return pairs_of(state, (viewer,), (target,))[0]
    return between_units(state, viewer, target)


@rule("11e.visibility.unit-visible", "11e.visibility.unit-fully-visible", "11e.visibility.default-viewer")
def between_units(state: State, viewer: str, target: str) -> Verdict:
    """The verdict where a unit looks or is looked at.

    It is visible as soon as one model of it is, to one model of the unit that looks; fully, when one model that looks
    sees all of every model.
    """
    viewers, targets = (
        members(state, subject) if subject in state.units else models_of(state, subject) for subject in (viewer, target)
    )
    pairs = pairs_of(state, viewers, targets)
    tally = Tally.of(pairs, targets)
    asked = tally.seeing or viewers
    against = {pair.viewer: pair for pair in pairs if pair.viewer in asked}
    covers = [pair.cover for pair in against.values() if pair.cover]
    gains = [gain for pair in against.values() for gain in pair.effects]
    shared = tuple(gain for gain in dict.fromkeys(gains) if gains.count(gain) == len(against))
    benefit = covers[0] if covers and len(covers) == len(against) else None
    details = facts(
        viewer=viewer, seen=len(tally.seen), models=len(targets), firers=len(tally.seeing), covered=len(covers),
        by=benefit.by if benefit else (),
    )  # fmt: skip
    reason = "sight.unit_hidden" if not tally.seen else "sight.unit_seen"
    if tally.seen and covers:
        reason = "sight.unit_covered" if benefit else "sight.unit_partly_covered"
    whole = bool(pairs) and any(all(p.fully for p in pairs if p.viewer == v) for v in viewers)
    rules = (UNIT, *((UNIT_WHOLE,) if whole else ()), *(id for pair in pairs for id in pair.rules))
    return Verdict(
        viewer, target, bool(tally.seen), tally.hidden, tally.line, tally.blockers, benefit,
        tuple(dict.fromkeys(rules)), reason, details, pairs, fully=whole, effects=shared,
    )  # fmt: skip


def pairs_of(state: State, viewers: tuple[str, ...], targets: tuple[str, ...]) -> tuple[Verdict, ...]:
    """The verdicts for models of one unit looking at models of another, one viewer after the other."""
    if not viewers or not targets:
        return ()
    unit, other = unit_of(state, viewers[0]), unit_of(state, targets[0])
    seen, found = views(state, unit, other), []
    rows, columns = ({body.id: n for n, body in enumerate(many)} for many in (seen.viewers, seen.targets))
    for viewer in viewers:
        row = [detection(state, seen, (rows[viewer], column)) for column in range(len(seen.targets))]
        benefit = cover.benefit(state, seen, rows[viewer])
        gain = plunging.plunging(state, viewer, other) if any(detected for detected, _ in row) else None
        for target in targets:
            looked = _Look(state, seen, (rows[viewer], columns[target]), row[columns[target]])
            found.append(_verdict(state, viewer, target, looked, benefit, gain))
    return tuple(found)


@rule("11e.terrain.hidden-effect")
def detection(state: State, seen: Views, place: tuple[int, int]) -> tuple[bool, int | None]:
    """Whether a target is visible to a viewer, and from how far it is where it is hidden and a line leads to it."""
    if not seen.lines.visible[place]:
        return False, None
    pair = seen.viewers[place[0]], seen.targets[place[1]]
    reach = hidden.detected_from(state, seen.board, seen.marked, pair)
    return reach is None or measuring.within(straight(*pair), reach), reach


class _Look:
    """One model looking at another: what the lines say, whether it is detected, and by which rules."""

    def __init__(self, state: State, seen: Views, place: tuple[int, int], detection: tuple[bool, int | None]):
        self.seen, self.place = seen, place
        self.detected, reach = detection
        self.line, self.reach = bool(seen.lines.visible[place]), reach or 0
        self.apart = straight(seen.viewers[place[0]], seen.targets[place[1]])
        raw = seen.lines.blockers(*place)
        self.blockers = as_areas(raw)
        self.whole = self.detected and seen.whole(place).seen
        if self.line and not self.whole and not raw:
            self.blockers = as_areas(seen.whole(place).blockers)
        self.rules = [LINE] + [HIDDEN, DETECTED] * (reach is not None)
        self.rules += [TO_GROUND] * (reach == hidden.detection_range(True))
        self.rules += [VISIBLE] * self.detected + [WHOLE] * self.whole + [OBSCURING] * bool(obscured_by(raw))
        self.rules += [OTHERS] * any(name in state.models for name in raw)
        self.rules += [SOLID] * seen.closed_off(place)


@rule("11e.visibility.model-visible")
def _verdict(
    state: State, viewer: str, target: str, look: _Look, benefit: Benefit | None, gain: Benefit | None
) -> Verdict:
    """The verdict for one model looking at another: visible if any part of it can be seen, and it is not hidden."""
    visible = look.detected
    share = round(float(look.seen.lines.hidden[look.place]) * MILLION) if visible else MILLION
    details = facts(
        viewer=viewer, blockers=look.blockers, distance=look.apart, reach=look.reach, by=benefit.by if benefit else ()
    )
    reason = "sight.whole" if look.whole else "sight.partly" if visible else "sight.blocked"
    if look.line and not visible:
        reason = "sight.undetected"
    reason += "_covered" * bool(visible and benefit) + "_plunging" * bool(visible and gain)
    gives = (*((benefit.rule, cover.EFFECT) if benefit else ()), *((gain.rule,) if gain else ()))
    rules = (*look.rules, *(gives if visible else ()))
    line = witness(look.seen.lines.join(*look.place).line) if visible else None
    effects = (gain,) if gain else ()
    return Verdict(
        viewer, target, visible, share, line, look.blockers, benefit, rules, reason, details, fully=look.whole,
        effects=effects,
    )  # fmt: skip
