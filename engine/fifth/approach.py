"""Coming at the enemy, one model after another: what each must do if it can, and a way of doing it.

The book says what each model has to do "if possible", in turn. That is judged by example: a model that does less is
refused only by showing where it could have gone, with those that moved before it where they stand and the others not
yet moved. The same search makes the suggestion, so that what is suggested is never refused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from battlefield.body import Body
from battlefield.measure import gap, touching, within
from battlefield.paths import Route, centre_length, end
from battlefield.pose import Pose
from battlefield.separation import CONTACT as TOUCHING
from battlefield.units import INCH, um
from engine.core.decisions import MoveAnswer, Poses
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.refusals import Refusal, Refusals
from engine.mechanics.contact import Scene, around, close_to, contact_poses, nearest_first, squared
from engine.mechanics.moving import Ground

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
    """How far a move has come: where everyone stands, who has moved, and who of them touches which enemies."""

    at: dict[str, Body]
    enemies: tuple[Body, ...]
    done: dict[str, Body] = field(default_factory=dict)
    fighting: list[Body] = field(default_factory=list)
    contacted: set[str] = field(default_factory=set)

    def settle(self, body: Body) -> None:
        """A model has ended its move there."""
        self.at[body.id] = self.done[body.id] = body
        if touched := touched_by(body, self.enemies):
            self.fighting.append(body)
            self.contacted.update(touched)


def touched_by(body: Body, enemies: Iterable[Body]) -> list[str]:
    """The enemy models that a model touches, by id."""
    return [enemy.id for enemy in enemies if touching(body, enemy)]


@dataclass(frozen=True, slots=True)
class Approach(ABC):
    """Models of one unit (`ground.movers`) coming at `foes`; `others` are enemies that are none of its targets."""

    ground: Ground
    foes: tuple[Body, ...]
    others: tuple[Body, ...] = ()
    judged: dict[MoveAnswer, Refusals] = field(default_factory=dict, compare=False, repr=False)
    planned: dict[Poses, tuple[MoveAnswer, Refusals]] = field(default_factory=dict, compare=False, repr=False)

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
        return Course({m.id: m for m in self.ground.movers}, (*self.foes, *self.others))

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
        for mover in self._nearest_first([m for m in self.ground.movers if m.id not in course.done]):
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
        way = Scene(self.ground, course.at, mover).first_way((ends[mover.id],))
        return None if way is None else Found(0, *way)

    @staticmethod
    def _go(mover: Body, found: Found, course: Course) -> tuple[str, Route]:
        course.settle(mover.at(end(mover.pose, found.legs)))
        return mover.id, found.legs

    def _nearest_first(self, movers: Sequence[Body]) -> list[Body]:
        def key(mover: Body) -> tuple[int, str]:
            return min((um(gap(mover, foe)) for foe in self.foes), default=0), mover.id

        return sorted(movers, key=key)

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

    def contacts(self, mover: Body, course: Course, foes: Sequence[Body]) -> list[Pose]:
        """Where a model could touch any of some enemies without touching others, nearest first."""
        limit = self.ground.allowance.get(mover.id, 0) / INCH
        room = 2 * mover.reach + 0.01
        everyone = (*course.at.values(), *self.ground.stays, *self.foes)
        found: list[Pose] = []
        for foe in foes:
            if within(mover, foe, limit):
                near = [b for b in everyone if b.id not in (foe.id, mover.id) and _near(foe, b, room)]
                found += contact_poses(mover, foe, near)
        return self.spare_others(mover, nearest_first(mover, found))

    def spare_others(self, mover: Body, poses: Iterable[Pose]) -> list[Pose]:
        """The poses at which a model touches no enemy that is none of its targets."""
        touches = close_to(mover, self.others, 0.0)
        return [p for p in poses if not touches(p)]


def _near(one: Body, other: Body, distance: float) -> bool:
    """Whether two bases may be within a distance in inches, judged by circles around them."""
    far = (one.reach + other.reach + distance) * INCH
    return squared(one.pose, other.pose) <= far * far


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
        touched = touched_by(body, course.enemies)
        if touched:
            return FREE if any(foe not in self.taken and foe not in course.contacted for foe in touched) else CONTACT
        return SUPPORT if any(within(body, mate, LINK) for mate in course.fighting) else LINKED

    def best(self, mover: Body, course: Course, than: int) -> Found | None:
        scene = Scene(self.ground, course.at, mover)
        in_chain = close_to(mover, tuple(course.done.values()), LINK)
        for worth in range(min(than, STRAY)):
            linked = [p for p in self._poses(worth, mover, course) if in_chain(p)]
            if linked and (way := scene.first_way(linked)) is not None:
                return Found(worth, *way)
        return None

    def _poses(self, worth: int, mover: Body, course: Course) -> Sequence[Pose]:
        if worth in (FREE, CONTACT):
            contacted = self.taken | course.contacted
            return self.contacts(mover, course, [f for f in self.foes if (f.id in contacted) == (worth == CONTACT)])
        mates = course.fighting if worth == SUPPORT else list(course.done.values())
        gaps = (um(LINK) - 2, um(1.0), um(0.02))
        mates = sorted(mates, key=lambda mate: (squared(mover.pose, mate.pose), mate.id))[:MATES_TRIED]
        near = [mover.pose] if any(within(mover, mate, LINK) for mate in mates) else []
        poses = nearest_first(mover, [*near, *(p for mate in mates for p in around(mover, mate, gaps))])
        return self.spare_others(mover, poses)

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
            way = Scene(self.ground, course.at, mover).first_way((wishes[model],))
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
    at = {m.id: m for m in ground.movers}
    pairs = sorted(
        ((um(gap(mover, foe)), mover.id, foe.id, mover, foe) for mover in ground.movers for foe in foes),
        key=lambda pair: pair[:3],
    )
    found: list[Lead] = []
    for least, model, foe_id, mover, foe in pairs[:PAIRS_TRIED]:
        if least > ground.allowance.get(model, 0) + NEARER or (found and least > min(f.cost for f in found) + 1):
            break
        poses = [p for p in contact_poses(mover, foe, ()) if not any(touching(mover.at(p), o) for o in others)]
        way = Scene(ground, at, mover).first_way(poses)
        if way is not None:
            found.append(Lead(model, foe_id, um(centre_length(mover.pose, way[1])), *way))
    nearest = min((lead.cost for lead in found), default=0)
    return tuple(sorted((lead for lead in found if lead.cost <= nearest + 1), key=lambda lead: (lead.cost, lead.model)))


@dataclass(frozen=True, slots=True)
class Closing(Approach):
    """Models that close up to enemies of their combat: into contact if possible, else as near as possible."""

    rule: str = ""

    def contact_worth(self) -> int:
        return 0

    def worth(self, body: Body, course: Course) -> int:
        """Nothing left to do when in contact, else the gap to the nearest enemy in micrometres."""
        near = min((gap(body, foe) for foe in self.foes), default=0.0)
        return 0 if near <= TOUCHING else max(1, um(near))

    def best(self, mover: Body, course: Course, than: int) -> Found | None:
        if than == 0:
            return None
        scene = Scene(self.ground, course.at, mover)
        poses = self.contacts(mover, course, self.foes)
        if poses and (way := scene.first_way(poses)) is not None:
            return Found(0, *way)
        return self._nearest(mover, scene, course, than) if than > 1 else None

    def _nearest(self, mover: Body, scene: Scene, course: Course, than: int) -> Found | None:
        """As near to an enemy as it comes: straight ahead until something stops it, or beside who is in its way."""
        foes = sorted(self.foes, key=lambda foe: (um(gap(mover, foe)), foe.id))[:3]
        poses = [scene.onward(foe.pose) for foe in foes]
        mates = [m for m in (*course.at.values(), *self.ground.stays) if m.id != mover.id]
        for mate in sorted(mates, key=lambda m: (squared(mover.pose, m.pose), m.id))[:MATES_TRIED]:
            poses += around(mover, mate, (um(0.02),))
        free = scene.free(self.spare_others(mover, dict.fromkeys(poses)))
        ranked = sorted((self.worth(mover.at(p), course), p) for p in free)
        closer = [p for worth, p in ranked if 0 < worth < than - NEARER]
        way = scene.best_way(closer) if closer else None
        return None if way is None else Found(self.worth(mover.at(way[0]), course), *way)

    def objection(self, mover: Body, body: Body, found: Found) -> Refusal:
        details = facts(stood=body.pose, better=found.pose, gap=found.worth)
        if found.worth == 0:
            return Refusal("closing.must_contact", self.rule, mover.id, found.pose, details)
        return Refusal("closing.must_near", self.rule, mover.id, found.pose, details)

    def judge(self, answer: MoveAnswer) -> Refusals:
        """As every approach; and enemies outside the combat may not be touched."""
        ends = {m.id: m for m in self.ground.movers}
        for model, legs in answer:
            body = ends[model].at(end(ends[model].pose, legs))
            if any(touching(body, other) for other in self.others):
                return (Refusal("closing.uninvolved", self.rule, model, body.pose),)
        return Approach.judge(self, answer)
