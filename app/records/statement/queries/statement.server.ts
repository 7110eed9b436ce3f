/** The settlement statement of an escrow: everything on record about it, from one snapshot. */

import { findEscrow, findEscrowByEitherId, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { stageOf } from '#app/escrow/domain/escrow.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { textsOf } from '#app/escrow/domain/escrow-terms.ts'
import {
  type Permissions,
  type Person,
  permissionsOf,
  permissionsOfLink,
  sideOfAct,
} from '#app/escrow/domain/permissions.ts'
import { type Database, readAtOnce, type Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import { factsOfNetwork, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { escrowPurpose } from '#app/kernel/domain/payout-state.ts'
import { PAYMENT_PROBLEMS } from '#app/ledgers/payments/domain/arrival.ts'
import { sumOfPayments } from '#app/ledgers/payments/domain/deposit.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import {
  isFinal,
  type Statement,
  type StatementPayment,
  type StatementPayout,
  sumUp,
} from '#app/records/statement/domain/statement.ts'
import { countBefore } from '#app/settlement/payouts/db/waiting-payouts.server.ts'
import { feeAskedOf } from '#app/settlement/payouts/domain/fee-asked.ts'
import { waitingForParties } from '#app/settlement/payouts/domain/waiting-payout.ts'
import type { StoredDispute } from '#app/trade/disputes/db/disputes.server.ts'
import { disputeEndOf } from '#app/trade/disputes/domain/decision.ts'
import type { StoredDivision } from '#app/trade/divisions/db/divisions.server.ts'
import { PRESENTED_TYPES } from '#app/trade/documents/domain/documents.ts'
import { listPresentations } from '#app/trade/documents/queries/presentations-view.server.ts'
import { refundAnswerOf } from '#app/trade/refunds/domain/refunds-view.ts'
import { showSealed } from '#app/trade/terms/queries/terms-view.server.ts'
import { findHistory } from './statement-history.server.ts'
import { showExtensions } from './statement-more-time.server.ts'
import { findOnchainMoney } from './statement-onchain.server.ts'
import { findRecords, MOST_PAYMENTS, type Records } from './statement-records.server.ts'

type Ask = {
  viewer: Person
  /** The escrow ID from the URL. */
  transactionId: string
  networks: LedgerNetworks
  now: Date
}

/** Null: not for this viewer, or no such escrow. Throws when the record does not add up: then none is issued. */
export async function findStatement(db: Database, ask: Ask): Promise<Statement | null> {
  const transactionId = normalizeEscrowId(ask.transactionId)
  if (!transactionId) return null
  // One snapshot for all tables: a payment that arrives between two reads would appear in only one.
  return readAtOnce(db, async (tx) => {
    const escrow = await findEscrowByEitherId(tx, { transactionId })
    if (!escrow) return null
    const { sees } = permissionsOf(escrow, ask.viewer)
    return sees.statement ? readStatement(tx, { ...ask, escrow, sees }) : null
  })
}

/** The same for the holder of a link: only what both parties know. */
export async function findSharedStatement(
  db: Database,
  ask: { escrowId: string; networks: LedgerNetworks; now: Date },
): Promise<Statement | null> {
  return readAtOnce(db, async (tx) => {
    const escrow = await findEscrow(tx, ask.escrowId)
    const { sees } = permissionsOfLink({ showsFiles: false })
    return escrow && readStatement(tx, { ...ask, escrow, sees })
  })
}

type Reading = Pick<Ask, 'networks' | 'now'> & { escrow: StoredEscrow; sees: Permissions['sees'] }

async function readStatement(tx: Transaction, ask: Reading): Promise<Statement> {
  const { escrow } = ask
  const records = await findRecords(tx, escrow.id)
  const { buyer, seller, contract, documents, dates } = records
  const { hold, ...heldMoney } = await findOnchainMoney(tx, ask)
  const { decisions, events } = await findHistory(tx, escrow)
  const stage = stageOf(escrow.facts)
  const payments = [...heldMoney.payments, ...showPayments(records.payments, ask.networks)]
  const payouts = [...heldMoney.payouts, ...(await showPayouts(tx, { ...ask, rows: records.payouts }))]
  const smaller = showSmaller(escrow, payments)
  const totals = sumUp({ currency: escrow.currency, payments, smaller, payouts, owedBack: escrow.owedBack })
  if (totals.received !== plain(escrow.receivedAmount)) {
    throw new Error(`the payments of ${escrow.transactionId} do not add up to what it has received`)
  }
  return {
    escrowId: escrow.id,
    transactionId: escrow.transactionId,
    number: String(escrow.reference),
    issuedAt: ask.now.toISOString(),
    stage,
    isFinal: isFinal({ stage, totals }),
    currency: escrow.currency,
    networkName: factsOfNetwork(escrow.currency).name,
    account: escrow.account,
    hold,
    amount: plain(escrow.amount),
    ...textsOf(escrow),
    openedAt: escrow.createdAt.toISOString(),
    buyer,
    seller,
    namedSeller: escrow.sellerEmail,
    contract: contract && showFile(contract),
    dates: dates && { ...dates, fundBy: dates.fundBy.toISOString(), presentBy: dates.presentBy.toISOString() },
    sealed: showSealed({ versions: records.acceptedTerms, amendments: records.amendments }, escrow),
    moreTime: showExtensions(records.timeRequests, ask),
    payments,
    smaller,
    payouts,
    totals,
    documents: documents
      .map((row) => ({ ...showFile(row), type: row.type, by: sideOfAct(escrow, row) }))
      .sort((a, b) => PRESENTED_TYPES.indexOf(a.type) - PRESENTED_TYPES.indexOf(b.type)),
    decisions,
    rounds: await listPresentations(tx, { escrowId: escrow.id, documents }),
    refundRequests: records.refundRequests.map(showRequest),
    disputes: records.disputes.map((dispute) => showDispute(dispute, escrow)),
    divisions: records.divisions.map(showDivision),
    events,
  }
}

/** The sum of payments that are not listed. Null: all that count are listed. */
function showSmaller({ receivedAmount }: StoredEscrow, listed: readonly StatementPayment[]): Statement['smaller'] {
  if (listed.length < MOST_PAYMENTS) return null
  const counted = sumOfPayments(
    listed.filter(({ problem }) => problem === null).map(({ amount }) => ({ amount: new Decimal(amount) })),
  )
  const received = receivedAmount.minus(counted)
  return received.gt(0) ? { received: plain(received) } : null
}

function showPayments(rows: Records['payments'], networks: LedgerNetworks): StatementPayment[] {
  const oldestFirst = [...rows].sort((a, b) => a.closedAt.getTime() - b.closedAt.getTime() || a.id.localeCompare(b.id))
  return oldestFirst.map(({ network, hash, amount, problem, closedAt, asset, assetLabel }) => ({
    asset,
    assetLabel,
    hash,
    amount: plain(toDecimal(amount)),
    // A problem that this version does not know is still a problem.
    problem: problem === null ? null : (PAYMENT_PROBLEMS.find((known) => known === problem) ?? 'needs_review'),
    at: closedAt.toISOString(),
    explorer: explorerLink(networks, { network, hash }),
  }))
}

async function showPayouts(
  tx: Transaction,
  { escrow, sees, networks, rows }: Reading & { rows: Records['payouts'] },
): Promise<StatementPayout[]> {
  const network = networkOf(escrow.currency)
  const queued = rows.filter(({ state }) => state === 'queued').map(({ id }) => id)
  const before = await countBefore(tx, queued)
  return rows.map(({ purpose, state, blockedReason, amount, address, memo, settledHash: hash, ...row }) => {
    // The buyer's refund wallet stays private until it is on a public ledger.
    const isShown = sees.buyersMoney || purpose === 'release' || state === 'confirmed'
    const networkFee = toDecimalOrNull(row.feePaid)
    const feeAsked = toDecimalOrNull(row.feeAsked)
    const reason = waitingForParties({ state, waitsFor: row.waitsFor })
    return {
      purpose: escrowPurpose(purpose),
      state,
      blockedReason,
      waits: reason && { for: reason, before: before.get(row.id) ?? 0, fee: feeAskedOf({ ...row, feeAsked, network }) },
      amount: plain(toDecimal(amount)),
      wallet: isShown ? { address, memo } : null,
      networkFee: networkFee && plain(networkFee),
      hash,
      at: iso(row.settledAt),
      explorer: hash === null ? null : explorerLink(networks, { network, hash }),
    }
  })
}

function showRequest(request: Records['refundRequests'][number]): Statement['refundRequests'][number] {
  const kind = refundAnswerOf(request.answer)
  return {
    reason: request.reason,
    askedAt: request.askedAt.toISOString(),
    answer: kind && { kind, at: iso(request.answeredAt), reason: request.answerReason },
  }
}

function showDispute(dispute: Records['disputes'][number], escrow: StoredEscrow): Statement['disputes'][number] {
  const decision = disputeEndOf(dispute.decision)
  return {
    openedBy: sideOfAct(escrow, dispute),
    openedAt: dispute.openedAt.toISOString(),
    reason: dispute.reason,
    said: dispute.statements.map(({ side, statedAt, words, files }) => ({
      by: side,
      at: statedAt.toISOString(),
      words,
      files: files.map(showFile),
    })),
    end: decision && { decision, at: iso(dispute.decidedAt), shares: sharesOf(dispute), note: dispute.note },
  }
}

function showDivision(division: StoredDivision): Statement['divisions'][number] {
  const { kind, side: by, shares, words, proposedAt, answer, answeredAt } = division
  return {
    kind,
    by,
    at: proposedAt.toISOString(),
    shares: { seller: plain(shares.seller), buyer: plain(shares.buyer) },
    words,
    answer: answer && { kind: answer, at: iso(answeredAt) },
  }
}

function sharesOf({ sellerAmount, buyerAmount }: StoredDispute) {
  return sellerAmount && buyerAmount ? { seller: plain(sellerAmount), buyer: plain(buyerAmount) } : null
}

type FileRow = { fileName: string; size: number; sha256: string; uploadedAt: Date }

function showFile({ fileName, size, sha256, uploadedAt }: FileRow) {
  return { fileName, size, sha256, uploadedAt: uploadedAt.toISOString() }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
