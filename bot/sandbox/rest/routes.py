"""The table of routes: what answers, whether a bot token is needed, and which limits count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sandbox import ratelimits as limits
from bot.sandbox.rest import commands, guilds, interactions, login, messages, threads, webhooks
from bot.sandbox.snowflakes import moment_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.parts import Call, Parts, Reply
    from bot.sandbox.ratelimits import Limit, Use

HOUR = 3600.0


@dataclass(frozen=True)
class Route:
    """One method of one path. `key` names the parameters that make a bucket; token routes need no login."""

    method: str
    path: str
    handler: Callable[[Parts, Call], Reply]
    limit: Limit
    key: str = ""

    @property
    def by_token(self) -> bool:
        """Whether an interaction token opens it; such requests are outside the global limit."""
        return self.limit in (limits.TOKEN, limits.FOLLOW_UPS)

    def uses(self, parts: Parts, call: Call) -> list[Use]:
        """Return the limits that a request counts against."""
        if self.by_token:
            return self._token_uses(parts, call)
        found: list[Use] = [(limits.GLOBAL, "")]
        if self.limit is limits.EDIT and self._is_old(parts, call):
            found.append((limits.EDIT_OLD, call.params["channel_id"]))
        bucket = self.path if self.limit in (limits.OTHER, limits.READ) else ""
        found.append((self.limit, f"{bucket}{call.params.get(self.key, '')}"))
        return found

    def _token_uses(self, parts: Parts, call: Call) -> list[Use]:
        token = call.params.get("webhook_token") or call.params["interaction_token"]
        uses: list[Use] = [(limits.TOKEN, token)]
        one = parts.interactions.peek(token)
        if self.limit is limits.FOLLOW_UPS and one is not None:
            uses.append((limits.FOLLOW_UPS, one.channel_id))
        return uses

    def _is_old(self, parts: Parts, call: Call) -> bool:
        return parts.clock.wall() - moment_of(call.id_of("message_id")) > HOUR


_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_CHANNEL = "/channels/{channel_id}"
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_THREAD_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_GUILD = "/guilds/{guild_id}"

ROUTES = (
    Route("GET", "/users/@me", login.current_user, limits.OTHER),
    Route("GET", "/oauth2/applications/@me", login.current_application, limits.OTHER),
    Route("GET", "/gateway", login.gateway, limits.READ),
    Route("GET", "/gateway/bot", login.gateway_bot, limits.OTHER),
    Route("GET", _COMMANDS, commands.list_commands, limits.COMMANDS),
    Route("PUT", _COMMANDS, commands.overwrite_commands, limits.COMMANDS),
    Route("POST", _COMMANDS, commands.upsert_command, limits.COMMANDS),
    Route("GET", _GUILD_COMMANDS, commands.list_commands, limits.COMMANDS, "guild_id"),
    Route("PUT", _GUILD_COMMANDS, commands.overwrite_commands, limits.COMMANDS, "guild_id"),
    Route("POST", _GUILD_COMMANDS, commands.upsert_command, limits.COMMANDS, "guild_id"),
    Route("POST", _CALLBACK, interactions.answer, limits.TOKEN),
    Route("POST", _HOOK, webhooks.post_follow_up, limits.FOLLOW_UPS),
    *(
        Route(method, f"{_HOOK}/messages/{which}", handler, limits.TOKEN)
        for which in ("@original", "{message_id}")
        for method, handler in (
            ("GET", webhooks.get_own),
            ("PATCH", webhooks.patch_own),
            ("DELETE", webhooks.delete_own),
        )
    ),
    Route("GET", _MESSAGES, messages.list_messages, limits.READ, "channel_id"),
    Route("POST", _MESSAGES, messages.post_message, limits.SEND, "channel_id"),
    Route("GET", _MESSAGE, messages.get_message, limits.READ, "channel_id"),
    Route("PATCH", _MESSAGE, messages.patch_message, limits.EDIT, "channel_id"),
    Route("DELETE", _MESSAGE, messages.delete_message, limits.DELETE, "channel_id"),
    Route("POST", f"{_MESSAGE}/threads", threads.start_thread_from_message, limits.OTHER, "channel_id"),
    Route("POST", f"{_CHANNEL}/threads", threads.start_thread, limits.OTHER, "channel_id"),
    Route("PUT", _THREAD_MEMBER, threads.add_member, limits.OTHER, "channel_id"),
    Route("DELETE", _THREAD_MEMBER, threads.remove_member, limits.OTHER, "channel_id"),
    Route("POST", f"{_CHANNEL}/typing", messages.typing, limits.OTHER, "channel_id"),
    Route("GET", _CHANNEL, guilds.get_channel, limits.READ, "channel_id"),
    Route("PATCH", _CHANNEL, guilds.patch_channel, limits.OTHER, "channel_id"),
    Route("DELETE", _CHANNEL, guilds.delete_channel, limits.OTHER, "channel_id"),
    Route("GET", _GUILD, guilds.get_guild, limits.READ, "guild_id"),
    Route("GET", f"{_GUILD}/roles", guilds.get_roles, limits.READ, "guild_id"),
    Route("GET", f"{_GUILD}/channels", guilds.get_guild_channels, limits.READ, "guild_id"),
    Route("GET", f"{_GUILD}/threads/active", guilds.get_active_threads, limits.READ, "guild_id"),
    Route("GET", f"{_GUILD}/members/{{user_id}}", guilds.get_member, limits.READ, "guild_id"),
    Route("GET", "/users/{user_id}", guilds.get_user, limits.READ),
)
