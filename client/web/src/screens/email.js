import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { signedInAs } from "../operations/account.js";
import { Folded, Form } from "../ui/form.js";
import { spoken, t } from "../words.js";
import { useProviders } from "./sign-on-buttons.js";

/** @import { Page } from "../page.js" */
/** @import { EmailAddress } from "../../../javascript/types/v1.js" */

const NONE = /** @type {EmailAddress} */ ({ verified: null, waiting: null, notices: [] });
const KINDS = /** @type {const} */ (["challenge", "turn", "round"]);

/** The page of a link in a mail. Nothing happens before its button is pressed. @param {Page} page */
export function Email(page) {
  const [link] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const [isDone, setDone] = useState(false);
  const purpose = ["confirm", "stop"].find((each) => link.has(each)) ?? "recover";
  const title = { confirm: t("email.confirm"), stop: t("email.stop") }[purpose] ?? t("email.new_password");
  const done = { confirm: t("email.is_confirmed"), stop: t("email.is_stopped") }[purpose] ?? t("email.is_recovered");
  const code = link.get(purpose) ?? "";
  const form =
    purpose === "recover" ? h(Recovery, { page, link, setDone }) : h(Use, { page, purpose, title, code, setDone });
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, title),
    h("section", { class: "panel", key: "form" }, isDone ? h("p", { role: "status" }, done) : form),
    isDone && h("p", { key: "on" }, h("a", { href: "/account" }, t("account.title"))),
  ]);
}

/** @param {{ page: Page, purpose: string, title: string, code: string, setDone: (done: boolean) => void }} props */
function Use({ page, purpose, title, code, setDone }) {
  const { http } = page.session.client;
  return h(Form, {
    submit: title,
    tone: "main",
    fields: [],
    send: async () => {
      if (purpose === "confirm") await http.post("/sign-on/email/confirm", { code });
      else await http.post(`/sign-on/email/unsubscribe?code=${encodeURIComponent(code)}`, {});
      setDone(true);
    },
  });
}

/** @param {{ page: Page, link: URLSearchParams, setDone: (done: boolean) => void }} props */
function Recovery({ page, link, setDone }) {
  const [needsCode, setNeedsCode] = useState(false);
  const name = link.get("name") ?? "";
  return h(Form, {
    submit: t("email.new_password"),
    tone: "main",
    username: name,
    fields: [
      {
        name: "new_password",
        label: t("account.new_password"),
        note: t("account.password_note"),
        kind: "password",
        autocomplete: "new-password",
        most: 256,
      },
      ...(needsCode ? [{ name: "second_factor", label: t("factor.code"), autocomplete: "one-time-code" }] : []),
    ],
    send: async ({ new_password = "", second_factor = "" }) => {
      const code = link.get("recover") ?? "";
      const factor = second_factor && { second_factor };
      try {
        await signedInAs(page, { type: "recover_account", name, code, new_password, ...factor }, true);
      } catch (error) {
        if (error instanceof CommandRefused && error.code === "second_factor_needed") setNeedsCode(true);
        throw error;
      }
      setDone(true);
    },
  });
}

/** The form that asks for a link, where the server sends mails. @param {{ page: Page }} props */
export function RecoveryByEmail({ page }) {
  if (!useProviders(page).email) return null;
  return h(Form, {
    submit: t("email.ask"),
    fields: [
      { name: "address", label: t("email.address"), note: t("email.ask_note"), autocomplete: "email", most: 254 },
    ],
    send: async ({ address = "" }) => {
      await page.session.client.http.post("/sign-on/email/recovery", { address });
      return t("email.asked");
    },
  });
}

/** The e-mail address of the account, with a form to change it. @param {{ page: Page }} props */
export function OwnEmail({ page }) {
  const { email: isSent } = useProviders(page);
  const { account } = page.session.client;
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    if (isSent) account.email().then(setKnown, page.failed);
  }, [isSent]);
  if (!isSent) return null;
  const { verified, waiting, notices = [] } = known;
  return h("section", { class: "panel", "data-part": "email" }, [
    h("h2", { key: "h2" }, t("email.title")),
    h("p", { class: "dim", key: "why" }, t("email.why")),
    verified && h("p", { key: "verified" }, h("bdi", null, verified)),
    waiting && h("p", { key: "waiting" }, t("email.waiting", { address: waiting })),
    h(
      Folded,
      { title: t("email.set"), key: "set" },
      h(Form, {
        submit: t("email.set"),
        fields: [{ name: "address", label: t("email.address"), autocomplete: "email", most: 254 }],
        send: async ({ address = "" }) => setKnown(await account.setEmail(address, spoken)),
      }),
    ),
    verified &&
      h(
        Folded,
        { title: t("email.notices"), key: "notices" },
        h(Form, {
          submit: t("email.choose"),
          fields: KINDS.map((name) => ({
            name,
            label: { challenge: t("email.challenge"), turn: t("email.turn"), round: t("email.round") }[name],
            kind: /** @type {const} */ ("check"),
            value: notices.includes(name) ? "yes" : "",
          })),
          send: async (values) => {
            setKnown(await account.chooseMails(KINDS.filter((name) => values[name] === "yes")));
            return t("email.chosen");
          },
        }),
      ),
    (verified || waiting) &&
      h(
        Folded,
        { title: t("email.remove"), key: "remove" },
        h(Form, {
          submit: t("email.remove"),
          tone: "risky",
          fields: [],
          send: async () => setKnown(await account.setEmail(null)),
        }),
      ),
  ]);
}
