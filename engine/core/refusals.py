"""Why an answer is not legal, as data. `engine.messages` makes the sentence."""

from __future__ import annotations

from typing import TypeAlias

from battlefield.pose import Pose
from engine.core.codec import record
from engine.core.facts import Facts, Value, fact


@record
class Refusal:
    """One reason: a literal code, the rule behind it, whom it concerns, where on the table, and the figures."""

    code: str
    rule: str = ""
    subject: str = ""
    at: Pose | None = None
    details: Facts = ()

    def detail(self, name: str, default: Value = None) -> Value:
        return fact(self.details, name, default)


Refusals: TypeAlias = tuple[Refusal, ...]


class Refused(Exception):
    """An answer was not legal; `refusals` say why. Nothing has changed."""

    def __init__(self, refusals: Refusals):
        super().__init__(", ".join(f"{r.code} {r.subject}".strip() for r in refusals))
        self.refusals = refusals
