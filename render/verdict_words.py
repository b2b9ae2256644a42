"""A verdict in sentences, each with the rule it rests on: the same for the command line, the battle and the bench."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING, NamedTuple

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from battlefield.sight import passes
from battlefield.terrain import area
from battlefield.units import inches
from engine import messages
from engine.core.book import Book
from engine.core.facts import fact
from engine.core.records import body_of
from engine.core.state import State
from engine.mechanics.verdicts import MILLION, Benefit, Spot, Verdict
from render.cards import title_of

if TYPE_CHECKING:
    from battlefield.sight import Margin

NEAR = 0.02
"""Inches of margin under which a verdict is too close to call on a real table."""

MOST_SEEN, MOST_HIDDEN = 6, 100
"""Of so many pairs of two units the margin is worked out, if they see each other, and if they do not."""

MOST_NAMED = 8
"""So many things are named in a sentence at most."""

ASIDE = 0.3
"""A line that leaves no more than this share of the ground of a thing on one side passes it at that corner."""

WAYS = (
    "away from {}", "away and to the left", "to the left", "nearer and to the left",
    "nearer to {}", "nearer and to the right", "to the right", "away and to the right",
)  # fmt: skip
"""Ways to move something, from straight away on, counter-clockwise, as the one that looks sees them."""

SKILLS = {"save": "its saving throws", "bs": "the ballistic skill of attacks at it", "hit": "rolls to hit it"}
BRIEF = {"save": "{} to saves", "bs": "BS {}", "hit": "{} to hit"}


class Said(NamedTuple):
    """A sentence, and the id of the rule it rests on; empty when it rests on geometry alone."""

    text: str
    rule: str


class Decided(NamedTuple):
    """The two models on which a verdict turns, and by how much it holds for them."""

    pair: Verdict
    margin: Margin


class Passed(NamedTuple):
    """What a line of sight passes most closely: its id, in words where, and how far away in inches."""

    id: str
    where: str
    clearance: float


def sentences(
    state: State, book: Book, verdict: Verdict, decided: Decided | None = None, *, lengths: bool = True
) -> list[Said]:
    """All that there is to say of a verdict, the answer first; with `decided` (see `decide`) also by how much.

    Without `lengths` nothing is told that is measured on the table.
    """
    first = verdict.rules[0]
    said = [Said(messages.event(verdict.told(), state, book), first), *_share(state, book, verdict)]
    if verdict.cover is not None and verdict.visible:
        said.append(Said(gain(state, verdict.cover), verdict.cover.rule))
    said += [Said(gain(state, effect), effect.rule) for effect in verdict.effects if verdict.visible]
    near = passing(state, decided.pair if decided else telling_pair(verdict))
    if decided is not None and lengths:
        said += [Said(text, "") for text in _by_how_much(state, verdict, decided, near)]
    elif near is not None:
        away = f', {near.clearance:.2f}" away' if lengths else ""
        said.append(Said(f"The line of sight passes {near.where}{away}.", ""))
    return [one for one in said if one.text]


def summary(verdict: Verdict) -> str:
    """A verdict on a unit in a few words."""
    visible = [pair for pair in verdict.pairs if pair.visible]
    if not visible:
        return "not in sight"
    gained = f", {short_gain(verdict.cover)}" if verdict.cover is not None else ""
    return f"{len(visible)} of {len(verdict.pairs)} in sight{gained}"


def telling_pair(verdict: Verdict) -> Verdict:
    """Of a verdict on units the pair that is seen best, the first of equals; of one on models, itself."""
    if not verdict.pairs:
        return verdict
    return min(verdict.pairs, key=lambda pair: (not pair.visible, pair.hidden))


# -- what is hidden, and what comes of it --------------------------------------------------------------------------


def _share(state: State, book: Book, verdict: Verdict) -> list[Said]:
    """How much is hidden and by what, where the answer does not say it."""
    template = book.words().get(verdict.reason, "")
    if not verdict.blockers or "blockers" in template or "{by:" in template:
        return []
    by = names(state, verdict.blockers)
    if not verdict.visible:
        return [Said(f"It is hidden by {by}.", verdict.rules[0])]
    if verdict.pairs:
        return [Said(f"Some of it is hidden by {by}.", verdict.rules[0])]
    of = "the whole of it" if fact(verdict.details, "facing", "") else "it"
    if verdict.hidden and not book.eyes:
        return [Said(f"From its own eye {share(verdict.hidden)} of it would be hidden, by {by}.", verdict.rules[0])]
    return [Said(f"{share(verdict.hidden)} of {of} is hidden by {by}.", verdict.rules[0])] if verdict.hidden else []


def share(millionths: int) -> str:
    """A share in per cent, never rounded to nothing or to all.

    >>> share(234_567), share(12), share(999_999), share(1_000_000)
    ('23.5 %', 'less than 0.1 %', 'more than 99.9 %', '100.0 %')
    """
    if 0 < millionths < 1000:
        return "less than 0.1 %"
    return "more than 99.9 %" if 999_000 < millionths < MILLION else f"{millionths / MILLION:.1%}".replace("%", " %")


def gain(state: State, benefit: Benefit) -> str:
    """What cover or another benefit gives, by what, and the section of its rule: a sentence."""
    by = f", by {names(state, benefit.by)}" if benefit.by else ""
    what = short_gain(benefit)
    return f"{what[:1].upper()}{what[1:]}{by} ({title_of(benefit.rule)})."


def short_gain(benefit: Benefit) -> str:
    """What a benefit gives, in a few words."""
    if benefit.save:
        return f"{benefit.save}+ cover save"
    if benefit.amount and benefit.gives:
        return f"{benefit.amount:+d} to {SKILLS.get(benefit.gives, benefit.gives)}".replace("-", "−")
    return benefit.gives.replace("_", " ") or "cover"


def brief_gain(benefit: Benefit) -> str:
    """The same where there is no room for more than two words."""
    if benefit.save or not benefit.amount or benefit.gives not in BRIEF:
        return short_gain(benefit)
    return BRIEF[benefit.gives].format(f"{benefit.amount:+d}".replace("-", "−"))


def names(state: State, ids: tuple[str, ...]) -> str:
    """Things as a list of names, each name once; of very many the first, and how many more there are."""
    told = messages.counted([messages.name(id, state) for id in ids])
    if len(told) > MOST_NAMED:
        told = [*told[: MOST_NAMED - 1], f"{len(told) - MOST_NAMED + 1} more"]
    return messages.listed(told)


# -- the line, and by how much -------------------------------------------------------------------------------------


def looked_through(state: State, pair: Verdict) -> list[str]:
    """The models that hide nothing of a pair: the two themselves, and of their mates those that do not block."""
    models = [state.models[id] for id in (pair.viewer, pair.target)]
    groups = {state.units[model.unit].group for model in models}
    mates = [m.id for m in state.models.values() if m.on_table and state.units[m.unit].group in groups]
    return [mate for mate in mates if mate not in pair.blockers]


def passing(state: State, pair: Verdict) -> Passed | None:
    """What the line of sight of two models passes most closely; None without a line, or with nothing near."""
    if pair.line is None or pair.viewer not in state.models or pair.target not in state.models:
        return None
    line = _spot(pair.line[0]), _spot(pair.line[1])
    near = next(iter(passes(state.board, state.bodies(), line, transparent=looked_through(state, pair))), None)
    if near is None:
        return None
    name = messages.name(near.id, state)
    if near.side in ("left", "right"):
        corner = "right" if near.side == "left" else "left"
        edge = "corner" if near.id in state.terrain else "side"
        return Passed(near.id, f"the {corner} {edge} of {name}", near.clearance)
    corner = _corner(_ground(state, near.id), LineString([line[0][:2], line[1][:2]]))
    of = f"the {corner} corner of {name}" if corner and near.id in state.terrain else name
    return Passed(near.id, f"{near.side} {of}", near.clearance)


def _spot(spot: Spot) -> tuple[float, float, float]:
    return inches(spot[0]), inches(spot[1]), inches(spot[2])


def _ground(state: State, thing: str) -> BaseGeometry:
    if thing in state.terrain:
        return area(state.terrain[thing].piece)
    return body_of(state.models[thing]).trunk if thing in state.models else Point()


def _corner(ground: BaseGeometry, way: LineString) -> str:
    """At which corner of some ground a line crosses it, `left` or `right`; empty when it is well inside."""
    (ax, ay), (bx, by) = way.coords
    length = way.length
    if length == 0 or ground.area == 0:
        return ""
    dx, dy = (bx - ax) / length * 1e3, (by - ay) / length * 1e3
    left = Polygon([(ax - dx, ay - dy), (bx + dx, by + dy), (bx + dx - dy, by + dy + dx), (ax - dx - dy, ay - dy + dx)])
    portion = ground.intersection(left).area / ground.area
    return "left" if portion < ASIDE else "right" if portion > 1 - ASIDE else ""


def decide(state: State, book: Book, verdict: Verdict, most: int = MOST_HIDDEN) -> Decided | None:
    """By how much a verdict holds, and for which two models; None where the book cannot say.

    A unit is visible by as much as the model seen most safely, and hidden by as little as the one hidden least: of the
    pairs seen best, and of the nearest hidden ones, and of no more than `most` of them.
    """
    pairs = [verdict]
    if verdict.pairs:
        pairs = [pair for pair in verdict.pairs if pair.visible == verdict.visible]
        if verdict.visible:
            pairs = sorted(pairs, key=lambda pair: pair.hidden)[: min(most, MOST_SEEN)]
        else:
            pairs = sorted(pairs, key=lambda pair: book.distance(state, pair.viewer, pair.target))[:most]
    known = [Decided(pair, margin) for pair in pairs if (margin := book.margin(state, pair.viewer, pair.target))]
    best = max if verdict.visible else min
    return best(known, key=lambda one: one.margin.proven, default=None)


def _by_how_much(state: State, verdict: Verdict, decided: Decided, near: Passed | None) -> list[str]:
    """By how much the answer holds, and what turns it."""
    pair, margin = decided
    viewer, target = messages.name(pair.viewer, state), messages.name(pair.target, state)
    word, other = ("Visible", "hidden") if margin.visible else ("Hidden", "visible")
    of = f" ({viewer} to {target})" if verdict.pairs else ""
    where = f", {near.where if near.where.startswith(('over', 'under')) else f'past {near.where}'}" if near else ""
    if margin.found is None or margin.direction is None:
        return [f'{word} by at least {length(margin.proven)}"{of}{where}: wherever {target} is moved by less.']
    way = direction(state, pair, margin.direction)
    turns = f'move {target} {length(margin.found)}" {way} and it is {other}.'
    said = [f'{word} by {length(margin.proven)}"{of}{where}; {turns}']
    return said + (["Too close to call on a real table."] if margin.proven < NEAR else [])


def length(value: float) -> str:
    """Inches as they are told: finer where it matters.

    >>> length(0.0823), length(3.881), length(0.0002)
    ('0.082', '3.88', 'less than 0.001')
    """
    if value < 0.001:
        return "less than 0.001"
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


def direction(state: State, pair: Verdict, way: float) -> str:
    """A direction on the table as the viewer of a pair sees it, and in degrees counter-clockwise from the right."""
    viewer, target = (body_of(state.models[id]).pose for id in (pair.viewer, pair.target))
    ahead = degrees(atan2(target.y - viewer.y, target.x - viewer.x)) if viewer.xy != target.xy else 0.0
    seen = WAYS[round(((way - ahead) % 360) / 45) % 8].format(messages.name(pair.viewer, state))
    return f"{seen} ({way:.0f}°)"
