/** Creates, funds and cancels escrows. State changes are compare-and-sets that return whether they happened. */

import type { EscrowMode } from '#app/escrow/domain/escrow-id.ts'
import { byName, CORRECTABLE_TEXTS, type CorrectableTexts, type EscrowTexts } from '#app/escrow/domain/escrow-terms.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'

export type NewEscrow = EscrowTexts & {
  transactionId: string
  type: EscrowMode
  /** With 'ledger', a trigger creates the row of the on-chain escrow in the same transaction. */
  heldBy: 'quayside' | 'ledger'
  buyerId: string
  currency: Asset
  amount: Decimal
  sellerEmail: string | null
  sellerLanguage: Language | null
  account: string
  reference: number
  /** The wallet that the buyer expects. Null: left to the seller, who must be named then (check). */
  walletAddress: string | null
  walletMemo: string | null
  buyerWalletAddress: string | null
  buyerMemoTag: string | null
  statedTxId: string | null
  /** Version of Quayside's terms; the buyer accepts it in the same transaction (trigger). */
  serviceTerms: string
  serviceSupplement: string
}

export async function createEscrow(tx: Transaction, escrow: NewEscrow): Promise<{ id: string }> {
  return tx.escrow.create({
    data: {
      ...escrow,
      amount: plain(escrow.amount),
      buyerWalletCurrency: escrow.buyerWalletAddress === null ? null : escrow.currency,
    },
    select: { id: true },
  })
}

export async function findEscrowOfReference(
  tx: Transaction,
  reference: number,
): Promise<{ transactionId: string } | null> {
  return tx.escrow.findUnique({ where: { reference }, select: { transactionId: true } })
}

/** What a payment must match to count for an escrow. `account` null: none matches, because the escrow is on-chain. */
export type DepositTarget = { id: string; asset: Asset; account: string | null; buyerId: string }

/**
 * The escrows with these references. Their data never changes, so only the references need a lock: a buyer who closes
 * the account locks them first. A later payment for one of them is an unmatched payment, since nobody can claim it.
 */
export async function findDepositTargets(tx: Transaction, references: number[]): Promise<Map<number, DepositTarget>> {
  if (references.length === 0) return new Map()
  const rows = await tx.escrow.findMany({
    where: { reference: { in: references }, buyer: { closedAt: null } },
    select: { id: true, reference: true, currency: true, account: true, buyerId: true, heldBy: true },
  })
  return new Map(
    rows.map(({ reference, currency: asset, heldBy, ...row }) => {
      const account = heldBy === 'ledger' ? null : row.account
      return [reference, { ...row, asset, account }]
    }),
  )
}

/** Ids of a buyer's open escrows with a named seller who has not confirmed. */
export async function findEscrowsNamingSeller(db: Database, buyerId: string): Promise<string[]> {
  const rows = await db.escrow.findMany({
    where: { buyerId, sellerEmail: { not: null }, sellerId: null, cancelledAt: null },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Compare-and-set: true for the caller that funded it. A cancelled escrow is never funded: payments are owed back. */
export async function markFunded(tx: Transaction, funded: { escrowId: string; hash: string; paidAt: Date; now: Date }) {
  const { count } = await tx.escrow.updateMany({
    where: { id: funded.escrowId, txValidated: false, cancelledAt: null },
    data: { txValidated: true, verifiedAt: funded.now, realTxId: funded.hash, paidAt: funded.paidAt },
  })
  return count === 1
}

/** Compare-and-set: true for the caller that cancelled it while it was unfunded. */
export async function markCancelled(tx: Transaction, cancelled: { escrowId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.escrow.updateMany({
    where: { id: cancelled.escrowId, txValidated: false, cancelledAt: null },
    data: { cancelledAt: cancelled.at },
  })
  return count === 1
}

/** Compare-and-set: true for the deadline that ended it while it was unfunded. */
export async function expireUnfunded(tx: Transaction, lapsed: { escrowId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.escrow.updateMany({
    where: { id: lapsed.escrowId, txValidated: false, cancelledAt: null },
    data: { cancelledAt: lapsed.at, lapsedAt: lapsed.at },
  })
  return count === 1
}

/** Names the seller who may confirm. A trigger refuses this once a seller is bound. */
export async function storeNamedSeller(
  tx: Transaction,
  named: { escrowId: string; sellerEmail: string; sellerLanguage: Language | null },
): Promise<void> {
  const { escrowId: id, ...seller } = named
  await tx.escrow.update({ where: { id }, data: seller, select: { id: true } })
}

/** The seller's language as the buyer states it. */
export async function storeSellerLanguage(
  tx: Transaction,
  said: { escrowId: string; sellerLanguage: Language | null },
): Promise<void> {
  const { escrowId: id, sellerLanguage } = said
  await tx.escrow.update({ where: { id }, data: { sellerLanguage }, select: { id: true } })
}

/** Stores the buyer's corrections. A trigger refuses them once anything has happened to the escrow. */
export async function storeCorrection(
  tx: Transaction,
  corrected: CorrectableTexts & { escrowId: string; amount: Decimal; wallet: Wallet | null; at: Date },
): Promise<void> {
  const { escrowId: id, amount, wallet, at: correctedAt } = corrected
  const expected = { walletAddress: wallet?.address ?? null, walletMemo: wallet?.memo ?? null }
  const texts = byName(CORRECTABLE_TEXTS, (name) => corrected[name])
  const agreed = { amount: plain(amount), ...texts, ...expected }
  await tx.escrow.update({ where: { id }, data: { ...agreed, correctedAt }, select: { id: true } })
}

/** The buyer's saved paying wallet of this currency. Null: none. */
export async function findPayingWallet(db: Database, of: { userId: string; currency: Asset }): Promise<Wallet | null> {
  const row = await db.user.findUnique({
    where: { id: of.userId, buyerWalletCurrency: of.currency },
    select: { buyerWalletAddress: true, buyerMemoTag: true },
  })
  return row?.buyerWalletAddress ? { address: row.buyerWalletAddress, memo: row.buyerMemoTag } : null
}
