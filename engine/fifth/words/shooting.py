"""Words of the chapters around shooting."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # questions
    "ask.shoot.unit": "Choose a unit to shoot or run, or end the Shooting phase",
    "ask.shoot.target": "Choose what {unit:name} shoots at, or let it run",
    "ask.shoot.models": "Choose who of {unit:name} fires at {target:name}, and with what",
    "ask.shoot.template": "Lay the template of {model:name}: it starts at the base and must cover {best}",
    "ask.shoot.blast": "Put the blast marker of {model:name} on a model that it sees",
    "ask.shoot.salvo": "Lay the next marker of {model:name} against one of the salvo",
    "ask.run": "Run with {subject}: up to {distance:in} each",
    "ask.reroll.scatter": "Roll the scatter of the {weapon} again, all dice of it?",
    "ask.reroll.misses": "Roll {count:of miss} of the {weapon} again? A 1 burns the firer",
    "ask.wounds.allocate": "Allocate {count:of wound} on {unit:name}",
    "ask.casualties.pick": "Choose {count:of model} of {subject} to remove",
    "ask.casualties.wound": "Choose who of {subject} bears the wounds left over",
    "label.run": "Run",
    "label.back": "Another unit",
    "label.done_shooting": "End the Shooting phase",
    # what happened
    "unit.shoots": "{subject} shoots at {target:name} with {models:of model}.",
    "unit.runs": "{subject} runs {distance:in}.",
    "shots.rolled": "{weapon}: {hits} of {shots} shots hit ({need}+ to hit: BS {bs}).",
    "shots.out_of_range": "{weapon}: {count} out of range of {target:name}.",
    "shots.no_skill": "{weapon}: nobody has the skill to hit with it.",
    "shots.overheated": "Overheating: {count:of wound} on {models:names}.",
    "template.placed": "{weapon} of {subject}: {hits:of model} under the template.",
    "template.no_room": "{weapon} of {subject} does not fire: friends are in the way whichever way it points.",
    "template.too_far": "{weapon} of {subject} does not reach {target:name}.",
    "blast.no_room": "{weapon} of {subject} does not fire: every marker on {target:name} would touch a friend.",
    "blast.out_of_range": "{weapon} of {subject} misses: the hole is beyond {range:in}.",
    "blast.on_target": "{weapon}: the marker stays where it is.",
    "blast.scattered": "{weapon}: the marker scatters {distance:in}.",
    "blast.off_table": "{weapon}: the marker leaves the table.",
    "blast.landed": "{weapon}: {hits:of model} under the marker.",
    "wounds.rolled": (
        "{weapon}: {wounds} of {hits} hits wound {subject}"
        " ({need}+ to wound: Strength {strength} against Toughness {toughness})."
    ),
    "wounds.rolled_always": "{weapon}: {wounds} of {hits} hits wound {subject} ({need}+ whatever the Toughness).",
    "wounds.no_effect": (
        "{weapon}: {hits:of hit} cannot hurt {subject} (Strength {strength} against Toughness {toughness})."
    ),
    "saves.rolled": "{subject}: {saved} of {given} {kind} saves hold ({need}+).",
    "saves.none": "{subject}: no save against {count:of wound}.",
    "cover.counts": "{subject} has a cover save of {save}+ ({by:names}).",
    "cover.counts_ground": "{subject} lies flat in the open: a cover save of {save}+.",
    "unit.suffered": "{subject}: {unsaved} of {given:of wound} unsaved, {removed:of model} removed.",
    "unit.destroyed": "{subject} is destroyed.",
    # why not
    "shoot.has_shot": "{subject} has shot already this turn.",
    "shoot.ran": "{subject} has run this turn and cannot shoot.",
    "shoot.locked": "{subject} is locked in close combat: it cannot shoot or run until the combat is over.",
    "shoot.gone_to_ground": "{subject} has gone to ground: it does nothing until the end of its turn.",
    "shoot.target_locked": "{subject} is locked in close combat: only units outside combats can be shot at.",
    "shoot.no_sight": "Nobody of the unit sees any model of {subject}: a target must be seen by one model at least.",
    "shoot.out_of_range": "No weapon reaches {subject}, which is {distance:in} away.",
    "shoot.no_weapon": "{subject} carries nothing to shoot with.",
    "shoot.heavy_moved": "{weapon} of {subject} cannot fire: its unit moved, and a heavy weapon must stand still.",
    "shoot.ordnance": "{weapon} of {subject} is ordnance, which only vehicles and fortifications fire.",
    "shoot.model_sees_none": "{subject} sees no model of the target.",
    "shoot.one_weapon": "{subject} fires one weapon: choose one of those marked for it.",
    "run.kind": "{subject} is of a type that cannot run ({kind}).",
    "charge.fired": "{subject} fired a {kind} weapon and cannot assault this turn.",
    "template.not_at_base": "The narrow end of the template must touch the base of {subject}.",
    "template.touches_friend": "The template touches {subject}, a friend or locked in combat: point it elsewhere.",
    "template.covers_fewer": "The template covers {count} of the target; it must cover {best}, the most it can.",
    "blast.hole_not_on_target": "The hole must be over a model of the target that {subject} sees.",
    "blast.apart_from_salvo": "The marker must touch or overlap one of the salvo that lies already.",
    "blast.touches_friend": "The marker touches {subject}, a friend or locked in combat: move it away.",
    "wounds.one_each_first": (
        "{subject} and those like it have {given} wounds; every model takes one before any takes a second,"
        " so these {models} take from {low} to {high}."
    ),
}
