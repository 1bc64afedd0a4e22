"""The current site (a host's name, texts and colours) of one process. It is read again when its folder changes; a
faulty new version is not used."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import structlog
from quarterdeck_protocol.lobby.site import GuestAccess
from quarterdeck_protocol.lobby.site import Site as SiteShown

from quarterdeck_server.metrics import SiteMetrics
from quarterdeck_server.periodic_work import PeriodicTask, repeat
from quarterdeck_server.program import SERVER_NAME
from quarterdeck_server.site.access_policy import OPEN, SHUT, Admission
from quarterdeck_server.site.site import Site, read_site, stamp_of

SECONDS_BETWEEN_LOOKS = 2.0

Follower = Callable[[], None]

_log = structlog.get_logger()


class CurrentSite:
    """The site that this process uses now, read from the host's folder."""

    def __init__(self, folder: Path | None, metrics: SiteMetrics) -> None:
        """Make the current site from a folder. If the folder cannot be read, this is logged, and the folder is read
        again when it has changed. A server checks the folder before and does not start with a faulty one."""
        self._folder = folder
        self._metrics = metrics
        self._stamp: object = None
        self._followers: set[Follower] = set()
        self._looking = PeriodicTask()
        self.now: Site | None = None
        """The site that is shown now; `None` if no folder is set."""

        self.has_become_private = False
        """True if the last change of the site made this server private."""

        if folder is not None:
            self._take(*self._read(folder))

    @property
    def terms(self) -> str | None:
        """The version of the terms of use that applies now."""
        return None if self.now is None else self.now.terms

    @property
    def admission(self) -> Admission:
        """The policy about new accounts and guests that applies now. If the site of the host cannot be read, nobody
        new is admitted."""
        if self.now is not None:
            return self.now.admission
        return OPEN if self._folder is None else SHUT

    def lets_guests_play(self) -> bool:
        """True if guests may play by the present policy."""
        return self.admission.guests is GuestAccess.ON

    def shown(self, language: str) -> SiteShown | None:
        """Return the part of the site that clients are sent, in a language; `None` without a site."""
        if self.now is not None:
            return self.now.shown(language)
        if self._folder is None:
            return None
        return SiteShown(name=SERVER_NAME, registration=SHUT.registration, guests=SHUT.guests)

    def subscribe(self, follower: Follower) -> None:
        """Notify this subscriber whenever another version of the site is used."""
        self._followers.add(follower)

    def unsubscribe(self, follower: Follower) -> None:
        """Stop notifying this subscriber of changes of the site."""
        self._followers.discard(follower)

    async def refresh(self) -> None:
        """Read the folder of the site again if it has changed."""
        if self._folder is None:
            return
        stamp, found = await asyncio.to_thread(self._read, self._folder)
        if stamp != self._stamp:
            self._take(stamp, found)

    def start(self) -> None:
        """Start to check the folder of the site regularly."""
        if self._folder is not None:
            self._looking.start(
                repeat(self.refresh, SECONDS_BETWEEN_LOOKS, meanwhile="a change of the site may be noticed late")
            )

    async def close(self) -> None:
        """Stop checking the folder of the site."""
        await self._looking.stop()

    def _read(self, folder: Path) -> tuple[object, Site | Exception | None]:
        """Return the folder's stamp (names, sizes and times of its files), and its site or its fault; only the stamp if
        it has not changed."""
        try:
            stamp = stamp_of(folder)
            return stamp, None if stamp == self._stamp else read_site(folder)
        except (OSError, ValueError) as error:
            return f"{type(error).__name__}: {error}", error

    def _take(self, stamp: object, found: Site | Exception | None) -> None:
        self._stamp = stamp
        if isinstance(found, Exception):
            self._metrics.is_broken = True
            _log.error("the site has a fault and is not taken; the last good version stays in force", fault=str(found))
            return
        self._metrics.is_broken = False
        if found is not None and (self.now is None or found.digest != self.now.digest):
            self.put_in_force(found)

    def put_in_force(self, site: Site) -> None:
        """Make this the current site (the host's name, texts and colours), and notify all subscribers."""
        if self.now is not None:
            self._metrics.changes += 1
            _log.info("another version of the site is in force", digest=site.digest)
        was_private = self.admission.is_private
        self.now = site
        self.has_become_private = self.admission.is_private and not was_private
        for follower in list(self._followers):
            follower()
