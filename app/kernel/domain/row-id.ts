const ROW_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Has the text the form of a row id? Anything else in a URL is a page that does not exist, not a database error. */
export function looksLikeRowId(text: string): boolean {
  return ROW_ID.test(text)
}
