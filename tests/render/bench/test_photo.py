"""Pictures of every kind become upright RGB or one clear sentence."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from render.bench.photo import PhotoError, pictures_in, read

SIZE = 120, 80


def quartered(mode: str = "RGB", size: tuple[int, int] = SIZE) -> Image.Image:
    """Red, green, blue and white quarters: left above, right above, left below, right below."""
    picture = Image.new("RGB", size)
    w, h = size[0] // 2, size[1] // 2
    for at, colour in (((0, 0), "red"), ((w, 0), "lime"), ((0, h), "blue"), ((w, h), "white")):
        picture.paste(colour, (*at, at[0] + w, at[1] + h))
    return picture.convert(mode)


def corners(picture: pygame.Surface) -> list[str]:
    """Which of the three lights are on in the four corners, as `R`, `RG`, ..."""
    w, h = picture.get_size()
    spots = ((5, 5), (w - 6, 5), (5, h - 6), (w - 6, h - 6))
    colours = [picture.get_at(spot) for spot in spots]
    return ["".join(name for name, value in zip("RGB", colour) if value > 128) for colour in colours]


def saved(path: Path, picture: Image.Image, **how: object) -> Path:
    picture.save(path, **how)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize("ending", ["jpg", "png", "webp", "tif", "bmp", "gif"])
def test_every_usual_format_gives_the_same_picture(tmp_path: Path, ending: str) -> None:
    found = read(saved(tmp_path / f"a.{ending}", quartered()))
    assert found.picture.get_size() == SIZE
    assert corners(found.picture) == ["R", "G", "B", "RGB"]
    assert found.told == ()


@pytest.mark.parametrize(("orientation", "wanted"), [
    (1, ["R", "G", "B", "RGB"]), (2, ["G", "R", "RGB", "B"]), (3, ["RGB", "B", "G", "R"]), (4, ["B", "RGB", "R", "G"]),
    (5, ["R", "B", "G", "RGB"]), (6, ["B", "R", "RGB", "G"]), (7, ["RGB", "G", "B", "R"]), (8, ["G", "RGB", "R", "B"]),
])  # fmt: skip
def test_a_picture_is_turned_as_the_camera_was_held(tmp_path: Path, orientation: int, wanted: list[str]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    found = read(saved(tmp_path / "a.jpg", quartered(), exif=exif, quality=95))
    assert corners(found.picture) == wanted
    assert found.picture.get_size() == (SIZE if orientation < 5 else SIZE[::-1])
    assert ("Turned as the camera was held." in found.told) == (orientation > 1)


@pytest.mark.parametrize("mode", ["CMYK", "P", "YCbCr"])
def test_colours_of_other_kinds_come_out_right(tmp_path: Path, mode: str) -> None:
    path = saved(tmp_path / ("a.png" if mode == "P" else "a.jpg"), quartered(mode))
    assert corners(read(path).picture) == ["R", "G", "B", "RGB"]


def test_a_clear_picture_lies_on_grey(tmp_path: Path) -> None:
    picture = quartered("RGBA")
    picture.putalpha(0)
    assert read(saved(tmp_path / "a.png", picture)).picture.get_at((5, 5))[:3] == (128, 128, 128)


@pytest.mark.parametrize("ending", ["png", "tif"])
def test_sixteen_bits_of_grey_become_eight(tmp_path: Path, ending: str) -> None:
    ramp = np.linspace(0, 65535, SIZE[0] * SIZE[1]).reshape(SIZE[::-1]).astype(np.uint16)
    picture = read(saved(tmp_path / f"a.{ending}", Image.fromarray(ramp))).picture
    assert [picture.get_at(spot)[0] for spot in ((0, 0), (60, 40), (119, 79))] == [0, 129, 255]


def test_sixteen_bits_of_colour_become_eight(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + struct.pack(">3H", 65535, 32896, 0) * 80
    data = chunk(b"IHDR", struct.pack(">IIBBBBB", 80, 70, 16, 2, 0, 0, 0))
    data += chunk(b"IDAT", zlib.compress(row * 70)) + chunk(b"IEND", b"")
    path = tmp_path / "deep.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + data)
    assert read(path).picture.get_at((40, 40))[:3] == (255, 128, 0)


def test_of_several_pictures_the_first_is_shown(tmp_path: Path) -> None:
    frames = [quartered(), Image.new("RGB", SIZE, "black")]
    found = read(saved(tmp_path / "a.gif", frames[0], save_all=True, append_images=frames[1:]))
    assert corners(found.picture) == ["R", "G", "B", "RGB"]
    assert found.told == ("It has several pictures; the first is shown.",)


def test_the_two_pictures_of_a_telephone_are_one(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    quartered().save(path, format="MPO", save_all=True, append_images=[Image.new("RGB", SIZE, "black")])
    found = read(path)
    assert (corners(found.picture), found.told) == (["R", "G", "B", "RGB"], ())


def header_only(path: Path, width: int, height: int) -> Path:
    """A PNG that says it is so large and holds nothing of it."""
    whole = BytesIO()
    Image.new("L", (64, 64)).save(whole, "png")
    data = bytearray(whole.getvalue())
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    path.write_bytes(bytes(data))
    return path


def test_a_picture_of_a_hundred_megapixels_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"big\.png has 100 megapixels; 40 megapixels can be used"):
        read(header_only(tmp_path / "big.png", 10_000, 10_000))
    with pytest.raises(PhotoError, match="far too large"):
        read(header_only(tmp_path / "bomb.png", 60_000, 60_000))


def test_a_jpeg_of_fifty_megapixels_is_read_at_half_its_size(tmp_path: Path) -> None:
    path = saved(tmp_path / "large.jpg", quartered(size=(8800, 5800)), quality=60)
    found = read(path)
    assert found.picture.get_size() == (4400, 2900)
    assert corners(found.picture) == ["R", "G", "B", "RGB"]
    assert found.told == ("51 megapixels, read at 4400 x 2900.",)


def test_a_large_progressive_jpeg_which_is_held_whole_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "large.jpg", Image.new("L", (8800, 5800)), progressive=True)
    with pytest.raises(PhotoError, match="51 megapixels"):
        read(path)


def test_what_is_no_picture_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, content, said in (
        ("empty.jpg", b"", "empty.jpg is empty"),
        ("words.jpg", b"edition: 5e\n" * 50, "words.jpg is not a picture that can be read"),
        ("page.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>" * 9, "page.svg is not a picture"),
        ("phone.heic", b"\0\0\0\x18ftypheic" + b"\0" * 90, "HEIC picture.*save it as JPEG"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(PhotoError, match=said):
            read(tmp_path / name)
    with pytest.raises(PhotoError, match="cannot be read: No such file"):
        read(tmp_path / "nowhere.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        read(tmp_path)
    with pytest.raises(PhotoError, match="cannot be read"):
        read(Path("a\0b"))
    with pytest.raises(PhotoError, match="40 x 30 pixels, too few"):
        read(saved(tmp_path / "tiny.png", quartered(size=(40, 30))))


@pytest.mark.parametrize("ending", ["jpg", "png", "tif", "gif", "webp", "bmp"])
def test_a_picture_cut_off_anywhere_gives_a_sentence(tmp_path: Path, ending: str) -> None:
    whole = saved(tmp_path / f"a.{ending}", quartered()).read_bytes()
    cut = tmp_path / f"cut.{ending}"
    refused = 0
    for share in range(1, 20):
        cut.write_bytes(whole[: len(whole) * share // 20])
        try:
            assert read(cut).picture.get_size() == SIZE
        except PhotoError as error:
            assert str(error).startswith("cut.") and "\n" not in str(error)
            refused += 1
    assert refused >= 14


def test_bytes_changed_at_random_never_raise_anything_else(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    for ending in ("jpg", "png", "tif", "gif", "webp", "bmp"):
        whole = bytearray(saved(tmp_path / f"a.{ending}", quartered()).read_bytes())
        for _ in range(40):
            harmed = whole[:]
            for place in rng.integers(0, len(whole), 6):
                harmed[place] = int(rng.integers(0, 256))
            (tmp_path / f"b.{ending}").write_bytes(bytes(harmed))
            try:
                read(tmp_path / f"b.{ending}")
            except PhotoError as error:
                assert str(error)


def test_a_folder_lists_its_pictures(tmp_path: Path) -> None:
    saved(tmp_path / "a.PNG", quartered(), format="png")
    (tmp_path / "notes.txt").write_text("no picture")
    assert pictures_in(tmp_path) == [tmp_path / "a.PNG"]
    assert pictures_in(tmp_path / "nowhere") == []
