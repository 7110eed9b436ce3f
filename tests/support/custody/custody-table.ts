/**
 * Custody × outcome of the date × anybody's act before it: who is paid, by when, and what is announced. Acts are those
 * of the two models (escrow-model.long.test.ts, onchain-model.long.test.ts); what is announced is the product's own rule
 * (trade/terms/domain/consequence).
 */

import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { CUSTODIANS, type Custodian } from '#app/settlement/custody/domain/custodian.ts'
import type { Consequence, Follows } from '#app/trade/terms/domain/consequence.ts'
import type { DeadlineKind } from '#app/trade/terms/domain/standing.ts'
import { consequence, DUE_AT } from '#tests/support/agreement/ahead.ts'
import { isFree, isOver, newBook, owe, releaseIfDue } from '#tests/support/escrow-model/escrow-book.ts'
import {
  applyOnchain,
  endOf,
  type OnchainAct,
  type OnchainBook,
  toSellerOf,
} from '#tests/support/onchain-model/onchain-model.ts'

const wallet = (address: string) => ({ address, memo: '' })

const ASSETS: Record<Custodian, readonly Asset[]> = { platform: ['USDC'], stellar: ['XLM', 'USDC'], xrpl: ['XRP'] }
export const KEPT = CUSTODIANS.flatMap((custodian) => ASSETS[custodian].map((asset) => ({ custodian, asset })))
export type Kept = (typeof KEPT)[number]

/** Five ways in which a date ends: the running deadline, the state before it, and what follows. */
export const OUTCOMES = ['unfunded', 'missed', 'accepted', 'put to Quayside', 'undecided'] as const
export type Outcome = (typeof OUTCOMES)[number]

const agree: OnchainAct = { kind: 'agree', by: 'seller', wallet: 0 }
const confirm: OnchainAct = { kind: 'confirm', by: 'seller', wallet: 0, hasPaper: true }
const dispute: OnchainAct = { kind: 'dispute', by: 'buyer', reason: 'The weight differs.' }
const lock: OnchainAct = { kind: 'lock', what: 'right' }

const BEFORE: Record<Outcome, readonly OnchainAct[]> = {
  unfunded: [agree],
  missed: [agree, lock],
  accepted: [agree, lock, confirm],
  'put to Quayside': [agree, lock, confirm],
  undecided: [agree, lock, confirm, dispute],
}

/** The announced deadline of each; a dispute has none. */
const CLOCK: Record<Outcome, DeadlineKind | null> = {
  unfunded: 'fund',
  missed: 'grace',
  accepted: 'last_notice',
  'put to Quayside': 'last_notice',
  undecided: null,
}

const PARTIES = ['buyer', 'seller', 'other'] as const
const SELLERS = ['seller', 'other'] as const
const words = 'The port differs.'

/** Everything that a side, a stranger with the escrow's ID, or Quayside can try. */
export const ACTS: readonly OnchainAct[] = [
  ...SELLERS.flatMap((by): OnchainAct[] => [
    { kind: 'agree', by, wallet: 0 },
    { kind: 'agree', by, wallet: 1 },
    { kind: 'confirm', by, wallet: 0, hasPaper: true },
    { kind: 'confirm', by, wallet: 1, hasPaper: true },
    { kind: 'answer', by, isAgreed: true, reason: '' },
    { kind: 'answer', by, isAgreed: false, reason: words },
  ]),
  ...(['Approved', 'Rejected', 'Pending'] as const).map(
    (approval): OnchainAct => ({ kind: 'review', approval, reason: words, rejects: false, view: 'true' }),
  ),
  { kind: 'ask', wallet: 0, reason: words },
  { kind: 'withdraw' },
  { kind: 'cancel', wallet: null },
  ...PARTIES.flatMap((by): OnchainAct[] => [
    { kind: 'dispute', by, reason: words },
    { kind: 'end dispute', by },
    { kind: 'propose', by, percent: 40, wallet: 0 },
    { kind: 'answer proposal', by, answer: 'agreed', wallet: 0 },
    { kind: 'answer proposal', by, answer: 'declined', wallet: 0 },
    { kind: 'answer proposal', by, answer: 'withdrawn', wallet: 0 },
  ]),
  ...(['release', 'refund', 'split', 'dismissed'] as const).map(
    (decision): OnchainAct => ({ kind: 'decide', decision, percent: 40, isStale: false }),
  ),
  ...(['right', 'less', 'former'] as const).map((what): OnchainAct => ({ kind: 'lock', what })),
  { kind: 'sign', by: 'buyer' },
  { kind: 'sign', by: 'seller' },
]

export type Cell = {
  kept: Kept
  outcome: Outcome
  act: OnchainAct
  answer: string
  before: OnchainBook
  after: OnchainBook
  /** After the date took effect. */
  last: OnchainBook
  said: Consequence | null
}

