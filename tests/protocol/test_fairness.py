"""The published test vectors, checked by a second implementation that was written from FAIRNESS.md alone."""

import base64
import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from quarterdeck_server.docs_build.files import PROTOCOL
from random_transcripts import random_transcript

VECTORS = json.loads((PROTOCOL / "fairness-vectors.json").read_bytes())
RARITIES = ("common", "rare", "ultra_rare", "art_rare")
TRANSCRIPT = json.loads((PROTOCOL / "examples" / "v1" / "transcript.json").read_bytes())


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def key_of(seed: str, match: str, entropy: Sequence[str]) -> bytes:
    shares = b"".join(len(share.encode()).to_bytes(4, "big") + share.encode() for share in entropy)
    return mac(bytes.fromhex(seed), match.encode() + shares)


class Chance:
    """The numbers of one entry."""

    def __init__(self, key: bytes, version: int) -> None:
        self.key, self.version, self.k = key, version, 0

    def number(self) -> int:
        digest = mac(self.key, self.version.to_bytes(8, "big") + (self.k // 8).to_bytes(8, "big"))
        word = self.k % 8
        self.k += 1
        return int.from_bytes(digest[4 * word : 4 * word + 4], "big")

    def below(self, n: int) -> int:
        x = self.number()
        while x >= 2**32 - 2**32 % n:
            x = self.number()
        return x % n

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        order = list(cards)
        for i in reversed(range(1, len(order))):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def links_of(seed: str, match: str, entries: Sequence[Any]) -> list[str]:
    key, link, links = mac(bytes.fromhex(seed), b"quarterdeck links" + match.encode()), bytes(32), []
    for entry in entries:
        link = mac(key, link + entry["at"].to_bytes(8, "big") + entry["entry"].encode())
        links.append(link.hex())
    return links


@pytest.mark.parametrize("vector", VECTORS["commitments"])
def test_a_commitment_is_the_hash_of_the_seed(vector: Any) -> None:
    assert hashlib.sha256(bytes.fromhex(vector["seed"])).hexdigest() == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["keys"])
def test_a_key_is_from_the_seed_and_everybodys_entropy(vector: Any) -> None:
    assert key_of(vector["seed"], vector["match"], vector["entropy"]).hex() == vector["key"]


@pytest.mark.parametrize("vector", VECTORS["entropy_hashes"])
def test_a_share_is_bound_by_its_hash(vector: Any) -> None:
    assert hashlib.sha256(vector["entropy"].encode()).hexdigest() == vector["hash"]


@pytest.mark.parametrize("vector", VECTORS["decks"])
def test_all_decks_are_bound_under_the_seed(vector: Any) -> None:
    def number(value: int) -> bytes:
        return value.to_bytes(4, "big")

    def name(text: str) -> bytes:
        return number(len(text.encode())) + text.encode()

    message = b"quarterdeck decks" + vector["match"].encode()
    for deck in vector["decks"]:
        message += number(len(deck["cards"])) + b"".join(name(card) + number(count) for card, count in deck["cards"])
        message += number(len(deck["beside"])) + b"".join(map(name, deck["beside"]))
    assert mac(bytes.fromhex(vector["seed"]), message).hex() == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["losses"])
def test_after_a_loss_the_key_is_another_one(vector: Any) -> None:
    assert hashlib.sha256(bytes.fromhex(vector["key"]) + b"rewound").hexdigest() == vector["after"]


@pytest.mark.parametrize("vector", VECTORS["rolls"])
def test_rolls_are_fair_and_repeatable(vector: Any) -> None:
    chance = Chance(bytes.fromhex(vector["key"]), vector["version"])
    assert [chance.below(vector["sides"]) + 1 for _ in vector["rolls"]] == vector["rolls"]


def test_the_vectors_throw_numbers_away() -> None:
    chance = Chance(bytes.fromhex(VECTORS["keys"][0]["key"]), 7)
    for _ in range(20):
        chance.below(2**31 + 1)
    assert chance.k > 25


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_shuffles_are_repeatable(vector: Any) -> None:
    chance = Chance(bytes.fromhex(vector["key"]), vector["version"])
    assert chance.shuffled(range(vector["cards"])) == vector["shuffled"]


@pytest.mark.parametrize("vector", VECTORS["entries"])
def test_the_numbers_go_on_within_an_entry(vector: Any) -> None:
    chance = Chance(bytes.fromhex(vector["key"]), vector["version"])
    assert chance.below(4) == vector["pick of 4"]
    assert chance.shuffled(range(50)) == vector["then shuffled 50"]
    assert chance.below(6) + 1 == vector["then roll of 6"]


@pytest.mark.parametrize("vector", VECTORS["chains"])
def test_links_are_keyed_and_chained(vector: Any) -> None:
    assert links_of(vector["seed"], vector["match"], vector["entries"]) == [e["link"] for e in vector["entries"]]


