"""Words of visibility, cover and plunging fire."""

from __future__ import annotations

_SEEN = {
    "sight.whole": "{viewer:name} sees all of {subject}.",
    "sight.partly": "{viewer:name} sees {subject}, but not fully: some of it is hidden by {blockers:names}.",
}

_ADDED = {
    "": "",
    "_covered": " Its unit has the benefit of cover: BS is worse by 1.",
    "_plunging": " Plunging fire: BS is better by 1.",
    "_covered_plunging": " The benefit of cover and plunging fire leave BS as it is.",
}

WORDS: dict[str, str] = {
    **{code + more: said + added for code, said in _SEEN.items() for more, added in _ADDED.items()},
    "sight.blocked": "{viewer:name} cannot see {subject}: every line is blocked by {blockers:names}.",
    "sight.undetected": (
        "{viewer:name} cannot see {subject}, which is hidden: at {distance:in} it is beyond its detection range of "
        "{reach:in}."
    ),
    "sight.unit_seen": "{viewer:name} sees {seen} of {models:of model} of {subject}.",
    "sight.unit_covered": (
        "{viewer:name} sees {seen} of {models:of model} of {subject}, which has the benefit of cover: BS is worse by 1."
    ),
    "sight.unit_partly_covered": (
        "{viewer:name} sees {seen} of {models:of model} of {subject}, which has the benefit of cover against {covered} "
        "of the {firers} models that see it."
    ),
    "sight.unit_hidden": "{viewer:name} cannot see {subject}.",
}
