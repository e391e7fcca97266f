"""Bodies held against Discord's published API description (OpenAPI 3.1, JSON Schema 2020-12)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bot.sandbox.checks.unions import BY_TYPE, NULLABLE, linked
from bot.sandbox.errors import Problem

try:
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend
except ImportError:
    Draft202012Validator = None

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CODES = {
    "maxLength": "BASE_TYPE_BAD_LENGTH",
    "minLength": "BASE_TYPE_BAD_LENGTH",
    "maxItems": "BASE_TYPE_BAD_LENGTH",
    "minItems": "BASE_TYPE_BAD_LENGTH",
    "required": "BASE_TYPE_REQUIRED",
    "enum": "BASE_TYPE_CHOICES",
    "const": "BASE_TYPE_CHOICES",
    "oneOf": "UNION_TYPE_CHOICES",
    "anyOf": "UNION_TYPE_CHOICES",
    BY_TYPE: "UNION_TYPE_CHOICES",
    "minimum": "NUMBER_TYPE_MIN",
    "maximum": "NUMBER_TYPE_MAX",
}
Json = dict[str, Any]


class Contract:
    """Validators of the request bodies of the description, each made once, when first needed."""

    def __init__(self, description: Json) -> None:
        self._description = linked(description)
        self._kind = extend(Draft202012Validator, {BY_TYPE: _check_by_type, NULLABLE: _check_nullable})
        self._validators: dict[tuple[str, str], Any] = {}

    @classmethod
    def load(cls, path: Path | None) -> Contract | None:
        """Read a description; None without a file or without jsonschema."""
        if Draft202012Validator is None or path is None or not path.is_file():
            return None
        return cls(json.loads(path.read_text(encoding="utf-8")))

    def request_problems(self, method: str, route: str, body: Any) -> list[Problem]:
        """Return what is wrong with a body; nothing for routes that are not described."""
        validator = self._validator(method.lower(), route)
        if validator is None:
            return []
        return [_problem(error) for error in validator.iter_errors(_with_string_ids(body))]

    def schema_problems(self, name: str, value: Any) -> list[Problem]:
        """Return how a value differs from a named schema, to check what the sandbox itself sends."""
        schema = self._description["components"]["schemas"][name]
        return [_problem(error) for error in self._kind(schema).iter_errors(value)]

    def _validator(self, method: str, route: str) -> Any:
        key = (method, route)
        if key not in self._validators:
            schema = self._body_schema(method, route)
            self._validators[key] = None if schema is None else self._kind(schema)
        return self._validators[key]

    def _body_schema(self, method: str, route: str) -> Json | None:
        operation = self._description["paths"].get(route, {}).get(method, {})
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        return schema if isinstance(schema, dict) else None


def _check_by_type(validator: Any, branches: dict[int, Json], value: Any, schema: Json) -> Iterator[Any]:
    if value is None and schema.get("x-null"):
        return
    kind = value.get("type") if isinstance(value, dict) else None
    branch = branches.get(kind) if isinstance(kind, int) else None
    if branch is None:
        yield ValidationError(f"Value of field 'type' must be one of {tuple(branches)}, not {kind!r}.")
    else:
        yield from validator.descend(value, branch)


def _check_nullable(validator: Any, inner: Json, value: Any, schema: Json) -> Iterator[Any]:
    if value is not None:
        yield from validator.descend(value, inner)


def _with_string_ids(body: Any) -> Any:
    """Write the ids of attachments as strings: discord.py numbers them, the description wants snowflakes."""
    if not isinstance(body, dict):
        return body
    body = dict(body)
    if isinstance(body.get("data"), dict):
        body["data"] = _with_string_ids(body["data"])
    if isinstance(body.get("attachments"), list):
        body["attachments"] = [
            {**one, "id": str(one["id"])} if isinstance(one, dict) and "id" in one else one
            for one in body["attachments"]
        ]
    return body


def _depth(error: Any) -> int:
    return len(error.absolute_path)


def _problem(error: Any) -> Problem:
    while error.context:
        error = max(error.context, key=_depth)
    code = _CODES.get(error.validator, "BASE_TYPE_INVALID")
    return Problem(tuple(error.absolute_path), code, str(error.message)[:300])
