"""Who the bot is, and where the gateway is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.payloads import user_json

if TYPE_CHECKING:
    from bot.sandbox.parts import Call, Parts, Reply


def current_user(parts: Parts, call: Call) -> Reply:
    """GET /users/@me."""
    return 200, user_json(parts.world.bot) | {
        "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None, "premium_type": 0,
    }  # fmt: skip


def current_application(parts: Parts, call: Call) -> Reply:
    """GET /oauth2/applications/@me."""
    return 200, application_json(parts)


def application_json(parts: Parts) -> dict[str, Any]:
    """Return the application object."""
    bot = parts.world.bot
    return {
        "id": str(bot.id), "name": bot.display, "icon": None, "description": "", "type": None,
        "bot_public": True, "bot_require_code_grant": False, "flags": 0, "summary": "",
        "verify_key": "0" * 64, "hook": True, "is_monetized": False, "is_verified": False,
        "is_discoverable": False,
        "storefront_available": False, "discoverability_state": 1, "discovery_eligibility_flags": 0,
        "rpc_application_state": 0, "creator_monetization_state": 1, "store_application_state": 1,
        "verification_state": 1, "integration_public": True, "integration_require_code_grant": False,
        "explicit_content_filter": 0, "redirect_uris": [], "interactions_endpoint_url": None,
        "role_connections_verification_url": None, "event_webhooks_url": None, "event_webhooks_status": 1,
        "event_webhooks_types": [], "interactions_version": 1, "interactions_event_types": [],
        "approximate_guild_count": len(parts.world.guilds), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "internal_guild_restriction": 1,
        "max_participants": None, "tags": [], "integration_types_config": {"0": {}}, "guild_id": None,
        "bot": user_json(bot), "team": None,
        "owner": {"id": str(bot.id + 1), "username": "owner", "discriminator": "0", "global_name": "Owner",
                  "avatar": None, "public_flags": 0, "flags": 0},
    }  # fmt: skip


def gateway(parts: Parts, call: Call) -> Reply:
    """GET /gateway."""
    return 200, {"url": parts.gateway.url}


def gateway_bot(parts: Parts, call: Call) -> Reply:
    """GET /gateway/bot."""
    return 200, {
        "url": parts.gateway.url,
        "shards": parts.settings.shards,
        "session_start_limit": parts.gateway.start_limit(),
    }
