"""Components as Discord gives them back: numbered, with the files they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.payloads import attachment_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.sandbox.model import Attachment

ACTION_ROW = 1
BUTTON = 2
STRING_SELECT = 3
SECTION = 9
TEXT_DISPLAY = 10
THUMBNAIL = 11
MEDIA_GALLERY = 12
FILE = 13
SEPARATOR = 14
CONTAINER = 17
V2_ONLY = {SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER}
ATTACHED = "attachment://"

Component = dict[str, Any]
Place = tuple[str | int, ...]


def children_of(component: Component) -> Iterator[tuple[Place, Component]]:
    """Yield the components directly inside one, each with its place in it."""
    for index, child in enumerate(component.get("components") or ()):
        if isinstance(child, dict):
            yield ("components", index), child
    accessory = component.get("accessory")
    if isinstance(accessory, dict):
        yield ("accessory",), accessory


def walk(components: Any, place: Place = ("components",)) -> Iterator[tuple[Place, Component]]:
    """Yield every component, outermost first, with its place in the body."""
    for index, component in enumerate(components or ()):
        if isinstance(component, dict):
            yield from _walk_one(component, (*place, index))


def _walk_one(component: Component, place: Place) -> Iterator[tuple[Place, Component]]:
    yield place, component
    for step, child in children_of(component):
        yield from _walk_one(child, (*place, *step))


def every(components: Any) -> list[Component]:
    """Return every component, outermost first."""
    found: list[Component] = []
    for component in components or ():
        if isinstance(component, dict):
            found.append(component)
            if "components" in component:
                found += every(component["components"])
            if "accessory" in component:
                found += every([component["accessory"]])
    return found


def media_of(component: Component) -> Iterator[tuple[Place, Component]]:
    """Yield the media objects that a component shows."""
    kind = component.get("type")
    if kind == MEDIA_GALLERY:
        for index, item in enumerate(component.get("items") or ()):
            yield ("items", index, "media"), item.get("media") or {}
    elif kind == THUMBNAIL:
        yield ("media",), component.get("media") or {}
    elif kind == FILE:
        yield ("file",), component.get("file") or {}


def find_control(components: Any, custom_id: str) -> Component | None:
    """Return the button or select with this custom id."""
    return next((one for one in every(components) if one.get("custom_id") == custom_id), None)


def resolved(
    components: list[Component], attachments: list[Attachment], channel_id: int, cdn: str
) -> list[Component]:
    """Return components as the server gives them out: every one numbered, media with their addresses."""
    files = {one.filename: attachment_json(one, channel_id, cdn) for one in attachments}
    numbers = iter(range(1, 1000))
    return [_resolve(component, files, numbers) for component in components]


def _resolve(component: Component, files: dict[str, Any], numbers: Iterator[int]) -> Component:
    body = {key: value for key, value in component.items() if value is not None}
    number = next(numbers)
    body["id"] = component.get("id") or number
    if "components" in body:
        body["components"] = [_resolve(child, files, numbers) for child in component["components"]]
    if "accessory" in body:
        body["accessory"] = _resolve(component["accessory"], files, numbers)
    if component.get("type") == MEDIA_GALLERY:
        body["items"] = [_item(item, files) for item in component.get("items") or ()]
    for key in ("media", "file"):
        if key in body:
            body[key] = _media(body[key], files)
    body.update(_defaults(body))
    return body


def _defaults(body: Component) -> dict[str, Any]:
    kind = body.get("type")
    if kind in (CONTAINER, THUMBNAIL, FILE):
        return {"spoiler": body.get("spoiler", False)}
    if kind == SEPARATOR:
        return {"divider": body.get("divider", True), "spacing": body.get("spacing", 1)}
    return {}


def _item(item: dict[str, Any], files: dict[str, Any]) -> dict[str, Any]:
    body = {"media": _media(item["media"], files), "spoiler": bool(item.get("spoiler"))}
    if item.get("description") is not None:
        body["description"] = item["description"]
    return body


def _media(media: dict[str, Any], files: dict[str, Any]) -> dict[str, Any]:
    url = str(media.get("url", ""))
    body: dict[str, Any] = {"id": "0", "url": url, "proxy_url": url, "loading_state": 2}
    found = files.get(url.removeprefix(ATTACHED)) if url.startswith(ATTACHED) else None
    if found is not None:
        body.update(
            id=found["id"],
            url=found["url"],
            proxy_url=found["proxy_url"],
            content_type=found["content_type"],
            attachment_id=found["id"],
            width=found.get("width", 0),
            height=found.get("height", 0),
        )
    return body
