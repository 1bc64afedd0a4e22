/** A day in the words of this page's language. @param {number} at in milliseconds */
export function day(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(at);
}

/** A day and a time of day. @param {number} at in milliseconds */
export function moment(at) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
