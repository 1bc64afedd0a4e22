import { h, useEffect, useState } from "../../vendor/preact.js";
import { spoken, t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Account } from "../../../javascript/types/v1.js" */

/** Asks a player for the terms of use that are in force, until they are accepted. @param {Page} page */
export function SiteTerms({ state, session, failed }) {
  const { terms, pages = [] } = state.welcome?.site ?? {};
  const [accepted, setAccepted] = useState(/** @type {string | null | undefined} */ (terms));
  const me = state.me?.player.id;
  const isOpen = state.connection.state === "open";
  /** @param {Account} account */
  const take = ({ terms_accepted = [] }) => setAccepted(terms_accepted.at(-1)?.version);
  useEffect(() => {
    if (isOpen && me !== undefined) session.client.account.get().then(take, failed);
  }, [isOpen, me, terms]);
  const page = pages.find(({ name }) => name === "terms");
  if (!terms || accepted === terms || page === undefined) return null;
  return h("div", { class: "line-strip line-strip-shut site-terms", role: "alert", "data-line": "terms" }, [
    h("span", { key: "why" }, [
      t("terms.ask"),
      " ",
      h("a", { key: "page", href: `${page.path}?language=${spoken}`, target: "_blank" }, page.title),
    ]),
    h(
      "button",
      { type: "button", key: "accept", onClick: () => session.client.account.acceptTerms(terms).then(take, failed) },
      t("terms.accept"),
    ),
  ]);
}
