/** Transactions that left our accounts without being in the books, with the payouts that they may have paid. */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import { type FittingUnmatched, findFittingUnmatched } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import {
  findOpenGaps,
  findOutgoing,
  findPayoutCandidates,
  type StoredOutgoing,
} from '#app/settlement/payouts/db/outgoing.server.ts'
import { findPayoutsWithEscrow } from '#app/settlement/payouts/db/payouts.server.ts'
import type { OutgoingFacts } from '#app/settlement/payouts/domain/outgoing.ts'
import { ROWS_PER_PAGE } from './admin-page.ts'

/** `transactionId`: null when the payout refunds an unmatched payment. */
export type CandidateView = { id: string; amount: string; asset: Asset; transactionId: string | null }

/** An unmatched payment whose money an outgoing payment may have paid out (decision 098). */
export type FitView = {
  caseId: string
  amount: string
  asset: Asset
  memo: string | null
  cameAt: string
  /** It fits all unmatched payments with this memo together, not this one alone. */
  together: boolean
  /** A refund of it waits. The refund is a candidate itself, so the unmatched payment is not linked. */
  isPaidBack: boolean
}

export type UnexplainedView = {
  id: string
  network: Network
  hash: string
  explorer: string | null
  at: string
  source: string
  sequence: string
  facts: OutgoingFacts
  candidates: CandidateView[]
  cases: FitView[]
  /**
   * `isPayout`: it was a payout of ours, of the escrow `transactionId`, or of an unmatched payment when that is null.
   * `isLinked`: it paid out the money of unmatched payments.
   */
  explained: {
    at: string
    by: string
    reason: string
    isPayout: boolean
    isLinked: boolean
    transactionId: string | null
  } | null
}

export type GapView = {
  id: string
  network: Network
  account: string
  sequence: string | null
  known: string | null
  tickets: string[]
  at: string
}

export async function listOutgoing(
  db: Database,
  ask: { state: 'open' | 'closed'; place: ListPlace | null; networks: LedgerNetworks },
): Promise<ListPage<UnexplainedView> & { gaps: GapView[] }> {
  const { rows, ...page } = await readPage({
    place: ask.place,
    size: ROWS_PER_PAGE,
    find: (slice) => findOutgoing(db, { ...slice, state: ask.state }),
    placeOf: ({ id, closedAt, explainedAt }) => ({
      id,
      at: ask.state === 'open' ? closedAt : (explainedAt ?? closedAt),
    }),
  })
  const candidates = ask.state === 'open' ? await candidatesOf(db, rows) : new Map<string, CandidateView[]>()
  const fits = ask.state === 'open' ? await fitsOf(db, rows) : new Map<string, FitView[]>()
  const gaps = ask.state === 'open' && ask.place === null ? await findOpenGaps(db) : []
  return {
    ...page,
    rows: rows.map((row) => ({
      ...show(row, ask.networks),
      candidates: candidates.get(row.id) ?? [],
      cases: fits.get(row.id) ?? [],
    })),
    gaps: gaps.map(({ id, network, account, sequence, known, tickets, seenAt }) => ({
      id,
      network,
      account,
      sequence,
      known,
      tickets,
      at: seenAt.toISOString(),
    })),
  }
}

async function candidatesOf(db: Database, rows: StoredOutgoing[]): Promise<Map<string, CandidateView[]>> {
  const found = await findPayoutCandidates(
    db,
    rows.map(({ id }) => id),
  )
  const payouts = await findPayoutsWithEscrow(
    db,
    found.map(({ payoutId }) => payoutId),
  )
  const shown = new Map<string, CandidateView[]>()
  for (const { outgoingId, payoutId } of found) {
    const payout = payouts.get(payoutId)
    if (!payout) continue
    const { id, amount, asset, transactionId } = payout
    shown.set(outgoingId, [...(shown.get(outgoingId) ?? []), { id, amount: plain(amount), asset, transactionId }])
  }
  return shown
}

async function fitsOf(db: Database, rows: StoredOutgoing[]): Promise<Map<string, FitView[]>> {
  const shown = new Map<string, FitView[]>()
  const ids = rows.map(({ id }) => id)
  for (const fit of await findFittingUnmatched(db, ids)) {
    shown.set(fit.outgoingId, [...(shown.get(fit.outgoingId) ?? []), showFit(fit)])
  }
  return shown
}

export function showFit({ caseId, amount, asset, memo, cameAt, together, end }: FittingUnmatched): FitView {
  const isPaidBack = end === 'paid_back'
  return { caseId, amount: plain(amount), asset, memo, cameAt: cameAt.toISOString(), together, isPaidBack }
}

function show(row: StoredOutgoing, networks: LedgerNetworks): Omit<UnexplainedView, 'candidates' | 'cases'> {
  const { id, network, hash, source, sequence, facts, closedAt, explainedAt, explainedBy, reason, payout } = row
  return {
    id,
    network,
    hash,
    explorer: explorerLink(networks, { network, hash }),
    at: closedAt.toISOString(),
    source,
    sequence,
    facts,
    explained: explainedAt && {
      at: explainedAt.toISOString(),
      by: explainedBy?.name ?? '',
      reason: reason ?? '',
      isPayout: payout !== null,
      isLinked: row.caseLinks.length > 0,
      transactionId: payout?.escrow?.transactionId ?? null,
    },
  }
}
