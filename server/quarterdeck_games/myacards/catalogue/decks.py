"""The ready decks of MYACARDS, and the deck rules (S4:67, S4:74…76): all faults of a deck at once, as sentences."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games.myacards import Kind, Options
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.decks import counted
from quarterdeck_games.myacards.catalogue.cards import ALL_CARDS, CARDS
from quarterdeck_games.myacards.effects import Card

LARGEST = 200
"""Maximum number of cards of a deck (S4:67)."""

COPIES = {Kind.ACTIVE: (4, "S4:74"), Kind.SUPPORT: (4, "S4:74"), Kind.DOMINION: (2, "S4:75"), Kind.EVENT: (2, "S4:76")}
"""Maximum number of copies of a card in a deck, by kind, with the rule. For effect cards, the table's options have it
(MY-17).
"""


def faults_of(deck: Deck, options: Options, cards: Mapping[str, Card] = CARDS) -> Sequence[str]:
    """Return all faults of a deck, one sentence each; empty if it may be played."""
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
    """Return a deck from a list of cards with their numbers."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return Deck(id=_id(name), name=name, cards=tuple([(card, int(count)) for count, card in pairs]))


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


PACKS = _deck(
    "Packs and Sisters",
    """
    3 canis-lupus 2 canis-latrans 3 lycaon-pictus 3 vulpes-vulpes 1 panthera-onca 2 panthera-pardus 1 crocuta-crocuta
    3 felis-silvestris 3 felis-margarita 1 acinonyx-jubatus 2 gulo-gulo
    3 panthera-leo 3 panthera-tigris
    2 corvus-corax 2 adansonia-digitata 1 quercus-robur 4 the-naturalist 2 the-falconer 1 the-taxonomist
    2 camouflage 1 adrenaline 1 ambush 2 seed-bank 1 hybridisation 1 spring-flood
""",
)

ROWS = _deck(
    "Orders in Rows",
    """
    2 cervus-elaphus 1 cervus-nippon 2 cervus-canadensis 1 capra-ibex 3 capra-falconeri 2 equus-quagga 3 equus-ferus
    1 equus-grevyi 1 connochaetes-taurinus 3 tursiops-truncatus 2 tursiops-aduncus
    3 bison-bison 2 syncerus-caffer 2 diceros-bicornis
    1 trifolium-repens 2 adansonia-digitata 4 the-naturalist 3 the-taxonomist 2 the-falconer
    1 serengeti-plain
    1 wildfire
    1 ambush 1 following-the-rains 2 seed-bank 1 moult 1 spring-flood 1 good-foraging 1 apex-predation
""",
)

GIANTS = _deck(
    "Giants Abroad",
    """
    2 ursus-americanus 2 gulo-gulo 2 lontra-canadensis 1 panthera-onca 2 pan-troglodytes 1 pan-paniscus 3 pongo-abelii
    3 papio-anubis 2 papio-hamadryas
    1 loxodonta-africana 1 elephas-maximus 1 hippopotamus-amphibius 1 orcinus-orca 2 crocodylus-niloticus
    2 panthera-tigris 2 ursus-arctos 2 gorilla-gorilla 1 loxodonta-cyclotis 1 gorilla-beringei
    4 the-naturalist 2 the-veterinarian 1 euphausia-superba 2 macrocystis-pyrifera 1 amanita-muscaria 1 the-falconer
    1 the-taxonomist
    1 hostile-shore
    1 abundance 1 spring-flood 1 apex-predation 2 seed-bank
""",
)

WARDENS = _deck(
    "Wardens of the Land",
    """
    2 aquila-heliaca 2 haliaeetus-albicilla 3 bubo-bubo 1 bubo-scandiacus 3 tyto-alba 1 myotis-myotis
    1 ophiophagus-hannah 1 vespa-mandarinia 1 vespa-crabro 3 python-bivittatus 3 lucanus-cervus
    3 harpia-harpyja 2 aquila-chrysaetos
    1 acropora-cervicornis 3 amanita-muscaria 1 the-ranger 2 buphagus-erythroryncha 4 the-naturalist 2 quercus-robur
    1 the-taxonomist
    1 sahara
    1 epizootic 1 hibernation 1 parasite-load
    1 bristling 1 spring-flood 1 kleptoparasitism 1 apex-predation 2 seed-bank
""",
)

