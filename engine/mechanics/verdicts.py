"""What a book says about sight: one answer for the tool, the rule, the preview and the computer player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from battlefield.units import um
from engine.core.events import Event
from engine.core.facts import Facts

Spot: TypeAlias = tuple[int, int, int]
"""x, y, z in micrometres."""

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Benefit:
    """What being where it is gives a target or its attacker: the cover save (0: none) or another benefit, and the rule.

    `by` holds ids of terrain pieces and units that give it. Where it is not a cover save, `gives` names the number it
    changes and `amount` by how much: `("save", 1)`, `("bs", -1)`.
    """

    save: int
    rule: str
    by: tuple[str, ...] = ()
    gives: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a model or unit sees of another.

    `hidden` is the hidden share in millionths: of the target's silhouette between two models, of the target's models
    that nobody sees where a unit is concerned. `line` is the witness: from an eye to a spot on the target. `blockers`
    are the ids of pieces and models that hide something. `rules` decided, `reason` is the code of a sentence with
    `details`. A verdict on units holds those on all their models in `pairs`. `fully` visible is what the book calls so;
    `effects` are benefits beside cover, the attacker's among them.
    """

    viewer: str
    target: str
    visible: bool
    hidden: int
    line: tuple[Spot, Spot] | None
    blockers: tuple[str, ...]
    cover: Benefit | None
    rules: tuple[str, ...]
    reason: str
    details: Facts = ()
    pairs: tuple[Verdict, ...] = ()
    fully: bool = False
    effects: tuple[Benefit, ...] = ()

    def told(self) -> Event:
        """The verdict as something that `engine.messages` can put in a sentence."""
        return Event(self.reason, self.rules[0], self.target, details=self.details)


Line: TypeAlias = tuple[tuple[float, float, float], tuple[float, float, float]]


def witness(line: Line | None) -> tuple[Spot, Spot] | None:
    """A line in inches as a verdict holds it, in micrometres."""
    if line is None:
        return None
    (ax, ay, az), (bx, by, bz) = line
    return (um(ax), um(ay), um(az)), (um(bx), um(by), um(bz))


@dataclass(frozen=True, slots=True)
class Tally:
    """What the verdicts on single pairs come to for the models looked at.

    `seeing` and `seen` are the viewers that see anything and the targets that anybody sees, in order; `hidden` is the
    share of the targets that nobody sees, in millionths; `blockers` are those of all pairs.
    """

    seeing: tuple[str, ...]
    seen: tuple[str, ...]
    hidden: int
    line: tuple[Spot, Spot] | None
    blockers: tuple[str, ...]

    @classmethod
    def of(cls, pairs: Sequence[Verdict], targets: Sequence[str]) -> Tally:
        """The tally of all pairs of some viewers with these targets."""
        visible = [pair for pair in pairs if pair.visible]
        seen = tuple(dict.fromkeys(pair.target for pair in visible))
        return cls(
            tuple(dict.fromkeys(pair.viewer for pair in visible)),
            seen,
            MILLION * (len(targets) - len(seen)) // len(targets) if targets else MILLION,
            visible[0].line if visible else None,
            tuple(dict.fromkeys(blocker for pair in pairs for blocker in pair.blockers)),
        )
