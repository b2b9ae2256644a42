"""Only War: objectives, the mission rolled for, the Underdog, victory points, and who wins."""

from __future__ import annotations

from battlefield.body import Body
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import INCH, um
from engine.core.battle import Battle
from engine.core.decisions import Choose, Option, Place, Poses
from engine.core.dice import Roll, Stream
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.moments import Reaction, Rolled
from engine.core.procedure import Procedure, ask, reroll, roll
from engine.core.records import Objective, Outcome, body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import deployment, measuring, reinforcements, rerolls, sequencing, warlord
from engine.eighth.dice import d6, halved, roll_off
from engine.mechanics.straight import nearest

ROUNDS = 5

SLAY_AND_SECURE, ANCIENT_RELIC, DOMINATION = "slay_and_secure", "ancient_relic", "domination"
PRIMARY = (SLAY_AND_SECURE, ANCIENT_RELIC, DOMINATION)
"""The primary objectives in the order in which a D3 picks them."""

CHOOSE = "choose"
"""The mission of a scenario that leaves the primary objective to the players."""

EACH, APART = 2, um(10)
"""How many markers each player places, and how far from all others."""

CONTROL = um(3)

TOLD = ("distance", "charge", "lost", "ld")
"""What is said of a roll with the offer to roll a die of it again."""

POINT = Round(2)
"""A marker is measured from its centre."""


# -- markers -----------------------------------------------------------------------------------------------------------


@rule("8e.mission.place-objectives")
def who_places_first(b: Battle) -> Procedure[None]:
    """A roll-off says who places the first marker, unless the scenario lays them down."""
    if b.state.setup.objectives:
        return
    first = yield from roll_off(b, "8e.mission.place-objectives", "first objective")
    b.agree("objectives.first", first, "8e.mission.place-objectives")


@rule("8e.mission.place-objectives")
def placer(state: State) -> str | None:
    """Who places the next marker, the players taking turns; None when all lie, or there is no room for another."""
    if state.setup.objectives or len(state.objectives) >= EACH * len(state.sides) or free_spot(state) is None:
        return None
    first = state.agreed["objectives.first"]
    return first if len(state.objectives) % 2 == 0 else state.enemy(first)


def place_objective(b: Battle, side: str) -> Procedure[None]:
    """One marker is put down, anywhere on the table but near another."""
    number = len(b.state.objectives) + 1
    name = f"objective-{number}"
    poses = yield from ask(
        lambda: Place(
            player=side,
            rule="8e.mission.place-objectives",
            topic="setup.objective",
            models=(name,),
            hints=facts(number=number, of=EACH * len(b.state.sides), apart=APART),
            legal=lambda answer: spot_refusals(b.state, answer[0][1]),
            advise=lambda stream: suggest_spot(b.state, name, stream),
        )
    )
    b.set_objective(Objective(name, poses[0][1], f"Objective {number}"), "8e.mission.place-objectives")


@rule("8e.mission.place-objectives")
def spot_refusals(state: State, at: Pose) -> Refusals:
    """Why a marker may not lie there: off the table, or less than 10 inches from another, centre to centre."""
    here, found = "8e.mission.place-objectives", []
    if not (0 <= at.x <= state.setup.width and 0 <= at.y <= state.setup.depth):
        found.append(Refusal("objective.off_table", here, at=at))
    for other in state.objectives.values():
        dx, dy = at.x - other.at.x, at.y - other.at.y
        if dx * dx + dy * dy < APART * APART:
            found.append(Refusal("objective.near_other", here, other.id, at, facts(least=APART)))
    return tuple(found)


def suggest_spot(state: State, name: str, stream: Stream) -> Poses:
    """A legal spot away from the edges: a random one, or the first of a lattice."""
    margin = um(6)
    for _ in range(200):
        x = margin + stream.below(max(1, state.setup.width - 2 * margin))
        y = margin + stream.below(max(1, state.setup.depth - 2 * margin))
        if not spot_refusals(state, Pose(x, y)):
            return ((name, Pose(x, y)),)
    spot = free_spot(state)
    if spot is None:
        raise LookupError("the table has no room for another objective")
    return ((name, spot),)


def free_spot(state: State) -> Pose | None:
    """The first spot of a lattice, an inch wide, on which another marker may lie."""
    for y in range(0, state.setup.depth + 1, INCH):
        for x in range(0, state.setup.width + 1, INCH):
            if not spot_refusals(state, Pose(x, y)):
                return Pose(x, y)
    return None


