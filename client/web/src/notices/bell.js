import { LostError } from "../../../javascript/src/errors.js";
import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words.js";
import { followed, inboxOf, stillOpen } from "./inbox.js";

/** @import { Page } from "../page.js" */

const BELL =
  "M12 2a2 2 0 0 1 2 2v.4a6 6 0 0 1 4 5.6v5l2 2v1H4v-1l2-2v-5a6 6 0 0 1 4-5.6V4a2 2 0 0 1 2-2zM9.5 20h5a2.5 2.5 0 0 1-5 0z";

/** @typedef {Page & { close: () => void }} Opened */
const Sheet = lazy(
  ["notices", "tables"],
  async () => /** @type {(props: Opened) => any} */ ((await import("./inbox-sheet.js")).InboxSheet),
  { isSmall: true, sheet: "fields" },
);

/** The button that opens the inbox, with the number of unread notices. It follows the inbox. @param {Page} page */
export function Bell(page) {
  const { state, session, failed } = page;
  const [isOpen, setOpen] = useState(false);
  const { client } = session;
  const me = state.me?.player.id ?? "";
  const isUp = state.connection.state === "open";
  const following = useRef({ of: "", client, end: () => {} });
  useEffect(() => {
    if (!isUp || (following.current.of === me && following.current.client === client)) return;
    following.current.end();
    let isOver = false;
    const now = {
      of: me,
      client,
      end: () => {
        isOver = true;
      },
    };
    following.current = now;
    followed(page, () => isOver).catch((error) => {
      now.of = ""; // the next connection tries again
      if (!isOver && !(error instanceof LostError)) failed(error);
    });
  }, [client, me, isUp]);
  useEffect(() => () => following.current.end(), []);
  const inbox = inboxOf(state);
  const unread = inbox?.unread ?? 0;
  const waiting = stillOpen(inbox?.received ?? [], state).length;
  return h("div", { class: "bell" }, [
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        key: "button",
        "aria-label": t("notice.bell", { n: unread }),
        "aria-haspopup": "dialog",
        "data-unread": unread,
        "data-waiting": waiting,
        onClick: () => setOpen(true),
      },
      [
        h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", key: "icon" }, h("path", { d: BELL })),
        unread > 0 && h("b", { class: "bell-count", "aria-hidden": "true", key: "n" }, unread > 99 ? "99+" : unread),
      ],
    ),
    isOpen && h(Sheet, { ...page, close: () => setOpen(false), key: "sheet" }),
  ]);
}
