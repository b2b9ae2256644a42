"""Before the battle: leaders, markers, halves, reserves, and in which order units are set down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battlefield.pose import Pose
from battlefield.units import um
from engine.core.decisions import Choose, ChooseMany, Confirm, Place, Poses
from engine.core.dice import Stream
from engine.core.facts import fact
from engine.core.state import State
from engine.players.outlook import Outlook
from engine.players.ways import distance

if TYPE_CHECKING:
    from engine.players.captain import Captain

LATTICE = um(3)

TRAITS_OF_FIGHTERS = ("legendary_fighter", "tenacious_survivor")


def leader(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """The toughest hero: he who can take most, by his Wounds, Toughness and price."""
    heroes = [o.id for o in question.open if fact(o.details, "character")]
    return max(heroes, key=lambda m: (_toughness(outlook, m), m)) if heroes else None


def _toughness(outlook: Outlook, model: str) -> tuple[int, int]:
    state, book = outlook.state, outlook.book
    needed = 7 - (book.value(state, model, "sv") or 7)
    wounds, toughness = state.models[model].wounds, book.value(state, model, "t")
    return wounds * toughness * (2 + needed), state.units[state.models[model].unit].points


def trait(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """A better blow for a leader who fights, a tougher skin for one who does not."""
    unit = outlook.state.models[question.subjects[0]].unit
    foes = [u.id for u in outlook.state.units.values() if u.side != outlook.side]
    strike = sum(outlook.duel(unit, foe).strike for foe in foes)
    shots = sum(outlook.duel(unit, foe).at(um(12)) for foe in foes)
    wanted = TRAITS_OF_FIGHTERS[0 if strike > shots else 1]
    return wanted if wanted in (o.id for o in question.open) else None


def storms(outlook: Outlook) -> bool:
    """Whether a side as a whole does more hand to hand than by shooting."""
    state = outlook.state
    mine = [u.id for u in state.units.values() if u.side == outlook.side and state.members(u.id)]
    foes = [u.id for u in state.units.values() if u.side != outlook.side and state.members(u.id)]
    duels = [outlook.duel(u, foe) for u in mine for foe in foes]
    return sum(d.strike for d in duels) > sum(d.at(um(18)) for d in duels)


def _all_score(outlook: Outlook) -> bool:
    own = [u.id for u in outlook.state.units.values() if u.side == outlook.side]
    return all(outlook.bearing(u).scores for u in own)


def marker(captain: Captain, question: Place, outlook: Outlook, stream: Stream) -> Poses | None:
    """An objective as near to the middle of the table as may be for a side that storms, else well away from it.

    Where only some units count for objectives, it is left to chance.
    """
    if not _all_score(outlook):
        return None
    setup, name = outlook.state.setup, question.models[0]
    middle, storm = (setup.width // 2, setup.depth // 2), storms(outlook)
    spots = [(x, y) for x in range(um(6), setup.width, LATTICE) for y in range(um(6), setup.depth, LATTICE)]
    inside = [(x, y) for x, y in spots if x <= setup.width - um(6) and y <= setup.depth - um(6)]
    quarter = min(middle)

    def wish(spot: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        far = distance(spot, middle)
        return far if storm else abs(far - quarter * 3 // 4), spot

    for spot in sorted(inside, key=wish):
        poses = ((name, Pose(*spot)),)
        if not question.refusals(poses):
            return poses
    return None


def half(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str:
    """The half with more objectives, and more cover among equals."""
    sides = {o.id: o for o in question.open}
    return max(sides, key=lambda name: (*_riches(outlook.state, name, str(question.options[0].details)), name))


def _riches(state: State, name: str, line: str) -> tuple[int, int]:
    spots = [(o.at.x, o.at.y) for o in state.objectives.values()]
    woods = [t.piece.outline[0] for t in state.terrain.values() if t.piece.cover]
    return tuple(sum(_lies(state, spot, name, line) for spot in some) for some in (spots, woods))  # type: ignore[return-value]


def _lies(state: State, spot: tuple[int, int], name: str, line: str) -> bool:
    """Whether a spot lies in the first half, or in the second."""
    x, y = spot[0] * state.setup.depth, spot[1] * state.setup.width
    whole = state.setup.width * state.setup.depth
    low = {"long": 2 * y < whole, "short": 2 * x < whole, "rising": y < x, "falling": x + y < whole}
    first = next((value for key, value in low.items() if key in line), True)
    return first == (name == "first")


def riders(captain: Captain, question: ChooseMany, outlook: Outlook, stream: Stream) -> tuple[str, ...]:
    """Those who fight ride to the enemy, the costliest that fit; nobody else does."""
    able = [o.id for o in question.options if not o.barred and _fights(outlook, o.id)]
    chosen: tuple[str, ...] = ()
    for unit in sorted(able, key=lambda u: (-outlook.state.units[u].points, u)):
        if not question.refusals((*chosen, unit)):
            chosen = (*chosen, unit)
    return chosen


def _fights(outlook: Outlook, unit: str) -> bool:
    """Whether a unit does more hand to hand than by shooting, the enemy's army being what it is."""
    state = outlook.state
    duels = [outlook.duel(unit, u.id) for u in state.units.values() if u.side != outlook.side and state.members(u.id)]
    return sum(d.strike for d in duels) > sum(d.at(um(18)) for d in duels)


def reserve(captain: Captain, question: Confirm, outlook: Outlook, stream: Stream) -> bool:
    """Whoever may arrive where he likes does so, if he is to fight or does not reach far."""
    return True


def next_down(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """Transports first, leaders last, when it is known where the others are; any of those between."""
    units = [o.id for o in question.open if o.id in outlook.state.units]
    ranks = {unit: _when(outlook, unit) for unit in units}
    soonest = [unit for unit in units if ranks[unit] == min(ranks.values())]
    return stream.pick(soonest) if _all_score(outlook) and len(soonest) < len(units) else None


def _when(outlook: Outlook, unit: str) -> int:
    words = [word.casefold() for word in outlook.state.units[unit].keywords]
    return 0 if "transport" in words else 2 if "character" in words else 1


def first(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> Any:
    """The first turn for itself: to strike, and to be where it matters, before the enemy does."""
    return outlook.side if outlook.side in (o.id for o in question.open) else None


def line(captain: Captain, question: Choose, outlook: Outlook, stream: Stream) -> str | None:
    """Across the short way for those who shoot, so that all reach far; along the middle for those who storm."""
    wanted = "long" if storms(outlook) else "short"
    return wanted if wanted in (o.id for o in question.open) else None
