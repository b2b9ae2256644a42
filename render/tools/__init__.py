"""Tools of the hand over the table: moving, placing, templates, ruler, ranges, sight.

`for_decision` gives the tool for an open question, `instruments` those that only show something, `referee` the one
that moves any model.
"""

from __future__ import annotations

import pygame

from engine.core.decisions import Direction, Move, Place, PlaceTemplate
from render.battle.tool import Bench, Instrument, Tool
from render.tools.direction import DirectionTool
from render.tools.looking import Sight
from render.tools.moving import MoveTool
from render.tools.placing import PlaceTool
from render.tools.referee import RefereeTool
from render.tools.ruler import Ranges, Ruler
from render.tools.template import TemplateTool


def for_decision(bench: Bench) -> Tool | None:
    """The tool that answers the open question, None when the prompt does."""
    decision = bench.decision
    if isinstance(decision, Move) and decision.models:
        return MoveTool(bench, decision)
    if isinstance(decision, Place):
        return PlaceTool(bench, decision)
    if isinstance(decision, PlaceTemplate):
        return TemplateTool(bench, decision)
    if isinstance(decision, Direction):
        return DirectionTool(bench, decision)
    return None


def instruments() -> tuple[Instrument, ...]:
    """Those that only show something, in the order of their buttons."""
    return (
        Instrument("ruler", "Ruler", pygame.K_m, Ruler, "Measure: drag from one model or spot to another"),
        Instrument("ranges", "Ranges", pygame.K_r, Ranges, "The ranges of a unit's weapons, half of each dotted"),
        Instrument("sight", "Sight", pygame.K_v, Sight, "What a model sees, what hides the rest, and the cover"),
    )


def referee(bench: Bench) -> Tool | None:
    """The tool with which both players move any model; its answers are referee commands."""
    return RefereeTool(bench)
