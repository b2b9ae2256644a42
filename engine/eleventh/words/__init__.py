"""The eleventh edition's words: sentences by event code, refusal code, question (`ask.<topic>`) and `label.<code>`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.eleventh.words import sight


@lru_cache(maxsize=1)
def all_words() -> Mapping[str, str]:
    """Every sentence of the book, by code."""
    return {**sight.WORDS}
