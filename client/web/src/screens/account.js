import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { isTokenForgotten } from "../connection/session.js";
import { deleted, exported, registered, signedInAs, signedOut } from "../operations/account.js";
import { remember, remembered } from "../settings.js";
import { Fault, Folded, Form, ShownOnce } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { askForProof } from "../ui/proof.js";
import { day } from "../ui/time.js";
import { spoken, t } from "../words.js";
import { Devices } from "./devices.js";
import { OwnEmail, RecoveryByEmail } from "./email.js";
import { OwnWebhooks } from "./own-webhooks.js";
import { OwnPasskeys, PasskeyButton } from "./passkeys.js";
import { Programs } from "./programs.js";
import { Others } from "./remembered.js";
import { SecondFactor } from "./second-factor.js";
import { SignInForm } from "./sign-in-form.js";
import { LinkedProviders, SignOnButtons, useProviders } from "./sign-on-buttons.js";

/** @import { Page } from "../page.js" */
/** @import { Account as OwnAccount } from "../../../javascript/types/v1.js" */

/** The player's own page: identity, account and its settings. @param {Page} page */
export function Account(page) {
  const { state, session, failed } = page;
  askForProof(page);
  const [known, setAccount] = useState(/** @type {OwnAccount | null} */ (null));
  const [codes, setCodes] = useState(/** @type {readonly string[]} */ ([]));
  const me = state.me?.player;
  const isOpen = state.connection.state === "open";
  useEffect(() => {
    if (me === undefined) setCodes([]);
    else if (isOpen) session.client.account.get().then(setAccount, failed);
  }, [isOpen, me?.id]);
  // The typed text survives a lost connection, and the guest session with which registration begins.
  const account = me !== undefined && known?.player.id === me.id ? known : null;
  const isPerson = (account?.player ?? me)?.kind === "person";
  const isRegistering = useRef(false);
  if (isPerson) isRegistering.current = false;
  useEffect(() => {
    if (me === undefined) isRegistering.current = false;
  }, [me?.id]);
  const isVisitor = me === undefined || isRegistering.current;
  /** @param {OwnAccount} changed */
  const take = (changed) => {
    setAccount(changed);
    const { player } = changed;
    page.store.change((known) => (known.me === null ? known : { ...known, me: { ...known.me, player } }));
    const before = remembered().find(({ id }) => id === player.id);
    if (before !== undefined) remember({ ...before, name: player.name, kind: player.kind ?? "person" });
    if (changed.recovery_codes?.length) setCodes(changed.recovery_codes);
  };
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, t("account.title")),
    me !== undefined &&
      isTokenForgotten() &&
      h("p", { class: "panel", role: "note", key: "not-kept" }, t("remark.not_kept")),
    codes.length > 0 &&
      h(ShownOnce, {
        title: t("account.codes"),
        note: t("account.codes_once"),
        lines: codes,
        done: () => setCodes([]),
        key: "codes",
      }),
    account !== null && !isVisitor && h(Who, { account, key: "who" }),
    !isPerson &&
      h(Doors, {
        page,
        guest: isVisitor ? null : (me?.name ?? null),
        begin: () => {
          isRegistering.current = isVisitor;
        },
        take,
        key: "doors",
      }),
    isPerson && account !== null && h(Own, { page, account, take, key: "own" }),
    h(Others, { ...page, key: "others" }),
    account !== null && !isVisitor && h(Farewell, { page, account, key: "farewell" }),
  ]);
}

/** @param {{ account: OwnAccount }} props */
function Who({ account }) {
  const { player, since, roles = [], state } = account;
  return h("section", { class: "panel who-one-is" }, [
    h("p", { class: "who-name", key: "name" }, h("bdi", null, player.name)),
    state === "waiting" && h("p", { role: "status", key: "state" }, t("account.waits")),
    state === "rejected" && h("p", { role: "status", key: "state" }, t("account.rejected")),
    h(
      "p",
      { class: "dim", key: "kind" },
      t(player.kind === "guest" ? "account.is_guest" : "page.since", { day: day(since) }),
    ),
    h("div", { class: "row", key: "links" }, [
      h("a", { class: "button", href: `/u/${encodeURIComponent(player.id)}`, key: "profile" }, t("account.profile")),
      roles.some((role) => role === "moderator" || role === "admin") &&
        h("a", { class: "button", href: "/moderation", key: "moderation" }, t("account.moderation")),
      roles.length > 0 && h("a", { class: "button", href: "/console", key: "console" }, t("account.console")),
    ]),
  ]);
}

