/** One escrow as its pages show it: to the buyer on the lookup page, to the seller on the confirmation page. */
import { ASSET_FACTS, type Asset, networkOf } from '#app/domain/assets.ts'
import { DOCUMENT_TYPES, type PresentedType, SHIPMENT_IMAGE } from '#app/domain/documents.ts'
import {
  type Approval,
  canChangeDocuments,
  canConfirm,
  canReview,
  type Lines,
  lineStates,
  type Stage,
  stageOf,
  type Turn,
  turnOf,
} from '#app/domain/escrow.ts'
import { plain } from '#app/domain/money.ts'
import { depositState } from '#app/domain/payment-match.ts'
import { paymentUri } from '#app/domain/payment-uri.ts'
import type { Database } from '#app/db/client.server.ts'
import { findContract, findDocuments } from '#app/db/documents.server.ts'
import { findEvents, type ShownEvent } from '#app/db/audit.server.ts'
import type { StoredEscrow } from '#app/db/escrows.server.ts'
import { findSeenPayments, type SeenPayment } from '#app/db/ledger-payments.server.ts'
import type { PaymentNetwork } from './payment-page.server.ts'

export type ShownFile = { fileName: string; size: number; sha256: string; uploadedAt: string }
export type ShownDocument = ShownFile & { id: string; type: PresentedType }

export type EscrowView = {
  id: string
  transactionId: string
  type: 'auto' | 'manual'
  currency: Asset
  networkName: string
  amount: string
  notes: string
  terms: string
  createdAt: string
  buyerName: string
  sellerName: string | null
  sellerEmail: string | null
  contract: ShownFile | null
  stage: Stage
  turn: Turn
  lines: Lines
  times: { verifiedAt: string | null; confirmedAt: string | null; decidedAt: string | null; releasedAt: string | null }
  /** Time of the seller confirmation line: confirmedAt, else updatedAt (spec §2, Transaction Lookup). */
  confirmationTime: string
  approval: Approval
  rejectionReason: string | null
  deposit: {
    account: string
    reference: string
    state: 'none' | 'short' | 'exact' | 'over'
    received: string
    stillDue: string
    excess: string
    uri: string
    realTxId: string | null
    statedTxId: string | null
    payments: SeenPayment[]
  }
  expectedWallet: { address: string; memo: string | null }
  payoutWallet: { address: string; memo: string | null; statedAt: string; differs: boolean } | null
  release: { state: string; blockedReason: string | null; hash: string | null; at: string | null } | null
  /** In the order of the spec, images last. */
  documents: ShownDocument[]
  missingTypes: PresentedType[]
  events: ShownEvent[]
  may: { review: boolean; confirm: boolean; changeDocuments: boolean }
}

export async function viewEscrow(db: Database, ask: { escrow: StoredEscrow; network: PaymentNetwork }): Promise<EscrowView> {
  const { escrow, network } = ask
  const [contract, documents, seen, events, parties] = await Promise.all([
    findContract(db, escrow.id),
    findDocuments(db, escrow.id),
    findSeenPayments(db, { escrowId: escrow.id }),
    findEvents(db, escrow.id),
    findPartyNames(db, escrow.id),
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
    buyerName: parties.buyerName,
    sellerName: parties.sellerName,
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
    missingTypes: ORDER.filter((type) => !present.some((document) => document.type === type)),
    events,
    may: {
      review: canReview(escrow.facts),
      confirm: canConfirm(escrow.facts),
      changeDocuments: canChangeDocuments(escrow.facts),
    },
  }
}

async function findPartyNames(db: Database, escrowId: string) {
  const { buyer, seller } = await db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    select: { buyer: { select: { name: true } }, seller: { select: { name: true } } },
  })
  return { buyerName: buyer.name, sellerName: seller?.name ?? null }
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

const ORDER: readonly PresentedType[] = [...DOCUMENT_TYPES, SHIPMENT_IMAGE]
const rank = (type: PresentedType) => ORDER.indexOf(type)

function iso(time: Date | null): string | null {
  return time && time.toISOString()
}
