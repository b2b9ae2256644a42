"""Small fifth-edition tables for tests: units from a few coordinates, scripted dice, answers by topic.

>>> from tests.fifth.tables import battle, marines, boyz
>>> session = battle(marines("alpha", at=[(10, 10), (11.5, 10)]), boyz("mob", at=[(30, 10)]), phase="shooting")
>>> session.state.clock.phase, session.state.clock.side
('shooting', 'blue')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from battlefield.pose import Pose
from battlefield.shapes import Round, Shape
from battlefield.terrain import Piece
from battlefield.units import INCH, um
from engine.core.decisions import Decision
from engine.core.dice import Roll, ScriptedDice, SeededDice, Stream
from engine.core.events import Event
from engine.core.facts import facts
from engine.core.refusals import Refusals
from engine.core.setup import ModelSpec, ObjectiveSpec, Setup, SideSpec, UnitSpec
from engine.session import Session

Spot = tuple[float, float]

INCH_BASE = Round(INCH)
"""A base of one inch across: its radius is half an inch, as in the examples of the checklists."""


def profile(
    name: str, ws: int, bs: int, s: int, t: int, w: int, i: int, a: int, ld: int, sv: int, **more: Any
) -> dict[str, Any]:
    return {"name": name, "ws": ws, "bs": bs, "s": s, "t": t, "w": w, "i": i, "a": a, "ld": ld, "sv": sv, **more}


PROFILES: dict[str, dict[str, Any]] = {
    "marine": profile("Space Marine", 4, 4, 4, 4, 1, 4, 1, 8, 3),
    "sergeant": profile("Sergeant", 4, 4, 4, 4, 1, 4, 2, 9, 3),
    "boy": profile("Ork Boy", 4, 2, 3, 4, 1, 2, 2, 7, 6),
    "nob": profile("Nob", 4, 2, 4, 4, 2, 3, 3, 7, 6),
    "guard": profile("Guardsman", 3, 3, 3, 3, 1, 3, 1, 7, 5),
    "hero": profile("Captain", 6, 5, 4, 4, 3, 5, 3, 10, 3, inv=4),
    "scout": profile("Scout", 3, 3, 4, 4, 1, 4, 1, 8, 4),
    "gretchin": profile("Gretchin", 2, 3, 2, 2, 1, 2, 1, 5, 0),
}

WEAPONS: dict[str, dict[str, Any]] = {
    "boltgun": {"name": "Boltgun", "type": "rapid_fire", "range": 24, "strength": 4, "ap": 5},
    "bolt_pistol": {"name": "Bolt pistol", "type": "pistol", "strength": 4, "ap": 5, "melee": "ordinary"},
    "slugga": {"name": "Slugga", "type": "pistol", "strength": 4, "ap": 6, "melee": "ordinary"},
    "shoota": {"name": "Shoota", "type": "assault", "shots": 2, "range": 18, "strength": 4, "ap": 6},
    "big_shoota": {"name": "Big shoota", "type": "assault", "shots": 3, "range": 36, "strength": 5, "ap": 5},
    "lasgun": {"name": "Lasgun", "type": "rapid_fire", "range": 24, "strength": 3, "ap": 0},
    "heavy_bolter": {"name": "Heavy bolter", "type": "heavy", "shots": 3, "range": 36, "strength": 5, "ap": 4},
    "lascannon": {"name": "Lascannon", "type": "heavy", "range": 48, "strength": 9, "ap": 2},
    "flamer": {"name": "Flamer", "type": "assault", "range": "template", "strength": 4, "ap": 5},
    "meltagun": {"name": "Meltagun", "type": "assault", "range": 12, "strength": 8, "ap": 1},
    "plasma_gun": {
        "name": "Plasma gun", "type": "rapid_fire", "range": 24, "strength": 7, "ap": 2, "rules": ["gets_hot"],
    },
    "plasma_cannon": {
        "name": "Plasma cannon", "type": "heavy", "range": 36, "strength": 7, "ap": 2, "blast": 3,
        "rules": ["gets_hot"],
    },
    "missile_launcher": {"name": "Missile launcher", "modes": ["frag_missile", "krak_missile"]},
    "frag_missile": {"name": "Frag missile", "type": "heavy", "range": 48, "strength": 4, "ap": 6, "blast": 3},
    "krak_missile": {"name": "Krak missile", "type": "heavy", "range": 48, "strength": 8, "ap": 3},
    "sniper_rifle": {
        "name": "Sniper rifle", "type": "heavy", "range": 36, "strength": "x", "ap": 6,
        "rules": ["sniper", "rending", "pinning"],
    },
    "deffgun": {"name": "Deffgun", "type": "heavy", "range": 48, "strength": 7, "ap": 4, "shots": "d3"},
    "twin_boltgun": {
        "name": "Twin-linked boltgun", "type": "rapid_fire", "range": 24, "strength": 4, "ap": 5,
        "rules": ["twin_linked"],
    },
    "ccw": {"name": "Close combat weapon", "melee": "ordinary"},
    "choppa": {"name": "Choppa", "melee": "ordinary"},
    "big_choppa": {"name": "Big choppa", "melee": "ordinary", "hands": 2, "strength_bonus": 2},
    "power_weapon": {"name": "Power weapon", "melee": "power"},
    "power_fist": {"name": "Power fist", "melee": "fist"},
    "thunder_hammer": {"name": "Thunder hammer", "melee": "hammer"},
    "lightning_claw": {"name": "Lightning claw", "melee": "claw"},
    "poisoned_blade": {"name": "Poisoned blade", "melee": "poisoned", "poison": 4},
    "rending_claws": {"name": "Rending claws", "melee": "rending"},
}  # fmt: skip

WARGEAR: dict[str, dict[str, Any]] = {
    "frag_grenades": {"name": "Frag grenades", "rules": ["assault_grenades"]},
    "defensive_grenades": {"name": "Photon grenades", "rules": ["defensive_grenades"]},
    "storm_shield": {"name": "Storm shield", "inv": 3},
}


def unit(
    id: str,
    side: str,
    at: Sequence[Spot],
    profiles: str | Sequence[str] = "marine",
    gear: Sequence[str] | Sequence[Sequence[str]] = (),
    *,
    shape: Shape = INCH_BASE,
    height: float = 1.25,
    facing: float = 0.0,
    role: str = "troops",
    kind: str = "infantry",
    name: str = "",
    points: int = 100,
) -> UnitSpec:
    """A unit whose models are called id-1, id-2, ...; one profile and gear for all, or one for each."""
    models = []
    for n, (x, y) in enumerate(at):
        key = profiles if isinstance(profiles, str) else profiles[n]
        alike = all(isinstance(g, str) for g in gear)
        own = tuple(str(g) for g in (gear if alike else gear[n]))
        models.append(
            ModelSpec(
                f"{id}-{n + 1}", f"{PROFILES[key]['name']} {n + 1}", key, shape, um(height), um(height * 0.9), own,
                Pose.at(x, y, 0, facing),
            )
        )  # fmt: skip
    return UnitSpec(id, side, name or id.title(), id[0].upper(), id, kind, role, points, tuple(models))


def marines(
    id: str = "alpha", at: Sequence[Spot] = (), side: str = "blue", gear: Any = ("boltgun", "ccw"), **more: Any
) -> UnitSpec:
    return unit(id, side, at, more.pop("profiles", "marine"), gear, **more)


def boyz(
    id: str = "mob", at: Sequence[Spot] = (), side: str = "red", gear: Any = ("slugga", "choppa"), **more: Any
) -> UnitSpec:
    return unit(id, side, at, more.pop("profiles", "boy"), gear, **more)


def row(x: float, y: float, count: int, dx: float = 1.5, dy: float = 0.0) -> list[Spot]:
    """`count` spots in a row from (x, y)."""
    return [(x + n * dx, y + n * dy) for n in range(count)]


def piece(
    id: str, outline: Sequence[Spot], *traits: str, top: float = 3.0, cover: int | None = None, opaque: bool = False
) -> Piece:
    """A terrain piece with an outline in inches."""
    ring = tuple((um(x), um(y)) for x, y in outline)
    return Piece(id, id, id.title(), ring, 0, um(top), opaque=opaque, traits=tuple(sorted(traits)), cover=cover)


def square(x: float, y: float, width: float, depth: float) -> list[Spot]:
    return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]


def setup_of(
    *units: UnitSpec,
    terrain: Sequence[Piece] = (),
    width: float = 72,
    depth: float = 48,
    options: Mapping[str, Any] | None = None,
    mission: Mapping[str, Any] | None = None,
    objectives: Sequence[tuple[str, float, float]] = (),
) -> Setup:
    return Setup(
        "5e", "table", "A table", um(width), um(depth), tuple(terrain),
        (SideSpec("blue", "Blue", edge="south"), SideSpec("red", "Red", edge="north")), units,
        mission=facts(**(mission or {})), options=facts(**{"first_side": "blue", **(options or {})}),
        objectives=tuple(ObjectiveSpec(i, Pose.at(x, y)) for i, x, y in objectives),
        sheets={"profiles": PROFILES, "weapons": WEAPONS, "wargear": WARGEAR},
    )  # fmt: skip


class Script(ScriptedDice):
    """Scripted faces; once they are used up, dice of a seed, unless `exactly`."""

    def __init__(self, faces: Iterable[int], exactly: bool):
        super().__init__(faces)
        self._exactly = exactly

    def load(self, faces: Iterable[int], exactly: bool) -> None:
        """Other faces from here on."""
        super().__init__(faces)
        self._exactly = exactly

    def faces(self, roll: Roll, key: str, number: int) -> tuple[int, ...] | None:
        if self._exactly or self.left:
            return super().faces(roll, key, number)
        return SeededDice().faces(roll, key, number)


def battle(
    *units: UnitSpec,
    phase: str = "movement",
    side: str = "blue",
    dice: Iterable[int] = (),
    turn: int = 1,
    seed: int = 1,
    exactly: bool = False,
    opening: Iterable[int] = (),
    **more: Any,
) -> Session:
    """A battle at its first question in a phase of a side's player turn, with these faces scripted from there on.

    `opening` scripts the dice of setting up, when it rolls any. Until the phase both sides decline whatever they are
    asked. With `exactly`, a roll beyond the script is an error.
    """
    script = Script(opening, exactly=False)
    if opening:
        more["options"] = {**(more.get("options") or {}), "first_side": None}
    session = Session.begin(setup_of(*units, **more), seed=seed, dice=script, strict=True)
    play_until(session, lambda s: reached(s, phase, side, turn), decline)
    script.load(dice, exactly)
    return session


def reached(session: Session, phase: str, side: str, turn: int) -> bool:
    clock = session.state.clock
    return (clock.round, clock.phase, clock.side) == (turn, phase, side) and session.pending is not None


def decline(decision: Decision[Any]) -> Any:
    """The answer that does least: done, pass, no, nothing; else what is suggested."""
    for answer in ("done", "pass", "none", (), False):
        if not decision.refusals(answer):
            return answer
    return decision.suggest(Stream("decline"))


def play_until(
    session: Session, there: Callable[[Session], bool], answer: Callable[[Decision[Any]], Any] = decline
) -> None:
    """Answer questions until `there` holds; an AssertionError when the battle ends before."""
    for _ in range(10_000):
        if there(session):
            return
        assert session.pending is not None, "the battle ended before"
        submit(session, answer(session.pending))
    raise AssertionError("never got there")


def until_topic(session: Session, topic: str) -> Decision[Any]:
    """Decline everything until a question on a topic is open, and return it."""
    play_until(session, lambda s: s.pending is not None and s.pending.topic == topic)
    assert session.pending is not None
    return session.pending


def submit(session: Session, answer: Any) -> tuple[Event, ...]:
    """Give an answer that must be legal; returns what happened."""
    given = session.submit(answer)
    assert given.accepted, f"{session.pending}: {answer!r} refused: {given.refusals}"
    return given.events


def answer(session: Session, topic: str, value: Any) -> tuple[Event, ...]:
    """Answer the open question, which must be on this topic."""
    assert session.pending is not None, f"the battle is over, no question on {topic}"
    assert session.pending.topic == topic, f"asked about {session.pending.topic}, not {topic}: {session.pending}"
    return submit(session, value)


def topic(session: Session) -> str:
    """What the open question is about; empty when the battle is over."""
    return session.pending.topic if session.pending is not None else ""


def refused(session: Session, value: Any) -> Refusals:
    """The refusals of an answer; nothing has changed and no die was rolled."""
    before, rolls = session.digest, session.state.counters.get("rolls", 0)
    found = session.submit(value).refusals
    assert found, f"{value!r} was accepted"
    assert (session.digest, session.state.counters.get("rolls", 0)) == (before, rolls)
    return found


def codes(refusals: Refusals) -> set[str]:
    return {r.code for r in refusals}


def happened(session: Session, code: str) -> list[Event]:
    """Every event of that code so far."""
    return [event for event in session.events if event.code == code]


def left(session: Session, unit_id: str) -> int:
    """How many models of a unit are on the table."""
    return len(session.state.present(unit_id))
