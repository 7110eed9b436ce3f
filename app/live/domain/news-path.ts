/** URL where pages ask for changes; `hold` asks for an answer that stays open until there is one. */
export const NEWS_PATH = '/news'

export type NewsAsked = {
  of: string
  /** The version that the page shows. */
  since: string
  isKeptOpen: boolean
}

export function newsAddress({ of, since, isKeptOpen }: NewsAsked): string {
  return `${NEWS_PATH}?${new URLSearchParams({ of, since, ...(isKeptOpen && { hold: '' }) })}`
}

/** True for long-polling answers, which must not count in response times. */
export function isWaitingAnswer(address: string): boolean {
  return address.startsWith(`${NEWS_PATH}?`) && /[?&]hold(?:=|&|$)/.test(address)
}
