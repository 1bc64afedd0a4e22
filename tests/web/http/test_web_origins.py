"""Origins that a host allows: what a browser can send is taken, and everything else is told what it should be."""

import pytest
from quarterdeck_server.web.http.web_origins import check_origin


@pytest.mark.parametrize(
    "origin",
    [
        "https://cards.example.org",
        "http://localhost:8765",
        "https://[2001:db8::1]:8443",
        "https://xn--spter-kva.example",
        "capacitor://localhost",
        "chrome-extension://abcdefghijklmnop",
    ],
)
def test_anything_that_a_browser_sends_is_an_origin(origin: str) -> None:
    check_origin(origin)


@pytest.mark.parametrize(
    ("origin", "right"),
    [
        ("cards.example", "https://cards.example"),
        ("cards.example:8443", "https://cards.example:8443"),
        ("https://cards.example/", "https://cards.example"),
        ("https://cards.example/play?x=1", "https://cards.example"),
        ("https://Cards.Example", "https://cards.example"),
        ("HTTPS://cards.example", "https://cards.example"),
        ("https://cards.example:443", "https://cards.example"),
        ("http://cards.example:80", "http://cards.example"),
        ("https://me@cards.example", "https://cards.example"),
        ("https://später.example", "https://xn--spter-hra.example"),
        ("*", "https://cards.example.org"),
        ("null", "https://cards.example.org"),
        ("https://", "https://cards.example.org"),
        ("https://cards.example:port", "https://cards.example.org"),
        ("https://*.example", "https://cards.example.org"),
        ("https://cards_example.org/#x", "https://cards_example.org"),
    ],
)
def test_anything_that_else_is_told_what_would_be_right(origin: str, right: str) -> None:
    with pytest.raises(ValueError, match="is not an origin as browsers send it") as wrong:
        check_origin(origin)
    assert str(wrong.value).endswith(f", as {right}")
