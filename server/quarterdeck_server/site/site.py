"""A site (a host's identity), read and checked as a whole: one fault makes the whole site unusable."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from quarterdeck_protocol.lobby.site import GuestAccess, Registration, SitePage
from quarterdeck_protocol.lobby.site import Site as SiteShown

from quarterdeck_server.site.access_policy import Admission
from quarterdeck_server.site.colours import Palette, palettes
from quarterdeck_server.site.pictures import LARGEST_LOGO, Picture, read_picture
from quarterdeck_server.site.site_file import SiteFile, SourceText, read_site_file
from quarterdeck_server.site.site_pages import PATH, TITLES, Page, check_names, path_of, read_page
from quarterdeck_server.translations import LANGUAGES, said


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """The identity of a host: name, texts, logo, colours and legal pages."""

    name: str
    language: str
    """The default language."""

    texts: Mapping[str, str]
    logo: Picture | None
    palettes: tuple[Palette, ...]
    pages: Mapping[str, Mapping[str, Page]]
    """The pages by name and language, each in every language of the server."""

    terms: str | None
    """The version of the terms of use, if there are any."""

    admission: Admission
    digest: str

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """All pictures on the site's pages, by their paths in the folder."""
        return {
            path: each for by in self.pages.values() for page in by.values() for path, each in page.pictures.items()
        }

    def text(self, language: str) -> str:
        """Return the site's short text in a language, or in the default language."""
        return self.texts.get(language, self.texts.get(self.language, ""))

    def shown(self, language: str) -> SiteShown:
        """Return the part of the site that clients are sent, in a language: names, texts and addresses."""
        welcome = self.pages.get("welcome")
        return SiteShown(
            name=self.name,
            text=self.text(language),
            welcome="" if welcome is None else welcome[language].plain,
            logo=None if self.logo is None else f"{PATH}/logo?v={self.digest}",
            terms=self.terms,
            pages=tuple(
                SitePage(name=name, title=by[language].title, path=path_of(name)) for name, by in self.pages.items()
            ),
            registration=self.admission.registration,
            guests=self.admission.guests,
        )


def read_site(folder: Path) -> Site:
    """Return the site in a folder. Raises `ValueError`, with the file, the line and what would be right, or
    `OSError`."""
    settings, source = read_site_file(folder, LANGUAGES)
    check_names(folder, LANGUAGES)
    logo = _logo(folder, settings, source)
    pages = dict(_pages(folder, settings))
    if settings.terms_version is not None and "terms" not in pages:
        raise source.fault("terms_version", "there are no terms. Write terms.md, or take `terms_version` out.")
    found = Site(
        name=settings.name,
        language=settings.language,
        texts=settings.text,
        logo=logo,
        palettes=palettes(settings.colours, source),
        pages=pages,
        terms=_terms(settings, pages),
        admission=Admission(Registration(settings.registration), GuestAccess(settings.guests)),
        digest="",
    )
    return msgspec.structs.replace(found, digest=_digest_of(found))


def stamp_of(folder: Path) -> object:
    """Return a value that differs after any change of the folder: the names, sizes and times of all its files. It reads
    no file. Raises `OSError`."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return [(file.as_posix(), (state := file.stat()).st_mtime_ns, state.st_size, state.st_ino) for file in files]


def _logo(folder: Path, settings: SiteFile, source: SourceText) -> Picture | None:
    if settings.logo is None:
        return None
    at = source.place("logo")
    file = (folder / settings.logo).resolve()
    if not file.is_relative_to(folder.resolve()):
        raise ValueError(f"{at}: {settings.logo} is outside of {folder}. Put the picture into the folder.")
    return read_picture(file, LARGEST_LOGO, at)


def _pages(folder: Path, settings: SiteFile) -> Iterator[tuple[str, Mapping[str, Page]]]:
    """Yield the pages of a site. A page without a translation is shown in the default language, or else in any."""
    for name in TITLES:
        written = {
            language: page
            for language in LANGUAGES
            if (page := read_page(folder, language, name, said(TITLES[name], language))) is not None
        }
        if written:
            first = written.get(settings.language) or next(iter(written.values()))
            yield name, {language: written.get(language, first) for language in LANGUAGES}


def _terms(settings: SiteFile, pages: Mapping[str, Mapping[str, Page]]) -> str | None:
    """Return the version of a site's terms of service: the declared one, or a digest of their texts."""
    if "terms" not in pages:
        return None
    if settings.terms_version is not None:
        return settings.terms_version
    whole = hashlib.sha256()
    for language, page in pages["terms"].items():
        whole.update(f"{language} {len(page.source)} ".encode() + page.source)
    return whole.hexdigest()[:12]


def _digest_of(site: Site) -> str:
    return hashlib.sha256(msgspec.json.encode(site, order="deterministic")).hexdigest()[:16]
