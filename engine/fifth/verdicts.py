"""The verdict on sight and cover, between models and between units, as everyone who asks gets it."""

from __future__ import annotations

from battlefield.sight import Sighting
from battlefield.units import um
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.records import body_of
from engine.core.state import State
from engine.fifth import cover, obscured, sight, status
from engine.fifth.cover import CoverVerdict
from engine.fifth.kinds import is_vehicle
from engine.fifth.shelter import Shelter, inside
from engine.mechanics.verdicts import MILLION, Benefit, Spot, Verdict

LOS, NEEDED = "5e.shooting.true-los", "5e.shooting.los-needed"
HULL, AREA = "5e.vehicles.target-visible", "5e.vehicles.no-area-cover"


def verdict(state: State, viewer: str, target: str) -> Verdict:
    """What a model or unit sees of another, by id, and the cover that it has from there.

    Between two models: the cover of that one from that one. As soon as a unit is the target, the cover that counts for
    it, as most of the viewers see it that see anything of it. Raises KeyError for an id that is no model on the table
    and no unit.
    """
    if target in state.models and viewer in state.models:
        return pairs_of(state, (viewer,), (target,))[0]
    return between_units(state, _models(state, viewer), viewer, target)


@rule("5e.cover.majority-viewpoint", "5e.shooting.los-needed")
def between_units(state: State, firing: tuple[str, ...], viewer: str, target: str) -> Verdict:
    """The verdict for some models of a unit, those that may fire, looking at a unit or model."""
    targets = _models(state, target)
    pairs = pairs_of(state, firing, targets)
    visible = [pair for pair in pairs if pair.visible]
    seeing = tuple(dict.fromkeys(pair.viewer for pair in visible))
    unit = target if target in state.units else state.models[target].unit
    found = cover.cover_save(state, seeing or firing, unit)
    seen = len({pair.target for pair in visible})
    hidden = MILLION * (len(targets) - seen) // len(targets) if targets else MILLION
    details = facts(
        viewer=viewer, seen=seen, models=len(targets), firers=len(seeing), save=found.save, by=found.pieces,
        covered=found.views,
    )  # fmt: skip
    return Verdict(
        viewer,
        target,
        bool(visible),
        hidden,
        visible[0].line if visible else None,
        tuple(dict.fromkeys(b for pair in pairs for b in pair.blockers)),
        Benefit(found.save, found.rule, found.pieces) if found.save else None,
        (NEEDED, LOS, *(_rules(state, unit, found) if visible else ())),
        "sight.unit_hidden" if not visible else "sight.unit_covered" if found.save else "sight.unit_seen",
        details,
        pairs,
        fully=bool(pairs) and all(any(p.fully for p in pairs if p.target == t) for t in targets),
    )


def pairs_of(state: State, viewers: tuple[str, ...], targets: tuple[str, ...]) -> tuple[Verdict, ...]:
    """The verdicts for models of one unit looking at models of another, one viewer after the other."""
    if not viewers or not targets:
        return ()
    unit, other = state.models[viewers[0]].unit, state.models[targets[0]].unit
    row, column = _places(state, unit), _places(state, other)
    seen = sight.between(state, unit, other)
    rows = cover.sheltered(state, tuple(row), other)
    return tuple(
        _pair(state, v, t, seen.sighting(row[v], column[t]), rows[row[v]][column[t]]) for v in viewers for t in targets
    )


@rule("5e.shooting.true-los", "5e.cover.in-cover")
def _pair(state: State, viewer: str, target: str, found: Sighting, shelter: Shelter) -> Verdict:
    """The verdict for one model looking at another: what is hidden of it, by what, and what cover that is."""
    unit = state.models[target].unit
    benefit = _benefit(state, unit, shelter)
    hidden = round(found.hidden * MILLION)
    details = facts(
        viewer=viewer, percent=max(1, hidden * 100 // MILLION), blockers=found.blockers,
        save=benefit.save if benefit else 0, by=benefit.by if benefit else (), facing=shelter.facing,
        share=shelter.share, of_it=shelter.share * 100 // MILLION,
    )  # fmt: skip
    cover_rules = (benefit.rule,) if benefit else _no_cover(state, target)
    rules = (*_sight_rules(state, unit), *(cover_rules if found.visible else ()))
    return Verdict(
        viewer,
        target,
        found.visible,
        hidden,
        _line(found),
        found.blockers,
        benefit,
        tuple(dict.fromkeys(rules)),
        _reason(state, unit, found.visible, hidden, shelter, benefit),
        details,
        fully=found.visible and not hidden,
    )


@rule("5e.vehicles.target-visible")
def _sight_rules(state: State, unit: str) -> tuple[str, ...]:
    """By which rules the models of a unit are seen. Of a vehicle the hull is its body, which no barrel belongs to."""
    return (LOS, HULL) if is_vehicle(state, unit) else (LOS,)


def _no_cover(state: State, target: str) -> tuple[str, ...]:
    """By which rules a model that only half hidden would be in cover has none."""
    unit = state.models[target].unit
    if not obscured.by_half(state, unit):
        return ()
    standing = inside(state.board, body_of(state.models[target]))
    area = (AREA,) if standing and is_vehicle(state, unit) else ()
    return (obscured.rules_of(state, unit)[0], *area)


def _reason(state: State, unit: str, visible: bool, hidden: int, shelter: Shelter, benefit: Benefit | None) -> str:
    """The code of the sentence on a pair."""
    if not visible:
        return "sight.hidden"
    if not obscured.by_half(state, unit):
        return ("sight.partly" if hidden else "sight.clear") + ("_covered" if benefit else "")
    what = "facing" if shelter.facing else "body"
    if benefit is None:
        return f"sight.{what}_clear" if 2 * shelter.share < MILLION else f"sight.{what}_half"
    if shelter.best is not None and shelter.best.rule == obscured.OTHER:
        return "sight.other_facing"
    return f"sight.{what}_unclear" if 2 * shelter.share < MILLION else f"sight.{what}_obscured"


def _models(state: State, subject: str) -> tuple[str, ...]:
    """The models on the table of a unit, or the model itself. Raises KeyError."""
    if subject in state.models:
        return (subject,)
    return tuple(m.id for m in state.present(state.units[subject].id))


def _places(state: State, unit: str) -> dict[str, int]:
    """Which of the models of a unit on the table each of them is."""
    return {model.id: place for place, model in enumerate(state.present(unit))}


def _benefit(state: State, unit: str, shelter: Shelter) -> Benefit | None:
    """What shelters one model, with what its unit adds to it."""
    save = cover.improved(state, unit, shelter.save)
    if not save:
        return None
    if shelter.best is None:
        return Benefit(save, "5e.cover.gtg-open")
    return Benefit(save, shelter.best.rule, shelter.best.by)


def _rules(state: State, unit: str, found: CoverVerdict) -> tuple[str, ...]:
    """The rules by which a unit is in cover or not, and by which its save is what it is."""
    down = ("5e.cover.gtg-bonus" if found.plain else "5e.cover.gtg-open",) if status.gone_to_ground(state, unit) else ()
    return (found.rule, *found.sources, *down)


def _line(found: Sighting) -> tuple[Spot, Spot] | None:
    """The witness line in micrometres."""
    if found.line is None:
        return None
    (ax, ay, az), (bx, by, bz) = found.line
    return (um(ax), um(ay), um(az)), (um(bx), um(by), um(bz))
