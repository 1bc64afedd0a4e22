"""The chain of a match that has ended is held against what was told of it."""

import asyncio
import re

import msgspec
import pytest
from falsifications import WAYS, Falsification, again, falsified
from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_client import Client, ForkedError
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.verification.fairness import check_chain, check_signer
from quarterdeck_client.verification.notes import Note
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment
from quarterdeck_protocol.names import MatchId, Seat, Version
from quarterdeck_protocol.transcripts.signature_check import Signed
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.verification.findings import Noted
from random_transcripts import random_transcript
from servers import LiveServer
from signed_transcripts import KEYS, THEIRS, signed
from transcripts import renumbered, tiny

OF_DRAWS = range(23, len(WAYS))
"""The ways that bend an undo or what was drawn, with all links made anew: that is for a verifier."""


def links_of(transcript: Transcript) -> dict[Version, str]:
    return {Version(version): line.link for version, line in enumerate(transcript.entries, 1)}


@pytest.mark.parametrize("number", range(10))
def test_a_chain_that_follows_has_all_that_was_told(number: int) -> None:
    transcript = random_transcript(number)
    links = links_of(transcript)
    assert check_chain(transcript, links, transcript.commitment, (Seat(0), "entropy 0")) == len(links)
    assert check_chain(transcript, {}) == 0


def bound_in(lie: Transcript, noted: Noted) -> Note | None:
    """Return what was told of the table before any share was revealed, as the client notes it: what this lie is not
    about is as the transcript has it."""
    if noted.count == len(noted.entropy) + (noted.commitment is not None):
        return None
    opened = msgspec.json.decode(lie.entries[0].entry)["cause"]
    seats = [None] * len(opened["entropy"])
    decks = msgspec.convert(opened["decks"], tuple[Deck, ...])
    usual = decks_commitment(opened["seed"], lie.match, decks) if decks else None
    return Note(
        commitment=lie.commitment,
        entropy="",
        entropy_hashes=tuple(bound for _, bound in noted.entropy_hashes) or tuple(opened.get("entropy_hashes", seats)),
        decks_commitment=usual if noted.decks_commitment is UNSET else noted.decks_commitment,
        options=opened["options"] if noted.options is UNSET else noted.options,
        bound_rules=noted.bound_rules,
        time_limit=noted.time_limit,
        rated=noted.rated,
        players=noted.players or tuple(player["id"] for player in opened["players"]),
    )


LIES = [falsified(number) for number in range(len(WAYS)) if number not in OF_DRAWS]


@pytest.mark.parametrize("lie", LIES, ids=[lie.how for lie in LIES])
def test_a_chain_that_does_not_is_refused_with_its_place(lie: Falsification) -> None:
    noted = lie.noted
    entropy = noted.entropy[0] if noted.entropy else None
    with pytest.raises(ForkedError) as found:
        check_chain(lie.transcript, dict(noted.links), noted.commitment, entropy, bound_in(lie.transcript, noted))
    if lie.version is not None:
        assert found.value.version == lie.version


def test_anything_that_is_no_transcript_is_refused() -> None:
    transcript = random_transcript(0)
    first, *rest = transcript.entries
    for bad in (
        replace(transcript, entries=()),
        replace(transcript, entries=tuple(rest)),
        replace(transcript, match=MatchId("another")),
        replace(transcript, entries=(replace(first, entry="{"), *rest)),
        replace(transcript, entries=(replace(first, entry=first.entry.replace('"seed":"', '"seed":"x')), *rest)),
    ):
        with pytest.raises(ForkedError):
            check_chain(bad, {})


def test_a_link_of_what_was_lost_is_no_fault() -> None:
    numbers = iter(range(100))
    transcript = next(each for each in map(random_transcript, numbers) if '"history_lost"' in repr(each))
    version, was = next(
        (version, line.entry.partition('"was":')[2].partition(",")[0])
        for version, line in enumerate(transcript.entries, 1)
        if '"history_lost"' in line.entry
    )
    if int(was) > version:
        assert check_chain(transcript, {Version(version): "ab"}) == 0
    with pytest.raises(ForkedError):
        check_chain(transcript, {Version(version - 1): "ab"})


