"""The face of the room: pictures of one look, each a pure function of what it shows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, cast

from bot.pictures.alt import HandWords, board_words
from bot.pictures.board import BoardPicture
from bot.pictures.chart import Chart
from bot.pictures.hand import HandPicture
from bot.pictures.help_cards import HelpCard
from bot.pictures.history import draw_history
from bot.pictures.lobby import draw_lobby
from bot.pictures.match_words import chart_words, history_words, lobby_words, podium_words, score_words
from bot.pictures.picture import Picture
from bot.pictures.podium import draw_podium
from bot.pictures.replay import animate
from bot.pictures.scores import draw_scores
from bot.pictures.sprites import Sprites

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.locales.words import Words
    from bot.pictures.history import PlayedMatch
    from bot.pictures.look import Look
    from bot.pictures.table_face import ScoreSheet, TableFace
    from bot.rules.house_rules import HouseRules
    from bot.rules.records import Record, RoundHeader
    from bot.rules.views import PublicView, SeatView

Kind = Literal["hand", "board", "lobby", "scores", "chart", "podium", "replay", "help_card", "history"]
"""The pictures there are: methods of `Painter`."""


class Painter:
    """Draws every picture of one look; several threads may use it at once."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.sprites = Sprites(look)

    def hand(self, view: SeatView, table: TableFace, words: Words) -> Picture:
        """Draw the private layout of one seat."""
        canvas = HandPicture(self.sprites, view, table, words).draw()
        return Picture(canvas.png(), HandWords(view, table, words).text())

    def board(self, view: PublicView, table: TableFace, words: Words) -> Picture:
        """Draw what everybody sees: foundations and how far the seats are."""
        canvas = BoardPicture(self.sprites, view, table, words).draw()
        return Picture(canvas.png(), board_words(view, table, words))

    def lobby(self, table: TableFace, rules: HouseRules, words: Words) -> Picture:
        """Draw a table that waits for its players."""
        canvas = draw_lobby(self.sprites, table, rules, words)
        return Picture(canvas.png(), lobby_words(table, rules, words))

    def scores(self, table: TableFace, sheet: ScoreSheet, words: Words) -> Picture:
        """Draw the scores after a round."""
        canvas = draw_scores(self.sprites, table, sheet, words)
        return Picture(canvas.png(), score_words(table, sheet, words))

    def chart(self, table: TableFace, sheet: ScoreSheet, words: Words) -> Picture:
        """Draw the totals of a match round by round."""
        canvas = Chart(self.sprites, table, sheet, words).draw()
        return Picture(canvas.png(), chart_words(table, sheet, words))

    def podium(self, table: TableFace, sheet: ScoreSheet, words: Words) -> Picture:
        """Draw the end of a match."""
        canvas = draw_podium(self.sprites, table, sheet, words)
        return Picture(canvas.png(), podium_words(table, sheet, words))

    def replay(
        self, header: RoundHeader, records: Iterable[Record], table: TableFace, words: Words
    ) -> Picture:
        """Draw a round as an animation of its board; takes up to a second."""
        data, last = animate(self.sprites, header, records, table, words)
        return Picture(data, board_words(last, table, words), "gif")

    def help_card(self, topic: str, words: Words) -> Picture:
        """Draw the card of a page of the rules (`help_cards.TOPICS`)."""
        canvas = HelpCard(self.sprites, words).draw(topic)
        return Picture(canvas.png(), words("alt.help", title=words(f"help.{topic}.title")))

    def history(self, matches: tuple[PlayedMatch, ...], words: Words) -> Picture:
        """Draw a person's matches, oldest first."""
        canvas = draw_history(self.sprites, matches, words)
        return Picture(canvas.png(), history_words(matches, words))


def draw(painter: Painter, kind: Kind, of: tuple[object, ...]) -> Picture:
    """Draw a picture of some kind; `of` are the arguments of that method."""
    return cast("Picture", getattr(painter, kind)(*of))


@lru_cache(maxsize=4)
def painter(look: Look) -> Painter:
    """Return the painter of a look; its sprites are drawn at the first call."""
    return Painter(look)
