"""Identity of a host: the name, texts and pages of a server, and who may come."""

import msgspec

from quarterdeck_protocol.open_enum import OpenEnum


class Registration(OpenEnum):
    """Ways to get an account on a server."""

    OPEN = "open"
    """Everybody may register."""

    APPROVAL = "approval"
    """Everybody may register. A moderator approves each account before it may take part."""

    INVITE = "invite"
    """Players register with the code of an invite."""

    CLOSED = "closed"
    """Nobody may register."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a way that is newer than itself."""


class GuestAccess(OpenEnum):
    """Rights of players without an account."""

    ON = "on"
    """Guests play."""

    WATCH = "watch"
    """Guests see public tables and watch matches. They do not play, talk or write."""

    OFF = "off"
    """Guests and strangers see nothing. A guest may only register."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a value that is newer than itself."""


class SitePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the host, such as its imprint."""

    name: str
    """`welcome`, `rules`, `contact`, `imprint`, `privacy` or `terms`; later perhaps others."""

    title: str
    path: str
    """The path of the page on this server, for browsers: `/site/imprint`. `?language=de` asks for a language."""


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """The identity of a host, in the language of the connection or the request. All texts are plain text: show them as
    such."""

    name: str
    text: str = ""
    """A short text about the server, one line; empty if there is none."""

    welcome: str = ""
    """The welcome of the host: paragraphs with empty lines in between; empty if there is none."""

    logo: str | None = None
    """The path of the logo on this server, a PNG or an SVG."""

    terms: str | None = None
    """The version of the terms of use in force; `null` if there are none. Players accept it with `accept_terms`."""

    pages: tuple[SitePage, ...] = ()
    """The pages of the host, in the order in which to show them."""

    registration: Registration = Registration.OPEN
    """The players who may get an account."""

    guests: GuestAccess = GuestAccess.ON
    """The rights of players without an account."""
