"""What the picture of a card shows, by the card."""

from quarterdeck_games import GAMES
from quarterdeck_protocol.catalogue import Printing
from quarterdeck_server.cards.pictures.motifs import motif
from quarterdeck_server.cards.pictures.picture_files import picture_file
from quarterdeck_server.cards.pictures.scenes import PLAIN, SCENES
from quarterdeck_server.cards.pictures.subjects import subject_of, subjects


def test_the_scene_is_the_first_terrain_or_element_or_guild_or_kind_of_a_card() -> None:
    found = {name: dict(subjects(GAMES[name], GAMES[name].card_sets)) for name in ("myacards", "amiibart", "amfibido")}
    assert found["myacards"]["panthera-leo"].scene == SCENES["grassland"]
    assert found["myacards"]["adrenaline"].scene == SCENES["effect"]
    assert found["amiibart"]["grave-bat"].scene == SCENES["dark"]
    assert found["amfibido"]["king-cobra"].scene == SCENES["snake"]
    assert found["amfibido"]["focus"].scene == SCENES["action"]


def test_a_line_may_name_another_scene() -> None:
    wolf = dict(subjects(GAMES["myacards"], GAMES["myacards"].card_sets))["canis-lupus"]
    assert wolf.scene == SCENES["mountain"]


def test_a_card_of_nothing_known_stands_in_the_plain_scene() -> None:
    card = {"id": "new", "kind": "unheard-of", "rarity": "rare"}
    subject = subject_of("myacards", picture_file(GAMES["myacards"]), card)
    assert (subject.scene, subject.rarity, subject.crest) == (PLAIN, "rare", None)


def test_a_printing_has_motifs_and_a_seed_of_its_own_in_the_scene_of_its_card() -> None:
    game = GAMES["amiibart"]
    found = dict(subjects(game, game.card_sets))
    card, printing = found["night-countess"], found["night-countess-art"]
    assert (card.scene, card.is_full_bleed) == (printing.scene, False)
    assert printing.is_full_bleed
    assert printing.motif == motif("vampire-dracula")
    assert printing.seed != card.seed


def test_a_printing_of_a_host_without_a_line_has_motifs_of_the_kind() -> None:
    file = picture_file(GAMES["amiibart"])
    printing = Printing(id="mine-art", number=2, of="mine", rarity="art_rare")
    subject = subject_of("amiibart", file, {"id": "mine", "kind": "fighter", "element": "fire"}, printing)
    assert subject.scene == SCENES["fire"]
    assert subject.motif in [motif(line.split()[0]) for line in file.kinds["fighter"]]
