/** Prefetch at the first sign of use: modules that the user will need next, without a delay of the first paint. */

/**
 * Fetch the modules that a click will need, and the sounds.
 * @param {() => import("./settings.js").Settings} settings returns the present settings
 * @returns {Promise<import("./sound.js").Sounds | null>} `null` for a page without sound
 */
export async function prepared(settings) {
  const needed = [import("./operations/tables.js"), import("./operations/chat.js")];
  for (const fetched of needed) fetched.catch(() => {}); // asked for again by a click
  return import("./sound.js").then(
    ({ Sounds }) => new Sounds(settings),
    () => null,
  );
}
