import { h, useEffect, useState } from "../../vendor/preact.js";
import { knowsPasskeys } from "../operations/passkeys.js";
import { begun, links, providers, unlinked } from "../operations/sign-on.js";
import { day } from "../ui/time.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** @param {Pick<Page, "session">} page */
export function useProviders(page) {
  const [found, setFound] = useState({
    providers: /** @type {readonly { id: string, name: string }[]} */ ([]),
    only: false,
    passkeys: false,
    email: false,
  });
  useEffect(() => {
    providers(page).then(
      (known) => setFound({ ...known, passkeys: known.passkeys && knowsPasskeys() }),
      () => {}, // without a list there is the sign-in with a password
    );
  }, []);
  return found;
}

/** Buttons that sign a player in by the providers of this server. @param {{ page: Page }} props */
export function SignOnButtons({ page }) {
  const { providers: found } = useProviders(page);
  if (found.length === 0) return null;
  return h(
    "div",
    { class: "stack", "data-part": "sign-on" },
    found.map(({ id, name }) =>
      h(
        "button",
        { type: "button", onClick: () => begun(page, id).catch(page.failed), key: id },
        t("sign_on.by", { name }),
      ),
    ),
  );
}

/** The links of the player's account, with buttons to make and to end them. @param {{ page: Page }} props */
export function LinkedProviders({ page }) {
  const { providers: found } = useProviders(page);
  const [known, setKnown] = useState(/** @type {readonly import("../operations/sign-on.js").Linked[]} */ ([]));
  const isEmpty = found.length === 0;
  useEffect(() => {
    if (!isEmpty) links(page).then(setKnown, page.failed);
  }, [isEmpty]);
  if (isEmpty) return null;
  return h("section", { class: "panel", "data-part": "linked" }, [
    h("h2", { key: "h2" }, t("sign_on.title")),
    h(
      "ul",
      { class: "entries", key: "list" },
      found.map(({ id, name }) => {
        const link = known.find(({ provider }) => provider === id);
        return h("li", { key: id }, [
          h("span", { key: "name" }, h("bdi", null, name)),
          h(
            "span",
            { class: "dim", key: "since" },
            link === undefined ? "" : t("sign_on.since", { day: day(link.since) }),
          ),
          link === undefined
            ? h(
                "button",
                { type: "button", onClick: () => begun(page, id).catch(page.failed), key: "link" },
                t("sign_on.link"),
              )
            : h(
                "button",
                {
                  type: "button",
                  class: "risky",
                  onClick: () => unlinked(page, id).then(setKnown, page.failed),
                  key: "unlink",
                },
                t("sign_on.unlink"),
              ),
        ]);
      }),
    ),
  ]);
}
