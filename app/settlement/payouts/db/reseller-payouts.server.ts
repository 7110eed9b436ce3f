/** Payouts of earnings to resellers. Triggers and checks enforce what may be in one, and what it pays. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

export type NewResellerPayout = {
  id: string
  resellerId: string
  amountUsd: Decimal
  asset: Asset
  amount: Decimal
  price: { usd: Decimal; source: string; at: Date }
  account: string
  wallet: Wallet
  reason: string
  madeById: string
  madeAt: Date
}

/** Also creates the transfer that pays it; add the earnings in the same transaction. */
export async function createResellerPayout(tx: Transaction, made: NewResellerPayout): Promise<{ payoutId: string }> {
  const { amountUsd, amount, price, wallet, ...facts } = made
  await tx.resellerPayout.create({
    data: {
      ...facts,
      ...wallet,
      amountUsd: plainUsd(amountUsd),
      amount: plain(amount),
      priceUsd: plain(price.usd),
      priceSource: price.source,
      priceAt: price.at,
    },
    select: { id: true },
  })
  const { id } = await tx.transfer.create({
    data: {
      resellerPayoutId: made.id,
      paidFrom: 'fee',
      purpose: 'commission',
      network: networkOf(made.asset),
      asset: made.asset,
      amount: plain(amount),
      ...wallet,
    },
    select: { id: true },
  })
  return { payoutId: id }
}

/** The payee of a payout of earnings, for the email about it. */
export async function findPaidReseller(tx: Transaction, id: string) {
  const { amountUsd, reseller } = await tx.resellerPayout.findUniqueOrThrow({
    where: { id },
    select: { amountUsd: true, reseller: { select: { email: true, locale: true, linkId: true } } },
  })
  return { ...reseller, amountUsd: toDecimal(amountUsd) }
}

const WAITS_FOR_WALLET = { state: 'blocked', blockedReason: { not: 'payout_failed' } } as const

/** Redirects a reseller's payouts blocked by their wallet to another wallet of the same asset. Returns their ids. */
export async function redirectCommissions(
  tx: Transaction,
  { resellerId, asset, wallet, by }: { resellerId: string; asset: Asset; wallet: Wallet; by: string },
): Promise<string[]> {
  const waiting = await tx.transfer.findMany({
    where: { ...WAITS_FOR_WALLET, asset, resellerPayout: { resellerId } },
    select: { id: true, resellerPayoutId: true },
    orderBy: { id: 'asc' },
  })
  const redirected: string[] = []
  for (const { id, resellerPayoutId } of waiting) {
    if (resellerPayoutId === null) continue
    // What a payout is of is locked first, as always.
    await tx.resellerPayout.update({ where: { id: resellerPayoutId }, data: { ...wallet }, select: { id: true } })
    const { count } = await tx.transfer.updateMany({
      where: { id, ...WAITS_FOR_WALLET },
      data: { state: 'queued', blockedReason: null, ...wallet, redirectedById: by },
    })
    // The worker unblocked it concurrently: it keeps its wallet.
    if (count === 0) throw new Error(`payout ${id} does not wait for a wallet any more`)
    redirected.push(id)
  }
  return redirected
}

/** Newest first. */
export async function findResellerPayouts(db: Database, { resellerId, take }: { resellerId: string; take: number }) {
  const rows = await db.resellerPayout.findMany({
    where: { resellerId },
    orderBy: [{ madeAt: 'desc' }, { id: 'desc' }],
    take,
    select: {
      id: true,
      amountUsd: true,
      asset: true,
      amount: true,
      priceUsd: true,
      priceSource: true,
      priceAt: true,
      address: true,
      memo: true,
      reason: true,
      madeAt: true,
      madeBy: { select: { name: true } },
      payout: {
        select: { id: true, state: true, blockedReason: true, waitsFor: true, settledHash: true, settledAt: true },
      },
    },
  })
  return rows.map((row) => ({
    ...row,
    payout: row.payout && asPayout(row.payout),
    amountUsd: toDecimal(row.amountUsd),
    amount: toDecimal(row.amount),
    priceUsd: toDecimal(row.priceUsd),
  }))
}

/** What was paid to these resellers, in US dollars as earned. */
export async function sumPaid(db: Database, resellerIds: readonly string[]): Promise<Map<string, Decimal>> {
  const rows = await db.resellerPayout.groupBy({
    by: ['resellerId'],
    where: { resellerId: { in: [...resellerIds] }, payout: { state: 'confirmed' } },
    _sum: { amountUsd: true },
  })
  return new Map(rows.map(({ resellerId, _sum }) => [resellerId, toDecimalOrNull(_sum.amountUsd) ?? toDecimal(0)]))
}

export async function findOpenCommission(db: Database, of: { payoutId: string; resellerId: string }) {
  const row = await db.transfer.findFirst({
    where: { id: of.payoutId, state: { not: 'confirmed' }, resellerPayout: { resellerId: of.resellerId } },
    select: {
      id: true,
      network: true,
      asset: true,
      amount: true,
      address: true,
      memo: true,
      resellerPayout: { select: { account: true } },
    },
  })
  const account = row?.resellerPayout?.account
  if (!row || account === undefined) return null
  const { address, memo, ...rest } = asPayout(row)
  return { ...rest, amount: toDecimal(row.amount), wallet: { address, memo }, account }
}

/** The outgoing transaction with this hash, as far as the account has been read. */
export async function findLeft(db: Database | Transaction, of: { account: string; hash: string }) {
  return db.outgoingTransaction.findFirst({
    where: { account: of.account, hash: { equals: of.hash, mode: 'insensitive' } },
    select: { id: true, hash: true, explanation: true, facts: true, payout: { select: { purpose: true } } },
  })
}
