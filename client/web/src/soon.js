/** The first signs of somebody: what they will need next is fetched then, so that nothing of it delays what is seen first. */

/**
 * Have the modules come that a click will need, what is heard, and what marks the icon.
 * @param {() => import("./settings.js").Settings} settings as they are now
 * @returns {Promise<{ sounds: import("./sound.js").Sounds | null, mark: typeof import("./mark.js").mark | null }>} a silent page without a
 *   mark is a page, too
 */
export async function prepared(settings) {
  const needed = [import("./operations/tables.js"), import("./operations/chat.js")];
  for (const fetched of needed) fetched.catch(() => {}); // asked for again by a click
  const [sounds, mark] = await Promise.all([
    import("./sound.js").then(
      ({ Sounds }) => new Sounds(settings),
      () => null,
    ),
    import("./mark.js").then(
      (marks) => marks.mark,
      () => null,
    ),
  ]);
  return { sounds, mark };
}
