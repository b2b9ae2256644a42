"""Words of the chapters on movement, terrain and morale."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # moving
    "ask.move.unit": "Choose a unit to move, or end the Movement phase",
    "ask.move.models": "Move {unit:name}: each model up to {allowance:in}",
    "ask.move.regroup": '{unit:name} has regrouped: move each model up to 3"',
    "ask.move.declare": "Will {unit:name} try to enter difficult terrain?",
    "label.done_moving": "End the Movement phase",
    "label.keep_out": "Keep out: full move, {pieces:names} closed",
    "label.enter": "Enter: roll 2D6, the higher is the move",
    "move.torn": "{subject} is out of coherency and must close up before the phase ends.",
    "unit.moved": "{subject}: {models:of model} moved, up to {farthest:in}.",
    "move.too_far": "{subject} would go {cost:in}, {over:in} more than the {allowed:in} it may.",
    "move.off_table": "{subject} would leave the table; end with the whole base on it.",
    "move.blocked": "{subject} would pass through {obstacle:name}; go round, or wait until it has moved.",
    "move.too_near": "{subject} would come within {near:in} of {obstacle:name}; stay {near:in} away.",
    "move.closed": "{subject} would enter {obstacle:name}, for which its unit took no test; end outside it.",
    "move.impassable": "{subject} would cross {obstacle:name}, which is impassable; go round it.",
    "move.not_coherent": "{stray:names} would be out of coherency; keep every link of the unit at {link:in} or less.",
    "move.must_restore": "{subject} would stay out of coherency, though it can close up; bring it within {link:in}.",
    "move.must_close_up": "{subject} could come nearer to its unit: a widest gap of {widest:in} is possible.",
    "move.no_way": "{subject} finds no way to that spot; choose one that it can walk to within its move.",
    "move.no_leap": "{subject} cannot leap: its way leads over the ground.",
    "move.no_floor": "{subject} would climb to where nothing carries it; end the climb on a floor or on the ground.",
    "move.away_from_edge": "{subject} is falling back: it may not end farther from its {edge} edge than it stands.",
    "move.locked": "{subject} is locked in close combat and cannot move.",
    "move.finished": "{subject} has finished its move.",
    "move.regrouped": "{subject} regrouped this turn and moves no more in this phase.",
    "move.falling_back": "{subject} is falling back: it only moves by its fall-back dice.",
    # terrain
    "terrain.tested": '{subject} tests for difficult terrain: {inches}".',
    "terrain.endured": "{subject}: {tested:of dangerous terrain test}, {hurt:of wound}.",
    # falling back
    "ask.fall_back.unit": "Choose a falling back unit to go first",
    "ask.regroup.test": "Will {unit:name} try to regroup? It needs {need} or less on 2D6",
    "morale.falls_back": "{subject} breaks.",
    "fall_back.rolled": "{subject} falls back {distance:in} toward the {edge} edge.",
    "fall_back.off_table": "{subject} flees from the table and counts as destroyed.",
    "fall_back.trapped": "{subject} is trapped and destroyed.",
    # regrouping
    "regroup.half_strength": "{subject} is below half strength ({left} of {size}) and cannot regroup.",
    "regroup.enemy_near": '{enemy:name} is within 6" of {subject}, which cannot regroup.',
    "regroup.not_coherent": "{subject} is out of coherency and cannot regroup.",
    "regroup.passed": "{subject} regroups: {total}, needing {need} or less.",
    "regroup.passed_always": "{subject} regroups without a test.",
    "regroup.failed": "{subject} fails to regroup: {total}, needing {need} or less.",
    "regroup.destroyed": "{subject} is overrun before it can turn, and destroyed.",
    # morale
    "morale.losses": "{subject} lost {lost} of {strength} models in this phase.",
    "morale.passed": (
        "{subject} passes its Morale check: {total}, needing {score} or less (Leadership {leadership}, {modifier:n})."
    ),
    "morale.failed": (
        "{subject} fails its Morale check: {total}, needing {score} or less (Leadership {leadership}, {modifier:n})."
    ),
    "morale.heroism": "Insane heroism: a double 1 always passes.",
    "morale.passed_always": "{subject} knows no fear of this: the check is passed.",
    "morale.failed_fleeing": "{subject} is falling back and fails the check.",
    "morale.no_retreat": "{subject} will not retreat and suffers {margin:of wound}.",
    "morale.unharmed": "{subject} will not retreat; no enemy there can hurt it.",
    "pinning.passed": "{subject} passes its Pinning test: {total}, needing {need} or less.",
    "pinning.failed": "{subject} is pinned: {total}, needing {need} or less.",
}
