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
    "charge.unit": "Click a unit that shall charge. Near enemies are lit; far ones are out of reach.",
    "charge.target": "Click the enemy to charge.",
    "setup.warlord": "Your Warlord may be any model; a Character gets a Warlord Trait besides.",
    "setup.line": "Point at a line on the table and click it, or use the buttons. Your opponent then takes a half.",
    "setup.half": "Point at a half of the table and click it: there you set up.",
    "setup.trait": "A trait lasts all battle. Choose one, or let a die choose.",
    "setup.powers": "The list says each power's warp charge: what 2D6 must reach. The unit's card says what it does.",
    "setup.reserve": "A unit kept back arrives at the end of one of your Movement phases, away from the enemy.",
    "setup.riders": "Tick the units that begin the battle inside. They need no place of their own.",
    "setup.first": "The same side goes first in every round.",
    "move.how": "Move goes as far as the Move characteristic. Advance adds a die, but then the unit cannot charge.",
    "move.move": "Drag the unit, or with Shift one model. The ribbon shows the way; red is too far or too near.",
    "move.fall_back": "Get everyone clear of the enemy. A unit that fell back does not shoot or charge this turn.",
    "reserve.unit": "Units that wait may arrive now. They come down away from the enemy and cannot move further.",
    "transport.embark": "The unit stands near a transport with room: it may get in. Click the transport, or Stay.",
    "psychic.power": "2D6 must reach the power's warp charge. A double 1 or a double 6 harms the psyker.",
    "shoot.models": "Everything that can fire is ticked. Untick what shall hold its fire, then confirm.",
    "attacks.allocate": "A wounded model always comes first. Then the models you click, in that order.",
    "charge.targets": "Tick every unit the charge goes at. They may fire first; only they can be struck afterwards.",
    "charge.move": "The first model has to end next to a target. The suggestion is laid out: drag it, or confirm.",
    "charge.hero": "Characters close to the enemy may step into the fight now, though it is not your turn.",
    "fight.unit": "Units that charged fight first. After that the players take turns to pick a unit.",
    "fight.pile_in": "Each model may move a little, ending closer to the nearest enemy. Drag, or confirm.",
    "fight.attacks": "Each row is a target and a weapon with the scores it needs. A click gives it one more attack.",
    "fight.consolidate": "After its attacks the unit may close in once more. Drag, or confirm.",
    "morale.unit": "A die and the models lost this turn are held against Leadership; what is over it flees.",
    "react.overwatch": "Before the charge move the target may shoot at the charger; only sixes hit. Space lets it go.",
    "react.deny": "A psyker near enough may stop the power by rolling more than its test. Space lets it go by.",
    "react.reroll": "The Underdog may roll single dice again, a few times in the battle. Space keeps the die.",
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
