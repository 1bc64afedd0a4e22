import { h, useEffect, useState } from "../../vendor/preact.js";
import { Fault, Folded, Form, ShownOnce } from "../ui/form.js";
import { askForProof } from "../ui/proof.js";
import { moment } from "../ui/time.js";
import { Twice } from "../ui/twice.js";
import { called, spoken, t } from "../words.js";
import { DeliveryLog } from "./delivery-log.js";

/** @import { Page } from "../page.js" */
/** @import { CreateWebhook, Webhook, WebhookChange, WebhookEvent } from "../../../javascript/types/v1.js" */
/** @import { WebhookRequests } from "../../../javascript/src/webhooks.js" */

/** The club or the table that webhooks are about; without both, the player. @typedef {{ club?: string, table?: string }} About */

/** Runs a request; the next list shows its effect. @typedef {(request: (webhooks: WebhookRequests) => Promise<unknown>) => void} Ask */

/**
 * The names of events about something.
 * @param {string} what @param {string[]} stages
 */
const about = (what, ...stages) => stages.map((stage) => /** @type {WebhookEvent} */ (`${what}.${stage}`));
const MATCHES = about("match", "begun", "ended", "rated");
const TABLES = [...about("table", "opened"), ...MATCHES];

/** @type {readonly WebhookEvent[]} */
const NEWS = [...about("match", "ended"), "challenge", "turn", "round", "club", "message", "account"];

/** The events of webhooks about something. @param {About} about */
export function eventsOf({ club, table }) {
  return club ? TABLES : table ? MATCHES : NEWS;
}

/**
 * The player's webhooks about a club or a table, or else all of them, with a form for a new one. Drawn only for a person
 * on a server that sends webhooks.
 * @param {Page & About} props
 */
