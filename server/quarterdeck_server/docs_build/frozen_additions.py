"""Scripts for recording conversations about additions to the frozen version 1 of the protocol, one for each recording.
The scripts are used only for recording, never for a replay."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from quarterdeck_server.docs_build import frozen_script
from quarterdeck_server.docs_build.frozen_conversation import CONVERSATION, Step

PASSWORD = frozen_script.PASSWORD
GAME = "amiibart"
GIFT: Mapping[str, Any] = {
    "packs": [{"game": GAME}],
    "copies": [{"game": GAME, "card": "alley-cat"}],
}
CARD: Mapping[str, Any] = {"game": GAME, "card": "alley-cat"}
OTHER: Mapping[str, Any] = {"game": GAME, "card": "trip-wire"}
"""The second conversation. Its copies come from claim codes, so that no chance is involved; the first conversation has
a pack.
"""


class _Saying:
    """Makes the steps of a recorded conversation, and gives each frame a unique name."""

    def __init__(self) -> None:
        self._refs = count(1)

    def says(self, who: str, type_: str, /, keep: dict[str, str] | None = None, **fields: Any) -> Step:
        frame = msgspec.json.encode({"type": type_, "ref": f"g{next(self._refs)}", **fields}).decode()
        return Step(who=who, says=frame, keep=keep or {})

    def posts(self, who: str, path: str, keep: dict[str, str] | None = None, **fields: Any) -> Step:
        return Step(who=who, asks=path, sends=msgspec.json.encode(fields).decode(), keep=keep or {})

    def asks(self, who: str, *paths: str) -> Iterator[Step]:
        for path in paths:
            yield Step(who=who, asks=path)


def _people(say: _Saying) -> Iterator[Step]:
    for who, name in (("ada", "Ada Lovelace"), ("bo", "Bo Reyes"), ("mo", "Mo Moderates")):
        yield say.says(who, "sign_in", {f"{who}_token": "token", who: "player.id"}, name="Whoever")
        yield say.says(who, "register", name=name, password=PASSWORD)
    yield Step(who="mo", makes_admin="Mo Moderates")
    yield say.says("mo", "sign_in", {"mo_token": "token"}, name="Mo Moderates", password=PASSWORD)


def _codes(say: _Saying) -> Iterator[Step]:
    made = {"batch": "batch.id", "code": "codes.0", "second": "codes.1"}
    yield say.says("mo", "make_codes", made, label="The summer fair", gift=GIFT, codes=2, uses=5)
    yield say.says("bo", "claim_code", code="$code")
    yield say.posts("ada", "/v1/me/codes", type="claim_code", code="$second")
    yield say.says("bo", "claim_code", code="$code")  # once only
    yield say.says("mo", "list_codes")
    yield say.says("mo", "get_code_history", code="$code")
    yield say.says("mo", "get_code_history", batch="$batch")
    yield say.says("mo", "revoke_codes", batch="$batch", why="A poster was left on the train.")
    again = {"type": "make_codes", "label": "The winter fair", "gift": GIFT}
    yield say.posts("mo", "/v1/moderation/codes", {"batch": "batch.id"}, **again)
    yield say.posts("mo", "/v1/moderation/codes/history", type="get_code_history", batch="$batch")
    yield say.posts("mo", "/v1/moderation/codes/revoke", type="revoke_codes", batch="$batch", why="It is spring.")
    yield from say.asks("mo", "/v1/moderation/codes")
    yield say.says("bo", "make_codes", label="Mine", gift=GIFT)


def _wishes(say: _Saying) -> Iterator[Step]:
    gift = {"copies": [OTHER]}
    yield say.says("mo", "make_codes", {"code": "codes.0"}, label="For Bo", gift=gift)
    yield say.says("bo", "claim_code", code="$code")
    yield say.says("ada", "get_collection", game=GAME)
    yield say.says("ada", "be_found", by="traders")
    yield say.says("bo", "change_wishes", adds=[CARD])
    yield say.says("bo", "be_found", by="traders")
    yield say.says("bo", "find_traders", who="has", **CARD)
    yield say.says("ada", "find_traders", who="wishes", **CARD)
    yield say.says("bo", "get_wishes")
    yield say.posts("bo", "/v1/me/wishes", type="change_wishes", removes=[CARD])
    yield say.posts("bo", "/v1/me/wishes/found", type="be_found", by="nobody")
    yield from say.asks("bo", "/v1/me/wishes", f"/v1/me/traders/{GAME}/alley-cat?who=has")


def _trades(say: _Saying) -> Iterator[Step]:
    trade = {"trade": "trade.id"}
    yield say.says("ada", "offer_trade", trade, player="$bo", gives=[CARD])
    yield Step(who="bo", hears="trade_changed")
    yield say.says("bo", "counter_trade", trade="$trade", revision=1, takes=[CARD], gives=[OTHER])
    yield say.says("ada", "get_trade", trade="$trade")
    yield say.says("bo", "accept_trade", trade="$trade", revision=2)  # it is one's own
    yield say.says("ada", "accept_trade", trade="$trade", revision=2)
    yield say.says("bo", "offer_trade", trade, player="$ada", gives=[CARD])
    yield say.posts("mo", "/v1/moderation/trades", trade="$trade", is_frozen=True, why="Somebody asked.")
    yield say.says("ada", "accept_trade", trade="$trade", revision=1)
    yield say.posts("mo", "/v1/moderation/trades", trade="$trade", is_frozen=False, why="All is well.")
    yield say.says("bo", "cancel_trade", trade="$trade")
    yield say.says("bo", "get_trades")
    offer: dict[str, Any] = {"type": "offer_trade", "player": "$bo", "gives": [OTHER]}
    yield say.posts("ada", "/v1/me/trades/offer", {"trade": "id"}, **offer)
    counter: dict[str, Any] = {
        "type": "counter_trade",
        "trade": "$trade",
        "revision": 1,
        "takes": [OTHER],
        "gives": [CARD],
    }
    yield say.posts("bo", "/v1/me/trades/counter", **counter)
    yield say.posts("ada", "/v1/me/trades/accept", type="accept_trade", trade="$trade", revision=2)
    yield say.posts("ada", "/v1/me/trades/offer", {"trade": "id"}, type="offer_trade", player="$bo", gives=[CARD])
    yield say.posts("ada", "/v1/me/trades/cancel", type="cancel_trade", trade="$trade")
    yield from say.asks("ada", "/v1/me/trades", "/v1/me/trades/$trade")
    yield from say.asks("mo", "/v1/moderation/trades/$trade", "/v1/moderation/players/$bo/trades")


def _moderation(say: _Saying) -> Iterator[Step]:
    yield say.says("bo", "report", player="$ada", reason="other", text="It is only a test.")
    where, why = "/v1/moderation", "So that it has been done once."
    yield Step(who="mo", asks=f"{where}/reports", keep={"report": "reports.0.id"})
    yield say.posts("mo", f"{where}/reports/$report/resolve", verdict="Nothing was found.")
    yield say.posts("mo", f"{where}/sanctions", player="$bo", kind="mute", why=why, seconds=60)
    yield say.posts("mo", f"{where}/revoke", player="$bo", kind="mute", why=why)
    yield say.posts("mo", f"{where}/rename", player="$bo", name="Bo Rey", why=why)
    yield say.posts("mo", f"{where}/password-reset", player="$bo", why=why)
    yield say.posts("mo", f"{where}/roles", player="$bo", roles=["moderator"], why=why)
    yield say.posts("mo", f"{where}/pause", is_on=True, why=why)
    yield from say.asks("mo", f"{where}/pause")
    yield say.posts("mo", f"{where}/pause", is_on=False, why=why)
    people = (f"{where}/players?name=Ada%20Lovelace", f"{where}/players/$ada")
    yield from say.asks("mo", *people, f"{where}/audit", f"{where}/patterns")


def _over_http(say: _Saying) -> Iterator[Step]:
    yield say.posts("ada", "/v1/me/packs/claim", {"pack": "packs.0.id"}, type="claim_packs", game=GAME)
    yield say.posts("ada", "/v1/me/packs/open", type="open_pack", pack="$pack", entropy=frozen_script.SHARE)
    yield from say.asks("ada", "/v1/me/movements")
    yield say.posts("nobody", f"/v1/games/{GAME}/deck", deck="vigil")
    yield from say.asks("nobody", "/v1/players/$ada/refused-deals")
    transcript = Path(__file__).parents[3] / "protocol" / "examples" / "v1" / "transcript.json"
    yield Step(who="nobody", asks="/v1/replays", sends=msgspec.json.format(transcript.read_bytes(), indent=-1).decode())
    yield say.posts("nobody", "/v1/replays", match="none")


def _second() -> list[Step]:
    """Return the steps of the second recording: the additions to the frozen version until 28 November 2026, and
    requests that the first script had left out."""
    say = _Saying()
    parts = (_people, _codes, _wishes, _trades, _moderation, _over_http)
    return [step for part in parts for step in part(say)]


SCRIPTS: Mapping[str, Callable[[], list[Step]]] = {
    CONVERSATION: frozen_script.script,
    "baseline-conversation-2.jsonl": _second,
}
"""The scripts of the first two files. Later ones are recorded from scenes (`scene_steps.py`)."""
