"""Facts that happened, in order. An event carries no prose: `engine.messages` makes the sentence from its code."""

from __future__ import annotations

from engine.core.codec import record
from engine.core.facts import Facts, Value, fact


@record
class Event:
    """What happened (`code`), by which rule, to whom, on whose account, with which facts."""

    code: str
    rule: str
    subject: str = ""
    side: str = ""
    details: Facts = ()

    def detail(self, name: str, default: Value = None) -> Value:
        return fact(self.details, name, default)
