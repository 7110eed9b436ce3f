/** Unmatched payments that wait for an operator, each once, with all that is known about it. */

import { type EscrowClaim, findEscrowClaims } from '#app/escrow/db/payment-claims.server.ts'
import { findClaims, type StoredFeeClaim } from '#app/fees/db/payment-claims.server.ts'
import { PAYERS_UNMATCHED, WAITING_UNMATCHED } from '#app/fees/domain/fee-back.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Asset, isAsset, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { plain, plainUsd } from '#app/kernel/domain/money.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import type { PayoutState, WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { type Doubt, findDoubts } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { findUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { isDust } from '#app/ledgers/payments/domain/dust.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { judgeRest, type RestLimits } from '#app/ledgers/payments/domain/rest.ts'
import {
  UNMATCHED_ENDS,
  UNMATCHED_KINDS,
  type UnmatchedEnding,
  type UnmatchedKind,
} from '#app/ledgers/payments/domain/unmatched-payment.ts'
import { waitingFor } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { ROWS_PER_PAGE } from './admin-page.ts'

export type PersonOfPayment = { name: string; email: string }

export type UnmatchedPaymentRow = {
  hash: string
  /** Null: no explorer for this network. */
  explorer: string | null
  from: string
  to: string
  at: string
}

export type UnmatchedView = {
  id: string
  kind: UnmatchedKind
  /** Plain decimal: what arrived short or late, the excess, or the whole payment. */
  amount: string
  /** Null: an asset that we do not settle in. `assetLabel` names it, with its issuer. */
  asset: Asset | null
  assetLabel: string
  openedAt: string
  /** Known by the reference. */
  payer: PersonOfPayment | null
  /** Who claims the payment for a fee or for an escrow (`transactionId`). No proof: everybody can read a hash. */
  claims: (PersonOfPayment & { at: string; transactionId: string | null })[]
  /** Null: the payment carried none. */
  memo: string | null
  /** The fee of the reference. */
  fee: { asset: Asset; amountDue: string; netUsd: string; isPaid: boolean; expiresAt: string } | null
  /** The escrow of the reference. */
  escrow: { transactionId: string; currency: Asset } | null
  /** The payment plus the dust payments gathered with it. */
  count: number
  payments: UnmatchedPaymentRow[]
  /** A fee is short by a small rest: an operator may accept it as paid. */
  mayAccept: boolean
  /** Whether the payer is asked for a refund wallet (decision 111), and which one they named. */
  isAskedOfPayer: boolean
  wanted: Wallet | null
  /**
   * `by`: null without a person. `end`, `hash` (of a manual payment): as stated. `isByPayer`: the payer named the
   * wallet.
   */
  closed: {
    at: string
    by: string | null
    isByPayer: boolean
    outcome: string
    end: UnmatchedEnding | null
    hash: string | null
  } | null
  /** The payout that refunds it. Null: none was made. */
  payback: PaybackView | null
  /** Why no payout can refund it while it is open. Null: one can. */
  noPayback: RefusalCode | null
  /** Outgoing payments that may already have paid out this money, and so block the refund (decision 098). */
  doubts: DoubtView[]
}

export type DoubtView = {
  outgoingId: string
  hash: string
  explorer: string | null
  at: string
  paid: string
  asset: Asset
  to: string | null
  isUnexplained: boolean
  /** The first operator's denial and its reason. Null: nobody has denied it. */
  denial: { reason: string; by: string; byId: string } | null
}

export type PaybackView = {
  id: string
  state: PayoutState
  /** It waits for its wallet and may be given another one. */
  needsWallet: boolean
  /** It failed several times: an operator has to retry it. */
  hasFailed: boolean
  waits: WaitsFor | null
  wallet: Wallet
  hash: string | null
  explorer: string | null
}

/** Returns why our account cannot refund. Null: it can. */
export type JudgePayer = (place: { network: Network; account: string }) => Promise<RefusalCode | null>

export async function listUnmatched(
  db: Database,
  ask: {
    state: 'open' | 'closed'
    place: ListPlace | null
    networks: LedgerNetworks
    restLimits: RestLimits
    judgePayer: JudgePayer
  },
): Promise<ListPage<UnmatchedView>> {
  const { rows, ...page } = await readPage({
    place: ask.place,
    size: ROWS_PER_PAGE,
    find: (slice) => findUnmatched(db, { ...slice, state: ask.state }),
    placeOf: ({ id, openedAt, closedAt }) => ({ id, at: closedAt ?? openedAt }),
  })
  const hashes = rows.flatMap(({ ledgerPayment }) => ledgerPayment?.hash ?? [])
  const claims = [...(await findEscrowClaims(db, hashes)), ...(await findClaims(db, hashes))]
  const waiting = rows.filter(
    ({ closedAt, payback }) => closedAt === null || payback?.state === 'queued' || payback?.state === 'blocked',
  )
  const doubts = await findDoubts(
    db,
    waiting.map(({ id }) => id),
  )
  const shown = rows.map(async (row) => {
    const noPayback = row.closedAt === null ? await whyNoPayback(row, ask.judgePayer) : null
    const ofCase = doubts.filter(({ caseId }) => caseId === row.id).map((doubt) => showDoubt(doubt, ask.networks))
    const mayAccept = row.closedAt === null && mayAcceptRest(row, ask.restLimits)
    return { ...showUnmatched(row, { claims, networks: ask.networks }), noPayback, doubts: ofCase, mayAccept }
  })
  return { ...page, rows: await Promise.all(shown) }
}

