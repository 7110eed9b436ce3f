/** Who may see which escrow, and what the lookup, the seller's page, the download and the dashboard show of it. */

import type { Database } from '#app/db/client.server.ts'
import { findContract, findDocument } from '#app/db/documents.server.ts'
import { findEscrow, findEscrowByEitherId, findEscrowsOf, type StoredEscrow } from '#app/db/escrows.server.ts'
import { type Asset, looksLikeHash, networkOf, normalizeHash } from '#app/domain/assets.ts'
import { type Lines, lineStates, type Stage, stageOf, type Turn, turnOf } from '#app/domain/escrow.ts'
import { normalizeEscrowId } from '#app/domain/escrow-id.ts'
import { isParty, maySell } from '#app/domain/escrow-party.ts'
import type { EscrowView } from '#app/domain/escrow-view.ts'
import { plain } from '#app/domain/money.ts'
import { depositState } from '#app/domain/payment-match.ts'
import { viewEscrow } from './escrow-view.server.ts'
import type { PaymentNetwork } from './payment-page.server.ts'

type Ask = { viewerId: string; typed: string; network: PaymentNetwork }

/** A party's escrow by its escrow ID or by the hash that funded it; null for everyone else, and for one that is not. */
export async function lookUpEscrow(db: Database, ask: Ask): Promise<EscrowView | null> {
  const escrow = await findTypedEscrow(db, ask)
  return escrow && isParty(escrow, ask.viewerId) ? viewEscrow(db, { escrow, network: ask.network }) : null
}

/** The escrow that a seller may confirm: bound to them, meant for them, or meant for whoever holds the ID. */
export async function findSellerEscrow(db: Database, ask: Ask & { viewerEmail: string }): Promise<EscrowView | null> {
  const escrow = await findTypedEscrow(db, ask)
  const isTheirs = escrow && maySell(escrow, { id: ask.viewerId, email: ask.viewerEmail })
  return isTheirs ? viewEscrow(db, { escrow, network: ask.network }) : null
}

async function findTypedEscrow(db: Database, { typed, viewerId }: Ask): Promise<StoredEscrow | null> {
  const transactionId = normalizeEscrowId(typed)
  if (transactionId) return findEscrowByEitherId(db, { transactionId })
  if (!looksLikeHash(typed.trim())) return null
  for (const network of ['stellar', 'xrpl'] as const) {
    const found = await findEscrowByEitherId(db, { realTxId: normalizeHash(network, typed), partyId: viewerId })
    if (found && networkOf(found.currency) === network) return found
  }
  return null
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type DownloadableFile = { fileName: string; contentType: string; size: number; storageKey: string }

/**
 * A document or contract, if this person may read it: the parties, and for the contract also a seller who could confirm
 * (they must read it before they accept). Null otherwise, as if it did not exist.
 */
export async function findDownload(
  db: Database,
  ask: { viewer: { id: string; email: string; role: string | null }; documentId?: string; contractOf?: string },
): Promise<DownloadableFile | null> {
  const isId = (text: string | undefined) => text !== undefined && ID.test(text)
  const document = ask.documentId && isId(ask.documentId) ? await findDocument(db, ask.documentId) : null
  const escrowId = document?.escrowId ?? (isId(ask.contractOf) ? ask.contractOf : undefined)
  const escrow = escrowId ? await findEscrow(db, escrowId) : null
  if (!escrow) return null
  if (document) return isParty(escrow, ask.viewer.id) ? document : null
  const couldSell = ask.viewer.role === 'seller' && maySell(escrow, ask.viewer)
  return isParty(escrow, ask.viewer.id) || couldSell ? findContract(db, escrow.id) : null
}

export type EscrowRow = {
  transactionId: string
  currency: Asset
  amount: string
  stillDue: string
  stage: Stage
  turn: Turn
  lines: Lines
  createdAt: string
  notes: string
  /** The other side's name, once known. */
  counterparty: string | null
}

/** A person's escrows, newest first. */
export async function listEscrows(db: Database, viewerId: string): Promise<EscrowRow[]> {
  const escrows = await findEscrowsOf(db, { userId: viewerId, limit: 200 })
  return escrows.map((escrow) => {
    const stage = stageOf(escrow.facts)
    const { stillDue } = depositState({ due: escrow.amount, received: escrow.receivedAmount })
    return {
      transactionId: escrow.transactionId,
      currency: escrow.currency,
      amount: plain(escrow.amount),
      stillDue: plain(stillDue),
      stage,
      turn: turnOf(stage),
      lines: lineStates(escrow.facts),
      createdAt: escrow.createdAt.toISOString(),
      notes: escrow.notes,
      counterparty: escrow.buyerId === viewerId ? (escrow.sellerName ?? escrow.sellerEmail) : escrow.buyerName,
    }
  })
}
