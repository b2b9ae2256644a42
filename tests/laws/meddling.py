"""What a referee may do to an open question: take off, wound or move aside whoever it is about, and everybody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from typing import Any

from battlefield.pose import Pose
from battlefield.units import inches, um
from engine.core import referee
from engine.core.decisions import Chance, Choose, Decision, Move, MoveAnswer, React
from engine.core.dice import Stream
from engine.core.facts import fact
from engine.core.records import body_of
from engine.core.setup import Setup
from engine.core.state import State
from engine.mechanics.straight import nearest
from engine.session import Session
from tests.fifth import tables as fifth
from tests.fifth.tables import boyz, marines

LAZY = ("done", "back", "stay", "fire", "run", "pass")

Plan = tuple[referee.Command, ...]


# -- battles in which much happens -------------------------------------------------------------------------------------


def brawl() -> Setup:
    """Two small armies of the fifth edition so near to each other that all kinds of weapons and combats occur."""
    crew = [("frag_grenades", "missile_launcher"), ("flamer",), ("boltgun",), ("boltgun",), ("plasma_gun",)]
    fists = [("power_weapon", "power_fist"), ("power_weapon", "power_fist"), ("slugga", "choppa"), ("twin_boltgun",)]
    kinds = ["nob", "nob", "boy", "boy"]
    table = fifth.setup_of(
        marines("alpha", [(8, 10), (9.5, 10), (11, 10), (12.5, 10), (14, 10)], gear=crew),
        marines("beta", [(17, 10), (18.5, 10), (20, 10), (21.5, 10)], gear=fists, profiles=kinds),
        marines("guns", [(25, 6), (26.5, 6), (28, 6)], gear=[("mortar",), ("mortar",), ("twin_cannon",)]),
        marines("hot", [(31, 10), (32.5, 10)], gear=("twin_plasma",)),
        marines("hero", [(23.5, 11.5)], gear=("power_weapon", "power_fist", "plasma_cannon"), profiles="hero"),
        boyz("mob", [(9, 17), (10.5, 17), (12, 17), (13.5, 17), (15, 17), (16.5, 17)], gear=("slugga", "choppa")),
        boyz("nobz", [(19, 17), (20.5, 17), (22, 17), (23.5, 17)], gear=fists, profiles=kinds),
        boyz("lads", [(26, 17), (27.5, 17), (29, 17)], gear=("shoota",)),
        width=40,
        depth=30,
        options={"twin_linked_blast": "scatter"},
        mission={"length": 4},
    )  # fmt: skip
    blast = {"type": "heavy", "range": 48, "strength": 4, "ap": 6, "blast": 3}
    hot = {"type": "rapid_fire", "range": 24, "strength": 7, "ap": 2}
    weapons = {
        "mortar": {"name": "Mortar", **blast, "rules": ["barrage"]},
        "twin_cannon": {"name": "Twin cannon", **blast, "rules": ["twin_linked"]},
        "twin_plasma": {"name": "Twin plasma gun", **hot, "rules": ["twin_linked", "gets_hot"]},
    }
    return replace(table, sheets={**table.sheets, "weapons": {**table.sheets["weapons"], **weapons}})


STILL = ("guns",)
"""Units that stay where they are, since their weapons are heavy."""


class Eager:
    """Goes for the enemy in either edition: forward, shooting, into combat, taking every reaction."""

    def __init__(self) -> None:
        self._tried: set[tuple[int, str, str]] = set()

    def __call__(self, session: Session, stream: Stream) -> Any:
        question = session.pending
        assert question is not None
        if isinstance(question, Move) and question.topic in ("move.move", "move.models"):
            return _forward(session.state, question, stream)
        if isinstance(question, React):
            return stream.pick([row.id for row in question.rows if not row.barred])
        if isinstance(question, Choose) and not question.topic.startswith("setup."):
            return self._choice(session, question, stream)
        return question.suggest(stream)

    def _choice(self, session: Session, question: Choose, stream: Stream) -> str:
        turn, topic = session.state.clock.turn, question.topic
        keen = [
            o.id
            for o in question.open
            if o.id not in LAZY + STILL * (topic == "move.unit") and (turn, topic, o.id) not in self._tried
        ]
        if not keen:
            idle = [o.id for o in question.open if o.id in LAZY]
            return idle[-1] if idle else question.suggest(stream)
        chosen = stream.pick(keen)
        if topic.endswith(".unit"):
            self._tried.add((turn, topic, chosen))
        return chosen


def _forward(state: State, question: Move, stream: Stream) -> MoveAnswer:
    """All models alike toward the nearest enemy, as far as they may go and stay an inch away."""
    movers = [body_of(state.models[m]) for m in question.models]
    foes = [body_of(m) for m in state.models.values() if m.on_table and state.side_of(m.id) != question.player]
    if movers and foes:
        foe = min(foes, key=lambda body: (nearest(movers, [body]), body.id))
        dx, dy = foe.pose.x - movers[0].pose.x, foe.pose.y - movers[0].pose.y
        length = max(1.0, sqrt(float(dx) * dx + float(dy) * dy))
        for part in (1.0, 0.6, 0.3):
            reach = min(min(dict(question.allowance).values(), default=0) * part, max(0.0, length - um(2.2)))
            x, y = round(dx * reach / length), round(dy * reach / length)
            answer, refused = question.complete({m.id: replace(m.pose, x=m.pose.x + x, y=m.pose.y + y) for m in movers})
            if answer and not refused and not question.refusals(answer):
                return answer
    return question.suggest(stream)


# -- what a referee may do ---------------------------------------------------------------------------------------------


def kind_of(question: Decision[Any]) -> str:
    """The topic of a question; of dice, what they are rolled for."""
    return f"dice of {question.roll.purpose}" if isinstance(question, Chance) else question.topic


def plans(session: Session) -> Iterator[tuple[str, Plan]]:
    """Commands, one after another, about those whom the open question names, and about everybody of either side."""
    state, question = session.state, session.pending
    assert question is not None
    about, offered = _about(state, question), _offered(state, question)
    here = [m.id for m in state.models.values() if m.on_table]
    own = [m for m in here if state.side_of(m) == question.player]
    foes = [m for m in here if m not in own]
    taken = {"about": about, "offered": offered, "own": own, "foes": foes, "all": here}
    if not isinstance(question, Chance):
        taken |= {"some": [*about[::2], *offered[::2]]}
        yield "wound", tuple(referee.WoundModel(m, 1) for m in dict.fromkeys((*offered, *about)))
        yield "move offered", _aside(state, offered)
    yield "move about", _aside(state, about)
    for name, models in taken.items():
        yield f"remove {name}", tuple(map(referee.RemoveModel, dict.fromkeys(models)))


def _models(state: State, name: object) -> list[str]:
    if not isinstance(name, str):
        return []
    return [name] if name in state.models else [m.id for m in state.present(name)] if name in state.units else []


def _about(state: State, question: Decision[Any]) -> list[str]:
    named: list[object] = [*question.subjects, *getattr(question, "models", ())]
    if isinstance(question, Chance):
        named += [question.roll.subject, fact(question.roll.details, "target", "")]
    return [m for name in named for m in _models(state, name) if state.models[m].on_table]


def _offered(state: State, question: Decision[Any]) -> list[str]:
    rows = [o for name in ("options", "rows", "bins", "lots", "items") for o in getattr(question, name, ())]
    return [
        m
        for o in rows
        for m in (*_models(state, o.id), *_models(state, getattr(o, "subject", "")))
        if state.models[m].on_table
    ]


def _aside(state: State, models: list[str]) -> Plan:
    """To a lattice at an edge of the table, far from most of what happens."""
    right = inches(state.setup.width) - 1
    return tuple(
        referee.MoveModel(m, Pose.at(right - 2.2 * (n % 8), 1 + 2.2 * (n // 8)))
        for n, m in enumerate(dict.fromkeys(models))
    )


def trouble_after(session: Session, plan: Plan, answers: int) -> str:
    """What goes wrong when the referee carries a plan out and the battle goes on for so many answers; empty: nothing.

    Every command about a model on the table must be accepted, and every suggestion after it.
    """
    fork = session.fork()
    for command in plan:
        if fork.pending is None:
            return ""
        model = fork.state.models[command.model]
        if not model.on_table:
            continue
        if refusals := fork.command(command, fork.state.sides[0], fork.state.sides).refusals:
            return f"{command} refused: {refusals[0].code}"
    for number in range(answers):
        if fork.pending is None:
            break
        answer = fork.pending.suggest(Stream(str(number)))
        if refusals := fork.submit(answer).refusals:
            return f"{fork.pending.topic}: {answer} refused: {refusals[0].code}"
    return ""


def troubles(
    setup: Setup, seed: int, *, each: int, answers: int = 12, skip: Counter[str] | None = None, most: int = 4000
) -> tuple[dict[tuple[str, str], str], Counter[str]]:
    """Play a battle with typed dice and try every plan at the first `each` questions of every kind.

    Returns what went wrong, by the kind of question and the plan, and how often each kind was tried; kinds that were
    tried often enough before are in `skip`.
    """
    session, stream, eager = Session.begin(setup, seed, dice="typed", strict=True), Stream(str(seed)), Eager()
    tried, found = Counter(skip or {}), dict[tuple[str, str], str]()
    for _ in range(most):
        question = session.pending
        if question is None:
            break
        kind = kind_of(question)
        if tried[kind] < each:
            tried[kind] += 1
            for name, plan in plans(session):
                if plan and (trouble := trouble_after(session, plan, answers)):
                    found[(kind, name)] = trouble
        answer = question.suggest(stream) if isinstance(question, Chance) else eager(session, stream)
        done = session.submit(answer)
        assert done.accepted, (question, answer, done.refusals)
    return found, tried
