/**
 * What really follows when the date that runs now passes and nobody acts (decision 105). The worker does what stands here, and pages,
 * letters and calendars say it: one rule, so that nothing is announced that cannot happen.
 */

import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Custodian } from '#app/settlement/custody/domain/custodian.ts'
import { lastReleaseAt } from '#app/settlement/custody/domain/date.ts'
import { type Clock, FOLLOWED_BY } from './clock.ts'
import { PAUSES } from './pause-table.ts'
import type { ClockKind } from './standing.ts'
import type { OnSilence } from './trade-dates.ts'

/** What the end of a clock does in the moment in which it comes. `date`: nothing, since nothing but the ledger's date can move the money. */
export const ACTS = ['ends', 'notice', 'refund', 'accepted', 'quayside', 'date'] as const
export type Act = (typeof ACTS)[number]

/**
 * Why Quayside decides. `agreed`: so agreed for silence; `unable`: a side could not act, of which nobody is told more. All others are
 * reasons for which documents do not count as accepted although that was agreed.
 */
export const WHYS = [
  'agreed',
  'unable',
  'address_unconfirmed',
  'notice_unheard',
  'incomplete',
  'wallet_unchecked',
] as const
export type Why = (typeof WHYS)[number]

/** What becomes of the money in the end. */
export const FOLLOWS = [
  'ends_unfunded',
  'refund_opens',
  'returns_by_signature',
  'returns_at_ledger_date',
  'accepted',
  'quayside',
] as const
export type Follows = (typeof FOLLOWS)[number]

/** What is known of the trade beside its clock. */
export type Situation = {
  /** A clock that is looked at late ends now. */
  now: Date
  custody: Custodian
  /** Until when the ledger holds the money; null: Quayside does. */
  ledgerDate: Date | null
  /** What the escrow is for, and what has arrived of it. */
  amount: Decimal
  receivedAmount: Decimal
  onSilence: OnSilence
  /** Everything that was asked for is presented, and something is. */
  isComplete: boolean
  /** The seller has confirmed a shipment before: then it is not true that nothing was presented. */
  wasPresented: boolean
  /** How often the seller can still present; null: as often as needed. */
  roundsLeft: number | null
  walletMustBeChecked: boolean
  buyerHasConfirmedEmail: boolean
  /** The last notice will not reach the buyer any more, or has not in time. */
  isNoticeUnheard: boolean
  /** The buyer has said where money goes back to. */
  hasRefundWallet: boolean
}

export type Consequence = {
  custody: Custodian
  kind: ClockKind
  owner: Reader
  /** Until when its owner can do it: before the end, where the ledger leaves less time. */
  by: Date
  /** What the end of this clock does. */
  act: Act
  /** When the clock that follows ends, where one does: a notice comes between. */
  noticeUntil: Date | null
  follows: Follows
  /** When that comes at the earliest: of a ledger's date, that date. */
  at: Date
  /** Who gets the money; null: nobody does by it. */
  to: Reader | null
  /** What of it; of an escrow that ends unfunded what has arrived. */
  amount: Decimal
  /** Why the documents would not count as accepted; null where that is not the question. */
  why: Why | null
  /** It goes once one of the sides has signed, and Quayside along. */
  needsSignature: boolean
  /** It goes once the buyer has said where to. */
  needsWallet: boolean
  /** Documents were presented, and not accepted. */
  wasPresented: boolean
  /** The seller can present: there is a round left. */
  mayPresent: boolean
}

/** As pages and letters have it: moments are ISO strings, the amount a plain decimal. */
export type ShownConsequence = Omit<Consequence, 'by' | 'noticeUntil' | 'at' | 'amount'> & {
  by: string
  noticeUntil: string | null
  at: string
  amount: string
}

export function showConsequence({ by, noticeUntil, at, amount, ...rest }: Consequence): ShownConsequence {
  const moments = { by: by.toISOString(), noticeUntil: noticeUntil?.toISOString() ?? null, at: at.toISOString() }
  return { ...rest, ...moments, amount: plain(amount) }
}

type Outcome = Pick<Consequence, 'follows' | 'to'> & { why: Why | null }