type UnmatchedRow = Awaited<ReturnType<typeof findUnmatched>>[number]

async function whyNoPayback(row: UnmatchedRow, judge: JudgePayer): Promise<RefusalCode | null> {
  const { feeQuote: quote, ledgerPayment: payment } = row
  const asset = quote ? quote.asset : payment?.asset
  const account = quote ? quote.account : payment?.toAddress
  if (row.payments > 1) return 'payback_gathered'
  return asset && account ? judge({ network: networkOf(asset), account }) : 'payback_foreign_asset'
}

/** One transaction may pay us several times. */
function oncePerHash<Payment extends { hash: string }>(payments: readonly Payment[]): Payment[] {
  return [...new Map(payments.map((payment) => [payment.hash, payment])).values()]
}

export function showDoubt(doubt: Doubt, networks: LedgerNetworks): DoubtView {
  const { outgoingId, network, hash, at, paid, asset, to, isUnexplained, denial } = doubt
  const explorer = explorerLink(networks, { network, hash })
  return { outgoingId, hash, explorer, at: at.toISOString(), paid: plain(paid), asset, to, isUnexplained, denial }
}

function showPayback(payout: NonNullable<UnmatchedRow['payback']>, networks: LedgerNetworks): PaybackView {
  const { id, network, state, blockedReason, address, memo, settledHash: hash } = payout
  return {
    id,
    state,
    needsWallet: state === 'blocked' && blockedReason !== 'payout_failed',
    hasFailed: blockedReason === 'payout_failed',
    waits: waitingFor(payout),
    wallet: { address, memo },
    hash,
    explorer: hash && explorerLink(networks, { network, hash }),
  }
}

/** The same check as in accept-short-fee. */
function mayAcceptRest({ kind, amount: received, feeQuote: quote }: UnmatchedRow, limits: RestLimits): boolean {
  if (quote === null || !WAITING_UNMATCHED.some((known) => known === kind) || quote.state !== 'open') return false
  const { amountDue: due, netUsd } = quote
  return judgeRest({ due, received, priceUsd: netUsd.div(due) }, limits) === 'small'
}

/** Kinds for which a fee's reference identifies the payer. */
function isAskedOfPayer({ kind, amount, assetLabel, ledgerPayment: payment, payments }: UnmatchedRow): boolean {
  const asset = payment ? payment.asset : isAsset(assetLabel) ? assetLabel : null
  if (asset === null || payments > 1 || isDust({ asset, amount, stillDue: null })) return false
  return PAYERS_UNMATCHED.some((known) => known === kind)
}

function showUnmatched(
  row: UnmatchedRow,
  known: { claims: (StoredFeeClaim | EscrowClaim)[]; networks: LedgerNetworks },
): Omit<UnmatchedView, 'noPayback' | 'doubts' | 'mayAccept'> {
  const { ledgerPayment: payment } = row
  // Dust gathered for fees comes from many payers and quotes: it belongs to nobody.
  const quote = row.feeQuote ?? (row.payments > 1 ? null : payment?.feeQuote) ?? null
  const escrow = payment?.escrow ?? null
  const payer = quote?.user ?? escrow?.buyer ?? null
  return {
    id: row.id,
    kind: UNMATCHED_KINDS.find((kind) => kind === row.kind) ?? 'needs_review',
    amount: plain(row.amount),
    asset: payment ? payment.asset : isAsset(row.assetLabel) ? row.assetLabel : null,
    assetLabel: row.assetLabel,
    openedAt: row.openedAt.toISOString(),
    payer: payer && { name: payer.name, email: payer.email },
    claims: known.claims
      .filter(({ hash }) => hash === payment?.hash)
      .map((claim) => ({
        name: claim.name,
        email: claim.email,
        at: claim.at.toISOString(),
        transactionId: 'transactionId' in claim ? claim.transactionId : null,
      })),
    // Dust gathered without a known reference carries many memos.
    memo: payment ? (row.payments > 1 && !quote && !escrow ? null : payment.memo) : quote && String(quote.reference),
    fee: quote && {
      asset: quote.asset,
      amountDue: plain(quote.amountDue),
      netUsd: plainUsd(quote.netUsd),
      isPaid: quote.state === 'paid',
      expiresAt: quote.expiresAt.toISOString(),
    },
    escrow: escrow && { transactionId: escrow.transactionId, currency: escrow.currency },
    count: row.payments,
    payments: oncePerHash(payment ? [payment, ...row.gathered] : (row.feeQuote?.payments ?? [])).map(
      ({ network, hash, fromAddress, toAddress, closedAt }) => ({
        hash,
        explorer: explorerLink(known.networks, { network, hash }),
        from: fromAddress,
        to: toAddress,
        at: closedAt.toISOString(),
      }),
    ),
    isAskedOfPayer: quote !== null && isAskedOfPayer(row),
    wanted: row.backAddress === null ? null : { address: row.backAddress, memo: row.backMemo },
    closed: row.closedAt && {
      at: row.closedAt.toISOString(),
      by: row.closedBy?.name ?? null,
      isByPayer: row.closedBy !== null && row.closedBy.id === quote?.user.id,
      outcome: row.outcome ?? '',
      end: UNMATCHED_ENDS.find((end) => end === row.end) ?? null,
      hash: row.endHash,
    },
    payback: row.payback && showPayback(row.payback, known.networks),
  }
}
