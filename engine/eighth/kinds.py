"""Kinds of abilities: everything about them that the game enforces; whatever else a datasheet says is for players."""

from __future__ import annotations

TO_HIT, TO_WOUND = "to_hit", "to_wound"
"""Added to hit or wound rolls: with the weapon that has it, or of the models on which it works."""
HARD_TO_HIT = "hard_to_hit"
"""Added to hit rolls of shots at a unit on all of whose models it works."""
AUTO_HIT = "auto_hit"
EXTRA_ATTACKS = "extra_attacks"
REROLL_HITS, REROLL_HIT_ONES = "reroll_hits", "reroll_hit_ones"
REROLL_WOUNDS, REROLL_WOUND_ONES = "reroll_wounds", "reroll_wound_ones"
REROLL_CHARGE, REROLL_MORALE = "reroll_charge", "reroll_morale"
LEADERSHIP = "leadership"
IGNORE_WOUNDS = "ignore_wounds"
DROP_IN = "drop_in"
EXPLODES = "explodes"

KINDS = (
    TO_HIT, TO_WOUND, HARD_TO_HIT, AUTO_HIT, EXTRA_ATTACKS, REROLL_HITS, REROLL_HIT_ONES, REROLL_WOUNDS,
    REROLL_WOUND_ONES, REROLL_CHARGE, REROLL_MORALE, LEADERSHIP, IGNORE_WOUNDS, DROP_IN, EXPLODES,
)  # fmt: skip
