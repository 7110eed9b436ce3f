/** How an escrow with dates stands: the facts from which its clock, and every pause of it, follows. */
import type { EscrowFacts } from '#app/escrow/domain/escrow.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { TradeDates } from './trade-dates.ts'

/** What somebody has to do. */
export const STEPS = ['fund', 'present', 'examine'] as const
export type Step = (typeof STEPS)[number]

/** `grace`: no documents were accepted, and the money is about to go back. `last_notice`: nothing was examined. */
export const CLOCKS = [...STEPS, 'grace', 'last_notice'] as const
export type ClockKind = (typeof CLOCKS)[number]

export const OWNERS: Record<Step, Reader> = { fund: 'buyer', present: 'seller', examine: 'buyer' }

export type Standing = {
  facts: EscrowFacts
  createdAt: Date
  /** When the buyer last decided about the documents. */
  decidedAt: Date | null
  /** When the buyer let the seller present once more after the last round: the time to do it begins then. */
  roundAllowedAt?: Date | null
  /** Rejections, and when the buyer took them back. */
  notices: readonly { givenAt: Date; withdrawnAt: Date | null }[]
  /** When the payout wallet became what it is: another one is examined anew. */
  payoutStatedAt: Date | null
  dates: TradeDates
  /** Disputes that have ended without deciding about the money. */
  disputes: readonly EndedDispute[]
  /** Clocks that ran out. */
  ranOut: readonly { kind: ClockKind; since: Date; endedAt: Date }[]
  requests: readonly TimeRequest[]
  /** What was agreed to and moved the date of a step. */
  amendments: readonly { steps: readonly Step[]; agreedAt: Date }[]
  /** When an account could not act, or letters to it came back, in any order. */
  away?: readonly Away[]
  /** Until when the ledger holds the money, where it does: no pause moves that date. */
  ledgerDate?: Date | null
}

export type EndedDispute = { openedBy: Reader; openedAt: Date; endedAt: Date; wasWithdrawn: boolean }

/** `until`: null while nobody has ended it, and nothing ends it by itself. */
export type Away = { owner: Reader; kind: 'locked' | 'stands_still' | 'undelivered'; from: Date; until: Date | null }

export type TimeRequest = {
  step: Step
  since: Date
  until: Date
  askedAt: Date
  answer: 'agreed' | 'declined' | null
  answeredAt: Date | null
}
