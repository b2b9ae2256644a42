"""Words of the chapters around assault."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # charges
    "ask.charge.unit": "Pick a unit to assault with, or end the assaults",
    "ask.charge.target": "Which enemy unit does {subject} assault?",
    "ask.charge.move": "{subject} assaults {target:name}: move up to {reach:in}, {first:name} first",
    "label.done_charging": "No more assaults",
    "charge.declared": "{subject} declares an assault on {target:name}.",
    "charge.failed": "{subject} cannot reach {target:name}: {gap:in} for the nearest model, which may go {reach:in}.",
    "charge.target_gone": "{subject} stays where it is: {target:name} broke before it was reached.",
    "charge.made": "{subject} assaults {units:names}.",
    "charge.countered": "{subject} counter-attacks (rolled {total}): one more attack each.",
    "charge.not_countered": "{subject} fails to counter-attack (rolled {total}).",
    "charge.locked": "{subject} is locked in combat already and cannot assault.",
    "charge.ran": "{subject} ran in this turn and cannot assault.",
    "charge.gone_to_ground": "{subject} has gone to ground and cannot assault.",
    "charge.falling_back": "{subject} is falling back and cannot assault.",
    "charge.fired": "{subject} fired a {kind} weapon in this turn and cannot assault.",
    "charge.declared_already": "{subject} has declared its assault for this phase already.",
    "charge.vehicle": "{subject} is a vehicle and does not assault.",
    "charge.nobody_near": "No enemy that {subject} may assault is anywhere near.",
    "charge.other_target": "{subject} shot at {shot:name} in this turn and may only declare an assault on that unit.",
    "charge.plainly_far": "{target:name} is plainly too far away for {subject}.",
    "charge.closest_first": "{model:name} is nearest and must move first, straight into contact with {foe:name}.",
    "charge.must_contact_free": "{subject} can reach an enemy that nobody reached yet, at the place shown, and must.",
    "charge.must_contact": "{subject} can get into contact with an enemy at the place shown, and must.",
    "charge.must_support": '{subject} can end within 2" of a mate in contact, at the place shown, and must.',
    "charge.must_link": '{subject} must end within 2" of a mate that has moved: the place shown would do.',
    # closing up
    "ask.combat.react": "{subject} was assaulted: move its free models up to {reach:in} toward {units:names}",
    "ask.combat.pile_in": "{subject} piles in: move its free models up to {reach:in} toward {units:names}",
    "ask.combat.consolidate": '{subject} consolidates: move up to {reach:in}, keeping 1" from every enemy',
    "closing.must_contact": "{subject} can reach an enemy of this combat at the place shown, and must.",
    "closing.must_near": "{subject} must end as near to an enemy of this combat as it can: the place shown is nearer.",
    "closing.uninvolved": "{subject} may not touch an enemy that has no part in this combat.",
    # the fight
    "ask.combat.order": "Which combat is fought next?",
    "ask.combat.weapon": "Which weapon do models like {subject} use in this turn?",
    "ask.combat.split": "Share out the {count} blows of {subject} among the enemies it is engaged with",
    "ask.combat.sweep": "Does {unit:name} pursue {foes:names} (Initiative {initiative} against {theirs:dice})?",
    "combat.begins": "{units:names} fight: {engaged:of model} engaged.",
    "combat.step": "Initiative {initiative}: {strikers:of model} to strike.",
    "combat.blows": "{subject} strikes at {target:name} with {weapon}: {blows:of blow}, {hits:of hit} ({to_hit}+), "
    "{wounds:of wound} ({to_wound}+).",
    "combat.blows_sure": "{subject} strikes at {target:name} with {weapon}: {blows:of blow} that cannot miss, "
    "{wounds:of wound} ({to_wound}+).",
    "combat.blows_vain": "{subject} strikes at {target:name} with {weapon}: {blows:of blow}, {hits:of hit}, and "
    "Strength {strength} cannot wound it.",
    "combat.hammered": "{subject} is dazed by a thunder hammer: Initiative 1 until the next player turn ends.",
    "combat.result": "{side} won the combat: {ours:of wound} to {theirs}.",
    "combat.won": "{side} won the combat, as nobody is left of the enemy in it: {ours:of wound} to {theirs}.",
    "combat.drawn": "The combat is drawn: {ours:of wound} to {theirs}.",
    "combat.swept": "{subject} ({score}) runs down {foe:name} ({theirs}), which is destroyed.",
    "combat.escaped": "{foe:name} ({theirs}) gets away from {subject} ({score}).",
    "combat.consolidates": "{subject} may consolidate up to {reach:in}.",
    "combat.goes_on": "{units:names} remain locked in combat.",
    "combat.over": "The combat of {units:names} is over.",
}
