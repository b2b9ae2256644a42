"""Words of sight, cover and going to ground."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # verdicts
    "sight.clear": "{viewer:name} sees all of {subject}.",
    "sight.partly": "{viewer:name} sees {subject}, {percent} percent of it hidden by {blockers:names}.",
    "sight.clear_covered": "{viewer:name} sees all of {subject}, which has a {save}+ cover save.",
    "sight.partly_covered": (
        "{viewer:name} sees {subject}, {percent} percent of it hidden by {blockers:names}: a {save}+ cover save."
    ),
    "sight.hidden": "{viewer:name} cannot see {subject}: it is hidden by {blockers:names}.",
    "sight.unit_seen": "{viewer:name} sees {seen} of {models} models of {subject}.",
    "sight.unit_covered": (
        "{viewer:name} sees {seen} of {models} models of {subject}, which is in cover: {save}+ saves."
    ),
    "sight.unit_hidden": "{viewer:name} cannot see {subject}.",
    # what happened
    "unit.went_to_ground": "{subject} goes to ground.",
    # why not
    "ground.already": "{subject} has gone to ground already.",
    "ground.falling_back": "{subject} is falling back and cannot go to ground.",
    "ground.kind": "{subject} cannot go to ground: vehicles and monstrous creatures never do.",
    "ground.locked": "{subject} is locked in close combat, where nobody goes to ground.",
    "ground.idle": "{subject} has gone to ground: it does nothing until the end of its next turn.",
    # questions and buttons
    "ask.react": "{subject} can react",
    "label.quick_cover": "Quick cover: a unit whose cover is in doubt saves one worse",
    "label.go_to_ground": "Go to ground",
}
