"""Commands about challenges."""

import msgspec
from quarterdeck_protocol.lobby.social.challenges import (
    AcceptChallenge,
    AcceptChallengeLink,
    Bots,
    CancelChallenge,
    CancelChallengeLink,
    ChallengeChanged,
    ChallengeLink,
    Challenges,
    CreateChallenge,
    CreateChallengeLink,
    DeclareBot,
    DeclineChallenge,
    GetChallengeLink,
    GetChallenges,
    ListBots,
    RatingBand,
    SetChallengers,
)

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import CHALLENGES


async def create_challenge(caller: Caller, identity: Identity, message: CreateChallenge) -> ChallengeChanged:
    quotas = caller.services.quotas
    with quotas.taking(CHALLENGES, identity.player.id), quotas.judging(caller.address, message.deck):
        return ChallengeChanged(challenge=await caller.services.challenges.create(identity.player.id, message))


async def accept_challenge(caller: Caller, identity: Identity, message: AcceptChallenge) -> ChallengeChanged:
    services = caller.services
    with services.quotas.taking(CHALLENGES, identity.player.id), services.quotas.judging(caller.address, message.deck):
        accepted = await services.challenges.accept(
            identity.player.id, message, services.site.terms, guests_play=services.site.lets_guests_play()
        )
        return ChallengeChanged(challenge=accepted)


async def decline_challenge(caller: Caller, identity: Identity, message: DeclineChallenge) -> ChallengeChanged:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        declined = await caller.services.challenges.decline(identity.player.id, message.challenge, message.reason)
        return ChallengeChanged(challenge=declined)


async def cancel_challenge(caller: Caller, identity: Identity, message: CancelChallenge) -> ChallengeChanged:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        return ChallengeChanged(
            challenge=await caller.services.challenges.cancel(identity.player.id, message.challenge)
        )


async def create_challenge_link(caller: Caller, identity: Identity, message: CreateChallengeLink) -> ChallengeLink:
    quotas = caller.services.quotas
    with quotas.taking(CHALLENGES, identity.player.id), quotas.judging(caller.address, message.deck):
        return await caller.services.challenge_links.create(identity.player.id, message)


async def get_challenge_link(caller: Caller, identity: Identity, message: GetChallengeLink) -> ChallengeLink:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        return await caller.services.challenge_links.get(identity.player.id, message.token)


async def accept_challenge_link(caller: Caller, identity: Identity, message: AcceptChallengeLink) -> ChallengeChanged:
    services = caller.services
    with services.quotas.taking(CHALLENGES, identity.player.id), services.quotas.judging(caller.address, message.deck):
        accepted = await services.challenge_links.accept(
            identity.player.id, message, services.site.terms, guests_play=services.site.lets_guests_play()
        )
        return ChallengeChanged(challenge=accepted)


async def cancel_challenge_link(caller: Caller, identity: Identity, message: CancelChallengeLink) -> ChallengeLink:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        return await caller.services.challenge_links.cancel(identity.player.id, message.link)


async def declare_bot(caller: Caller, identity: Identity, message: DeclareBot) -> Bots:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        return await caller.services.bot_list.declare(identity.player.id, message)


async def list_bots(caller: Caller, identity: Identity, message: ListBots) -> Bots:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        return await caller.services.bot_list.listed(identity.player.id, message.game)


async def get_challenges(caller: Caller, identity: Identity, message: GetChallenges) -> Challenges:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        listed = await caller.services.challenges.listed(identity.player.id)
        links = await caller.services.challenge_links.listed(identity.player.id)
        return msgspec.structs.replace(listed, links=links)


async def set_challengers(caller: Caller, identity: Identity, message: SetChallengers) -> Challenges:
    with caller.services.quotas.taking(CHALLENGES, identity.player.id):
        wanted = message.rating_bands
        bands = None if wanted is None else [RatingBand(**msgspec.structs.asdict(each)) for each in wanted]
        return await caller.services.challenges.set_challengers(identity.player.id, message.by, bands, message.bot)
