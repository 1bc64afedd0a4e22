"""The webhooks of the host and the key for those of players, read from one file. A fault is named with its place, and
no secret is in its text."""

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
HMAC, ED25519 = "whsec_", "whsk_"
"""The beginnings of secrets: of HMAC (`v1`), and of the private keys of Ed25519 (`v1a`)."""

LEAST_SECRET, MOST_SECRET = 24, 64
SEED, SEED_AND_PUBLIC_KEY = 32, 64
"""Lengths of a private key of Ed25519: some programs write the public key behind it."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


class HookEvent(StrEnum):
    """Kinds of events that a webhook may be sent."""

    TABLE_OPENED = "table.opened"
    MATCH_BEGUN = "match.begun"
    MATCH_ENDED = "match.ended"
    MATCH_RATED = "match.rated"
    ROUND_PAIRED = "round.paired"
    TOURNAMENT_ENDED = "tournament.ended"
    REPORT_FILED = "report.filed"


USUAL = tuple(event for event in HookEvent if event is not HookEvent.REPORT_FILED)
"""The events of a webhook that names none. Reports are not for everybody who reads a channel."""


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

    events: tuple[HookEvent, ...] = USUAL
    form: Form = Form.STANDARD
    language: str = ENGLISH
    """The language of texts for people."""

    inner: bool = False
    """True if the receiver may be in an inner network, and may be reached without TLS."""


class PlayersHooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the webhooks of players."""

    key: str
    """The secret that seals their addresses in the store, and from which their keys are derived."""

    inner: bool = False
    """True if their receivers may be in an inner network, as in a network without internet."""

    @property
    def secret(self) -> bytes:
        """The key as bytes."""
        return secret_bytes(self.key)


class HookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of webhooks."""

    hook: tuple[Hook, ...] = ()
    players: PlayersHooks | None = None
    """The settings of the webhooks of players; `None` if they can have none."""


def secret_bytes(secret: str) -> bytes:
    """Return a secret without its beginning, as bytes."""
    return b64decode(secret.partition("_")[2])


def read_hooks(file: Path) -> tuple[Hook, ...]:
    """Return the webhooks of the host. Raises as `read_hook_file`."""
    return read_hook_file(file).hook


def read_hook_file(file: Path) -> HookFile:
    """Return the content of a file of webhooks. Raises `ValueError` with the fault and what would be right, and
    `OSError`."""
    try:
        found = msgspec.convert(tomllib.loads(file.read_text("utf-8")), HookFile)
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
    if found.players is not None and not (found.players.key.startswith(HMAC) and _is_secret(found.players.key)):
        raise ValueError(f"{file}, players: `key` must be `{HMAC}` and {LEAST_SECRET} to {MOST_SECRET} random bytes.")
    return found


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
        return (
            f"each secret must be `{HMAC}` and {LEAST_SECRET} to {MOST_SECRET} random bytes in base64, or `{ED25519}` "
            f"and {SEED} bytes."
        )
    return None


def _is_secret(secret: str) -> bool:
    try:
        key = b64decode(secret.partition("_")[2], validate=True)
    except ValueError:  # no base64, or other letters than ASCII
        return False
    if secret.startswith(ED25519):
        return len(key) in (SEED, SEED_AND_PUBLIC_KEY)
    return secret.startswith(HMAC) and LEAST_SECRET <= len(key) <= MOST_SECRET
