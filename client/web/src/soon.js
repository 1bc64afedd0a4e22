/** The first signs of somebody: what they will need next is fetched then, so that nothing of it delays what is seen first. */

/**
 * Fetch the modules that a click will need, and the sounds.
 * @param {() => import("./settings.js").Settings} settings as they are now
 * @returns {Promise<import("./sound.js").Sounds | null>} a silent page is a page, too
 */
export async function prepared(settings) {
  const needed = [import("./operations/tables.js"), import("./operations/chat.js")];
  for (const fetched of needed) fetched.catch(() => {}); // asked for again by a click
  return import("./sound.js").then(
    ({ Sounds }) => new Sounds(settings),
    () => null,
  );
}
