"""Closing up: assaulted units react, and whoever is still locked after a fight piles in."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from battlefield.body import Body
from battlefield.measure import distance, gap, touching
from battlefield.paths import end
from battlefield.separation import CONTACT
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Move, MoveAnswer
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import movement, status
from engine.fifth.approach import MATES_TRIED, NEARER, Approach, Course, Found
from engine.fifth.falling_back import move_along
from engine.fifth.ways import Way
from engine.mechanics.contact import Scene, squared
from engine.mechanics.spots import around, each, nearest_first, spots_of

REACH = um(6)
"""How far a model closes up, in micrometres."""

REACT_RULE, PILE_IN_RULE = "5e.assault.defenders-react", "5e.assault.pile-in"


@dataclass(frozen=True, slots=True)
class Closing(Approach):
    """Models that close up to enemies of their combat: into contact if possible, else as near as possible."""

    rule: str = ""

    def contact_worth(self) -> int:
        return 0

    def worth(self, body: Body, course: Course) -> int:
        """Nothing left to do when in contact, else the gap to the nearest enemy in micrometres."""
        near = max(0.0, float(course.targets.gaps(body).min())) if self.foes else 0.0
        return 0 if near <= CONTACT else max(1, um(near))

    def moves_anyone(self) -> bool:
        """Whether any model has somewhere better to be."""
        course = self.start()
        return any(self.best(m, course, self.worth(m, course)) for m in self.by_nearness(self.ground.movers))

    def best(self, mover: Body, course: Course, than: int) -> Found | None:
        for worth in range(min(than, 2)):
            key = (mover.id, course.number, than if worth else 0)
            if key not in self.looked:
                self.looked[key] = self._nearest(mover, course, than) if worth else self._contact(mover, course)
            if (found := self.looked[key]) is not None:
                return found
        return None

    def _contact(self, mover: Body, course: Course) -> Found | None:
        spots = self.contacts(mover, course, self.foes)
        way = Scene(self.ground, course.nearby, mover).first_way(spots) if len(spots) else None
        return None if way is None else Found(0, *way)

    def _nearest(self, mover: Body, course: Course, than: int) -> Found | None:
        """As near to an enemy as it comes: straight ahead until something stops it, or beside who is in its way."""
        scene = Scene(self.ground, course.nearby, mover)
        foes = sorted(self.foes, key=lambda foe: (um(gap(mover, foe)), foe.id))[:3]
        ahead = spots_of((p.x, p.y) for p in (scene.onward(foe.pose) for foe in foes))
        mates = [m for m in (*course.at.values(), *self.ground.stays) if m.id != mover.id]
        mates = sorted(mates, key=lambda m: (squared(mover.pose, m.pose), m.id))[:MATES_TRIED]
        spots = nearest_first(mover, np.concatenate((ahead, around(mover, mates, (um(0.02),)))))
        free = scene.free(self.spare_others(mover, spots, course))
        ranked = sorted((self.worth(mover.at(p), course), p) for p in each(mover, free))
        closer = [p for worth, p in ranked if 0 < worth < than - NEARER]
        way = scene.best_way(spots_of((p.x, p.y) for p in closer)) if closer else None
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


@rule("5e.assault.locked-only-pile-in")
def free_models(state: State, unit: str) -> tuple[str, ...]:
    """The models of a unit that are in contact with no enemy."""
    touched = {model for pair in status.contacts(state) for model in pair}
    return tuple(m.id for m in state.present(unit) if m.id not in touched)


@rule(
    "5e.assault.react-terrain",
    "5e.assault.pile-in-terrain",
    "5e.assault.react-no-new-enemies",
)
def closing(state: State, unit: str, foes: tuple[str, ...], rule_id: str) -> Closing:
    """What the free models of a unit may and must do: 6 inches, terrain or not, toward those enemy units."""
    free = free_models(state, unit)
    ground = replace(movement.ground_for(state, unit, REACH, near=0.0, link=None, models=free), flies=False)
    side = state.side_of(unit)
    enemies = [body_of(m) for m in status.enemies(state, side)]
    wanted = tuple(body for body in enemies if body.group in foes)
    others = tuple(body for body in enemies if body.group not in foes)
    return Closing(ground, wanted, others, rule=rule_id)


def move_question(approach: Approach, state: State, unit: str, topic: str, rule_id: str, **hints: object) -> Move:
    """The question how the models of a unit come at the enemy. `complete` without wishes is a whole legal move."""
    movers = {m.id: m for m in approach.ground.movers}
    return Move(
        player=state.side_of(unit),
        rule=rule_id,
        topic=topic,
        subjects=(unit,),
        models=tuple(movers),
        allowance=tuple(approach.ground.allowance.items()),
        complete=approach.complete,
        cost=lambda model, legs: approach.ground.cost(movers[model], legs),
        legal=approach.refusals,
        advise=lambda stream: approach.complete({})[0],
        hints=facts(**hints),
    )


def carry_out(b: Battle, answer: MoveAnswer, rule_id: str) -> tuple[Way, ...]:
    """The models go their ways; returns those that moved at all."""
    ways = tuple(Way(model, b.model(model).pose, legs) for model, legs in answer if legs)
    for way in ways:
        move_along(b, way, rule_id)
    return ways


def close_up(b: Battle, unit: str, foes: tuple[str, ...], topic: str, rule_id: str) -> Procedure[None]:
    """The free models of a unit close up as their player wants; nothing is asked when none of them can move at all."""
    if not free_models(b.state, unit) or not foes:
        return
    ready = [closing(b.state, unit, foes, rule_id)]
    if not ready[0].moves_anyone():
        return

    def question() -> Move:
        approach = ready.pop() if ready else closing(b.state, unit, foes, rule_id)
        return move_question(approach, b.state, unit, topic, rule_id, units=foes, reach=REACH)

    answer = yield from ask(question)
    carry_out(b, answer, rule_id)


# -- defenders react ----------------------------------------------------------------------------------------------


@rule("5e.assault.defenders-react")
def next_reacting(state: State) -> str | None:
    """The next unit assaulted in this phase that has not reacted yet."""
    waiting = (u for u in state.units if state.did(u, "assaulted") and not state.did(u, "reacted") and state.present(u))
    return next(waiting, None)


@rule("5e.assault.defenders-react", "5e.assault.multi-react")
def react(b: Battle, unit: str) -> Procedure[None]:
    """The free models of an assaulted unit move toward any of the enemies it is locked with."""
    yield from close_up(b, unit, foes_now(b.state, unit), "combat.react", REACT_RULE)
    b.note_deed(unit, "reacted", REACT_RULE)


def foes_now(state: State, unit: str) -> tuple[str, ...]:
    """The enemy units that a unit is locked with."""
    return tuple(a if b == unit else b for a, b in status.locked_pairs(state) if unit in (a, b))


# -- pile-in ------------------------------------------------------------------------------------------------------


@rule("5e.assault.pile-in", "5e.assault.multi-pile-in")
def pile_in(b: Battle, unit: str, foes: tuple[str, ...]) -> Procedure[None]:
    """The free models of a unit must close up to the enemies of their fight."""
    yield from close_up(b, unit, foes, "combat.pile_in", PILE_IN_RULE)


@rule("5e.assault.pile-in-too-far")
def too_far(state: State, unit: str, foes: tuple[str, ...]) -> bool:
    """Whether not even both sides' pile-ins together can bring a unit back into contact with an enemy."""
    bodies: list[Body] = [body for foe in foes for body in status.bodies_of(state, foe)]
    return distance(status.bodies_of(state, unit), bodies) > 12.0 + CONTACT
