/** A link by which a party lets somebody without an account read an escrow, and nothing else (decision 035). */

/** Milliseconds: seven days. The database enforces the same. */
export const VIEW_LINK_LIFE_MS = 7 * 24 * 3_600_000

/** Live links of one party to one escrow. The database enforces the same. */
export const MOST_VIEW_LINKS = 5

export function isLiveLink(link: { expiresAt: Date; revokedAt: Date | null }, now: Date): boolean {
  return link.revokedAt === null && link.expiresAt > now
}

/** A live link as its maker sees it. `address` is the full URL; times are ISO strings. */
export type ViewLinkView = {
  id: string
  address: string
  showsFiles: boolean
  expiresAt: string
  views: number
  lastViewedAt: string | null
}
