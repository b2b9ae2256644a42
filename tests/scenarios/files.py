"""Small files for the tests."""

from __future__ import annotations

from pathlib import Path

SCENE = """\
sightline: 1
edition: 5e
table: {width: 72, depth: 48}
terrain:
  - {id: crate, kind: block, outline: [[30, 20], [34, 20], [34, 24], [30, 24]], bottom: 0, top: 3}
  - {id: copse, kind: wood, outline: [[10, 10], [18, 10], [18, 16], [10, 16]]}
  - id: ruin
    kind: ruin
    at: [40, 10]
    facing: 30
    outline: [[-4, -3], [4, -3], [4, 3], [-4, 3]]
    parts:
      - {wall: [[-4, -3], [4, -3]], thickness: 0.25, top: 6, openings: [{from: 2, to: 3, sill: 1, head: 2.5}]}
      - {floor: 1, outline: [[-4, -3], [0, -3], [0, 3], [-4, 3]], z: 3}
models:
  - {id: a1, side: blue, unit: alpha, base: {round: 32}, at: [20, 22], z: 0, height: 1.5, eye: 1.3}
  - {id: t1, side: red, unit: tank, base: {hull: [[-3, -2], [3, -2], [3, 2], [-3, 2]]}, at: [40, 22], facing: 180,
     height: 2.5, eye: 2.0}
"""

ARMY = """\
sightline: 1
army: Testers
edition: 5e
profiles:
  man: {name: Man, ws: 3, bs: 3, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 7, sv: 5}
weapons:
  gun: {name: Gun, type: rapid_fire, range: 24, strength: 3}
  cannon: {name: Cannon, type: heavy, range: 36, strength: 7, ap: 3}
  flamer: {name: Flamer, type: assault, range: template, strength: 4}
units:
  squad:
    name: Squad
    role: troops
    points: 50
    base: {round: 25}
    height: 1.2
    eye: 1
    models:
      - {key: man, name: Man, profile: man, count: 5, gear: [gun]}
    options:
      more: {name: More, points: 5, add: man, max: 5}
      cannon: {name: Cannon, points: 20, replace: [gun], gear: [cannon], needs: 10, group: special}
      flamer: {name: Flamer, points: 6, replace: [gun], gear: [flamer], group: special}
      flamers: {name: Flamers, points: 4, replace: [gun], gear: [flamer], all: true}
      spare: {name: Spare gun, replace: [flamer], gear: [gun]}
"""

SCENARIO = """\
sightline: 1
edition: 5e
title: Test
table: {width: 48, depth: 48}
points: 200
mission: {kind: annihilation}
deployment: pitched_battle
sides:
  - {id: blue, name: Blue, army: testers}
  - {id: red, name: Red, army: testers}
units:
  one: {side: blue, sheet: squad, options: {more: 5, cannon: 1}}
  two: {side: red, sheet: squad}
"""


def written(folder: Path, text: str, name: str = "file.yaml") -> Path:
    """The path of a file with this text, the testers' army beside it."""
    (folder / "testers.yaml").write_text(ARMY, encoding="utf-8")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(text: str, old: str, new: str) -> str:
    """The text with one thing replaced, which must be there once at least."""
    assert old in text, old
    return text.replace(old, new, 1)


def line_of(text: str, part: str) -> int:
    """The line (from 1) of the first occurrence of a part."""
    return text[: text.index(part)].count("\n") + 1
