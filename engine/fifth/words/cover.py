"""Words of sight, cover and going to ground."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # verdicts
    "sight.clear": "{viewer:name} sees all of {subject}.",
    "sight.partly": "{viewer:name} sees {subject}, {percent:percent} of it hidden by {blockers:names}.",
    "sight.clear_covered": "{viewer:name} sees all of {subject}, which has a {save}+ cover save.",
    "sight.partly_covered": (
        "{viewer:name} sees {subject}, {percent:percent} of it hidden by {blockers:names}: a {save}+ cover save."
    ),
    "sight.facing_clear": (
        "{viewer:name} shoots at the {facing} of {subject}; {of_it:percent} of that side is hidden: less than half, "
        "no cover."
    ),
    "sight.facing_half": (
        "{viewer:name} shoots at the {facing} of {subject}; {of_it:percent} of that side is hidden, but by nothing "
        "that gives cover."
    ),
    "sight.facing_obscured": (
        "{viewer:name} shoots at the {facing} of {subject}; {of_it:percent} of that side is hidden by {by:names}: "
        "obscured, a {save}+ cover save."
    ),
    "sight.facing_unclear": (
        "{viewer:name} shoots at the {facing} of {subject} through {by:names}: whether half of it is hidden is "
        "unclear, so the save is one worse, {save}+."
    ),
    "sight.other_facing": (
        "{viewer:name} sees nothing of the facing it is in, and shoots at the {facing} of {subject}, which has a "
        "{save}+ cover save."
    ),
    "sight.body_clear": "{viewer:name} sees {subject}, {of_it:percent} of it hidden: less than half, no cover.",
    "sight.body_half": ("{viewer:name} sees {subject}, {of_it:percent} of it hidden, but by nothing that gives cover."),
    "sight.body_obscured": (
        "{viewer:name} sees {subject}, {of_it:percent} of it hidden by {by:names}: at least half, a {save}+ cover save."
    ),
    "sight.body_unclear": (
        "{viewer:name} sees {subject} through {by:names}: whether half of it is hidden is unclear, so the save is one "
        "worse, {save}+."
    ),
    "sight.hidden": "{viewer:name} cannot see {subject}: it is hidden by {blockers:names}.",
    "sight.unit_seen": "{viewer:name} sees {seen} of {models:of model} of {subject}.",
    "sight.unit_covered": (
        "{viewer:name} sees {seen} of {models:of model} of {subject}, which is in cover: {save}+ saves."
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
