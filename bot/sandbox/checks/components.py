"""The rules of components: counts, lengths, nesting, custom ids."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from bot.sandbox.components import (
    ACTION_ROW,
    BUTTON,
    CONTAINER,
    FILE,
    MEDIA_GALLERY,
    SECTION,
    SEPARATOR,
    STRING_SELECT,
    TEXT_DISPLAY,
    THUMBNAIL,
    V2_ONLY,
    walk,
)
from bot.sandbox.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.sandbox.components import Component, Place

TOTAL = 40
TOTAL_TEXT = 4000
LEGACY_ROWS = 5
SELECTS = (STRING_SELECT, 5, 6, 7, 8)
LINK = 5
PREMIUM = 6

_INSIDE = {
    None: {ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER},
    CONTAINER: {ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR},
    ACTION_ROW: {BUTTON, *SELECTS},
    SECTION: {TEXT_DISPLAY, BUTTON, THUMBNAIL},
}
_COMMON = {"type", "id"}
_FIELDS = {
    ACTION_ROW: {"components"},
    BUTTON: {"style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"},
    STRING_SELECT: {
        "custom_id",
        "options",
        "placeholder",
        "min_values",
        "max_values",
        "disabled",
        "required",
    },
    SECTION: {"components", "accessory"},
    TEXT_DISPLAY: {"content"},
    THUMBNAIL: {"media", "description", "spoiler"},
    MEDIA_GALLERY: {"items"},
    FILE: {"file", "spoiler"},
    SEPARATOR: {"divider", "spacing"},
    CONTAINER: {"components", "accent_color", "spoiler"},
}


def component_problems(components: list[Component], *, is_v2: bool) -> list[Problem]:
    """Return what is wrong with the components of one message."""
    if not components:
        return []
    every = list(walk(components))
    return [
        *_nesting_problems(components, ("components",), None),
        *_total_problems(every, components, is_v2),
        *_custom_id_problems(every),
        *(problem for place, one in every for problem in _one_problems(place, one)),
    ]


def _nesting_problems(components: Any, place: Place, outer: int | None) -> Iterator[Problem]:
    for index, component in enumerate(components or ()):
        here = (*place, index)
        kind = component.get("type") if isinstance(component, dict) else None
        if kind not in _INSIDE[outer]:
            yield Problem((*here, "type"), "UNION_TYPE_CHOICES", f"component type {kind!r} has no place here")
        elif kind in _INSIDE:
            yield from _nesting_problems(component.get("components"), (*here, "components"), kind)


def _total_problems(
    every: list[tuple[Place, Component]], top: list[Component], is_v2: bool
) -> Iterator[Problem]:
    if len(every) > TOTAL:
        text = f"{len(every)} components; at most {TOTAL} counted with those inside"
        yield Problem(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    if not is_v2 and len(top) > LEGACY_ROWS:
        yield Problem(("components",), "BASE_TYPE_BAD_LENGTH", f"Must be {LEGACY_ROWS} or fewer in length.")
    if not is_v2 and any(one.get("type") in V2_ONLY for _, one in every):
        text = "these components need MessageFlags.IS_COMPONENTS_V2"
        yield Problem(("components",), "UNION_TYPE_CHOICES", text)
    if sum(len(one.get("content") or "") for _, one in every) > TOTAL_TEXT:
        yield Problem(("components",), "BASE_TYPE_MAX_LENGTH", f"more than {TOTAL_TEXT} characters of text")


def _custom_id_problems(every: list[tuple[Place, Component]]) -> Iterator[Problem]:
    seen = Counter(one["custom_id"] for _, one in every if one.get("custom_id"))
    for place, one in every:
        if seen[one.get("custom_id") or ""] > 1:
            text = "Component custom id cannot be duplicated"
            yield Problem((*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)


def _one_problems(place: Place, one: Component) -> Iterator[Problem]:
    kind = one.get("type")
    known = _FIELDS.get(kind) if isinstance(kind, int) else None
    for key in (one.keys() - known - _COMMON) if known is not None else ():
        yield Problem((*place, key), "UNKNOWN_FIELD", f"Discord knows no field {key!r} here")
    check = _CHECKS.get(kind) if isinstance(kind, int) else None
    if check is not None:
        yield from check(place, one)


def _length(place: Place, key: str, value: Any, low: int, high: int) -> Iterator[Problem]:
    if not low <= len(value or "") <= high:
        text = f"Must be between {low} and {high} in length."
        yield Problem((*place, key), "BASE_TYPE_BAD_LENGTH", text)


def _row_problems(place: Place, row: Component) -> Iterator[Problem]:
    inside = [one.get("type") for one in row.get("components") or () if isinstance(one, dict)]
    most = 1 if any(kind in SELECTS for kind in inside) else 5
    yield from _length(place, "components", inside, 1, most)


def _button_problems(place: Place, button: Component) -> Iterator[Problem]:
    style = button.get("style")
    if len(button.get("label") or "") > 80:
        yield Problem((*place, "label"), "BASE_TYPE_BAD_LENGTH", "Must be 80 or fewer in length.")
    if style == LINK:
        if not button.get("url") or button.get("custom_id"):
            yield Problem(
                (*place, "url"), "BUTTON_COMPONENT_INVALID_URL", "a link has a url and no custom id"
            )
    elif style != PREMIUM:
        yield from _length(place, "custom_id", button.get("custom_id"), 1, 100)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield Problem((*place, "label"), "BUTTON_COMPONENT_EMPTY", "a button needs a label or an emoji")


def _select_problems(place: Place, select: Component) -> Iterator[Problem]:
    yield from _length(place, "custom_id", select.get("custom_id"), 1, 100)
    options = select.get("options") or ()
    yield from _length(place, "options", options, 1, 25)
    if len(select.get("placeholder") or "") > 150:
        yield Problem((*place, "placeholder"), "BASE_TYPE_MAX_LENGTH", "Must be 150 or fewer in length.")
    values = Counter(option.get("value") for option in options)
    for index, option in enumerate(options):
        yield from _length((*place, "options", index), "label", option.get("label"), 1, 100)
        yield from _length((*place, "options", index), "value", option.get("value"), 1, 100)
        if values[option.get("value")] > 1:
            text = "The specified option value is already used"
            yield Problem(
                (*place, "options", index, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text
            )


def _text_problems(place: Place, text: Component) -> Iterator[Problem]:
    yield from _length(place, "content", text.get("content"), 1, TOTAL_TEXT)


def _gallery_problems(place: Place, gallery: Component) -> Iterator[Problem]:
    items = gallery.get("items") or ()
    yield from _length(place, "items", items, 1, 10)
    for index, item in enumerate(items):
        if len(item.get("description") or "") > 1024:
            text = "Must be 1024 or fewer in length."
            yield Problem((*place, "items", index, "description"), "BASE_TYPE_MAX_LENGTH", text)


def _section_problems(place: Place, section: Component) -> Iterator[Problem]:
    yield from _length(place, "components", section.get("components"), 1, 3)
    if not isinstance(section.get("accessory"), dict):
        yield Problem((*place, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")


_CHECKS: dict[int, Callable[[Place, Component], Iterator[Problem]]] = {
    ACTION_ROW: _row_problems,
    BUTTON: _button_problems,
    STRING_SELECT: _select_problems,
    TEXT_DISPLAY: _text_problems,
    MEDIA_GALLERY: _gallery_problems,
    SECTION: _section_problems,
}
