/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text JSON
 */
export function downloaded(name, text) {
  const file = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
