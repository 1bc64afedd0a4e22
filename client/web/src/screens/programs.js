import { h, useEffect, useState } from "../../vendor/preact.js";
import { Folded, Form, ShownOnce } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { day } from "../ui/time.js";
import { Twice } from "../ui/twice.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Account, DeviceRequest, Scope, TokenOffered } from "../../../javascript/types/v1.js" */

const SCOPES = /** @type {const} */ ([
  "play",
  "lobby:read",
  "lobby:host",
  "collection:read",
  "collection:trade",
  "tournament:direct",
  "moderate",
]);

/** The delays of an overlay that the form offers, in seconds. */
const DELAYS = [0, 10, 30, 60, 180, 600];

/** The scopes that a new token has unless the player changes it. @type {readonly string[]} */
const USUAL = ["play", "lobby:read", "lobby:host"];
const DAYS = 365;

/** The name of a scope in the form; the server's own word for an unknown one. @param {string} scope */
export function scopeName(scope) {
  const known = /** @type {const} */ ([...SCOPES, "overlay"]).find((each) => each === scope);
  return known === undefined ? scope : t(`scope.${known}`);
}

/**
 * The player's bot accounts, and the tokens of their programs.
 * @param {{ page: Page, account: Account, take: (account: Account) => void }} props
 */
export function Programs({ page, account, take }) {
  const { session, failed } = page;
  const { account: requests } = session.client;
  const [tokens, setTokens] = useState(/** @type {readonly TokenOffered[]} */ ([]));
  const [secret, setSecret] = useState(/** @type {string | null} */ (null));
  const bots = account.bots ?? [];
  useEffect(() => {
    requests.tokens().then(setTokens, failed);
  }, [account.player.id, bots.length]);
  return h("section", { class: "panel", "data-part": "programs" }, [
    h("h2", { key: "h2" }, t("account.programs")),
    h("p", { class: "dim", key: "why" }, t("account.programs_why")),
    secret !== null &&
      h(ShownOnce, {
        title: t("account.token"),
        note: t("account.token_once"),
        lines: [secret],
        done: () => setSecret(null),
        key: "secret",
      }),
    h(ProgramRequest, { page, done: () => requests.tokens().then(setTokens, failed), key: "request" }),
    h("h3", { key: "bots" }, t("account.bots")),
    h(
      "ul",
      { class: "entries", key: "bot-list" },
      bots.map((bot) =>
        h("li", { key: bot.id }, [
          h(PlayerName, { player: bot, key: "bot" }),
          h(Twice, {
            label: t("account.bot_delete"),
            sure: t("account.sure"),
            does: () => requests.deleteBot(bot.id).then(take, failed),
            key: "delete",
          }),
        ]),
      ),
    ),
    h(
      Folded,
      { title: t("account.bot_make"), key: "make-bot" },
      h(Form, {
        submit: t("account.bot_make"),
        fields: [{ name: "name", label: t("account.bot_name"), most: 32 }],
        send: async ({ name = "" }) => take(await requests.makeBot(name)),
      }),
    ),
    h("h3", { key: "tokens" }, t("account.tokens")),
    h(
      "ul",
      { class: "entries", key: "token-list" },
      tokens.map((token) =>
        h("li", { key: token.id }, [
          h("span", { key: "label" }, [
            h("bdi", { key: "label" }, token.label || t("account.token_unnamed")),
            " · ",
            h("bdi", { key: "whose" }, token.player.name),
          ]),
          h(
            "span",
            { class: "dim", key: "scopes" },
            t("account.token_until", { scopes: token.scopes.map(scopeName).join(", "), day: day(token.until) }),
          ),
          h(Twice, {
            label: t("account.token_revoke"),
            sure: t("account.sure"),
            does: () => requests.revokeToken(token.id).then(setTokens, failed),
            key: "revoke",
          }),
        ]),
      ),
    ),
    h(
      Folded,
      { title: t("account.token_make"), key: "make-token" },
      h(Form, {
        submit: t("account.token_make"),
        fields: [
          { name: "label", label: t("account.token_label"), most: 32, optional: true },
          {
            name: "bot",
            label: t("account.token_for"),
            kind: "select",
            optional: true,
            options: [
              { value: "", title: t("account.token_self") },
              ...bots.map(({ id, name }) => ({ value: id, title: name })),
            ],
          },
          { name: "days", label: t("account.token_days"), kind: "number", largest: 366, value: String(DAYS) },
          ...SCOPES.map((scope) => ({
            name: scope,
            label: t(`scope.${scope}`),
            kind: /** @type {const} */ ("check"),
            value: USUAL.includes(scope) ? "yes" : "",
          })),
        ],
        send: async (typed) => {
          /** @type {Scope[]} */
          const scopes = SCOPES.filter((scope) => typed[scope] === "yes");
          const { label = "", bot = "" } = typed;
          const made = await requests.makeToken({ label, scopes, days: Number(typed.days), ...(bot && { bot }) });
          setSecret(made.token);
          setTokens(await requests.tokens());
        },
      }),
    ),
    h(
      Folded,
      { title: t("account.overlay"), key: "make-overlay" },
      h("p", { class: "dim", key: "why" }, t("account.overlay_why")),
      h(Form, {
        submit: t("account.overlay_make"),
        fields: [
          {
            name: "delay",
            label: t("account.overlay_delay"),
            kind: "select",
            value: "30",
            options: DELAYS.map((n) => ({ value: String(n), title: t("account.overlay_seconds", { n }) })),
          },
        ],
        send: async ({ delay }) => {
          const made = await requests.makeToken({
            label: t("account.overlay"),
            scopes: ["overlay"],
            overlay_delay: Number(delay),
          });
          setSecret(`${location.origin}/overlay/match#${made.token}`);
          setTokens(await requests.tokens());
        },
        key: "form",
      }),
    ),
  ]);
}

