import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { addressOf } from "../router.js";
import { Nowhere } from "../ui/nowhere.js";
import { askForProof } from "../ui/proof.js";
import { t } from "../words.js";
import { Playback, seatIn } from "./playback.js";

/** @import { Page } from "../page.js" */

/**
 * Return a replay; `null` if the match has not ended or is not visible. The state is asked on the connection first,
 * because browsers log each HTTP request with 404 as an error. Moderators may get more matches. Rejects with
 * `LostError`.
 * @param {import("../../../javascript/src/client.js").Client} client
 * @param {string} match
 * @param {number | undefined} seat
 */
async function seenAgain(client, match, seat) {
  try {
    const { latest } = await client.watchMatch(match);
    if (latest.result === null && latest.seat === null) await client.unwatchMatch(match);
    if (latest.result === null || (seat ?? 0) >= latest.players.length) return null;
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    if (error.code === "unknown_match") return null;
  }
  try {
    return await client.replay(match, seat);
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    return null;
  }
}

/** The replay of a finished match of this server. @param {Page} page */
export function Replay(page) {
  const { state, session, go, failed } = page;
  askForProof(page);
  const { params, query } = state.route;
  const match = params.match ?? "";
  const seat = seatIn(query.as);
  const me = state.me?.player.id;
  const [replay, setReplay] = useState(/** @type {any} */ (null));
  const [isMissing, setMissing] = useState(false);
  const isOpen = state.connection.state === "open";
  useEffect(() => {
    if (!isOpen) return;
    let isWanted = true; // until other eyes are chosen: answers may come in any order
    seenAgain(session.client, match, seat).then((found) => {
      if (!isWanted) return;
      if (found === null) {
        setMissing(true);
        return;
      }
      const own = found.players.findIndex((/** @type {any} */ player) => player.id === me);
      // Players get the view of their own seat, unless the address has another one.
      if (query.as === undefined && own >= 0) go(addressOf(match, query.at, own), { replace: true });
      else setReplay(found);
    }, failed);
    return () => {
      isWanted = false;
    };
  }, [match, query.as, isOpen, me]);
  if (isMissing) return h(Nowhere, { text: t("replay.none") });
  if (replay === null) return h("p", { class: "page dim" }, t("page.loading"));
  return h(Playback, { ...page, replay, address: (version, eyes) => addressOf(match, version, eyes) });
}
