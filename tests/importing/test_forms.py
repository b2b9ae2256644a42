"""One tree, four readers: a list is the same army in whatever form a program keeps it."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from scenarios.importing.importer import import_list
from tests.importing import lists
from tests.importing.forms import Node, listforge, newrecruit, rosz, share, xml

FORMS: dict[str, Callable[[Node], bytes]] = {
    "2.01.ros": lambda data: xml(data, "2.01"),
    "2.02.ros": lambda data: xml(data, "2.02"),
    "2.03.ros": xml,
    "2.03.rosz": rosz,
    "2.01.rosz": lambda data: rosz(data, version="2.01"),
    "plain XML.rosz": xml,
    "zip.ros": rosz,
    "another name inside.rosz": lambda data: rosz(data, "My  Army (final).ROS"),
    "in a folder.rosz": lambda data: rosz(data, "lists/2019/army.ros"),
    "with a mark.ros": lambda data: b"\xef\xbb\xbf" + xml(data),
    "newrecruit.json": newrecruit,
    "listforge.json": listforge,
    "packed.gz": lambda data: gzip.compress(listforge(data)),
    "share.txt": lambda data: share(data).encode() + b"\n",
    "share without a link.txt": lambda data: share(data).split("=", 1)[1].encode(),
}


@pytest.mark.parametrize("made", lists.ALL)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_list_is_the_same_army(form: str, made: str, tmp_path: Path) -> None:
    data, path = lists.ALL[made](), tmp_path / form
    path.write_bytes(FORMS[form](data))
    found = import_list(path)
    (tmp_path / "plain.ros").write_bytes(xml(data))
    expected = import_list(tmp_path / "plain.ros")
    one, other = found.summary(), expected.summary()
    assert _without_empty_sums(one) == _without_empty_sums(other)
    assert found.data is not None and expected.data is not None
    assert {**found.data, "text": ""} == {**expected.data, "text": ""}


def _without_empty_sums(summary: dict[str, object]) -> dict[str, object]:
    """JSON has no costs of nothing."""
    sums = summary["sums"]
    assert isinstance(sums, list)
    return {**summary, "sums": [s for s in sums if s["roster"] or s["selections"]]}


def test_a_share_link_may_stand_in_place_of_a_file() -> None:
    assert import_list(share(lists.drilled())).summary()["points"] == 347


def test_what_a_list_was_made_with_is_told(tmp_path: Path) -> None:
    made = {"a.ros": b"", "b.json": newrecruit(lists.drilled()), "c.json": listforge(lists.drilled())}
    made["a.ros"] = xml(lists.drilled(), "2.01")
    told = []
    for name, content in made.items():
        (tmp_path / name).write_bytes(content)
        told.append(import_list(tmp_path / name).army.written)
    assert told == ["BattleScribe 2.01", "NewRecruit JSON", "ListForge JSON"]


def test_a_name_like_a_path_in_the_zip_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "in" / "list.rosz"
    path.parent.mkdir()
    path.write_bytes(rosz(lists.drilled(), "../../../escaped.ros"))
    assert import_list(path).summary()["points"] == 347
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["in", "list.rosz"]
