import { h, useEffect, useState } from "../../vendor/preact.js";
import { Fault } from "../ui/form.js";
import { Several } from "../ui/several.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Delivery, Webhook, WebhookLog } from "../../../javascript/types/v1.js" */

const LOGS = /** @type {readonly WebhookLog[]} */ (["delivered", "waiting", "dead"]);

/**
 * The events of a webhook with their attempts. Dead letters can be sent again.
 * @param {Page & { hook: Webhook, ask: import("./webhooks.js").Ask }} props
 */
export function DeliveryLog({ hook, ask, ...page }) {
  const { session, state } = page;
  const { dead = 0, waiting = 0 } = hook;
  const [log, setLog] = useState(/** @type {WebhookLog} */ (dead > 0 ? "dead" : waiting > 0 ? "waiting" : "delivered"));
  const [found, setFound] = useState(/** @type {readonly Delivery[] | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  /** @param {WebhookLog} wanted */
  const read = async (wanted) => {
    const deliveries = await (await session.client.webhooks()).deliveries(hook.id, wanted);
    setLog(wanted);
    setFound(deliveries);
    setFault(null);
  };
  useEffect(() => {
    read(log).catch(setFault);
  }, [hook]);
  /** @param {string} [event] */
  const again = (event) => ask((webhooks) => webhooks.change(hook.id, "replay", event));
  return h("div", { class: "deliveries", "data-log": log }, [
    h(Several, {
      label: t("webhooks.log"),
      value: log,
      choices: LOGS.map((value) => ({ value, title: called("webhooks.log", value) })),
      change: (wanted) => read(/** @type {WebhookLog} */ (wanted)).catch(setFault),
      key: "logs",
    }),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    found?.length === 0 && h("p", { class: "dim", key: "none" }, t("webhooks.log_empty")),
    h(
      "ul",
      { class: "entries", key: "list" },
      (found ?? []).map(({ event, kind, at, attempts = [] }) =>
        h("li", { "data-event": event, key: event }, [
          h("span", { key: "kind" }, [
            called("webhooks.event", kind),
            h("span", { class: "dim", key: "at" }, ` · ${moment(at - state.ahead)}`),
          ]),
          h(
            "span",
            { class: "dim", translate: "no", key: "attempts" },
            attempts.map(({ outcome }) => outcome).join(", "),
          ),
          log === "dead" &&
            attempts.length === 0 &&
            h("span", { class: "dim", key: "untried" }, t("webhooks.log_untried")),
          log === "dead" &&
            h("button", { type: "button", key: "again", onClick: () => again(event) }, t("webhooks.again")),
        ]),
      ),
    ),
    h("div", { class: "row", key: "ways" }, [
      h("button", { type: "button", key: "read", onClick: () => ask(async () => {}) }, t("webhooks.refresh")),
      log === "dead" &&
        (found ?? []).length > 1 &&
        h("button", { type: "button", key: "all", onClick: () => again() }, t("webhooks.again_all")),
    ]),
  ]);
}
