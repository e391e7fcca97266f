"""Typed settings: from the environment, then from `.env`; `.env.example` lists them all."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting with its default. Names in the environment are the same in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: str = Field("", repr=False)
    """The bot's token, from Discord's developer portal. `run` needs it."""
    database_url: str = Field("sqlite+aiosqlite:///nertz.db", repr=False)
    """SQLite file or `postgresql+asyncpg://user:password@host/name`."""
    sqlite_synchronous: Literal["NORMAL", "FULL"] = "NORMAL"
    """NORMAL survives a kill of the process, FULL a power cut, too."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    discord_api: str = ""
    """REST address of another server that speaks Discord's API, `http://host:port/api/v10`."""
    discord_gateway: str = ""
    """Its gateway, `ws://host:port/…`."""
    metrics_port: int = Field(0, ge=0, le=65535)
    """Port of `/metrics` and `/healthz`; 0 for none."""
    metrics_host: str = "127.0.0.1"
    click_grace_ms: int = Field(300, ge=0, le=2000)
    """A click this soon after a new picture counts as made on the one before (ms)."""
    away: Literal["freeze", "practice"] = "freeze"
    """What happens to the seat of a person who is away for three minutes."""
    journal_days: int = Field(90, ge=0, le=3650)
    """Days after which the moves of finished rounds are pruned; 0 keeps them for ever."""
    start_patience: int = Field(600, ge=0, le=86400)
    """Seconds for which a start tries again what fails (network, Discord away); 0 ends it at once."""

    @field_validator("discord_token")
    @classmethod
    def _token_is_bare(cls, token: str) -> str:
        bare = token.strip().removeprefix("Bot ").strip()
        if not all("!" <= sign <= "~" for sign in bare):
            raise ValueError("discord_token")
        return bare

    @field_validator("database_url")
    @classmethod
    def _database_is_known(cls, url: str) -> str:
        if not url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
            raise ValueError("database_url")
        return url

    @field_validator("log_level", mode="before")
    @classmethod
    def _level_in_capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level


class SettingsRefused(Exception):
    """A setting has no legal value. `names` are the settings, as in `.env`."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


class SettingsUnreadable(Exception):
    """The file of the settings cannot be read: no UTF-8 (UTF-16 of some editor), or no right to read it."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings.

    Raises `SettingsUnreadable`, or `SettingsRefused` with the names of wrong settings, never their values.
    """
    try:
        _look_at(env_file)
        return Settings(_env_file=env_file)
    except ValidationError as error:
        names = {str(part["loc"][0]).upper() for part in error.errors() if part["loc"]}
        raise SettingsRefused(tuple(sorted(names))) from None
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "UTF-8"
        raise SettingsUnreadable(env_file or Path(".env"), reason) from None


def _look_at(file: Path | None) -> None:
    """UTF-16 without its mark passes for UTF-8 with zeros beside its letters, and no name is known then."""
    if file is not None and file.is_file() and "\0" in file.read_text(encoding="utf-8"):
        raise UnicodeError(str(file))


@cache
def setting_names() -> tuple[str, ...]:
    """Return the names of all settings, as they stand in `.env`."""
    return tuple(name.upper() for name in Settings.model_fields)
