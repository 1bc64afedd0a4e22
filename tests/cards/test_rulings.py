"""Which rules cite a card: by its whole name, in the text behind their anchor."""

from quarterdeck_server.cards.rulings import rules_in, rulings_citing

BOOK = """# A game

## How to play

The Cup comes first.

## 1. Cups

- <a id="X-1"></a><a id="X-2"></a>
  **1.1** A Cup is a cup,
  and no Cupboard. (X-1)
- <a id="X-3"></a>
  **1.2** Cupboards are none.

Between the rules somebody speaks of a Cup.

## 2. Ends

<a id="G-1"></a>
### G-1. A heading

The Gear Up! ends it.
"""


def test_a_rule_is_what_stands_behind_its_anchor_until_the_next() -> None:
    assert [(rule.rule, rule.text) for rule in rules_in(BOOK)] == [
        ("X-1", "**1.1** A Cup is a cup, and no Cupboard. (X-1)"),
        ("X-3", "**1.2** Cupboards are none."),
        ("G-1", "### G-1. A heading"),
    ]


def test_a_card_is_cited_by_its_whole_name_alone() -> None:
    rules = list(rules_in(BOOK + '\n- <a id="X-9"></a> With Gear Up! it ends.\n'))
    assert [rule.rule for rule in rulings_citing(["Cup"], rules)] == ["X-1"]
    assert [rule.rule for rule in rulings_citing(["Gear Up!"], rules)] == ["X-9"]
    assert rulings_citing(["Cu", ""], rules) == ()
    assert rulings_citing([""], rules) == ()
