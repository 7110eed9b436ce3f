const PAGE_NUMBER = /^[1-9]\d{0,5}$/

/** The page of a list that an address asks for (`?page=3`); the first one for everything else. */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return PAGE_NUMBER.test(text) ? Number(text) : 1
}

/** The address of a page of a list; what stands for itself is left out. */
export function listPath(path: string, { state, page }: { state: string | null; page: number }): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(page > 1 && { page: String(page) }) }).toString()
  return query === '' ? path : `${path}?${query}`
}
