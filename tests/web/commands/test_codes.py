"""Claim codes over a connection, in two processes on one store."""

from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, live_server

GIFT = {"packs": [{"game": "amiibart", "count": 2}], "copies": [{"game": "amiibart", "card": "candle-squire"}]}


async def test_anything_that_is_made_at_one_process_is_claimed_at_another_once_and_is_gone_for_others() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), packs_account_age=0) as here,
        live_server(MemoryStore(memory), packs_account_age=0) as there,
        here.line() as mo,
        there.line() as ada,
        here.line() as bo,
    ):
        for line, name in ((mo, "Mo"), (ada, "Ada"), (bo, "Bo")):
            await line.sign_in(f"{name} here")
            await line.ask({"type": "register", "name": name, "password": PASSWORD})
        await here.services.moderation.make_first_admin("Mo")
        await mo.ask({"type": "sign_in", "name": "Mo", "password": PASSWORD})
        made = await mo.ask({"type": "make_codes", "label": "The fair", "gift": GIFT})
        code = made["codes"][0]
        claimed = await ada.ask({"type": "claim_code", "code": code, "ref": "mine"})
        assert (claimed["ref"], len(claimed["packs"]), len(claimed["copies"])) == ("mine", 2, 1)
        assert (await bo.ask({"type": "claim_code", "code": code}))["code"] == "code_spent"
        (moved,) = (await ada.ask({"type": "get_movements"}))["movements"]
        assert (moved["cause"], moved["of"]) == ("code", made["batch"]["id"])
        deeds = (await mo.ask({"type": "get_code_history", "code": code}))["deeds"]
        assert [(deed["what"], deed["by"]["name"]) for deed in deeds] == [("claim_code", "Ada")]
        revoked = await mo.ask({"type": "revoke_codes", "batch": made["batch"]["id"], "why": "It is over."})
        assert revoked["batch"]["claimed"] == 1
        assert (await bo.ask({"type": "claim_code", "code": code}))["code"] == "code_revoked"
        (listed,) = (await mo.ask({"type": "list_codes"}))["batches"]
        assert listed == revoked["batch"]
