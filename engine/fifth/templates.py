"""Laying down the flame template and blast markers: where they may lie, where they scatter to, and whom they hit."""

from __future__ import annotations

from collections.abc import Iterable

from battlefield.body import Body
from battlefield.measure import gap
from battlefield.pose import Pose
from battlefield.scatter import bearing, shifted
from battlefield.shapes import Hull, Round, Shape
from battlefield.templates import (
    Blast,
    Template,
    blast,
    partly_under,
    teardrop,
    teardrop_from,
    template_area,
    under,
    under_hole,
)
from battlefield.units import INCH, inches, um
from engine.core.battle import Battle
from engine.core.decisions import Confirm, PlaceTemplate
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask, ask_if, reroll, roll
from engine.core.records import body_of
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.fifth import measuring, status, weapons
from engine.fifth.characteristics import value
from engine.fifth.dice import Scatter, scatter_dice, scatter_faces, total, whole
from engine.fifth.lore import Weapon

FLAME = teardrop()

STEP = 2.0
"""Degrees between the directions in which a flame template is tried."""

SLIP = um(0.02)
"""How far the narrow end of a flame template may be from where it belongs."""

RINGS = ((0.5, 8), (0.95, 16))
"""Where a marker's hole is tried on a base besides its centre: shares of its reach, and how many spots on each."""


def shape_of(template: Template) -> Shape:
    """A template as the footprint that is shown."""
    if isinstance(template, Blast):
        return Round(template.diameter)
    ring = template_area(template, Pose(0, 0)).exterior.coords[:-1]
    return Hull(tuple((um(x), um(y)) for x, y in ring))


@rule("5e.weapons.blast-sizes")
def marker_of(weapon: Weapon) -> Template:
    """The blast marker of a weapon, 3 or 5 inches across."""
    return blast(weapon.blast)


def covered(template: Template, pose: Pose, bodies: Iterable[Body]) -> tuple[str, ...]:
    """The ids of the models at least partly under a template."""
    return tuple(c.body.id for c in under(template, pose, bodies))


@rule("5e.assault.no-shooting-in")
def _friends(state: State, model: str) -> list[Body]:
    """Every other model that may not be covered on purpose: the firer's side, and whoever is locked in combat."""
    side, locked = state.side_of(model), status.locked_units(state)
    spared = (m for m in state.models.values() if m.on_table and m.id != model)
    return [body_of(m) for m in spared if state.side_of(m.id) == side or m.unit in locked]


def _near(bodies: Iterable[Body], spot: Pose, distance: float) -> list[Body]:
    """The bodies whose base may reach within a distance in inches of a spot."""
    x, y = spot.xy
    found = []
    for body in bodies:
        far = distance + body.reach + 0.1
        dx, dy = body.pose.xy[0] - x, body.pose.xy[1] - y
        if dx * dx + dy * dy <= far * far:
            found.append(body)
    return found


# -- the flame template --------------------------------------------------------------------------------------------


@rule("5e.weapons.template-place")
def best_flame(state: State, model: str, target: str) -> tuple[int, Pose | None]:
    """How many models of the target a template from a model's base can cover without touching a friend, and a way.

    None when every way touches a friend; 0 models when none can be reached.
    """
    firer = body_of(state.models[model])
    length = inches(FLAME.length)
    foes = _near(status.bodies_of(state, target), firer.pose, firer.reach + length)
    friends = _near(_friends(state, model), firer.pose, firer.reach + length)
    best: tuple[int, Pose | None] = (0, None)
    for direction in _directions(firer, foes):
        pose = teardrop_from(firer, direction)
        if any(partly_under(FLAME, pose, friend) for friend in friends):
            continue
        count = sum(partly_under(FLAME, pose, foe) for foe in foes)
        if best[1] is None or count > best[0]:
            best = count, pose
    return best


def _directions(firer: Body, foes: list[Body]) -> list[float]:
    """Directions worth trying: at each foe, between any two of them, and all around."""
    at = [bearing(firer.pose, foe.pose) for foe in foes]
    between = [(a + b) / 2 for i, a in enumerate(at) for b in at[i + 1 :] if abs(a - b) < 90]
    return at + between + [STEP * i for i in range(int(360 / STEP))]


@rule("5e.weapons.template-place")
def misplaced_flame(state: State, model: str, target: str, best: int, pose: Pose) -> Refusals:
    """Why a flame template may not lie there: it starts at the base, spares friends, and covers as many as it can."""
    firer = body_of(state.models[model])
    tip = teardrop_from(firer, pose.heading)
    if abs(tip.x - pose.x) > SLIP or abs(tip.y - pose.y) > SLIP:
        return (Refusal("template.not_at_base", "5e.weapons.template-place", model, tip),)
    for friend in _friends(state, model):
        if partly_under(FLAME, pose, friend):
            return (Refusal("template.touches_friend", "5e.weapons.template-place", friend.id, friend.pose),)
    count = len(covered(FLAME, pose, status.bodies_of(state, target)))
    if count < best:
        details = facts(count=count, best=best)
        return (Refusal("template.covers_fewer", "5e.weapons.template-place", model, pose, details),)
    return ()


