"""Generator of test vectors for randomness and hash chains with known seeds. Implementations in other languages can be
tested with them."""

from typing import Any

import msgspec
from quarterdeck_games.dice import Dice, key_after_a_loss, key_of
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment, entropy_hash
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.collection.owned_copies import PackId
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId, Version
from quarterdeck_protocol.transcripts.signatures import MatchStatement, SignedPlayer, base64url, signing_input

from quarterdeck_server.lobby.collection.pack_pools import drawn
from quarterdeck_server.lobby.server_keys import KeyRing, SigningKey
from quarterdeck_server.matches.chain import FIRST_LINK, commitment_to, link_key_of, next_link

SEEDS = (bytes(32), bytes(range(32)), bytes(255 - number for number in range(32)))
MATCH = MatchId("86a106bdb6c0a22d4185e4c3")
ENTROPY = (("", ""), ("the seventh word on page 88", "Bo threw 4, 2, 6 and 1"), ("é", "", "日本", "🂡"))
DECKS = (
    (Deck(cards=(("squire", Count(4)),)), Deck(cards=())),
    (
        Deck(id="vigil", cards=(("squire", Count(4)), ("Zoë", Count(300))), beside=("dawn", "🂡")),
        Deck(cards=(), beside=("",)),
    ),
    (),
)
PACKS = tuple([PackId(f"{number:020x}") for number in (0, 3, 6)])
"""The fifth card is of another rarity in each."""

POOLS = (
    PackPool(
        game=GameName("forest"),
        common=("leaf", "moss", "fern", "reed", "ivy"),
        rare=("branch", "root", "cone"),
        ultra_rare=("oak", "Zoë's elm"),
        art_rare=("oak-art", "elm-art"),
    ),
    PackPool(game=GameName("myacards"), common=("leaf",), rare=("branch", "root"), ultra_rare=("oak", "elm")),
)
"""Lists with Art Rares, and without them: then an Ultra Rare takes their place."""

SIDES = (1, 2, 6, 52, 2**31 + 1, 2**32)
"""Numbers of sides. Above 2³¹, about every second random number is rejected; with 2³² none is."""

ENTRIES = (
    (1_800_000_000_000, '{"version":1,"seat":null}'),
    (1_800_000_004_000, '{"version":2,"seat":0,"name":"Zoë"}'),
)


def vectors() -> dict[str, Any]:
    """Return all test vectors for randomness and hash chains. Bytes are in hexadecimal."""
    keys = [_key(seed, entropy) for seed, entropy in zip(SEEDS, ENTROPY, strict=True)]
    dice_keys = [bytes.fromhex(key["key"]) for key in keys]
    return {
        "about": "Test vectors for FAIRNESS.md. Written by `quarterdeck schema --write`.",
        "commitments": [{"seed": seed.hex(), "commitment": commitment_to(seed)} for seed in SEEDS],
        "keys": keys,
        "entropy_hashes": [
            {"entropy": share, "hash": entropy_hash(share)} for shares in ENTROPY[1:] for share in shares
        ],
        "decks": [_decks(seed, decks) for seed, decks in zip(SEEDS, DECKS, strict=True)],
        "losses": [{"key": key.hex(), "after": key_after_a_loss(key).hex()} for key in dice_keys],
        "rolls": [_rolls(key, Version(7), sides) for key in dice_keys for sides in SIDES],
        "shuffles": [_shuffle(key, Version(1), cards) for key in dice_keys for cards in (0, 1, 2, 10, 50)],
        "entries": [_entry(key, version) for key in dice_keys for version in (Version(1), Version(2**40))],
        "packs": [_pack(pack, pool) for pack in PACKS for pool in POOLS],
        "chains": [_chain(seed) for seed in SEEDS],
        "signatures": [_signature(seed) for seed in SEEDS],
    }


def _key(seed: bytes, entropy: tuple[str, ...]) -> dict[str, Any]:
    return {"seed": seed.hex(), "match": MATCH, "entropy": entropy, "key": key_of(seed, MATCH, entropy).hex()}


def _decks(seed: bytes, decks: tuple[Deck, ...]) -> dict[str, Any]:
    told = [{"cards": deck.cards, "beside": deck.beside} for deck in decks]
    return {
        "seed": seed.hex(),
        "match": MATCH,
        "decks": told,
        "commitment": decks_commitment(seed.hex(), MATCH, decks),
    }


def _rolls(key: bytes, version: Version, sides: int) -> dict[str, Any]:
    dice = Dice(key, version)
    return {
        "key": key.hex(),
        "version": version,
        "sides": sides,
        "rolls": [dice.roll(sides, "vector") for _ in range(20)],
    }


def _shuffle(key: bytes, version: Version, cards: int) -> dict[str, Any]:
    shuffled = Dice(key, version).shuffled(range(cards), "vector")
    return {"key": key.hex(), "version": version, "cards": cards, "shuffled": shuffled}


def _entry(key: bytes, version: Version) -> dict[str, Any]:
    """Return several random draws within one log entry. They use consecutive random numbers."""
    dice = Dice(key, version)
    return {
        "key": key.hex(),
        "version": version,
        "pick of 4": dice.pick(range(4), "vector"),
        "then shuffled 50": dice.shuffled(range(50), "vector"),
        "then roll of 6": dice.roll(6, "vector"),
    }


def _pack(pack: PackId, pool: PackPool) -> dict[str, Any]:
    seed, entropy = SEEDS[1], ENTROPY[1][0]
    return {
        "seed": seed.hex(),
        "commitment": commitment_to(seed),
        "pack": pack,
        "entropy": entropy,
        "lists": msgspec.to_builtins(pool),
        "pool": pool.hash,
        "cards": msgspec.to_builtins(drawn(pool, seed.hex(), pack, entropy)),
    }


def _chain(seed: bytes) -> dict[str, Any]:
    key, link, entries = link_key_of(seed, MATCH), FIRST_LINK, []
    for at, entry in ENTRIES:
        link = next_link(key, link, Milliseconds(at), entry.encode())
        entries.append({"at": at, "entry": entry, "link": link.hex()})
    return {"seed": seed.hex(), "match": MATCH, "link_key": key.hex(), "entries": entries}


def _signature(seed: bytes) -> dict[str, Any]:
    """Return a signature of the last link of this seed's hash chain. The private key is the SHA-256 of the seed."""
    key = SigningKey(seed=commitment_to(seed), since=Milliseconds(0))
    (published,) = KeyRing((key,)).published().keys
    statement = MatchStatement(
        match=MATCH,
        game=GameName("tiny"),
        rules=Count(1),
        commitment=commitment_to(seed),
        players=(SignedPlayer(PlayerId("p-1"), "Zoë"), SignedPlayer(PlayerId("p-2"), "Bo")),
        entries=Count(len(ENTRIES)),
        ended=Milliseconds(ENTRIES[-1][0]),
        link=_chain(seed)["entries"][-1]["link"],
        result=Result(places=(Count(1), Count(2)), reason="won"),
    )
    signed = signing_input(published.kid, statement)
    return {
        "private_key": key.seed,
        "key": msgspec.to_builtins(published),
        "statement": msgspec.json.encode(statement).decode(),
        "signature": f"{signed.decode()}.{base64url(key.private().sign(signed))}",
    }