/**
 * The forms for registration and sign-in.
 * @param {{ page: Page, guest: string | null, begin: () => void, take: (account: OwnAccount) => void }} props `guest`:
 *   the name of a guest, who may keep it; `begin` is called before an account is created
 */
function Doors({ page, guest, begin, take }) {
  const isGuest = guest !== null;
  const { pages = [], registration = "open" } = page.state.welcome?.site ?? {};
  const toRead = pages.filter(({ name }) => (registration === "closed" ? ["contact"] : BEFORE).includes(name));
  const isByInvite = registration === "invite";
  const { only } = useProviders(page);
  const register = h("section", { class: "panel", "data-part": "register", key: "register" }, [
    h("h2", { key: "h2" }, t(isGuest ? "account.keep_name" : "account.register")),
    h("p", { class: "dim", key: "why" }, t(only ? "sign_on.only" : (WHY[registration] ?? "account.keep_name_why"))),
    toRead.length > 0 &&
      h("p", { class: "dim", key: "read" }, [
        t(registration === "closed" ? "account.ask" : "account.read_first"),
        ...toRead.map(({ title, path }, at) => [
          at > 0 ? ", " : " ",
          h("a", { key: path, href: `${path}?language=${spoken}` }, title),
        ]),
      ]),
    registration !== "closed" &&
      !only &&
      h(Form, {
        key: "form",
        submit: t("account.register"),
        tone: isGuest ? "main" : "",
        fields: [
          { name: "name", label: t("account.name"), value: guest ?? "", autocomplete: "username", most: 32 },
          newPassword("password"),
          ...(isByInvite
            ? [
                {
                  name: "invite",
                  label: t("account.invite"),
                  note: t("account.invite_note"),
                  autocomplete: "off",
                  most: 64,
                },
              ]
            : []),
        ],
        send: async (typed) => {
          begin();
          const account = await registered(page, typed.name ?? "", typed.password ?? "", typed.invite);
          take(account);
          return t(account.state === "waiting" ? "account.waits" : "account.registered");
        },
      }),
  ]);
  const signIn = h("section", { class: "panel", "data-part": "sign-in", key: "sign-in" }, [
    h("h2", { key: "h2" }, t("nav.sign_in")),
    only && h(SignOnButtons, { page, key: "only" }),
    h(only ? Folded : "div", { title: t("sign_on.operators"), key: "form" }, [
      h(SignInForm, { key: "form", page, tone: isGuest || only ? "" : "main", asksToRemember: true }),
    ]),
    h(PasskeyButton, { page, key: "passkey" }),
    !only && h(SignOnButtons, { page, key: "providers" }),
    h(
      Folded,
      { title: t("account.forgotten"), key: "recover" },
      h(RecoveryByEmail, { page }),
      h(Form, {
        submit: t("account.recover"),
        fields: [
          { name: "name", label: t("account.name"), autocomplete: "username", most: 32 },
          { name: "code", label: t("account.code"), note: t("account.code_note") },
          newPassword("new_password"),
        ],
        send: (typed) =>
          signedInAs(
            page,
            {
              type: "recover_account",
              name: typed.name ?? "",
              code: typed.code ?? "",
              new_password: typed.new_password ?? "",
            },
            true,
          ),
      }),
    ),
  ]);
  // Guests come to keep their name, visitors without a player to sign in.
  return h("div", { class: "columns" }, isGuest ? [register, signIn] : [signIn, register]);
}

/** The text above the registration form, by the registration policy of the host. @type {Record<string, import("../words.js").Key>} */
const WHY = { approval: "account.by_approval", invite: "account.by_invite", closed: "account.closed" };

/** The host's pages to read before registration. */
const BEFORE = ["terms", "privacy", "rules"];

/**
 * The field for the password. An account without one is its owner's by a proof instead.
 * @param {OwnAccount} account
 * @returns {import("../ui/form.js").FormField[]}
 */
function passwordOf(account) {
  if (account.has_password === false) return [];
  return [{ name: "password", label: t("account.password"), kind: "password", autocomplete: "current-password" }];
}

/** The password that is sent for an account without one, and not read. */
const NONE = "none";

/** @param {string} name @returns {import("../ui/form.js").FormField} */
function newPassword(name) {
  const label = t(name === "password" ? "account.password" : "account.new_password");
  return { name, label, note: t("account.password_note"), kind: "password", autocomplete: "new-password", most: 256 };
}

/**
 * The settings of an account.
 * @param {{ page: Page, account: OwnAccount, take: (account: OwnAccount) => void }} props
 */
