/** Closings of multisig accounts, and the shares that settlements have set aside. Triggers hold each step. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { CheckedSignature } from '#app/ledgers/onchain.ts'

/** One per settlement, in the transaction that stores its description. */
export async function storeClosing(
  tx: Transaction,
  closing: { exitId: string; sequence: string; hash: string; xdr: string; lookAt: Date },
): Promise<void> {
  await tx.holdClosing.create({ data: closing, select: { exitId: true } })
}

export type StoredClosing = NonNullable<Awaited<ReturnType<typeof findClosing>>>

export async function findClosing(db: Database | Transaction, exitId: string) {
  return db.holdClosing.findUnique({
    where: { exitId },
    select: { exitId: true, sequence: true, hash: true, xdr: true, wallet: true, signature: true, endedAt: true },
  })
}

/** Compare-and-set: one side's signature, once. */
export async function signClosing(
  tx: Transaction,
  { exitId, address, signature, at }: CheckedSignature & { exitId: string; at: Date },
): Promise<boolean> {
  const data = { wallet: address, signature, signedAt: at }
  const { count } = await tx.holdClosing.updateMany({ where: { exitId, wallet: null, endedAt: null }, data })
  return count === 1
}

/** Claims the escrows of signed, due closings; polled next at `again`, so that failing ones do not block others. */
export async function takeDueClosings(
  db: Database,
  { now, again, take }: { now: Date; again: Date; take: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ escrowId: string }[]>`
    update "hold_closing" c set "lookAt" = ${again} from "transfer" x
    where x."id" = c."exitId" and c."exitId" in (
      select "exitId" from "hold_closing" where "wallet" is not null and "endedAt" is null and "lookAt" <= ${now}
      order by "lookAt" limit ${take} for update skip locked
    ) returning x."escrowId"::text as "escrowId"`
  return rows.map(({ escrowId }) => escrowId)
}

/** Polls it no sooner than `until`. */
export async function putOffClosing(db: Database, { exitId, until }: { exitId: string; until: Date }): Promise<void> {
  await db.holdClosing.updateMany({ where: { exitId }, data: { lookAt: until } })
}

export async function endClosing(db: Database, { exitId, at }: { exitId: string; at: Date }): Promise<void> {
  await db.holdClosing.updateMany({ where: { exitId, endedAt: null }, data: { endedAt: at } })
}

export type StoredShare = { balanceId: string; side: Reader; amount: Decimal; takenBy: string | null }

/** A share that a settlement has set aside, once the ledger has it. */
export async function storeShare(
  tx: Transaction,
  share: { balanceId: string; exitId: string; side: Reader; amount: Decimal; createdAt: Date },
): Promise<void> {
  await tx.holdShare.create({ data: share, select: { balanceId: true } })
}

export async function findShares(db: Database | Transaction, escrowId: string): Promise<StoredShare[]> {
  const rows = await db.holdShare.findMany({
    where: { exit: { escrowId } },
    orderBy: { side: 'asc' },
    select: { balanceId: true, side: true, amount: true, takenBy: true },
  })
  return rows.map(({ side, amount, ...row }) => {
    return { ...row, side: side === 'buyer' ? 'buyer' : 'seller', amount: toDecimal(amount) }
  })
}

/** Compare-and-set: its wallet has taken it, by this transaction. */
export async function takeShare(
  tx: Transaction,
  { balanceId, hash, at }: { balanceId: string; hash: string; at: Date },
): Promise<boolean> {
  const data = { takenAt: at, takenBy: hash }
  const { count } = await tx.holdShare.updateMany({ where: { balanceId, takenBy: null }, data })
  return count === 1
}
