import { h, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { ModerationRequests } from "../connection/moderation.js";
import { t } from "../words.js";
import { Invites } from "./admission.js";
import { Figures } from "./figures.js";
import { HouseNotices } from "./house-notices.js";
import { ManyPlayers } from "./many-players.js";
import { MatchInspector } from "./match-inspector.js";
import { ReportQueue } from "./report-queue.js";
import { ServerStatus } from "./server-status.js";

/** @import { Page } from "../page.js" */

const EVERY = ["viewer", "organiser", "moderator", "admin"];
const MODERATORS = ["moderator", "admin"];

/** The parts of the console, with the roles that see them. The server checks each request again. */
const TABS = /** @type {const} */ ({
  server: EVERY,
  figures: EVERY,
  reports: MODERATORS,
  match: MODERATORS,
  many: MODERATORS,
  notices: EVERY,
  invites: ["organiser", "moderator", "admin"],
});
/** @typedef {keyof typeof TABS} Tab */
const PARTS = {
  server: ServerStatus,
  figures: Figures,
  reports: ReportQueue,
  match: MatchInspector,
  many: ManyPlayers,
  notices: HouseNotices,
  invites: Invites,
};

/** The console of the players who look after the server. @param {Page} page */
export function Console(page) {
  const { state, session } = page;
  const [roles, setRoles] = useState(/** @type {readonly string[] | null} */ (null));
  const wanted = /** @type {Tab} */ (state.route.query.part ?? "server");
  const [tab, setTab] = useState(wanted in TABS ? wanted : "server");
  const requests = useMemo(() => new ModerationRequests(session.client), [session.client]);
  const isOpen = state.connection.state === "open";
  const me = state.me?.player.id;
  useEffect(() => {
    if (!isOpen) return;
    if (me === undefined) setRoles([]);
    else session.client.account.get().then((account) => setRoles(account.roles ?? []), page.failed);
  }, [isOpen, me]);
  if (roles === null) return h("p", { class: "page dim" }, t("page.loading"));
  const tabs = /** @type {Tab[]} */ (Object.keys(TABS)).filter((each) =>
    TABS[each].some((role) => roles.includes(role)),
  );
  if (tabs.length === 0)
    return h("div", { class: "page" }, [
      h("h1", { key: "h1" }, t("console.title")),
      h("p", { key: "nobody" }, t("console.sign_in")),
    ]);
  const shown = tabs.includes(tab) ? tab : "server";
  return h("div", { class: "page people console" }, [
    h("h1", { key: "h1" }, t("console.title")),
    h("div", { class: "row", role: "tablist", "aria-label": t("console.title"), key: "tabs" }, [
      ...tabs.map((each) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            class: "tab",
            "aria-selected": shown === each,
            key: each,
            onClick: () => setTab(each),
          },
          t(`console.${each}`),
        ),
      ),
      roles.some((role) => MODERATORS.includes(role)) &&
        h("a", { class: "button", href: "/moderation", key: "more" }, t("console.more")),
    ]),
    h(
      "div",
      { role: "tabpanel", "aria-label": t(`console.${shown}`), key: shown },
      h(PARTS[shown], { page, requests, roles }),
    ),
  ]);
}
