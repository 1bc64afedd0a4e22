import { hex } from "../../../javascript/src/notes.js";
import { h, useState } from "../../vendor/preact.js";
import { Fault, Form } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { Table } from "./loaded.js";

/** @import { Page } from "../page.js" */
/** @import { ModerationRequests } from "../connection/moderation.js" */

/** @typedef {{ match: string, why: string, seat: number | null, version: number | null, since: number | null, ref: string }} Look */

/**
 * A match at any version, with the eyes of any seat. Each look is in the audit log.
 * @param {{ page: Page, requests: ModerationRequests }} props
 */
export function MatchInspector({ page, requests }) {
  const [look, setLook] = useState(/** @type {Look | null} */ (null));
  const [shown, setShown] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** @param {Look} next */
  const ask = async (next) => {
    const found = await requests.inspect(next);
    setError(null);
    setLook({ ...next, version: found.update.version });
    setShown(found);
  };
  /** @param {Partial<Look>} change */
  const change = (change) => {
    if (look === null) return;
    // Other eyes are another look, with an entry of its own.
    const ref = "seat" in change ? freshRef() : look.ref;
    ask({ ...look, ...change, ref }).catch(setError);
  };
  return h("div", { class: "stack" }, [
    h("section", { class: "panel", key: "ask" }, [
      h("h2", { key: "title" }, t("console.match")),
      h("p", { class: "dim", key: "note" }, t("console.inspect_note")),
      h(Form, {
        submit: t("console.inspect"),
        fields: [
          { name: "match", label: t("console.match_id"), value: page.state.route.query.match ?? "", most: 64 },
          { name: "why", label: t("moderation.why"), note: t("console.why_audit"), most: 200 },
        ],
        send: ({ match = "", why = "" }) =>
          ask({ match: match.trim(), why, seat: null, version: null, since: null, ref: freshRef() }),
        key: "form",
      }),
    ]),
    error !== null && h(Fault, { error, key: "error" }),
    look !== null && shown !== null && h(Moment, { look, shown, change, key: "moment" }),
  ]);
}

/** @param {{ look: Look, shown: any, change: (change: Partial<Look>) => void }} props */
function Moment({ look, shown: { update, patch, steps }, change }) {
  const newest = steps.at(-1).version;
  const { version } = update;
  /** @param {number | null} seat */
  const nameOf = (seat) => (seat === null ? t("moderation.house") : (update.players[seat]?.name ?? String(seat)));
  return h("div", { class: "stack" }, [
    h("section", { class: "panel stack", key: "eyes" }, [
      h("label", { class: "form-field", key: "seat" }, [
        h("span", { key: "label" }, t("console.eyes")),
        h(
          "select",
          {
            value: look.seat === null ? "" : String(look.seat),
            onChange: (/** @type {any} */ { currentTarget: { value } }) =>
              change({ seat: value === "" ? null : Number(value) }),
            key: "select",
          },
          [
            h("option", { value: "", key: "" }, t("console.spectators")),
            ...update.players.map((/** @type {{ name: string }} */ { name }, /** @type {number} */ seat) =>
              h("option", { value: String(seat), key: seat }, `${seat + 1}. ${name}`),
            ),
          ],
        ),
      ]),
      h("div", { class: "row", key: "version" }, [
        h(
          "button",
          {
            type: "button",
            disabled: version <= 1,
            onClick: () => change({ version: version - 1, since: null }),
            key: "back",
          },
          t("console.previous"),
        ),
        h("strong", { role: "status", key: "now" }, t("console.version_of", { version, newest })),
        h(
          "button",
          {
            type: "button",
            disabled: version >= newest,
            onClick: () => change({ version: version + 1, since: null }),
            key: "on",
          },
          t("console.next"),
        ),
        h(
          "button",
          { type: "button", disabled: version <= 1, onClick: () => change({ since: version - 1 }), key: "difference" },
          t("console.compare"),
        ),
      ]),
      h("p", { class: "dim", key: "at" }, moment(update.at)),
    ]),
    patch !== null &&
      h(Table, {
        title: t("console.difference", { since: look.since ?? 0, version }),
        heads: [t("console.field"), t("console.change"), t("console.value")],
        rows: patch.map((/** @type {any} */ { op, path, value }) => [
          h("code", null, path),
          op,
          h("code", null, value === undefined ? "" : JSON.stringify(value)),
        ]),
        key: "patch",
      }),
    h(Table, {
      title: t("console.steps"),
      heads: [t("console.version"), t("console.time"), t("console.who"), t("console.what")],
      rows: steps.map((/** @type {any} */ { version: number, at, seat, kind, action }) => [
        h(
          "button",
          {
            type: "button",
            "aria-current": number === version ? "true" : undefined,
            onClick: () => change({ version: number, since: null }),
          },
          String(number),
        ),
        moment(at),
        h("bdi", null, nameOf(seat)),
        h("code", null, action === null ? kind : JSON.stringify(action)),
      ]),
      key: "steps",
    }),
    h("section", { class: "panel", key: "update" }, [
      h("h2", { key: "title" }, t("console.sent")),
      h(
        "pre",
        { class: "console-scroll", tabIndex: 0, role: "group", "aria-label": t("console.sent"), key: "json" },
        JSON.stringify(update, null, 2),
      ),
    ]),
  ]);
}

function freshRef() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}
