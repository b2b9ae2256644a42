"""Coming at the enemy, one model after another: what each must do if it can, and a way of doing it.

The book says what each model has to do "if possible", in turn. That is judged by example: a model that does less is
refused only by showing where it could have gone, with those that moved before it where they stand and the others not
yet moved. The same search makes the suggestion, so that what is suggested is never refused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from battlefield.body import Body
from battlefield.measure import gaps, touching, within
from battlefield.paths import Route, centre_length, end
from battlefield.pose import Pose
from battlefield.units import INCH, um
from engine.core.decisions import MoveAnswer, Poses
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.refusals import Refusal, Refusals
from engine.mechanics.contact import Scene, contact_spots, squared
from engine.mechanics.moving import SLACK, Ground
from engine.mechanics.nearby import Nearby
from engine.mechanics.spots import Crowd, Spots, around, close_to, in_reach, nearest_first, spots_of

LINK = 2.0
"""Inches between neighbours in a unit, and how near to a mate in contact a model still fights."""

LEEWAY = um(0.05)
"""How much longer than the shortest way the first model's way may be: what a hand can do."""

NEARER = um(0.1)
"""By how much another place must be nearer to an enemy before it is held against a model."""

PAIRS_TRIED = 24
"""How many pairs of models are looked at, nearest first, to find who leads a charge."""

MATES_TRIED = 4
"""Beside how many mates, the nearest first, a place is looked for."""

FREE, CONTACT, SUPPORT, LINKED, STRAY = range(5)
"""What a charging model achieves, best first."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where a model can go: what that is worth (less is better), the pose, and the way there."""

    worth: int
    pose: Pose
    legs: Route


@dataclass(frozen=True, slots=True)
class Lead:
    """Who may move first in a charge, against which enemy model, how long its way is, and where it leads."""

    model: str
    foe: str
    cost: int
    pose: Pose
    legs: Route


@dataclass(slots=True)
class Course:
    """How far a move has come: where everyone stands, who has moved, and who of them touches which enemies.

    `enemies` are `targets` and `strangers`, `crowd` the targets and the unit, `nearby` whatever may be in the way.
    `number` is that of the moves made so far in `numbers`: the same moves in the same order have the same.
    """

    at: dict[str, Body]
    enemies: Crowd
    targets: Crowd
    strangers: Crowd
    crowd: Crowd
    nearby: Nearby
    numbers: dict[tuple[int, str, Pose], int]
    number: int = 0
    done: dict[str, Body] = field(default_factory=dict)
    fighting: list[Body] = field(default_factory=list)
    contacted: set[str] = field(default_factory=set)

    def settle(self, body: Body) -> None:
        """A model has ended its move there."""
        self.at[body.id] = self.done[body.id] = body
        self.crowd.put(body)
        self.nearby.put(body)
        self.number = self.numbers.setdefault((self.number, body.id, body.pose), len(self.numbers) + 1)
        if touched := self.touched_by(body):
            self.fighting.append(body)
            self.contacted.update(touched)

    def touched_by(self, body: Body) -> list[str]:
        """The enemy models that a model touches, by id."""
        return [enemy.id for enemy in self.enemies.near(body, 0.0)]


