import { h, useEffect, useState } from "../../vendor/preact.js";
import { day } from "../ui/time.js";
import { Twice } from "../ui/twice.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { OwnSession } from "../../../javascript/types/v1.js" */

/** The names of our own clients in the list. @type {Readonly<Record<string, import("../words.js").Key>>} */
const CLIENTS = { "quarterdeck-web": "device.browser", "quarterdeck play": "device.terminal" };

/** The devices where the player is signed in, with buttons to sign them out. @param {{ page: Page }} props */
export function Devices({ page }) {
  const { session, failed } = page;
  const { account: requests } = session.client;
  const [sessions, setSessions] = useState(/** @type {readonly OwnSession[]} */ ([]));
  useEffect(() => {
    requests.sessions().then(setSessions, failed);
  }, []);
  return h("section", { class: "panel", "data-part": "devices" }, [
    h("h2", { key: "h2" }, t("device.title")),
    h("p", { class: "dim", key: "why" }, t("device.why")),
    h(
      "ul",
      { class: "entries", key: "list" },
      sessions.map((each) =>
        h("li", { key: each.id }, [
          h("span", { key: "client" }, [
            h("bdi", { key: "name" }, name(each)),
            each.is_present ? ` · ${t("device.this")}` : "",
          ]),
          h(
            "span",
            { class: "dim", key: "days" },
            t("device.days", { used: day(each.used_on), made: day(each.made_at) }),
          ),
          !each.is_present &&
            h(Twice, {
              label: t("account.sign_out"),
              sure: t("account.sure"),
              does: () => requests.endSession(each.id).then(setSessions, failed),
              key: "end",
            }),
        ]),
      ),
    ),
    sessions.length > 1 &&
      h(Twice, {
        label: t("device.end_others"),
        sure: t("account.sure"),
        does: () => requests.endOtherSessions().then(setSessions, failed),
        key: "others",
      }),
  ]);
}

/** @param {OwnSession} session */
function name({ client }) {
  const known = client == null ? undefined : CLIENTS[client];
  return known === undefined ? (client ?? t("device.unnamed")) : t(known);
}
