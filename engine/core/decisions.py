"""The closed set of questions a battle can ask.

Books supply words, options and pure check functions, never new shapes, so that the window has one prompt for each shape
and a computer player one policy for each topic. `refusals(answer)` is pure; an answer that is refused costs nothing.
`suggest(stream)` always gives a legal answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from battlefield.paths import Climb, Glide, Jump, Route, Turn
from battlefield.pose import Pose
from battlefield.shapes import Shape
from engine.core.bounds import (
    FARTHEST,
    MOST_LEGS,
    TURNS,
    angle_in_bounds,
    leg_in_bounds,
    pose_in_bounds,
    shown,
    whole,
    whole_leg,
    whole_pose,
)
from engine.core.codec import record, register
from engine.core.dice import Roll, Stream
from engine.core.facts import Facts, Value, fact, facts
from engine.core.refusals import Refusal, Refusals

A = TypeVar("A")

_LEGS = (Glide, Turn, Climb, Jump)
for _leg in _LEGS:
    register(_leg)

PASS = "pass"
"""The answer that lets an optional reaction go by."""

MoveAnswer: TypeAlias = tuple[tuple[str, Route], ...]
"""Models in the order in which they move, each with its legs."""

Poses: TypeAlias = tuple[tuple[str, Pose], ...]


@record
class Option:
    """Something that can be chosen. A barred one is shown with its reasons and cannot be chosen."""

    id: str
    subject: str = ""
    rule: str = ""
    details: Facts = ()
    barred: Refusals = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Generic[A]):
    """A question to `player`: by which rule, on what topic (the key of words and policies), about whom."""

    player: str
    rule: str
    topic: str
    subjects: tuple[str, ...] = ()
    hints: Facts = ()
    legal: Callable[[A], Refusals] | None = field(default=None, compare=False, repr=False)
    advise: Callable[[Stream], A] | None = field(default=None, compare=False, repr=False)

    def hint(self, name: str, default: Value = None) -> Value:
        return fact(self.hints, name, default)

    def refusals(self, answer: Any) -> Refusals:
        """Why the answer is not legal; empty when it is. Pure."""
        return self.misfit(answer) or (self.legal(answer) if self.legal else ())

    def misfit(self, answer: Any) -> Refusals:
        """What is wrong with the form of the answer, before any rule is asked."""
        raise TypeError(f"{type(self).__name__} does not say what fits it")

    def suggest(self, stream: Stream) -> A:
        """A legal answer."""
        return self.advise(stream) if self.advise else self.any_fitting(stream)

    def any_fitting(self, stream: Stream) -> A:
        """An answer of the right form, for decisions whose form is all that matters."""
        raise TypeError(f"{type(self).__name__} on {self.topic} needs `advise`")


def _not_offered(answer: Any) -> Refusals:
    return (Refusal("answer.not_offered", details=facts(answer=shown(answer))),)


def _misshapen(shape: str) -> Refusals:
    return (Refusal("answer.wrong_form", details=facts(shape=shape)),)


def _too_large() -> Refusals:
    return (Refusal("answer.too_large", details=facts(most=FARTHEST, turns=TURNS)),)


def _pairs(answer: Any, kind: type | None = None) -> bool:
    return isinstance(answer, tuple) and all(
        isinstance(p, tuple) and len(p) == 2 and isinstance(p[0], str) and (kind is None or isinstance(p[1], kind))
        for p in answer
    )


def _of_options(options: tuple[Option, ...], answer: Any) -> Refusals:
    for option in options if isinstance(answer, str) else ():
        if option.id == answer:
            return option.barred
    return _not_offered(answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Decision[str]):
    """One of the options; the answer is its id."""

    options: tuple[Option, ...]

    @property
    def open(self) -> tuple[Option, ...]:
        return tuple(o for o in self.options if not o.barred)

    def misfit(self, answer: Any) -> Refusals:
        return _of_options(self.options, answer)

    def any_fitting(self, stream: Stream) -> str:
        return stream.pick(self.open).id


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseMany(Decision[tuple[str, ...]]):
    """Some of the options, from `least` to `most`; the answer holds their ids, each once."""

    options: tuple[Option, ...]
    least: int = 0
    most: int = 1_000_000

    def misfit(self, answer: Any) -> Refusals:
        named = isinstance(answer, tuple) and all(isinstance(item, str) for item in answer)
        if not named or len(set(answer)) != len(answer):
            return _misshapen("distinct options")
        for item in answer:
            if refused := _of_options(self.options, item):
                return refused
        if not self.least <= len(answer) <= self.most:
            return (Refusal("answer.wrong_number", details=facts(least=self.least, most=self.most, given=len(answer))),)
        return ()

    def any_fitting(self, stream: Stream) -> tuple[str, ...]:
        free = [o.id for o in self.options if not o.barred]
        count = stream.between(self.least, min(self.most, len(free)))
        return tuple(free[:count])


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Decision[tuple[str, ...]]):
    """All the items, in the order wanted."""

    items: tuple[Option, ...]

    def misfit(self, answer: Any) -> Refusals:
        ids = [i.id for i in self.items]
        named = isinstance(answer, tuple) and all(isinstance(item, str) for item in answer)
        if not named or sorted(answer) != sorted(ids):
            return _misshapen("every item once")
        return ()

    def any_fitting(self, stream: Stream) -> tuple[str, ...]:
        return tuple(i.id for i in self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Decision[int]):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def misfit(self, answer: Any) -> Refusals:
        if not whole(answer) or not self.low <= answer <= self.high:
            return (Refusal("answer.out_of_range", details=facts(low=self.low, high=self.high)),)
        return ()

    def any_fitting(self, stream: Stream) -> int:
        return stream.between(self.low, self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Decision[tuple[tuple[str, int], ...]]):
    """A total shared out over bins, no bin above its cap; the answer has every bin in order."""

    total: int
    bins: tuple[Option, ...]
    caps: tuple[int, ...] = ()

    def misfit(self, answer: Any) -> Refusals:
        if not _pairs(answer) or [p[0] for p in answer] != [b.id for b in self.bins]:
            return _misshapen("every bin in order, with a number")
        if any(not whole(n) or n < 0 for _, n in answer) or sum(n for _, n in answer) != self.total:
            return (Refusal("answer.wrong_total", details=facts(total=self.total)),)
        for (name, n), cap in zip(answer, self.caps, strict=False):
            if n > cap:
                return (Refusal("answer.above_cap", subject=name, details=facts(cap=cap)),)
        return ()

    def any_fitting(self, stream: Stream) -> tuple[tuple[str, int], ...]:
        left = self.total
        shares = []
        for i, option in enumerate(self.bins):
            share = min(left, self.caps[i] if i < len(self.caps) else left)
            shares.append((option.id, share))
            left -= share
        return tuple(shares)


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocate(Decision[tuple[str, ...]]):
    """Each wound (an option carrying its strength, AP and rule) to a lot (a model, or models that are alike).

    The answer names a lot for every wound, in the order of the wounds.
    """

    wounds: tuple[Option, ...]
    lots: tuple[Option, ...]

    def misfit(self, answer: Any) -> Refusals:
        if not isinstance(answer, tuple) or len(answer) != len(self.wounds):
            return _misshapen("a lot for every wound")
        for lot in answer:
            if refused := _of_options(self.lots, lot):
                return refused
        return ()

    def any_fitting(self, stream: Stream) -> tuple[str, ...]:
        free = [lot.id for lot in self.lots if not lot.barred]
        return tuple(free[i % len(free)] for i in range(len(self.wounds)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Decision[MoveAnswer]):
    """A move of `models`, all or some of them, each along its legs, in the order given.

    `complete` finds order and legs for wanted end poses: `(answer, ())`, or the nearest it found with the refusals.
    `cost` is what a route of a model costs in micrometres, to be compared with its `allowance`.
    """

    models: tuple[str, ...]
    allowance: tuple[tuple[str, int], ...] = ()
    complete: Callable[[Mapping[str, Pose]], tuple[MoveAnswer, Refusals]] = field(compare=False, repr=False)
    cost: Callable[[str, Route], int] = field(compare=False, repr=False)

    def misfit(self, answer: Any) -> Refusals:
        if not _pairs(answer, tuple) or not all(whole_leg(leg) for _, route in answer for leg in route):
            return _misshapen("models with their legs")
        if any(len(route) > MOST_LEGS for _, route in answer):
            return _misshapen(f"ways of at most {MOST_LEGS} legs")
        if not all(leg_in_bounds(leg) for _, route in answer for leg in route):
            return _too_large()
        return _models_once(answer, self.models, every=False)

    def any_fitting(self, stream: Stream) -> MoveAnswer:
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Decision[Poses]):
    """Where `models` are set down, every one of them. `shapes` are their footprints; `where` outlines, if any."""

    models: tuple[str, ...]
    where: tuple[tuple[tuple[int, int], ...], ...] = ()

    def misfit(self, answer: Any) -> Refusals:
        if not _pairs(answer, Pose) or not all(whole_pose(pose) for _, pose in answer):
            return _misshapen("models with their poses")
        if not all(pose_in_bounds(pose) for _, pose in answer):
            return _too_large()
        return _models_once(answer, self.models, every=True)


def _models_once(answer: tuple[tuple[str, Any], ...], models: tuple[str, ...], every: bool) -> Refusals:
    named = [name for name, _ in answer]
    for name in named:
        if name not in models:
            return _not_offered(name)
    if len(set(named)) != len(named):
        return _misshapen("each model once")
    if every and len(named) != len(models):
        return _misshapen("every model")
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTemplate(Decision[Pose]):
    """Where a template or marker is put. `under(pose)` names the models it would cover, in order of id."""

    template: Shape
    under: Callable[[Pose], tuple[str, ...]] = field(compare=False, repr=False)

    def misfit(self, answer: Any) -> Refusals:
        if not whole_pose(answer):
            return _misshapen("a pose")
        return () if pose_in_bounds(answer) else _too_large()


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction(Decision[int]):
    """An angle in whole microdegrees."""

    def misfit(self, answer: Any) -> Refusals:
        if not whole(answer):
            return _misshapen("an angle")
        return () if angle_in_bounds(answer) else _too_large()

    def any_fitting(self, stream: Stream) -> int:
        return stream.below(360) * 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class React(Decision[str]):
    """Which of the reactions to take now, or `pass`."""

    rows: tuple[Option, ...]

    def misfit(self, answer: Any) -> Refusals:
        return () if isinstance(answer, str) and answer == PASS else _of_options(self.rows, answer)

    def any_fitting(self, stream: Stream) -> str:
        choices = [PASS, *(row.id for row in self.rows if not row.barred)]
        return stream.pick(choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Decision[bool]):
    """Yes or no."""

    def misfit(self, answer: Any) -> Refusals:
        return () if isinstance(answer, bool) else _misshapen("yes or no")

    def any_fitting(self, stream: Stream) -> bool:
        return stream.below(2) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Decision[tuple[int, ...]]):
    """Dice to be rolled; the answer holds their faces in order."""

    roll: Roll

    def misfit(self, answer: Any) -> Refusals:
        if not isinstance(answer, tuple) or len(answer) != len(self.roll.dice):
            return _misshapen("a face for every die")
        for face, sides in zip(answer, self.roll.dice, strict=True):
            if not whole(face) or not 1 <= face <= sides:
                return (Refusal("answer.no_such_face", details=facts(face=shown(face), sides=sides)),)
        return ()

    def any_fitting(self, stream: Stream) -> tuple[int, ...]:
        return tuple(stream.between(1, sides) for sides in self.roll.dice)


@record
class Item:
    """One line of an agreement sheet: what is to be agreed, the choices, and the usual one."""

    id: str
    choices: tuple[str, ...]
    usual: str
    rule: str = ""
    details: Facts = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree(Decision[tuple[tuple[str, str], ...]]):
    """An agreement sheet, settled by both players together; the answer has every line in order."""

    items: tuple[Item, ...]

    def misfit(self, answer: Any) -> Refusals:
        if not _pairs(answer, str) or [p[0] for p in answer] != [i.id for i in self.items]:
            return _misshapen("every line in order, with its choice")
        for (_, choice), item in zip(answer, self.items, strict=True):
            if choice not in item.choices:
                return _not_offered(choice)
        return ()

    def any_fitting(self, stream: Stream) -> tuple[tuple[str, str], ...]:
        return tuple((i.id, i.usual) for i in self.items)
