/** One escrow as the operator reads it: both parties by name and address, and every dispute. */

import { findEscrowIdByHash, findEscrowPeople } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow, findEscrowByEitherId, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { hashIn, NETWORKS, normalizeHash } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findPeopleByIds } from '#app/screening/db/reviews.server.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { findDisputedEscrowId, findDisputesOf } from '#app/trade/disputes/db/disputes.server.ts'
import { decideBy } from '#app/trade/disputes/domain/decide-by.ts'
import type { DisputeEnd } from '#app/trade/disputes/domain/decision.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { type EscrowNetwork, viewEscrow } from '#app/trade/lookup/queries/escrow-view.server.ts'
import { endOf } from './disputes.server.ts'
import { loadNewestOf, type RowView } from './lists/admin-list.server.ts'
import { loadNotes, type NoteView } from './notes.server.ts'
import type { PersonOfPayment } from './unmatched.server.ts'

export type AdminDispute = {
  id: string
  reason: string
  openedBy: Reader
  openedAt: string
  decideBy: string
  /** Null: still open. `shares`: null when the decision did not concern the money. */
  ended: {
    as: DisputeEnd
    at: string
    by: string
    note: string
    shares: { seller: string; buyer: string } | null
  } | null
}

type People = Awaited<ReturnType<typeof findEscrowPeople>>

export type AdminEscrow = {
  view: EscrowView
  /** `referredBy`: the address of the person who referred a pilot buyer. */
  buyer: PersonOfPayment & { referredBy: string | null }
  /** `isBound`: has confirmed; otherwise only named by the buyer. Null: open to the first seller who confirms. */
  seller: { name: string | null; email: string; isBound: boolean } | null
  /** Oldest first. */
  disputes: AdminDispute[]
  /** The newest emails about what its parties did. */
  letters: RowView[]
  notes: NoteView[]
}

/** By escrow ID, or by the hash of any payment into it or out of it. Null: not found. */
export async function searchAdminEscrow(
  db: Database,
  ask: { typed: string; network: EscrowNetwork; now: Date },
): Promise<AdminEscrow | null> {
  const escrow = await findTypedEscrow(db, ask.typed.trim())
  return escrow && viewAdminEscrow(db, { escrow, network: ask.network, now: ask.now })
}

/** A dispute with its escrow. Null: not found. */
export async function loadDispute(
  db: Database,
  ask: { disputeId: string; network: EscrowNetwork; now: Date },
): Promise<{ desk: AdminEscrow; dispute: AdminDispute } | null> {
  const escrowId = looksLikeRowId(ask.disputeId) ? await findDisputedEscrowId(db, ask.disputeId) : null
  const escrow = escrowId && (await findEscrow(db, escrowId))
  if (!escrow) return null
  const desk = await viewAdminEscrow(db, { escrow, network: ask.network, now: ask.now })
  const dispute = desk.disputes.find(({ id }) => id === ask.disputeId.toLowerCase())
  return dispute ? { desk, dispute } : null
}

export async function findTypedEscrow(db: Database, typed: string): Promise<StoredEscrow | null> {
  const transactionId = normalizeEscrowId(typed)
  if (transactionId) return findEscrowByEitherId(db, { transactionId })
  const hash = hashIn(typed)
  if (hash === null) return null
  const hashes = NETWORKS.map((network) => normalizeHash(network, hash))
  const id = await findEscrowIdByHash(db, hashes)
  return id === null ? null : findEscrow(db, id)
}

async function viewAdminEscrow(
  db: Database,
  { escrow, network, now }: { escrow: StoredEscrow; network: EscrowNetwork; now: Date },
): Promise<AdminEscrow> {
  const [view, people, disputes, letters, notes] = await Promise.all([
    viewEscrow(db, { escrow, network, now }),
    findEscrowPeople(db, escrow.id),
    findDisputesOf(db, escrow.id),
    loadNewestOf(db, { list: 'letters', txid: escrow.transactionId }),
    loadNotes(db, { escrowId: escrow.id }),
  ])
  const deciders = await findPeopleByIds(
    db,
    disputes.flatMap(({ decidedById }) => decidedById ?? []),
  )
  return {
    view,
    buyer: showBuyer(people.buyer),
    seller: showSeller(people),
    disputes: disputes.map((dispute) => showDispute(dispute, escrow, deciders)),
    letters,
    notes,
  }
}

function showBuyer({ name, email, pilotReferredBy }: People['buyer']): AdminEscrow['buyer'] {
  return { name, email, referredBy: pilotReferredBy?.email ?? null }
}

function showSeller({ seller, sellerEmail }: People): AdminEscrow['seller'] {
  if (seller) return { ...seller, isBound: true }
  return sellerEmail === null ? null : { name: null, email: sellerEmail, isBound: false }
}

type StoredDispute = Awaited<ReturnType<typeof findDisputesOf>>[number]

function showDispute(
  dispute: StoredDispute,
  escrow: StoredEscrow,
  deciders: ReadonlyMap<string, { name: string }>,
): AdminDispute {
  const { id, reason, openedAt, decidedById, note, sellerAmount, buyerAmount } = dispute
  const decider = decidedById === null ? undefined : deciders.get(decidedById)
  const ended = endOf(dispute)
  const shares = sellerAmount && buyerAmount && { seller: plain(sellerAmount), buyer: plain(buyerAmount) }
  return {
    id,
    reason,
    openedBy: sideOfAct(escrow, dispute),
    openedAt: openedAt.toISOString(),
    decideBy: decideBy(openedAt, ledgerDateOf(escrow)).toISOString(),
    ended: ended && { ...ended, by: decider?.name ?? '', note, shares },
  }
}
