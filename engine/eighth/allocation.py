"""Who bears the wounds: whoever is wounded already, then the models in the order that their owner wants."""

from __future__ import annotations

from engine.core.battle import Battle
from engine.core.decisions import Option, Order
from engine.core.facts import facts
from engine.core.ledger import rule
from engine.core.procedure import Procedure, ask_if
from engine.core.records import Model, body_of
from engine.core.state import State
from engine.eighth import status
from engine.eighth.abilities import profile
from engine.mechanics.straight import straights

UNLIMITED = 1_000_000


@rule("8e.attacks.allocate")
def order_of(b: Battle, unit: str, count: int, *, all_fall: bool = False) -> Procedure[tuple[str, ...]]:
    """In which order the models of a unit bear wounds, seen or not, in range or not; their owner settles it.

    Nothing is asked where `all_fall` whatever the order.
    """
    if all_fall:
        return standing(b.state, unit)
    return (yield from ask_if(lambda: _question(b.state, unit, count))) or ()


def standing(state: State, unit: str) -> tuple[str, ...]:
    """The models of a unit that can bear wounds: on the table, with at least one left."""
    return tuple(m.id for m in state.present(unit) if m.wounds > 0)


@rule("8e.attacks.allocate-wounded-first")
def forced(state: State, unit: str) -> str:
    """The model that must bear the next wound: the only one, or the only one that is wounded; empty for a choice."""
    left = standing(state, unit)
    hurt = [m for m in left if is_wounded(state, m)]
    return left[0] if len(left) == 1 else hurt[0] if len(hurt) == 1 else ""


def surely_borne(state: State, model: str, damage: int) -> int:
    """How many wounds of at most so much damage a wounded model bears whatever happens, before others come into it."""
    unit = state.models[model].unit
    alone, left = len(standing(state, unit)) == 1, state.models[model].wounds
    return UNLIMITED if alone else -(-left // max(1, damage))


def _question(state: State, unit: str, count: int) -> Order | None:
    """In which order the models bear wounds; None when none is there (any more)."""
    models = state.present(unit)
    if not models:
        return None
    usual = expendable_first(state, unit)
    rank = {model: n for n, model in enumerate(usual)}
    return Order(
        player=state.side_of(unit),
        rule="8e.attacks.allocate",
        topic="attacks.allocate",
        subjects=(unit,),
        hints=facts(count=count),
        items=tuple(
            Option(m.id, m.id, "8e.attacks.allocate", facts(wounds=m.wounds, of=profile(state, m.id).w, name=m.name))
            for m in sorted(models, key=lambda m: rank[m.id])
        ),
        advise=lambda stream: usual,
    )


@rule("8e.attacks.allocate-wounded-first")
def is_wounded(state: State, model: str) -> bool:
    """Whether a model has lost wounds at any time and not regained them."""
    return state.models[model].wounds < profile(state, model).w


@rule("8e.attacks.allocate-wounded-first", "8e.attacks.excess-damage-lost")
def bearer(state: State, unit: str, order: tuple[str, ...]) -> str:
    """The model that bears the next wound; empty when nobody is left."""
    here = standing(state, unit)
    left = [m for m in order if m in here] + [m for m in here if m not in order]
    hurt = [m for m in left if is_wounded(state, m)]
    return next(iter(hurt or left), "")


def expendable_first(state: State, unit: str) -> tuple[str, ...]:
    """The models of a unit on the table, the most expendable first."""
    return expendable(state, state.present(unit))


def expendable(state: State, models: tuple[Model, ...]) -> tuple[str, ...]:
    """Some models of one side, the most expendable first: the wounded, the plain, those farthest from the enemy."""
    if not models:
        return ()
    far = _distances(state, models, state.side_of(models[0].id))
    common = _commonest(models)

    def worth(m: Model) -> tuple[bool, bool, int, str]:
        return not is_wounded(state, m.id), _kind(m) != common, -far[m.id], m.id

    return tuple(m.id for m in sorted(models, key=worth))


def _kind(m: Model) -> tuple[str, tuple[str, ...]]:
    return m.profile, m.gear


def _commonest(models: tuple[Model, ...]) -> tuple[str, tuple[str, ...]]:
    kinds = [_kind(m) for m in models]
    return max(kinds, key=lambda kind: (kinds.count(kind), kind))


def _distances(state: State, models: tuple[Model, ...], side: str) -> dict[str, int]:
    """How far each model is from the nearest enemy, in micrometres; 0 for those who are not on the table."""
    foes, here = status.enemies(state, side), [m for m in models if m.on_table]
    near = dict.fromkeys((m.id for m in models), 0)
    if foes and here:
        apart = straights([body_of(m) for m in here], [body_of(m) for m in foes]).min(axis=1)
        near.update((m.id, int(d)) for m, d in zip(here, apart, strict=True))
    return near
