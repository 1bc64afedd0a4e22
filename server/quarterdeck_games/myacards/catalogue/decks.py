"""The ready decks, and what a deck must be (S4:67, S4:74…76): all that is wrong with it at once, in sentences."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games.myacards import Kind, Options
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.decks import counted
from quarterdeck_games.myacards.catalogue.cards import ALL_CARDS, CARDS
from quarterdeck_games.myacards.effects import Card

LARGEST = 200
"""S4:67"""

COPIES = {Kind.ACTIVE: (4, "S4:74"), Kind.SUPPORT: (4, "S4:74"), Kind.DOMINION: (2, "S4:75"), Kind.EVENT: (2, "S4:76")}
"""How many of a card may be in a deck, and where that is said; of effect cards the table's options say it (MY-17)."""


def faults_of(deck: Deck, options: Options, cards: Mapping[str, Card] = CARDS) -> Sequence[str]:
    """Return everything that is wrong with a deck, a sentence each; nothing if it may be played."""
    faults = []
    if not options.deck_min <= deck.count <= LARGEST:
        faults.append(
            Text(
                "A deck has from {deck_min} to {largest} cards, not {count} (S4:67).",
                deck_min=options.deck_min,
                largest=LARGEST,
                count=deck.count,
            )
        )
    for name, count in counted(deck.cards).items():
        card = cards.get(name)
        if card is None:
            faults.append(Text("There is no card “{name}”.", name=name[:40]))
            continue
        most, rule = COPIES.get(card.kind, (options.effect_copies, "MY-17"))
        if count > most:
            faults.append(
                Text(
                    "No more than {most} of {name} may be in a deck, not {count} ({rule}).",
                    most=most,
                    name=Text(card.name),
                    count=count,
                    rule=rule,
                )
            )
    faults += [
        Text("“{name}” says {count}; a card that is in a deck is there at least once.", name=name[:40], count=count)
        for name, count in deck.cards
        if count < 1
    ]
    faults += [
        Text("Nothing comes beside the cards of a deck; “{name}” has to go.", name=name[:40]) for name in deck.beside
    ]
    return faults


def _deck(name: str, text: str) -> Deck:
    """Read a list of cards: how many, and which."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return Deck(id=_id(name), name=name, cards=tuple([(card, int(count)) for count, card in pairs]))


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


PACKS = _deck(
    "Packs and Sisters",
    """
    4 canis-lupus 2 canis-latrans 4 lycaon-pictus 4 vulpes-vulpes 4 panthera-onca 3 panthera-pardus 2 panthera-leo
    2 panthera-tigris 1 crocuta-crocuta 4 felis-silvestris 4 felis-margarita 2 acinonyx-jubatus
    3 corvus-corax 2 adansonia-digitata 1 quercus-robur 2 the-naturalist 1 the-falconer
    1 hibernation 1 camouflage
    1 adrenaline 1 ambush 1 good-foraging
""",
)

ROWS = _deck(
    "Orders in Rows",
    """
    4 cervus-elaphus 1 cervus-nippon 3 cervus-canadensis 1 capra-ibex 4 capra-falconeri 2 equus-quagga 4 equus-ferus
    1 equus-grevyi 1 connochaetes-taurinus 1 bison-bison 2 syncerus-caffer 2 diceros-bicornis
    4 tursiops-truncatus 2 tursiops-aduncus
    1 trifolium-repens 3 adansonia-digitata 3 the-naturalist 1 the-taxonomist 1 the-falconer
    1 serengeti-plain
    1 wildfire 1 epizootic
    1 ambush 1 camouflage 1 seed-bank 1 moult 1 good-foraging 1 apex-predation
""",
)

GIANTS = _deck(
    "Giants Abroad",
    """
    1 loxodonta-africana 1 elephas-maximus 1 hippopotamus-amphibius 1 orcinus-orca
    2 crocodylus-niloticus 2 panthera-tigris 1 ursus-arctos 2 gorilla-gorilla
    3 ursus-americanus 3 gulo-gulo 4 lontra-canadensis 3 panthera-onca 4 pan-troglodytes 2 pan-paniscus
    2 pongo-abelii 3 papio-anubis 3 papio-hamadryas
    1 the-naturalist 1 the-veterinarian 1 euphausia-superba 2 macrocystis-pyrifera 1 amanita-muscaria 1 the-falconer
    1 hostile-shore
    1 camouflage 1 abundance 1 apex-predation 1 good-foraging
""",
)

WARDENS = _deck(
    "Wardens of the Land",
    """
    3 aquila-heliaca 3 haliaeetus-albicilla 4 bubo-bubo 1 bubo-scandiacus 3 tyto-alba
    1 myotis-myotis 3 ophiophagus-hannah 4 vespa-mandarinia 1 vespa-crabro 4 python-bivittatus 4 lucanus-cervus
    1 acropora-cervicornis 3 amanita-muscaria 1 the-ranger 1 buphagus-erythroryncha 2 the-naturalist
    2 quercus-robur
    1 sahara
    1 epizootic 1 hibernation
    1 bristling 1 parasite-load 1 kleptoparasitism 1 apex-predation 1 camouflage 1 good-foraging
""",
)


def _ark() -> Deck:
    """Take one of every card, then a second of each from the front, until there are two hundred."""
    name = "The Whole Ark"
    twice = LARGEST - len(ALL_CARDS)
    cards = [(card.id, 1 + (number < twice)) for number, card in enumerate(ALL_CARDS)]
    return Deck(id=_id(name), name=name, cards=tuple(cards))


ARK = _ark()

ABOUT: Mapping[str, str] = {
    PACKS.id: "Packs and sister taxa: dogs and cats, many of the same genus, side by side.",
    ROWS.id: "Phylogenetic rows: even-toed and odd-toed ungulates, one order beside the other.",
    GIANTS.id: "Big sacrifices and invasion: few of the largest, with those that make way for them.",
    WARDENS.id: "Control: owls, eagles and stings, under dominions and events that wear the other side down.",
    ARK.id: "Two hundred cards: nearly everything there is.",
}
"""What each of them is like."""

READY: Mapping[str, Deck] = {deck.id: deck for deck in (PACKS, ROWS, GIANTS, WARDENS, ARK)}
