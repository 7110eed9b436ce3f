/** Where pages ask whether anything has changed, and how an answer is asked for that is held until something has. */
export const NEWS_PATH = '/news'

export type NewsAsked = {
  /** The subject, by its name. */
  of: string
  /** The version that the page shows. */
  since: string
  isKeptOpen: boolean
}

export function newsAddress({ of, since, isKeptOpen }: NewsAsked): string {
  return `${NEWS_PATH}?${new URLSearchParams({ of, since, ...(isKeptOpen && { hold: '' }) })}`
}

/** Is it the address of an answer that is held? It says nothing of how quickly pages are answered. */
export function isHeldAnswer(address: string): boolean {
  return address.startsWith(`${NEWS_PATH}?`) && /[?&]hold(?:=|&|$)/.test(address)
}
