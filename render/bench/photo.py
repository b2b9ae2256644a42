"""Photographs from disk: upright 8-bit RGB pixels, or one sentence on why not."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

MOST_PIXELS = 40_000_000
"""Larger pictures are not decoded."""

LARGEST_FILE = 200_000_000
"""Bytes; no photograph needs more."""

FEWEST = 64
"""A picture with a shorter side, in pixels, shows no table."""

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
"""What cameras, telephones and screenshots write; nothing else is opened."""

ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".gif", ".avif")

ORIENTATION = 0x0112
"""The EXIF tag that says how the camera was held; 1 is upright."""

DEEP_MODES = ("I;16", "I;16L", "I;16B", "I;16N", "I", "F")


class PhotoError(ValueError):
    """A file that gives no picture; says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture as it is shown; `told` are sentences on what was done to it."""

    path: Path
    picture: pygame.Surface
    told: tuple[str, ...] = ()


def pictures_in(folder: Path) -> list[Path]:
    """The files of a folder that look like pictures, the newest first; none when it cannot be read."""
    try:
        named = [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS]
    except OSError:
        return []
    found = []
    for path in named:
        with suppress(OSError):  # a link that leads nowhere
            found.append((-path.stat().st_mtime, path.name, path))
    return [path for _, _, path in sorted(found)]


def is_photograph(path: Path) -> bool:
    """Whether a file is called like a picture, also like one that cannot be read here."""
    return path.suffix.lower() in (*ENDINGS, ".heic", ".heif")


def read(path: Path) -> Photo:
    """The photograph in a file, turned as the camera was held. Raises PhotoError."""
    _check_file(path)
    Image.init()
    known = [name for name in FORMATS if name in Image.OPEN]  # AVIF and WebP are left out of some builds
    with _in_words(path), Image.open(path, formats=known) as opened:
        return _decoded(path, opened)


def _check_file(path: Path) -> None:
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(16)
    except IsADirectoryError:
        raise PhotoError(f"{path} is a folder; choose a picture in it.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError(f"{path} cannot be read: {reason}.") from None
    if size == 0:
        raise PhotoError(f"{path.name} is empty.")
    if size > LARGEST_FILE:
        raise PhotoError(f"{path.name} has {size // 1_000_000} MB; a photograph may have {LARGEST_FILE // 1_000_000}.")
    if head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"hevc", b"mif1", b"msf1"):
        raise PhotoError(
            f"{path.name} is a HEIC picture, which cannot be read here: save it as JPEG (on an iPhone: Settings, "
            "Camera, Formats, Most Compatible)."
        )


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """What the decoder raises, in a sentence. Its own guard against bombs is ours: the size is checked before."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except PhotoError:
        raise
    except UnidentifiedImageError:
        raise PhotoError(
            f"{path.name} is not a picture that can be read: use JPEG, PNG, WebP, TIFF, BMP or GIF."
        ) from None
    except Image.DecompressionBombError:
        raise PhotoError(f"{path.name} is far too large: {_limit()}") from None
    except MemoryError:
        raise PhotoError(f"{path.name} needs more memory than there is: make it smaller.") from None
    except Exception as error:  # decoders of damaged files raise whatever they stumbled over
        said = str(error).rstrip(".") or type(error).__name__
        raise PhotoError(f"{path.name} is damaged or cut off ({said}): copy it again.") from None


def _limit() -> str:
    return f"{MOST_PIXELS // 1_000_000} megapixels can be used; make it smaller, or cut out the table."


def _decoded(path: Path, opened: ImageFile.ImageFile) -> Photo:
    width, height = opened.size
    told = []
    if min(width, height) < FEWEST:
        raise PhotoError(f"{path.name} has {width} x {height} pixels, too few to show a table.")
    if width * height > MOST_PIXELS:
        _drafted(path, opened)
        told.append(f"{width * height / 1e6:.0f} megapixels, read at {opened.width} x {opened.height}.")
    if getattr(opened, "n_frames", 1) > 1 and opened.format != "MPO":
        told.append("It has several pictures; the first is shown.")
    if opened.getexif().get(ORIENTATION, 1) not in (0, 1):
        told.append("Turned as the camera was held.")
    colours = _rgb(ImageOps.exif_transpose(opened))
    made = pygame.image.frombytes(colours.tobytes(), colours.size, "RGB")
    return Photo(path, made, tuple(told))


def _drafted(path: Path, opened: ImageFile.ImageFile) -> None:
    """Have a JPEG that is too large decoded at a part of its size; refuse anything else."""
    width, height = opened.size
    megapixels = width * height / 1e6
    if opened.format != "JPEG" or opened.info.get("progressive"):  # a progressive one is held whole while it is read
        raise PhotoError(f"{path.name} has {megapixels:.0f} megapixels; {_limit()}")
    share = next((part for part in (2, 4, 8) if width * height <= MOST_PIXELS * part * part), None)
    if share is None:
        raise PhotoError(f"{path.name} has {megapixels:.0f} megapixels; {_limit()}")
    opened.draft("RGB", (width // share, height // share))
    if opened.width * opened.height > MOST_PIXELS:
        raise PhotoError(f"{path.name} has {megapixels:.0f} megapixels; {_limit()}")


def _rgb(picture: Image.Image) -> Image.Image:
    """Any mode as 8-bit RGB: deep ones scaled, clear ones laid on grey."""
    if picture.mode in DEEP_MODES:
        grey = np.asarray(picture, dtype=float)
        low, high = min(0.0, float(grey.min())), max(255.0, float(grey.max()))
        if picture.mode != "F":
            high = 255.0 if high <= 255 else max(65535.0, high)
        return Image.fromarray(((grey - low) * (255 / (high - low))).astype(np.uint8)).convert("RGB")
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        ground = Image.new("RGBA", picture.size, (128, 128, 128, 255))
        return Image.alpha_composite(ground, picture.convert("RGBA")).convert("RGB")
    return picture.convert("RGB")