async def test_a_client_checks_the_chain_of_a_match_that_it_has_played(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        table = await ada.tables.open("tiny", seats=2)
        await bo.tables.sit(table.id)
        seats = await asyncio.gather(ada.begin(table.id), bo.begin(table.id))
        await asyncio.gather(*(RandomBot(number).play(seat) for number, seat in enumerate(seats)))
        match = seats[0].match
        told = ada.notes.links(match)
        assert await ada.check_chain(match) == len(told) > 3
        told[min(told)] = "0" * 64
        with pytest.raises(ForkedError, match="you received the link 0000"):
            await ada.check_chain(match)


async def test_another_match_that_follows_is_not_taken_for_the_one_that_was_asked_for(server: LiveServer) -> None:
    """Else a server that has bent a match would show one that it has not, and both were played by whoever looks."""
    async with Client(server.url, name="Ada") as ada:
        honest, bent = [await ada.play("tiny", bots=1) for _ in range(2)]
        for seat in (honest, bent):
            await seat.resign()
        shown = await ada.transcript(honest.match)

        async def instead(match: str) -> Transcript:
            return shown

        assert (await ada.verify(honest.match)).is_bound
        ada.transcript = instead  # type: ignore[method-assign]  # what a server could answer
        for verify in (ada.verify, ada.check_chain):
            with pytest.raises(ForkedError, match="the transcript of another match"):
                await verify(bent.match)


async def test_anything_that_the_log_says_was_forgotten_is_said_to_whoever_has_other_links(server: LiveServer) -> None:
    """Who writes another match afterwards may say in it that its store had lost the one that was told."""
    async with Client(server.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1)
        await seat.resign()
        told = await ada.transcript(seat.match)
        assert (await ada.verify(seat.match)).losses == 0
        opened, *_, last = told.entries
        lost = {"type": "history_lost", "epoch": 1, "since": 1, "was": 1_000, "link": "0" * 64}
        entry = msgspec.json.encode({"version": 2, "seat": None, "cause": lost, "events": []}).decode()
        forged = (opened, replace(last, entry=entry), last)
        lie = again(renumbered(replace(told, entries=forged, signature=UNSET)))

        async def instead(match: str) -> Transcript:
            return lie

        ada.transcript = instead  # type: ignore[method-assign]  # what a server could answer
        found = await ada.verify(seat.match)
        assert found.losses == 1
        assert found.links < len(ada.notes.links(seat.match))


def test_a_noted_key_must_have_signed_it() -> None:
    ours, next_ = (key.kid for key in KEYS.keys)
    transcript = signed(tiny())
    assert check_signer(transcript, KEYS, ours).signed is Signed.BY_KEY
    assert check_signer(tiny(), KEYS).signed is Signed.UNSIGNED
    theirs = signed(tiny(), THEIRS)
    found = check_signer(theirs, KEYS)
    assert found.signed is Signed.UNKNOWN_KEY
    lie = signed(tiny(), THEIRS, kid=ours)
    for given, key, why in (
        (transcript, next_, f"the transcript is signed with the key {ours}, but you noted the key {next_}"),
        (tiny(), ours, "the transcript is signed by nobody"),
        (theirs, found.key, "which is not one of the server's"),
        (lie, None, "not of the key"),
    ):
        with pytest.raises(ForkedError, match=re.escape(why)):
            check_signer(given, KEYS, key)


async def test_a_player_who_has_played_learns_who_has_signed_the_match(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1)
        await seat.resign()
        found = await ada.verify(seat.match)
        assert found.links == len(ada.notes.links(seat.match)) > 0
        assert found.signature is not None
        assert found.signature.signed is Signed.BY_KEY
        assert await ada.verify(seat.match, key=found.signature.key) == found
        with pytest.raises(ForkedError, match="but you noted the key another"):
            await ada.verify(seat.match, key="another")
