/** Resellers: who they are, where they are paid, and the link to their own page. */
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

/** Held until the transaction ends: before their codes, earnings and payouts, as everybody who writes those for the desk does. */
export async function lockReseller(tx: Transaction, id: string): Promise<StoredReseller | null> {
  await tx.$queryRaw`select 1 from "reseller" where "id" = ${id}::uuid for no key update`
  return findReseller(tx, id)
}

/** `text`: of the name or the address a part, of a code its beginning, of a wallet all; empty for any. */
export type ResellerFilter = {
  text: string
  /** A code of theirs counts, or none does; null for both. */
  state: 'active' | 'inactive' | null
}

/** The newest first. */
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

/** Throws a unique-constraint error (`reseller_email_key`, `reseller_resellerId_key`) when there is such a one. */
export async function createReseller(
  tx: Transaction,
  { id, resellerId, at, ...facts }: ResellerFacts & { id: string; resellerId: string; at: Date },
): Promise<void> {
  const data = { id, resellerId, createdAt: at, updatedAt: at, ...columnsOf(facts) }
  await tx.reseller.create({ data, select: { id: true } })
}

/** Throws a unique-constraint error (`reseller_email_key`) when the address is another one's. */
export async function updateReseller(tx: Transaction, { id, ...facts }: ResellerFacts & { id: string }): Promise<void> {
  await tx.reseller.update({ where: { id }, data: columnsOf(facts), select: { id: true } })
}

/** The older link is dead from now on. Null: there is none any more. */
export async function setLink(
  tx: Transaction,
  { id, link }: { id: string; link: { id: string; token: string; at: Date } | null },
): Promise<void> {
  const data = { linkId: link?.id ?? null, linkTokenHash: link && hashOf(link.token), linkMadeAt: link?.at ?? null }
  await tx.reseller.update({ where: { id }, data, select: { id: true } })
}

/** By the token of the address; null for one that is dead or was never given out. */
export async function findByLink(db: Database, token: string): Promise<StoredReseller | null> {
  const row = await db.reseller.findUnique({ where: { linkTokenHash: hashOf(token) }, select: RESELLER })
  return row && toReseller(row)
}

/** Their codes, the ones that count first. */
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
