import { h, useState } from "../../vendor/preact.js";
import { Folded, Form } from "../ui/form.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Account, SecondFactorBegun } from "../../../javascript/types/v1.js" */

/**
 * The second factor of the account: a code of an app beside the password.
 * @param {{ page: Page, account: Account, take: (account: Account) => void }} props
 */
export function SecondFactor({ page, account, take }) {
  const { account: requests } = page.session.client;
  const [begun, setBegun] = useState(/** @type {SecondFactorBegun | null} */ (null));
  const code = { name: "code", label: t("factor.code"), autocomplete: "one-time-code", most: 64 };
  const on = account.has_second_factor;
  return h("section", { class: "panel", "data-part": "second-factor" }, [
    h("h2", { key: "h2" }, t("factor.title")),
    h("p", { class: "dim", key: "why" }, t(on ? "factor.on" : "factor.why")),
    on &&
      h(
        Folded,
        { title: t("factor.remove"), key: "remove" },
        h(Form, {
          submit: t("factor.remove"),
          tone: "risky",
          fields: [{ ...code, note: t("factor.code_or_recovery") }],
          send: async ({ code = "" }) => take(await requests.removeSecondFactor(code)),
        }),
      ),
    !on &&
      begun === null &&
      h(
        Folded,
        { title: t("factor.turn_on"), key: "begin" },
        h(Form, {
          submit: t("factor.show"),
          fields: [],
          send: async () => setBegun(await requests.beginSecondFactor()),
        }),
      ),
    !on &&
      begun !== null &&
      h("div", { class: "stack", key: "confirm" }, [
        h("p", { key: "how" }, t("factor.how")),
        h(Code, { rows: begun.qr, key: "qr" }),
        h("p", { key: "secret" }, h("code", null, begun.secret.replace(/(.{4})(?=.)/g, "$1 "))),
        h(Form, {
          submit: t("factor.turn_on"),
          tone: "main",
          fields: [code],
          send: async ({ code = "" }) => {
            take(await requests.confirmSecondFactor(code));
            setBegun(null);
          },
          key: "form",
        }),
      ]),
  ]);
}

/** A QR code with its margin, dark on white in both themes. @param {{ rows: readonly string[] }} props */
function Code({ rows }) {
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) =>
    [...row].flatMap((dark, x) => (dark === "1" ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])),
  );
  return h(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, width: "200", height: "200", role: "img", "aria-label": t("factor.qr") },
    [
      h("rect", { width: size, height: size, fill: "#fff", key: "white" }),
      h("path", { d: path.join(""), fill: "#000", key: "dark" }),
    ],
  );
}
