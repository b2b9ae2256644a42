"""Small eighth-edition tables for tests: units from a few coordinates, scripted dice, answers by topic.

Distances of the checklists' examples are between bases of one inch: `spots` puts their coordinates round the middle of
the table.

>>> from tests.eighth.tables import battle, spots, unit
>>> session = battle(unit("a", "blue", spots((0, 0))), unit("b", "red", spots((9, 0)), "boy"), phase="charge")
>>> session.state.clock.phase, session.state.clock.side, session.pending.topic
('charge', 'blue', 'charge.unit')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from battlefield.paths import Glide
from battlefield.pose import Pose
from battlefield.shapes import Hull, Oval, Round, Shape
from battlefield.terrain import Piece
from battlefield.units import INCH, inches, um
from engine.core.battle import Battle
from engine.core.decisions import Chance, Decision, MoveAnswer
from engine.core.dice import Roll, ScriptedDice, SeededDice, Stream
from engine.core.events import Event
from engine.core.facts import fact, facts
from engine.core.procedure import Procedure
from engine.core.refusals import Refusals
from engine.core.setup import ModelSpec, ObjectiveSpec, Setup, SideSpec, UnitSpec, ZoneSpec
from engine.core.state import State
from engine.eighth.book import EighthBook
from engine.session import Session
from tests.eighth.profiles import POWERS, PROFILES, RULES, WARGEAR, WEAPONS

Spot = tuple[float, float]
Spot3 = tuple[float, float, float]
Stand = Spot | tuple[float, float, float]
Answers = Mapping[str, Any]

INCH_BASE = Round(INCH)
"""A base of one inch across: its radius is half an inch, as in the examples of the checklists."""

TANK = Hull(tuple((um(x), um(y)) for x, y in ((-2.5, -1.5), (2.5, -1.5), (2.5, 1.5), (-2.5, 1.5))))
BIKE = Oval(um(3), um(1.5))

HOME = (30.0, 24.0)

ONES = [1] * 4000
"""Dice for whatever comes after those that matter: they hit nothing and save nothing."""


# -- setting a table up ------------------------------------------------------------------------------------------------


def spots(*at: Spot) -> list[Spot]:
    """Coordinates of an example, put round the middle of the table."""
    return [(x + HOME[0], y + HOME[1]) for x, y in at]


def row(x: float, y: float, count: int, dx: float = 1.5, dy: float = 0.0) -> list[Spot]:
    """`count` spots in a row from (x, y), to be given to `spots` or used as they are."""
    return [(x + n * dx, y + n * dy) for n in range(count)]


def unit(
    id: str,
    side: str,
    at: Sequence[Stand] | int,
    profiles: str | Sequence[str] = "marine",
    gear: Sequence[str] | Sequence[Sequence[str]] = (),
    *,
    shape: Shape = INCH_BASE,
    height: float = 1.5,
    facing: float = 0.0,
    keywords: Sequence[str] = ("Infantry",),
    power: int = 0,
    aboard: str = "",
    wounds: int | None = None,
    points: int = 50,
) -> UnitSpec:
    """A unit whose models are called id-1, id-2, ...; one profile and gear for all, or one for each.

    A third coordinate is a height. A number of models instead of spots: they are to be deployed, or aboard something.
    """
    models = []
    for n, spot in enumerate([None] * at if isinstance(at, int) else at):
        key = profiles if isinstance(profiles, str) else profiles[n]
        name = PROFILES.get(key, {}).get("name", key)
        alike = all(isinstance(g, str) for g in gear)
        own = tuple(str(g) for g in (gear if alike else gear[n]))
        pose = None if spot is None else Pose.at(spot[0], spot[1], spot[2] if len(spot) == 3 else 0, facing)
        models.append(
            ModelSpec(
                f"{id}-{n + 1}", f"{name} {n + 1}", key, shape, um(height), um(height * 0.9), own, pose, wounds=wounds,
            )
        )  # fmt: skip
    return UnitSpec(
        id, side, id.title(), id[0].upper(), id, "infantry", "troops", points, tuple(models), tuple(keywords),
        aboard=aboard, power=power,
    )  # fmt: skip


HERO = ("Infantry", "Character")


def bystanders() -> tuple[UnitSpec, UnitSpec]:
    """A model of each side in a far corner, so that nobody is wiped out and somebody plain is Warlord."""
    return unit("idle", "blue", [(70.5, 1.5)], "guard"), unit("watcher", "red", [(70.5, 46.5)], "guard")


def piece(
    id: str, outline: Sequence[Spot], *traits: str, top: float = 3.0, opaque: bool = False, standable: bool = False
) -> Piece:
    """A terrain piece with an outline in inches on the table."""
    ring = tuple((um(x), um(y)) for x, y in outline)
    return Piece(
        id, id, id.title(), ring, 0, um(top), opaque=opaque, standable=standable, traits=tuple(sorted(traits))
    )  # fmt: skip


def square(x: float, y: float, width: float, depth: float) -> list[Spot]:
    return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]


def setup_of(
    *units: UnitSpec,
    terrain: Sequence[Piece] = (),
    width: float = 72,
    depth: float = 48,
    options: Mapping[str, Any] | None = None,
    mission: Mapping[str, Any] | None = None,
    objectives: Sequence[tuple[str, float, float]] = (("marker", 70, 24),),
    zones: Sequence[ZoneSpec] = (),
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
) -> Setup:
    """The setup of a battle; `sheets` are datasheets beside those of this module, table by table."""
    tables = {"profiles": PROFILES, "weapons": WEAPONS, "wargear": WARGEAR, "powers": POWERS, "rules": RULES}
    return Setup(
        "8e", "table", "A table", um(width), um(depth), tuple(terrain),
        (SideSpec("blue", "Blue", edge="south"), SideSpec("red", "Red", edge="north")), units,
        mission=facts(**{"kind": "slay_and_secure", **(mission or {})}),
        options=facts(**{"first_side": "blue", **(options or {})}),
        objectives=tuple(ObjectiveSpec(i, Pose.at(x, y)) for i, x, y in objectives), zones=tuple(zones),
        sheets={name: {**table, **(sheets or {}).get(name, {})} for name, table in tables.items()},
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


def begin(*units: UnitSpec, dice: Iterable[int] = (), exactly: bool = False, seed: int = 1, **more: Any) -> Session:
    """A battle at its very first question, with these faces scripted."""
    return Session.begin(setup_of(*units, **more), seed, dice=Script(dice, exactly), book=EighthBook(), strict=True)


def battle(
    *units: UnitSpec,
    phase: str = "movement",
    side: str = "blue",
    dice: Iterable[int] = (),
    turn: int = 1,
    seed: int = 1,
    exactly: bool = False,
    idle: bool = True,
    answers: Answers | None = None,
    **more: Any,
) -> Session:
    """A battle at its first question in a phase of a side's player turn, with these faces scripted from there on.

    Until then both sides do least, but for the `answers` by topic. `idle`: a bystander of each side is added. With
    `exactly`, a roll beyond the script is an error.
    """
    script = Script((), exactly=False)
    everyone = (*units, *bystanders()) if idle else units
    session = Session.begin(setup_of(*everyone, **more), seed, dice=script, book=EighthBook(), strict=True)
    play_until(session, lambda s: reached(s, phase, side, turn), answers)
    script.load(dice, exactly)
    return session


def reached(session: Session, phase: str, side: str, turn: int) -> bool:
    clock = session.state.clock
    return (clock.round, clock.phase, clock.side) == (turn, phase, side) and session.pending is not None


# -- answering ---------------------------------------------------------------------------------------------------------

USUAL: dict[str, Any] = {"setup.trait": "legendary_fighter"}


def decline(decision: Decision[Any], answers: Answers | None = None) -> Any:
    """What `answers` says to the topic, else the answer that does least: done, pass, stay, nothing; or a suggestion."""
    told = {**USUAL, **(answers or {})}
    if decision.topic in told:
        wanted = told[decision.topic]
        return wanted(decision) if callable(wanted) else wanted
    if decision.topic == "setup.warlord":
        return decision.options[-1].id  # type: ignore[attr-defined]
    for answer in ("done", "pass", "stay", (), False):
        if not decision.refusals(answer):
            return answer
    return decision.suggest(Stream("decline"))


def play_until(session: Session, there: Callable[[Session], bool], answers: Answers | None = None) -> None:
    """Answer questions until `there` holds; an AssertionError when the battle ends before."""
    for _ in range(10_000):
        if there(session):
            return
        assert session.pending is not None, "the battle ended before"
        submit(session, decline(session.pending, answers))
    raise AssertionError("never got there")


def play_on(session: Session, answers: Answers | None = None) -> None:
    """Answer questions to the end of the battle."""
    play_until(session, lambda s: s.pending is None, answers)


def until_topic(session: Session, topic: str, answers: Answers | None = None) -> Decision[Any]:
    """Decline everything until a question on a topic is open, and return it."""
    play_until(session, lambda s: s.pending is not None and s.pending.topic == topic, answers)
    assert session.pending is not None
    return session.pending


def until_phase(session: Session, phase: str, answers: Answers | None = None) -> None:
    """Decline everything until a question of another phase (or none) is open."""
    play_until(session, lambda s: s.pending is None or s.state.clock.phase == phase, answers)


def submit(session: Session, answer: Any) -> tuple[Event, ...]:
    """Give an answer that must be legal; returns what happened."""
    given = session.submit(answer)
    assert given.accepted, f"{session.pending}: {answer!r} refused: {given.refusals}"
    return given.events


def answer(session: Session, topic: str, value: Any) -> tuple[Event, ...]:
    """Answer the open question, which must be on this topic."""
    pending = ask(session, topic)
    return submit(session, value(pending) if callable(value) else value)


def ask(session: Session, topic: str) -> Any:
    """The open question, which must be on this topic."""
    assert session.pending is not None, f"the battle is over, no question on {topic}"
    assert session.pending.topic == topic, f"asked about {session.pending.topic}, not {topic}: {session.pending}"
    return session.pending


def suggested(session: Session) -> Any:
    """A legal answer to the open question."""
    assert session.pending is not None
    return session.pending.suggest(Stream("suggested"))


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


def open_ids(session: Session) -> set[str]:
    """What may be chosen in the open question."""
    assert session.pending is not None
    return {o.id for o in getattr(session.pending, "options", None) or session.pending.rows if not o.barred}  # type: ignore[attr-defined]


def go(_: Session | None = None, /, **to: Spot) -> MoveAnswer:
    """Straight moves of models, named with `_` for `-`, to coordinates as `spots` puts them, in the order given."""
    found = []
    for name, (x, y) in to.items():
        found.append((name.replace("_", "-"), (Glide(um(x + HOME[0]), um(y + HOME[1])),)))
    return tuple(found)


# -- what has become of it ---------------------------------------------------------------------------------------------


def codes(refusals: Refusals) -> set[str]:
    return {r.code for r in refusals}


def happened(session: Session, code: str) -> list[Event]:
    """Every event of that code so far."""
    return [event for event in session.events if event.code == code]


def detail(event: Event, name: str) -> Any:
    return fact(event.details, name)


def rolls(session: Session, purpose: str) -> list[tuple[int, ...]]:
    """The faces of all rolls for a purpose so far."""
    return [detail(e, "faces") for e in happened(session, "dice.rolled") if detail(e, "roll").purpose == purpose]


def left(session: Session, unit_id: str) -> int:
    """How many models of a unit are on the table."""
    return len(session.state.present(unit_id))


def wounds(session: Session, model: str) -> int:
    return session.state.models[model].wounds


def place(session: Session, model: str) -> Spot:
    """Where a model stands, as `spots` reads coordinates."""
    pose = session.state.models[model].pose
    return inches(pose.x) - HOME[0], inches(pose.y) - HOME[1]


def apart(session: Session, one: str, other: str) -> float:
    """The distance between two models or units in inches."""
    return inches(session.book.distance(session.state, one, other))


# -- a procedure by itself ---------------------------------------------------------------------------------------------


def hand(session: Session) -> Battle:
    """A copy of the battle, to note deeds and effects in."""
    return Battle(session.book, session.state.copy())


def state_of(*units: UnitSpec, idle: bool = True, **more: Any) -> State:
    """The state before the first decision."""
    everyone = (*units, *bystanders()) if idle else units
    return EighthBook().set_up(setup_of(*everyone, **more), "1")


def run(
    b: Battle,
    procedure: Procedure[Any],
    dice: Iterable[int] = (),
    answers: Answers | None = None,
    *,
    exactly: bool = False,
    asked: list[str] | None = None,
) -> Any:
    """Run a procedure to its end with these faces, declining whatever `answers` does not answer by topic.

    `exactly`: none may be left over. `asked` collects the topics of questions, and of rolls what they are for.
    """
    faces, reply = list(dice), None
    while True:
        try:
            question = procedure.send(reply)
        except StopIteration as end:
            assert not (exactly and faces), f"faces left over: {faces}"
            return end.value
        if asked is not None:
            asked.append(question.roll.purpose if isinstance(question, Chance) else question.topic)
        if isinstance(question, Chance):
            count = len(question.roll.dice)
            assert len(faces) >= count, f"no faces left for {question.roll.purpose}"
            reply, faces = tuple(faces[:count]), faces[count:]
        else:
            reply = decline(question, answers)
            assert not question.refusals(reply), f"{question.topic}: {reply!r} refused: {question.refusals(reply)}"
