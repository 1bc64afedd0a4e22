"""Ends of sessions on other devices, with their sockets and tokens."""

from servers import PASSWORD, Message, live_server


async def test_a_player_signs_out_one_device_or_all_others_and_their_sockets() -> None:
    async with live_server() as server, server.line() as laptop, server.line() as phone, server.line() as stolen:
        token = (await laptop.sign_in("Whoever"))["token"]
        await laptop.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        program = (await laptop.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        other = await phone.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        await stolen.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})

        def ids(answer: Message, *, present: bool) -> list[str]:
            return [each["id"] for each in answer["sessions"] if each["is_present"] is present]

        mine = ids(await stolen.ask({"type": "list_sessions"}), present=True)
        ended = await laptop.ask({"type": "end_session", "id": mine[0]})
        assert mine[0] not in ids(ended, present=False)
        assert (await stolen.until(lambda message: message["type"] == "signed_out"))["ref"] is None
        assert len(ids(ended, present=False)) == 1
        assert (await laptop.ask({"type": "end_session", "id": mine[0]}))["sessions"] == ended["sessions"]
        left = await laptop.ask({"type": "end_other_sessions"})
        assert (len(ids(left, present=True)), ids(left, present=False)) == (1, [])
        await phone.until(lambda message: message["type"] == "signed_out")
        for key, status in ((other["token"], 401), (token, 200), (program, 200)):
            assert (await server.get("/v1/me/seats", key))[0] == status
