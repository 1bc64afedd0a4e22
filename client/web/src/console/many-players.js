import { hex } from "../../../javascript/src/notes.js";
import { h, useState } from "../../vendor/preact.js";
import { lengths, sanctionKinds } from "../screens/sanction-fields.js";
import { Form } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";

/** @import { ModerationRequests } from "../connection/moderation.js" */
/** @import { FoundPlayers, SanctionKind, SanctionOutcomes } from "../../../javascript/types/v1.js" */

/**
 * Sanctions of many players: first a search that changes nothing, then an order about the chosen ones.
 * @param {{ requests: ModerationRequests }} props
 */
export function ManyPlayers({ requests }) {
  const [found, setFound] = useState(/** @type {FoundPlayers | null} */ (null));
  const [left, setLeft] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  const [done, setDone] = useState(/** @type {SanctionOutcomes | null} */ (null));
  const chosen = (found?.players ?? []).filter(({ player }) => !left.has(player.id));
  const names = Object.fromEntries((found?.players ?? []).map(({ player }) => [player.id, player.name]));
  return h("div", { class: "stack" }, [
    h("section", { class: "panel", key: "find" }, [
      h("h2", { key: "title" }, t("console.find_many")),
      h("p", { class: "dim", key: "note" }, t("console.find_note")),
      h(Form, {
        submit: t("page.find"),
        fields: [
          { name: "names", label: t("console.names"), note: t("console.names_note"), optional: true },
          { name: "pattern", label: t("console.pattern"), note: t("console.pattern_note"), most: 64, optional: true },
          { name: "near", label: t("console.near"), note: t("console.near_note"), most: 64, optional: true },
          { name: "guests", label: t("console.guests"), kind: "check" },
        ],
        send: async ({ names: typed = "", pattern = "", near = "", guests }) => {
          setDone(null);
          const listed = typed
            .split(/[,\n]/)
            .map((name) => name.trim())
            .filter((name) => name !== "");
          const next = near === "" ? null : (await requests.named(near)).player.id;
          const players = await requests.find({
            names: listed,
            pattern: pattern === "" ? null : pattern,
            near: next,
            guests: guests === "yes",
          });
          setFound(players);
          setLeft(
            new Set(players.players.filter((each) => each.has_role || each.is_banned).map(({ player }) => player.id)),
          );
        },
        key: "form",
      }),
    ]),
    found !== null &&
      h("section", { class: "panel", key: "found" }, [
        h("h2", { "aria-live": "polite", key: "title" }, t("console.found", { n: found.players.length })),
        found.missing.length > 0 &&
          h("p", { class: "hot", key: "missing" }, t("console.missing", { names: found.missing.join(", ") })),
        !found.is_whole && h("p", { class: "hot", key: "whole" }, t("console.too_many")),
        h(
          "ul",
          { class: "entries", key: "list" },
          found.players.map(({ player, since, is_banned: isBanned, has_role: hasRole }) =>
            h(
              "li",
              { key: player.id },
              h("label", { class: "form-check" }, [
                h("input", {
                  type: "checkbox",
                  checked: !left.has(player.id),
                  onChange: (/** @type {any} */ { currentTarget }) =>
                    setLeft((known) => {
                      const next = new Set(known);
                      if (currentTarget.checked) next.delete(player.id);
                      else next.add(player.id);
                      return next;
                    }),
                  key: "box",
                }),
                h("span", { key: "who" }, [
                  h(PlayerName, { player, key: "name" }),
                  h("span", { class: "dim", key: "since" }, [
                    ` · ${moment(since)}`,
                    isBanned ? ` · ${t("console.is_banned")}` : "",
                    hasRole ? ` · ${t("console.has_role")}` : "",
                  ]),
                ]),
              ]),
            ),
          ),
        ),
        chosen.length > 0 &&
          h(Form, {
            submit: t("console.sanction_many", { n: chosen.length }),
            tone: "risky",
            fields: [
              sanctionKinds("ban"),
              lengths(),
              { name: "why", label: t("moderation.why"), note: t("moderation.why_note"), most: 200 },
              { name: "address", label: t("moderation.address"), note: t("moderation.address_note"), kind: "check" },
            ],
            send: async ({ kind, seconds, why = "", address }) => {
              setDone(
                await requests.sanctionMany({
                  ref: hex(crypto.getRandomValues(new Uint8Array(16))),
                  players: chosen.map(({ player }) => player.id),
                  kind: /** @type {SanctionKind} */ (kind),
                  seconds: seconds === "" || kind === "disconnect" ? null : Number(seconds),
                  why,
                  address: kind === "ban" && address === "yes",
                }),
              );
              setFound(null);
            },
            key: "order",
          }),
      ]),
    done !== null &&
      h("section", { class: "panel", key: "done" }, [
        h(
          "h2",
          { "aria-live": "polite", key: "title" },
          t("console.sanctioned", { n: done.outcomes.filter(({ deed }) => deed !== null).length }),
        ),
        h(
          "ul",
          { class: "entries", key: "list" },
          done.outcomes
            .filter(({ deed }) => deed === null)
            .map(({ player, text }) =>
              h("li", { class: "hot", key: player }, [
                h("bdi", { key: "who" }, names[player] ?? player),
                `: ${text ?? ""}`,
              ]),
            ),
        ),
      ]),
  ]);
}
