"""Lists written by hand as one tree, and that tree in every form in which programs keep it."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Node = dict[str, Any]

GAME = "Warhammer 40,000 8th Edition"


def table(kind: str, name: str, **values: str) -> Node:
    """A profile; underscores in a column stand for blanks."""
    return {"name": name, "type": kind, "values": {c.replace("_", " "): v for c, v in values.items()}}


def line(
    name: str, m: str = '6"', ws: str = "3+", bs: str = "3+", s: str = "4", t: str = "4", w: str = "1", a: str = "1",
    ld: str = "7", save: str = "3+",
) -> Node:  # fmt: skip
    """A model's stat line."""
    return table("Unit", name, M=m, WS=ws, BS=bs, S=s, T=t, W=w, A=a, Ld=ld, Save=save)


def weapon(
    name: str, reach: str = '24"', kind: str = "Rapid Fire 1", s: str = "4", ap: str = "0", d: str = "1",
    abilities: str = "-",
) -> Node:  # fmt: skip
    """A weapon's stat line."""
    return table("Weapon", name, Range=reach, Type=kind, S=s, AP=ap, D=d, Abilities=abilities)


def ability(name: str, text: str) -> Node:
    return table("Abilities", name, Description=text)


def sel(
    name: str, kind: str = "upgrade", n: int | str = 1, pts: float = 0, pl: float = 0, cp: float = 0,
    profiles: Any = (), rules: Any = (), cats: Any = (), below: Any = (), custom: str = "", notes: str = "",
) -> Node:  # fmt: skip
    """A selection. `cats` are categories, the primary one with a star before it; `rules` pairs of name and text."""
    costs = {"pts": pts, " PL": pl, "CP": cp}
    return {
        "name": name, "kind": kind, "number": n, "costs": {k: v for k, v in costs.items() if v},
        "profiles": list(profiles), "rules": list(rules), "cats": list(cats), "below": list(below), "custom": custom,
        "notes": notes,
    }  # fmt: skip


def bolter(n: int = 1, **more: Any) -> Node:
    return sel("Boltgun", n=n, profiles=[weapon("Boltgun")], **more)


def force(name: str, *selections: Node, forces: Any = (), catalogue: str = "Test Legion", rules: Any = ()) -> Node:
    own = {"below": list(selections), "forces": list(forces), "rules": list(rules)}
    return {"name": name, "catalogue": catalogue, **own}


def roster(name: str, *forces: Node, game: str = GAME, costs: dict[str, float] | None = None) -> Node:
    """A whole list, costing what its selections cost unless told otherwise."""
    made = {"name": name, "game": game, "forces": list(forces)}
    total: dict[str, float] = {"pts": 0, " PL": 0, "CP": 0}
    for node in selections(made):
        for kind, value in node["costs"].items():
            total[kind] += value
    return {**made, "costs": total if costs is None else costs}


def selections(node: Node) -> Iterator[Node]:
    """Every selection of a roster, a force or a selection."""
    for inner in node.get("below", ()):
        yield inner
        yield from selections(inner)
    for inner in node.get("forces", ()):
        yield from selections(inner)


# -- XML ---------------------------------------------------------------------------------------------------------------


def xml(data: Node, version: str = "2.03") -> bytes:
    """The list as BattleScribe writes it."""
    old = version == "2.01"
    inside = _costs(data["costs"], old) + _group("forces", [_force(f, old) for f in data["forces"]])
    space = "http://www.battlescribe.net/schema/rosterSchema"
    head = f'<roster id="r" name={quoteattr(data["name"])} battleScribeVersion="{version}" gameSystemId="g"'
    game = f" gameSystemName={quoteattr(data['game'])}" if data["game"] else ""
    text = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{head}{game} xmlns="{space}">{inside}</roster>'
    return text.encode()


def rosz(data: Node, name: str = "list.ros", version: str = "2.03") -> bytes:
    """The same, zipped."""
    return zipped({name: xml(data, version)})


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _group(tag: str, parts: list[str]) -> str:
    return f"<{tag}>{''.join(parts)}</{tag}>" if parts else ""


def _costs(costs: dict[str, float], old: bool) -> str:
    kind = "costTypeId" if old else "typeId"
    return _group("costs", [f'<cost name="{k}" {kind}="{k.strip()}" value="{float(v)}"/>' for k, v in costs.items()])


