import { h } from "../../vendor/preact.js";
import { lazy } from "../ui/lazy.js";

/** @import { Page } from "../page.js" */
/** @import { About } from "./webhooks.js" */

const Webhooks = lazy(["webhooks"], async () => (await import("./webhooks.js")).Webhooks, {
  isSmall: true,
  sheet: "people",
});

/**
 * The player's webhooks about a club or a table, or else all of them. Loaded only for a person on a server that sends
 * webhooks of players.
 * @param {Page & About} props
 */
export function OwnWebhooks(props) {
  const { me, welcome } = props.state;
  const areSent = (welcome?.capabilities ?? []).includes("webhooks");
  return me?.player.kind === "person" && areSent && h(Webhooks, props);
}
