/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [type] what it is; without one, JSON
 */
export function downloaded(name, text, type = "application/json") {
  const file = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