/** What follows from this clock, as things stand. */
export function consequenceOf(clock: Pick<Clock, 'kind' | 'owner' | 'dueAt' | 'wait'>, of: Situation): Consequence {
  const { kind, owner, dueAt, wait } = clock
  const next = wait ? null : (FOLLOWED_BY[kind] ?? null)
  const noticeUntil = next && new Date(dueAt.getTime() + next.lasts)
  const end = noticeUntil ?? dueAt
  const outcome = wait ? UNABLE : outcomeOf(next?.kind ?? kind, of)
  const final = kind === 'fund' ? outcome : inTime(outcome, { of, end })
  const { follows } = final
  return {
    custody: of.custody,
    kind,
    owner,
    by: (kind === 'fund' && fundableUntil({ fundBy: dueAt, ledgerDate: of.ledgerDate })) || dueAt,
    act: actOf(kind, final),
    noticeUntil,
    ...final,
    at: follows === 'returns_at_ledger_date' && of.ledgerDate ? of.ledgerDate : end,
    amount: follows === 'ends_unfunded' ? of.receivedAmount : of.amount,
    needsSignature: of.custody === 'stellar' && (follows === 'accepted' || follows === 'returns_by_signature'),
    needsWallet: follows === 'refund_opens' && !of.hasRefundWallet,
    wasPresented: of.wasPresented,
    mayPresent: of.roundsLeft !== 0,
  }
}

/**
 * Until when the money of an escrow can come: to the end of funding, and where the ledger holds it no later than it could still be
 * released. Null: there is no such date.
 */
export function fundableUntil<Ledger extends Date | null>(of: {
  fundBy: Date | null
  ledgerDate: Ledger
}): Date | Ledger {
  const { fundBy, ledgerDate } = of
  if (!ledgerDate) return (fundBy ?? ledgerDate) as Date | Ledger
  const last = lastReleaseOf(ledgerDate)
  return fundBy && fundBy < last ? fundBy : last
}

const UNABLE: Outcome = { follows: 'quayside', to: null, why: 'unable' }

/** `kind`: of the clock with whose end the money is decided about. */
function outcomeOf(kind: ClockKind, of: Situation): Outcome {
  if (kind === 'fund') return { follows: 'ends_unfunded', to: 'buyer', why: null }
  if (kind === 'grace') return { follows: REFUND_OF[of.custody], to: 'buyer', why: null }
  const why = whyNotAccepted(of)
  return why ? { follows: 'quayside', to: null, why } : { follows: 'accepted', to: 'seller', why: null }
}

const REFUND_OF: Record<Custodian, Follows> = {
  platform: 'refund_opens',
  stellar: 'returns_by_signature',
  xrpl: 'returns_at_ledger_date',
}

/**
 * Documents count as accepted only where that was agreed, the presentation is complete, the last notice was sent to an address that
 * its owner is known to read, and nobody has to check the payout wallet before: else Quayside decides. Null: they do.
 */
function whyNotAccepted(of: Situation): Why | null {
  const isHeardAnyway = PAUSES.unheard_notice.effect.last_notice !== 'quayside'
  if (of.onSilence !== 'accepted') return 'agreed'
  if (!of.buyerHasConfirmedEmail && !isHeardAnyway) return 'address_unconfirmed'
  if (of.isNoticeUnheard && !isHeardAnyway) return 'notice_unheard'
  if (!of.isComplete) return 'incomplete'
  return of.walletMustBeChecked ? 'wallet_unchecked' : null
}

/** What could no longer be carried out before the ledger's date does not follow: the date does. */
function inTime(outcome: Outcome, { of: { ledgerDate, now }, end }: { of: Situation; end: Date }): Outcome {
  if (!ledgerDate || (end < lastReleaseOf(ledgerDate) && now < lastReleaseOf(ledgerDate))) return outcome
  return { ...outcome, follows: 'returns_at_ledger_date', to: 'buyer' }
}

function actOf(kind: ClockKind, { follows, why }: Outcome): Act {
  if (why === 'unable') return follows === 'quayside' ? 'quayside' : 'date'
  if (FOLLOWED_BY[kind]) return 'notice'
  if (kind === 'fund') return 'ends'
  if (kind === 'grace') return 'refund'
  if (follows === 'returns_at_ledger_date') return 'date'
  return follows === 'accepted' ? 'accepted' : 'quayside'
}

function lastReleaseOf(ledgerDate: Date): Date {
  return new Date(lastReleaseAt({ deadline: ledgerDate.getTime() / 1000 }) * 1000)
}
