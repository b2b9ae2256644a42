"""Words of shooting and of resolving attacks."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "ask.shoot.unit": "Choose a unit to shoot, or end the Shooting phase",
    "ask.shoot.target": "At what does {unit:name} shoot? Everything is declared before any die is rolled",
    "ask.shoot.models": "Which weapons of {unit:name} fire at {target:name}?",
    "ask.attacks.allocate": "{subject} suffers {count:of wound}: in which order do its models bear them?",
    "ask.casualties.pick": "Choose {count:of model} of {subject} to remove",
    "label.done_shooting": "End the Shooting phase",
    "label.fire": "Fire: all is declared",
    "label.back": "Another unit",
    "unit.shoots": "{subject} shoots at {target:name} with {models:of model}.",
    "unit.overwatches": "{subject} fires Overwatch at {target:name}.",
    "unit.destroyed": "{subject} is destroyed.",
    "shots.lost": "Attacks of {subject} are lost: {target:name} is gone.",
    "attacks.hit": "{weapon}: {hits} of {count} attacks hit {target:name} ({need}+).",
    "attacks.hit_automatically": "{weapon}: {count:of hit}, without a roll.",
    "attacks.wounded": (
        "{wounds} of {count} hits wound {target:name} ({need}+: Strength {strength} against Toughness {toughness})."
    ),
    "save.made": "{subject} saves ({face}, {need}+).",
    "save.failed": "{subject} fails to save ({face}, {need}+).",
    "save.none": "{subject} has no save against {count:of wound} (AP {ap}).",
    "wounds.lost": "{count:of wound} lost: nobody of {subject} is left.",
    "wounds.mortal": "{subject} suffers {count:of mortal wound}.",
    "wounds.ignored": "{subject} ignores {count:of wound}.",
    "shoot.has_shot": "{subject} has shot already this turn.",
    "shoot.no_weapon": "{subject} carries nothing to shoot with.",
    "shoot.fell_back": "{subject} fell back this turn and cannot fire its {weapon}.",
    "shoot.advanced": "{subject} Advanced: it can fire Assault weapons only, not its {weapon}.",
    "shoot.engaged": '{subject} has an enemy within 1": it can fire Pistols only, not its {weapon}.',
    "shoot.near_friends": '{subject} is within 1" of your own units and cannot be shot at.',
    "shoot.not_closest": "{subject} must fire its Pistols at the closest enemy unit.",
    "shoot.model_sees_none": "{subject} sees no model of the target.",
    "shoot.out_of_range": "The {weapon} of {subject} does not reach {distance:in} far.",
    "shoot.character": "{subject} is a Character, and not the closest visible enemy.",
    "shoot.nothing_left": "Nothing is left that could fire at {subject}.",
    "shoot.one_grenade": "Only one model of the unit throws a grenade; {subject} keeps its own.",
    "shoot.throws": "{subject} throws a grenade and fires nothing else.",
    "shoot.pistol_or_others": "{subject} fires either its Pistols or its other weapons.",
    "shoot.one_mode": "{subject} fires its {weapon} in one way.",
}
