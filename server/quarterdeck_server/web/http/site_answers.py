"""Answers with the host's identity: its pages, its style sheet, and the browser client's page under its name.

They are made on first request and kept until the server has loaded another version of the site. The content security
policies stay as strict as without a site: nothing is inline, and nothing comes from elsewhere.
"""

import json
from collections.abc import Callable
from html import escape

from aiohttp import web

from quarterdeck_server.site.colours import PROPERTIES, SHIPPED, Palette, all_rules, rules
from quarterdeck_server.site.current_site import CurrentSite
from quarterdeck_server.site.site import Site
from quarterdeck_server.site.site_pages import PATH, Page, path_of
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.web.http.browser_files import BrowserFiles
from quarterdeck_server.web.http.catalogues import StaticAnswer

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""A page of the host runs nothing, and loads nothing but its style and pictures, from here."""

STYLES = "web/styles/app.css"
SITE_STYLES = "web/styles/site.css"
MANIFEST = "web/app.webmanifest"
ICON = '<link rel="icon" type="image/svg+xml" href="/assets/{digest}/web/icons/icon.svg">'
THEME = '<meta name="theme-color" media="(prefers-color-scheme: {theme})" content="{colour}">'
OWN_NAME = "Quarterdeck"
"""The name that the name of a host replaces."""

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch"}

LAYOUT = """
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:100%/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
.head,main,.foot{max-width:46rem;margin:0 auto;padding:.75rem 1rem}
.head a,.foot a{display:inline-flex;align-items:center;min-height:44px;gap:.6rem;color:inherit}
.head a{font-weight:700;text-decoration:none;font-size:1.25rem}
.head img{height:2.5rem;width:auto;max-width:8rem}
main{width:calc(100% - 1.5rem);background:var(--felt);border:1px solid var(--line);border-radius:14px}
main img{max-width:100%;max-height:24rem;height:auto}
main table{border-collapse:collapse;display:block;overflow-x:auto;max-width:100%}
main td,main th{border:1px solid var(--line);padding:.2rem .6rem;text-align:left}
main pre{overflow-x:auto}
blockquote{margin-left:0;padding-left:1rem;border-left:.2rem solid var(--line)}
h1{line-height:1.25}
a{color:var(--brass)}
.foot ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:0;list-style:none}
:focus-visible{outline:.15rem solid var(--brass);outline-offset:.2rem}
"""

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · {name}</title>
<link rel="stylesheet" href="{styles}">{icon}
</head>
<body>
<header class="head"><a href="/">{logo}{name}</a></header>
<main>
{heading}{body}</main>
<footer class="foot"><ul>{links}</ul></footer>
</body>
</html>
"""


class SiteAnswers:
    """The answers of one process about its site."""

    def __init__(self, current: CurrentSite, browser: BrowserFiles | None) -> None:
        self._current = current
        self._browser = browser
        self._digest = ""
        self._made: dict[tuple[str, ...], StaticAnswer | None] = {}

    @property
    def site(self) -> Site | None:
        """The host's site (name, texts, colours, pages) that this process uses now; `None` without a site."""
        return self._current.now

    def page(self, name: str, language: str) -> StaticAnswer | None:
        """Return a page of the host; `None` if there is none of this name."""
        return self._kept(("page", name, language), lambda site: _page(site, name, language))

    def page_styles(self) -> StaticAnswer | None:
        """Return the style sheet of the pages."""
        return self._kept(("page.css",), lambda site: StaticAnswer(_page_styles(site).encode(), "text/css", "utf-8"))

    def picture(self, path: str) -> StaticAnswer | None:
        """Return a picture that a page shows."""
        return self._kept(("picture", path), lambda site: _picture(site, path))

    def logo(self) -> StaticAnswer | None:
        """Return the logo."""
        return self._kept(("logo",), _logo)

    def manifest(self) -> StaticAnswer | None:
        """Return the manifest of the browser client under the name of the host."""
        return self._kept(("manifest",), self._manifest)

    def client_styles(self) -> StaticAnswer | None:
        """Return the style sheet of the browser client with that of a site, and the colours of the host, at its end."""
        return self._kept(("client.css",), self._client_styles)

    def client_page(self, language: str) -> StaticAnswer | None:
        """Return the page of the browser client under the name of the host; `None` without a site."""
        return self._kept(("client", language), lambda site: self._client_page(site, language))

    def is_current(self, version: str | None) -> bool:
        """True if an address names the current version of the site, so that its answer may be cached for ever."""
        return self.site is not None and version in (self.site.digest, self._version(self.site))

    def _kept(self, key: tuple[str, ...], make: Callable[[Site], StaticAnswer | None]) -> StaticAnswer | None:
        site = self.site
        if site is None:
            return None
        if site.digest != self._digest:
            self._digest, self._made = site.digest, {}
        if key not in self._made:
            if (made := make(site)) is None:  # names from addresses are not kept
                return None
            self._made[key] = made
        return self._made[key]

    def _version(self, site: Site) -> str:
        """Return the version of answers that contain parts of both the site and the browser client."""
        return site.digest if self._browser is None else f"{site.digest}{self._browser.digest}"

    def _client_styles(self, site: Site) -> StaticAnswer | None:
        if self._browser is None:
            return None
        shipped = [self._browser.assets[path].plain.decode() for path in (STYLES, SITE_STYLES)]
        styles = "".join((*shipped, rules(site.palettes)))
        return StaticAnswer(styles.encode(), "text/css", "utf-8")

    def _manifest(self, site: Site) -> StaticAnswer | None:
        if self._browser is None:
            return None
        manifest = json.loads(self._browser.assets[MANIFEST].plain)
        for icon in manifest["icons"]:
            icon["src"] = f"/assets/{self._browser.digest}/web/{icon['src']}"
        if site.logo is not None:
            sizes = f"{site.logo.width}x{site.logo.height}" if site.logo.width else "any"
            manifest["icons"].insert(0, {"src": f"{PATH}/logo", "type": site.logo.kind, "sizes": sizes})
        manifest |= {"name": site.name, "short_name": site.name}
        if site.text(site.language):
            manifest["description"] = site.text(site.language)
        background = _colours(site, "dark").colours["background"]
        manifest |= {"background_color": background, "theme_color": background}
        content = json.dumps(manifest, ensure_ascii=False, separators=(",", ":"))
        return StaticAnswer(content.encode(), "application/manifest+json", "utf-8")

    def _client_page(self, site: Site, language: str) -> StaticAnswer | None:
        if self._browser is None:
            return None
        digest = self._browser.digest
        html = self._browser.pages[language].plain.decode()
        links = "".join(f" {_link(path_of(name), by[language].title)}" for name, by in site.pages.items())
        html = html.replace(OWN_NAME, escape(site.name)).replace("</noscript>", f"{links}</noscript>")
        html = html.replace(f"/assets/{digest}/{MANIFEST}", f"{PATH}/app.webmanifest")
        html = html.replace(f"/assets/{digest}/{STYLES}", f"{PATH}/client.css?v={self._version(site)}")
        for palette in site.palettes:
            shipped = THEME.format(theme=palette.theme, colour=SHIPPED[palette.theme]["background"])
            own = THEME.format(theme=palette.theme, colour=palette.colours["background"])
            html = html.replace(shipped, own)
        if site.logo is not None:
            html = html.replace(ICON.format(digest=digest), _icon(site))
        html = html.replace("</head>", f"{_preview(site, language)}</head>")
        return StaticAnswer(html.encode(), "text/html", charset="utf-8")


