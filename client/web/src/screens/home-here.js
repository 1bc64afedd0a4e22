import { h, useEffect, useState } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { PlayerName } from "../ui/player.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Following } from "../../../javascript/types/v1.js" */

/** The followed players, as far as they let this player see what they do. @param {Pick<Page, "session">} page */
export async function followed({ session }) {
  return (await session.client.following()).list();
}

/**
 * The followed players who are online or play, read again from time to time.
 * @param {Page & { first: Following }} props
 */
export function HomeHere({ first, ...page }) {
  const { state } = page;
  const isUp = state.connection.state === "open";
  const [list, setList] = useState(first);
  useEffect(() => {
    if (!isUp) return undefined;
    const timer = setTimeout(() => followed(page).then(setList, () => {}), list.poll_after); // the page is good without it
    return () => clearTimeout(timer);
  }, [isUp, list]);
  const here = list.players.filter(({ online, match }) => online || match);
  if (here.length === 0) return null;
  return h("section", { class: "panel", "aria-labelledby": "here" }, [
    h("div", { class: "panel-head", key: "head" }, [
      h("h2", { id: "here", key: "h" }, t("known.here")),
      h("a", { class: "button quiet", href: "/people", key: "all" }, t("known.all")),
    ]),
    h(
      "ul",
      { class: "results", key: "list" },
      here.map(({ player, match, game }) =>
        h(
          "li",
          { key: player.id },
          h("div", { class: "result" }, [
            h("span", { class: "result-words", key: "who" }, h(PlayerName, { player })),
            match
              ? h(
                  "a",
                  { href: `/m/${encodeURIComponent(match)}`, key: "match" },
                  t("known.plays", { game: titleOf(page.state, game ?? "") }),
                )
              : h("span", { class: "dim", key: "online" }, t("known.online")),
          ]),
        ),
      ),
    ),
  ]);
}
