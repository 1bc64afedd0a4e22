import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { finished, isProof, linked, registeredAs } from "../operations/sign-on.js";
import { Fault, Form, ShownOnce } from "../ui/form.js";
import { askForProof } from "../ui/proof.js";
import { t } from "../words.js";
import { SignInForm } from "./sign-in-form.js";

/** @import { Page } from "../page.js" */

/**
 * The screen to which a provider of identities sends the player back.
 * @param {Page} page
 */
export function SignOn(page) {
  const { state, go } = page;
  const { query } = state.route;
  const isOpen = state.connection.state === "open";
  const [found, setFound] = useState(/** @type {{ ticket: string, verifier: string } | null} */ (null));
  const [failure, setFailure] = useState(/** @type {unknown} */ (null));
  const [codes, setCodes] = useState(/** @type {readonly string[]} */ ([]));
  const isBegun = useRef(false);
  const me = state.me?.player;
  const [isOfProof] = useState(() => isProof(query));
  askForProof(page);
  useEffect(() => {
    if (isOfProof || !isOpen || isBegun.current || !query.code) return;
    isBegun.current = true;
    finished(page, query)
      .then((unknown) => (unknown === null ? go("/", { replace: true }) : setFound(unknown)))
      .catch(setFailure);
  }, [isOpen]);
  const link = async () => {
    if (found === null) return;
    await linked(page, found);
    setFound(null);
  };
  if (isOfProof) return h("p", { class: "page narrow", role: "status" }, t("proof.back"));
  const isRefused = query.error !== undefined || query.code === undefined;
  return h("section", { class: "page narrow people" }, [
    h("h1", { key: "h1" }, t("nav.sign_in")),
    failure !== null && h(Fault, { error: failure, key: "failure" }),
    isRefused && h("p", { role: "alert", key: "refused" }, t("sign_on.refused")),
    (failure !== null || isRefused) && h("a", { class: "button", href: "/account", key: "again" }, t("sign_on.again")),
    !isRefused &&
      failure === null &&
      found === null &&
      codes.length === 0 &&
      h("p", { class: "dim", role: "status", key: "wait" }, t("page.loading")),
    codes.length > 0 &&
      h(ShownOnce, {
        title: t("account.codes"),
        note: t("account.codes_once"),
        lines: codes,
        done: () => go("/", { replace: true }),
        key: "codes",
      }),
    found !== null &&
      me?.kind === "person" &&
      h("section", { class: "panel", "data-part": "link", key: "link" }, [
        h("p", { key: "why" }, t("sign_on.link_why", { name: me.name })),
        h(Form, {
          submit: t("sign_on.link"),
          tone: "main",
          fields: [],
          send: async () => {
            await link();
            go("/account", { replace: true });
          },
          key: "form",
        }),
      ]),
    found !== null &&
      me?.kind !== "person" &&
      h(Doors, { page, link, ticket: found.ticket, shown: setCodes, key: "doors" }),
  ]);
}

/**
 * The two ways on for an identity without an account: a new account, or the player's own.
 * @param {{ page: Page, link: () => Promise<void>, ticket: string, shown: (codes: readonly string[]) => void }} props
 */
function Doors({ page, link, ticket, shown }) {
  const { registration = "open" } = page.state.welcome?.site ?? {};
  return h("div", { class: "stack" }, [
    registration !== "closed" &&
      h("section", { class: "panel", "data-part": "register", key: "register" }, [
        h("h2", { key: "h2" }, t("account.register")),
        h("p", { class: "dim", key: "why" }, t("sign_on.new_why")),
        h(Form, {
          submit: t("account.register"),
          tone: "main",
          fields: [
            { name: "name", label: t("account.name"), autocomplete: "username", most: 32 },
            ...(registration === "invite" ? [{ name: "invite", label: t("account.invite"), most: 64 }] : []),
          ],
          send: async ({ name = "", invite }) => {
            const account = await registeredAs(page, name, ticket, invite);
            await link();
            shown(account.recovery_codes ?? []);
          },
          key: "form",
        }),
      ]),
    h("section", { class: "panel", "data-part": "sign-in", key: "sign-in" }, [
      h("h2", { key: "h2" }, t("sign_on.known")),
      h("p", { class: "dim", key: "why" }, t("sign_on.known_why")),
      h(SignInForm, { page, tone: "", key: "form" }),
    ]),
  ]);
}
