/** How an escrow comes to be, is funded, or is called off. Each change is a compare-and-set that says whether it happened. */

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
  /** With 'ledger' its hold is written in the same transaction (trigger). */
  heldBy: 'quayside' | 'ledger'
  buyerId: string
  currency: Asset
  amount: Decimal
  sellerEmail: string | null
  sellerLanguage: Language | null
  account: string
  reference: number
  /** The wallet that the buyer expects; null: left to the seller, who is named then (check). */
  walletAddress: string | null
  walletMemo: string | null
  buyerWalletAddress: string | null
  buyerMemoTag: string | null
  statedTxId: string | null
  /** Quayside's terms under which it is opened; the buyer accepts them in the same transaction (trigger). */
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

/** The escrow that has this reference. */
export async function findEscrowOfReference(
  tx: Transaction,
  reference: number,
): Promise<{ transactionId: string } | null> {
  return tx.escrow.findUnique({ where: { reference }, select: { transactionId: true } })
}

/** What a payment must fit to count for an escrow. `account` null: none fits, for the ledger itself holds its money. */
export type DepositTarget = { id: string; asset: Asset; account: string | null; buyerId: string }

/**
 * The escrows that have these references, by reference. What a payment must fit never changes, so no lock is needed but that of
 * the references: a buyer who closes the account takes them first. What comes for one of theirs afterwards is nobody's, and so a
 * case, for nobody could say any more where it is to go.
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

/** A buyer's open escrows that name a seller who has not confirmed. */
export async function findEscrowsNamingSeller(db: Database, buyerId: string): Promise<string[]> {
  const rows = await db.escrow.findMany({
    where: { buyerId, sellerEmail: { not: null }, sellerId: null, cancelledAt: null },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** True for the one caller that made it funded. A cancelled escrow never is: what arrives then is owed back. */
export async function markFunded(tx: Transaction, funded: { escrowId: string; hash: string; paidAt: Date; now: Date }) {
  const { count } = await tx.escrow.updateMany({
    where: { id: funded.escrowId, txValidated: false, cancelledAt: null },
    data: { txValidated: true, verifiedAt: funded.now, realTxId: funded.hash, paidAt: funded.paidAt },
  })
  return count === 1
}

/** Compare-and-set: true for the one caller that cancelled it while it was not funded. */
export async function markCancelled(tx: Transaction, cancelled: { escrowId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.escrow.updateMany({
    where: { id: cancelled.escrowId, txValidated: false, cancelledAt: null },
    data: { cancelledAt: cancelled.at },
  })
  return count === 1
}

/** Compare-and-set: true for the one clock that ended it while it was not funded. */
export async function markLapsed(tx: Transaction, lapsed: { escrowId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.escrow.updateMany({
    where: { id: lapsed.escrowId, txValidated: false, cancelledAt: null },
    data: { cancelledAt: lapsed.at, lapsedAt: lapsed.at },
  })
  return count === 1
}

/** Names the seller who may confirm. A trigger refuses it once a seller is bound. */
export async function storeNamedSeller(
  tx: Transaction,
  named: { escrowId: string; sellerEmail: string; sellerLanguage: Language | null },
): Promise<void> {
  const { escrowId: id, ...seller } = named
  await tx.escrow.update({ where: { id }, data: seller, select: { id: true } })
}

/** In which language the seller reads, as the buyer says it. */
export async function storeSellerLanguage(
  tx: Transaction,
  said: { escrowId: string; sellerLanguage: Language | null },
): Promise<void> {
  const { escrowId: id, sellerLanguage } = said
  await tx.escrow.update({ where: { id }, data: { sellerLanguage }, select: { id: true } })
}

/** What the buyer has corrected. A trigger refuses it once anything has happened to the escrow. */
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

/** The wallet that a buyer pays from in this currency, when one is saved. */
export async function findPayingWallet(db: Database, of: { userId: string; currency: Asset }): Promise<Wallet | null> {
  const row = await db.user.findUnique({
    where: { id: of.userId, buyerWalletCurrency: of.currency },
    select: { buyerWalletAddress: true, buyerMemoTag: true },
  })
  return row?.buyerWalletAddress ? { address: row.buyerWalletAddress, memo: row.buyerMemoTag } : null
}