@rule("5e.weapons.template-auto-hit")
def place_flame(b: Battle, model: str, weapon: Weapon, target: str) -> Procedure[tuple[str, ...] | None]:
    """Lay a flame template; returns the models under it, each hit without a roll. None when it cannot be laid."""
    pose = yield from ask_if(lambda: _flame_question(b.state, model, weapon, target))
    if pose is None:
        blocked = b.model(model).on_table and best_flame(b.state, model, target)[1] is None
        code = "template.no_room" if blocked else "template.too_far"
        b.say(code, "5e.weapons.template-place", model, weapon=weapon.name, target=target)
        return None
    hit = covered(FLAME, pose, b.state.bodies())
    hit = tuple(m for m in hit if m != model)
    b.say(
        "template.placed",
        "5e.weapons.template-auto-hit",
        model,
        weapon=weapon.name,
        pose=pose,
        hits=len(hit),
        models=hit,
    )
    return hit


def _flame_question(state: State, model: str, weapon: Weapon, target: str) -> PlaceTemplate | None:
    """Where a flame template is laid; None when it cannot be, or covers nobody."""
    best, way = best_flame(state, model, target) if state.models[model].on_table else (0, None)
    if way is None or not best:
        return None
    bodies = state.bodies()
    return PlaceTemplate(
        player=state.side_of(model),
        rule="5e.weapons.template-place",
        topic="shoot.template",
        subjects=(model, target),
        template=shape_of(FLAME),
        under=lambda pose: covered(FLAME, pose, (body for body in bodies if body.id != model)),
        hints=facts(weapon=weapon.name, model=model, best=best),
        legal=lambda pose: misplaced_flame(state, model, target, best, pose),
        advise=lambda stream: way,
    )


# -- blast markers -------------------------------------------------------------------------------------------------


@rule("5e.weapons.blast-place")
def misplaced_blast(state: State, model: str, weapon: Weapon, seen: tuple[str, ...], pose: Pose) -> Refusals:
    """Why a marker may not be put there: its hole lies on a model of the target that is seen, and it spares friends."""
    if not under_hole(pose, [body_of(state.models[m]) for m in seen]):
        return (Refusal("blast.hole_not_on_target", "5e.weapons.blast-place", model, pose),)
    touched = _touched(weapon, pose, [body_of(state.models[model]), *_friends(state, model)])
    if touched:
        return (Refusal("blast.touches_friend", "5e.weapons.blast-place", touched.id, touched.pose),)
    return ()


def _touched(weapon: Weapon, pose: Pose, friends: list[Body]) -> Body | None:
    """A friend whose base a marker would touch."""
    marker = marker_of(weapon)
    return next((f for f in _near(friends, pose, weapon.blast / 2) if partly_under(marker, pose, f)), None)


def best_blast(state: State, model: str, weapon: Weapon, target: str, seen: tuple[str, ...]) -> Pose | None:
    """A legal place of the marker that covers the most of the target; None when there is none.

    Places within range come before others; nearer the middle of a base comes before its rim.
    """
    marker, radius = marker_of(weapon), weapon.blast / 2
    foes = status.bodies_of(state, target)
    friends = [body_of(state.models[model]), *_friends(state, model)]
    best: tuple[tuple[int, int], Pose] | None = None
    for pose in _holes(state, seen):
        if _touched(weapon, pose, friends):
            continue
        count = sum(partly_under(marker, pose, foe) for foe in _near(foes, pose, radius))
        score = (int(within_range(state, model, weapon, pose)), count)
        if best is None or score > best[0]:
            best = score, pose
    return best[1] if best else None


def _holes(state: State, seen: tuple[str, ...]) -> list[Pose]:
    """Spots on the bases of models: their centres first, then rings around them."""
    bodies = [body_of(state.models[m]) for m in seen]
    spots = [Pose(b.pose.x, b.pose.y, b.pose.z) for b in bodies]
    for share, count in RINGS:
        for body in bodies:
            ring = (shifted(Pose(body.pose.x, body.pose.y), share * body.reach, 360 * i / count) for i in range(count))
            spots += [pose for pose in ring if under_hole(pose, (body,))]
    return spots


@rule("5e.weapons.barrage-min-range")
def within_range(state: State, model: str, weapon: Weapon, hole: Pose) -> bool:
    """Whether a marker's hole is within a weapon's range of its firer, and no nearer than some weapons can throw."""
    spot = Body("hole", Round(2), Pose(hole.x, hole.y), INCH, 0)
    distance = um(gap(body_of(state.models[model]), spot))
    return measuring.in_range(distance, weapon.reach) and distance >= weapon.least


