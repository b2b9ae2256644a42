"""A ruling in words: the question, where everything stands, and every edition's answer with its proof and its rules."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from battlefield.shapes import Oval, Rect, Round, Shape
from battlefield.units import MILLIMETRE, inches
from engine import __version__, messages
from engine.core.records import Model, body_of
from engine.core.state import State
from engine.mechanics.verdicts import Verdict
from render.bench.doubt import doubt, doubt_of, errors_of
from render.bench.position import Position
from render.cards import rule_card, title_of
from render.verdict_words import share, telling_pair

if TYPE_CHECKING:
    from battlefield.sight import Margin

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
    """The answer by one edition, line by line: in words, then in figures, then the rules."""
    head = f"By the rules of {edition}"
    verdict, state = position.verdict(edition), position.try_state(edition)
    if verdict is None or state is None:
        return [head, f"  {position.trouble(edition) or 'There is no answer.'}"]
    return [
        head,
        f"  {answer(verdict)}",
        *(f"  {line}" for line in body(position, edition)),
        *_rules(position, edition),
    ]


def body(position: Position, edition: str) -> list[str]:
    """All that is said of an answer, without the answer itself and its rules. There has to be one."""
    verdict, state = position.verdict(edition), position.state(edition)
    assert verdict is not None
    position.margin(edition)
    lines = [said.text for said in position.said(edition)]
    return [*lines, *_figures(position, edition, state, verdict), *doubt(position, edition)]


def _rules(position: Position, edition: str) -> list[str]:
    lines = ["  Rules:"]
    for rule in rules_of(position, edition):
        card = rule_card(rule)
        lines.append(f"    {title_of(rule)} [{rule}]")
        lines += textwrap.wrap(card.rule, WIDE, initial_indent=" " * 6, subsequent_indent=" " * 6) if card else []
    return lines


def headline(position: Position, edition: str) -> str:
    """The answer in capitals, with a word on whether a photograph leaves it in doubt. There has to be an answer."""
    verdict, found = position.verdict(edition), doubt_of(position, edition)
    assert verdict is not None
    return answer(verdict) + (", IN DOUBT BY THE PHOTOGRAPH" if found is not None and not found.decided else "")


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


def _figures(position: Position, edition: str, state: State, verdict: Verdict) -> Iterator[str]:
    """The distance, the line with its ends, what hides, and the margin as it was proven and found."""
    apart = inches(position.book(edition).distance(state, verdict.viewer, verdict.target))
    yield f'Distance: {apart:.3f}"'
    if verdict.pairs:
        yield from _pairs(state, verdict)
    decided = position.decided(edition)
    pair = decided.pair if decided is not None else telling_pair(verdict)
    of = f" ({pair.viewer} to {pair.target})" if verdict.pairs else ""
    if pair.line is not None:
        yield f"Line of sight{of}: from {_spot(pair.line[0])} to {_spot(pair.line[1])}"
    elif not verdict.visible:
        yield "Line of sight: none exists"
    if not verdict.pairs:
        yield f"Hidden share: {share(verdict.hidden)}"
    if verdict.blockers:
        yield f"Blockers: {', '.join(_named(messages.name(id, state), id) for id in verdict.blockers)}"
    if decided is not None:
        yield f"Margin{of}: {_margin(decided.margin)}"


def _margin(margin: Margin) -> str:
    if margin.found is None or margin.direction is None:
        return f'proven {margin.proven:.4f}", nothing nearer was found'
    return f'proven {margin.proven:.4f}", found {margin.found:.4f}" towards {margin.direction:.1f}°'


def _spot(spot: Sequence[int]) -> str:
    return "(" + ", ".join(f"{inches(v):.4f}" for v in spot) + ")"


def _pairs(state: State, verdict: Verdict) -> Iterator[str]:
    """The models of units, each with all it sees."""
    for viewer in dict.fromkeys(pair.viewer for pair in verdict.pairs):
        seen = [pair for pair in verdict.pairs if pair.viewer == viewer and pair.visible]
        names = [f"{pair.target} ({share(pair.hidden)} hidden)" if pair.hidden else pair.target for pair in seen]
        yield f"{_named(state.models[viewer].name, viewer)} sees: {', '.join(names) or 'none of them'}"


def rules_of(position: Position, edition: str) -> list[str]:
    """The ids of all rules that decided, in order."""
    verdict = position.verdict(edition)
    said = [one.rule for one in position.said(edition) if one.rule]
    return list(dict.fromkeys([*(verdict.rules if verdict is not None else ()), *said]))


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
