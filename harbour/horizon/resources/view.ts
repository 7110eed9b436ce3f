/** The ledger as one request sees it. */
import type { Network } from '#harbour/horizon/ledger/network.ts'

export type View = {
  network: Network
  /** The newest ledger of this answer; older than the network's when the answer lags. */
  latest: number
  /** The oldest ledger in the recorded history. */
  elder: number
  /** Scheme and host for links, without a trailing slash. */
  base: string
}

/** ISO 8601 to the second, as Horizon prints times. */
export function timestamp(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z')
}
