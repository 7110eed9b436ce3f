/** Where reading the payments of an account begins: what it held there is the opening of its books (decision 094). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { LedgerMark } from '#app/ledgers/ledger.ts'
import type { ReadAccount } from './readings.server.ts'

/**
 * Whether all that an account holds is certainly our own money: no reference was ever given out, nothing was ever
 * signed on its ledger, and nothing is booked at the account.
 */
export async function mayOpen(db: Database | Transaction, { network, account }: ReadAccount): Promise<boolean> {
  // A query of its own, from the index: it answers for every installation that has traded, and its tables grow.
  const reference = await db.paymentReference.findFirst({ orderBy: { number: 'asc' }, select: { number: true } })
  if (reference !== null) return false
  const [row] = await db.$queryRaw<{ mayOpen: boolean }[]>`
    select not exists (select 1 from "account_opening" where "network" = ${network}::"Network" and "account" = ${account})
      and not exists (select 1 from "transfer_attempt" where "network" = ${network}::"Network")
      and not exists (select 1 from "book_posting" where "heldAt" = ${account}) as "mayOpen"`
  return row?.mayOpen === true
}

/** Stores after which ledger an account is read. False: another process was first. */
export async function storeOpening(
  tx: Transaction,
  { network, account, mark, at }: ReadAccount & { mark: LedgerMark; at: Date },
): Promise<boolean> {
  const { sequence: ledger, hash: ledgerHash, closedAt: ledgerAt } = mark
  const data = [{ network, account, ledger, ledgerHash, ledgerAt, openedAt: at }]
  return (await tx.accountOpening.createMany({ data, skipDuplicates: true })).count === 1
}

/** Up to which ledger and close time the opening of the books contains everything, by account. */
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
