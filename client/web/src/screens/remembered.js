import { h } from "../../vendor/preact.js";
import { remembered } from "../settings.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** The other players who are remembered in this browser, to continue as one of them. @param {Page} page */
export function Others({ state, session, failed }) {
  const me = state.me?.player.id;
  const others = remembered().filter(({ id }) => id !== me);
  if (others.length === 0 && me === undefined) return null;
  return h("section", { class: "panel", "data-part": "others" }, [
    h("h2", { key: "h2" }, t("account.others")),
    h("p", { class: "dim", key: "why" }, t("account.others_why")),
    h(
      "ul",
      { class: "entries", key: "list" },
      others.map((player) =>
        h("li", { key: player.id }, [
          h("bdi", { key: "name" }, player.name),
          h("span", { class: "dim", key: "kind" }, player.kind === "guest" ? t("account.other_guest") : ""),
          h(
            "button",
            {
              type: "button",
              key: "be",
              "aria-label": t("account.switch_to", { name: player.name }),
              onClick: () => session.goOnAs(player).catch(failed),
            },
            t("account.switch"),
          ),
        ]),
      ),
    ),
    me !== undefined &&
      h(
        "div",
        { class: "row", key: "row" },
        h(
          "button",
          { type: "button", key: "else", onClick: () => session.goOnAs(null).catch(failed) },
          t("account.somebody_else"),
        ),
      ),
  ]);
}
