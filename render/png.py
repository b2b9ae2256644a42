"""Pictures on disk: written whole, or not at all and with the reason."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame


def write(picture: pygame.Surface, path: Path) -> None:
    """Write a picture in the form that its ending names.

    Raises OSError, as on a full disk, which SDL would keep to itself, leaving an empty file.
    """
    made = BytesIO()
    pygame.image.save(picture, made, path.name)
    try:
        path.write_bytes(made.getvalue())
    except OSError:
        path.unlink(missing_ok=True)
        raise
