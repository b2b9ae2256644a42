"""The Psychic phase: manifesting powers, perils of the warp, denying, and Smite."""

from __future__ import annotations

from dataclasses import replace

from battlefield.units import um
from engine.core.battle import Battle
from engine.core.decisions import Choose, ChooseMany, Option
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.moments import Reaction
from engine.core.procedure import Procedure, ask, ask_if, react
from engine.core.refusals import Refusal, Refusals
from engine.core.state import State
from engine.eighth import attacks, measuring, visibility
from engine.eighth.abilities import lore_of, profile
from engine.eighth.dice import d6, halved
from engine.eighth.lore import SMITE, Power
from engine.eighth.moments import Manifested

DONE = "done"

DENIED_WITHIN, PERILS_WITHIN = um(24), um(6)

STRONG = 10
"""A Smite above this total is a strong one."""

FARTHEST = um(18)


# -- who may -----------------------------------------------------------------------------------------------------------


@rule("8e.psychic.who-and-how-many", "8e.psychic.same-power-once")
def attempted(state: State, model: str, what: str = "attempted") -> tuple[str, ...]:
    """The powers that a psyker has attempted to manifest (or, `denied`, to deny) in this player turn."""
    deed = state.deed(model, what)
    return tuple(deed.detail("powers", ())) if deed else ()


def _note(b: Battle, model: str, what: str, power: str) -> None:
    b.note_deed(model, what, "8e.psychic.who-and-how-many", powers=(*attempted(b.state, model, what), power))


@rule("8e.psychic.who-and-how-many", "8e.psychic.no-other-limits", "8e.transports.embarked-inactive")
def psykers(state: State, side: str) -> tuple[str, ...]:
    """A side's psykers on the table: only they manifest and deny, whatever else their units did this turn."""
    return tuple(
        m.id
        for m in state.models.values()
        if m.on_table
        and state.units[m.unit].side == side
        and (profile(state, m.id).manifests or profile(state, m.id).denies)
    )


@rule("8e.psychic.known-powers", "8e.psychic.same-power-once", "8e.psychic.who-and-how-many")
def bars(state: State, model: str, power: str) -> Refusals:
    """Why a psyker may not attempt a power now; empty when it may."""
    card, tried = profile(state, model), attempted(state, model)
    if power not in known_powers(state, model):
        return (Refusal("psychic.unknown", "8e.psychic.known-powers", model, details=facts(power=power)),)
    if power in tried:
        return (Refusal("psychic.same_power", "8e.psychic.same-power-once", model, details=facts(power=power)),)
    if len(tried) >= card.manifests:
        return (Refusal("psychic.no_more", "8e.psychic.who-and-how-many", model, details=facts(most=card.manifests)),)
    return ()


def _options(state: State, side: str) -> tuple[Option, ...]:
    known = lore_of(state).powers
    return tuple(
        Option(
            f"{model}/{power}", model, "8e.psychic.sequence",
            facts(power=known[power].name, charge=known[power].charge), bars(state, model, power),
        )
        for model in psykers(state, side)
        for power in known_powers(state, model)
    )  # fmt: skip


@rule("8e.psychic.sequence", "8e.round.phase-order")
def manifester(state: State) -> str | None:
    """The active side while one of its psykers may attempt a power, and it has not ended the phase."""
    side = state.active
    if state.did(side, "psychic_done"):
        return None
    return side if any(not option.barred for option in _options(state, side)) else None


@rule("8e.psychic.known-powers")
def known_powers(state: State, model: str) -> tuple[str, ...]:
    """The powers that a psyker knows: those of its datasheet, and those generated before the battle."""
    generated = tuple(name for name in state.agreed.get(f"powers.{model}", "").split(",") if name)
    return tuple(dict.fromkeys((*profile(state, model).powers, *generated)))


@rule("8e.psychic.generate-before-deployment")
def generate(b: Battle) -> Procedure[None]:
    """Just before anybody deploys, psykers that generate powers choose them from their discipline."""
    for model in list(b.state.models):
        card = profile(b.state, model)
        if card.generates and card.discipline:
            chosen = yield from ask(_powers_question(b.state, model))
            b.agree(f"powers.{model}", ",".join(chosen), "8e.psychic.generate-before-deployment")


