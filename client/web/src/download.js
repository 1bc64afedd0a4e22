/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [type] its media type; JSON by default
 */
export function downloaded(name, text, type = "application/json") {
  const file = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
