/** The settlement statement of an escrow: the record in plain values, and the sums that must add up. */

import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import { awaitingOf, type Stage } from '#app/escrow/domain/escrow.ts'
import type { EscrowTexts } from '#app/escrow/domain/escrow-terms.ts'
import { type Asset, NETWORK_FACTS, networkOf } from '#app/kernel/domain/assets.ts'
import type { EscrowEvent } from '#app/kernel/domain/audit-events.ts'
import { AMOUNT_TOLERANCE, Decimal, plain } from '#app/kernel/domain/money.ts'
import type { EscrowPurpose, PayoutState } from '#app/kernel/domain/payout-state.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { PaymentProblem } from '#app/ledgers/payments/domain/arrival.ts'
import type { WaitView } from '#app/settlement/payouts/domain/payout-view.ts'
import type { DisputeEnd } from '#app/trade/disputes/domain/decision.ts'
import type { DivisionAnswer, DivisionKind } from '#app/trade/divisions/domain/division.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import type { PresentationView } from '#app/trade/documents/domain/presentations-view.ts'
import type { RefundAnswer } from '#app/trade/refunds/domain/refunds-view.ts'
import type { AmendmentView, TermsVersionView } from '#app/trade/terms/domain/terms-view.ts'
import type { OnSilence } from '#app/trade/terms/domain/trade-dates.ts'
import type { Weekend } from '#app/trade/terms/domain/working-days.ts'

export type Side = 'buyer' | 'seller' | 'quayside'

export type StatementPayment = {
  hash: string
  amount: string
  /** Null: an asset that we do not settle in. `assetLabel` names it, with its issuer. */
  asset: Asset | null
  assetLabel: string
  /** Null: it counts. */
  problem: PaymentProblem | null
  at: string
  explorer: string | null
}

export type StatementPayout = {
  /** release: to the seller. refund: the escrow's money back to the buyer. return: other money owed to the buyer. */
  purpose: EscrowPurpose
  state: PayoutState
  blockedReason: string | null
  waits: WaitView | null
  amount: string
  /** Null: this reader may not see it. */
  wallet: { address: string; memo: string | null } | null
  /** The network's fee in its own asset; Quayside pays it. */
  networkFee: string | null
  hash: string | null
  at: string | null
  explorer: string | null
}

export type StatementFile = { fileName: string; size: number; sha256: string; uploadedAt: string }
export type StatementDocument = StatementFile & { type: PresentedType; by: Side }

export type StatementDecision = {
  /** `silence`: not examined in time, which counts as accepted; `reduction`: approved at a lower price. */
  decision: 'approved' | 'rejected' | 'withdrawn' | 'silence' | 'reduction'
  at: string
  reason: string | null
  rejected: PresentedType[]
}

export type StatementExtension = {
  by: Reader
  until: string
  reason: string
  askedAt: string
  answer: { kind: 'agreed' | 'declined'; at: string } | null
  /** Too late for an answer, which counts as no. */
  isOver: boolean
}

export type StatementRefundRequest = {
  reason: string
  askedAt: string
  answer: { kind: RefundAnswer; at: string | null; reason: string } | null
}

export type StatementDispute = {
  openedBy: Side
  openedAt: string
  reason: string
  /** Oldest first. */
  said: { by: Reader; at: string; words: string; files: StatementFile[] }[]
  end: {
    decision: DisputeEnd
    at: string | null
    shares: { seller: string; buyer: string } | null
    note: string
  } | null
}

/** What one party proposed that each gets. */
export type StatementDivision = {
  kind: DivisionKind
  by: Side
  at: string
  shares: { seller: string; buyer: string }
  words: string
  answer: { kind: DivisionAnswer; at: string | null } | null
}

export type StatementEvent = {
  kind: EscrowEvent
  at: string
  by: Side
  removed: { type: PresentedType; fileName: string; sha256: string } | null
}

