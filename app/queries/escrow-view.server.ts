/** One escrow as its pages show it: to the buyer on the lookup page, to the seller on the confirmation page. */

import { findEvents } from '#app/db/audit.server.ts'
import type { Database } from '#app/db/client.server.ts'
import { findContract, findDocuments } from '#app/db/documents.server.ts'
import type { StoredEscrow } from '#app/db/escrows.server.ts'
import { findSeenPayments } from '#app/db/ledger-payments.server.ts'
import { ASSET_FACTS, networkOf } from '#app/domain/assets.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/domain/documents.ts'
import { canChangeDocuments, canConfirm, canReview, lineStates, stageOf, turnOf } from '#app/domain/escrow.ts'
import type { EscrowView, ShownDocument, ShownFile } from '#app/domain/escrow-view.ts'
import { plain } from '#app/domain/money.ts'
import { depositState } from '#app/domain/payment-match.ts'
import { paymentUri } from '#app/domain/payment-uri.ts'
import type { PaymentNetwork } from './payment-page.server.ts'

export async function viewEscrow(
  db: Database,
  ask: { escrow: StoredEscrow; network: PaymentNetwork },
): Promise<EscrowView> {
  const { escrow, network } = ask
  const [contract, documents, seen, events] = await Promise.all([
    findContract(db, escrow.id),
    findDocuments(db, escrow.id),
    findSeenPayments(db, { escrowId: escrow.id }),
    findEvents(db, escrow.id),
  ])
  const stage = stageOf(escrow.facts)
  const deposit = depositState({ due: escrow.amount, received: escrow.receivedAmount })
  const present = documents.map(showDocument)
  return {
    id: escrow.id,
    transactionId: escrow.transactionId,
    type: escrow.type,
    currency: escrow.currency,
    networkName: ASSET_FACTS[escrow.currency].networkName,
    amount: plain(escrow.amount),
    notes: escrow.notes,
    terms: escrow.terms,
    createdAt: escrow.createdAt.toISOString(),
    buyerName: escrow.buyerName,
    sellerName: escrow.sellerName,
    sellerEmail: escrow.sellerEmail,
    contract: contract && showFile(contract),
    stage,
    turn: turnOf(stage),
    lines: lineStates(escrow.facts),
    times: {
      verifiedAt: iso(escrow.verifiedAt),
      confirmedAt: iso(escrow.confirmedAt),
      decidedAt: iso(escrow.decidedAt),
      releasedAt: iso(escrow.releasedAt),
    },
    confirmationTime: (escrow.confirmedAt ?? escrow.updatedAt).toISOString(),
    approval: escrow.documentApprovalStatus,
    rejectionReason: escrow.rejectionReason,
    deposit: {
      account: escrow.account,
      reference: String(escrow.reference),
      state: deposit.state,
      received: plain(escrow.receivedAmount),
      stillDue: plain(deposit.stillDue),
      excess: plain(deposit.excess),
      uri: depositUri(escrow, { deposit, network }),
      realTxId: escrow.realTxId,
      statedTxId: escrow.statedTxId,
      payments: seen.payments,
    },
    expectedWallet: { address: escrow.walletAddress, memo: escrow.walletMemo },
    payoutWallet: showPayoutWallet(escrow),
    release: escrow.release && {
      state: escrow.release.state,
      blockedReason: escrow.release.blockedReason,
      hash: escrow.release.settledHash,
      at: iso(escrow.release.settledAt),
    },
    documents: present.sort((a, b) => rank(a.type) - rank(b.type)),
    missingTypes: PRESENTED_TYPES.filter((type) => !present.some((document) => document.type === type)),
    events,
    may: {
      review: canReview(escrow.facts),
      confirm: canConfirm(escrow.facts),
      changeDocuments: canChangeDocuments(escrow.facts),
    },
  }
}

/** A payment request for what is still due; for the whole amount when nothing has arrived. */
function depositUri(
  escrow: StoredEscrow,
  { deposit, network }: { deposit: ReturnType<typeof depositState>; network: PaymentNetwork },
): string {
  return paymentUri({
    asset: escrow.currency,
    account: escrow.account,
    amount: deposit.stillDue.gt(0) ? deposit.stillDue : escrow.amount,
    memo: String(escrow.reference),
    usdcIssuer: network.usdcIssuer,
    passphrase: networkOf(escrow.currency) === 'stellar' ? network.stellarPassphrase : null,
    message: `Quayside escrow ${escrow.transactionId}`,
  })
}

function showPayoutWallet(escrow: StoredEscrow): EscrowView['payoutWallet'] {
  const { payoutAddress: address, payoutMemo: memo, payoutStatedAt } = escrow
  if (address === null || payoutStatedAt === null) return null
  const differs = address !== escrow.walletAddress || memo !== escrow.walletMemo
  return { address, memo, differs, statedAt: payoutStatedAt.toISOString() }
}

type FileRow = { fileName: string; size: number; sha256: string; uploadedAt: Date }

function showFile({ fileName, size, sha256, uploadedAt }: FileRow): ShownFile {
  return { fileName, size, sha256, uploadedAt: uploadedAt.toISOString() }
}

function showDocument(row: FileRow & { id: string; type: PresentedType }): ShownDocument {
  return { ...showFile(row), id: row.id, type: row.type }
}

const rank = (type: PresentedType) => PRESENTED_TYPES.indexOf(type)

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
