/** Where the payments of an account begin to be read: what it held there is the opening of its books (decision 094). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { LedgerMark } from '#app/ledgers/ledger.ts'
import type { ReadAccount } from './readings.server.ts'

/**
 * Is all that an account holds our own money for certain? Nobody was ever told a reference, nothing was ever signed on its
 * ledger, and nothing is booked at the account.
 */
export async function mayOpen(db: Database | Transaction, { network, account }: ReadAccount): Promise<boolean> {
  // By itself and from the index: it answers for every installation that has ever traded, and its tables grow.
  const reference = await db.paymentReference.findFirst({ orderBy: { number: 'asc' }, select: { number: true } })
  if (reference !== null) return false
  const [row] = await db.$queryRaw<{ mayOpen: boolean }[]>`
    select not exists (select 1 from "account_opening" where "network" = ${network}::"Network" and "account" = ${account})
      and not exists (select 1 from "transfer_attempt" where "network" = ${network}::"Network")
      and not exists (select 1 from "book_posting" where "heldAt" = ${account}) as "mayOpen"`
  return row?.mayOpen === true
}

/** Notes after which ledger an account is read. False when another process was first. */
export async function storeOpening(
  tx: Transaction,
  { network, account, mark, at }: ReadAccount & { mark: LedgerMark; at: Date },
): Promise<boolean> {
  const { sequence: ledger, hash: ledgerHash, closedAt: ledgerAt } = mark
  const data = [{ network, account, ledger, ledgerHash, ledgerAt, openedAt: at }]
  return (await tx.accountOpening.createMany({ data, skipDuplicates: true })).count === 1
}

/** By account: up to which ledger, and its closing time, the opening of its books holds everything. */
export async function findOpeningsOf(
  tx: Transaction,
  { network, accounts }: { network: Network; accounts: readonly string[] },
): Promise<Map<string, { ledger: number; closedAt: Date }>> {
  const rows = await tx.accountOpening.findMany({
    where: { network, account: { in: [...accounts] } },
    select: { account: true, ledger: true, ledgerAt: true },
  })
  return new Map(rows.map(({ account, ledger, ledgerAt }) => [account, { ledger, closedAt: ledgerAt }]))
}
