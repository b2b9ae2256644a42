"""One short hint for each new kind of question, for those who play for the first time."""

from __future__ import annotations

from typing import Any

from engine.core import decisions as asked
from engine.core.decisions import Decision

TOPICS = {
    "setup.agree": "Before the battle both players settle what the terrain counts as. Press “We agree” if all is well.",
    "setup.unit": "Click a unit in the list at the left to set it down in your zone.",
    "setup.place": "Click in your zone to put the unit there; drag single models to shift them, then confirm.",
    "setup.objective": "Click the table to put the objective there.",
    "move.unit": "Click one of your units, on the table or in the list, to move it. End the phase when all have moved.",
    "move.declare": "Entering difficult ground makes the move a roll; keeping out leaves the full move.",
    "move.models": "Drag the unit, or with Shift one model. The ribbon shows the way; red is too far.",
    "run": "The unit ran: drag it as far as the die allows, or leave it where it is.",
    "casualties.pick": "Choose which models are taken off; what is ticked is the suggestion.",
    "move": "Drag a model, or drag with the unit selected. The ribbon shows the way; red is too far.",
    "shoot.unit": "Click a unit that shall shoot or run. The ones that cannot are grey, with the reason.",
    "shoot.target": "Click the enemy to shoot at. What stands beside a target tells distance and chances.",
    "shoot.models": "Everyone who can fire is ticked. Untick those who shall hold their fire, then confirm.",
    "charge.unit": "Click a unit that shall charge. Near enemies are lit; far ones are out of reach.",
    "charge.target": "Click the enemy to charge.",
    "wounds.allocate": "Give each wound to a model: click models on the table, or lots in the list.",
    "react": "The other side did something you may answer. Space lets it go by.",
    "dice": "Roll your dice on the table in front of you and type in what they show.",
}
SHAPES: dict[type, str] = {
    asked.Choose: "Click what you choose, on the table or in the list; Space takes what is ringed.",
    asked.ChooseMany: "Click rows or models to tick them, then confirm.",
    asked.Order: "Click a row to move it up, then confirm.",
    asked.Amount: "Slide to the number, then confirm.",
    asked.Split: "Click a row to give it one more, then confirm.",
    asked.Allocate: TOPICS["wounds.allocate"],
    asked.Move: TOPICS["move"],
    asked.Place: TOPICS["setup.place"],
    asked.PlaceTemplate: "Move the template with the pointer and click to lay it. The wheel turns it.",
    asked.Direction: "Point and click.",
    asked.React: TOPICS["react"],
    asked.Confirm: "Answer yes or no; Space takes the green one.",
    asked.Chance: TOPICS["dice"],
    asked.Agree: TOPICS["setup.agree"],
}


def kind_of(decision: Decision[Any]) -> str:
    """What counts as one kind of question: its topic, or its shape where no words are for the topic."""
    return decision.topic if decision.topic in TOPICS else type(decision).__name__


def hint_for(decision: Decision[Any]) -> str:
    """The hint for a question, empty when there is none."""
    return TOPICS.get(decision.topic) or SHAPES.get(type(decision), "")
