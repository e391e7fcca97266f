"""`python -m bot picture …`: any picture of the bot, without Discord."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cli.errors import CliError
from bot.locales.words import LANGUAGES, words_for
from bot.pictures import sample_rounds
from bot.pictures.help_cards import TOPICS
from bot.pictures.history import PlayedMatch
from bot.pictures.look import DECKS, THEMES, Look
from bot.pictures.painter import painter
from bot.pictures.sheet import contact_sheet
from bot.rules.house_rules import MOST_SEATS, PRESETS, HouseRules, RuleRefused

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from bot.locales.words import Words
    from bot.pictures.painter import Painter
    from bot.pictures.picture import Picture
    from bot.pictures.table_face import TableFace

_MATCHES: Final = 20


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Declare what `picture` takes."""
    parser.add_argument("kind", choices=[*_KINDS, "sheet"], help=words("cli.picture.kind"))
    parser.add_argument("--seed", type=int, default=7, help=words("cli.picture.seed"))
    seats = range(1, MOST_SEATS + 1)
    parser.add_argument("--seats", type=int, default=4, choices=seats, help=words("cli.picture.seats"))
    parser.add_argument("--seat", type=int, default=1, choices=seats, help=words("cli.picture.seat"))
    parser.add_argument("--moves", type=int, default=60, help=words("cli.picture.moves"))
    parser.add_argument(
        "--preset", default="classic", choices=list(PRESETS), help=words("cli.picture.preset")
    )
    parser.add_argument("--rules", default="", help=words("cli.picture.rules"))
    parser.add_argument("--theme", default="dark", choices=THEMES, help=words("cli.picture.theme"))
    parser.add_argument("--deck", default="two-colour", choices=DECKS, help=words("cli.picture.deck"))
    parser.add_argument("--language", default="en", choices=LANGUAGES, help=words("cli.language"))
    parser.add_argument("--topic", default=TOPICS[0], choices=TOPICS, help=words("cli.picture.topic"))
    parser.add_argument("--alt", action="store_true", help=words("cli.picture.alt"))
    parser.add_argument("-o", "--output", type=Path, required=True, help=words("cli.picture.output"))


def run(args: argparse.Namespace) -> int:
    """Write the picture; `CliError` if the arguments do not fit together."""
    asked = _Asked(args)
    picture = None if args.kind == "sheet" else _KINDS[args.kind](asked)
    try:
        args.output.write_bytes(contact_sheet(asked.everything()) if picture is None else picture.data)
    except OSError as error:
        raise CliError("cli.picture.unwritable", file=args.output, reason=error.strerror) from None
    if args.alt and picture is not None:
        print(picture.alt)  # noqa: T201
    return 0


class _Asked:
    """The wishes of the command line, and the pictures that fulfil them."""

    def __init__(self, args: argparse.Namespace) -> None:
        try:
            self.rules = HouseRules.parse(args.rules, base=PRESETS[args.preset])
        except RuleRefused as refused:
            legal = ", ".join(refused.legal)
            raise CliError("cli.picture.rule_refused", name=refused.name, legal=legal) from None
        self.seats: int = args.seats
        self.seed: int = args.seed
        self.moves: int = args.moves
        self.topic: str = args.topic
        self.seat: int = min(args.seat, args.seats) - 1
        self.words: Words = words_for(args.language)
        self.painter: Painter = painter(Look(args.theme, args.deck))

    @property
    def face(self) -> TableFace:
        """The table that everything happens at."""
        return sample_rounds.face(self.seats, self.seed, self.rules)

    def hand(self) -> Picture:
        """The hand of one seat."""
        rnd = sample_rounds.played(self.rules, self.seats, self.seed, self.moves)
        return self.painter.hand(rnd.view(self.seat), self.face, self.words)

    def board(self) -> Picture:
        """The board."""
        rnd = sample_rounds.played(self.rules, self.seats, self.seed, self.moves)
        return self.painter.board(rnd.public_view(), self.face, self.words)

    def lobby(self) -> Picture:
        """The lobby."""
        return self.painter.lobby(self.face, self.rules, self.words)

    def scores(self) -> Picture:
        """The scores at the end of a match."""
        sheet = sample_rounds.match(self.rules, self.seats, self.seed)
        return self.painter.scores(self.face, sheet, self.words)

    def chart(self) -> Picture:
        """The chart of a match."""
        sheet = sample_rounds.match(self.rules, self.seats, self.seed)
        return self.painter.chart(self.face, sheet, self.words)

    def podium(self) -> Picture:
        """The end of a match."""
        sheet = sample_rounds.match(self.rules, self.seats, self.seed)
        return self.painter.podium(self.face, sheet, self.words)

    def replay(self) -> Picture:
        """A whole round."""
        rnd = sample_rounds.finished(self.rules, self.seats, self.seed)
        return self.painter.replay(rnd.header, rnd.records, self.face, self.words)

    def help_card(self) -> Picture:
        """A page of the rules."""
        return self.painter.help_card(self.topic, self.words)

    def history(self) -> Picture:
        """A person's matches."""
        chance = random.Random(self.seed)
        matches = []
        for _ in range(_MATCHES):
            place = min(chance.randint(1, self.seats), chance.randint(1, self.seats))
            points = 100 + chance.randrange(18) if place == 1 else chance.randint(-12, 99)
            matches.append(PlayedMatch(points, place, self.seats))
        return self.painter.history(tuple(matches), self.words)

    def everything(self) -> list[Picture]:
        """Return one of each, hands and boards at several moments."""
        pictures = []
        for moves in (0, self.moves, self.moves * 3):
            self.moves = moves
            pictures += [self.hand(), self.board()]
        pictures += [draw() for draw in (self.lobby, self.scores, self.chart, self.podium, self.history)]
        for topic in TOPICS:
            self.topic = topic
            pictures.append(self.help_card())
        return pictures


_KINDS: Final[dict[str, Callable[[_Asked], Picture]]] = {
    "hand": _Asked.hand,
    "board": _Asked.board,
    "lobby": _Asked.lobby,
    "scores": _Asked.scores,
    "chart": _Asked.chart,
    "podium": _Asked.podium,
    "replay": _Asked.replay,
    "rules": _Asked.help_card,
    "history": _Asked.history,
}