def _powers_question(state: State, model: str) -> ChooseMany:
    card, known = profile(state, model), lore_of(state).powers
    count = min(card.generates, len(card.discipline))
    rule_id = "8e.psychic.generate-before-deployment"
    return ChooseMany(
        player=state.side_of(model),
        rule=rule_id,
        topic="setup.powers",
        subjects=(model,),
        options=tuple(
            Option(p, model, rule_id, facts(power=known[p].name, charge=known[p].charge)) for p in card.discipline
        ),
        least=count,
        most=count,
        hints=facts(count=count),
    )


# -- one attempt -------------------------------------------------------------------------------------------------------


@rule("8e.psychic.sequence", "8e.psychic.resolve-conditions")
def manifest(b: Battle, side: str) -> Procedure[None]:
    """One attempt: psyker and power, the test with its perils, one attempt to deny, and what the power does."""
    chosen = yield from ask(lambda: _which(b.state, side))
    if chosen == DONE:
        b.note_deed(side, "psychic_done", "8e.round.phase-order")
        return
    psyker, _, key = chosen.partition("/")
    power = lore_of(b.state).powers[key]
    _note(b, psyker, "attempted", key)
    total = yield from _test(b, psyker, power)
    if total < power.charge or not b.model(psyker).on_table:
        return
    b.say("psychic.manifested", "8e.psychic.test", psyker, power=power.name, total=total)
    moment = yield from react(b, Manifested(psyker, key, total))
    if not moment.denied and b.model(psyker).on_table:
        yield from _resolve(b, psyker, power, total)


def _which(state: State, side: str) -> Choose:
    return Choose(
        player=side,
        rule="8e.psychic.sequence",
        topic="psychic.power",
        subjects=(side,),
        options=(*_options(state, side), Option(DONE, "", "8e.round.phase-order", facts(label="done_psychic"))),
    )


@rule("8e.psychic.test", "8e.psychic.perils-trigger")
def _test(b: Battle, psyker: str, power: Power) -> Procedure[int]:
    """The psychic test; returns its total, 0 when the psyker does not survive it."""
    side = b.state.side_of(psyker)
    faces = yield from d6(
        b, 2, "psychic", "8e.psychic.test", side, psyker, details=facts(power=power.name, charge=power.charge)
    )
    total = sum(faces)
    if total < power.charge:
        b.say("psychic.failed", "8e.psychic.test", psyker, power=power.name, total=total, charge=power.charge)
    if faces in ((1, 1), (6, 6)):
        yield from perils(b, psyker)
    return total if b.model(psyker).on_table else 0


@rule("8e.psychic.perils-damage", "8e.psychic.perils-death")
def perils(b: Battle, psyker: str) -> Procedure[None]:
    """Perils of the warp: D3 mortal wounds on the psyker; if it dies of them, D3 on every unit within 6 inches."""
    b.say("psychic.perils", "8e.psychic.perils-damage", psyker)
    near = _units_within(b.state, psyker, PERILS_WITHIN)
    count = yield from _d3(b, psyker, "perils", "8e.psychic.perils-damage")
    yield from attacks.mortal_wounds(b, b.model(psyker).unit, count, "8e.psychic.perils-damage", first=psyker)
    if b.model(psyker).on_table:
        return
    b.say("psychic.torn_apart", "8e.psychic.perils-death", psyker)
    for unit in near:
        if b.state.present(unit):
            count = yield from _d3(b, psyker, "perils", "8e.psychic.perils-death")
            yield from attacks.mortal_wounds(b, unit, count, "8e.psychic.perils-death")


def _d3(b: Battle, psyker: str, purpose: str, rule_id: str) -> Procedure[int]:
    return halved((yield from d6(b, 1, purpose, rule_id, b.state.side_of(psyker), psyker))[0])


def _units_within(state: State, model: str, reach: int) -> tuple[str, ...]:
    """Every unit on the table within a distance of a model, friend or foe, its own among them, in order."""
    units = [u.id for side in state.sides for u in state.units_of(side)]
    return tuple(u for u in units if measuring.within(measuring.between(state, model, u), reach))


