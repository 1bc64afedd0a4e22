import { h, useState } from "../../vendor/preact.js";
import { downloaded } from "../download.js";
import { titleOf } from "../state/initial.js";
import { Fault, Folded, Form, ShownOnce } from "../ui/form.js";
import { calledInFull } from "../ui/other-face.js";
import { PageOf, usePages } from "../ui/pages.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { called, t } from "../words.js";
import { useCatalogue } from "./cards.js";
import { CodeBatchForm } from "./code-batch-form.js";

/** @import { Page } from "../page.js" */
/** @import { CodeBatch, CodeHistory, CodesMade, Deed } from "../../../javascript/types/v1.js" */

/** The batches of claim codes: create, list, inspect and revoke. @param {{ page: Page }} props */
export function CodeBatches({ page }) {
  const { client } = page.session;
  const [made, setMade] = useState(/** @type {CodesMade | null} */ (null));
  const [isMaking, setMaking] = useState(false);
  const pages = usePages(async (/** @type {string | null} */ before) => {
    const found = await (await client.codes()).batches(before ?? undefined);
    return { found: found.batches, before: found.before ?? null };
  });
  return h("div", { class: "stack codes" }, [
    made !== null &&
      h(MadeCodes, {
        made,
        done: () => setMade(null),
        key: "made",
      }),
    isMaking
      ? h(CodeBatchForm, {
          page,
          made: (answer) => {
            setMade(answer);
            setMaking(false);
            pages.again();
          },
          back: () => setMaking(false),
          key: "form",
        })
      : made === null && // else the codes that are shown this once would be gone
        h(
          "button",
          { type: "button", class: "main", onClick: () => setMaking(true), key: "make" },
          t("codes.make_new"),
        ),
    h(OneCode, { page, key: "one" }),
    h("h2", { key: "h" }, t("codes.batches")),
    h(PageOf, {
      pages,
      each: (/** @type {CodeBatch} */ batch) => h(Batch, { page, batch, again: pages.again, key: batch.id }),
      key: "list",
    }),
  ]);
}

/** The codes of a new batch, which are shown only once. @param {{ made: CodesMade, done: () => void }} props */
function MadeCodes({ made: { batch, codes }, done }) {
  if (codes.length === 0) return h("p", { class: "panel fault", role: "alert" }, t("codes.lost"));
  const save = () => downloaded(`codes-${batch.id}.txt`, `${codes.join("\n")}\n`, "text/plain");
  return h(
    ShownOnce,
    { title: t("codes.made", { n: codes.length, label: batch.label }), note: t("codes.once"), lines: codes, done },
    h("button", { type: "button", onClick: save, key: "save" }, t("codes.save")),
  );
}

/** The search for one code: its batch, and the players who have redeemed it. @param {{ page: Page }} props */
function OneCode({ page }) {
  const [code, setCode] = useState("");
  const [found, setFound] = useState(/** @type {CodeHistory | null} */ (null));
  return h(Folded, { title: t("codes.ask") }, [
    h(Form, {
      key: "form",
      submit: t("page.find"),
      fields: [{ name: "code", label: t("codes.code"), note: t("codes.ask_note"), most: 64 }],
      send: async ({ code: typed = "" }) => {
        setFound(null);
        setFound(await (await page.session.client.codes()).history({ code: typed.trim() }));
        setCode(typed.trim());
      },
    }),
    found !== null &&
      h("section", { class: "panel stack", "data-code": found.number, "aria-live": "polite", key: "found" }, [
        h("p", { key: "which" }, [
          h("strong", { key: "number" }, t("codes.number", { n: found.number ?? 0 })),
          ` ${t("codes.claimed_of", { n: found.claimed ?? 0, most: found.batch.uses })}`,
        ]),
        h(Facts, { page, batch: found.batch, key: "batch" }),
        h(History, { page, of: { code }, key: `${found.batch.id}${found.number}` }),
      ]),
  ]);
}

