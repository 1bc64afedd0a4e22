import { h, useEffect, useState } from "../../vendor/preact.js";
import { Empty } from "../ui/empty.js";
import { Fault, Folded, Form } from "../ui/form.js";
import { called, t } from "../words.js";
import { accessChoices, Club } from "./club.js";

/** @import { Page } from "../page.js" */
/** @import { ClubAccess, Clubs as Listed, ClubSummary } from "../../../javascript/types/v1.js" */

/** The list of clubs, or one of them. @param {Page} page */
export function Clubs(page) {
  const { welcome, route } = page.state;
  const { club } = route.params;
  const isHere = (welcome?.capabilities ?? []).includes("clubs");
  return h("div", { class: "page people clubs" }, [
    welcome !== null && !isHere
      ? h("p", { key: "none" }, t("clubs.not_here"))
      : welcome === null
        ? h("p", { class: "dim", key: "wait" }, t("page.loading"))
        : club === undefined
          ? h(List, { ...page, key: "list" })
          : h(Club, { ...page, id: club, key: club }),
  ]);
}

/** @param {Page} page */
function List(page) {
  const { state, session, go } = page;
  const isUp = state.connection.state === "open";
  const me = state.me?.player.id;
  const [list, setList] = useState(/** @type {Listed | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  /** @param {string} [before] */
  const read = async (before) => {
    const path = before === undefined ? "/v1/clubs" : `/v1/clubs?before=${encodeURIComponent(before)}`;
    if (me === undefined) return session.client.http.get(path);
    return (await session.client.clubs()).list(before);
  };
  useEffect(() => {
    if (isUp) read().then(setList, setFault);
  }, [isUp, me]);
  const more = async () => {
    const next = await read(list?.before ?? undefined);
    setList((known) => ({ ...next, mine: known?.mine ?? [], clubs: [...(known?.clubs ?? []), ...next.clubs] }));
  };
  const isPerson = state.me?.player.kind === "person";
  const mine = list?.mine ?? [];
  const others = (list?.clubs ?? []).filter(({ id }) => mine.every((own) => own.id !== id));
  return [
    h("h1", { key: "h1" }, t("clubs.title")),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    list === null && fault === null && h("p", { class: "dim", key: "wait" }, t("page.loading")),
    mine.length > 0 && h(Rows, { title: t("clubs.mine"), rows: mine, key: "mine" }),
    others.length > 0 && h(Rows, { title: t("clubs.all"), rows: others, key: "all" }),
    list !== null &&
      others.length === 0 &&
      mine.length === 0 &&
      h(
        Empty,
        { ...page, kind: "club", text: t("clubs.empty"), key: "empty" },
        isPerson && h("a", { class: "button main", href: "#new-club", onClick: opened }, t("clubs.new")),
      ),
    list?.before &&
      h("button", { type: "button", onClick: () => more().catch(setFault), key: "more" }, t("clubs.more")),
    isPerson
      ? h("section", { class: "panel", id: "new-club", key: "new" }, [
          h(Folded, { title: t("clubs.new"), key: "new" }, [
            h("p", { class: "dim", key: "note" }, t("clubs.new_note")),
            h(Form, {
              key: "form",
              submit: t("clubs.make"),
              fields: [
                { name: "name", label: t("clubs.name"), most: 60 },
                { name: "about", label: t("clubs.about"), most: 300, optional: true },
                {
                  name: "access",
                  label: t("clubs.way"),
                  kind: "select",
                  value: "on_request",
                  options: accessChoices(),
                },
              ],
              send: async ({ name = "", about = "", access = "on_request" }) => {
                const way = /** @type {ClubAccess} */ (access);
                const made = await (await session.client.clubs()).create({ name, about, access: way });
                go(`/clubs/${encodeURIComponent(made.summary.id)}`);
              },
            }),
          ]),
        ])
      : h("p", { key: "sign_in" }, h("a", { class: "button", href: "/account" }, t("clubs.sign_in"))),
  ];
}

/** Open the form for a new club, and go to its first field. @param {Event} event */
function opened(event) {
  event.preventDefault();
  const form = document.getElementById("new-club")?.querySelector("details");
  if (!form) return;
  form.open = true;
  form.querySelector("input")?.focus();
}

/** @param {{ title: string, rows: readonly ClubSummary[] }} props */
function Rows({ title, rows }) {
  return h("section", { class: "panel" }, [
    h("h2", { key: "h2" }, title),
    h(
      "ul",
      { class: "followed", key: "list" },
      rows.map(({ id, name, access, members, role }) =>
        h("li", { class: "followed-player", "data-club": id, "data-role": role, key: id }, [
          h("div", { class: "followed-words", key: "words" }, [
            h("a", { href: `/clubs/${encodeURIComponent(id)}`, key: "name" }, h("bdi", null, name)),
            h(
              "span",
              { class: "presence dim", key: "terms" },
              [
                t("clubs.members", { n: members }),
                called("clubs.access", access),
                ...(role !== undefined && role !== "none" ? [called("clubs.role", role)] : []),
              ].join(" · "),
            ),
          ]),
        ]),
      ),
    ),
  ]);
}