def place_blast(
    b: Battle, model: str, weapon: Weapon, target: str, seen: tuple[str, ...]
) -> Procedure[tuple[str, ...] | None]:
    """Put down a marker and let it scatter; returns the models under it. None when it cannot be fired or misses for its
    range."""
    pose = yield from aim_blast(b, model, weapon, target, seen)
    if pose is None:
        return None
    last = yield from scatter_blast(b, model, weapon, pose, value(b.state, model, "bs"))
    return land_blast(b, model, weapon, last)


@rule("5e.weapons.blast-range")
def aim_blast(b: Battle, model: str, weapon: Weapon, target: str, seen: tuple[str, ...]) -> Procedure[Pose | None]:
    """Where the firer puts a marker before it scatters. None when it can lie nowhere, or misses for its range."""
    pose = yield from ask_if(lambda: _blast_question(b.state, model, weapon, target, seen))
    if pose is None:
        b.say("blast.no_room", "5e.weapons.blast-place", model, weapon=weapon.name, target=target)
        return None
    if within_range(b.state, model, weapon, pose):
        return pose
    b.say("blast.out_of_range", "5e.weapons.blast-range", model, weapon=weapon.name, range=weapon.reach, pose=pose)
    return None


def _blast_question(
    state: State, model: str, weapon: Weapon, target: str, saw: tuple[str, ...]
) -> PlaceTemplate | None:
    """Where a marker is put, on one of those its firer saw; None when it can lie nowhere."""
    marker, bodies = marker_of(weapon), state.bodies()
    seen = tuple(m for m in saw if state.models[m].on_table)
    advised = best_blast(state, model, weapon, target, seen) if state.models[model].on_table else None
    if advised is None:
        return None
    return PlaceTemplate(
        player=state.side_of(model),
        rule="5e.weapons.blast-place",
        topic="shoot.blast",
        subjects=(model, target),
        template=shape_of(marker),
        under=lambda pose: covered(marker, pose, bodies),
        hints=facts(weapon=weapon.name, model=model, range=weapon.reach, seen=seen),
        legal=lambda pose: misplaced_blast(state, model, weapon, seen, pose),
        advise=lambda stream: advised,
    )


@rule("5e.weapons.blast-reroll")
def _scatter_roll(b: Battle, model: str, weapon: Weapon) -> Procedure[Scatter]:
    """Scatter die and 2D6. Where twin-linked blasts may scatter again by agreement, all of it is rolled again."""
    dice = scatter_dice("scatter", "5e.weapons.blast-scatter", b.state.side_of(model), model)
    faces = yield from roll(b, dice)
    if weapons.has(weapon, "twin_linked") and b.state.setup.option("twin_linked_blast", "wound") == "scatter":
        again = yield from ask(
            Confirm(
                player=b.state.side_of(model),
                rule="5e.weapons.blast-reroll",
                topic="reroll.scatter",
                subjects=(model,),
                hints=facts(weapon=weapon.name, hit=scatter_faces(faces).hit),
                advise=lambda stream: not scatter_faces(faces).hit,
            )
        )
        if again:
            faces = yield from reroll(b, dice, faces, whole(faces))
    return scatter_faces(faces)


@rule("5e.weapons.blast-scatter")
def drift(scatter: Scatter, bs: int) -> int:
    """How many inches a marker moves: the dice less Ballistic Skill, never less than 0, and not at all on a HIT."""
    return 0 if scatter.hit else max(0, total(scatter.distance, plus=-bs))


@rule("5e.weapons.blast-scatter")
def scatter_blast(b: Battle, model: str, weapon: Weapon, pose: Pose, bs: int) -> Procedure[Pose]:
    """Where a marker comes to lie, by the scatter roll and that Ballistic Skill."""
    scatter = yield from _scatter_roll(b, model, weapon)
    moved = drift(scatter, bs)
    last = shifted(pose, moved, scatter.direction) if moved else pose
    code = "blast.scattered" if moved else "blast.on_target"
    b.say(code, "5e.weapons.blast-scatter", model, weapon=weapon.name, distance=um(moved), start=pose, pose=last)
    return last


@rule("5e.weapons.blast-hits", "5e.weapons.blast-beyond", "5e.weapons.blast-off-table", "5e.assault.scatter-into")
def land_blast(b: Battle, model: str, weapon: Weapon, last: Pose) -> tuple[str, ...]:
    """Every model under the last place of a marker is hit, friend or foe, seen or not; none when its hole is off the
    table."""
    if not (0 <= last.x <= b.state.setup.width and 0 <= last.y <= b.state.setup.depth):
        b.say("blast.off_table", "5e.weapons.blast-off-table", model, weapon=weapon.name)
        return ()
    hit = covered(marker_of(weapon), last, b.state.bodies())
    b.say("blast.landed", "5e.weapons.blast-hits", model, weapon=weapon.name, pose=last, hits=len(hit), models=hit)
    return hit