export function cellsOf(kept: Kept, outcome: Outcome): Cell[] {
  const before = begin(kept, outcome)
  return ACTS.filter((act) => kept.custodian !== 'platform' || !ONLY_ON_LEDGER.includes(act.kind)).map((act) => {
    const { held: after, answer } = applyOnchain(before, act, before)
    return {
      kept,
      outcome,
      act,
      answer,
      before,
      after,
      last: passDate(outcome, after),
      said: sayOf(kept, outcome),
    }
  })
}

/** With Quayside's custody nothing is agreed or signed on a ledger. */
const ONLY_ON_LEDGER: readonly OnchainAct['kind'][] = ['agree', 'lock', 'sign']

function begin({ asset }: Kept, outcome: Outcome): OnchainBook {
  const amount = new Decimal(10)
  const unit = new Decimal(asset === 'XRP' ? '0.000001' : '0.0000001')
  const wallets = { sellerWallets: [wallet('S'), wallet('T')], buyerWallets: [wallet('B'), wallet('B')] } as const
  const book = newBook({ amount, unit, dustBelow: new Decimal(1), isNamed: true, ...wallets })
  const opened: OnchainBook = {
    asset,
    book: { ...book, refundTo: wallet('B') },
    agreed: null,
    signed: [],
    isSent: false,
  }
  return BEFORE[outcome].reduce((held, act) => applyOnchain(held, act, held).held, opened)
}

/** The announcement while the deadline runs. Null: none runs; Quayside decides, and the ledger's date applies. */
function sayOf({ custodian }: Kept, outcome: Outcome): Consequence | null {
  const kind = CLOCK[outcome]
  const ledgerDate = custodian === 'platform' ? null : new Date(new Date(DUE_AT).getTime() + 30 * 86_400_000)
  const onSilence = outcome === 'put to Quayside' ? ('quayside' as const) : ('accepted' as const)
  return kind && consequence(kind, { custody: custodian, ledgerDate, onSilence })
}

/** The date comes: if its deadline still runs, the announced outcome follows; if something was decided before, none. */
function passDate(outcome: Outcome, held: OnchainBook): OnchainBook {
  const { book } = held
  if (isOver(book)) return held
  if (!book.isFunded) return { ...held, book: { ...book, isCancelled: true } }
  if (!isFree(book) || book.approval === 'Rejected') return held
  const hasPresented = book.payee !== null
  if (!hasPresented) return { ...held, book: owe(book, 'refund', book.amount) }
  if (outcome === 'accepted') return { ...held, book: releaseIfDue({ ...book, approval: 'Approved' }) }
  if (outcome === 'missed') return held
  return { ...held, book: { ...book, dispute: { number: book.disputes + 1, by: 'buyer' } } }
}

/** Who gets the money, and how. Null: it never arrived. */
export function paidBy({ kept, last }: Cell): string | null {
  if (!last.book.isFunded) return null
  const toSeller = toSellerOf(last)
  if (kept.custodian === 'platform') {
    if (toSeller === null) return 'Quayside decides'
    return toSeller.isZero() ? 'buyer, at once' : toSeller.eq(last.book.amount) ? 'seller, at once' : 'both, at once'
  }
  return ENDS[endOf(last) ?? 'expired']
}

const ENDS = {
  released: 'seller, before the ledger’s date',
  refunded: 'buyer, before the ledger’s date',
  divided: 'both, before the ledger’s date',
  expired: 'buyer, from the ledger’s date on',
} as const

/** Who is paid, and how, if only the announced outcome follows. Undecided: Quayside keeps it, a ledger returns it. */
export function paidAsSaid({ follows }: Pick<Consequence, 'follows'>, { custodian }: Kept): string | null {
  return (custodian === 'platform' ? SAID_OF_OURS : SAID_OF_LEDGER)[follows]
}

const SAID_OF_LEDGER: Record<Follows, string | null> = {
  ends_unfunded: null,
  refund_opens: null,
  returns_by_signature: ENDS.refunded,
  returns_at_ledger_date: ENDS.expired,
  accepted: ENDS.released,
  quayside: ENDS.expired,
}

const SAID_OF_OURS: Record<Follows, string | null> = {
  ends_unfunded: null,
  refund_opens: 'buyer, at once',
  returns_by_signature: null,
  returns_at_ledger_date: null,
  accepted: 'seller, at once',
  quayside: 'Quayside decides',
}

export function nameOf(act: OnchainAct): string {
  const { kind, ...of } = act
  return [kind, ...Object.entries(of).flatMap(([key, value]) => (LEFT_OUT.includes(key) ? [] : [String(value)]))].join(
    ' ',
  )
}

const LEFT_OUT = ['reason', 'rejects', 'view', 'isStale', 'hasPaper', 'percent']