# -- denying -----------------------------------------------------------------------------------------------------------


@rule("8e.psychic.deny-range", "8e.psychic.deny-one-attempt", "8e.psychic.who-and-how-many")
def _may_deny(state: State, moment: Manifested, side: str) -> tuple[Option, ...]:
    """The enemy psykers within 24 inches, seen or not, that have a denial left, as long as nobody has tried."""
    if moment.tried or side == state.side_of(moment.psyker) or not state.models[moment.psyker].on_table:
        return ()
    return tuple(
        Option(
            model,
            model,
            "8e.psychic.deny-range",
            facts(
                total=moment.total,
                psyker=moment.psyker,
                label="deny",
                power=lore_of(state).powers[moment.power].name,
            ),
        )
        for model in psykers(state, side)
        if len(attempted(state, model, "denied")) < profile(state, model).denies
        and measuring.within(measuring.between(state, model, moment.psyker), DENIED_WITHIN)
    )


@rule("8e.psychic.deny-greater", "8e.psychic.deny-no-perils")
def deny(b: Battle, moment: Manifested, row: str) -> Procedure[Manifested]:
    """A psyker tries to resist a power: 2D6 must beat the psychic test. No doubles harm it."""
    _note(b, row, "denied", moment.power)
    faces = yield from d6(
        b, 2, "deny", "8e.psychic.deny-greater", b.state.side_of(row), row, details=facts(total=moment.total)
    )
    denied = sum(faces) > moment.total
    b.say("psychic.denied" if denied else "psychic.not_denied", "8e.psychic.deny-greater", row, total=sum(faces))
    return replace(moment, tried=True, denied=denied)


DENY_THE_WITCH = Reaction("8e.psychic.deny-range", Manifested, _may_deny, deny, topic="react.deny")


# -- what it does ------------------------------------------------------------------------------------------------------


def _resolve(b: Battle, psyker: str, power: Power, total: int) -> Procedure[None]:
    """What a power does: Smite; whatever else a datasheet knows is for the players' hands."""
    if power.key == SMITE:
        yield from smite(b, psyker, total)
    else:
        b.say("psychic.by_hand", "8e.psychic.known-powers", psyker, power=power.name)


@rule("8e.psychic.smite", "8e.psychic.smite-strong")
def smite(b: Battle, psyker: str, total: int) -> Procedure[None]:
    """D3 mortal wounds, above a total of 10 D6, on the nearest visible enemy unit within 18 inches."""
    nearest = smite_targets(b.state, psyker)
    if not nearest:
        b.say("psychic.no_target", "8e.psychic.smite", psyker)
        return
    target = nearest[0]
    if len(nearest) > 1:
        chosen = yield from ask_if(lambda: _which_target(b.state, psyker))
        if chosen is None:
            b.say("psychic.no_target", "8e.psychic.smite", psyker)
            return
        target = chosen
    face = (yield from d6(b, 1, "smite", "8e.psychic.smite", b.state.side_of(psyker), psyker))[0]
    yield from attacks.mortal_wounds(b, target, face if total > STRONG else halved(face), "8e.psychic.smite")


@rule("8e.psychic.smite")
def smite_targets(state: State, psyker: str) -> tuple[str, ...]:
    """The nearest enemy unit that a psyker sees within 18 inches; several when they are equally near."""
    foes = state.units_of(state.enemy(state.side_of(psyker)))
    far = {foe.id: visibility.nearest_seen(state, psyker, foe.id) for foe in foes}
    seen = {unit: gap for unit, gap in far.items() if measuring.within(gap, FARTHEST)}
    return tuple(unit for unit, gap in seen.items() if gap == min(seen.values()))


def _which_target(state: State, psyker: str) -> Choose | None:
    """Which of several units that are equally near; None when there is none (left)."""
    nearest = smite_targets(state, psyker) if state.models[psyker].on_table else ()
    if not nearest:
        return None
    return Choose(
        player=state.side_of(psyker),
        rule="8e.psychic.smite",
        topic="psychic.target",
        subjects=(psyker,),
        options=tuple(Option(u, u, "8e.psychic.smite") for u in nearest),
    )
