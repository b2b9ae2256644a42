"""How each shape of question is answered: one prompt for each, chosen by `prompt_for`."""

from __future__ import annotations

from typing import Any

from engine.core import decisions as asked
from render.battle.prompts.agree import AgreePrompt
from render.battle.prompts.allocate import AllocatePrompt
from render.battle.prompts.base import Desk, Prompt
from render.battle.prompts.chance import ChancePrompt
from render.battle.prompts.choose import ChoosePrompt
from render.battle.prompts.many import ManyPrompt, OrderPrompt
from render.battle.prompts.numbers import AmountPrompt, SplitPrompt
from render.battle.prompts.react import ConfirmPrompt, ReactPrompt

__all__ = ["Desk", "Prompt", "prompt_for"]

PROMPTS: dict[type, type[Prompt]] = {
    asked.Choose: ChoosePrompt,
    asked.ChooseMany: ManyPrompt,
    asked.Order: OrderPrompt,
    asked.Amount: AmountPrompt,
    asked.Split: SplitPrompt,
    asked.Allocate: AllocatePrompt,
    asked.React: ReactPrompt,
    asked.Confirm: ConfirmPrompt,
    asked.Chance: ChancePrompt,
    asked.Agree: AgreePrompt,
}
"""Shapes that are answered in the prompt; those answered on the table have tools besides."""


def prompt_for(desk: Desk, decision: asked.Decision[Any]) -> Prompt:
    """The prompt for a question; one that only confirms the suggestion where the answer is made on the table."""
    return PROMPTS.get(type(decision), Prompt)(desk, decision)
