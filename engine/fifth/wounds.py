"""What becomes of wounds: they are given to models, saved or not, and models are removed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.battle import Battle
from engine.core.codec import record
from engine.core.ledger import rule
from engine.core.procedure import Procedure
from engine.core.state import State
from engine.fifth import allocation, casualties
from engine.fifth.casualties import Toll
from engine.fifth.dice import d6
from engine.fifth.losses import note_losses
from engine.fifth.saves import NO_SAVE, Save, Wound, best_save

__all__ = ["Losses", "Wound", "suffer", "suffer_on", "suffer_on_each"]


@record
class Losses:
    """What a unit lost: wounds given, saved and unsaved, Wounds its models really lost, and the models removed.

    Wounds beyond the last of a group are in `unsaved` but not in `wounds_lost`. `unsaved_by_weapon` counts by weapon
    key; `pinning` says that a pinning weapon had a part in it.
    """

    given: int = 0
    saved: int = 0
    unsaved: int = 0
    wounds_lost: int = 0
    models: tuple[str, ...] = ()
    unsaved_by_weapon: tuple[tuple[str, int], ...] = ()
    pinning: bool = False


@rule("5e.shooting.sequence")
def suffer(
    b: Battle, unit: str, wounds: tuple[Wound, ...], *, by: str, cover: int = 0, in_combat: bool = False
) -> Procedure[Losses]:
    """A unit suffers wounds caused by side `by`: its owner allocates them, rolls saves, and removes casualties.

    All saves of the unit are rolled before any model is removed. `cover` is the unit's cover save, 0 for none.
    """
    if not wounds or not b.state.present(unit):
        return Losses()
    shares = yield from allocation.allocate(b, unit, wounds)
    failed: list[tuple[tuple[str, ...], tuple[Wound, ...]]] = []
    for group, share in shares:
        unsaved = yield from _save_batch(b, unit, group, share, cover, whole=len(shares) == 1)
        failed.append((group, unsaved))
    toll = Toll()
    for group, unsaved in failed:
        toll += yield from casualties.remove(b, group, unsaved)
    return _tell(b, unit, wounds, [w for _, unsaved in failed for w in unsaved], toll, by, in_combat)


def suffer_on(b: Battle, model: str, wound: Wound, *, by: str = "", in_combat: bool = False) -> Procedure[Losses]:
    """One model suffers a wound that no other can take for it, with the save that it has; cover never helps."""
    return (yield from suffer_on_each(b, ((model, wound),), by=by, in_combat=in_combat))


def suffer_on_each(
    b: Battle, hurt: tuple[tuple[str, Wound], ...], *, by: str = "", in_combat: bool = False
) -> Procedure[Losses]:
    """Models of one unit suffer wounds tied to them; saves that need the same are one roll."""
    if not hurt:
        return Losses()
    unit = b.state.models[hurt[0][0]].unit
    unsaved: list[tuple[str, Wound]] = []
    for save, batch in _by_save(b.state, hurt, 0):
        faces = yield from _roll_saves(b, save, len(batch), unit)
        unsaved += [pair for pair, face in zip(batch, faces, strict=True) if not face or face < save.need]
    toll = Toll()
    for model in dict.fromkeys(m for m, _ in unsaved):
        its_own = tuple(w for m, w in unsaved if m == model)
        toll += yield from casualties.remove(b, (model,), its_own)
    return _tell(b, unit, [w for _, w in hurt], [w for _, w in unsaved], toll, by, in_combat)


def _tell(
    b: Battle, unit: str, given: Sequence[Wound], unsaved: Sequence[Wound], toll: Toll, by: str, in_combat: bool
) -> Losses:
    """Say what was lost, remember it for morale, and return it."""
    keys = dict.fromkeys(w.weapon for w in unsaved)
    losses = Losses(
        len(given), len(given) - len(unsaved), len(unsaved), toll.wounds, toll.models,
        tuple((key, sum(w.weapon == key for w in unsaved)) for key in keys), any(w.pinning for w in unsaved),
    )  # fmt: skip
    b.say(
        "unit.suffered", "5e.shooting.casualties", unit, given=losses.given, saved=losses.saved,
        unsaved=losses.unsaved, removed=len(toll.models), wounds_lost=toll.wounds, by=by, models=toll.models,
    )  # fmt: skip
    if toll.models:
        note_losses(b, unit, len(toll.models), in_combat)
    if not b.state.members(unit):
        b.say("unit.destroyed", "5e.shooting.casualties", unit, by=by)
    return losses


@rule("5e.shooting.identical-batch", "5e.shooting.unique-models", "5e.shooting.mw-group-all-identical")
def _save_batch(
    b: Battle, unit: str, group: tuple[str, ...], share: tuple[Wound, ...], cover: int, whole: bool
) -> Procedure[tuple[Wound, ...]]:
    """Identical models roll their saves together, one roll for each score needed; the wounds that get through."""
    model = group[0]
    failed: list[Wound] = []
    for save, batch in _by_save(b.state, tuple((model, wound) for wound in share), cover):
        faces = yield from _roll_saves(b, save, len(batch), unit if whole else model)
        failed += [w for (_, w), face in zip(batch, faces, strict=True) if not face or face < save.need]
    return tuple(failed)


def _by_save(
    state: State, hurt: tuple[tuple[str, Wound], ...], cover: int
) -> list[tuple[Save, list[tuple[str, Wound]]]]:
    """Wounds by the save that is taken against them, the order within kept; those without a save come first."""
    batches: dict[Save, list[tuple[str, Wound]]] = {}
    for model, wound in hurt:
        batches.setdefault(best_save(state, model, wound, cover), []).append((model, wound))
    return sorted(batches.items(), key=lambda item: item[0])


def _roll_saves(b: Battle, save: Save, count: int, subject: str) -> Procedure[tuple[int, ...]]:
    """Roll saves of one kind and say how many held; a 0 for every wound that allows none."""
    if save == NO_SAVE:
        b.say("saves.none", save.rule, subject, count=count)
        return (0,) * count
    faces = yield from d6(b, count, "save", save.rule, b.state.side_of(subject), subject, save.need)
    held = sum(face >= save.need for face in faces)
    b.say("saves.rolled", save.rule, subject, kind=save.kind, need=save.need, saved=held, given=count, faces=faces)
    return faces
