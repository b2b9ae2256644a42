"""Line of sight between bodies: pure geometry. What is looked through, and what a verdict means, the rules say.

`look` answers for one eye and one body, `survey` for all pairs of many; `join` and `joins` say whether a line leads
from any part of the one to any part of the other, `seen_whole` whether all of the other is seen; `crossings` and
`gaps_crossed` say what lines of sight pass through on their way. Lengths are inches. Open insides block, touching is
contact, a line of sight needs positive width, equal tops hide; one tolerance, a ten-thousandth of an inch, stands for
all of these.
"""

from battlefield.sight.accelerate import PREPARING, warm
from battlefield.sight.crossing import Crossing, Gap, Portion, crossings, gaps_crossed
from battlefield.sight.faces import Face, faces
from battlefield.sight.facing import Facing, facing
from battlefield.sight.fields import Cast, Field, Unseen, seeing, seen_from, shadows, unseen
from battlefield.sight.joined import Join, Joins, join, joins, room
from battlefield.sight.margin import Margin, join_margin, look_margin, tightest, viewer_margin
from battlefield.sight.passing import Pass, passes
from battlefield.sight.sightings import Sighting, Skip, Survey, look, survey
from battlefield.sight.veils import AREA_VEIL, GAP_VEIL, area_in_the_way, veiled, veils_around, veils_of
from battlefield.sight.whole import Whole, seen_whole

__all__ = [
    "AREA_VEIL",
    "Cast",
    "Crossing",
    "Face",
    "Facing",
    "Field",
    "GAP_VEIL",
    "Gap",
    "Join",
    "Joins",
    "Margin",
    "PREPARING",
    "Pass",
    "Portion",
    "Sighting",
    "Skip",
    "Survey",
    "Unseen",
    "Whole",
    "area_in_the_way",
    "crossings",
    "faces",
    "facing",
    "gaps_crossed",
    "join",
    "join_margin",
    "joins",
    "look",
    "look_margin",
    "passes",
    "room",
    "seeing",
    "seen_from",
    "seen_whole",
    "shadows",
    "survey",
    "tightest",
    "unseen",
    "veiled",
    "veils_around",
    "veils_of",
    "viewer_margin",
    "warm",
]