def _page(site: Site, name: str, language: str) -> StaticAnswer | None:
    if name not in site.pages:
        return None
    by = site.pages[name]
    page = by[language]
    others = [each for each in LANGUAGES if by[each].language == each != page.language]
    in_others = "".join(
        f'<li><a href="{path_of(name)}?language={each}" lang="{each}" hreflang="{each}">{LANGUAGE_NAMES[each]}</a></li>'
        for each in others
    )
    links = "".join(
        f"<li>{_link(f'{path_of(each)}?language={language}', of[language].title)}</li>"
        for each, of in site.pages.items()
    )
    logo = "" if site.logo is None else f'<img src="{PATH}/logo?v={site.digest}" alt="">'
    html = PAGE.format(
        language=page.language,
        title=escape(page.title),
        name=escape(site.name),
        styles=f"{PATH}/page.css?v={site.digest}",
        icon="" if site.logo is None else f"\n{_icon(site)}",
        logo=logo,
        heading="" if _begins_with_heading(page) else f"<h1>{escape(page.title)}</h1>\n",
        body=page.html,
        links=links + in_others,
    )
    return StaticAnswer(html.encode(), "text/html", charset="utf-8", language=page.language)


def _begins_with_heading(page: Page) -> bool:
    return page.html.startswith("<h1>")


def _logo(site: Site) -> StaticAnswer | None:
    return None if site.logo is None else StaticAnswer(site.logo.content, site.logo.kind)


def _picture(site: Site, path: str) -> StaticAnswer | None:
    found = site.pictures.get(path)
    return None if found is None else StaticAnswer(found.content, found.kind)


def _page_styles(site: Site) -> str:
    return all_rules((_colours(site, "dark"), _colours(site, "light"))) + ":root{color-scheme:light dark}" + LAYOUT


def _colours(site: Site, theme: str) -> Palette:
    """Return the palette of a theme: the client's where the host has set none."""
    own = next((each for each in site.palettes if each.theme == theme), None)
    return own or Palette(theme, {name: SHIPPED[theme][name] for name in PROPERTIES}, ())


def _icon(site: Site) -> str:
    assert site.logo is not None  # noqa: S101 - it is asked before
    return f'<link rel="icon" type="{site.logo.kind}" href="{PATH}/logo?v={site.digest}">'


def _link(href: str, title: str) -> str:
    return f'<a href="{href}">{escape(title)}</a>'


def _preview(site: Site, language: str) -> str:
    """Return what search engines and previews of links show beside the title."""
    text = escape(site.text(language))
    return f'<meta name="description" content="{text}">\n' if text else ""


SITE_ANSWERS: web.AppKey[SiteAnswers] = web.AppKey("site_answers", SiteAnswers)
