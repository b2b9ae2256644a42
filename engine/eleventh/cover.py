"""The benefit of cover: which units have it against which attacking model."""

from __future__ import annotations

from engine.core.ledger import rule
from engine.core.state import State
from engine.eleventh.keywords import SHELTERING, has
from engine.eleventh.terrain import within
from engine.eleventh.visibility import Views, as_areas
from engine.mechanics.verdicts import Benefit

IN_AREA, OBSTRUCTED = "11e.terrain.cover-in-area", "11e.terrain.cover-by-obstruction"
MIXED, EFFECT = "11e.terrain.cover-mixed-and-per-attacker", "11e.terrain.cover-effect"

SKILL = "bs"
"""What cover and plunging fire change: the Ballistic Skill of an attack, for better (+1) or worse (-1)."""


@rule("11e.terrain.cover-in-area")
def standing_in(state: State, views: Views, target: int) -> tuple[str, ...]:
    """The areas that shelter a target because it is within them; only INFANTRY, BEASTS and SWARMS."""
    body = views.targets[target]
    if not has(state, body.group, *SHELTERING):
        return ()
    return tuple(area.id for area in within(views.marked, body))


@rule("11e.terrain.cover-by-obstruction")
def obstructed_by(state: State, views: Views, place: tuple[int, int]) -> tuple[str, ...]:
    """The features and obscuring areas that keep an attacker from seeing all of a target, models left out.

    Those that stand between are named, where it is not known which of them it takes.
    """
    if not views.lines.visible[place]:
        closing = views.lines.blockers(*place)
        if not any(name in state.models for name in closing):
            return as_areas(closing)
    found = views.past_terrain(place)
    return () if found.seen else as_areas(found.blockers or found.between)


@rule("11e.terrain.cover-mixed-and-per-attacker")
def benefit(state: State, views: Views, viewer: int) -> Benefit | None:
    """The cover of a unit against the attacks of one model: each of its models must be sheltered, in either way."""
    rules: list[str] = []
    by: list[str] = []
    for target in range(len(views.targets)):
        sheltering, reason = standing_in(state, views, target), IN_AREA
        if not sheltering:
            sheltering, reason = obstructed_by(state, views, (viewer, target)), OBSTRUCTED
        if not sheltering:
            return None
        rules.append(reason)
        by += sheltering
    if not rules:
        return None
    return worsened(rules[0] if len(set(rules)) == 1 else MIXED, tuple(dict.fromkeys(by)))


@rule("11e.terrain.cover-effect")
def worsened(reason: str, by: tuple[str, ...]) -> Benefit:
    """What the benefit of cover does: the BS of an attack is worse by 1; the save is as it was, and nothing adds up."""
    return Benefit(0, reason, by, SKILL, -1)