@rule("8e.mission.objective-control")
def holder(state: State, objective: str) -> str:
    """The side that controls a marker: more models within 3 inches of its centre than the enemy; empty for nobody.

    Models are counted, not units; whoever is aboard a transport is not on the table.
    """
    marker = Body(objective, POINT, state.objectives[objective].at, 0, 0)
    counts = dict.fromkeys(state.sides, 0)
    for model in state.models.values():
        if model.on_table and measuring.within(nearest([body_of(model)], [marker]), CONTROL):
            counts[state.units[model.unit].side] += 1
    first, second = state.sides
    if counts[first] == counts[second]:
        return ""
    return first if counts[first] > counts[second] else second


@rule("8e.mission.objective-control")
def mark_holders(b: Battle) -> None:
    """Bring the markers' holders up to date."""
    for objective in list(b.state.objectives.values()):
        now = holder(b.state, objective.id)
        if now != objective.holder:
            here = "8e.mission.objective-control"
            b.set_objective(Objective(objective.id, objective.at, objective.name, now), here)
            b.say("objective.held" if now else "objective.lost", here, objective.id, now)


# -- the mission -------------------------------------------------------------------------------------------------------


@rule("8e.mission.primary-objective-roll", "8e.mission.choose-mission")
def primary_objective(b: Battle) -> Procedure[None]:
    """The winner of a roll-off rolls a D3 for the primary objective, unless the scenario says which it is."""
    kind = b.state.setup.task("kind")
    winner = yield from roll_off(b, "8e.mission.primary-objective-roll", "primary objective")
    b.agree("mission.roller", winner, "8e.mission.primary-objective-roll")
    if kind == CHOOSE:
        kind = yield from sequencing.settle(b, "mission", PRIMARY, "8e.mission.choose-mission")
    elif kind not in PRIMARY:
        face = (yield from d6(b, 1, "primary objective", "8e.mission.primary-objective-roll", winner))[0]
        kind = PRIMARY[halved(face) - 1]
    b.agree("mission", kind, "8e.mission.primary-objective-roll")
    b.say("mission.is", f"8e.mission.{kind.replace('_', '-')}", "", winner, mission=kind)


def kind_of(state: State) -> str:
    """The primary objective that is played."""
    return state.agreed.get("mission", "") or str(state.setup.task("kind", SLAY_AND_SECURE))


@rule("8e.mission.ancient-relic")
def pick_relic(b: Battle) -> Procedure[None]:
    """For the Ancient Relic one marker is picked at random before the first turn, and all others are removed."""
    markers = list(b.state.objectives)
    if kind_of(b.state) != ANCIENT_RELIC or len(markers) < 2:
        return
    dice = Roll("relic", "8e.mission.ancient-relic", b.state.sides[0], (len(markers),))
    relic = markers[(yield from roll(b, dice))[0] - 1]
    for marker in markers:
        if marker != relic:
            b.remove_objective(marker, "8e.mission.ancient-relic")
    b.say("mission.relic", "8e.mission.ancient-relic", relic)


# -- the underdog ------------------------------------------------------------------------------------------------------


@rule("8e.mission.underdog", "8e.datasheet.power-rating")
def power_level(state: State, side: str) -> int:
    """The Power Ratings of a side's units together, without those for which there was no room."""
    return sum(u.power for u in state.units.values() if u.side == side and f"left_out.{u.id}" not in state.agreed)


@rule("8e.mission.underdog", "8e.mission.command-rerolls-number")
def underdog(b: Battle) -> Procedure[None]:
    """The side of lower Power Level is the Underdog, of equal ones he who chose the zones; it may re-roll some dice."""
    first, second = b.state.sides
    mine, theirs = power_level(b.state, first), power_level(b.state, second)
    chooser = b.state.enemy(deployment.divider_of(b.state))
    side = chooser if mine == theirs else first if mine < theirs else second
    b.agree("underdog", side, "8e.mission.underdog")
    count = abs(mine - theirs) // 10
    if count:
        b.spend(side, -count, "8e.mission.command-rerolls-number")
    b.say("mission.underdog", "8e.mission.underdog", side, side, rerolls=count, power=(mine, theirs))
    yield from ()


@rule("8e.mission.first-turn", "8e.round.same-first-player")
def first_turn(b: Battle) -> Procedure[str]:
    """The Underdog says who has the first turn, in this round and in all others."""
    fixed = b.state.setup.option("first_side")
    if fixed:
        b.agree("first_side", fixed, "8e.mission.first-turn")
        return str(fixed)
    side = b.state.agreed["underdog"]
    options = tuple(Option(s, s, "8e.mission.first-turn") for s in b.state.sides)
    chosen = yield from ask(Choose(player=side, rule="8e.mission.first-turn", topic="setup.first", options=options))
    b.agree("first_side", chosen, "8e.mission.first-turn")
    return chosen


