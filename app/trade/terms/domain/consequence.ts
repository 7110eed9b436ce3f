/**
 * What follows when the running deadline passes and nobody acts (decision 072). The worker acts by it, and pages,
 * emails and calendars say it: one rule, so that nothing is announced that cannot happen.
 */

import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Custodian } from '#app/settlement/custody/domain/custodian.ts'
import { lastReleaseAt } from '#app/settlement/custody/domain/date.ts'
import { type Deadline, FOLLOWED_BY } from './deadline.ts'
import { PAUSES } from './pause-table.ts'
import type { DeadlineKind } from './standing.ts'
import type { OnSilence } from './trade-dates.ts'

/** What the end of a deadline does at once. `date`: nothing, since only the ledger date can move the money. */
export const CONSEQUENT_ACTS = ['ends', 'notice', 'refund', 'accepted', 'quayside', 'date'] as const
export type ConsequentAct = (typeof CONSEQUENT_ACTS)[number]

/**
 * Why Quayside decides. `agreed`: agreed for silence; `unable`: a side could not act, which is not explained to
 * anybody. The others: why documents do not count as accepted although that was agreed.
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

export const FOLLOWS = [
  'ends_unfunded',
  'refund_opens',
  'returns_by_signature',
  'returns_at_ledger_date',
  'accepted',
  'quayside',
] as const
export type Follows = (typeof FOLLOWS)[number]

/** Facts of the trade beside its deadline. */
export type Situation = {
  /** A deadline that is processed late ends now. */
  now: Date
  custody: Custodian
  /** Until when the ledger holds the money; null: Quayside does. */
  ledgerDate: Date | null
  /** The agreed amount, and what has arrived of it. */
  amount: Decimal
  receivedAmount: Decimal
  onSilence: OnSilence
  /** All requested documents are presented, and at least one document. */
  isComplete: boolean
  /** The seller has confirmed a shipment before: "nothing was presented" would be false. */
  wasPresented: boolean
  /** How often the seller can still present; null: as often as needed. */
  roundsLeft: number | null
  walletMustBeChecked: boolean
  buyerHasConfirmedEmail: boolean
  /** The last notice will not reach the buyer, or has not in time. */
  isNoticeUnheard: boolean
  hasRefundWallet: boolean
}

export type Consequence = {
  custody: Custodian
  kind: DeadlineKind
  owner: Reader
  /** Until when its owner can act: earlier than the end where the ledger leaves less time. */
  by: Date
  act: ConsequentAct
  /** When the following deadline ends, if there is one: a notice comes first. */
  noticeUntil: Date | null
  follows: Follows
  /** When that happens at the earliest: at the ledger date, or the end of the deadline. */
  at: Date
  /** Who gets the money; null: nobody by this. */
  to: Reader | null
  /** Of an escrow that ends unfunded: what has arrived. */
  amount: Decimal
  /** Why the documents would not count as accepted; null where that is not the question. */
  why: Why | null
  /** Sent once one side has signed, and Quayside too. */
  needsSignature: boolean
  /** Sent once the buyer has stated a wallet. */
  needsWallet: boolean
  /** Documents were presented before. */
  wasPresented: boolean
  /** The seller may present once more. */
  mayPresent: boolean
}

/** For pages and emails: moments are ISO strings, the amount a plain decimal. */
export type ConsequenceView = Omit<Consequence, 'by' | 'noticeUntil' | 'at' | 'amount'> & {
  by: string
  noticeUntil: string | null
  at: string
  amount: string
}

export function showConsequence({ by, noticeUntil, at, amount, ...rest }: Consequence): ConsequenceView {
  const moments = { by: by.toISOString(), noticeUntil: noticeUntil?.toISOString() ?? null, at: at.toISOString() }
  return { ...rest, ...moments, amount: plain(amount) }
}

type DefaultOutcome = Pick<Consequence, 'follows' | 'to'> & { why: Why | null }

export function consequenceOf(clock: Pick<Deadline, 'kind' | 'owner' | 'dueAt' | 'wait'>, of: Situation): Consequence {
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
 * Until when an escrow can be funded: to the end of funding, and on-chain no later than it could still be released.
 * Null: there is no such date.
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

const UNABLE: DefaultOutcome = { follows: 'quayside', to: null, why: 'unable' }

/** `kind`: of the deadline at whose end the money is decided. */
function outcomeOf(kind: DeadlineKind, of: Situation): DefaultOutcome {
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
 * Null: the documents count as accepted. Requires that this was agreed, the presentation is complete, the last notice
 * went to an address that its owner is known to read, and no payout wallet must be checked. Otherwise Quayside decides.
 */
function whyNotAccepted(of: Situation): Why | null {
  const isHeardAnyway = PAUSES.unheard_notice.effect.last_notice !== 'quayside'
  if (of.onSilence !== 'accepted') return 'agreed'
  if (!of.buyerHasConfirmedEmail && !isHeardAnyway) return 'address_unconfirmed'
  if (of.isNoticeUnheard && !isHeardAnyway) return 'notice_unheard'
  if (!of.isComplete) return 'incomplete'
  return of.walletMustBeChecked ? 'wallet_unchecked' : null
}

/** An outcome that is too late for the ledger date is replaced by the return at that date. */
function inTime(
  outcome: DefaultOutcome,
  { of: { ledgerDate, now }, end }: { of: Situation; end: Date },
): DefaultOutcome {
  if (!ledgerDate || (end < lastReleaseOf(ledgerDate) && now < lastReleaseOf(ledgerDate))) return outcome
  return { ...outcome, follows: 'returns_at_ledger_date', to: 'buyer' }
}

function actOf(kind: DeadlineKind, { follows, why }: DefaultOutcome): ConsequentAct {
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
