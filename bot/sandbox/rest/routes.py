"""The table of routes: what answers, whether a bot token is needed, and which limits count."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bot.sandbox import ratelimits as limits
from bot.sandbox.rest import (
    commands,
    emojis,
    guilds,
    interactions,
    login,
    messages,
    pins,
    reactions,
    threads,
    webhooks,
)
from bot.sandbox.snowflakes import moment_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.ratelimits import Limit, Use
    from bot.sandbox.services import Call, Reply, Services

HOUR = 3600.0


@dataclass(frozen=True)
class Route:
    """One method of one path. `key` is the parameter that splits its bucket; token routes need no login."""

    method: str
    path: str
    handler: Callable[[Services, Call], Reply]
    limit: Limit
    key: str = ""

    @property
    def by_token(self) -> bool:
        """Whether an interaction token opens it; such requests are outside the global limit."""
        return self.limit in (limits.TOKEN, limits.CALLBACK, limits.FOLLOW_UPS)

    @cached_property
    def bucket(self) -> str:
        """The name of its bucket, as opaque as Discord's; `@original` is a message as any other."""
        words = f"{self.method} {self.path.replace('@original', '{message_id}')}"
        return hashlib.md5(words.encode(), usedforsecurity=False).hexdigest()

    def uses(self, services: Services, call: Call) -> list[Use]:
        """Return the limits that a request counts against."""
        if self.by_token:
            return self._token_uses(services, call)
        found: list[Use] = [(limits.GLOBAL, "", "")]
        if self.limit is limits.EDIT and self._is_old(services, call):
            found.append((limits.EDIT_OLD, self.bucket, call.params["channel_id"]))
        found.append((self.limit, self.bucket, call.params.get(self.key, "")))
        return found

    def _token_uses(self, services: Services, call: Call) -> list[Use]:
        token = call.params.get("webhook_token") or call.params["interaction_token"]
        if self.limit is limits.CALLBACK:
            return [(limits.CALLBACK, self.bucket, token)]
        uses: list[Use] = [(limits.TOKEN, self.bucket, token)]
        one = services.interactions.peek(token)
        if self.limit is limits.FOLLOW_UPS and one is not None:
            uses.append((limits.FOLLOW_UPS, self.bucket, one.channel_id))
        return uses

    def _is_old(self, services: Services, call: Call) -> bool:
        return services.clock.wall() - moment_of(call.id_of("message_id")) > HOUR


_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_CHANNEL = "/channels/{channel_id}"
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_REACTIONS = f"{_MESSAGE}/reactions"
_THREAD_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_EMOJIS = "/applications/{application_id}/emojis"
_GUILD = "/guilds/{guild_id}"

ROUTES = (
    Route("GET", "/users/@me", login.current_user, limits.OTHER),
    Route("GET", "/users/@me/guilds", login.current_guilds, limits.OTHER),
    Route("GET", "/oauth2/applications/@me", login.current_application, limits.OTHER),
    Route("GET", "/applications/@me", login.current_application, limits.OTHER),
    Route("GET", "/gateway", login.gateway, limits.READ),
    Route("GET", "/gateway/bot", login.gateway_bot, limits.OTHER),
    *(
        Route(method, scope + rest, handler, limits.COMMANDS, key)
        for scope, key in ((_COMMANDS, ""), (_GUILD_COMMANDS, "guild_id"))
        for method, rest, handler in (
            ("GET", "", commands.list_commands),
            ("PUT", "", commands.overwrite_commands),
            ("POST", "", commands.upsert_command),
            ("GET", "/{command_id}", commands.get_command),
            ("PATCH", "/{command_id}", commands.patch_command),
            ("DELETE", "/{command_id}", commands.delete_command),
        )
    ),
    Route("GET", _EMOJIS, emojis.list_emojis, limits.OTHER),
    Route("POST", _EMOJIS, emojis.create_emoji, limits.OTHER),
    Route("GET", f"{_EMOJIS}/{{emoji_id}}", emojis.get_emoji, limits.OTHER),
    Route("PATCH", f"{_EMOJIS}/{{emoji_id}}", emojis.patch_emoji, limits.OTHER),
    Route("DELETE", f"{_EMOJIS}/{{emoji_id}}", emojis.delete_emoji, limits.OTHER),
    Route("POST", _CALLBACK, interactions.answer, limits.CALLBACK),
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
    Route("GET", f"{_MESSAGES}/pins", pins.list_pins, limits.OTHER, "channel_id"),
    Route("GET", f"{_CHANNEL}/pins", pins.list_pinned_messages, limits.OTHER, "channel_id"),
    *(
        Route(method, f"{place}/pins/{{message_id}}", handler, limits.OTHER, "channel_id")
        for place in (_MESSAGES, _CHANNEL)
        for method, handler in (("PUT", pins.pin), ("DELETE", pins.unpin))
    ),
    Route("DELETE", _REACTIONS, reactions.remove_all, limits.REACT, "channel_id"),
    Route("GET", f"{_REACTIONS}/{{emoji}}", reactions.list_of, limits.READ, "channel_id"),
    Route("DELETE", f"{_REACTIONS}/{{emoji}}", reactions.remove_all, limits.REACT, "channel_id"),
    Route("PUT", f"{_REACTIONS}/{{emoji}}/@me", reactions.add_own, limits.REACT, "channel_id"),
    Route("DELETE", f"{_REACTIONS}/{{emoji}}/@me", reactions.remove_own, limits.REACT, "channel_id"),
    Route("DELETE", f"{_REACTIONS}/{{emoji}}/{{user_id}}", reactions.remove_of, limits.REACT, "channel_id"),
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
