/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Wait until a sheet of styles is here. Rejects if it cannot be loaded; it can be asked for again.
 * @param {string} path in `styles/`
 */
export function styled(path) {
  const known = sheets.get(path);
  if (known !== undefined) return known;
  const arrival = new Promise((/** @type {(nothing: void) => void} */ done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      sheets.delete(path);
      failed(new Error(`${path} could not be loaded`));
    };
    link.href = new URL(`../../styles/${path}`, import.meta.url).href;
    document.head.append(link);
  });
  sheets.set(path, arrival);
  return arrival;
}