export type Statement = EscrowTexts & {
  /** Not printed. */
  escrowId: string
  transactionId: string
  /** The reference of the escrow, unique for ever. */
  number: string
  issuedAt: string
  stage: Stage
  isFinal: boolean
  currency: Asset
  networkName: string
  /** The platform account that was to be paid. */
  account: string
  /** The on-chain escrow: held by the ledger until this date, between these wallets. Null: Quayside holds the money. */
  hold: { until: string; buyerWallet: string; sellerWallet: { address: string; memo: string | null } | null } | null
  amount: string
  openedAt: string
  buyer: { name: string; email: string }
  /** Null: nobody has confirmed. `namedSeller`: the address that the buyer named. */
  seller: { name: string; email: string } | null
  namedSeller: string | null
  contract: StatementFile | null
  /** Null: the trade has no dates. */
  dates: {
    fundBy: string
    presentBy: string
    examineDays: number
    weekend: Weekend
    onSilence: OnSilence
    documents: readonly DocumentType[]
  } | null
  /** The accepted versions of the terms, and proposed amendments; oldest first. */
  sealed: { versions: Pick<TermsVersionView, 'version' | 'sha256' | 'acceptedAt'>[]; amendments: AmendmentView[] }
  /** Extension requests, oldest first. */
  moreTime: StatementExtension[]
  /** The largest payments, oldest first. */
  payments: StatementPayment[]
  /** The sum of smaller payments that count and are not listed. Null: all are listed. */
  smaller: { received: string } | null
  payouts: StatementPayout[]
  totals: StatementTotals
  documents: StatementDocument[]
  decisions: StatementDecision[]
  /** Presentations, oldest first. */
  rounds: PresentationView[]
  refundRequests: StatementRefundRequest[]
  disputes: StatementDispute[]
  divisions: StatementDivision[]
  /** Oldest first. */
  events: StatementEvent[]
}

/** Plain decimals in whole units of the escrow's asset; received + madeUp = paidOut + held, exactly. */
export type StatementTotals = {
  received: string
  /** What a deposit was short by within the tolerance, paid by Quayside. Mostly '0'. */
  madeUp: string
  paidOut: string
  held: string
  /** Part of `held`: signed, and being transferred. */
  onItsWay: string
  /** Part of `held`: due to somebody, and waiting to be paid. */
  waiting: string
  /** Part of `held`: owed back to the buyer, and not being transferred. */
  owedBack: string
  /** In the network's own asset, which may differ from the escrow's. */
  networkFees: string
  networkFeeAsset: Asset
}

type Movements = {
  currency: Asset
  payments: readonly Pick<StatementPayment, 'amount' | 'problem'>[]
  smaller?: Statement['smaller']
  payouts: readonly Pick<StatementPayout, 'amount' | 'state' | 'networkFee'>[]
  owedBack: Decimal
}

/** Only payments that count are received, and only transfers confirmed on a ledger are paid out; the rest is held. */
export function sumUp({ currency, payments, smaller = null, payouts, owedBack }: Movements): StatementTotals {
  const confirmed = payouts.filter(({ state }) => state === 'confirmed')
  const listed = payments.filter(({ problem }) => problem === null).map(({ amount }) => amount)
  const received = sum([...listed, smaller?.received ?? '0'])
  const paidOut = sum(confirmed.map(({ amount }) => amount))
  const left = received.minus(paidOut)
  return {
    received: plain(received),
    madeUp: plain(Decimal.max(left.neg(), 0)),
    paidOut: plain(paidOut),
    held: plain(Decimal.max(left, 0)),
    onItsWay: plain(sum(payouts.filter(isOnItsWay).map(({ amount }) => amount))),
    waiting: plain(sum(payouts.filter(isWaiting).map(({ amount }) => amount))),
    owedBack: plain(owedBack),
    networkFees: plain(sum(payouts.map(({ networkFee }) => networkFee ?? '0'))),
    networkFeeAsset: NETWORK_FACTS[networkOf(currency)].native,
  }
}

function isOnItsWay({ state }: Pick<StatementPayout, 'state'>): boolean {
  return state === 'signed' || state === 'submitted'
}

function isWaiting({ state }: Pick<StatementPayout, 'state'>): boolean {
  return state === 'queued' || state === 'blocked'
}

function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0))
}

/** Nobody has anything left to do, and no money is left. Differences within 1e-7 are ignored (spec §5). */
export function isFinal({
  stage,
  totals,
}: {
  stage: Stage
  totals: Pick<StatementTotals, 'held' | 'onItsWay' | 'waiting'>
}): boolean {
  const isNothing = (amount: string) => new Decimal(amount).lte(AMOUNT_TOLERANCE)
  return awaitingOf(stage) === 'nobody' && [totals.held, totals.onItsWay, totals.waiting].every(isNothing)
}
