"""Whatever a referee does to an open question, at any topic of either edition, the battle goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.core.setup import Setup
from scenarios.finding import bundled_scenarios
from scenarios.loader import load_scenario
from tests.eighth.test_random import brawl as brawl_of_the_eighth
from tests.laws.meddling import brawl, troubles

TOPICS = {
    "5e": (
        "move.models shoot.target shoot.models shoot.template shoot.blast shoot.salvo reroll.misses reroll.scatter "
        "wounds.allocate casualties.pick casualties.wound charge.target charge.move combat.react combat.weapon "
        "combat.sweep combat.consolidate regroup.test fall_back.unit"
    ),
    "8e": (
        "move.how move.move move.fall_back setup.place transport.embark psychic.power react.deny react.overwatch "
        "shoot.target shoot.models attacks.allocate casualties.pick charge.targets charge.move fight.unit "
        "fight.pile_in fight.attacks fight.consolidate morale.unit sequence.order"
    ),
}
"""What is asked in the course of those battles at least."""


@pytest.mark.slow
@pytest.mark.parametrize(("make", "edition"), [(brawl, "5e"), (brawl_of_the_eighth, "8e")], ids=["5e", "8e"])
def test_whoever_the_referee_takes_off_or_moves_at_any_question_the_battle_goes_on(
    make: Callable[[], Setup], edition: str, long_battery: bool
) -> None:
    tried: Counter[str] = Counter()
    for seed in range(1, 30) if long_battery else (1, 2, 3, 6):
        found, tried = troubles(make(), seed, each=seed if long_battery else 1, skip=tried)
        assert not found
    assert [topic for topic in TOPICS[edition].split() if not tried[topic]] == []


@pytest.mark.slow
@pytest.mark.parametrize("edition", TOPICS)
def test_so_it_does_in_the_scenarios_of_the_house(edition: str, long_battery: bool) -> None:
    tried: Counter[str] = Counter()
    for path in bundled_scenarios(edition):
        if long_battery or path.stem in ("first-steps", "only-war-50"):
            found, tried = troubles(load_scenario(path), 3, each=1, skip=tried if not long_battery else None)
            assert not found, path.stem
    assert {topic for topic in tried if topic.startswith("setup.")}
