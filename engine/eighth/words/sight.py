"""Words of visibility and cover."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "sight.clear": "{viewer:name} sees all of {subject}.",
    "sight.partly": (
        "{viewer:name} sees {subject}; from its eye {percent:percent} of it is hidden, by {blockers:names}."
    ),
    "sight.clear_covered": "{viewer:name} sees all of {subject}, whose unit is in cover: +1 to its saves.",
    "sight.partly_covered": (
        "{viewer:name} sees {subject}; {percent:percent} of it is hidden from its eye by {blockers:names}. Its unit is "
        "in cover: +1 to its saves."
    ),
    "sight.hidden": "{viewer:name} cannot see {subject}: every line is blocked by {blockers:names}.",
    "sight.unit_seen": "{viewer:name} sees {seen} of {models:of model} of {subject}, the nearest {nearest:in} away.",
    "sight.unit_covered": (
        "{viewer:name} sees {seen} of {models:of model} of {subject}, the nearest {nearest:in} away; the unit is in "
        "cover: +1 to its saves."
    ),
    "sight.unit_hidden": "{viewer:name} cannot see {subject}.",
}
