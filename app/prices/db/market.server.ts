/** The newest prices and trades that the worker read; pages show no others (product.md §7). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Price, Trade } from '#app/ports.ts'
import type { TradeReading } from '#app/prices/domain/price.ts'
import { type JumpReading, weighReading } from '#app/prices/domain/price-jump.ts'

export type StoredPrice = {
  asset: Asset
  usd: Decimal
  change24h: Decimal | null
  source: string
  fetchedAt: Date
  isJump: boolean
}

export async function findPrice(db: Database | Transaction, asset: Asset): Promise<StoredPrice | null> {
  const row = await db.marketPrice.findUnique({ where: { asset } })
  return row && toPrice(row)
}

type PriceRow = Prisma.MarketPriceGetPayload<true>

function toPrice({ asset, usd, change24h, source, fetchedAt, jumpAt }: PriceRow): StoredPrice {
  const isJump = jumpAt !== null
  return { asset, usd: toDecimal(usd), change24h: toDecimalOrNull(change24h), source, fetchedAt, isJump }
}

/** In the order of ASSETS; assets without a price are left out. */
export async function findPrices(db: Database): Promise<StoredPrice[]> {
  const rows = await db.marketPrice.findMany()
  return ASSETS.flatMap((asset) => rows.filter((row) => row.asset === asset).map(toPrice))
}

/** Stores a reading, and whether it may be used: one far from the last waits for a second reading. */
export async function storePrice(tx: Transaction, price: Price & { fetchedAt: Date }): Promise<void> {
  await tx.$queryRaw`select 1 from "market_price" where "asset" = ${price.asset}::"Asset" for update`
  const before = await tx.marketPrice.findUnique({ where: { asset: price.asset } })
  const known = {
    accepted: readingOf(before?.acceptedUsd, before?.acceptedAt),
    jump: readingOf(before?.jumpUsd, before?.jumpAt),
  }
  const { accepted, jump } = weighReading(known, { usd: price.usd, at: price.fetchedAt })
  const data = {
    acceptedUsd: accepted && plain(accepted.usd),
    acceptedAt: accepted?.at ?? null,
    jumpUsd: jump && plain(jump.usd),
    jumpAt: jump?.at ?? null,
    usd: plain(price.usd),
    change24h: price.change24h === null ? null : plain(price.change24h),
    source: price.source,
    fetchedAt: price.fetchedAt,
  }
  await tx.marketPrice.upsert({ where: { asset: price.asset }, create: { asset: price.asset, ...data }, update: data })
}

function readingOf(usd: Prisma.Decimal | null | undefined, at: Date | null | undefined): JumpReading | null {
  return usd && at ? { usd: toDecimal(usd), at } : null
}

export async function storeTrades(
  tx: Transaction,
  stored: { asset: Asset; trades: Trade[]; fetchedAt: Date },
): Promise<void> {
  const data = {
    trades: stored.trades.map((trade) => ({
      usd: plain(trade.usd),
      volume: plain(trade.volume),
      at: trade.at.toISOString(),
    })),
    fetchedAt: stored.fetchedAt,
  }
  await tx.marketTrades.upsert({
    where: { asset: stored.asset },
    create: { asset: stored.asset, ...data },
    update: data,
  })
}

export type StoredTrade = { usd: string; volume: string; at: string }

export async function findTrades(
  db: Database,
): Promise<{ asset: Asset; trades: StoredTrade[]; fetchedAt: Date | null }[]> {
  const rows = await db.marketTrades.findMany({ select: { asset: true, trades: true, fetchedAt: true } })
  return ASSETS.map((asset) => {
    const row = rows.find((candidate) => candidate.asset === asset)
    return { asset, trades: (row?.trades ?? []) as StoredTrade[], fetchedAt: row?.fetchedAt ?? null }
  })
}

/** Null: none was ever read. */
export async function findLastTrade(db: Database | Transaction, asset: Asset): Promise<TradeReading | null> {
  const row = await db.marketTrades.findUnique({ where: { asset }, select: { trades: true, fetchedAt: true } })
  return row && lastOf(row)
}

export async function findLastTrades(db: Database): Promise<(TradeReading & { asset: Asset })[]> {
  const rows = await db.marketTrades.findMany({ select: { asset: true, trades: true, fetchedAt: true } })
  return rows.flatMap((row) => {
    const last = lastOf(row)
    return last ? [{ ...last, asset: row.asset }] : []
  })
}

function lastOf({ trades, fetchedAt }: { trades: unknown; fetchedAt: Date }): TradeReading | null {
  const last = (trades as StoredTrade[]).at(-1)
  return last ? { usd: new Decimal(last.usd), at: new Date(last.at), fetchedAt } : null
}
