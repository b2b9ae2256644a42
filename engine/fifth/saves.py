"""Saving throws: which one a model may take against a wound, and what it needs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.codec import record
from engine.core.ledger import rule
from engine.core.state import State
from engine.fifth.characteristics import profile, value

BEST_SAVE = 2


@record
class Wound:
    """One wound on its way to a model, with everything that a save or a removal asks of it.

    `ap` 0 is a dash. `killing` wounds slay whatever they get through to, whatever its Toughness; `pinning` wounds call
    for a test. `weapon` is the key of the weapon it comes from, if any. `cover` is the cover save against it where that
    is another than against the rest of its pool.
    """

    strength: int
    ap: int
    rule: str
    weapon: str = ""
    armour_allowed: bool = True
    cover_allowed: bool = True
    invulnerable_allowed: bool = True
    killing: bool = False
    pinning: bool = False
    cover: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class Save:
    """A save that may be taken: the score needed (0: none), its kind, and the rule it rests on."""

    need: int
    kind: str
    rule: str


NO_SAVE = Save(0, "none", "5e.shooting.ap")


@rule("5e.shooting.ap", "5e.shooting.ap-dash")
def pierces(ap: int, save: int) -> bool:
    """Whether a weapon's AP denies an armour save: its number is as low as the save's, or lower. A dash never does."""
    return 0 < ap <= save


@rule("5e.shooting.armour-save", "5e.profile.no-armour")
def armour_save(state: State, model: str, wound: Wound) -> int:
    """The armour save that a model may take against a wound; 0 when none."""
    save = value(state, model, "sv")
    return save if save and wound.armour_allowed and not pierces(wound.ap, save) else 0


@rule("5e.shooting.invulnerable")
def invulnerable_save(state: State, model: str, wound: Wound) -> int:
    """The invulnerable save that a model may take, whatever the AP; 0 when none."""
    return value(state, model, "inv") if wound.invulnerable_allowed else 0


@rule("5e.cover.ignores-ap")
def cover_save(wound: Wound, cover: int) -> int:
    """The cover save that may be taken, whatever the AP; 0 when none."""
    if not wound.cover_allowed:
        return 0
    return cover if wound.cover is None else wound.cover


@rule("5e.shooting.save-limits")
def limited(save: int) -> int:
    """A save is never better than 2+, so that a 1 always fails."""
    return max(BEST_SAVE, save) if save else 0


@rule("5e.shooting.one-save")
def best_save(state: State, model: str, wound: Wound, cover: int = 0) -> Save:
    """The one save that a model takes against a wound: the best it has; armour before the others when equal."""
    kinds = (
        Save(limited(armour_save(state, model, wound)), "armour", "5e.shooting.armour-save"),
        Save(limited(cover_save(wound, cover)), "cover", "5e.cover.ignores-ap"),
        Save(limited(invulnerable_save(state, model, wound)), "invulnerable", "5e.shooting.invulnerable"),
    )
    return min((save for save in kinds if save.need), key=lambda save: save.need, default=NO_SAVE)


@rule("5e.shooting.instant-death", "5e.shooting.instant-death-base-t")
def slays(state: State, model: str, wound: Wound) -> bool:
    """Whether an unsaved wound removes a model outright: Strength twice its Toughness without wargear, or more."""
    return wound.killing or wound.strength >= 2 * profile(state, model).t_base > 0
