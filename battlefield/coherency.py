"""Chains of bodies: who is linked to whom when links may be no longer than a gap."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.body import Body
from battlefield.measure import gaps, within
from battlefield.separation import CONTACT
from battlefield.units import um


def linked(a: Body, b: Body, link: float, rise: float | None = None) -> bool:
    """Whether two bodies are within `link` inches in the plan and, where `rise` is given, within that in height."""
    return within(a, b, link) and (rise is None or abs(a.pose.z - b.pose.z) <= um(rise))


def links(bodies: Sequence[Body], link: float, rise: float | None = None) -> tuple[tuple[Body, Body], ...]:
    """Every linked pair, ordered by id: what a picture of the chain draws."""
    ordered = sorted(bodies, key=lambda body: body.id)
    return tuple((a, b) for i, a in enumerate(ordered) for b in ordered[i + 1 :] if linked(a, b, link, rise))


def components(bodies: Sequence[Body], link: float, rise: float | None = None) -> tuple[tuple[Body, ...], ...]:
    """The separate chains, the longest first, equals by their lowest id; each ordered by id.

    >>> from battlefield.pose import Pose
    >>> from battlefield.shapes import Round
    >>> row = [Body(f"m{x}", Round(25_400), Pose.at(x, 0), 25_400, 25_400) for x in (0, 3, 8)]
    >>> [[body.id for body in chain] for chain in components(row, 2.0)]
    [['m0', 'm3'], ['m8']]
    """
    ordered = sorted(bodies, key=lambda body: body.id)
    near = (gaps(ordered, ordered) <= link + CONTACT).tolist() if rise is None else None
    left = list(range(len(ordered)))
    chains: list[tuple[Body, ...]] = []
    while left:
        chain = [left.pop(0)]
        for i in chain:
            joining = [j for j in left if (near[i][j] if near else linked(ordered[i], ordered[j], link, rise))]
            chain.extend(joining)
            left = [j for j in left if j not in joining]
        chains.append(tuple(ordered[i] for i in sorted(chain)))
    return tuple(sorted(chains, key=lambda chain: (-len(chain), chain[0].id)))


def is_chain(bodies: Sequence[Body], link: float, rise: float | None = None) -> bool:
    """Whether the bodies form one unbroken chain; none or one always does."""
    return len(components(bodies, link, rise)) <= 1
