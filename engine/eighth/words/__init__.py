"""The eighth edition's words: sentences by event code, refusal code, question (`ask.<topic>`) and `label.<code>`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.eighth.words import battle, fighting, movement, shooting, sight


@lru_cache(maxsize=1)
def all_words() -> Mapping[str, str]:
    """Every sentence of the book, by code."""
    return {**battle.WORDS, **movement.WORDS, **shooting.WORDS, **fighting.WORDS, **sight.WORDS}
