import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { seated } from "../operations/tables.js";
import { Form } from "../ui/form.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * The screen of an invite: it takes a seat, as a guest if necessary; without a free seat, the player watches.
 * @param {Page} page
 */
export function Join(page) {
  const { state, session, go, failed } = page;
  const code = (state.route.params.code ?? "").toUpperCase();
  const [refused, setRefused] = useState({ code: "", text: "" });
  const fault = refused.code === code ? refused.text : "";
  const isUp = state.connection.state === "open";
  const isTrying = useRef(false); // to sit down may take the connection from another window, and then it is up once more
  useEffect(() => {
    if (!isUp || fault !== "" || isTrying.current) return;
    isTrying.current = true;
    seated(page, { code })
      .catch(async (error) => {
        if (!(error instanceof CommandRefused) || error.code === "wrong_code" || error.code === "slow_down")
          throw error;
        const table = await session.client.tables.watch({ code });
        go(`/t/${table.id}`, { replace: true });
      })
      .catch((error) => {
        isTrying.current = false; // else this screen stays for a moment, until the next one is loaded
        if (error instanceof CommandRefused) setRefused({ code, text: error.text });
        else failed(error);
      });
  }, [code, isUp]);
  return h("section", { class: "page narrow" }, [
    h("h1", { key: "h1" }, t("join.title", { code })),
    fault === ""
      ? h("p", { class: "dim", role: "status", key: "wait" }, t("page.loading"))
      : h("p", { class: "fault", role: "alert", key: "fault" }, fault),
    fault !== "" &&
      h(Form, {
        submit: t("lobby.join"),
        fields: [{ name: "code", label: t("home.code"), value: code }],
        send: async (typed) => go(`/join/${encodeURIComponent(typed.code ?? "")}`, { replace: true }),
        key: code,
      }),
    fault !== "" && h("a", { class: "button", href: "/", key: "home" }, t("page.home")),
  ]);
}
