/** Early returns of deposits that do not count, from offer to outcome. Triggers hold each step (decision 118). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { OF_LOCK } from '#app/kernel/db/transfer-kinds.ts'
import type { StellarAsset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { SETTLEMENT_OPEN } from '#app/settlement/custody/domain/settlement.ts'
import type { OnchainReturn, ReturnableDeposit, ReturnTime } from '#app/trade/onchain/domain/early-return.ts'
import { RETURNS_DAY_MS } from '#app/trade/onchain/domain/limits.ts'

const RETURN = {
  id: true,
  escrowId: true,
  lockId: true,
  asset: true,
  amount: true,
  sequence: true,
  hash: true,
  xdr: true,
  validUntil: true,
  signature: true,
  blob: true,
  sentAt: true,
  endedAt: true,
  lock: {
    select: {
      balanceId: true,
      agreementId: true,
      agreement: { select: { account: true, hold: { select: { buyerWallet: true } } } },
    },
  },
} satisfies Prisma.HoldReturnSelect

export type StoredReturn = ReturnType<typeof toReturn>

function toReturn({ lock, asset, amount, ...row }: Prisma.HoldReturnGetPayload<{ select: typeof RETURN }>) {
  const { balanceId, agreementId, agreement } = lock
  const { account, hold } = agreement
  if (balanceId === null || account === null) throw new Error(`return ${row.id} is of no balance`)
  const back: OnchainReturn = {
    asset: asset as StellarAsset,
    amount: plain(new Decimal(amount.toFixed())),
    account,
    balanceId,
    wallet: hold.buyerWallet,
    sequence: row.sequence,
    maxTime: row.validUntil.getTime() / 1000,
  }
  return { ...row, agreementId, back }
}

/** Returns the one that is offered or sent. */
export async function findOpenReturn(db: Database | Transaction, escrowId: string): Promise<StoredReturn | null> {
  const row = await db.holdReturn.findFirst({ where: { escrowId, endedAt: null }, select: RETURN })
  return row && toReturn(row)
}

/** In any state; the newest, where the same was withdrawn and offered again. */
export async function findReturnByHash(
  db: Database,
  { escrowId, hash }: { escrowId: string; hash: string },
): Promise<StoredReturn | null> {
  const row = await db.holdReturn.findFirst({
    where: { escrowId, hash },
    orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
    select: RETURN,
  })
  return row && toReturn(row)
}

/** Returns the facts that decide whether a deposit may go back early. `lock` null: the escrow has none of this id. */
export async function findReturnFacts(
  db: Database | Transaction,
  { escrowId, lockId, now }: { escrowId: string; lockId: string; now: Date },
): Promise<{ lock: (ReturnableDeposit & { agreementId: string; balanceId: string | null }) | null } & ReturnFacts> {
  const row = await db.holdLock.findFirst({
    where: { id: lockId, escrowId },
    select: {
      balanceId: true,
      agreementId: true,
      counts: true,
      end: true,
      differences: true,
      agreement: { select: { supersededAt: true } },
    },
  })
  const { escrow, deadline } = await db.hold.findUniqueOrThrow({
    where: { escrowId },
    select: { deadline: true, escrow: { select: { verifiedAt: true, cancelledAt: true } } },
  })
  const since = new Date(now.getTime() - RETURNS_DAY_MS)
  const offered = await db.holdReturn.findMany({
    where: { escrowId, offeredAt: { gt: since } },
    orderBy: { offeredAt: 'asc' },
    select: { offeredAt: true },
  })
  const settling = await db.transfer.count({ where: { ...OF_LOCK, escrowId, state: { in: [...SETTLEMENT_OPEN] } } })
  return {
    lock: row && {
      isOnStellar: row.balanceId !== null,
      counts: row.counts,
      isEnded: row.end !== null,
      differences: row.differences,
      isOfFormerWallet: row.agreement.supersededAt !== null,
      agreementId: row.agreementId,
      balanceId: row.balanceId,
    },
    offeredSince: offered.map(({ offeredAt }) => offeredAt),
    at: {
      isFunded: escrow.verifiedAt !== null,
      isOver: escrow.cancelledAt !== null,
      isSettling: settling > 0,
      offered: offered.length,
      deadline: deadline.getTime() / 1000,
    },
  }
}

