"""Shooting and dying in the torture book."""

from __future__ import annotations

from dataclasses import replace

from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.terrain import Piece
from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Allocate, Amount, Choose, Confirm, Direction, Option, Place, PlaceTemplate, Split
from engine.core.dice import Roll, pool
from engine.core.facts import facts
from engine.core.procedure import Procedure, ask, roll
from engine.core.records import Aboard, OnTable, Terrain, Work
from engine.core.state import State
from tests.torture.common import TortureDoom, inside, near, nearest_enemies, slots, spots_free, still_there
from tests.torture.moving import waiting

BLAST = Round(um(5))


def rolled(b: Battle, dice: Roll) -> Procedure[tuple[int, ...]]:
    return (yield from roll(b, dice))


def ones(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Ones to hit are rolled again by the book itself, before anybody may do something to the roll."""
    return tuple(n for n, face in enumerate(faces) if face == 1)


def next_shooter(state: State) -> bool | None:
    return True if waiting(state, "shot") and not state.did(state.active, "ended_shooting") else None


def shoot_one(b: Battle, _: bool) -> Procedure[None]:
    """A unit of the active side shoots, or the side ends its shooting."""
    side = b.state.active

    def who() -> Choose:
        units = tuple(Option(u, u) for u in waiting(b.state, "shot"))
        return Choose(player=side, rule="torture.shoot", topic="shooter", options=(*units, Option("end")))

    unit = yield from ask(who)
    if unit == "end":
        b.note_deed(side, "ended_shooting", "torture.shoot")
        return
    b.note_deed(unit, "shot", "torture.shoot")
    yield from shoot(b, unit)


def shoot(b: Battle, unit: str, penalty: int = 0) -> Procedure[None]:
    """Some of a unit's models share out their shots over the enemies in range."""
    side, reach = b.unit(unit).side, b.state.lore.range
    if not nearest_enemies(b.state, unit, reach):
        return
    count = yield from ask(lambda: Amount(player=side, rule="torture.shoot", topic="shots", subjects=(unit,), low=0,
                                          high=len(b.state.present(unit)) * b.state.lore.shots[1]))  # fmt: skip

    def split() -> Split:
        bins = tuple(Option(u, u) for u in nearest_enemies(b.state, unit, reach))
        return Split(
            player=side, rule="torture.shoot", topic="split", subjects=(unit,), total=count if bins else 0, bins=bins
        )

    for target, shots in (yield from ask(split)):
        need = 4 + penalty - b.book.value(b.state, unit, "hit")
        dice = Roll("hit", "torture.shoot", side, pool(shots), unit, need, facts(target=target))
        faces = yield from roll(b, dice, ones)
        yield from allocate(b, target, sum(face >= need for face in faces))
        yield from settle(b)
        yield from nerve(b, target)


def allocate(b: Battle, unit: str, count: int) -> Procedure[None]:
    """The owner shares out wounds over the models of his unit; then they are dealt together."""
    wounds = tuple(Option(f"wound-{n}", unit, "torture.wounds", facts(strength=4)) for n in range(count))

    def question() -> Allocate:
        lots = tuple(Option(m.id, m.id) for m in b.state.present(unit))
        return Allocate(player=b.unit(unit).side, rule="torture.wounds", topic="wounds", subjects=(unit,),
                        wounds=wounds if lots else (), lots=lots)  # fmt: skip

    if not wounds or not b.state.present(unit):
        return
    for model in (yield from ask(question)):
        hurt(b, model)


def hurt(b: Battle, model: str) -> None:
    """A model loses a wound; one that has none left begins to die."""
    if b.model(model).wounds > 0:
        b.wound(model, 1, "torture.wounds")
        if b.model(model).wounds == 0:
            doom(b, model, b.model(model).pose)


def doom(b: Battle, model: str, where: Pose) -> None:
    """A model joins the queue of the dying."""
    work = b.state.work.get("doom")
    queue = work.data.queue if work else ()
    b.set_work(Work("doom", "doom", TortureDoom((*queue, (model, where)))), "torture.doom")


def settle(b: Battle) -> Procedure[None]:
    """The dying die, in order; those whom they take with them join the queue."""
    while "doom" in b.state.work:
        (model, where), *later = b.state.work["doom"].data.queue
        if later:
            b.set_work(Work("doom", "doom", TortureDoom(tuple(later))), "torture.doom")
        else:
            b.end_work("doom", "torture.doom")
        if b.model(model).alive:
            yield from die(b, model, where)


def die(b: Battle, model: str, where: Pose) -> Procedure[None]:
    """A model is removed; it may explode; those aboard may get out, or die with it."""
    b.gone(model, "torture.die")
    side = b.state.side_of(model)
    if "boom" in b.model(model).gear:
        (face,) = yield from roll(b, Roll("boom", "torture.boom", side, (6,), model, 3))
        if face >= 3:
            for victim in near(b.state, where, 3):
                hurt(b, victim.id)
    if b.unit(b.model(model).unit).kind != "vehicle":
        return
    wreck(b, where)
    for passenger in [m.id for m in b.state.models.values() if m.place == Aboard(model)]:
        (face,) = yield from roll(b, Roll("escape", "torture.escape", side, (6,), passenger, 4))
        if face < 4:
            doom(b, passenger, where)
        else:
            yield from escape(b, passenger, where)


def wreck(b: Battle, where: Pose) -> None:
    """Where a carrier died there is a wreck from now on."""
    half = um(1.5)
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    name = b.fresh_id("wreck")
    outline = tuple((where.x + x, where.y + y) for x, y in corners)
    b.set_terrain(Terrain(name, Piece(name, "wreck", "Wreck", outline, 0, um(1)), "wrecked"), "torture.wreck")


def escape(b: Battle, model: str, where: Pose) -> Procedure[None]:
    """A passenger is put down near the wreck."""

    def question() -> Place:
        models = (model,) if b.model(model).alive and not b.model(model).on_table else ()
        return Place(
            player=b.state.side_of(model),
            rule="torture.escape",
            topic="escape",
            subjects=(model,),
            models=models,
            legal=lambda answer: spots_free(b.state, answer),
            advise=lambda stream: slots(b.state, models, stream, where),
        )

    for name, pose in (yield from ask(question)):
        b.place(name, OnTable(pose), "torture.escape")


def nerve(b: Battle, unit: str) -> Procedure[None]:
    """A large unit that was shot at may break in two, in the middle of the shooting."""
    if len(b.state.present(unit)) < 4:
        return
    (face,) = yield from roll(b, Roll("nerve", "torture.nerve", b.unit(unit).side, (6,), unit, 3))
    if face >= 3:
        return
    band = b.fresh_id("band")
    models = b.state.present(unit)
    b.muster(replace(b.unit(unit), id=band, name="A band", group=band), "torture.nerve")
    for model in models[len(models) // 2 :]:
        b.transfer(model.id, band, "torture.nerve")
    hero = next((u.id for u in b.state.units.values() if u.group == unit and u.id != unit), None)
    if hero:
        b.regroup(hero, band, "torture.nerve")


def throw_charge(b: Battle) -> Procedure[None]:
    """Once a turn a charge may be thrown; it flies on in the direction thrown."""
    side = b.state.active
    if not (yield from ask(Confirm(player=side, rule="torture.charge", topic="charge"))):
        return
    width, depth = b.state.setup.width, b.state.setup.depth
    spot = yield from ask(lambda: PlaceTemplate(
        player=side, rule="torture.charge", topic="charge", template=BLAST,
        under=lambda pose: tuple(sorted(m.id for m in near(b.state, pose, 3))),
        advise=lambda stream: Pose(stream.below(width), stream.below(depth)),
    ))  # fmt: skip
    way = yield from ask(Direction(player=side, rule="torture.charge", topic="charge_way"))
    (flight,) = yield from roll(b, Roll("flight", "torture.charge", side, (6,), side))
    landed = replace(spot, x=spot.x + um(flight) * (1 if way < 180_000_000 else -1))
    b.say("torture.landed", "torture.charge", "", side, at=landed)
    if inside(b.state, landed):
        for victim in near(b.state, landed, 3):
            if still_there(b.state, victim.id):
                hurt(b, victim.id)
        yield from settle(b)