/**
 * The form for the code that a program shows, and its request in plain words.
 * @param {{ page: Page, done: () => void, given?: string }} props `given`: the code in the address of the page
 */
export function ProgramRequest({ page, done, given }) {
  const { account: requests } = page.session.client;
  const [code, setCode] = useState("");
  const [asked, setAsked] = useState(/** @type {DeviceRequest | null} */ (null));
  const answer = (/** @type {boolean} */ allow) =>
    requests.answerDeviceRequest(code, allow).then((request) => {
      setAsked(request);
      done();
    }, page.failed);
  if (asked === null)
    return h(
      given === undefined ? Folded : "section",
      { title: t("program.code"), class: "panel", key: "code" },
      h(Form, {
        submit: t("program.code_show"),
        fields: [{ name: "code", label: t("program.code_label"), value: given ?? "", most: 16 }],
        send: async ({ code = "" }) => {
          setAsked(await requests.deviceRequest(code));
          setCode(code);
        },
      }),
    );
  const { client, account, scopes, days, stage } = asked;
  return h("div", { class: "panel", role: "status", "data-part": "program-request", key: "asked" }, [
    h("p", { key: "who" }, t(account ? "program.code_asks" : "program.app_asks", { client, account })),
    h("p", { key: "what" }, t("program.code_may", { scopes: scopes.map(scopeName).join(", "), days })),
    stage === "pending" && h("p", { key: "careful" }, t("program.code_careful")),
    stage === "pending" &&
      h("div", { class: "row", key: "answers" }, [
        h("button", { type: "button", onClick: () => answer(true), key: "allow" }, t("program.code_allow")),
        h("button", { type: "button", onClick: () => answer(false), key: "deny" }, t("program.code_deny")),
      ]),
    stage !== "pending" &&
      h("p", { key: "done" }, stage === "allowed" ? t("program.code_allowed") : t("program.code_denied")),
    // The account is empty for an app, which takes its tokens later.
    stage === "allowed" &&
      !account &&
      h("button", { type: "button", onClick: () => answer(false), key: "back" }, t("program.code_back")),
  ]);
}