@rule("8e.mission.command-rerolls-use", "8e.dice.reroll-once", "8e.dice.reroll-some-or-all")
def _may_reroll(state: State, moment: Rolled, side: str) -> tuple[Option, ...]:
    """The dice of its own roll that the Underdog may roll again: one of each face that matters, none rolled twice."""
    if moment.roll.side != side or state.points.get(side, 0) < 1 or len(moment.spent) == len(moment.faces):
        return ()
    found: dict[int, Option] = {}
    for index, face in enumerate(moment.faces):
        if index not in moment.spent and rerolls.matters(state, moment.roll, moment.faces, index):
            told = facts(
                face=face, need=moment.roll.need, left=state.points[side], purpose=moment.roll.purpose, label="reroll"
            )
            told += facts(total=sum(moment.faces)) + tuple(d for d in moment.roll.details if d[0] in TOLD)
            found.setdefault(face, Option(str(index), moment.roll.subject, "8e.mission.command-rerolls-use", told))
    return tuple(found.values())


@rule("8e.mission.command-rerolls-use", "8e.dice.reroll-once")
def _reroll(b: Battle, moment: Rolled, row: str) -> Procedure[Rolled]:
    """One die is rolled again, once; the new face stands."""
    side, which = moment.roll.side, int(row)
    b.spend(side, 1, "8e.mission.command-rerolls-use")
    faces = yield from reroll(b, moment.roll, moment.faces, (which,))
    return Rolled(moment.roll, faces, (*moment.spent, which))


COMMAND_REROLL = Reaction("8e.mission.command-rerolls-use", Rolled, _may_reroll, _reroll, topic="react.reroll")


# -- points ------------------------------------------------------------------------------------------------------------


@rule("8e.mission.domination")
def turn_scores(b: Battle) -> Procedure[None]:
    """At the end of every turn each marker gives its controller a point, in Domination."""
    mark_holders(b)
    if kind_of(b.state) == DOMINATION:
        for side in b.state.sides:
            held = sum(1 for o in b.state.objectives.values() if o.holder == side)
            if held:
                b.score(side, held, "8e.mission.domination")
    yield from ()


@rule("8e.mission.slay-and-secure", "8e.mission.ancient-relic", "8e.mission.slay-and-secure-warlord")
def final_scores(b: Battle) -> Procedure[None]:
    """What the markers are worth at the end, and D3 more for an enemy Warlord that left play, in Slay and Secure."""
    mark_holders(b)
    worth = {SLAY_AND_SECURE: 2, ANCIENT_RELIC: 6}.get(kind_of(b.state), 0)
    for side in b.state.sides:
        held = sum(1 for o in b.state.objectives.values() if o.holder == side)
        if held and worth:
            b.score(side, held * worth, f"8e.mission.{kind_of(b.state).replace('_', '-')}")
        foe = warlord.of_side(b.state, b.state.enemy(side))
        if kind_of(b.state) == SLAY_AND_SECURE and foe and not b.state.models[foe].alive:
            rule_id = "8e.mission.slay-and-secure-warlord"
            face = (yield from d6(b, 1, "slain warlord", rule_id, side))[0]
            b.score(side, halved(face), rule_id)


def points_now(state: State, side: str) -> int:
    """What a side would have if the battle ended now, without what is still to be rolled."""
    worth = {SLAY_AND_SECURE: 2, ANCIENT_RELIC: 6}.get(kind_of(state), 0)
    held = sum(1 for o in state.objectives if holder(state, o) == side)
    return state.scores.get(side, 0) + (held * worth if state.outcome is None else 0)


# -- the end -----------------------------------------------------------------------------------------------------------


@rule("8e.mission.length", "8e.mission.wipe-out")
def is_over(state: State) -> bool:
    """Whether an army has no model left on the table."""
    return state.outcome is None and any(not state.units_of(side) for side in state.sides)


@rule("8e.mission.length")
def end(b: Battle) -> Procedure[None]:
    """The battle ends: whoever never arrived is destroyed, points are counted, and the winner is said."""
    reinforcements.never_arrived(b)
    if not is_over(b.state):
        yield from final_scores(b)
    b.finish(outcome(b.state))


@rule("8e.mission.wipe-out", "8e.mission.victory-points", "8e.mission.tie")
def outcome(state: State) -> Outcome:
    """The winner: who has models left when the other has none, else who has more points; a tie is the Underdog's."""
    standing = [side for side in state.sides if state.units_of(side)]
    if len(standing) == 1:
        return Outcome(standing[0], "8e.mission.wipe-out", "major victory: the enemy has nothing left on the table")
    first, second = state.sides
    mine, theirs = state.scores.get(first, 0), state.scores.get(second, 0)
    if mine == theirs:
        side = state.agreed.get("underdog", "")
        return Outcome(side, "8e.mission.tie", f"minor victory of the Underdog: {mine} points each")
    winner, told = (first, f"{mine} to {theirs}") if mine > theirs else (second, f"{theirs} to {mine}")
    return Outcome(winner, "8e.mission.victory-points", f"major victory: {told} victory points")