def test_the_recorded_transcript_can_be_checked_without_the_rules() -> None:
    first = json.loads(TRANSCRIPT["entries"][0]["entry"])
    opened, dealt = first["cause"], first["events"][0]
    assert hashlib.sha256(bytes.fromhex(opened["seed"])).hexdigest() == TRANSCRIPT["commitment"]
    links = links_of(opened["seed"], opened["match"], TRANSCRIPT["entries"])
    assert links == [entry["link"] for entry in TRANSCRIPT["entries"]]
    chance = Chance(key_of(opened["seed"], opened["match"], opened["entropy"]), first["version"])
    dealer = chance.below(2)
    assert dealer == dealt["dealer_seat"]
    order = chance.shuffled(range(50))
    hands = [dealt["hands"][(dealer + step) % 2] for step in (1, 2)]
    dealt_cards = [*hands[0], *hands[1], *dealt["centre"], *dealt["pile"]]
    deck = [card for _, card in sorted(zip(order, dealt_cards, strict=True), key=lambda pair: pair[0])]
    assert [card["power"] for card in deck[:20]] == [power for power in range(1, 11) for _ in range(2)]
    assert [card["colour"] for card in deck[:20]] == ["common"] * 20
    assert [card["colour"] for card in deck[20:23]] == ["yellow"] * 3


def drawn_again(draw: Any, chance: Chance) -> Any:
    if draw["kind"] == "shuffle":
        return chance.shuffled(draw["of"])
    return draw["of"][chance.below(len(draw["of"]))] if draw["kind"] == "pick" else chance.below(draw["of"]) + 1


def at(events: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        events = events[int(part) if isinstance(events, list) else part]
    return events


@pytest.mark.parametrize("number", range(10))
def test_every_draw_of_every_game_can_be_made_again_without_the_rules(number: int) -> None:
    transcript = random_transcript(number)
    opened = json.loads(transcript.entries[0].entry)["cause"]
    key, made = key_of(opened["seed"], opened["match"], opened["entropy"]), 0
    for line in transcript.entries:
        entry = json.loads(line.entry)
        chance = Chance(key, entry["version"])
        for draw in entry.get("draws", []):
            before = chance.k
            outcome = drawn_again(draw, chance)
            shown = [at(entry["events"], pointer) for pointer in draw["at"]]
            assert outcome == ([each for part in shown for each in part] if draw["kind"] == "shuffle" else shown[0])
            assert chance.k - before == draw["words"]
            made += 1
    assert made > 0


@pytest.mark.parametrize("vector", VECTORS["signatures"])
def test_signatures_are_compact_jws_of_the_statement_and_any_library_verifies_them(vector: Any) -> None:
    header, payload, signature = (unpadded(part) for part in vector["signature"].split("."))
    key = vector["key"]
    assert json.loads(header) == {"alg": "EdDSA", "kid": key["kid"], "typ": "quarterdeck-match+jws"}
    assert payload.decode() == vector["statement"]
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(vector["private_key"]))
    signed = vector["signature"].rpartition(".")[0].encode()
    assert private.public_key().public_bytes_raw() == unpadded(key["x"])
    assert private.sign(signed) == signature
    named = {name: key[name] for name in ("crv", "kty", "x")}
    written = json.dumps(named, separators=(",", ":"), sort_keys=True).encode()
    assert hashlib.sha256(written).digest() == unpadded(key["kid"])


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def pack_drawn(vector: Any) -> list[dict[str, str]]:
    """Return the cards of a pack, as FAIRNESS.md says."""
    chance = Chance(key_of(vector["seed"], vector["pack"], [vector["entropy"]]), 1)
    lists = vector["lists"]

    def picked(rarity: str) -> dict[str, str]:
        rarity = "ultra_rare" if rarity == "art_rare" and not lists.get("art_rare") else rarity
        return {"card": lists[rarity][chance.below(len(lists[rarity]))], "rarity": rarity}

    first = [picked(rarity) for rarity in ("common", "common", "common", "rare")]
    rolled = chance.below(12) + 1
    return [*first, picked("rare" if rolled <= 8 else "ultra_rare" if rolled <= 11 else "art_rare")]


@pytest.mark.parametrize("vector", VECTORS["packs"])
def test_a_pack_is_drawn_from_its_seed_its_entropy_and_its_lists(vector: Any) -> None:
    assert hashlib.sha256(bytes.fromhex(vector["seed"])).hexdigest() == vector["commitment"]
    lists = vector["lists"]
    lines = [f"quarterdeck pack {lists['game']}"]
    lines += [f"{rarity} {card}" for rarity in RARITIES for card in lists.get(rarity, ())]
    assert hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest() == vector["pool"]
    assert pack_drawn(vector) == vector["cards"]


def test_the_vectors_of_packs_have_every_fifth_card_with_and_without_art_rares() -> None:
    fifth = {(vector["cards"][-1]["rarity"], bool(vector["lists"].get("art_rare"))) for vector in VECTORS["packs"]}
    assert fifth == {(rarity, True) for rarity in RARITIES[1:]} | {("rare", False), ("ultra_rare", False)}
    without = {vector["pack"] for vector in VECTORS["packs"] if not vector["lists"].get("art_rare")}
    art_rares = {vector["pack"] for vector in VECTORS["packs"] if vector["cards"][-1]["rarity"] == "art_rare"}
    assert art_rares & without, "a pack whose fifth card is an Art Rare only where there are any"