def _force(data: Node, old: bool) -> str:
    inside = _rules(data["rules"]) + _group("selections", [_selection(s, old) for s in data["below"]])
    inside += _group("forces", [_force(f, old) for f in data["forces"]])
    named = f"name={quoteattr(data['name'])} catalogueName={quoteattr(data['catalogue'])}"
    return f'<force id="f" {named}>{inside}</force>'


def _rules(rules: list[tuple[str, str]]) -> str:
    told = [f"<rule name={quoteattr(n)} hidden='false'><description>{escape(t)}</description></rule>" for n, t in rules]
    return _group("rules", told)


def _selection(data: Node, old: bool) -> str:
    custom = f" customName={quoteattr(data['custom'])}" if data["custom"] else ""
    given = f'name={quoteattr(data["name"])} number="{data["number"]}" type="{data["kind"]}"{custom}'
    cats = [
        f'<category name={quoteattr(c.lstrip("*"))} primary="{"true" if c.startswith("*") else "false"}"/>'
        for c in data["cats"]
    ]
    notes = f"<customNotes>{escape(data['notes'])}</customNotes>" if data["notes"] else ""
    inside = notes + _rules(data["rules"]) + _group("profiles", [_profile(p, old) for p in data["profiles"]])
    inside += _group("selections", [_selection(s, old) for s in data["below"]]) + _costs(data["costs"], old)
    return f'<selection id="s" {given}>{inside}{_group("categories", cats)}</selection>'


def _profile(data: Node, old: bool) -> str:
    kind = "profileTypeName" if old else "typeName"
    cells = [
        f"<characteristic name={quoteattr(c)} value={quoteattr(v)}/>" if old
        else f"<characteristic name={quoteattr(c)}>{escape(v)}</characteristic>"
        for c, v in data["values"].items()
    ]  # fmt: skip
    named = f'name={quoteattr(data["name"])} hidden="false" {kind}="{data["type"]}"'
    return f"<profile {named}>{_group('characteristics', cells)}</profile>"


# -- JSON --------------------------------------------------------------------------------------------------------------


def newrecruit(data: Node) -> bytes:
    """The list as NewRecruit writes it: what costs nothing has no costs."""
    inner = {
        "name": data["name"], "gameSystemName": data["game"], "costs": _json_costs(data["costs"]),
        "forces": [_json_force(f) for f in data["forces"]], "generatedBy": "https://newrecruit.eu",
    }  # fmt: skip
    return json.dumps({"roster": inner}).encode()


def listforge(data: Node) -> bytes:
    """The list as ListForge wraps it."""
    inner = json.loads(newrecruit(data))["roster"]
    del inner["generatedBy"]
    return json.dumps({"name": data["name"], "generatedBy": "List Forge", "roster": inner}).encode()


def share(data: Node) -> str:
    """The share link of ListForge."""
    packed = base64.urlsafe_b64encode(gzip.compress(listforge(data))).decode().rstrip("=")
    return f"https://example.org/list?listData={packed}"


def _json_costs(costs: dict[str, float]) -> list[Node]:
    return [{"name": k, "typeId": k.strip(), "value": v} for k, v in costs.items() if v]


def _json_force(data: Node) -> Node:
    return _lean({
        "name": data["name"], "catalogueName": data["catalogue"], "rules": _json_rules(data["rules"]),
        "selections": [_json_selection(s) for s in data["below"]], "forces": [_json_force(f) for f in data["forces"]],
    })  # fmt: skip


def _json_rules(rules: list[tuple[str, str]]) -> list[Node]:
    return [{"name": n, "description": t, "hidden": False} for n, t in rules]


def _json_selection(data: Node) -> Node:
    return {"number": data["number"], **_lean({
        "name": data["name"], "type": data["kind"], "customName": data["custom"], "customNotes": data["notes"],
        "costs": _json_costs(data["costs"]), "rules": _json_rules(data["rules"]),
        "profiles": [_json_profile(p) for p in data["profiles"]],
        "categories": [{"name": c.lstrip("*"), "primary": c.startswith("*")} for c in data["cats"]],
        "selections": [_json_selection(s) for s in data["below"]],
    })}  # fmt: skip


def _json_profile(data: Node) -> Node:
    cells = [{"name": c, "$text": v} for c, v in data["values"].items()]
    return {"name": data["name"], "typeName": data["type"], "hidden": False, "characteristics": cells}


def _lean(data: Node) -> Node:
    return {key: value for key, value in data.items() if value not in ([], "", {})}
