"""The providers of identities by which players may sign in, read from one file. A fault is named with its place, and no
secret is in its text."""

import re
import tomllib
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, Meta, UnsetType

MOST_PROVIDERS = 8
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

Address = Annotated[str, Meta(max_length=500)]


class Provider(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider of identities: OpenID Connect by its `issuer`, or plain OAuth 2 with an address of its users."""

    id: str
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    """The name on the button."""

    client_id: Annotated[str, Meta(min_length=1, max_length=200)]
    client_secret_file: str = ""
    """A file with the secret; none for a public client."""

    issuer: Address = ""
    authorize: Address = ""
    token: Address = ""
    user: Address = ""
    """Addresses of a provider that has no OpenID Connect, as GitHub."""

    subject: str = "id"
    """The field of the answer of `user` that never changes for a person."""

    scope: str = "openid"
    inner: bool = False
    """True if the provider may be reached without TLS."""

    secret: str = ""
    """The content of `client_secret_file`; never in the file itself."""

    @property
    def realm(self) -> str:
        """The issuer of the subjects: two people of one realm never have the same subject."""
        return self.issuer or self.authorize


class _File(msgspec.Struct, forbid_unknown_fields=True):
    only: bool = False
    """True if players sign in and register by these providers alone, and operators by a password too."""

    passkeys: bool | UnsetType = UNSET
    """True if players sign in by passkeys too; unset, unless the providers are the `only` way."""

    provider: tuple[Provider, ...] = ()


def is_only_way(file: Path | None) -> bool:
    """True if the providers in a file, which has been checked, are the only way to sign in. Raises `OSError`."""
    return file is not None and _content(file).only


def takes_passkeys(file: Path | None) -> bool:
    """True if players may sign in by passkeys beside the providers in a file, which has been checked. Raises
    `OSError`."""
    content = _File() if file is None else _content(file)
    return not content.only if content.passkeys is UNSET else content.passkeys


def _content(file: Path) -> _File:
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)


def read_providers(file: Path) -> tuple[Provider, ...]:
    """Return the providers in a file, with their secrets. Raises `ValueError` with the fault and what would be right,
    and `OSError`."""
    try:
        found = _content(file).provider
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    if len(found) > MOST_PROVIDERS:
        raise ValueError(f"{file}: there can be at most {MOST_PROVIDERS} providers.")
    ids = [provider.id for provider in found]
    for provider in found:
        where = f"{file}, provider {provider.id[:40]!r}"
        if ids.count(provider.id) > 1:
            raise ValueError(f"{where}: another provider has this id.")
        if fault := _fault(provider):
            raise ValueError(f"{where}: {fault}")
    return tuple(_with_secret(provider, file.parent) for provider in found)


def _with_secret(provider: Provider, folder: Path) -> Provider:
    if not provider.client_secret_file:
        return provider
    return msgspec.structs.replace(provider, secret=(folder / provider.client_secret_file).read_text("utf-8").strip())


def _fault(provider: Provider) -> str | None:
    """Return what is wrong with a provider; `None` if it is right."""
    if not ID.fullmatch(provider.id):
        return "`id` must be up to 32 lower-case letters, digits and hyphens."
    if provider.secret:
        return "write the secret into a file of its own, and its path into `client_secret_file`."
    own = (provider.authorize, provider.token, provider.user)
    if bool(provider.issuer) == any(own) or (any(own) and not all(own)):
        return "give `issuer`; or, for a provider without OpenID Connect, `authorize`, `token` and `user`."
    if provider.issuer and "openid" not in provider.scope.split(" "):
        return "`scope` must contain `openid`."
    schemes = ("https", "http") if provider.inner else ("https",)
    if any(urlsplit(each).scheme not in schemes for each in (provider.issuer, *own) if each):
        return "addresses must begin with `https://`; with `inner = true` also with `http://`."
    return None