/** @param {{ page: Page, batch: CodeBatch, again: () => void }} props */
function Batch({ page, batch, again }) {
  const [isShown, setShown] = useState(false);
  const isGone = batch.revoked_at !== null && batch.revoked_at !== undefined;
  return h("article", { class: "panel stack", "data-batch": batch.id }, [
    h(Facts, { page, batch, key: "facts" }),
    h("div", { class: "row", key: "ways" }, [
      h(
        "button",
        { type: "button", "aria-expanded": isShown, onClick: () => setShown(!isShown), key: "history" },
        t("codes.history"),
      ),
    ]),
    isShown && h(History, { page, of: { batch: batch.id }, key: `history-${batch.claimed}-${isGone}` }),
    !isGone &&
      h(
        Folded,
        { title: t("codes.revoke"), key: "revoke" },
        h("p", { class: "dim", key: "note" }, t("codes.revoke_note")),
        h(Form, {
          key: "form",
          submit: t("codes.revoke"),
          tone: "risky",
          fields: [{ name: "why", label: t("moderation.why"), note: t("codes.why_note"), most: 200 }],
          send: async ({ why = "" }) => {
            await (await page.session.client.codes()).revoke(batch.id, why);
            again();
          },
        }),
      ),
  ]);
}

/** The contents and the state of a batch. @param {{ page: Page, batch: CodeBatch }} props */
function Facts({ page, batch }) {
  const { state } = page;
  const { label, gift, codes, uses, claimed, made_at: at, made_by: by, until, revoked_at: revoked } = batch;
  return h("div", { class: "code-batch" }, [
    h("h3", { key: "label" }, h("bdi", null, label)),
    h("ul", { class: "code-gift", key: "gift" }, [
      ...(gift.packs ?? []).map(({ game, set, count = 1 }) =>
        h(
          "li",
          { key: `${game}:${set}` },
          t("codes.gives_packs", {
            n: count,
            game: set ? `${titleOf(page.state, game)} (${set})` : titleOf(page.state, game),
          }),
        ),
      ),
      ...(gift.copies ?? []).map((each) => h(Copies, { page, ...each, key: `${each.game}/${each.card}` })),
    ]),
    h("p", { key: "many" }, [
      `${t("codes.many", { n: codes })} ${t("codes.uses_each", { n: uses })} `,
      h("strong", { key: "claimed" }, t("codes.claimed_of", { n: claimed, most: codes * uses })),
    ]),
    revoked
      ? h("p", { class: "hot", key: "revoked" }, t("codes.revoked", { at: moment(revoked - state.ahead) }))
      : until
        ? h(
            "p",
            { key: "until" },
            t(until - state.ahead > Date.now() ? "codes.until" : "codes.is_over", { at: moment(until - state.ahead) }),
          )
        : null,
    h("p", { class: "dim", key: "made" }, [
      by ? h(PlayerName, { player: by, key: "by" }) : t("moderation.house"),
      ` · ${moment(at - state.ahead)}`,
    ]),
  ]);
}

/** Copies that a code gives. @param {{ page: Page, game: string, card: string, count?: number }} props */
function Copies({ page, game, card, count = 1 }) {
  const printed = useCatalogue(page, game)?.get(card);
  return h("li", null, [
    `${count} × `,
    h(
      "a",
      { href: `/cards/${game}/${encodeURIComponent(card)}`, key: "card" },
      printed === undefined ? card : calledInFull(printed, t("cards.art_rare")),
    ),
    ` · ${titleOf(page.state, game)}`,
  ]);
}

/**
 * The audit log of a batch or a code, newest first.
 * @param {{ page: Page, of: { batch?: string, code?: string } }} props
 */
function History({ page, of }) {
  const pages = usePages(async (/** @type {string | null} */ before) => {
    const found = await (await page.session.client.codes()).history({ ...of, ...(before !== null && { before }) });
    return { found: found.deeds ?? [], before: found.before ?? null };
  });
  if (pages.error !== null) return h(Fault, { error: pages.error });
  return h("div", { class: "code-history" }, [
    h(PageOf, { pages, each: (/** @type {Deed} */ deed) => h(CodeDeed, { page, deed, key: deed.id }), key: "page" }),
  ]);
}

/**
 * An entry of the audit log: a batch was made or revoked, or a code was redeemed.
 * @param {{ page: Page, deed: Deed }} props
 */
function CodeDeed({ page: { state }, deed: { what, by, at, why, detail } }) {
  const number = /^\S+ (\d+)$/.exec(detail ?? "")?.[1];
  return h("p", { "data-deed": what }, [
    h("strong", { key: "what" }, called("codes.deed", what)),
    number !== undefined && ` (${t("codes.number", { n: number })})`,
    " · ",
    by ? h(PlayerName, { player: by, key: "by" }) : t("moderation.house"),
    h("span", { class: "dim", key: "at" }, ` · ${moment(at - state.ahead)}`),
    what === "revoke_codes" && h("bdi", { key: "why" }, ` · ${why}`),
  ]);
}