function Own({ page, account, take }) {
  const { account: requests } = page.session.client;
  const secrets = h("section", { class: "panel", key: "name" }, [
    h("h2", { key: "h2" }, t("account.secrets")),
    h(
      Folded,
      { title: t("account.change_name"), key: "name" },
      h(Form, {
        submit: t("account.change_name"),
        fields: [
          { name: "new_name", label: t("account.new_name"), autocomplete: "username", most: 32 },
          ...passwordOf(account),
        ],
        send: async ({ new_name = "", password: typed = NONE }) => {
          take(await requests.change({ new_name, password: typed }));
          return t("account.changed");
        },
      }),
    ),
    h(
      Folded,
      { title: t("account.change_password"), key: "password" },
      h(Form, {
        submit: t("account.change_password"),
        username: account.player.name,
        fields: [...passwordOf(account), newPassword("new_password")],
        send: async ({ new_password = "", password: typed = NONE }) => {
          take(await requests.change({ new_password, password: typed }));
          return t("account.password_changed");
        },
      }),
    ),
    h(
      Folded,
      { title: t("account.make_codes", { n: account.recovery_codes_left ?? 0 }), key: "codes" },
      h("p", { class: "dim" }, t("account.make_codes_note")),
      h(Form, {
        submit: t("account.make_codes_do"),
        username: account.player.name,
        fields: passwordOf(account),
        send: async ({ password: typed = NONE }) => {
          const recovery_codes = (await requests.makeRecoveryCodes(typed)) ?? [];
          take({ ...account, recovery_codes, recovery_codes_left: recovery_codes.length });
        },
      }),
    ),
  ]);
  return h("div", { class: "columns" }, [
    h("div", { class: "stack", key: "sign-in" }, [
      secrets,
      h(SecondFactor, { page, account, take, key: "factor" }),
      h(OwnEmail, { page, key: "email" }),
      h(OwnPasskeys, { page, key: "passkeys" }),
      h(LinkedProviders, { page, key: "linked" }),
      h(Devices, { page, key: "devices" }),
    ]),
    h("div", { class: "stack", key: "beside" }, [
      h(Avoided, { page, account, take, key: "avoided" }),
      h(Programs, { page, account, take, key: "programs" }),
      h(OwnWebhooks, { ...page, key: "webhooks" }),
    ]),
  ]);
}

/** @param {{ page: Page, account: OwnAccount, take: (account: OwnAccount) => void }} props */
function Avoided({ page, account, take }) {
  const avoided = account.avoided ?? [];
  /** @param {string} player */
  const forgive = (player) => page.session.client.account.avoid(player, "no").then(take, page.failed);
  return h("section", { class: "panel" }, [
    h("h2", { key: "h2" }, t("account.avoided")),
    avoided.length === 0 && h("p", { class: "dim", key: "none" }, t("account.avoided_none")),
    h(
      "ul",
      { class: "entries", key: "list" },
      avoided.map(({ player, how }) =>
        h("li", { key: player.id }, [
          h(PlayerName, { player, key: "player" }),
          h("span", { class: "dim", key: "how" }, t(how === "block" ? "account.blocked" : "account.muted")),
          h("button", { type: "button", key: "no", onClick: () => forgive(player.id) }, t("account.forgive")),
        ]),
      ),
    ),
  ]);
}

/** Export and deletion of the account. @param {{ page: Page, account: OwnAccount }} props */
function Farewell({ page, account }) {
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const isGuest = account.player.kind === "guest";
  const save = () => exported(page).catch(setError);
  /** @param {boolean} everywhere */
  const leave = (everywhere) => signedOut(page, { everywhere }).catch(setError);
  return h("section", { class: "panel" }, [
    h("h2", { key: "h2" }, t("account.leave")),
    error !== null && h(Fault, { error, key: "fault" }),
    isGuest && h("p", { class: "dim", key: "note" }, t("account.guest_leaves")),
    h("div", { class: "row", key: "row" }, [
      h("button", { type: "button", key: "out", onClick: () => leave(false) }, t("account.sign_out")),
      !isGuest && h("button", { type: "button", key: "all", onClick: () => leave(true) }, t("account.sign_out_all")),
      h("button", { type: "button", key: "export", onClick: save }, t("account.export")),
    ]),
    h(
      Folded,
      { title: t("account.delete"), key: "delete" },
      h("p", { class: "dim" }, t("account.delete_note")),
      h(Form, {
        submit: t("account.delete_do"),
        ...(!isGuest && { username: account.player.name }),
        tone: "risky",
        fields: isGuest ? [] : passwordOf(account),
        send: ({ password: typed }) => deleted(page, isGuest ? undefined : typed),
      }),
    ),
  ]);
}
