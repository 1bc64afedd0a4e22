"""Ten ready decks of Amiibart TCG."""

from collections.abc import Mapping

from quarterdeck_protocol.decks import Deck


def _deck(name: str, powers: tuple[str, str], text: str) -> Deck:
    counts = [line.split() for line in text.split(",")]
    return Deck(id=name.lower(), name=name, cards=tuple([(card, int(count)) for count, card in counts]), beside=powers)


DECKS = (
    _deck(
        "Bulwark",
        ("steady-hands", "hold-the-line"),
        "4 iron-snail, 3 gate-warden, 3 siege-roller, 2 thorn-bastion, 3 spear-line, 1 sword-saint, 1 old-mountain,"
        "2 brace, 2 spiked-moat, 1 the-long-wall, 2 field-repairs, 3 bandage, 2 thrown-stone, 1 call-home",
    ),
    _deck(
        "Nightblade",
        ("dusk", "bargain-of-knives"),
        "4 alley-cat, 4 needle-dancer, 2 silent-widow, 2 blood-leech, 4 grave-bat, 1 night-countess,"
        "4 hollow-monk, 3 whispering-skull, 1 poisoned-blade, 2 backstab, 1 vanish, 1 dual-blast, 1 ambush",
    ),
    _deck(
        "Wildfire",
        ("spark", "wildfire"),
        "4 ember-hound, 4 cinder-witch, 3 ash-phoenix, 1 volcano-drake, 3 kiln-keeper, 2 carrion-king, 3 grave-bat,"
        "2 fire-rain, 3 scorch, 1 world-fire, 1 dual-blast, 1 burning-ground, 2 dark-bargain",
    ),
    _deck(
        "Vigil",
        ("first-light", "order-of-dawn"),
        "4 candle-squire, 4 temple-guard, 2 choir-sister, 3 banner-bearer, 1 dawn-archangel, 4 sun-lancer,"
        "3 river-otter, 2 healing-light, 3 blessing, 2 judgement, 1 sanctuary, 1 spring-rain",
    ),
    _deck(
        "Armoury",
        ("muster", "edge-of-plenty"),
        "4 anvil-twin, 3 spear-line, 3 living-blade, 2 master-smith, 1 sword-saint, 3 arms-dealer, 3 gate-warden,"
        "2 brace, 2 whetstone, 3 made-to-measure, 1 great-forge, 2 rally, 1 thrown-stone",
    ),
    _deck(
        "Upgrade",
        ("battery", "assembly-line"),
        "4 prototype, 4 drone-nest, 4 volt-hopper, 2 repair-arm, 3 overclocker, 1 titan-frame, 2 gear-up,"
        "4 new-release, 2 final-build, 2 firewall, 2 plain-truth",
    ),
    _deck(
        "Grove",
        ("rainfall", "green-thumb"),
        "3 moss-golem, 3 seed-mother, 4 bramble-boar, 3 tide-caller, 1 elder-oak, 3 shield-captain, 3 gate-warden,"
        "1 brace, 2 entangle, 1 deluge, 2 quicksand, 2 rally, 1 the-long-wall, 1 clean-sweep",
    ),
    _deck(
        "Grimoire",
        ("ley-line", "echo"),
        "4 page-of-runes, 4 star-reader, 3 unmaker, 1 arch-wizard, 3 paper-dragon, 3 mirror-djinn, 3 arcane-bolt,"
        "3 unravel, 1 time-slip, 2 null-field, 1 forgotten-edge, 1 double-shift, 1 thrown-stone",
    ),
    _deck(
        "Ossuary",
        ("grave-tithe", "pebble"),
        "4 dread-piper, 3 hollow-monk, 3 carrion-king, 1 night-countess, 4 torch-runner, 3 whispering-skull,"
        "2 kiln-keeper, 2 dark-bargain, 1 open-grave, 2 catacombs, 1 burning-ground, 2 scorch, 1 dual-blast,"
        "1 second-wind",
    ),
    _deck(
        "Highway",
        ("first-blood", "counterspell"),
        "2 alley-cat, 3 knife-juggler, 2 blood-leech, 1 last-breath, 4 temple-guard, 4 sun-lancer, 4 candle-squire,"
        "1 dawn-archangel, 1 vanish, 1 ambush, 1 trip-wire, 1 toll-gate, 2 backstab, 3 blessing",
    ),
)
ABOUT: Mapping[str, str] = {
    "bulwark": "Walls that take less from attacks, and a long wait behind them.",
    "nightblade": "Poison, knives and Fighters that leave something behind when they die.",
    "wildfire": "Fire that burns both sides, and what rises from its ashes.",
    "vigil": "Healing and blessings for those who stand together.",
    "armoury": "Weapons, and Fighters that are made stronger by them.",
    "upgrade": "Machines that are updated into better ones.",
    "grove": "Roots that hold what comes near, and saplings that stand in the way.",
    "grimoire": "Spells one after the other, and mages who grow with each.",
    "ossuary": "What dies here is of use to somebody.",
    "highway": "Whoever comes along is waylaid: knives, traps and a toll.",
}
"""A sentence about each ready deck."""

READY: Mapping[str, Deck] = {deck.id: deck for deck in DECKS}
