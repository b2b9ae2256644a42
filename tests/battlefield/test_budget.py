"""How long the geometry of a move takes."""

from random import Random

import pytest

from battlefield.paths import Glide
from battlefield.pose import Pose
from battlefield.route import find_route
from battlefield.scatter import shifted
from battlefield.shapes import Rect, Round
from battlefield.sweep import Obstacle, first_contact
from battlefield.units import mm, um

MAN = Round(mm(32))


def crowd(random, count):
    places = [Pose.at(random.uniform(0, 72), random.uniform(0, 48)) for _ in range(count)]
    return [Obstacle(f"o{i:03}", MAN, place, um(i % 2), 0, um(2)) for i, place in enumerate(places)]


@pytest.mark.bench
def test_thirty_discs_among_a_hundred_and_twenty(benchmark):
    """The aim: a few milliseconds."""
    random = Random(1)
    obstacles = crowd(random, 120)
    starts = [Pose.at(random.uniform(0, 72), random.uniform(0, 48)) for _ in range(30)]

    def moves():
        return [first_contact(MAN, at, (Glide(at.x + um(4), at.y + um(3)),), obstacles, height=um(1)) for at in starts]

    met = benchmark(moves)
    assert 0 < len([contact for contact in met if contact]) < 30


@pytest.mark.bench
def test_a_way_of_six_inches_through_a_crowd(benchmark):
    """The aim: a few milliseconds a model, the search included."""
    random = Random(2)
    walls = [
        Obstacle(f"w{i:02}", Rect(um(4), um(0.5)), Pose.at(random.uniform(0, 72), random.uniform(0, 48), 0, 9 * i))
        for i in range(40)
    ]
    obstacles = [*crowd(random, 120), *walls]
    starts = [Pose.at(random.uniform(6, 66), random.uniform(6, 42)) for _ in range(30)]
    ends = [shifted(start, 5, random.uniform(0, 360)) for start in starts]

    def search():
        return [find_route(MAN, *way, obstacles, limit=8) for way in zip(starts, ends, strict=True)]

    found = benchmark(search)
    assert any(route and len(route) > 1 for route in found)
