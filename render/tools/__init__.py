"""Tools of the hand over the table: moving, placing, templates, ruler, ranges, sight.

`for_decision` gives the tool for an open question, `instruments` those that only show something, `referee` the one
that moves any model.
"""

from __future__ import annotations

from engine.core.decisions import Move, Place
from render.battle.tool import Bench, Instrument, Tool
from render.tools.moving import MoveTool
from render.tools.placing import PlaceTool


def for_decision(bench: Bench) -> Tool | None:
    """The tool that answers the open question, None when the prompt does."""
    decision = bench.decision
    if isinstance(decision, Move):
        return MoveTool(bench, decision)
    if isinstance(decision, Place):
        return PlaceTool(bench, decision)
    return None


def instruments() -> tuple[Instrument, ...]:
    """Those that only show something, in the order of their buttons."""
    return ()


def referee(bench: Bench) -> Tool | None:
    """The tool with which both players move any model; its answers are referee commands."""
    return None
