"""Bodies held against Discord's published API description."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import Problem

if TYPE_CHECKING:
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
    "minimum": "NUMBER_TYPE_MIN",
    "maximum": "NUMBER_TYPE_MAX",
}


class Contract:
    """Validators of all request bodies of the description, each compiled when first needed."""

    def __init__(self, description: dict[str, Any]) -> None:
        self._description = description
        self._validators: dict[tuple[str, str], Any] = {}

    @classmethod
    def load(cls, path: Path | None) -> Contract | None:
        """Read a description; None without a file or without jsonschema."""
        try:
            import jsonschema  # noqa: F401
        except ImportError:
            return None
        if path is None or not path.is_file():
            return None
        return cls(json.loads(path.read_text(encoding="utf-8")))

    def request_problems(self, method: str, route: str, body: Any) -> list[Problem]:
        """Return what is wrong with a body; nothing for routes that are not described."""
        validator = self._validator(method.lower(), route)
        if validator is None:
            return []
        return [_problem(_deepest(error)) for error in validator.iter_errors(_with_string_ids(body))]

    def schema_problems(self, name: str, value: Any) -> list[Problem]:
        """Return how a value differs from a named schema, to check what the sandbox itself sends."""
        validator = self._compile(name, {"$ref": f"#/components/schemas/{name}"})
        return [_problem(_deepest(error)) for error in validator.iter_errors(value)]

    def _validator(self, method: str, route: str) -> Any:
        key = (method, route)
        if key not in self._validators:
            schema = self._body_schema(method, route)
            self._validators[key] = None if schema is None else self._compile(f"{method} {route}", schema)
        return self._validators[key]

    def _body_schema(self, method: str, route: str) -> dict[str, Any] | None:
        operation = self._description["paths"].get(route, {}).get(method, {})
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        return schema if isinstance(schema, dict) else None

    def _compile(self, name: str, schema: dict[str, Any]) -> Any:
        from jsonschema import Draft202012Validator

        key = ("", name)
        if key not in self._validators:
            whole = {**schema, "components": self._description["components"]}
            self._validators[key] = Draft202012Validator(whole)
        return self._validators[key]


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


def _deepest(error: Any) -> Any:
    """Follow a failed choice into the branch that was meant: the one whose type fits and that goes deepest."""
    while error.context:
        branches: dict[Any, list[Any]] = {}
        for one in error.context:
            branches.setdefault(one.schema_path[0], []).append(one)
        meant = max(branches.values(), key=_likeness)
        error = max(meant, key=lambda one: len(one.absolute_path))
    return error


def _likeness(errors: list[Any]) -> tuple[bool, int]:
    wrong_type = any(
        (one.relative_path and one.relative_path[-1] == "type" and len(one.relative_path) == 1)
        or (one.validator == "type" and not one.relative_path)
        for one in errors
    )
    return (not wrong_type, max(len(one.absolute_path) for one in errors))


def _problem(error: Any) -> Problem:
    code = _CODES.get(error.validator, "BASE_TYPE_INVALID")
    return Problem(tuple(error.absolute_path), code, str(error.message)[:300])