type ReturnFacts = { at: ReturnTime; offeredSince: Date[] }

/** Balances that must never go back early: of the deposit that counts, and shares set aside by settlements. */
export async function findCountingBalances(db: Database | Transaction, escrowId: string): Promise<string[]> {
  const [locks, shares] = [
    await db.holdLock.findMany({ where: { escrowId, counts: true }, select: { balanceId: true } }),
    await db.holdShare.findMany({ where: { exit: { escrowId } }, select: { balanceId: true } }),
  ]
  return [...locks, ...shares].flatMap(({ balanceId }) => balanceId ?? [])
}

/** Lock the escrow first. Throws the trigger's error: nothing may go back; a unique-constraint error: one is open. */
export async function storeReturn(
  tx: Transaction,
  offered: {
    id: string
    escrowId: string
    lockId: string
    askedById: string
    back: OnchainReturn
    hash: string
    xdr: string
    at: Date
  },
): Promise<void> {
  const { back, at, ...about } = offered
  const { asset, amount, sequence } = back
  const validUntil = new Date(back.maxTime * 1000)
  const data = { ...about, asset, amount, sequence, validUntil, offeredAt: at, lookAt: at }
  await tx.holdReturn.create({ data, select: { id: true } })
}

/** Compare-and-set: the buyer's wallet has signed it, once. */
export async function signReturn(
  tx: Transaction,
  { id, signature, at }: { id: string; signature: string; at: Date },
): Promise<boolean> {
  const data = { signature, signedAt: at, lookAt: at }
  const { count } = await tx.holdReturn.updateMany({ where: { id, signedAt: null, endedAt: null }, data })
  return count === 1
}

/** Compare-and-set, before it is sent. Throws the trigger's error when the lease has ended or nothing may go back. */
export async function storeSentReturn(
  tx: Transaction,
  { id, blob, leaseEpoch, at }: { id: string; blob: string; leaseEpoch: bigint; at: Date },
): Promise<boolean> {
  const where = { id, signedAt: { not: null }, sentAt: null, endedAt: null }
  const { count } = await tx.holdReturn.updateMany({ where, data: { blob, leaseEpoch, sentAt: at } })
  return count === 1
}

/** Compare-and-set. `withdrawn`: nobody has signed it, and another one replaces it. */
export async function endReturn(
  tx: Transaction,
  ended: { id: string; end: 'taken' | 'failed' | 'expired' | 'withdrawn'; code?: string; at: Date },
): Promise<boolean> {
  const { id, end, code, at: endedAt } = ended
  const { count } = await tx.holdReturn.updateMany({
    where: { id, endedAt: null, ...(end === 'withdrawn' && { signedAt: null }) },
    data: { end, endedAt, code: code ?? null },
  })
  return count === 1
}

/** Does a confirmed match with a list prevent Quayside from signing for this agreement? */
export async function isAgreementUnderReview(db: Database, agreementId: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ held: string | null }[]>`
    select "held_party_of_agreement"(${agreementId}::uuid, true) as "held"`
  return rows.some(({ held }) => held !== null)
}

/** Claims the escrows with a signed early return that is due, and sets the next poll to `again`. */
export async function takeDueReturns(
  db: Database,
  { now, again, take }: { now: Date; again: Date; take: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ escrowId: string }[]>`
    update "hold_return" set "lookAt" = ${again} where "id" in (
      select "id" from "hold_return" where "signedAt" is not null and "endedAt" is null and "lookAt" <= ${now}
      order by "lookAt" limit ${take} for update skip locked
    ) returning "escrowId"::text as "escrowId"`
  return rows.map(({ escrowId }) => escrowId)
}
