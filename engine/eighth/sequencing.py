"""What happens first when several things happen at once, and what holds where the players read a rule differently."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.battle import Battle
from engine.core.decisions import Choose, Option, Order
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.eighth.dice import roll_off

OUTSIDE, INSIDE = "8e.round.simultaneous-outside-turn", "8e.round.simultaneous-in-turn"


@rule("8e.round.simultaneous-in-turn", "8e.round.simultaneous-outside-turn")
def in_order(b: Battle, items: Mapping[str, str], purpose: str) -> Procedure[tuple[str, ...]]:
    """The order in which things (names with their subjects) happen that would happen at the same moment.

    In a turn its player settles it, whosever they are; outside the turns the winner of a roll-off does.
    """
    if len(items) < 2:
        return tuple(items)
    rule_id = INSIDE if b.state.clock.segment == "turn" else OUTSIDE
    side = b.state.clock.side
    if rule_id == OUTSIDE:
        side = yield from roll_off(b, OUTSIDE, purpose)
    question = Order(
        player=side,
        rule=rule_id,
        topic="sequence.order",
        subjects=tuple(items.values()),
        hints=facts(purpose=purpose),
        items=tuple(Option(name, subject, rule_id) for name, subject in items.items()),
    )
    return (yield from ask(question))


@rule("8e.round.most-important-rule", "8e.mission.choose-mission")
def settle(b: Battle, name: str, choices: tuple[str, ...], rule_id: str) -> Procedure[str]:
    """What holds of several choices: what both players want, else what the winner of a roll-off wants."""
    wanted = {}
    for side in b.state.sides:
        wanted[side] = yield from ask(partial(_wish, side, name, choices, rule_id))
    chosen = list(dict.fromkeys(wanted.values()))
    settled = chosen[0]
    if len(chosen) > 1:
        settled = wanted[(yield from roll_off(b, rule_id, name))]
    b.agree(name, settled, rule_id)
    return settled


def _wish(side: str, name: str, choices: tuple[str, ...], rule_id: str) -> Choose:
    options = tuple(Option(choice, "", rule_id) for choice in choices)
    return Choose(player=side, rule=rule_id, topic="settle", hints=facts(name=name), options=options)
