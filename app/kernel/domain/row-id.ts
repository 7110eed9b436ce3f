const ROW_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Could this be the id of a row? Anything else in an address is a page that does not exist, not an error of the database. */
export function looksLikeRowId(text: string): boolean {
  return ROW_ID.test(text)
}
