"""Positions for the drawings of sight."""

from __future__ import annotations

from pathlib import Path

from engine.books import book_for
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from scenarios.loader import load_scene

HEAD = "sightline: 1\nedition: 5e\ntable: {width: 48, depth: 36}\n"

MAN = "base: {round: 32}, height: 1.4, eye: 1.25"

RUIN = f"""{HEAD}terrain:
  - id: ruin
    kind: ruin
    name: Chapel
    at: [24, 18]
    outline: [[-4, -3], [4, -3], [4, 3], [-4, 3]]
    parts:
      - {{wall: [[-4, -3], [-4, 3]], thickness: 0.25, top: 6, openings: [{{from: 2.4, to: 3.6, sill: 0.8, head: 2.4}}]}}
      - {{wall: [[4, 3], [4, -3]], thickness: 0.25, top: 3.5, openings: [{{from: 2, to: 4.4, sill: 0.6, head: 2.2}}]}}
      - {{wall: [[-4, 3], [4, 3]], thickness: 0.25, top: 5}}
      - {{floor: 1, outline: [[-4, -3], [0, -3], [0, 3], [-4, 3]], z: 3}}
  - {{id: wood, kind: wood, name: Copse, outline: [[32, 14], [37, 13], [38, 20], [33, 22]], top: 4}}
models:
  - {{id: a1, name: Sergeant, side: blue, unit: alpha, {MAN}, at: [14, 18]}}
  - {{id: a2, name: Trooper, side: blue, unit: alpha, {MAN}, at: [16, 17.2]}}
  - {{id: f1, name: Lookout, side: blue, unit: lookout, {MAN}, at: [22, 18.4], z: 3, stands_on: ruin/1}}
  - {{id: b1, name: Ork, side: red, unit: boyz, {MAN}, at: [40, 18.3]}}
  - {{id: b2, name: Ork, side: red, unit: boyz, {MAN}, at: [40, 20.3]}}
"""

TANK = f"""{HEAD}terrain:
  - {{id: box, kind: block, name: Container, at: [24, 18], outline: [[-3, -1.25], [3, -1.25], [3, 1.25], [-3, 1.25]],
     facing: 90, top: 2.5}}
  - {{id: sacks, kind: sandbags, name: Sandbags, outline: [[17, 14], [17.6, 14], [17.6, 20], [17, 20]]}}
models:
  - {{id: a1, name: Gunner, side: blue, unit: alpha, {MAN}, at: [15, 17]}}
  - {{id: t1, name: Battle tank, side: red, unit: tank, at: [32, 21],
     base: {{hull: [[-3, -2], [3, -2], [3, 2], [-3, 2]]}}, facing: 180, height: 2.8, eye: 2.4}}
"""

HILLS = f"""{HEAD}terrain:
  - {{id: low, kind: hill, name: Low hill, outline: [[20, 14], [27, 13], [28, 22], [21, 23]], top: 1.2}}
  - {{id: high, kind: steep_hill, name: Crag, outline: [[6, 14], [12, 14], [12, 22], [6, 22]], top: 2.5}}
  - {{id: fence, kind: fence, name: Fence, outline: [[33, 12], [33.3, 12], [33.3, 24], [33, 24]], top: 0.8}}
models:
  - {{id: a1, name: Scout, side: blue, unit: alpha, {MAN}, at: [10, 18], z: 2.5, stands_on: high}}
  - {{id: b1, name: Gretchin, side: red, unit: grots, base: {{round: 25}}, height: 0.9, eye: 0.8, at: [36, 18.2]}}
  - {{id: b2, name: Gretchin, side: red, unit: grots, base: {{round: 25}}, height: 0.9, eye: 0.8, at: [29, 18.2]}}
  - {{id: c1, name: Warboss, side: red, unit: boss, base: {{round: 40}}, height: 1.9, eye: 1.6, at: [30.5, 17.4]}}
"""


def position(folder: Path, text: str, edition: str | None = None) -> State:
    """The state that a scene makes."""
    file = folder / "scene.yaml"
    file.write_text(text)
    scene = load_scene(file, edition)
    return book_for(scene.setup.edition).set_up(scene.setup, "0")


def verdict(state: State, viewer: str, target: str) -> Verdict:
    """What the book of the position says of two models."""
    found = book_for(state.setup.edition).sight(state, viewer, target)
    assert isinstance(found, Verdict)
    return found
