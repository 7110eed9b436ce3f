import type { Reader } from '#app/domain/kernel/reader.ts'
import type { DisputeEnd } from './decision.ts'

export type PastDispute = {
  reason: string
  openedAt: string
  openedBy: Reader
  decision: DisputeEnd
  decidedAt: string
  /** Null when nothing was decided about the money. */
  shares: { seller: string; buyer: string } | null
  /** The operator's reasons. */
  note: string
}

export type ShownDisputes = {
  /** The one that is open. */
  dispute: {
    reason: string
    openedAt: string
    openedBy: Reader
    /** By when Quayside means to decide. */
    decideBy: string
    /** That has passed. */
    isLate: boolean
  } | null
  /** Newest first. */
  pastDisputes: PastDispute[]
}
