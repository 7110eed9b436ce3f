/** The facts of an escrow with dates, from which its deadline and all pauses follow. */
import type { EscrowFacts } from '#app/escrow/domain/escrow.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { TradeDates } from './trade-dates.ts'

export const STEPS = ['fund', 'present', 'examine'] as const
export type Step = (typeof STEPS)[number]

/** `grace`: no documents were accepted, and the money is about to go back. `last_notice`: nothing was examined. */
export const DEADLINES = [...STEPS, 'grace', 'last_notice'] as const
export type DeadlineKind = (typeof DEADLINES)[number]

export const OWNERS: Record<Step, Reader> = { fund: 'buyer', present: 'seller', examine: 'buyer' }

export type TradeStanding = {
  facts: EscrowFacts
  createdAt: Date
  /** When the buyer last decided about the documents. */
  decidedAt: Date | null
  /** When the buyer allowed one more presentation after the last: the time for it begins then. */
  roundAllowedAt?: Date | null
  /** Rejections, and when the buyer withdrew them. */
  notices: readonly { givenAt: Date; withdrawnAt: Date | null }[]
  /** When the payout wallet was last changed: a new one is examined anew. */
  payoutStatedAt: Date | null
  dates: TradeDates
  /** Disputes that ended without a decision about the money. */
  disputes: readonly DisputeEnding[]
  ranOut: readonly { kind: DeadlineKind; since: Date; endedAt: Date }[]
  requests: readonly ExtensionRequest[]
  /** Agreed amendments, with the steps whose date they moved. */
  amendments: readonly { steps: readonly Step[]; agreedAt: Date }[]
  /** When an account could not act, or emails to it came back, in any order. */
  away?: readonly Away[]
  /** Until when the ledger holds the money, where it does: no pause moves this date. */
  ledgerDate?: Date | null
}

export type DisputeEnding = { openedBy: Reader; openedAt: Date; endedAt: Date; wasWithdrawn: boolean }

/** `until`: null while nobody has ended it and nothing ends it automatically. */
export type Away = { owner: Reader; kind: 'locked' | 'stands_still' | 'undelivered'; from: Date; until: Date | null }

export type ExtensionRequest = {
  step: Step
  since: Date
  until: Date
  askedAt: Date
  answer: 'agreed' | 'declined' | null
  answeredAt: Date | null
}
