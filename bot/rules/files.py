"""A round as a file of JSON lines: header, records, end. Anyone can check it offline.

Every line ends with a check, SHA-256 over the check of the line before and its own text, so that a changed
character is found on its line; and the moves are all made again, so that a file forged with right checks
fails at the first move that could not be. A reader takes nothing but what an export would have written, sign
for sign: no other fields, no other spelling of a number. The seed is in the header once the round is over;
people are left out. Format 1 tells of no handicaps; format 2 is written where a seat has one, and names them
after the seats, by seat from 1: `"handicaps":{"2":{"nertz_size":10}}`.

    {"nertz":1,"rules":{…},"seats":2,"commitment":"66…","seed":"00…","check":"5d0c1be7a2f0"}
    {"record":[1,"go",null,1000],"check":"…"}
    {"end":"called","caller":0,"scores":[31,-4],"check":"…"}
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from bot.rules.handicaps import Handicap
from bot.rules.house_rules import MOST_SEATS, HouseRules, RuleRefused
from bot.rules.records import DamagedRecord, Played, RoundHeader, decode_record, encode_record
from bot.rules.refusal import Code
from bot.rules.round import Round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.records import Record

_EVEN: Final = 1
"""Format of a round in which every seat plays by the rules of the table."""
_WITH_HANDICAPS: Final = 2
_CHECK_LENGTH: Final = 12
_SEED_BYTES: Final = 32
_SEATS: Final = range(1, MOST_SEATS + 1)


class DamagedFile(ValueError):
    """A file that is no true round: the line (from 1), and code and data of the sentence `verify.<code>`."""

    def __init__(self, line: int, code: str, **data: Any) -> None:
        super().__init__(f"line {line}: {code}")
        self.line = line
        self.code = code
        self.data = data


def export_round(rnd: Round) -> str:
    """Write a round as JSON lines; the seed, and how it ended, only once it is over."""
    lines = _Lines()
    lines.add(_header_fields(rnd.header, over=rnd.phase.over))
    for record in rnd.records:
        lines.add(_record_fields(record))
    if rnd.phase.over:
        lines.add(_end_fields(rnd))
    return "".join(f"{line}\n" for line in lines.written)


def verify_file(text: str) -> Round:
    """Check shuffle, commitment and every move; return the round, or raise `DamagedFile` with the line."""
    lines = list(_checked_lines(text))
    rnd = Round(_header(lines[0]))
    for number, fields in enumerate(lines[1:], 2):
        if rnd.phase.over:
            _check_end(rnd, fields, number, last=len(lines))
        else:
            _repeat(rnd, fields, number)
    if not rnd.phase.over or "record" in lines[-1]:
        raise DamagedFile(len(lines) + 1, "missing_end")
    return rnd


class _Lines:
    """Lines of a file with their running check."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._check = ""

    def add(self, fields: dict[str, Any]) -> str:
        """Write one more line and return it."""
        body = _text(fields)
        self._check = sha256((self._check + body).encode()).hexdigest()[:_CHECK_LENGTH]
        self.written.append(_text({**fields, "check": self._check}))
        return self.written[-1]


def _text(fields: dict[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":"))


def _nameless(record: Record) -> Record:
    return record._replace(person=0) if isinstance(record, Played) else record


def _header_fields(header: RoundHeader, *, over: bool) -> dict[str, Any]:
    own = {str(seat): own.as_dict() for seat, own in enumerate(header.handicaps, 1) if own.as_dict()}
    return {
        "nertz": _WITH_HANDICAPS if own else _EVEN,
        "rules": header.rules.as_dict(),
        "seats": header.seats,
        **({"handicaps": own} if own else {}),
        "commitment": header.commitment,
        "seed": header.seed.hex() if over else None,
    }


def _record_fields(record: Record) -> dict[str, Any]:
    return {"record": json.loads(encode_record(_nameless(record)))}


def _end_fields(rnd: Round) -> dict[str, Any]:
    return {"end": rnd.phase.value, "caller": rnd.caller, "scores": list(rnd.scores())}


def _checked_lines(text: str) -> Iterator[dict[str, Any]]:
    """Yield what every line says, as long as it is exactly what an export writes."""
    lines = _Lines()
    if not text.strip():
        raise DamagedFile(1, "unreadable")
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        try:
            fields = _fields(line, number)
            fields.pop("check", None)
            written = lines.add(fields)
        except RecursionError:
            raise DamagedFile(number, "unreadable") from None
        if written != line.removesuffix("\r"):
            raise DamagedFile(number, "check")
        yield fields


def _fields(line: str, number: int) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except ValueError:
        raise DamagedFile(number, "unreadable") from None
    if not isinstance(fields, dict):
        raise DamagedFile(number, "unreadable")
    return fields


def _header(fields: dict[str, Any]) -> RoundHeader:
    seats = fields.get("seats")
    if type(seats) is not int or seats not in _SEATS:
        raise DamagedFile(1, "header")
    if fields.get("seed") is None:
        raise DamagedFile(1, "no_seed")
    try:
        rules, own = HouseRules.of(fields["rules"]), _handicaps(fields.get("handicaps", {}), seats)
        header = RoundHeader(rules, seats, bytes.fromhex(fields["seed"]), own)
    except (RuleRefused, AttributeError, KeyError, ValueError, TypeError):
        raise DamagedFile(1, "header") from None
    if len(header.seed) != _SEED_BYTES or header.commitment != fields.get("commitment"):
        raise DamagedFile(1, "commitment")
    if _text(fields) != _text(_header_fields(header, over=True)):
        raise DamagedFile(1, "header")
    return header


def _handicaps(own: dict[str, Any], seats: int) -> tuple[Handicap, ...]:
    return tuple(Handicap.of(own.get(str(seat), {})) for seat in range(1, seats + 1)) if own else ()


def _repeat(rnd: Round, fields: dict[str, Any], number: int) -> None:
    if "record" not in fields:
        raise DamagedFile(number, "early_end" if "end" in fields else "unreadable")
    try:
        record = decode_record(_text(fields["record"]))
        if _text(fields) != _text(_record_fields(record)):
            raise DamagedFile(number, "unreadable")
        rnd.repeat(record)
    except DamagedRecord as damage:
        if damage.code in list(Code):
            raise DamagedFile(number, "illegal", refusal=damage.code) from None
        raise DamagedFile(number, damage.code) from None


def _check_end(rnd: Round, fields: dict[str, Any], number: int, last: int) -> None:
    if "record" in fields:
        raise DamagedFile(number, "after_end")
    if _text(fields) != _text(_end_fields(rnd)):
        raise DamagedFile(number, "end")
    if number != last:
        raise DamagedFile(number + 1, "after_end")
