import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { acceptedLink } from "../operations/challenges.js";
import { lastDeck } from "../operations/openings.js";
import { titleOf } from "../state/initial.js";
import { Fault } from "../ui/form.js";
import { GameEmblem } from "../ui/icon.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";
import { termsOf } from "./challenge-terms.js";
import { DeckFold } from "./deck-fold.js";

/** @import { Page } from "../page.js" */
/** @import { OpenChallengeLink as Link } from "../../../javascript/types/v1.js" */

/**
 * The challenge of a link. Its token is the fragment of the address, which no browser sends to a server. Looking at it uses
 * nothing up. A visitor becomes a guest only by a click.
 * @param {Page} page
 */
export function OpenChallengeLink(page) {
  const { state, session, failed } = page;
  const [token] = useState(() => location.hash.slice(1));
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const isUp = state.connection.state === "open";
  const me = state.me?.player.id ?? null;
  useEffect(() => {
    if (!isUp || me === null || token === "") return;
    session.client
      .challenges()
      .then((challenges) => challenges.getLink(token))
      .then(({ link: found }) => setLink(found), setFault);
  }, [isUp, me]);
  return h("section", { class: "page narrow" }, [
    h(
      "h1",
      { key: "h1" },
      link === null ? t("challenge.link_title") : t("challenge.by", { name: link.challenger.name }),
    ),
    token === ""
      ? h("p", { class: "fault", role: "alert", key: "none" }, t("challenge.no_link"))
      : fault !== null
        ? h(Fault, { error: fault, key: "fault" })
        : link !== null
          ? h(Terms, { page, link, token, isOwn: link.challenger.id === me, key: "terms" })
          : me === null && [
              h("p", { key: "note" }, t("challenge.look_note")),
              h(
                "button",
                { type: "button", class: "main", key: "look", onClick: () => session.withPlayer().catch(failed) },
                t("challenge.look"),
              ),
            ],
    h("a", { class: "button", href: "/", key: "home" }, t("page.home")),
  ]);
}

/** @param {{ page: Page, link: Link, token: string, isOwn: boolean }} props */
function Terms({ page, link, token, isOwn }) {
  const { state } = page;
  const offer = state.welcome?.games.find((each) => each.name === link.game);
  const [deck, setDeck] = useState(() => (offer === undefined ? "" : (lastDeck(offer) ?? "")));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const orUnrated = fault instanceof CommandRefused && fault.code === "would_be_unrated";
  const accept = () => {
    setBusy(true);
    setFault(null);
    acceptedLink(page, token, {
      ...(deck !== "" && { deck }),
      ...(link.rated && !link.unrated && !orUnrated && { only_rated: true }),
    })
      .catch(setFault)
      .finally(() => setBusy(false));
  };
  return h("div", { class: "form", "data-stage": link.stage }, [
    h("div", { class: "gathering-head", key: "game" }, [
      h(GameEmblem, { game: link.game, key: "emblem" }),
      h("div", { key: "words" }, [
        h("strong", { key: "title" }, titleOf(state, link.game)),
        h("p", { class: "dim", key: "terms" }, termsOf(link).join(" · ")),
      ]),
    ]),
    h("p", { class: "dim", key: "until" }, t("challenge.until", { at: moment(link.expires_at - state.ahead) })),
    !isOwn && h(DeckFold, { ...page, offer, deck, change: setDeck, isOpen: fault !== null && !orUnrated, key: "deck" }),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    isOwn
      ? h("p", { key: "own" }, t("challenge.own_link"))
      : h(
          "button",
          { type: "button", class: "main", disabled: isBusy, key: "accept", onClick: accept },
          t(orUnrated ? "challenge.accept_unrated" : "challenge.accept"),
        ),
  ]);
}
