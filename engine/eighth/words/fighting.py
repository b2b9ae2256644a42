"""Words of the Psychic, Charge, Fight and Morale phases."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # psychic
    "ask.psychic.power": "Choose a psyker and a power, or end the Psychic phase",
    "ask.psychic.target": "Which of the closest enemies does {subject} smite?",
    "label.done_psychic": "End the Psychic phase",
    "psychic.manifested": "{subject} manifests {power} with {total}.",
    "psychic.failed": "{subject} fails to manifest {power}: {total} of {charge}.",
    "psychic.perils": "Perils of the Warp strike {subject}!",
    "psychic.torn_apart": '{subject} is torn apart: every unit within 6" suffers.',
    "psychic.denied": "{subject} denies the power with {total}.",
    "psychic.not_denied": "{subject} cannot deny the power: {total}.",
    "psychic.no_target": "{subject} sees nobody to smite within reach.",
    "psychic.by_hand": "{power} takes effect: apply what its datasheet says by hand.",
    "psychic.unknown": "{subject} does not know that power.",
    "psychic.same_power": "{subject} has attempted that power already this turn.",
    "psychic.no_more": "{subject} attempts {most:of power} a turn.",
    "ask.react.deny": "{subject} can try to deny {power}: 2D6 must beat {total}",
    # charge
    "ask.react.overwatch": "{subject} is charged by {charger:name}: fire Overwatch, hitting on sixes?",
    "ask.charge.unit": "Choose a unit to charge, or end the charges",
    "ask.charge.targets": "Which enemy units does {unit:name} charge?",
    "ask.charge.move": '{unit:name} charges up to {distance:in}: the first model must end within 1" of {targets:names}',
    "ask.charge.hero": "Does a Character intervene heroically?",
    "ask.charge.intervene": "{subject} intervenes: move up to {reach:in}, closer to the nearest enemy",
    "label.done_charging": "No more charges",
    "label.done_intervening": "Nobody (else) intervenes",
    "charge.declared": "{subject} declares a charge at {targets:names}.",
    "charge.failed": "The charge of {subject} fails: {distance:in}.",
    "charge.made": "{subject} charges {targets:names}.",
    "charge.declared_already": "{subject} has declared a charge this turn already.",
    "charge.advanced": "{subject} Advanced this turn and cannot charge.",
    "charge.fell_back": "{subject} fell back this turn and cannot charge.",
    "charge.engaged": '{subject} has an enemy within 1" already.',
    "charge.nobody_near": 'No enemy is within 12" of {subject}.',
    "charge.first_model": '{subject} moves first and must end within 1" of a unit that is charged.',
    "closing.not_closer": "{subject} must end closer to the enemy that is nearest to it.",
    # fight
    "ask.fight.unit": "Choose a unit to fight",
    "ask.fight.pile_in": "{subject} piles in: move up to {reach:in}, closer to the nearest enemy",
    "ask.fight.attacks": "Share out {total:of attack} of {subject}",
    "ask.fight.consolidate": "{subject} consolidates: move up to {reach:in}, closer to the nearest enemy",
    "unit.fights": "{subject} fights.",
    # morale
    "ask.morale.unit": "Which unit tests its morale next?",
    "morale.passed": "{subject} holds: {face} and {lost} lost, against Leadership {ld}.",
    "morale.failed": "{subject} wavers: {face} and {lost} lost, {over} above Leadership {ld}.",
    "unit.fled": "{count:of model} of {subject} flees.",
}
