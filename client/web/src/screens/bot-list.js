import { h, useEffect, useState } from "../../vendor/preact.js";
import { ChallengeButton } from "../notices/challenge-button.js";
import { hasChallenges } from "../notices/inbox.js";
import { PlayerName } from "../ui/player.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { ListedBot } from "../../../javascript/types/v1.js" */

/** The bots of players that take challenges to a game. @param {{ page: Page, game: string }} props */
export function BotList({ page, game }) {
  const { state, session, failed } = page;
  const [bots, setBots] = useState(/** @type {readonly ListedBot[] | null} */ (null));
  const isReady = state.connection.state === "open" && state.me !== null && hasChallenges(state);
  useEffect(() => {
    setBots(null);
    if (!isReady) return;
    session.client
      .challenges()
      .then((challenges) => challenges.listBots(game))
      .then((listed) => setBots(listed.bots), failed);
  }, [game, isReady]);
  if (!hasChallenges(state)) return null;
  return h("section", { class: "panel bot-list", "data-part": "bot-list" }, [
    h("h2", { key: "h2" }, t("bots.title")),
    state.me === null
      ? h("button", { type: "button", key: "in", onClick: () => session.withPlayer().catch(failed) }, t("bots.show"))
      : bots === null
        ? h("p", { class: "dim", key: "wait" }, t("page.loading"))
        : bots.length === 0
          ? h("p", { class: "dim", key: "none" }, t("bots.none"))
          : h(
              "ul",
              { class: "bot-list-rows", key: "rows" },
              bots.map(({ player, at_once: atOnce }) =>
                h("li", { class: "row", key: player.id }, [
                  h(PlayerName, { player, key: "name" }),
                  h("span", { class: "dim", key: "at-once" }, t("bots.at_once", { n: atOnce })),
                  h(ChallengeButton, {
                    page,
                    player,
                    game,
                    label: t("player.challenge"),
                    name: t("ladder.challenge", { name: player.name }),
                    key: "challenge",
                  }),
                ]),
              ),
            ),
  ]);
}
