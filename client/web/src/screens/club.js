import { h, useEffect, useState } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { Fault, Folded, Form } from "../ui/form.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { OwnWebhooks } from "./own-webhooks.js";

/** @import { Page } from "../page.js" */
/** @import { Club as Shown, ClubAccess, ClubMember, ClubRole, Table } from "../../../javascript/types/v1.js" */
/** @import { ClubRequests } from "../../../javascript/src/clubs.js" */

/** Runs a request, and shows its answer. @typedef {(request: (clubs: ClubRequests) => Promise<Shown>) => Promise<void>} Ask */

const ACCESS = ["on_request", "open", "private"];
const MEMBERS = ["owner", "organiser", "member"];

/** One club, as the reader may see it. @param {Page & { id: string }} props */
export function Club({ id, ...page }) {
  const { state, session, go } = page;
  const isUp = state.connection.state === "open";
  const me = state.me?.player;
  const [club, setClub] = useState(/** @type {Shown | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  /** @type {Ask} */
  const ask = async (request) => {
    setClub(await request(await session.client.clubs()));
    setFault(null);
  };
  const read = () =>
    me === undefined
      ? session.client.http.get(`/v1/clubs/${encodeURIComponent(id)}`).then((found) => setClub(found.club))
      : ask((clubs) => clubs.get(id));
  useEffect(() => {
    if (isUp) read().catch(setFault);
  }, [isUp, me?.id]);
  if (club === null) return fault === null ? h("p", { class: "dim" }, t("page.loading")) : h(Fault, { error: fault });
  const { name, access, members, role = "none" } = club.summary;
  const organises = role === "owner" || role === "organiser";
  const isMember = MEMBERS.includes(role);
  const leave = async () => {
    await (await session.client.clubs()).leave(id);
    if (access === "private") go("/clubs");
    else await read();
  };
  return [
    h("p", { key: "back" }, h("a", { href: "/clubs" }, t("clubs.title"))),
    h("section", { class: "panel", "data-part": "club", "data-role": role, key: "head" }, [
      h("h1", { key: "h1" }, h("bdi", null, name)),
      h(
        "p",
        { class: "dim", key: "terms" },
        [
          t("clubs.members", { n: members }),
          called("clubs.access", access),
          ...(role === "none" ? [] : [called("clubs.role", role)]),
        ].join(" · "),
      ),
      club.about !== "" && h("p", { key: "about" }, h("bdi", null, club.about)),
      fault !== null && h(Fault, { error: fault, key: "fault" }),
      h("div", { class: "row", key: "ways" }, [
        me === undefined || me.kind !== "person"
          ? h("a", { class: "button", href: "/account", key: "account" }, t("clubs.sign_in"))
          : !isMember &&
            role !== "applicant" &&
            h(
              "button",
              {
                type: "button",
                class: "main",
                key: "join",
                onClick: () => ask((clubs) => clubs.join(id)).catch(setFault),
              },
              t(role === "invited" ? "clubs.accept" : access === "on_request" ? "clubs.apply" : "clubs.join"),
            ),
        role !== "none" &&
          !(role === "owner" && members === 1) && // that would end the club, which has a button of its own
          h(
            "button",
            { type: "button", key: "leave", onClick: () => leave().catch(setFault) },
            t(isMember ? "clubs.leave" : role === "invited" ? "clubs.decline" : "clubs.withdraw"),
          ),
      ]),
    ]),
    isMember && h(ClubTables, { ...page, id, key: "tables" }),
    (club.announcements ?? []).length > 0 &&
      h("section", { class: "panel", key: "said" }, [
        h("h2", { key: "h2" }, t("clubs.announcements")),
        ...(club.announcements ?? []).map(({ text, by, at }) =>
          h("p", { key: String(at) }, [
            h("bdi", { key: "text" }, text),
            h("span", { class: "dim", key: "by" }, ` (${by.name}, ${moment(at - state.ahead)})`),
          ]),
        ),
      ]),
    h(Members, { title: t("clubs.title_members"), rows: club.members, club, ask, fail: setFault, key: "members" }),
    (club.waiting ?? []).length > 0 &&
      h(Members, { title: t("clubs.waiting"), rows: club.waiting ?? [], club, ask, fail: setFault, key: "waiting" }),
    organises && h(Organising, { page, club, ask, key: "organising" }),
    organises && h(OwnWebhooks, { ...page, club: id, key: "webhooks" }),
  ];
}

/** @param {{ title: string, rows: readonly ClubMember[], club: Shown, ask: Ask, fail: (error: unknown) => void }} props */
function Members({ title, rows, club, ask, fail }) {
  return h("section", { class: "panel" }, [
    h("h2", { key: "h2" }, title),
    h(
      "ul",
      { class: "followed", key: "list" },
      rows.map(({ player, role }) =>
        h("li", { class: "followed-player", "data-player": player.id, "data-role": role, key: player.id }, [
          h("div", { class: "followed-words", key: "words" }, [
            h("a", { href: `/u/${encodeURIComponent(player.id)}`, key: "name" }, h("bdi", null, player.name)),
            h("span", { class: "presence dim", key: "role" }, called("clubs.role", role)),
          ]),
          h(
            "div",
            { class: "row", key: "ways" },
            waysOf(club.summary.role ?? "none", role).map(([to, words]) =>
              h(
                "button",
                {
                  type: "button",
                  key: to,
                  "aria-label": `${player.name}: ${t(words)}`,
                  onClick: () => ask((clubs) => clubs.setRole(club.summary.id, player.id, to)).catch(fail),
                },
                t(words),
              ),
            ),
          ),
        ]),
      ),
    ),
  ]);
}

/**
 * The roles that a player with this role may give to another one, with their words.
 * @param {string} mine
 * @param {string} theirs
 */
export function waysOf(mine, theirs) {
  const owns = mine === "owner";
  /** @type {(readonly [ClubRole, import("../words.js").Key])[]} */
  const ways = [];
  if (!owns && mine !== "organiser") return ways;
  if (theirs === "applicant") ways.push(["member", "clubs.do_accept"], ["none", "clubs.do_decline"]);
  if (theirs === "invited") ways.push(["none", "clubs.do_withdraw"]);
  if (owns && theirs === "member") ways.push(["organiser", "clubs.do_organiser"]);
  if (owns && theirs === "organiser") ways.push(["owner", "clubs.do_owner"], ["member", "clubs.do_member"]);
  if (theirs === "member" || (owns && theirs === "organiser")) ways.push(["none", "clubs.do_remove"]);
  return ways;
}

/** The tables of a club, and a way to open one. @param {Page & { id: string }} props */
function ClubTables({ id, ...page }) {
  const { state, session, go } = page;
  const [tables, setTables] = useState(/** @type {readonly Table[]} */ ([]));
  const games = state.welcome?.games ?? [];
  useEffect(() => {
    session.client.tables.list(undefined, id).then(setTables, () => setTables([]));
  }, [id, state.connection.state]);
  return h("section", { class: "panel", "data-part": "tables" }, [
    h("h2", { key: "h2" }, t("clubs.tables")),
    tables.length === 0 && h("p", { class: "dim", key: "none" }, t("clubs.no_tables")),
    h(
      "ul",
      { class: "followed", key: "list" },
      tables.map((table) =>
        h(
          "li",
          { class: "followed-player", "data-table": table.id, key: table.id },
          h("a", { href: `/t/${encodeURIComponent(table.id)}` }, [
            titleOf(state, table.game),
            ": ",
            table.places.map(({ player }) => player?.name ?? "–").join(", "),
          ]),
        ),
      ),
    ),
    h(Form, {
      key: "open",
      submit: t("clubs.open_table"),
      fields: [
        {
          name: "game",
          label: t("clubs.game"),
          kind: "select",
          value: games[0]?.name ?? "",
          options: games.map(({ name, title }) => ({ value: name, title })),
        },
      ],
      send: async ({ game = "" }) => {
        const table = await session.client.tables.open(game, { club: id });
        go(`/t/${encodeURIComponent(table.id)}`);
      },
    }),
  ]);
}

/** The forms of the owner and of organisers. @param {{ page: Page, club: Shown, ask: Ask }} props */
function Organising({ page, club, ask }) {
  const { id, name, access, role } = club.summary;
  const { client } = page.session;
  return h("section", { class: "panel", "data-part": "organising" }, [
    h("h2", { key: "h2" }, t("clubs.organise")),
    h(Folded, { title: t("clubs.invite"), key: "invite" }, [
      h("p", { class: "dim", key: "note" }, t("clubs.invite_note")),
      h(Form, {
        key: "form",
        submit: t("clubs.invite_do"),
        fields: [{ name: "name", label: t("clubs.player"), most: 40 }],
        send: async ({ name: wanted = "" }) => {
          const { player } = await client.standings.profile({ name: wanted });
          await ask((clubs) => clubs.invite(id, player.id));
          return t("clubs.invited");
        },
      }),
    ]),
    h(Folded, { title: t("clubs.announce"), key: "announce" }, [
      h("p", { class: "dim", key: "note" }, t("clubs.announce_note")),
      h(Form, {
        key: "form",
        submit: t("clubs.announce_do"),
        fields: [{ name: "text", label: t("clubs.text"), most: 300 }],
        send: async ({ text = "" }) => {
          await ask((clubs) => clubs.announce(id, text));
          return t("clubs.announced");
        },
      }),
    ]),
    role === "owner" &&
      h(Folded, { title: t("clubs.change"), key: "change" }, [
        h(Form, {
          key: "form",
          submit: t("clubs.change_do"),
          fields: [
            { name: "name", label: t("clubs.name"), most: 60, value: name },
            { name: "about", label: t("clubs.about"), most: 300, value: club.about, optional: true },
            { name: "access", label: t("clubs.way"), kind: "select", value: access, options: accessChoices() },
          ],
          send: async ({ name: next = "", about = "", access: way = "" }) => {
            await ask((clubs) => clubs.change(id, { name: next, about, access: /** @type {ClubAccess} */ (way) }));
            return t("clubs.changed");
          },
        }),
      ]),
    role === "owner" &&
      h(Folded, { title: t("clubs.delete"), key: "delete" }, [
        h("p", { class: "dim", key: "note" }, t("clubs.delete_note")),
        h(Form, {
          key: "form",
          submit: t("clubs.delete_do"),
          tone: "risky",
          fields: [],
          send: async () => {
            await (await client.clubs()).delete(id);
            page.go("/clubs");
          },
        }),
      ]),
  ]);
}

/** The choices of the way into a club. */
export function accessChoices() {
  return ACCESS.map((value) => ({ value, title: called("clubs.access", value) }));
}