@dataclass(frozen=True, slots=True)
class Approach(ABC):
    """Models of one unit (`ground.movers`) coming at `foes`; `others` are enemies that are none of its targets."""

    ground: Ground
    foes: tuple[Body, ...]
    others: tuple[Body, ...] = ()
    judged: dict[MoveAnswer, Refusals] = field(default_factory=dict, compare=False, repr=False)
    planned: dict[Poses, tuple[MoveAnswer, Refusals]] = field(default_factory=dict, compare=False, repr=False)
    numbers: dict[tuple[int, str, Pose], int] = field(default_factory=dict, compare=False, repr=False)
    looked: dict[tuple[str, int, int], Found | None] = field(default_factory=dict, compare=False, repr=False)

    @abstractmethod
    def worth(self, body: Body, course: Course) -> int:
        """What a model achieves where it stands; less is better, 0 the best."""

    @abstractmethod
    def best(self, mover: Body, course: Course, than: int) -> Found | None:
        """Where a model can go to achieve more than `than`, if it can."""

    @abstractmethod
    def contact_worth(self) -> int:
        """What contact is worth at least."""

    @abstractmethod
    def objection(self, mover: Body, body: Body, found: Found) -> Refusal:
        """What is said to a model that stands at `body` and could have been where `found` says."""

    def start(self) -> Course:
        movers, stays = self.ground.movers, self.ground.stays
        return Course(
            {m.id: m for m in movers},
            Crowd((*self.foes, *self.others)),
            Crowd(self.foes),
            Crowd(self.others),
            Crowd((*movers, *stays, *self.foes)),
            self.ground.nearby(),
            self.numbers,
        )

    def lead(self, course: Course, wishes: Mapping[str, Pose]) -> list[tuple[str, Route]]:
        """The moves that have to come first."""
        return []

    def head(self, answer: MoveAnswer, course: Course) -> tuple[Refusals, int]:
        """What is wrong with the moves that have to come first, and how many they are."""
        return (), 0

    # -- the suggestion ----------------------------------------------------------------------------------------

    def complete(self, ends: Mapping[str, Pose]) -> tuple[MoveAnswer, Refusals]:
        """A whole move in which the models named go where wanted, as far as they can, and the others do their best."""
        wanted = tuple(ends.items())
        if wanted not in self.planned:
            self.planned[wanted] = self.plan(ends)
        return self.planned[wanted]

    def plan(self, ends: Mapping[str, Pose]) -> tuple[MoveAnswer, Refusals]:
        """As `complete`, anew."""
        course = self.start()
        answer = self.lead(course, ends)
        later: list[Body] = []
        for mover in self.by_nearness([m for m in self.ground.movers if m.id not in course.done]):
            found = self._step(mover, course, ends, self.contact_worth() + 1)
            if found is None:
                later.append(mover)
            else:
                answer.append(self._go(mover, found, course))
        for mover in later:
            found = self._step(mover, course, ends, self.worth(mover, course))
            answer.append(self._go(mover, found or Found(0, mover.pose, ()), course))
        stuck = tuple(
            Refusal("move.no_way", self.ground.rules.get("move.no_way", ""), m, pose)
            for m, pose in ends.items()
            if m in course.at and squared(course.at[m].pose, pose) > 4
        )
        whole = tuple(answer)
        if not ends:  # every model did its best in turn: nothing is left to judge but its way
            self.judged[whole] = self.ground.refusals(whole)
        return whole, (*stuck, *self.refusals(whole))

    def _step(self, mover: Body, course: Course, ends: Mapping[str, Pose], than: int) -> Found | None:
        if mover.id not in ends:
            return self.best(mover, course, than)
        way = Scene(self.ground, course.nearby, mover).way_to(ends[mover.id])
        return None if way is None else Found(0, *way)

    @staticmethod
    def _go(mover: Body, found: Found, course: Course) -> tuple[str, Route]:
        course.settle(mover.at(end(mover.pose, found.legs)))
        return mover.id, found.legs

    def by_nearness(self, movers: Sequence[Body]) -> list[Body]:
        if not movers or not self.foes:
            return sorted(movers, key=lambda m: m.id)
        near = np.rint(gaps(movers, self.foes).min(axis=1) * INCH).tolist()
        return [m for _, _, m in sorted(zip(near, (m.id for m in movers), movers, strict=True), key=lambda k: k[:2])]

    # -- the check ---------------------------------------------------------------------------------------------

    def refusals(self, answer: MoveAnswer) -> Refusals:
        """Why a move is not legal; a model that could have done better is shown where."""
        if answer not in self.judged:
            self.judged[answer] = self.judge(answer)
        return self.judged[answer]

    def judge(self, answer: MoveAnswer) -> Refusals:
        """As `refusals`, anew."""
        found = list(self.ground.refusals(answer))
        if found:
            return tuple(found)
        course = self.start()
        refused, first = self.head(answer, course)
        if refused:
            return refused
        named = {m for m, _ in answer}
        rest = tuple((m.id, ()) for m in self.ground.movers if m.id not in named)
        for model, legs in (*answer[first:], *rest):
            mover = course.at[model]
            body = mover.at(end(mover.pose, legs))
            better = self.best(mover, course, self.worth(body, course))
            if better is not None:
                found.append(self.objection(mover, body, better))
            course.settle(body)
        return tuple(found)

    # -- places ------------------------------------------------------------------------------------------------

    def contacts(self, mover: Body, course: Course, foes: Sequence[Body]) -> Spots:
        """Where a model could touch any of some enemies without touching others, nearest first."""
        limit = self.ground.allowance.get(mover.id, 0)
        reached = Crowd(foes).near(mover, limit / INCH)
        if not reached:
            return spots_of(())
        return self.spare_others(mover, contact_spots(mover, reached, course.crowd, limit + SLACK), course)

    def spare_others(self, mover: Body, spots: Spots, course: Course) -> Spots:
        """The spots at which a model touches no enemy that is none of its targets."""
        return spots[~close_to(mover, spots, course.strangers, 0.0)]