ICE = _deck(
    "Ice and Coast",
    """
    1 aptenodytes-forsteri 1 aptenodytes-patagonicus 2 pygoscelis-adeliae 1 pygoscelis-papua 1 enhydra-lutris
    2 phoca-vitulina 2 rangifer-tarandus 2 gulo-gulo 2 canis-lupus 2 haliaeetus-albicilla 1 haliaeetus-leucocephalus
    1 vulpes-lagopus
    3 ursus-maritimus 3 ursus-arctos 3 mirounga-leonina
    2 rhizophora-mangle 1 zostera-marina 2 macrocystis-pyrifera 2 corvus-corax 4 the-naturalist 1 the-taxonomist
    1 arctic-winter
    1 long-winter 1 red-tide 1 snowfall 1 repelled-at-the-border
    1 retreat 1 spring-flood 1 cover-of-night 1 competitive-exclusion 2 seed-bank
""",
)

SEA = _deck(
    "The Open Sea",
    """
    2 tursiops-truncatus 2 tursiops-aduncus 3 enteroctopus-dofleini 1 isurus-oxyrinchus 3 phoca-vitulina
    3 haliaeetus-albicilla 2 cetorhinus-maximus 2 enhydra-lutris
    1 balaenoptera-musculus 1 balaenoptera-physalus 1 physeter-macrocephalus 1 carcharodon-carcharias
    3 sphyrna-mokarran 3 architeuthis-dux 1 crocodylus-porosus
    2 remora-remora 1 labroides-dimidiatus 1 euphausia-superba 2 macrocystis-pyrifera 4 the-naturalist 1 the-taxonomist
    1 mariana-trench 1 great-barrier-reef 1 island-isolation
    1 displacement
    1 tailwind 1 spring-flood 1 population-crash 1 reconnaissance 2 seed-bank
""",
)

RIVER = _deck(
    "River and Canopy",
    """
    2 castor-fiber 1 castor-canadensis 1 hydrochoerus-hydrochaeris 2 tapirus-terrestris 2 lontra-canadensis
    1 pteropus-vampyrus 1 desmodus-rotundus 1 myotis-daubentonii 1 anax-imperator 2 panthera-onca 3 ursus-americanus
    2 python-bivittatus 1 bison-bonasus
    2 bison-bison 3 alligator-mississippiensis 1 crocodylus-niloticus 1 harpia-harpyja 1 gorilla-gorilla
    3 quercus-robur 1 sequoiadendron-giganteum 1 indicator-indicator 2 amanita-muscaria 4 the-naturalist
    1 the-taxonomist
    1 amazon-basin 1 fertile-delta 1 migration-route
    1 mast-year 1 drought 1 spring-dispersal 1 mobbing
    1 spring-flood 2 seed-bank
""",
)

TYRANTS = _deck(
    "Tyrants at Home",
    """
    2 capra-ibex 2 capra-falconeri 2 papio-hamadryas 2 gulo-gulo 3 ursus-americanus 3 bubo-bubo 1 falco-rusticolus
    2 papio-anubis
    2 giraffa-camelopardalis 1 ceratotherium-simum 3 aquila-chrysaetos 1 falco-peregrinus 3 varanus-komodoensis
    1 diceros-bicornis
    2 apis-mellifera 2 lumbricus-terrestris 1 rhizobium-leguminosarum 1 the-field-ecologist 4 the-naturalist
    1 the-ranger 1 the-taxonomist
    1 himalaya 1 apex-of-the-food-web 1 nocturnal-world 1 trophic-collapse
    1 landslide 1 local-extinction 1 dominion-lost
    1 spring-flood 2 seed-bank
""",
)


def _ark() -> Deck:
    """Return a deck with one copy of every card, and second copies from the beginning of the list, until there are two
    hundred cards."""
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
    ICE.id: "Ice and shore: bears and seals, penguins that hold out, under a winter that slows the other side down.",
    SEA.id: "The open sea: whales and sharks at a price, and what lives between them in shoals and reefs.",
    RIVER.id: "River and forest: ambushers under the trees, beavers that hold, and a delta that feeds the hand.",
    TYRANTS.id: "The Tyrant’s bonus: a half filled soon, guarded well, and birds of prey that strike from it.",
    ARK.id: "Two hundred cards, nearly everything there is: the largest deck, and not as strong as the others.",
}
"""A sentence about each ready deck."""

READY: Mapping[str, Deck] = {deck.id: deck for deck in (PACKS, ROWS, GIANTS, WARDENS, ICE, SEA, RIVER, TYRANTS, ARK)}
