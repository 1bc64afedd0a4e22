"""Settings of the options of a game."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.screens.inbox.option_settings import OptionSetting, option_settings


async def test_each_game_offers_its_options_with_the_usual_values(ada: Client) -> None:
    found: dict[str, dict[str, OptionSetting]] = {}
    for offer in ada.welcome.games:
        schema = (await ada.game(offer.name))["schema"]
        options = {each.name: each for each in option_settings(schema)}
        properties = schema["$defs"]["Options"]["properties"]
        assert options.keys() == properties.keys()
        for name, each in options.items():
            assert each.values[each.form.at] == properties[name]["default"]
        found[offer.name] = options
    assert found["amfibido"]["sensei"].form.values == ("no", "yes")
    assert found["density-deck"]["lives"].values == [1, 5, 7, 10, 12, 15, 20, 30]
    assert found["amiibart"]["double_loss"].form.values[0] != "draw", "a title"
