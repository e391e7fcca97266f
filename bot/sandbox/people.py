"""Who lives in the sandbox: people, two servers and their channels, with ids that never change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.model import (
    ANNOUNCEMENT_CHANNEL,
    FORUM_CHANNEL,
    STAGE_CHANNEL,
    VOICE_CHANNEL,
    Channel,
    Guild,
    Member,
    Role,
    User,
)
from bot.sandbox.permissions import EVERYONE, MODERATOR

if TYPE_CHECKING:
    from bot.sandbox.world import World

APPLICATION_ID = 300_000_000_000 << 22
_PEOPLE_FROM = 310_000_000_000
_GUILDS_FROM = 320_000_000_000

PEOPLE = (
    ("ana", "Ana", "en-US"),
    ("ben", "Ben", "en-GB"),
    ("cleo", "Cleo", "fr"),
    ("dan", "Dan", "en-US"),
    ("eva", "Eva", "es-ES"),
    ("finn", "Finn", "nl"),
    ("gus", "Gus", "pt-BR"),
    ("hana", "Hana", "en-US"),
    ("ivo", "Ivo", "de"),
    ("jun", "Jun", "ja"),
)
GUILDS = (("Card Table", ("nertz", "general", "side-table")), ("Second Server", ("games", "lounge")))
OTHER_CHANNELS = (
    ("news", ANNOUNCEMENT_CHANNEL),
    ("talk", VOICE_CHANNEL),
    ("stage", STAGE_CHANNEL),
    ("forum", FORUM_CHANNEL),
)
"""Of the first server: one of each kind that is no text channel."""


def guild_id_of(number: int) -> int:
    """Return the id of the n-th server, from 0; neighbours fall on different shards."""
    return (_GUILDS_FROM + number) << 22


def channel_id_of(guild: int, number: int) -> int:
    """Return the id of the n-th channel of the n-th server."""
    return guild_id_of(guild) + 1000 + number


def populate(world: World, guilds: int = 0, channels: int = 0) -> None:
    """Create the people and the servers; more servers with so many channels each for load tests."""
    for name, display, locale in PEOPLE:
        add_person(world, name, display, locale)
    for number, (name, channel_names) in enumerate(GUILDS):
        add_guild(world, number, name, channel_names)
    for position, (name, kind) in enumerate(OTHER_CHANNELS, len(GUILDS[0][1])):
        channel = Channel(channel_id_of(0, position), guild_id_of(0), name, kind, position=position)
        world.add_channel(channel)
    for number in range(len(GUILDS), len(GUILDS) + guilds):
        add_guild(world, number, f"Server {number}", [f"table-{n}" for n in range(channels)])


def add_person(world: World, name: str, display: str | None = None, locale: str = "en-US") -> User:
    """Create a person and let them join every server."""
    people = sum(not user.bot for user in world.users.values())
    user = User((_PEOPLE_FROM + people) << 22, name, display or name.capitalize(), locale=locale)
    world.users[user.id] = user
    for guild in world.guilds.values():
        guild.members[user.id] = Member(user)
    return user


def add_guild(world: World, number: int, name: str, channel_names: tuple[str, ...] | list[str]) -> Guild:
    """Create a server with the bot, everybody, and text channels; its first person may manage it."""
    guild_id = guild_id_of(number)
    people = [user for user in world.users.values() if not user.bot]
    guild = Guild(guild_id, name, owner_id=world.bot.id + 1)
    guild.roles = {
        guild_id: Role(guild_id, "@everyone", EVERYONE),
        guild_id + 1: Role(guild_id + 1, world.bot.display, EVERYONE, 1, managed=True),
        guild_id + 2: Role(guild_id + 2, "Moderators", MODERATOR, 2),
    }
    guild.members = {user.id: Member(user) for user in people}
    guild.members[people[0].id].roles.append(guild_id + 2)
    guild.members[world.bot.id] = Member(world.bot, [guild_id + 1])
    for position, channel_name in enumerate(channel_names):
        channel = Channel(channel_id_of(number, position), guild_id, channel_name, position=position)
        guild.channels[channel.id] = channel
    world.add_guild(guild)
    return guild
