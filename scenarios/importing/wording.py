"""Special rules: those whose wording is plainly one that the game enforces, and all others as text for the players.

The patterns are narrow on purpose: a rule that says anything more than what a pattern covers stays "by hand".
"""

from __future__ import annotations

import re
from typing import Any

from scenarios.importing.stats import number
from scenarios.importing.tree import Profile

LONGEST = 2_000
WORDIEST = 800
"""No rule longer than this is read for what it means."""

Data = dict[str, Any]

_SELF = r"(?:this (?:model|unit)|(?:all )?models in this unit|the bearer|it)"
_ROLL = r"roll (?:a|one) (?:dice|d6)"
_NEAR = r"for (?:friendly )?([A-Za-z<> '-]+?) units (?:that are )?within (\d+)\" of this (?:model|unit)\.?"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_DROP = _words(
    r"during deployment,? you can set (?:up )?this (?:model|unit)(?: up)? [^.]*instead of (?:placing|setting) [^.]*"
    r"battlefield\. [^.]*?at the end of any of your movement phases[^.]*? anywhere on the battlefield that is more "
    r"than (\d+)\" (?:away )?from any enemy models\.?"
)
_EXPLODES = _words(
    rf"(?:if|when) this (?:model|vehicle|unit) is (?:destroyed|reduced to 0 wounds),? {_ROLL}(?: before removing[^.]*)?"
    r"[.;,] (?:on a )?([2-6])\+?,? (?:it|this model) explodes,? and each unit within (\d+)\" suffers (\w+) mortal "
    r"wounds?\.?"
)
_IGNORES = _words(
    rf"(?:{_ROLL} )?each time (?:this model|a model (?:with this ability|in this unit)|this unit) (?:loses|would lose) "
    rf"a wound[,;.]? ?(?:{_ROLL}[.;,] )?on a ([2-6])\+?,? (?:that wound is not lost|(?:the|this|that) model does not"
    r" lose that wound|it does not lose that wound|ignore that wound)\.?"
)
_AURA_ONES = _words(rf"(?:you can )?re-?roll (hit|wound) rolls of 1 (?:made )?{_NEAR}")
_AURA_FAILED = _words(rf"(?:you can )?re-?roll (?:(?:all )?failed )?(hit|wound) rolls (?:made )?{_NEAR}")
_CHARGE = _words(rf"(?:you can )?re-?roll (?:failed )?charge rolls (?:made )?for {_SELF}\.?")
_MORALE = _words(rf"(?:you can )?re-?roll (?:failed )?morale tests (?:taken )?(?:for|by) {_SELF}\.?")
_UNWIELDY = _words(
    r"(?:each time the bearer fights with this weapon|when (?:attacking|making attacks) with this weapon),? "
    r"(?:you must )?subtract (\d) from (?:the|all) hit rolls?\.?"
)
_SURE = _words(r"this weapon (?:automatically hits its target|hits automatically)\.?")
_MORE = _words(r"each time the bearer fights,? it can make (\w+) additional attacks? with this weapon\.?")
_INVULNERABLE = _words(rf"{_SELF} (?:has|have) an? ([2-6])\+\+? invulnerable save\.?")
_CAPACITY = _words(r"(?:this model can |it can )?(?:transport |carry )?(\d{1,2}) ([^.]*?)models?\b")
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "1": 1, "2": 2, "3": 3, "4": 4}


def ability(name: str, text: str, weapon: bool = False) -> Data:
    """A special rule as army files have it; of a weapon when it stands in a weapon's line."""
    told = _of_weapon(text) if weapon else _of_model(text)
    enforced = told is not None or (not weapon and bool(invulnerable(text)))
    return {"name": name, "text": short(text), "enforced": enforced, **(told or {})}


def short(text: str) -> str:
    """A text no longer than an army file takes."""
    return text if len(text) <= LONGEST else text[: LONGEST - 4].rstrip() + " ..."


def _plain(text: str) -> str:
    """A text on one line, empty when it is too long to be read for its meaning."""
    return " ".join(text.split()) if len(text) <= WORDIEST else ""


def _of_weapon(text: str) -> Data | None:
    text = _plain(text)
    if _SURE.fullmatch(text):
        return {"kind": "auto_hit"}
    if match := _UNWIELDY.fullmatch(text):
        return {"kind": "to_hit", "amount": -int(match[1])}
    if (match := _MORE.fullmatch(text)) and match[1].casefold() in _COUNTS:
        return {"kind": "extra_attacks", "amount": _COUNTS[match[1].casefold()]}
    return None


def _of_model(text: str) -> Data | None:
    text = _plain(text)
    if match := _DROP.fullmatch(text):
        return {"kind": "drop_in", "amount": int(match[1])}
    if match := _EXPLODES.fullmatch(text):
        return _explosion(int(match[1]), int(match[2]), number(match[3]) or _COUNTS.get(match[3].casefold(), 0))
    if match := _IGNORES.fullmatch(text):
        return {"kind": "ignore_wounds", "on": int(match[1])}
    for pattern, ending in ((_AURA_ONES, "_ones"), (_AURA_FAILED, "s")):
        if (match := pattern.fullmatch(text)) and "<" not in match[2]:
            what = {"_ones": f"reroll_{match[1].casefold()}_ones", "s": f"reroll_{match[1].casefold()}s"}[ending]
            return {"kind": what, "aura": int(match[3]), "affects": match[2].removeprefix("friendly ").strip()}
    if _CHARGE.fullmatch(text):
        return {"kind": "reroll_charge"}
    return {"kind": "reroll_morale"} if _MORALE.fullmatch(text) else None


def _explosion(on: int, reach: int, wounds: int | str) -> Data | None:
    good = 2 <= on <= 6 and 0 < reach <= 60 and bool(wounds)
    return {"kind": "explodes", "on": on, "aura": reach, "number": wounds} if good else None


def explosion(profile: Profile) -> Data:
    """What a model does when it is destroyed, from its table of that."""
    given = {column.casefold(): raw for column, raw in profile.values.items()}
    on = re.fullmatch(r"([2-6])\+?", given.get("dice roll", "").strip())
    reach = number(given.get("distance", ""))
    wounds = number(given.get("mortal wounds", ""))
    told = _explosion(int(on[1]), reach, wounds or 0) if on and isinstance(reach, int) else None
    return {"name": profile.name, "text": table_text(profile), "enforced": told is not None, **(told or {})}


def invulnerable(text: str) -> int:
    """The invulnerable save that a rule gives and nothing else; 0 when it says anything more."""
    match = _INVULNERABLE.fullmatch(_plain(text))
    return int(match[1]) if match else 0


def capacity(text: str) -> tuple[int, list[str]]:
    """How many models a transport carries and, where it says Infantry, that it carries those;
    0 when it is not plain.
    """
    match = _CAPACITY.match(_plain(text))
    if match is None or not 1 <= int(match[1]) <= 60:
        return 0, []
    return int(match[1]), ["Infantry"] if "infantry" in match[2].casefold() else []


def table_text(profile: Profile) -> str:
    """A line of a table in words: its columns and values."""
    return short("; ".join(f"{column}: {raw}" for column, raw in profile.values.items() if raw))
