"""A process follows the folder of its site, and keeps the last good version."""

from pathlib import Path

from quarterdeck_server.metrics import SiteMetrics
from quarterdeck_server.site.current_site import CurrentSite
from servers import Message, live_server, soon
from site_folders import NAMED, whole_site, write_site
from structlog.testing import capture_logs


async def test_a_change_is_taken_and_a_fault_leaves_the_old_version_in_force(tmp_path: Path) -> None:
    metrics, told = SiteMetrics(), list[str]()
    current = CurrentSite(write_site(tmp_path), metrics)

    def heard() -> None:
        assert current.now is not None
        told.append(current.now.name)

    current.subscribe(heard)
    await current.refresh()
    write_site(tmp_path, {"site.toml": 'name = "Card Haven"'})
    with capture_logs() as logs:
        await current.refresh()
        write_site(tmp_path, {"site.toml": 'nam = "Card Haven!"'})
        for _ in range(3):
            await current.refresh()
        broken = [metrics.is_broken]
        assert current.now is not None
        assert current.now.name == "Card Haven"
        write_site(tmp_path, {"site.toml": 'name = "Card Haven"'})
        await current.refresh()
        broken.append(metrics.is_broken)
        write_site(tmp_path, {"site.toml": NAMED})
        await current.refresh()
    assert broken == [True, False]
    assert told == ["Card Haven", "Card Harbour"]
    assert metrics.changes == 2
    assert [each["event"] for each in logs].count(
        "the site has a fault and is not taken; the last good version stays in force"
    ) == 1
    current.unsubscribe(heard)


async def test_a_process_that_starts_with_a_fault_serves_without_a_site_until_it_is_mended(tmp_path: Path) -> None:
    metrics = SiteMetrics()
    with capture_logs():
        current = CurrentSite(tmp_path, metrics)
        assert current.now is None
        assert metrics.is_broken
        write_site(tmp_path)
        await current.refresh()
    taken = current.now is not None, metrics.is_broken
    assert taken == (True, False)


async def test_every_process_takes_a_change_by_itself_and_tells_its_connections(tmp_path: Path) -> None:
    whole_site(tmp_path)

    def public_ratings(message: Message) -> bool:
        return bool(message["type"] == "site_changed")

    async with (
        live_server(site=str(tmp_path)) as one,
        live_server(site=str(tmp_path)) as other,
        one.line() as line,
        other.line() as german,
    ):
        welcome = await line.ask({"type": "hello"})
        assert welcome["site"]["name"] == "Card Harbour"
        await german.ask({"type": "hello", "language": "de"})
        write_site(tmp_path, {"de/imprint.md": "# Anbieter\n\nBo"})
        told = await german.until(public_ratings)
        assert "Anbieter" in [page["title"] for page in told["site"]["pages"]]
        await line.until(public_ratings)
        write_site(tmp_path, {"site.toml": "name = 3"})
        await soon(lambda: other.services.site._metrics.is_broken)
        assert (await german.ask({"type": "hello"}))["site"]["name"] == "Card Harbour"
