"""A ruling in words: the question, where everything stands, and every edition's answer with its proof and its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.shapes import Oval, Rect, Round, Shape
from battlefield.sight import passes
from battlefield.units import MILLIMETRE, inches
from engine import __version__, messages
from engine.core.records import Model, body_of
from engine.core.state import State
from engine.mechanics.verdicts import MILLION, Benefit, Verdict
from render.bench.doubt import doubt, errors_of
from render.bench.position import Position
from render.bench.subject import Subject, subject_of
from render.cards import rule_card

SIDES = {"left": "to its left", "right": "to its right", "over": "below it", "under": "above it"}
GIVES = {"save": "saving throw", "bs": "ballistic skill", "hit": "rolls to hit"}
WIDE = 110
"""Letters in a line."""


def sheet(position: Position, editions: Sequence[str], scene_file: str) -> str:
    """The whole ruling as plain text; `scene_file` is named as the file that opens to it."""
    lines = [position.title, "=" * min(WIDE, len(position.title)), "", question(position), ""]
    lines += [f"{scene_file} opens to this position and this question. Sightline {__version__}.", ""]
    for edition in editions:
        lines += [*told(position, edition), ""]
    lines += [*places(position), ""]
    return "\n".join(lines).rstrip() + "\n"


def question(position: Position) -> str:
    """Who looks at whom, as a sentence."""
    if not position.viewer or not position.target:
        return "Nobody is asked about."
    what = "the unit " if position.whole_units else ""
    names = [f"{what}{_named(position.name(id), id)}" for id in (position.viewer, position.target)]
    return f"What does {names[0]} see of {names[1]}?"


def _named(name: str, id: str) -> str:
    return name if name == id else f"{name} ({id})"


def told(position: Position, edition: str) -> list[str]:
    """The answer by one edition, line by line."""
    head = f"By the rules of {edition}"
    verdict, state = position.verdict(edition), position.try_state(edition)
    if verdict is None or state is None:
        return [head, f"  {position.trouble(edition) or 'There is no answer.'}"]
    lines = [head, f"  {answer(verdict)}", f"  {messages.event(verdict.told(), state, position.book(edition))}"]
    lines += [f"  {line}" for line in _proof(position, edition, state, verdict)]
    lines += [f"  {line}" for line in _gains(state, verdict)]
    lines += [f"  {line}" for line in doubt(position, edition)]
    lines += ["  Rules:", *(f"    {title_of(rule)} [{rule}]" for rule in rules_of(verdict))]
    return lines


def answer(verdict: Verdict) -> str:
    """The answer in capitals, with how much is hidden."""
    if not verdict.visible:
        return "HIDDEN"
    if verdict.fully:
        return "VISIBLE, ALL OF IT"
    if verdict.pairs:
        seen = len({pair.target for pair in verdict.pairs if pair.visible})
        return f"VISIBLE: {seen} of {len({pair.target for pair in verdict.pairs})} models are seen"
    return f"VISIBLE, {share(verdict.hidden)} of it hidden" if verdict.hidden else "VISIBLE"


def share(millionths: int) -> str:
    """A share in per cent, never rounded to nothing or to all.

    >>> share(234_567), share(12), share(999_999)
    ('23.5 %', 'less than 0.1 %', 'more than 99.9 %')
    """
    if 0 < millionths < 1000:
        return "less than 0.1 %"
    return "more than 99.9 %" if 999_000 < millionths < MILLION else f"{millionths / MILLION:.1%}".replace("%", " %")


def _proof(position: Position, edition: str, state: State, verdict: Verdict) -> Iterator[str]:
    """The distance, the line, what it passes, what hides, and the margin."""
    apart = inches(position.book(edition).distance(state, verdict.viewer, verdict.target))
    yield f'Distance: {apart:.3f}"'
    if verdict.pairs:
        yield from _pairs(state, verdict)
    subject = subject_of(state, verdict)
    if subject.line is not None:
        start, end = subject.line
        yield f"Line of sight: from {_spot(start)} to {_spot(end)}"
        yield from passing(subject)
    elif not verdict.visible:
        yield "Line of sight: none exists"
    if verdict.blockers:
        verb = "What hides it" if not verdict.visible else "What hides a part"
        yield f"{verb}: {', '.join(_named(messages.name(id, state), id) for id in verdict.blockers)}"
    margin = position.margin(edition)
    if margin is not None:
        yield f"Margin: {margin.told()}"


def _spot(point: Sequence[float]) -> str:
    return "(" + ", ".join(f"{v:.4f}" for v in point) + ")"


def passing(subject: Subject) -> Iterator[str]:
    """What the line of sight passes most closely, in a sentence; nothing without a line or anything near."""
    if subject.line is None:
        return
    for near in passes(subject.board, subject.bodies, subject.line, transparent=subject.away)[:1]:
        yield f'It has {subject.tag(near.id).name} {SIDES[near.side]}, {near.clearance:.3f}" away.'


def _pairs(state: State, verdict: Verdict) -> Iterator[str]:
    """The models of units, each with all it sees."""
    for viewer in dict.fromkeys(pair.viewer for pair in verdict.pairs):
        seen = [pair for pair in verdict.pairs if pair.viewer == viewer and pair.visible]
        names = [f"{pair.target} ({share(pair.hidden)} hidden)" if pair.hidden else pair.target for pair in seen]
        yield f"{_named(state.models[viewer].name, viewer)} sees: {', '.join(names) or 'none of them'}"


def _gains(state: State, verdict: Verdict) -> Iterator[str]:
    """Cover and what else comes of the position, with who gives it and by which rule."""
    yield f"Cover: {gain(state, verdict.cover)}" if verdict.cover is not None else "Cover: none"
    for effect in verdict.effects:
        yield f"Also: {gain(state, effect)}"


def gain(state: State, benefit: Benefit) -> str:
    """A benefit in words, with who gives it and the title of its rule."""
    if benefit.save:
        what = f"a save of {benefit.save}+"
    elif benefit.gives:
        what = f"{benefit.amount:+d} to the {GIVES.get(benefit.gives, benefit.gives)}"
    else:
        what = "none"
    by = messages.listed([messages.name(id, state) for id in benefit.by])
    return f"{what}{f' from {by}' if by else ''}: {title_of(benefit.rule)} [{benefit.rule}]"


def rules_of(verdict: Verdict) -> list[str]:
    """The ids of all rules that decided, in order."""
    more = [benefit.rule for benefit in (verdict.cover, *verdict.effects) if benefit is not None]
    return list(dict.fromkeys([*verdict.rules, *more]))


def title_of(rule: str) -> str:
    """What a rule is called in the list of rules: the heading it stands under."""
    card = rule_card(rule)
    return card.section if card is not None and card.section else rule


def places(position: Position) -> list[str]:
    """Where everything on the table is, in inches, with heights and how well the places are known."""
    width, depth = position.size
    table = f'a table of {width:g}" x {depth:g}"'
    lines = [f"Places in inches on {table}, from its near left corner; heights are above the table"]
    state = position.try_state()
    if state is None:
        return [*lines, f"  {position.trouble()}"]
    errors = errors_of(position)
    lines += [f"  {_model(model)}{_error(errors, model.id)}" for model in state.models.values() if model.on_table]
    for id, held in state.terrain.items():
        piece = held.piece
        ring = " ".join(f"({inches(x):.3f}, {inches(y):.3f})" for x, y in piece.outline)
        heights = f"from {inches(piece.bottom):.2f} to {inches(piece.top):.2f}"
        parts = f", {len(piece.parts)} walls and floors" if piece.parts else ""
        lines.append(f"  {id}: {piece.name or piece.kind} ({piece.kind}), {heights}{parts}: {ring}{_error(errors, id)}")
    return lines


def _error(errors: dict[str, float], id: str) -> str:
    return f', within {errors[id]:.2f}" by the photograph' if id in errors else ""


def _model(model: Model) -> str:
    body = body_of(model)
    x, y = body.pose.xy
    facing = f", facing {body.pose.heading:.1f}°" if body.pose.facing else ""
    eye = body.bottom + inches(model.eye)
    return (
        f"{_named(model.name, model.id)} of {model.unit}: at ({x:.4f}, {y:.4f}){facing}, feet {body.bottom:.2f}, "
        f"eye {eye:.2f}, head {body.top:.2f}, base {_base(model.shape)}"
    )


def _base(shape: Shape) -> str:
    if isinstance(shape, Round):
        return f"{shape.diameter / MILLIMETRE:g} mm"
    if isinstance(shape, (Oval, Rect)):
        kind = "oval" if isinstance(shape, Oval) else "rectangle"
        return f"{kind} {shape.length / MILLIMETRE:g} x {shape.width / MILLIMETRE:g} mm"
    return f"hull of {len(shape.points)} corners"