@dataclass(frozen=True, slots=True)
class Charge(Approach):
    """The assault move of a unit: its nearest model first, then each as the list of duties says.

    `taken` are enemy models in contact with an assaulting model already. `leads` are the models that may go first.
    """

    taken: frozenset[str] = frozenset()
    leads: tuple[Lead, ...] = ()

    def contact_worth(self) -> int:
        return CONTACT

    @rule("5e.assault.move-priorities", "5e.assault.max-engagement", "5e.assault.multiple-targets")
    def worth(self, body: Body, course: Course) -> int:
        """Contact with an enemy not contacted yet; with another; near a mate in contact; in coherency; or none."""
        if not any(within(body, mate, LINK) for mate in course.done.values()):
            return STRAY
        touched = course.touched_by(body)
        if touched:
            return FREE if any(foe not in self.taken and foe not in course.contacted for foe in touched) else CONTACT
        return SUPPORT if any(within(body, mate, LINK) for mate in course.fighting) else LINKED

    def best(self, mover: Body, course: Course, than: int) -> Found | None:
        for worth in range(min(than, STRAY)):
            key = (mover.id, course.number, worth)
            if key not in self.looked:
                self.looked[key] = self._look(worth, mover, course)
            if (found := self.looked[key]) is not None:
                return found
        return None

    def _look(self, worth: int, mover: Body, course: Course) -> Found | None:
        """Where a model can go to achieve just that."""
        spots = self._spots(worth, mover, course)
        if len(spots):
            spots = spots[close_to(mover, spots, Crowd(course.done.values()), LINK)]
        way = Scene(self.ground, course.nearby, mover).first_way(spots) if len(spots) else None
        return None if way is None else Found(worth, *way)

    def _spots(self, worth: int, mover: Body, course: Course) -> Spots:
        if worth in (FREE, CONTACT):
            contacted = self.taken | course.contacted
            return self.contacts(mover, course, [f for f in self.foes if (f.id in contacted) == (worth == CONTACT)])
        mates = course.fighting if worth == SUPPORT else list(course.done.values())
        rings = (um(LINK) - 2, um(1.0), um(0.02))
        mates = sorted(mates, key=lambda mate: (squared(mover.pose, mate.pose), mate.id))[:MATES_TRIED]
        spots = in_reach(mover, around(mover, mates, rings), self.ground.allowance.get(mover.id, 0) + SLACK)
        if any(within(mover, mate, LINK) for mate in mates):
            spots = np.concatenate((spots, spots_of([(mover.pose.x, mover.pose.y)])))
        return self.spare_others(mover, nearest_first(mover, spots), course)

    def objection(self, mover: Body, body: Body, found: Found) -> Refusal:
        at, details = "5e.assault.move-priorities", facts(stood=body.pose, better=found.pose)
        if found.worth == FREE:
            return Refusal("charge.must_contact_free", at, mover.id, found.pose, details)
        if found.worth == CONTACT:
            return Refusal("charge.must_contact", at, mover.id, found.pose, details)
        if found.worth == SUPPORT:
            return Refusal("charge.must_support", at, mover.id, found.pose, details)
        return Refusal("charge.must_link", at, mover.id, found.pose, details)

    @rule("5e.assault.closest-first")
    def lead(self, course: Course, wishes: Mapping[str, Pose]) -> list[tuple[str, Route]]:
        """The nearest model goes first, into contact with the nearest enemy model by the shortest way."""
        model, legs = self._wished_lead(course, wishes) or self._usual_lead(wishes)
        mover = course.at[model]
        course.settle(mover.at(end(mover.pose, legs)))
        return [(model, legs)]

    def _wished_lead(self, course: Course, wishes: Mapping[str, Pose]) -> tuple[str, Route] | None:
        """A model that may go first and would by going where it is wanted."""
        for model in dict.fromkeys(lead.model for lead in self.leads if lead.model in wishes):
            mover = course.at[model]
            way = Scene(self.ground, course.nearby, mover).way_to(wishes[model])
            if way is not None and self._leads(mover, way[1]):
                return model, way[1]
        return None

    def _usual_lead(self, wishes: Mapping[str, Pose]) -> tuple[str, Route]:
        """The first that may go first, rather one that is not wanted elsewhere."""
        free = [lead for lead in self.leads if lead.model not in wishes]
        chosen = (free or list(self.leads))[0]
        return chosen.model, chosen.legs

    def _leads(self, mover: Body, legs: Route) -> bool:
        body, cost = mover.at(end(mover.pose, legs)), um(centre_length(mover.pose, legs))
        against = {lead.foe for lead in self.leads if lead.model == mover.id and cost <= lead.cost + LEEWAY}
        return any(touching(body, foe) for foe in self.foes if foe.id in against)

    @rule("5e.assault.closest-first")
    def head(self, answer: MoveAnswer, course: Course) -> tuple[Refusals, int]:
        """The first move must be the nearest model's, straight to the nearest enemy model."""
        if answer:
            model, legs = answer[0]
            mover = course.at[model]
            if self._leads(mover, legs):
                course.settle(mover.at(end(mover.pose, legs)))
                return (), 1
        lead = self.leads[0]
        details = facts(model=lead.model, foe=lead.foe, cost=lead.cost)
        return (Refusal("charge.closest_first", "5e.assault.closest-first", lead.model, lead.pose, details),), 0


