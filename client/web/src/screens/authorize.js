import { h, useEffect, useState } from "../../vendor/preact.js";
import { Fault } from "../ui/form.js";
import { askForProof } from "../ui/proof.js";
import { t } from "../words.js";
import { PasskeyButton } from "./passkeys.js";
import { ProgramRequest, scopeName } from "./programs.js";
import { SignInForm } from "./sign-in-form.js";

/** @import { Page } from "../page.js" */

const DAYS = ["1", "30", "366"];

/**
 * An answer to the request of an app.
 * @typedef {{ question: { client_id: string, host: string, is_on_device: boolean, scopes: string[] } | null, error: string | null, redirect: string | null }} AppAnswer
 */

/**
 * The question of whether an app may act for the player (OAuth).
 * @param {Page} page
 */
export function Authorize(page) {
  const { state, session } = page;
  askForProof(page);
  const isDevice = state.route.path.startsWith("/device");
  const query = state.route.path.split("?").slice(1).join("?");
  const me = state.me?.player;
  const isPerson = me?.kind === "person";
  const isOpen = state.connection.state === "open";
  const [answer, setAnswer] = useState(/** @type {AppAnswer | null} */ (null));
  const [failure, setFailure] = useState(/** @type {unknown} */ (null));
  /** @param {object} consent @returns {Promise<AppAnswer>} */
  const sent = (consent) => session.client.http.post("/oauth/consent", { query, ...consent });
  useEffect(() => {
    setFailure(null);
    if (isPerson && isOpen && !isDevice) sent({}).then(setAnswer, setFailure);
  }, [isPerson, isOpen, me?.id, query]);
  return h("section", { class: "page narrow people" }, [
    h("h1", { key: "h1" }, t("app.title")),
    failure !== null && h(Fault, { error: failure, key: "failure" }),
    !isPerson && h(SignIn, { page, key: "sign-in" }),
    isPerson &&
      isDevice &&
      isOpen &&
      h(ProgramRequest, { page, done: () => {}, given: state.route.query.code ?? "", key: "device" }),
    isPerson && answer?.error && h(Mistaken, { ...answer, error: answer.error, key: "error" }),
    isPerson && answer?.question && h(Question, { question: answer.question, name: me.name, sent, key: "question" }),
  ]);
}

/** @param {{ page: Page }} props */
function SignIn({ page }) {
  return h("section", { class: "panel", "data-part": "sign-in" }, [
    h("p", { key: "why" }, t("app.sign_in")),
    h(SignInForm, { page, key: "form" }),
    h(PasskeyButton, { page, key: "passkey" }),
  ]);
}

/** An error that only the developer of the app can mend. @param {{ error: string, redirect: string | null }} props */
function Mistaken({ error, redirect }) {
  return h("section", { class: "panel" }, [
    h("p", { role: "alert", key: "what" }, t("app.mistaken")),
    h("p", { class: "dim", lang: "en", key: "error" }, error),
    redirect !== null &&
      h("button", { type: "button", onClick: () => location.assign(redirect), key: "back" }, t("app.back")),
  ]);
}

/**
 * @param {{ question: NonNullable<AppAnswer["question"]>, name: string, sent: (consent: object) => Promise<AppAnswer> }} props
 */
function Question({ question, name, sent }) {
  const [days, setDays] = useState("30");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(/** @type {unknown} */ (null));
  const { client_id, host, is_on_device, scopes } = question;
  /** @param {boolean} allow */
  const answered = async (allow) => {
    setBusy(true);
    try {
      const { redirect } = await sent({ allow, days: Number(days) });
      if (redirect !== null) location.assign(redirect);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return h("section", { class: "panel", "data-part": "question" }, [
    h("p", { class: "who-name", key: "host" }, h("bdi", null, host)),
    h("p", { class: "dim", key: "called" }, t("app.called", { app: client_id })),
    h("p", { key: "asks" }, t(is_on_device ? "app.asks_on_device" : "app.asks", { name })),
    h(
      "ul",
      { class: "entries", key: "scopes" },
      scopes.map((scope) => h("li", { key: scope }, scopeName(scope))),
    ),
    h("p", { class: "dim", key: "never" }, t("app.never")),
    h("label", { class: "field", key: "days" }, [
      h("span", { key: "label" }, t("app.days")),
      h(
        "select",
        { value: days, onChange: (/** @type {any} */ event) => setDays(event.currentTarget.value), key: "select" },
        DAYS.map((each) => h("option", { value: each, key: each }, t("app.for_days", { n: Number(each) }))),
      ),
    ]),
    failure !== null && h(Fault, { error: failure, key: "failure" }),
    h("div", { class: "row", key: "row" }, [
      h(
        "button",
        { type: "button", class: "main", disabled: isBusy, onClick: () => answered(true), key: "allow" },
        t("app.allow"),
      ),
      h("button", { type: "button", disabled: isBusy, onClick: () => answered(false), key: "deny" }, t("app.deny")),
    ]),
    h("p", { class: "dim", key: "end" }, t("app.end")),
  ]);
}
