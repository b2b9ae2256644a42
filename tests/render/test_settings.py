from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checks
from hypothesis import strategies as st

from render import settings
from render.settings import Settings


def _write(home: Path, words: str | bytes) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.json").write_bytes(words if isinstance(words, bytes) else words.encode())


def test_what_was_kept_is_loaded(home: Path) -> None:
    mine = Settings(1.25, "off", True, False, (1280, 720))
    assert settings.save(mine)
    assert settings.load() == mine
    assert [path.name for path in home.iterdir()] == ["settings.json"]


def test_without_a_file_the_defaults_hold() -> None:
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    "words",
    [
        "",
        "{",
        "[]",
        "null",
        "3",
        b"\xff\xfe\x00",
        "[" * 100_000,
        '{"scale": NaN}',
        '{"scale": true, "speed": 7, "hand_over": "yes", "hints": null, "window": [1]}',
    ],
)
def test_a_damaged_file_is_no_worse_than_none(home: Path, words: str | bytes) -> None:
    _write(home, words)
    assert settings.load() == Settings()


def test_one_bad_value_does_not_take_the_good_ones_with_it(home: Path) -> None:
    _write(home, json.dumps({"scale": "big", "speed": "fast", "hints": False, "window": [1, 10**9], "later": 1}))
    assert settings.load() == Settings(speed="fast", hints=False, window=(960, 4320))


def test_the_scale_is_held_within_bounds(home: Path) -> None:
    _write(home, '{"scale": 50}')
    assert settings.load().scale == 2.0
    assert Settings().with_scale(0.1).scale == 0.75


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(home: Path) -> None:
    home.parent.joinpath("home").write_text("a file, not a folder")
    assert not settings.save(Settings())


@pytest.mark.parametrize(("speed", "lasts"), [("normal", 0.2), ("fast", 0.08), ("off", 0.0)])
def test_speed_shortens_animations(speed: settings.Speed, lasts: float) -> None:
    assert Settings(speed=speed).duration(0.2) == pytest.approx(lasts)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@checks(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(raw=st.fixed_dictionaries({}, optional=dict.fromkeys(asdict(Settings()), JSON)))
def test_whatever_the_file_says_the_settings_can_be_used(home: Path, raw: dict[str, object]) -> None:
    _write(home, json.dumps(raw))
    loaded = settings.load()
    assert 0.75 <= loaded.scale <= 2.0
    assert loaded.window[0] >= 960 and isinstance(loaded.hints, bool)
