"""Fighting and the end of a turn in the torture book."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.decisions import Choose, ChooseMany, Option, Order
from engine.core.dice import Roll, pool
from engine.core.procedure import Procedure, ask, react, roll
from engine.core.records import Clock, Outcome, Until, Work
from engine.core.records import Effect as Lasting
from engine.core.state import State
from tests.torture.common import Fought, TortureCombat, TurnEnds, nearest_enemies
from tests.torture.shooting import allocate, settle

REACH = 6
TURNS = 8


def engage(b: Battle) -> Procedure[None]:
    """Whoever is near an enemy is in the combat, which is work that outlives the step."""
    units = tuple(u.id for u in b.state.units.values() if nearest_enemies(b.state, u.id, REACH))
    if units:
        b.set_work(Work("combat", "combat", TortureCombat(units, b.state.active)), "torture.engage")
    return
    yield


def combat(state: State) -> TortureCombat | None:
    work = state.work.get("combat")
    return work.data if work else None


def able(state: State, side: str) -> tuple[str, ...]:
    """A side's units that have not fought yet and have somebody to fight."""
    now = combat(state)
    waiting = now.waiting if now else ()
    return tuple(u for u in waiting if state.side_of(u) == side and nearest_enemies(state, u, REACH))


def next_picker(state: State) -> str | None:
    """Whose pick it is: his whom an effect says, else in turns; a side without anybody able is passed over."""
    now = combat(state)
    if now is None:
        return None
    overturned = [side for side in state.sides for _ in state.effects_on(side, "picks_next")]
    for side in (*overturned, now.pick, state.enemy(now.pick)):
        if able(state, side):
            return side
    return None


def fight(b: Battle, side: str) -> Procedure[None]:
    """One unit fights, its models in the order their player likes."""
    for effect in list(b.state.effects_on(side, "picks_next")):
        b.end_effect(effect.id, "torture.interrupt")
    unit = yield from ask(lambda: Choose(player=side, rule="torture.fight", topic="fighter",
                                         options=tuple(Option(u, u) for u in able(b.state, side))))  # fmt: skip
    now = combat(b.state)
    assert now is not None
    left = tuple(u for u in now.waiting if u != unit)
    b.set_work(Work("combat", "combat", TortureCombat(left, b.state.enemy(side))), "torture.fight")
    order = yield from ask(lambda: Order(player=side, rule="torture.fight", topic="blows", subjects=(unit,),
                                         items=tuple(Option(m.id, m.id) for m in b.state.present(unit))))  # fmt: skip
    enemies = nearest_enemies(b.state, unit, REACH)
    if order and enemies:
        faces = yield from roll(b, Roll("blows", "torture.fight", side, pool(len(order)), unit, 4))
        yield from allocate(b, enemies[0], sum(face >= 4 for face in faces))
        yield from settle(b)
    yield from react(b, Fought(unit))


def disengage(b: Battle) -> Procedure[None]:
    """The combat is over, and so is every claim to the next pick."""
    for side in b.state.sides:
        for effect in list(b.state.effects_on(side, "picks_next")):
            b.end_effect(effect.id, "torture.interrupt")
    if "combat" in b.state.work:
        b.end_work("combat", "torture.fight")
    return
    yield


def end_turn(b: Battle) -> Procedure[None]:
    """Banners are raised and counted, the turn ends, perhaps the battle."""
    side = b.state.active

    def question() -> ChooseMany:
        units = tuple(Option(u.id, u.id) for u in b.state.units_of(side))
        return ChooseMany(player=side, rule="torture.banners", topic="banners", most=2, options=units)

    raised = yield from ask(question)
    for unit in raised:
        b.add_effect(
            Lasting(b.fresh_id("effect"), "", "torture.banners", unit, "banner", until=Until(b.state.clock.turn + 1))
        )
    b.score(side, len(raised), "torture.banners")
    yield from react(b, TurnEnds(b.state.clock.turn))
    clock = b.state.clock
    beaten = [
        s for s in b.state.sides if not any(m.alive for m in b.state.models.values() if b.state.side_of(m.id) == s)
    ]
    if beaten or clock.turn == TURNS:
        best = max(b.state.sides, key=lambda s: b.state.scores.get(s, 0))
        winner = b.state.enemy(beaten[0]) if len(beaten) == 1 else best
        b.finish(Outcome(winner, "torture.end", f"{winner} has more banners"))
        return
    turn = clock.turn + 1
    b.set_clock(Clock("turn", (turn + 1) // 2, turn, b.state.enemy(clock.side), "arrive", 1), "torture.turn")
