"""What the documents show of a site is what a connected client hears."""

import msgspec
from quarterdeck_server.docs_build.recorded_server import recorded
from quarterdeck_server.docs_build.scenes.site import about_a_site


async def test_the_recorded_site_is_told_when_it_changes() -> None:
    frames = await recorded(about_a_site, "seed")
    told = [(label, msgspec.json.decode(frame)) for label, frame in frames.items()]
    assert [(label, heard["site"] and heard["site"]["name"]) for label, heard in told if "site" in heard] == [
        ("quin 1 answer", None),
        ("quin 1 tells quin", "Card Harbour"),
    ]
