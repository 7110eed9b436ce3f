/**
 * Outgoing payments that may have paid out the money of unmatched payments, and the operators' answers on each pair
 * (decision 098). One SQL function decides which fit (`could_have_paid`); triggers decide what may be written.
 */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, isAsset, type Network } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'

/** A case whose money an outgoing payment may have paid out. */
export type FittingUnmatched = {
  outgoingId: string
  caseId: string
  /** What the transaction paid, in `asset`. */
  paid: Decimal
  /** It fits all cases with the memo together, not this one alone. */
  together: boolean
  kind: string
  amount: Decimal
  asset: Asset
  memo: string | null
  /** Of the incoming payment; null: the case is about a fee quote. */
  hash: string | null
  cameAt: Date
  /** Null: open. Else it waits for its payback, or another outgoing payment has paid a part of it. */
  end: string | null
  /** An operator has answered whether this outgoing payment paid it out. */
  isAnswered: boolean
}

type FittingRow = Omit<FittingUnmatched, 'paid' | 'amount' | 'asset'> & { paid: string; amount: string; asset: string }

/** All cases with money still here that these transactions fit, oldest first. */
export async function findFittingUnmatched(
  db: Database | Transaction,
  outgoingIds: readonly string[],
): Promise<FittingUnmatched[]> {
  if (outgoingIds.length === 0) return []
  const rows = await db.$queryRaw<FittingRow[]>`
    select t."id"::text as "outgoingId", c."id"::text as "caseId", w."amount"::text as "paid", w."together", c."kind",
      c."amount"::text as "amount", m."asset", l."memo", l."hash", m."since" as "cameAt", c."end",
      exists (select 1 from "case_link" k where k."outgoingId" = t."id" and k."caseId" = c."id")
        or exists (select 1 from "case_denial" d where d."outgoingId" = t."id" and d."caseId" = c."id") as "isAnswered"
    from unnest(${outgoingIds}::uuid[]) t ("id")
      cross join lateral "could_have_paid"(null, t."id") w
      join "payment_case" c on c."id" = w."caseId"
      cross join lateral "case_money"(c."id") m
      left join "ledger_payment" l on l."id" = c."ledgerPaymentId"
    order by m."since", c."id"`
  return rows.flatMap(({ asset, ...row }) =>
    isAsset(asset) ? [{ ...row, asset, paid: new Decimal(row.paid), amount: new Decimal(row.amount) }] : [],
  )
}

/** An outgoing payment that blocks a case. */
export type Doubt = {
  caseId: string
  outgoingId: string
  network: Network
  hash: string
  at: Date
  paid: Decimal
  asset: Asset
  to: string | null
  /** Nobody has explained the payment yet: that comes first. */
  isUnexplained: boolean
  /** One operator has said that it has nothing to do with the case; a second one has not yet. */
  denial: { reason: string; byId: string; by: string } | null
}

type DoubtRow = Omit<Doubt, 'paid' | 'asset' | 'denial'> & {
  paid: string
  asset: string
  reason: string | null
  byId: string | null
  by: string | null
}

/** What blocks these cases, oldest first. */
export async function findDoubts(db: Database | Transaction, caseIds: readonly string[]): Promise<Doubt[]> {
  if (caseIds.length === 0) return []
  const rows = await db.$queryRaw<DoubtRow[]>`
    select c."id"::text as "caseId", t."id"::text as "outgoingId", t."network"::text as "network", t."hash", t."closedAt" as "at",
      w."amount"::text as "paid", m."asset", t."facts"->'payments'->0->>'to' as "to", t."explanation" is null as "isUnexplained",
      d."reason", d."deniedById"::text as "byId", u."name" as "by"
    from unnest(${caseIds}::uuid[]) c ("id")
      cross join lateral "could_have_paid"(c."id", null) w
      cross join lateral "case_money"(c."id") m
      join "outgoing_transaction" t on t."id" = w."outgoingId"
      left join "case_denial" d on d."outgoingId" = t."id" and d."caseId" = c."id"
      left join "user" u on u."id" = d."deniedById"
    where d."confirmedAt" is null
    order by t."closedAt", t."id"`
  return rows.flatMap(({ asset, paid, reason, byId, by, ...row }) => {
    if (!isAsset(asset)) return []
    const denial = reason !== null && byId !== null ? { reason, byId, by: by ?? '' } : null
    return [{ ...row, asset, paid: new Decimal(paid), denial }]
  })
}

/** Whether the money of this case may have been paid out already, as far as operators have not denied it. */
export async function isDoubted(db: Database | Transaction, caseId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`select 1 from "doubts_of_case"(${caseId}::uuid) limit 1`
  return rows.length > 0
}

export async function findDoubted(db: Database, caseIds: readonly string[]): Promise<Set<string>> {
  if (caseIds.length === 0) return new Set()
  const rows = await db.$queryRaw<{ id: string }[]>`
    select c."id"::text as "id" from unnest(${caseIds}::uuid[]) c ("id") where exists (select 1 from "doubts_of_case"(c."id"))`
  return new Set(rows.map(({ id }) => id))
}

/** Locks cases until the transaction ends, always in the same order. */
export async function lockAllUnmatched(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`select 1 from "payment_case" where "id" = any(${ids}::uuid[]) order by "id" for update`
}

type Said = { outgoingId: string; caseId: string; by: string; reason: string; at: Date }

/** It paid this much of the case. Throws a trigger's error: more than left or came. Close the case before commit. */
export async function storeLink(
  tx: Transaction,
  { by, at, amount, ...said }: Said & { amount: Decimal },
): Promise<void> {
  const data = { ...said, amount: plain(amount), linkedById: by, linkedAt: at }
  await tx.caseLink.create({ data, select: { caseId: true } })
}

/** The first operator denies that it has to do with this case. Idempotent. */
export async function storeDenial(tx: Transaction, { by, at, ...said }: Said): Promise<void> {
  await tx.caseDenial.createMany({ data: [{ ...said, deniedById: by, deniedAt: at }], skipDuplicates: true })
}

/** A second operator denies it, too. False: it is the first one again, or two have denied it. */
export async function confirmDenial(tx: Transaction, { outgoingId, caseId, by, reason, at }: Said): Promise<boolean> {
  const { count } = await tx.caseDenial.updateMany({
    where: { outgoingId, caseId, confirmedAt: null, deniedById: { not: by } },
    data: { confirmedById: by, confirmedReason: reason, confirmedAt: at },
  })
  return count === 1
}

/** Wakes a queued payback of the case. Returns its network; null: there is none. */
export async function wakePayback(tx: Transaction, caseId: string): Promise<Network | null> {
  const rows = await tx.$queryRaw<{ network: Network }[]>`
    update "transfer" set "wakes" = "wakes" + 1, "waitsFor" = null where "caseId" = ${caseId}::uuid and "state" = 'queued'
    returning "network"::text as "network"`
  return rows[0]?.network ?? null
}