@rule("5e.assault.closest-first", "5e.assault.closest-fails")
def leads(ground: Ground, foes: Sequence[Body], others: Sequence[Body] = ()) -> tuple[Lead, ...]:
    """Who is nearest to the enemy, measured round what is in the way; empty when that model cannot get into contact."""
    nearby, strangers = ground.nearby(), Crowd(others)
    apart = np.rint(gaps(ground.movers, foes) * INCH).astype(np.int64).tolist()
    pairs = sorted(
        ((apart[i][j], m.id, foe.id, m, foe) for i, m in enumerate(ground.movers) for j, foe in enumerate(foes)),
        key=lambda pair: pair[:3],
    )
    found: list[Lead] = []
    for least, model, foe_id, mover, foe in pairs[:PAIRS_TRIED]:
        if least > ground.allowance.get(model, 0) + NEARER or (found and least > min(f.cost for f in found) + 1):
            break
        spots = contact_spots(mover, (foe,), Crowd(()), ground.allowance.get(model, 0) + SLACK)
        way = Scene(ground, nearby, mover).first_way(spots[~close_to(mover, spots, strangers, 0.0)])
        if way is not None:
            found.append(Lead(model, foe_id, um(centre_length(mover.pose, way[1])), *way))
    nearest = min((lead.cost for lead in found), default=0)
    return tuple(sorted((lead for lead in found if lead.cost <= nearest + 1), key=lambda lead: (lead.cost, lead.model)))
