"""What a player finds who comes back to a match: all of it, as it stands for them, and the clock as it runs."""

from servers import live_server


async def test_a_caller_who_comes_back_sees_everything_again_and_the_clock_that_is_running() -> None:
    """G-11: the same to the byte, their hand among it, and no more time than before."""
    async with live_server() as server, server.line() as ada, server.line() as bo:
        me, other = await bo.sign_in("Bo"), await ada.sign_in("Ada")
        await server.begin("d", [other["player"], me["player"]], game="density-deck")
        before = await bo.ask({"type": "watch_match", "match": "d"})
        await bo.socket.close()
        async with server.line() as later:
            await later.sign_in(token=me["token"])
            after = await later.ask({"type": "watch_match", "match": "d"})
    assert len(after["view"]["hand"]) == 3
    assert after["waiting"][0]["until"] is not None
    for what in ("seat", "version", "view", "choices", "waiting", "players", "link"):
        assert after[what] == before[what], what
