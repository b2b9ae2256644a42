"""Chains of bodies."""

from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield.coherency import components, is_chain, linked, links
from battlefield.pose import Pose
from battlefield.shapes import Round
from battlefield.units import um
from tests.battlefield.strategies import bodies, body


def row(*places):
    return [body(f"m{i}", Round(um(1)), Pose.at(x, 0)) for i, x in enumerate(places)]


def ids(chains):
    return [[member.id for member in chain] for chain in chains]


def test_a_gap_of_exactly_the_link_holds_and_a_wider_one_breaks():
    assert is_chain(row(0, 3, 6), 2)
    assert ids(components(row(0, 3, 6.1), 2)) == [["m0", "m1"], ["m2"]]


def test_a_chain_may_wind_back_over_members_listed_before():
    assert is_chain(row(6, 0, 3), 2)


def test_the_longest_chain_comes_first_and_equals_by_id():
    assert ids(components(row(0, 10, 12, 20), 2)) == [["m1", "m2"], ["m0"], ["m3"]]


def test_links_are_pairs_in_order_of_id():
    assert [(a.id, b.id) for a, b in links(row(3, 0, 6, 20), 2)] == [("m0", "m1"), ("m0", "m2")]


def test_height_breaks_a_link_only_where_it_counts():
    low, high = body("a", Round(um(1)), Pose.at(0, 0)), body("b", Round(um(1)), Pose.at(2, 0, 6))
    assert linked(low, high, 2)
    assert linked(low, high, 2, rise=6)
    assert not linked(low, high, 2, rise=5)


def test_none_or_one_is_a_chain():
    assert is_chain([], 2)
    assert is_chain(row(0), 2)


@settings(max_examples=30)
@given(st.lists(bodies("x"), max_size=7), st.floats(0, 3), st.randoms(use_true_random=False))
def test_chains_do_not_depend_on_the_order_of_asking(found, link, shuffle):
    named = [body(str(i), one.shape, one.pose) for i, one in enumerate(found)]
    chains = components(named, link)
    assert sorted(member.id for chain in chains for member in chain) == sorted(one.id for one in named)
    for i, chain in enumerate(chains):
        for other in chains[i + 1 :]:
            assert not any(linked(a, b, link) for a in chain for b in other)
    shuffle.shuffle(named)
    assert components(named, link) == chains
