"""The settings: defaults, `.env.example`, and what happens to wrong values."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsRefused, load_settings, setting_names

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch):
    for name in setting_names():
        monkeypatch.delenv(name, raising=False)


def test_env_example_names_every_setting_with_its_default():
    lines = [line for line in (ROOT / ".env.example").read_text().splitlines() if line and line[0] != "#"]
    assert [line.split("=")[0] for line in lines] != []
    assert {line.split("=")[0] for line in lines} == set(setting_names())
    assert load_settings(ROOT / ".env.example") == Settings(_env_file=None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://somewhere"),
        ("LOG_LEVEL", "loud"),
        ("METRICS_PORT", "70000"),
        ("METRICS_PORT", "http"),
        ("CLICK_GRACE_MS", "-1"),
        ("AWAY", "kick"),
        ("SQLITE_SYNCHRONOUS", "OFF"),
    ],
)
def test_wrong_value_is_refused_by_the_name_of_its_setting(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsRefused) as refused:
        load_settings(None)
    assert refused.value.names == (name,)
    assert value not in str(refused.value)


def test_environment_wins_over_the_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("LOG_LEVEL=debug\nCLICK_GRACE_MS=150\n")
    monkeypatch.setenv("CLICK_GRACE_MS", "200")
    settings = load_settings(tmp_path / ".env")
    assert (settings.log_level, settings.click_grace_ms) == ("DEBUG", 200)


def test_token_is_never_shown_and_loses_its_prefix(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", " Bot abc.def ")
    settings = load_settings(None)
    assert settings.discord_token == "abc.def"
    assert "abc" not in repr(settings)
