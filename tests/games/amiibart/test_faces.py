"""What the catalogue has worked out of the cards before anybody plays them."""

from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards.card import choices_of
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED


def test_a_card_may_be_let_do_what_each_of_its_attacks_or_forge_effects_says() -> None:
    for face, card in SHIPPED.by_face.items():
        texts = SHIPPED.texts[face]
        assert len(texts) == (len(card.attacks) or len(card.forge) or 1)
        for text, attack in zip(texts, card.attacks, strict=False):
            assert text.does == (*attack.used, *attack.does, *attack.after)
        if not card.attacks:
            assert all(text.does[: len(card.does)] == card.does for text in texts)
        assert all(text.choosing == choices_of(text.does) for text in texts)


def test_a_text_surely_changes_something_where_it_damages_strengthens_or_returns_whoever_is_chosen() -> None:
    for texts in SHIPPED.texts.values():
        for text in texts:
            sure = [
                effect
                for effect in text.does
                if isinstance(effect, do.Damage | do.Strengthen | do.Return)
                and effect.who in text.choosing
                and not (isinstance(effect, do.Strengthen) and not effect.attack and effect.until_end)
            ]
            assert text.is_sure is bool(sure), text
