"""Refusals of Discord: a status, a stable code, a message and, for bodies, a tree of what is wrong where."""

from __future__ import annotations

from typing import Any

MESSAGES = {
    0: "401: Unauthorized",
    10003: "Unknown Channel",
    10004: "Unknown Guild",
    10008: "Unknown Message",
    10013: "Unknown User",
    10007: "Unknown Member",
    10014: "Unknown Emoji",
    10015: "Unknown Webhook",
    10062: "Unknown interaction",
    10063: "Unknown application command",
    30003: "Maximum number of pins reached for the channel (50)",
    30008: "Maximum number of emojis reached (2000)",
    30010: "Maximum number of reactions reached (20)",
    30032: "Maximum number of application commands reached (100).",
    30034: "Max number of daily application command creates has been reached (200)",
    30046: "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    40005: "Request entity too large",
    40060: "Interaction has already been acknowledged.",
    50001: "Missing Access",
    50005: "Cannot edit a message authored by another user",
    50006: "Cannot send an empty message",
    50008: "Cannot send messages in a non-text channel",
    50013: "Missing Permissions",
    50024: "Cannot execute action on this channel type",
    50027: "Invalid Webhook Token",
    50035: "Invalid Form Body",
    50083: "Thread is archived",
    50109: "The request body contains invalid JSON.",
    160004: "A thread has already been created for this message",
}

STATUSES = {
    0: 401, 40005: 413, 50001: 403, 50005: 403, 50013: 403, 50027: 401,
    10003: 404, 10004: 404, 10007: 404, 10008: 404, 10013: 404, 10014: 404, 10015: 404, 10062: 404,
    10063: 404,
}  # fmt: skip


class DiscordError(Exception):
    """A request that Discord refuses; `code` is one of its JSON error codes."""

    def __init__(
        self,
        code: int,
        *,
        status: int | None = None,
        message: str | None = None,
        errors: dict[str, Any] | None = None,
    ) -> None:
        self.code = code
        self.status = status if status is not None else STATUSES.get(code, 400)
        self.message = message if message is not None else MESSAGES.get(code, "Unknown error")
        self.errors = errors
        super().__init__(f"{self.status} {code} {self.message}")

    def body(self) -> dict[str, Any]:
        """Return the JSON answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class BodyRefused(DiscordError):
    """400 / 50035 with the tree of errors."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(50035, errors=error_tree(problems))
        self.problems = problems


class Problem:
    """One thing that is wrong with a body: where (keys and indices), Discord's code for it, and words."""

    __slots__ = ("code", "path", "text")

    def __init__(self, path: tuple[str | int, ...], code: str, text: str) -> None:
        self.path = path
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path)) or '(body)'}: {self.code}: {self.text}"


def error_tree(problems: list[Problem]) -> dict[str, Any]:
    """Nest problems as Discord does: keys down to a list under `_errors`."""
    tree: dict[str, Any] = {}
    for problem in problems:
        node = tree
        for key in problem.path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.text})
    return tree
