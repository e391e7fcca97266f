"""Pictures of a table: pure functions from views to PNG bytes and their descriptions."""

from bot.pictures.help_cards import TOPICS
from bot.pictures.history import PlayedMatch
from bot.pictures.look import DECKS, LOOKS, THEMES, Look
from bot.pictures.painter import Painter, painter
from bot.pictures.picture import ALT_LIMIT, HEIGHT, WIDTH, Picture
from bot.pictures.table_face import ScoreSheet, TableFace

__all__ = [
    "ALT_LIMIT",
    "DECKS",
    "HEIGHT",
    "LOOKS",
    "THEMES",
    "TOPICS",
    "WIDTH",
    "Look",
    "Painter",
    "Picture",
    "PlayedMatch",
    "ScoreSheet",
    "TableFace",
    "painter",
]
