import { h, useEffect } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** A table where players gather. @param {Page} page */
export function Gathering(page) {
  const { state, session, go, failed } = page;
  const id = state.route.params.table ?? "";
  const table = state.tables[id];
  const isOpen = state.line.state === "open";
  useEffect(() => {
    if (isOpen && table === undefined) session.client.tables.watch({ table: id }).catch(failed);
  }, [id, isOpen]);
  useEffect(() => {
    if (table?.stage === "playing") go(`/m/${table.match}`, { replace: true });
  }, [table?.stage]);
  if (table === undefined) return h("p", { class: "page dim" }, t("match.loading"));
  const own = table.places.findIndex((place) => place.player?.id === state.me?.player.id && place.player !== null);
  return h("section", { class: "page" }, [
    h("h1", { key: "h1" }, `${state.welcome?.games.find((each) => each.name === table.game)?.title ?? table.game}`),
    h("p", { class: "dim", key: "stage" }, t("table.gathering")),
    h(
      "ol",
      { class: "places", key: "places" },
      table.places.map((place, seat) =>
        h("li", { class: "panel place", key: seat }, [
          h("bdi", { key: "name" }, place.player?.name ?? t("table.free")),
          h(
            "span",
            { class: "dim", key: "ready" },
            place.player ? t(place.ready ? "table.is_ready" : "table.not_ready") : "",
          ),
          !place.player &&
            h(
              "button",
              { type: "button", key: "bot", onClick: () => session.client.tables.addBot(id).catch(failed) },
              t("table.add_bot"),
            ),
        ]),
      ),
    ),
    h("div", { class: "row", key: "row" }, [
      own < 0 &&
        h(
          "button",
          {
            class: "main",
            type: "button",
            key: "sit",
            onClick: () =>
              session
                .asSomebody()
                .then(() => session.client.tables.sit({ table: id }))
                .catch(failed),
          },
          t("table.sit"),
        ),
      own >= 0 &&
        !table.places[own]?.ready &&
        h(
          "button",
          { class: "main", type: "button", key: "ready", onClick: () => session.client.tables.ready(id).catch(failed) },
          t("table.ready"),
        ),
    ]),
  ]);
}
