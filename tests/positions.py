"""Positions for tests of what a book says about sight: units from coordinates, terrain by its kind in the catalogue.

Coordinates are those of the checklists' examples, which lie around (0, 0): all of them are put at `HOME` on the table.

>>> from tests.positions import box, position, unit
>>> units = unit("a", "blue", (0, 0)), unit("b", "red", (10, 0))
>>> state = position("8e", *units, terrain=[box("w", 5, -5, 5.1, 5, top=3)])
>>> book_for("8e").sight(state, "a-1", "b-1").visible
False
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlefield.pose import Pose
from battlefield.shapes import Hull, Round, Shape
from battlefield.terrain import Floor, Opening, Piece, Wall
from battlefield.units import um
from engine import messages
from engine.books import book_for
from engine.core.facts import facts
from engine.core.setup import ModelSpec, Setup, SideSpec, UnitSpec
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from scenarios.terrain import standard_kinds

HOME = (30.0, 24.0)

Spot = tuple[float, float] | tuple[float, float, float]


def unit(
    id: str,
    side: str,
    *at: Spot,
    r: float = 0.5,
    h: float = 1.5,
    shape: Shape | None = None,
    keywords: Sequence[str] = ("Infantry",),
    on: str = "",
    deeds: Sequence[str] = (),
    joined: str = "",
    facing: float = 0.0,
) -> UnitSpec:
    """A unit whose models are called id-1, id-2, ...; each at (x, y) or (x, y, z), all `on` the same surface."""
    models = []
    for n, spot in enumerate(at):
        x, y, z = (*spot, 0.0)[:3]
        base = shape or Round(um(2 * r))
        pose = Pose.at(x + HOME[0], y + HOME[1], z, facing)
        models.append(ModelSpec(f"{id}-{n + 1}", f"{id} {n + 1}", "", base, um(h), um(0.9 * h), at=pose, stands_on=on))
    return UnitSpec(
        id, side, id.title(), id[0].upper(), "", "", "", 0, tuple(models), tuple(keywords), tuple(deeds), joined=joined
    )  # fmt: skip


def hull(x0: float, y0: float, x1: float, y1: float) -> Hull:
    """A rectangular hull around the origin."""
    return Hull(tuple((um(x), um(y)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))))


def piece(
    id: str,
    outline: Sequence[tuple[float, float]],
    kind: str = "block",
    *,
    edition: str = "11e",
    top: float | None = None,
    bottom: float = 0.0,
    parts: Sequence[Wall | Floor] = (),
    traits: Sequence[str] | None = None,
) -> Piece:
    """A terrain piece of a kind of the catalogue, with what that means in an edition unless `traits` are given."""
    known = standard_kinds()[kind]
    ring = tuple((um(x + HOME[0]), um(y + HOME[1])) for x, y in outline)
    meaning = known.meaning[edition]
    return Piece(
        id,
        kind,
        known.name,
        ring,
        um(bottom),
        um(known.top if top is None else top),
        tuple(parts),
        known.opaque,
        known.standable,
        tuple(meaning.traits if traits is None else traits),
        None if meaning.cover == "none" else meaning.cover,
    )


def box(id: str, x0: float, y0: float, x1: float, y1: float, kind: str = "block", **more: Any) -> Piece:
    """A rectangular piece."""
    return piece(id, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), kind, **more)


def wall(
    start: tuple[float, float], end: tuple[float, float], top: float, *holes: tuple[float, float, float, float]
) -> Wall:
    """A wall a tenth of an inch thick; each hole is from, to, sill, head."""
    (ax, ay), (bx, by) = ((um(x + HOME[0]), um(y + HOME[1])) for x, y in (start, end))
    openings = tuple(Opening(um(a), um(b), um(c), um(d)) for a, b, c, d in holes)
    return Wall(((ax, ay), (bx, by)), um(0.1), 0, um(top), openings)


def floor(id: str, x0: float, y0: float, x1: float, y1: float, z: float) -> Floor:
    """A rectangular storey."""
    spots = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Floor(id, tuple((um(x + HOME[0]), um(y + HOME[1])) for x, y in spots), um(z))


def position(
    edition: str, *units: UnitSpec, terrain: Sequence[Piece] = (), options: Mapping[str, Any] | None = None
) -> State:
    """The state of a position by an edition's book. Options are as the setup holds them, lengths in micrometres."""
    setup = Setup(
        edition, "position", "A position", um(60), um(48), tuple(terrain),
        (SideSpec("blue", "Blue"), SideSpec("red", "Red")), units, options=facts(**(options or {})),
    )  # fmt: skip
    return book_for(edition).set_up(setup, "0")


def sight(state: State, viewer: str, target: str) -> Verdict:
    """The verdict of the state's own book."""
    found = book_for(state.setup.edition).sight(state, viewer, target)
    assert isinstance(found, Verdict)
    return found


def told(state: State, viewer: str, target: str) -> str:
    """The same in a sentence."""
    return messages.event(sight(state, viewer, target).told(), state, book_for(state.setup.edition))


def assert_units_are_their_pairs(state: State, viewer: str, target: str) -> None:
    """The verdict on two units holds those on all pairs of their models, and follows from them."""
    whole = sight(state, viewer, target)
    models = [(v.id, t.id) for v in state.present(viewer) for t in state.present(target)]
    assert [(pair.viewer, pair.target) for pair in whole.pairs] == models
    assert list(whole.pairs) == [sight(state, *pair) for pair in models]
    assert whole.visible == any(pair.visible for pair in whole.pairs)
    assert (whole.line is not None) == whole.visible
    seen = {pair.target for pair in whole.pairs if pair.visible}
    missing = len(state.present(target)) - len(seen)
    assert whole.hidden == 1_000_000 * missing // len(state.present(target))
    assert all(pair.visible == (pair.line is not None) for pair in whole.pairs)
    assert all(pair.hidden == 1_000_000 for pair in whole.pairs if not pair.visible)
