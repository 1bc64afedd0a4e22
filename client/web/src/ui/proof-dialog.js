import { h, useEffect, useState } from "../../vendor/preact.js";
import { knowsPasskeys, passkeys, provedByPasskey } from "../operations/passkeys.js";
import { links, proved, providers } from "../operations/sign-on.js";
import { t } from "../words.js";
import { Dialog } from "./dialog.js";
import { Fault, Form } from "./form.js";

/** @import { Page } from "../page.js" */
/** @import { Account } from "../../../javascript/types/v1.js" */

/**
 * The dialog in which a player proves who they are: with a code of the second factor, with the password, by a
 * provider, or by a passkey.
 * @param {Page & { end: (isProved: boolean) => void }} props
 */
export function Proof({ end, ...page }) {
  const { account: requests } = page.session.client;
  const [account, setAccount] = useState(/** @type {Account | null} */ (null));
  const [linked, setLinked] = useState(/** @type {readonly { id: string, name: string }[]} */ ([]));
  const [hasPasskey, setPasskey] = useState(false);
  const [failure, setFailure] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    requests.get().then(setAccount, setFailure);
    Promise.all([providers(page), links(page)]).then(
      ([{ providers: found }, own]) => setLinked(found.filter(({ id }) => own.some(({ provider }) => provider === id))),
      () => {}, // without a list there are the other ways
    );
    if (knowsPasskeys())
      passkeys(page).then(
        (own) => setPasskey(own.length > 0),
        () => {},
      );
  }, []);
  const has_factor = account?.has_second_factor ?? false;
  const field = has_factor
    ? { name: "code", label: t("factor.code"), note: t("factor.code_or_recovery"), autocomplete: "one-time-code" }
    : {
        name: "password",
        label: t("account.password"),
        kind: /** @type {const} */ ("password"),
        autocomplete: "current-password",
      };
  return h(Dialog, { title: t("proof.title"), close: () => end(false) }, [
    h("p", { class: "dim", key: "why" }, t("proof.why")),
    account !== null &&
      (has_factor || account.has_password !== false) &&
      h(Form, {
        submit: t("proof.go_on"),
        tone: "main",
        username: account.player.name,
        fields: [field],
        send: async (typed) => {
          await requests.proveIdentity(typed);
          end(true);
        },
        key: "form",
      }),
    ...(account === null || has_factor ? [] : linked).map(({ id, name }) =>
      h(
        "button",
        { type: "button", onClick: () => proved(page, id).then(() => end(true), setFailure), key: id },
        t("proof.by", { name }),
      ),
    ),
    hasPasskey &&
      h(
        "button",
        { type: "button", onClick: () => provedByPasskey(page).then(() => end(true), setFailure), key: "passkey" },
        t("passkey.prove"),
      ),
    failure !== null && h(Fault, { error: failure, key: "failure" }),
  ]);
}
