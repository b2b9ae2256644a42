"""Words of setting up, turns, missions, measuring, and plain tests."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # what happened
    "roll_off.won": "{side}: highest in the roll-off for {purpose}.",
    "initiative.seized": "{side} rolled {face} and seized the initiative!",
    "initiative.kept": "{side} rolled {face}: the initiative is not seized.",
    "turn.began": "Game turn {round}: {side} to play.",
    "battle.goes_on": "The die shows {face} ({need}+ needed): another game turn is played.",
    "battle.ends": "The die shows {face} ({need}+ needed): the battle ends after game turn {round}.",
    "battle.finished": "The battle is over: {reason}.",
    "objective.held": "{subject} is held by {side}.",
    "objective.lost": "Nobody holds {subject}.",
    "objective.no_room": "The table has no room for more objectives: there are {number}.",
    "unit.no_room": "{subject} finds no room in the deployment zone and takes no part in the battle.",
    "model.placed": "{subject} is set down.",
    "test.passed": "{subject} passes a test on {name} {score} with {face}.",
    "test.failed": "{subject} fails a test on {name} {score} with {face}.",
    # refusals
    "setup.outside": "{subject} must stand wholly inside the deployment zone.",
    "setup.occupied": "{subject} cannot stand there: {by:name} is in the way.",
    "setup.not_coherent": "{subject} is out of coherency: every gap of the chain must be {link:in} or less.",
    "objective.near_edge": "An objective must lie {least:in} from every table edge; this is {distance:in}.",
    "objective.near_other": "An objective must lie {least:in} from the others; {subject} is nearer.",
    "objective.impassable": "An objective cannot lie in impassable terrain.",
    "measure.not_now": (
        "The distance from {subject} to {target:name} may not be measured before it is declared a target."
    ),
    # questions
    "ask.setup.agree": "Agree on the terrain and on how unclear rules are read",
    "ask.setup.turn": "Take the first turn or the second?",
    "ask.setup.edge": "Choose your table edge",
    "ask.setup.objective": "Place objective {number} of {of}",
    "ask.setup.unit": "Choose a unit to deploy",
    "ask.setup.place": "Deploy {unit:name}",
    "ask.setup.seize": "Roll to seize the initiative? You go first on a 6.",
    # buttons
    "label.first": "First turn",
    "label.second": "Second turn",
    "label.south": "South edge",
    "label.north": "North edge",
}
