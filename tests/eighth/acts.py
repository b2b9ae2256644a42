"""What tests of shooting and of attacks do: datasheets of their own, and units that fire what they are told to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.battle import Battle
from engine.core.records import Clock
from engine.eighth.attacks import Batch, Hurt
from engine.eighth.book import EighthBook
from engine.eighth.lore import Number
from engine.eighth.shooting import which_target
from engine.session import Session
from tests.eighth.profiles import PROFILES
from tests.eighth.tables import Answers, answer, battle, open_ids, row, run, setup_of, spots, topic, unit

Table = Mapping[str, Any]

RIFLE = {"name": "Rifle", "type": "heavy", "range": 24, "strength": 4}

GUNS: dict[str, dict[str, Any]] = {
    "rifle": {**RIFLE, "type": "rapid_fire"},
    "heavy": {**RIFLE, "name": "Heavy gun", "shots": 3},
    "single": {**RIFLE, "name": "Single shot"},
    "assault": {**RIFLE, "name": "Assault gun", "type": "assault", "shots": 2},
    "pistol": {**RIFLE, "name": "Pistol", "type": "pistol", "range": 12},
    "short": {**RIFLE, "name": "Short gun", "range": 12},
    "grenade": {**RIFLE, "name": "Grenade", "type": "grenade", "range": 6, "shots": "d6"},
    "wild": {**RIFLE, "name": "Wild gun", "shots": "d6"},
    "wild_rapid": {**RIFLE, "name": "Wild rifle", "type": "rapid_fire", "shots": "d6"},
    "sharp": {**RIFLE, "name": "Sharp gun", "ap": -1},
    "cruel": {**RIFLE, "name": "Cruel gun", "strength": 20, "ap": -6, "damage": 2},
    "frag_missile": {**RIFLE, "name": "Frag missile", "shots": "d6"},
    "krak_missile": {**RIFLE, "name": "Krak missile", "strength": 8},
    "launcher": {"name": "Launcher", "modes": ["frag_missile", "krak_missile"]},
}


def made(**changes: Any) -> dict[str, Any]:
    """A profile like that of a marine but for some characteristics."""
    return {**PROFILES["marine"], **changes}


def sheets(
    profiles: Table | None = None,
    weapons: Table | None = None,
    rules: Table | None = None,
    wargear: Table | None = None,
) -> dict[str, Table]:
    """Datasheets of one test; its guns are those of this module and more."""
    return {
        "profiles": profiles or {}, "weapons": {**GUNS, **(weapons or {})}, "rules": rules or {},
        "wargear": wargear or {},
    }  # fmt: skip


def firing_line(
    *units: Any, dice: Iterable[int] = (), known: Mapping[str, Table] | None = None, **more: Any
) -> Session:
    """A battle at the beginning of blue's Shooting phase, with exactly these dice."""
    return battle(*units, phase="shooting", dice=dice, exactly=True, sheets=known or sheets(), **more)


def aim(session: Session, firer: str, *volleys: tuple[str, Sequence[str] | None]) -> None:
    """Pick a unit, and for each target the shots at it; None for everything that may still fire at it."""
    answer(session, "shoot.unit", firer)
    for target, shots in volleys:
        answer(session, "shoot.target", target)
        if shots is None:
            assert session.pending is not None
            shots = [o.id for o in session.pending.options if not o.barred]  # type: ignore[attr-defined]
        answer(session, "shoot.models", tuple(shots))


def shoot(session: Session, firer: str, *volleys: tuple[str, Sequence[str] | None]) -> None:
    """A unit declares its volleys and fires."""
    aim(session, firer, *volleys)
    if topic(session) == "shoot.target":
        answer(session, "shoot.target", "fire")


def targets(session: Session, firer: str) -> set[str]:
    """Which units a unit may aim at. It is picked, unless there are none: then it cannot be."""
    found = {o.id for o in which_target(session.state, firer, {}).open} - {"back"}
    assert (firer in open_ids(session)) == bool(found)
    if found:
        answer(session, "shoot.unit", firer)
    return found


def spared(session: Session, firer: str, target: str) -> str:
    """By which code a unit is no target for a firer; empty when it is one."""
    option = next(o for o in which_target(session.state, firer, {}).options if o.id == target)
    return option.barred[0].code if option.barred else ""


def barred(session: Session, option: str) -> str:
    """By which code an option of the open question is barred; empty when it is open."""
    assert session.pending is not None
    row_of = next(o for o in session.pending.options if o.id == option)  # type: ignore[attr-defined]
    return row_of.barred[0].code if row_of.barred else ""


# -- attacks by themselves ---------------------------------------------------------------------------------------------


class Victims:
    """A red unit in front of a blue one, out of any phase, that suffers what it is told to. Dice must come out even."""

    def __init__(
        self,
        profiles: str | Sequence[str] = "marine",
        count: int = 5,
        gear: Sequence[Any] = (),
        known: Mapping[str, Table] | None = None,
        phase: str = "shooting",
        **more: Any,
    ):
        foe = unit("foe", "red", spots(*row(0, 0, count)), profiles, gear)
        setup = setup_of(
            foe, unit("gun", "blue", spots((0, -12))), *more.pop("units", ()), sheets=known or sheets(), **more
        )
        self.b = Battle(EighthBook(), EighthBook().set_up(setup, "1"))
        self.b.state.clock = Clock("turn", round=1, turn=1, side="blue", phase=phase)

    def run(self, procedure: Any, dice: Iterable[int] = (), answers: Answers | None = None) -> list[str]:
        """Run a procedure with exactly these dice. Returns what was asked and rolled, in order."""
        asked: list[str] = []
        run(self.b, procedure, dice, answers, exactly=True, asked=asked)
        return asked

    def left(self) -> dict[str, int]:
        """The wounds of the models that are left."""
        return {m.id: m.wounds for m in self.b.state.present("foe")}

    def told(self, code: str) -> int:
        """How often something happened since it was asked before."""
        return sum(event.code == code for event in self.b.take_events())


def batch(**changes: Any) -> Batch:
    """Attacks of blue's gun at the red unit: BS 3+, Strength 4, no AP, Damage 1."""
    usual: dict[str, Any] = {
        "unit": "gun", "target": "foe", "weapon": "rifle", "skill": 3, "strength": 4, "ap": 0, "damage": Number(1),
    }  # fmt: skip
    return Batch(**{**usual, **changes})


def hurt(count: int = 1, ap: int = 0, damage: Number | None = None, ranged: bool = True) -> Hurt:
    """Wounds that are to be saved against."""
    return Hurt(count, ap, damage or Number(1), "rifle", ranged)
