"""The webhooks of the host, read from one file. A fault is named with its place, and no secret is in its text."""

import re
import tomllib
from base64 import b64decode
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_server.translations import ENGLISH, LANGUAGES

MOST_HOOKS = 20
PREFIX = "whsec_"
LEAST_SECRET, MOST_SECRET = 24, 64
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


class HookEvent(StrEnum):
    """Kinds of events that a webhook may be sent."""

    TABLE_OPENED = "table.opened"
    MATCH_BEGUN = "match.begun"
    MATCH_ENDED = "match.ended"


class Form(StrEnum):
    """Forms of the body of a request."""

    STANDARD = "standard"
    """`type`, `timestamp` and `data`, as in Standard Webhooks."""

    DISCORD = "discord"
    """A message of a channel of Discord."""


class Hook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One webhook."""

    name: str
    url: Annotated[str, Meta(max_length=2_000)]
    secrets: tuple[str, ...] = ()
    """The secrets that sign each request: one, or two while one replaces the other."""

    events: tuple[HookEvent, ...] = tuple(HookEvent)
    form: Form = Form.STANDARD
    language: str = ENGLISH
    """The language of texts for people."""

    inner: bool = False
    """True if the receiver may be in an inner network, and may be reached without TLS."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The secrets with which requests to the receiver are signed, as bytes."""
        return tuple(b64decode(secret.removeprefix(PREFIX)) for secret in self.secrets)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    hook: tuple[Hook, ...] = ()


def read_hooks(file: Path) -> tuple[Hook, ...]:
    """Return the webhooks in a file. Raises `ValueError` with the fault and what would be right, and `OSError`."""
    try:
        found = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    if len(found.hook) > MOST_HOOKS:
        raise ValueError(f"{file}: there can be at most {MOST_HOOKS} webhooks.")
    names = [hook.name for hook in found.hook]
    for hook in found.hook:
        where = f"{file}, webhook {hook.name[:40]!r}"
        if names.count(hook.name) > 1:
            raise ValueError(f"{where}: another webhook has this name.")
        if fault := _fault(hook):
            raise ValueError(f"{where}: {fault}")
    return found.hook


def _fault(hook: Hook) -> str | None:
    """Return what is wrong with a webhook; `None` if it is right."""
    if not NAME.fullmatch(hook.name):
        return "`name` must be up to 32 lower-case letters, digits and hyphens."
    if not hook.url.startswith(("https://", "http://") if hook.inner else "https://"):
        return "`url` must begin with `https://`; with `inner = true` also with `http://`."
    if hook.language not in LANGUAGES:
        return f"`language` must be one of {', '.join(LANGUAGES)}."
    if hook.form is Form.STANDARD and not 1 <= len(hook.secrets) <= 2:
        return "`secrets` must have one secret, or two while one replaces the other."
    if not all(map(_is_secret, hook.secrets)):
        return f"each secret must be `{PREFIX}` and {LEAST_SECRET} to {MOST_SECRET} random bytes in base64."
    return None


def _is_secret(secret: str) -> bool:
    try:
        key = b64decode(secret.removeprefix(PREFIX), validate=True)
    except ValueError:  # no base64, or other letters than ASCII
        return False
    return secret.startswith(PREFIX) and LEAST_SECRET <= len(key) <= MOST_SECRET
