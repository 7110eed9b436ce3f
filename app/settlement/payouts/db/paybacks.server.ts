/** Payouts of unmatched payments: the money goes back to its sender. Triggers enforce the right to it. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { PaidFrom } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

export type NewPayback = {
  caseId: string
  paidFrom: PaidFrom
  network: Network
  asset: Asset
  amount: Decimal
  wallet: Wallet
}

/**
 * Throws a unique-constraint error when the payment is paid back already. Throws the trigger's error when it is closed,
 * counts for something, was paid back by hand, or the books owe another amount. Close it in the same transaction.
 */
export async function createPayback(tx: Transaction, payback: NewPayback): Promise<{ id: string }> {
  const { wallet, amount, ...facts } = payback
  const data = { ...facts, ...wallet, purpose: 'payback' as const, amount: plain(amount) }
  return tx.transfer.create({ data, select: { id: true } })
}

/** True when a person paid this outside Quayside since the money came; outgoing payments are read every minute. */
export async function wasPaidByHand(
  tx: Transaction,
  paid: { caseId: string; asset: Asset; amount: Decimal; wallet: Wallet },
): Promise<boolean> {
  const { caseId, asset, amount, wallet } = paid
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "outgoing_transaction"
    where "account" = "place_of_case"(${caseId}::uuid) and "explanation" = 'by_hand' and "closedAt" >= "case_since"(${caseId}::uuid)
      and ("facts"->>'successful')::boolean and jsonb_array_length("facts"->'payments') = 1
      and "facts"->'payments'->0->>'asset' = ${asset} and ("facts"->'payments'->0->>'amount')::numeric = ${plain(amount)}::numeric
      and "facts"->'payments'->0->>'to' = ${wallet.address} and "facts"->>'memo' is not distinct from ${wallet.memo}
    limit 1`
  return rows.length > 0
}

/** Gives a payback that its wallet blocks another one. `by` null: the payer did. False: it is not blocked so. */
export async function redirectPayback(
  tx: Transaction,
  redirected: { id: string; wallet: Wallet; by: string | null },
): Promise<boolean> {
  const { id, wallet, by } = redirected
  const { count } = await tx.transfer.updateMany({
    where: { id, purpose: 'payback', state: 'blocked', blockedReason: { not: 'payout_failed' } },
    data: { state: 'queued', blockedReason: null, ...wallet, ...(by !== null && { redirectedById: by }) },
  })
  return count === 1
}

/** The payback of an unmatched payment, its row locked. Null: none. Lock the unmatched payment first. */
export async function lockPayback(tx: Transaction, caseId: string) {
  await tx.$queryRaw`select 1 from "transfer" where "caseId" = ${caseId}::uuid for update`
  const row = await tx.transfer.findUnique({
    where: { caseId },
    select: { id: true, network: true, state: true, blockedReason: true, address: true, memo: true },
  })
  return row && asPayout(row)
}

/** Whose money an unmatched payment is, by its reference. Null: unknown. */
export async function findPayerOfUnmatched(tx: Transaction, caseId: string): Promise<string | null> {
  const row = await tx.paymentCase.findUnique({
    where: { id: caseId },
    select: {
      feeQuote: { select: { userId: true } },
      ledgerPayment: { select: { feeQuote: { select: { userId: true } }, escrow: { select: { buyerId: true } } } },
    },
  })
  const { feeQuote, ledgerPayment: payment } = row ?? {}
  return feeQuote?.userId ?? payment?.feeQuote?.userId ?? payment?.escrow?.buyerId ?? null
}

/** Whose fee the money came for; that person states where it goes back (decision 111). Null: it came for no fee. */
export async function findFeePayerOfUnmatched(tx: Transaction, caseId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<
    { userId: string | null }[]
  >`select "payer_of_case"(${caseId}::uuid)::text as "userId"`
  return row?.userId ?? null
}

type PayingAccount = { network: Network; account: string }

/** Stores for which accounts this worker holds the keys. */
export async function notePayingAccounts(
  db: Database,
  { accounts, at }: { accounts: readonly PayingAccount[]; at: Date },
): Promise<void> {
  for (const account of accounts) {
    await db.payingAccount.upsert({
      where: { network_account: account },
      create: { ...account, seenAt: at },
      update: { seenAt: at },
    })
  }
}

/** The accounts whose keys a worker has reported since then. */
export async function findPayingAccounts(db: Database | Transaction, since: Date): Promise<Set<string>> {
  const rows = await db.payingAccount.findMany({ where: { seenAt: { gte: since } }, select: { account: true } })
  return new Set(rows.map(({ account }) => account))
}
