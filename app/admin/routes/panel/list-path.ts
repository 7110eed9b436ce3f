import { type ListPlace, readPlace, type WrittenPlace } from '#app/kernel/domain/paging/list-place.ts'

/** The place in a list that an address asks for; null for the first page. */
export function placeIn(query: URLSearchParams): ListPlace | null {
  return readPlace({ after: query.get('after'), before: query.get('before') })
}

/** The address of a page of a list; what stands for itself is left out. */
export function listPath(path: string, { state, place }: { state: string | null; place?: WrittenPlace }): string {
  return pathWith(path, { ...(state && { state }), ...place })
}

/** The address of a page with what is asked of it; what is empty is left out. */
export function pathWith(path: string, asked: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}
