import { h } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Played } from "../../../javascript/types/v1.js" */

/**
 * Played matches, newest first, each with a link to its replay.
 * @param {{ page: Page, matches: readonly Played[], more: (() => void) | null }} props `more` fetches the next page
 */
export function PlayedMatches({ page, matches, more }) {
  return h("section", { class: "panel" }, [
    h("div", { class: "panel-head", key: "head" }, [
      h("h2", { key: "h2" }, t("people.matches")),
      h("a", { class: "button", href: "/replay", key: "file" }, t("people.replay_file")),
    ]),
    matches.length === 0 && h("p", { class: "dim", key: "none" }, t("people.no_matches")),
    h(
      "ul",
      { class: "entries played", key: "list" },
      matches.map((match) => h("li", { key: match.match }, h(PlayedMatch, { page, match }))),
    ),
    more !== null && h("button", { type: "button", key: "more", onClick: more }, t("page.more")),
  ]);
}

/** @param {{ page: Page, match: Played }} props */
function PlayedMatch({ page, match }) {
  const title = titleOf(page.state, match.game);
  const own = match.seats.findIndex(({ player }) => player.id === page.state.me?.player.id);
  const isKept = typeof match.transcript === "string";
  return h("article", { class: "played-match" }, [
    h("p", { class: "played-head", key: "head" }, [
      isKept
        ? h(
            "a",
            { href: `/m/${encodeURIComponent(match.match)}?at=0${own < 0 ? "" : `&as=${own}`}`, key: "replay" },
            title,
          )
        : h("span", { key: "title" }, title),
      h("span", { class: "dim", key: "when" }, moment(match.ended)),
    ]),
    h(
      "ol",
      { class: "played-seats", key: "seats" },
      match.seats.map(({ player, place, before, after }, seat) =>
        h("li", { key: seat }, [
          h("span", { class: "played-place", key: "place" }, place === null ? "–" : t("people.place", { place })),
          h(PlayerName, { player, key: "player" }),
          before && after && h(Moved, { by: after.number - before.number, key: "moved" }),
        ]),
      ),
    ),
  ]);
}

/** The change of a rating. @param {{ by: number }} props */
function Moved({ by }) {
  const text = by < 0 ? `− ${-by}` : `+ ${by}`;
  return h("span", { class: by < 0 ? "moved hot" : "moved good" }, text);
}
