"""What the table shows: small frozen records, and pure functions that carry one scene into the next.

A scene is built whole from a snapshot with `build`, and step by step with the functions below as things happen; both
ways give equal scenes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from battlefield.pose import Pose
from battlefield.shapes import Shape
from battlefield.units import FULL_TURN


class Badge(Enum):
    """What a unit did or suffers, as shown beside it."""

    MOVED = "moved"
    RAN = "ran"
    ARRIVED = "arrived"
    DISEMBARKED = "disembarked"
    CHARGED = "charged"
    FOUGHT = "fought"
    PINNED = "pinned"
    FALLING_BACK = "falling back"
    LOCKED = "locked"


TURN_BADGES = frozenset({
    Badge.MOVED, Badge.RAN, Badge.ARRIVED, Badge.DISEMBARKED, Badge.CHARGED, Badge.FOUGHT,
})  # fmt: skip
"""Those that end with the turn."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A model on the table. `side` counts the sides in the battle's order; `unit` is an id, `letter` what is shown;
    `riders` are the models aboard."""

    id: str
    side: int
    unit: str
    letter: str
    name: str
    shape: Shape
    pose: Pose
    wounds: int = 1
    lost: int = 0
    riders: int = 0


@dataclass(frozen=True, slots=True)
class Banner:
    """A unit as the table shows it: what it is called and its badges, in the order of `Badge`."""

    id: str
    side: int
    letter: str
    name: str
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective: its number, its spot in micrometres, the side that holds it, and its name."""

    id: str
    number: int
    pose: Pose
    holder: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a model was lost this turn."""

    id: str
    side: int
    shape: Shape
    pose: Pose


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment. `score` by side; `fallen` are this turn's casualties, oldest first."""

    figures: Mapping[str, Figure] = field(default_factory=dict)
    banners: Mapping[str, Banner] = field(default_factory=dict)
    goals: Mapping[str, Goal] = field(default_factory=dict)
    score: tuple[int, ...] = ()
    fallen: tuple[Mark, ...] = ()

    def of_unit(self, unit: str) -> tuple[Figure, ...]:
        """The models of a unit on the table, in order of id."""
        return tuple(self.figures[id] for id in sorted(self.figures) if self.figures[id].unit == unit)


def build(
    figures: Iterable[Figure],
    banners: Iterable[Banner] = (),
    goals: Iterable[Goal] = (),
    score: Iterable[int] = (),
    fallen: Iterable[Mark] = (),
) -> Scene:
    """A scene from everything in it."""
    return Scene(
        {figure.id: figure for figure in figures},
        {banner.id: replace(banner, badges=_ordered(banner.badges)) for banner in banners},
        {goal.id: goal for goal in goals},
        tuple(score),
        tuple(fallen),
    )


def letters(units: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A letter for each unit, given with the one it would like: no two share one, so who comes later gets the first
    that is free: A to Z, then AA, AB and on."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    first = 0
    for unit, own in units:
        while _letter(first) in taken:
            first += 1
        letter = own if own and own not in taken else _letter(first)
        taken.add(letter)
        found[unit] = letter
    return found


def placed(scene: Scene, figure: Figure) -> Scene:
    """A model comes onto the table, or is replaced by what it is now."""
    return replace(scene, figures={**scene.figures, figure.id: figure})


def moved(scene: Scene, id: str, pose: Pose) -> Scene:
    """A model stands elsewhere."""
    return placed(scene, replace(scene.figures[id], pose=pose))


def wounded(scene: Scene, id: str, lost: int) -> Scene:
    """A model has lost `lost` wounds in all."""
    return placed(scene, replace(scene.figures[id], lost=lost))


def withdrawn(scene: Scene, id: str) -> Scene:
    """A model leaves the table without being lost: embarked, back in reserve, fled over the edge."""
    return replace(scene, figures={other: figure for other, figure in scene.figures.items() if other != id})


def felled(scene: Scene, id: str) -> Scene:
    """A model is lost and leaves a mark where it stood."""
    figure = scene.figures[id]
    mark = Mark(figure.id, figure.side, figure.shape, figure.pose)
    return replace(withdrawn(scene, id), fallen=(*scene.fallen, mark))


def badged(scene: Scene, unit: str, badge: Badge, on: bool = True) -> Scene:
    """A unit gains a badge, or with `on` False loses it."""
    banner = scene.banners[unit]
    kept = [other for other in banner.badges if other is not badge]
    badges = _ordered([*kept, badge] if on else kept)
    return replace(scene, banners={**scene.banners, unit: replace(banner, badges=badges)})


def held(scene: Scene, goal: str, holder: int | None) -> Scene:
    """An objective changes hands."""
    return replace(scene, goals={**scene.goals, goal: replace(scene.goals[goal], holder=holder)})


def scored(scene: Scene, side: int, points: int) -> Scene:
    """A side's score is now `points`."""
    return replace(scene, score=tuple(points if i == side else old for i, old in enumerate(scene.score)))


def turned(scene: Scene, side: int) -> Scene:
    """The turn of a side begins: marks of the fallen go, and its units have not moved yet."""
    banners = {
        id: replace(banner, badges=tuple(b for b in banner.badges if b not in TURN_BADGES))
        if banner.side == side
        else banner
        for id, banner in scene.banners.items()
    }
    return replace(scene, banners=banners, fallen=())


def between(before: Scene, after: Scene, share: float) -> Scene:
    """The scene `share` (0..1) of the way: models that stand in both glide and turn the short way, the rest is
    `after`'s."""
    if share >= 1:
        return after
    figures = dict(after.figures)
    for id, figure in before.figures.items():
        if id in figures and figures[id].pose != figure.pose:
            figures[id] = replace(figures[id], pose=_glide(figure.pose, figures[id].pose, share))
    return replace(after, figures=figures)


def _glide(a: Pose, b: Pose, share: float) -> Pose:
    turn = (b.facing - a.facing + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    x, y, z = (start + round((end - start) * share) for start, end in ((a.x, b.x), (a.y, b.y), (a.z, b.z)))
    return Pose(x, y, z, (a.facing + round(turn * share)) % FULL_TURN)


def _ordered(badges: Iterable[Badge]) -> tuple[Badge, ...]:
    have = list(badges)
    return tuple(badge for badge in Badge if badge in have)


def _letter(i: int) -> str:
    return (_letter(i // 26 - 1) if i >= 26 else "") + chr(ord("A") + i % 26)