export function Webhooks({ club, table, ...page }) {
  const { session, state } = page;
  askForProof(page);
  const isOpen = state.connection.state === "open";
  const [hooks, setHooks] = useState(/** @type {readonly Webhook[] | null} */ (null));
  const [key, setKey] = useState(/** @type {string | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  /** @param {(webhooks: WebhookRequests) => Promise<unknown>} request */
  const asked = async (request) => {
    const webhooks = await session.client.webhooks();
    await request(webhooks);
    setHooks(await webhooks.list());
    setFault(null);
  };
  /** @type {Ask} */
  const ask = (request) => void asked(request).catch(setFault);
  useEffect(() => {
    if (isOpen) ask(async () => {});
  }, [isOpen, club, table]);
  const isMine = club === undefined && table === undefined;
  const shown = (hooks ?? []).filter((each) => isMine || (club ? each.club === club : each.table === table));
  return h("section", { class: "panel people", "data-part": "webhooks" }, [
    h("h2", { key: "h2" }, t("webhooks.title")),
    h("p", { class: "dim", key: "why" }, t(club ? "webhooks.of_club" : table ? "webhooks.of_table" : "webhooks.of_me")),
    key !== null &&
      h(ShownOnce, {
        title: t("webhooks.key"),
        note: t(key.startsWith("whsec_") ? "webhooks.key_once" : "webhooks.key_public"),
        lines: [key],
        done: () => setKey(null),
        key: "key",
      }),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    hooks !== null && shown.length === 0 && h("p", { class: "dim", key: "none" }, t("webhooks.none")),
    ...shown.map((hook) => h(Hook, { page, hook, names: isMine, ask, setKey, key: hook.id })),
    h(
      Folded,
      { title: t("webhooks.add"), key: "add" },
      h(Form, {
        submit: t("webhooks.add_do"),
        fields: fieldsOf({ club, table }),
        send: async (typed) => {
          await asked(async (webhooks) =>
            setKey((await webhooks.create(typed.url ?? "", wanted(typed, { club, table }))).key ?? null),
          );
          return t("webhooks.added");
        },
        key: "form",
      }),
    ),
  ]);
}

/** The fields of a new webhook. @param {About} about @returns {import("../ui/form.js").FormField[]} */
function fieldsOf(about) {
  return [
    { name: "url", label: t("webhooks.url"), note: t("webhooks.url_note"), most: 500 },
    {
      name: "form",
      label: t("webhooks.form"),
      kind: "select",
      value: "standard",
      options: ["standard", "discord"].map((value) => ({ value, title: called("webhooks.form", value) })),
    },
    {
      name: "signature",
      label: t("webhooks.signature"),
      kind: "select",
      value: "hmac",
      options: ["hmac", "ed25519"].map((value) => ({ value, title: called("webhooks.signature", value) })),
    },
    ...eventsOf(about).map((name) => ({
      name,
      label: called("webhooks.event", name),
      kind: /** @type {const} */ ("check"),
      value: "yes",
    })),
  ];
}

/**
 * The command that a filled form means. If each event is chosen, so are those of later versions.
 * @param {Readonly<Record<string, string>>} typed
 * @param {About} about
 * @returns {Partial<Omit<CreateWebhook, "type" | "url">>}
 */
export function wanted(typed, { club, table }) {
  const all = eventsOf({ club, table });
  const events = all.filter((name) => typed[name] === "yes");
  if (events.length === 0) throw new Error(t("webhooks.no_event"));
  return {
    events: events.length === all.length ? [] : events,
    form: /** @type {CreateWebhook["form"]} */ (typed.form),
    signature: /** @type {CreateWebhook["signature"]} */ (typed.signature),
    language: spoken,
    ...(club && { club }),
    ...(table && { table }),
  };
}

/**
 * A webhook with its state, its deliveries and the ways to change it.
 * @param {{ page: Page, hook: Webhook, names: boolean, ask: Ask, setKey: (key: string | null) => void }} props `names`:
 *   with a link to its club or table
 */
function Hook({ page, hook, names, ask, setKey }) {
  const { id, url, form, club, table, disabled_at, failing_since, why = "", waiting = 0, dead = 0 } = hook;
  const [isRead, setRead] = useState(false);
  const { ahead } = page.state;
  const sure = t("webhooks.sure");
  const events = eventsOf({ ...(club && { club }), ...(table && { table }) }).filter((name) =>
    hook.events.includes(name),
  );
  /** @param {WebhookChange} change */
  const does = (change) =>
    ask(async (webhooks) => {
      const changed = await webhooks.change(id, change);
      if (changed.key) setKey(changed.key);
    });
  return h("article", { class: "webhook", "data-hook": id, "data-disabled": disabled_at != null, "aria-label": url }, [
    h("p", { class: "webhook-url", key: "url" }, h("code", { translate: "no" }, url)),
    h("p", { class: "dim", key: "facts" }, [
      [called("webhooks.form", form), ...events.map((name) => called("webhooks.event", name))].join(" · "),
      names &&
        club && [" · ", h("a", { href: `/clubs/${encodeURIComponent(club)}`, key: "club" }, t("webhooks.its_club"))],
      names &&
        table && [" · ", h("a", { href: `/t/${encodeURIComponent(table)}`, key: "table" }, t("webhooks.its_table"))],
    ]),
    disabled_at != null
      ? h(
          "p",
          { class: "hot", role: "status", key: "state" },
          t("webhooks.disabled", { at: moment(disabled_at - ahead), why }),
        )
      : failing_since != null &&
        h(
          "p",
          { class: "hot", role: "status", key: "state" },
          t("webhooks.failing", { at: moment(failing_since - ahead) }),
        ),
    waiting + dead > 0 && h("p", { key: "counts" }, t("webhooks.counts", { waiting, dead })),
    h("div", { class: "row", key: "ways" }, [
      h(
        "button",
        { type: "button", "aria-expanded": isRead, key: "log", onClick: () => setRead(!isRead) },
        t("webhooks.deliveries"),
      ),
      disabled_at != null &&
        h(
          "button",
          { type: "button", class: "main", key: "enable", onClick: () => does("enable") },
          t("webhooks.enable"),
        ),
      h(Twice, { label: t("webhooks.rotate"), sure, does: () => does("rotate"), tone: "", key: "rotate" }),
      h(Twice, { label: t("webhooks.remove"), sure, does: () => does("delete"), key: "remove" }),
    ]),
    isRead && h(DeliveryLog, { ...page, hook, ask, key: "deliveries" }),
  ]);
}
