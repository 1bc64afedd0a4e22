"""Packs of a sealed tournament: they follow from the seed, and decks may hold no more of them."""

from collections import Counter

import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_server.lobby.collection.pack_pools import pools_of
from quarterdeck_server.lobby.tournaments.sealed.sealed_packs import missing_from, packs_of
from quarterdeck_server.lobby.tournaments.tournament_log import SealedRules

ID, ADA = TournamentId("t"), PlayerId("ada")
SEED = "5eed" * 16


@pytest.mark.parametrize("game", ["amiibart", "myacards"])
def test_packs_follow_from_the_seed_and_the_player(game: str) -> None:
    rules = SealedRules(packs=6, build_time=None, pool=pools_of(GAMES)[GameName(game)])
    packs = packs_of(SEED, ID, ADA, rules)
    assert len(packs) == 30
    assert all(each.card in rules.pool.of(each.rarity) for each in packs)
    assert packs == packs_of(SEED, ID, ADA, rules)
    others = [packs_of("00" * 32, ID, ADA, rules), packs_of(SEED, ID, PlayerId("bo"), rules)]
    assert all(each != packs for each in others)
    assert len({tuple(packs[at : at + 5]) for at in range(0, 30, 5)}) == 6


def test_a_deck_holds_common_cards_freely_and_others_only_from_packs() -> None:
    game = GAMES["amiibart"]
    rules = SealedRules(packs=6, build_time=None, pool=pools_of(GAMES)[GameName("amiibart")])
    packs = packs_of(SEED, ID, ADA, rules)
    printings = game.catalogue.printings if game.catalogue is not None else {}
    own = Counter(each.card for each in packs if each.card in rules.pool.rare)
    have, count = own.most_common(1)[0]
    other = next(each for each in rules.pool.rare if each not in own)
    art = next(each for each in rules.pool.art_rare if printings[each].of == have or printings[each].of not in own)
    legal = Deck(cards=((rules.pool.common[0], 4), (have, count)), beside=("power",))
    assert missing_from(game, rules, packs, legal) == []
    wrong = Deck(cards=((have, count + 1), (other, 1)))
    assert [each.fields["name"] for each in missing_from(game, rules, packs, wrong)] == [have, other]
    assert [each.fields["name"] for each in missing_from(game, rules, packs, Deck(cards=((art, 3),)))] == [
        printings[art].of
    ]
