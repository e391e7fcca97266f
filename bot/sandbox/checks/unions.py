"""The published description made quick to check: references resolved, unions told apart by their `type`."""

from __future__ import annotations

from typing import Any

BY_TYPE = "x-by-type"
NULLABLE = "x-nullable"
Json = dict[str, Any]


def linked(description: Json) -> Json:
    """Return the description with every `$ref` replaced by its target and unions by quick keywords.

    A union of objects with distinct constant `type`s becomes `x-by-type`, a union of null and one schema
    `x-nullable`, a union of constants an `enum`: one branch is tried instead of all, and the error is that of
    the branch that was meant.
    """
    linker = _Linker(description)
    return {
        "components": {
            "schemas": {name: linker.schema(name) for name in description["components"]["schemas"]}
        },
        "paths": linker.link(description["paths"]),
    }


class _Linker:
    def __init__(self, description: Json) -> None:
        self._schemas = description["components"]["schemas"]
        self._done: dict[str, Json] = {}

    def schema(self, name: str) -> Json:
        if name not in self._done:
            self._done[name] = result = {}
            result.update(self.link(self._schemas[name]))
        return self._done[name]

    def link(self, node: Any) -> Any:
        if isinstance(node, list):
            return [self.link(one) for one in node]
        if not isinstance(node, dict):
            return node
        if set(node) == {"$ref"}:
            return self._target(node)
        rest = {key: self.link(value) for key, value in node.items() if key not in ("$ref", "oneOf", "anyOf")}
        if "$ref" in node:
            rest.setdefault("allOf", []).append(self._target(node))
        for key in ("oneOf", "anyOf"):
            if isinstance(node.get(key), list):
                rest.update(self._union(key, node[key]))
        return rest

    def _target(self, node: Json) -> Json:
        path = str(node["$ref"])
        return self.schema(path.rsplit("/", 1)[1]) if path.startswith("#/components/schemas/") else {}

    def _union(self, key: str, branches: list[Any]) -> Json:
        solid = [one for one in branches if one != {"type": "null"}]
        has_null = len(solid) < len(branches)
        if has_null and len(solid) == 1:
            return {NULLABLE: self.link(solid[0])}
        if solid == branches and all("const" in one for one in solid):
            return {"enum": [one["const"] for one in solid]}
        by_type: dict[int, Json] = {}
        for branch in solid:
            kinds = self._kinds(branch)
            if not kinds or by_type.keys() & set(kinds):
                return {key: [self.link(one) for one in branches]}
            by_type.update(dict.fromkeys(kinds, self.link(branch)))
        return {BY_TYPE: by_type, "x-null": has_null}

    def _kinds(self, branch: Json) -> list[int]:
        name = str(branch.get("$ref", "")).rsplit("/", 1)[-1]
        properties = self._schemas.get(name, {}).get("properties", {})
        kinds = properties.get("type", {}).get("enum", [])
        return [kind for kind in kinds if isinstance(kind, int)]
