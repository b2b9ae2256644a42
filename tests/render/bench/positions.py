"""Positions for the bench: a table with a container, and tables with all sorts of things at random."""

from __future__ import annotations

from random import Random
from typing import Any

from render.bench.position import Position

MAN = {"base": {"round": 32}, "height": 1.4, "eye": 1.25}
SIDES = [{"id": "blue", "name": "Blue"}, {"id": "orange", "name": "Orange"}]
KINDS = ("block", "wood", "ruin", "crates", "hill", "wall")


def quarrel(y: float, error: float = 0.0, **more: Any) -> Position:
    """A marine at (20, 22) looks past a container of 4 by 4 inches at an ork at (44, y)."""
    doubt = {"error": error} if error else {}
    data = {
        "sightline": 1,
        "edition": "5e",
        "title": "Past the container",
        "table": {"width": 72, "depth": 48},
        "sides": SIDES,
        "terrain": [
            {"id": "crate", "kind": "block", "name": "Container", "outline": [[30, 20], [34, 20], [34, 24], [30, 24]],
             "top": 3, **doubt}
        ],
        "models": [
            {"id": "a1", "name": "Marine", "side": "blue", "unit": "alpha", "at": [20, 22], **MAN, **doubt},
            {"id": "t1", "name": "Ork", "side": "orange", "unit": "boyz", "at": [44, y], **MAN, **doubt},
        ],
        "asked": {"from": "a1", "to": "t1"},
        **more,
    }  # fmt: skip
    return Position(data)


def random_position(seed: int, edition: str) -> Position:
    """Six pieces and seven models in two units anywhere on the table, legally, and a question about two of them."""
    position = _at_random(seed, edition)
    return position if not position.problems else random_position(seed + 999, edition)


def _at_random(seed: int, edition: str) -> Position:
    rng = Random(seed)
    terrain = []
    for n in range(6):
        x, y, w, h = rng.uniform(8, 60), rng.uniform(6, 40), rng.uniform(1, 6), rng.uniform(1, 5)
        kind = rng.choice(KINDS)
        piece = {"id": f"p{n}", "kind": kind, "at": [round(x, 3), round(y, 3)], "facing": round(rng.uniform(0, 360), 2),
                 "outline": [[-w, -h], [w, -h], [w, h], [-w, h]]}  # fmt: skip
        if kind == "ruin":
            piece["parts"] = [{"wall": [[-w, -h], [w, -h]], "thickness": 0.25, "top": 5}]
        terrain.append(piece if kind != "block" else {**piece, "top": round(rng.uniform(0.5, 4), 2)})
    models: list[dict[str, Any]] = []
    taken: list[tuple[float, float]] = []
    while len(models) < 7:
        at = (rng.uniform(2, 70), rng.uniform(2, 46))
        if any(abs(at[0] - x) + abs(at[1] - y) < 6 for x, y in taken):
            continue
        taken.append(at)
        n = len(models)
        side, unit = ("blue", "alpha") if n % 2 else ("orange", "boyz")
        models.append({"id": f"m{n}", "side": side, "unit": unit, "at": list(at), **MAN,
                       "facing": rng.uniform(0, 360)})  # fmt: skip
    asked = {"from": "m1", "to": "m2"} if seed % 3 else {"from": "alpha", "to": "boyz"}
    return Position(
        {"sightline": 1, "edition": edition, "title": f"Quarrel {seed}", "table": {"width": 72, "depth": 48},
         "sides": SIDES, "terrain": terrain, "models": models, "asked": asked}
    )  # fmt: skip
