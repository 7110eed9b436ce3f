import { type ListPlace, readPlace, type WrittenPlace } from '#app/kernel/domain/paging/list-place.ts'

/** The cursor in the URL of a list. Null: the first page. */
export function placeIn(query: URLSearchParams): ListPlace | null {
  return readPlace({ after: query.get('after'), before: query.get('before') })
}

/** The URL of a page of a list, without defaults. */
export function listPath(path: string, { state, place }: { state: string | null; place?: WrittenPlace }): string {
  return pathWith(path, { ...(state && { state }), ...place })
}

/** The URL of a page with its query, without empty values. */
export function pathWith(path: string, asked: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}
