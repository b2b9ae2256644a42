"""From a battle's state and events to the scene on the table: built whole, or carried on event by event.

Both ways give equal scenes; what an event does not say (badges) is read from the state after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.core.book import Book
from engine.core.events import Event
from engine.core.records import Aboard, Gone, Model, Objective, OnTable
from engine.core.state import State
from render import scene as stage
from render.scene import Badge, Banner, Figure, Goal, Mark, Scene

BADGES: Mapping[str, Badge] = {
    "moved": Badge.MOVED,
    "ran": Badge.RAN,
    "pinned": Badge.PINNED,
    "gone_to_ground": Badge.PINNED,
    "falling_back": Badge.FALLING_BACK,
    "locked": Badge.LOCKED,
    "advanced": Badge.RAN,
    "fell_back": Badge.FALLING_BACK,
    "arrived": Badge.ARRIVED,
    "disembarked": Badge.DISEMBARKED,
    "charged": Badge.CHARGED,
    "fought": Badge.FOUGHT,
}
"""The book's words for what is seen of a unit at a glance; others have no sign on the table."""

WHO_IS_THERE = ("unit.mustered", "model.placed", "model.gone", "model.transferred")
"""Events after which another unit may stand on the table, or one no longer."""


def scene_of(state: State, book: Book, events: Iterable[Event] = ()) -> Scene:
    """The scene of a state; `events`, all so far, tell who fell this turn and where."""
    called = letters(state)
    figures = [figure_of(state, model, called) for model in state.models.values() if model.on_table]
    banners = [banner_of(state, book, unit, called) for unit in state.units]
    goals = _goals(state)
    score = [state.scores.get(side, 0) for side in state.sides]
    return stage.build(figures, banners, goals.values(), score, _fallen(state, events))


def letters(state: State) -> dict[str, str]:
    """What each unit is called on the table: its own letter unless one before it has that."""
    return stage.letters((unit.id, unit.letter) for unit in state.units.values())


def figure_of(state: State, model: Model, called: Mapping[str, str]) -> Figure:
    """A model on the table as the scene shows it."""
    side = state.sides.index(state.units[model.unit].side)
    whole = max(full_wounds(state, model), model.wounds)
    return Figure(
        model.id, side, model.unit, called[model.unit], model.name, model.shape, model.pose, whole,
        whole - model.wounds, riders(state).get(model.id, 0),
    )  # fmt: skip


def riders(state: State) -> dict[str, int]:
    """How many models each model carries that has any aboard."""
    carriers = [model.place.carrier for model in state.models.values() if isinstance(model.place, Aboard)]
    return {carrier: carriers.count(carrier) for carrier in dict.fromkeys(carriers)}


def full_wounds(state: State, model: Model) -> int:
    """How many wounds a model has when it is whole, by its sheet; 1 when the sheet does not say."""
    profile = state.setup.sheets.get("profiles", {}).get(model.profile, {})
    whole = profile.get("w", 1) if isinstance(profile, Mapping) else 1
    return whole if isinstance(whole, int) and whole > 0 else 1


def banner_of(state: State, book: Book, unit: str, called: Mapping[str, str]) -> Banner:
    """A unit's name and badges."""
    record = state.units[unit]
    shown = [BADGES[word] for word in book.badges(state, unit) if word in BADGES] if state.present(unit) else []
    badges = tuple(badge for badge in Badge if badge in shown)
    return Banner(unit, state.sides.index(record.side), called[unit], record.name, badges)


def _goals(state: State) -> dict[str, Goal]:
    """The objectives that lie on the table, numbered in order; those that bear a number keep it when others go."""
    found = {}
    for place, objective in enumerate(state.objectives.values(), 1):
        own = objective.id.rpartition("-")[2]
        found[objective.id] = _goal(state, int(own) if own.isdecimal() else place, objective)
    return found


def _goal(state: State, number: int, objective: Objective) -> Goal:
    holder = state.sides.index(objective.holder) if objective.holder in state.sides else None
    return Goal(objective.id, number, objective.at, holder, objective.name)


def _fallen(state: State, events: Iterable[Event]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    turn = 0
    for event in events:
        if event.code == "clock.set" and event.detail("clock").turn != turn:
            turn, marks = event.detail("clock").turn, []
        elif event.code == "model.gone" and event.detail("pose") is not None:
            marks.append(_mark(state, event))
        elif event.code == "model.placed" and isinstance(event.detail("place"), OnTable):
            marks = [mark for mark in marks if mark.id != event.subject]
    return tuple(marks)


def _mark(state: State, event: Event) -> Mark:
    model = state.models[event.subject]
    return Mark(model.id, state.sides.index(state.units[model.unit].side), model.shape, event.detail("pose"))


def after(scene: Scene, events: Iterable[Event], state: State, book: Book, turn: int) -> Scene:
    """The scene after events that led from it to `state`; `turn` is the player turn the scene belongs to."""
    called = letters(state)
    stale = False
    for event in events:
        if event.code == "clock.set" and event.detail("clock").turn != turn:
            turn = event.detail("clock").turn
            scene = replace(scene, fallen=())
        scene = _step(scene, event, state, called)
        stale = stale or event.code in WHO_IS_THERE or book.changes_badges(event)
    if stale:
        banners = {unit: banner_of(state, book, unit, called) for unit in state.units}
        scene = replace(_loaded(scene, state), banners=banners)
    return scene


def _loaded(scene: Scene, state: State) -> Scene:
    """Everyone with as many riders as the state has aboard."""
    now = riders(state)
    changed = {id: now.get(id, 0) for id, figure in scene.figures.items() if figure.riders != now.get(id, 0)}
    figures = {id: replace(scene.figures[id], riders=count) for id, count in changed.items()}
    return replace(scene, figures={**scene.figures, **figures}) if figures else scene


def _step(scene: Scene, event: Event, state: State, called: Mapping[str, str]) -> Scene:
    code, subject = event.code, event.subject
    if code == "model.moved":
        return stage.moved(scene, subject, event.detail("pose"))
    if code == "model.gone":
        return stage.felled(scene, subject) if subject in scene.figures else scene
    if code in ("model.placed", "model.transferred", "model.wounded", "model.healed"):
        return _as_it_is(scene, state, subject, called)
    if code == "unit.mustered":
        for model in event.detail("models"):
            scene = _as_it_is(scene, state, model.id, called)
        return scene
    if code in ("objective.set", "objective.removed"):
        return replace(scene, goals=_goals(state))
    if code == "side.scored":
        return stage.scored(scene, state.sides.index(event.side), event.detail("total"))
    return scene


def _as_it_is(scene: Scene, state: State, id: str, called: Mapping[str, str]) -> Scene:
    """A model as the state has it; one that fell later in the same step stands where it fell until then."""
    model = state.models[id]
    if model.on_table:
        marks = tuple(mark for mark in scene.fallen if mark.id != id)
        return stage.placed(replace(scene, fallen=marks), figure_of(state, model, called))
    if isinstance(model.place, Gone) and model.place.pose is not None:
        if id in scene.figures:
            return scene
        standing = replace(model, place=OnTable(model.place.pose))
        return stage.placed(scene, figure_of(state, standing, called))
    return stage.withdrawn(scene, id)
