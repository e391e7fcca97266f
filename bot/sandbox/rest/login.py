"""Who the bot is, and where the gateway is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.model import User
from bot.sandbox.payloads import partial_guild_json, user_json

if TYPE_CHECKING:
    from bot.sandbox.services import Call, Reply, Services


def current_user(services: Services, call: Call) -> Reply:
    """GET /users/@me."""
    return 200, user_json(services.world.bot) | {
        "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None, "premium_type": 0,
    }  # fmt: skip


def current_application(services: Services, call: Call) -> Reply:
    """GET /applications/@me and GET /oauth2/applications/@me."""
    return 200, application_json(services)


def current_guilds(services: Services, call: Call) -> Reply:
    """GET /users/@me/guilds: partial guilds, by id; `before`, `after`, `limit`, `with_counts`."""
    world = services.world
    before, after = int(call.query.get("before", 1 << 64)), int(call.query.get("after", 0))
    limit = min(200, int(call.query.get("limit", 200)))
    mine = [one for key, one in sorted(world.guilds.items()) if world.bot.id in one.members]
    page = [one for one in mine if after < one.id < before]
    page = page[-limit:] if "before" in call.query else page[:limit]
    with_counts = call.query.get("with_counts", "").lower() in ("1", "true")
    return 200, [partial_guild_json(one, world.bot.id, with_counts=with_counts) for one in page]


def application_json(services: Services) -> dict[str, Any]:
    """Return the application object."""
    bot = services.world.bot
    return {
        "id": str(bot.id),
        "name": bot.display,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {"0": {}},
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "max_participants": None,
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(User(bot.id + 1, "owner", "Owner")),
        "approximate_guild_count": len(services.world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "event_webhooks_url": None,
        "event_webhooks_status": 1,
        "event_webhooks_types": [],
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def gateway(services: Services, call: Call) -> Reply:
    """GET /gateway."""
    return 200, {"url": services.gateway.url}


def gateway_bot(services: Services, call: Call) -> Reply:
    """GET /gateway/bot."""
    return 200, {
        "url": services.gateway.url,
        "shards": services.settings.shards,
        "session_start_limit": services.gateway.start_limit(),
    }
