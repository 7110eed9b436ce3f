import { createHash } from 'node:crypto'
import { ASSIGNED } from '#app/fees/domain/coupon.ts'
import { beside } from '#app/kernel/db/beside.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

const RESELLER = {
  id: true,
  resellerId: true,
  name: true,
  email: true,
  locale: true,
  asset: true,
  address: true,
  memo: true,
  linkId: true,
  linkMadeAt: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.ResellerSelect

export type PaidWith = { asset: Asset; wallet: Wallet }

function toReseller({ asset, address, memo, ...row }: Prisma.ResellerGetPayload<{ select: typeof RESELLER }>) {
  const paidWith: PaidWith | null = asset !== null && address !== null ? { asset, wallet: { address, memo } } : null
  return { ...row, paidWith }
}
export type StoredReseller = ReturnType<typeof toReseller>

export async function findReseller(db: Database | Transaction, id: string): Promise<StoredReseller | null> {
  const row = await db.reseller.findUnique({ where: { id }, select: RESELLER })
  return row && toReseller(row)
}

/** Locks the row. The admin panel locks the reseller before its codes, earnings and payouts, always in this order. */
export async function lockReseller(tx: Transaction, id: string): Promise<StoredReseller | null> {
  await tx.$queryRaw`select 1 from "reseller" where "id" = ${id}::uuid for no key update`
  return findReseller(tx, id)
}

/** `text`: part of a name or email, the beginning of a code, or a whole wallet; empty: any. */
export type ResellerFilter = {
  text: string
  /** Whether any code of theirs counts; null: both. */
  state: 'active' | 'inactive' | null
}

/** Newest first. */
export async function findResellers(
  db: Database,
  { place, take, filter }: Slice & { filter: ResellerFilter },
): Promise<StoredReseller[]> {
  const { where, direction } = beside(place, { order: 'desc', by: (createdAt) => ({ createdAt }) })
  const orderBy = [{ createdAt: direction }, { id: direction }]
  const rows = await db.reseller.findMany({
    where: { AND: [where, ...conditionsOf(filter)] },
    orderBy,
    take,
    select: RESELLER,
  })
  return rows.map(toReseller)
}

function conditionsOf({ text, state }: ResellerFilter): Prisma.ResellerWhereInput[] {
  const part = { contains: text, mode: 'insensitive' as const }
  const code = { startsWith: text, mode: 'insensitive' as const }
  const counts = { active: true, status: ASSIGNED }
  return [
    text === '' ? {} : { OR: [{ name: part }, { email: part }, { address: text }, { codes: { some: { code } } }] },
    state === null ? {} : { codes: state === 'active' ? { some: counts } : { none: counts } },
  ]
}

export type ResellerFacts = { name: string; email: string | null; locale: string; paidWith: PaidWith | null }

const columnsOf = ({ paidWith, ...facts }: ResellerFacts) => ({
  ...facts,
  asset: paidWith?.asset ?? null,
  address: paidWith?.wallet.address ?? null,
  memo: paidWith?.wallet.memo ?? null,
})

/** Throws a unique-constraint error (`reseller_email_key`, `reseller_resellerId_key`) when the reseller exists. */
export async function createReseller(
  tx: Transaction,
  { id, resellerId, at, ...facts }: ResellerFacts & { id: string; resellerId: string; at: Date },
): Promise<void> {
  const data = { id, resellerId, createdAt: at, updatedAt: at, ...columnsOf(facts) }
  await tx.reseller.create({ data, select: { id: true } })
}

/** Throws a unique-constraint error (`reseller_email_key`) when another reseller has the email. */
export async function updateReseller(tx: Transaction, { id, ...facts }: ResellerFacts & { id: string }): Promise<void> {
  await tx.reseller.update({ where: { id }, data: columnsOf(facts), select: { id: true } })
}

/** Replaces the link: the older one stops working. Null: no link. */
export async function setLink(
  tx: Transaction,
  { id, link }: { id: string; link: { id: string; token: string; at: Date } | null },
): Promise<void> {
  const data = { linkId: link?.id ?? null, linkTokenHash: link && hashOf(link.token), linkMadeAt: link?.at ?? null }
  await tx.reseller.update({ where: { id }, data, select: { id: true } })
}

/** Finds by the token of a link. Null: it was revoked, or never existed. */
export async function findByLink(db: Database, token: string): Promise<StoredReseller | null> {
  const row = await db.reseller.findUnique({ where: { linkTokenHash: hashOf(token) }, select: RESELLER })
  return row && toReseller(row)
}

/** Their codes, active ones first. */
export async function findCodesOf(db: Database | Transaction, resellerId: string) {
  const rows = await db.resellerCode.findMany({
    where: { resellerId },
    orderBy: [{ active: 'desc' }, { code: 'asc' }],
    select: {
      id: true,
      code: true,
      active: true,
      status: true,
      discountRate: true,
      payoutRate: true,
      totalEarned: true,
      totalNetFees: true,
      totalTxCount: true,
      lastUpdated: true,
    },
  })
  return rows.map((row) => ({
    ...row,
    discountRate: toDecimal(row.discountRate),
    payoutRate: toDecimal(row.payoutRate),
    totalEarned: toDecimal(row.totalEarned),
    totalNetFees: toDecimal(row.totalNetFees),
  }))
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
