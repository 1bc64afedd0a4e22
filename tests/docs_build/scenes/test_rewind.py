"""The recorded store forgets what it had acknowledged, and the examples show what whoever did it is told."""

import msgspec
from quarterdeck_protocol.messages import Rewound, WatchMatch
from quarterdeck_server.docs_build.recorded_server import recorded
from quarterdeck_server.docs_build.scenes.rewind import about_a_rewind


async def test_a_player_who_acted_is_told_that_it_is_gone_and_comes_back_with_its_link() -> None:
    frames = await recorded(about_a_rewind, "seed")
    rewinds = [msgspec.json.decode(frames[f"rewound {name}"], type=Rewound) for name in ("moe", "nan")]
    assert [(each.epoch, each.version, each.was) for each in rewinds] == [(1, 2, 3)] * 2
    assert sorted(map(len, (each.refs for each in rewinds))) == [0, 1]
    watches = [frame for frame in frames.values() if b'"watch_match"' in frame]
    assert [msgspec.json.decode(frame, type=WatchMatch).link is None for frame in watches] == [True, True, False]
