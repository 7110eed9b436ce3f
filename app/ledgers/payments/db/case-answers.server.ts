/**
 * Payments out that may have paid out the money of cases, and what operators say of each pair (decision 098): which fit is one
 * SQL function (`could_have_paid`), and what may be written is kept by triggers.
 */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, isAsset, type Network } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'

/** A case of which a payment out may have paid the money out. */
export type FittingCase = {
  outgoingId: string
  caseId: string
  /** What the transaction paid, in `asset`. */
  paid: Decimal
  /** It fits all cases with the memo together, and not this one alone. */
  together: boolean
  kind: string
  amount: Decimal
  asset: Asset
  memo: string | null
  /** Of the payment that came; null: of a fee's quote. */
  hash: string | null
  cameAt: Date
  /** Null: it is open. Else it waits for the payout that pays it back, or another payment out has paid a part of it. */
  end: string | null
  /** An operator has said whether this payment out paid its money out. */
  isAnswered: boolean
}

type FittingRow = Omit<FittingCase, 'paid' | 'amount' | 'asset'> & { paid: string; amount: string; asset: string }

/** All cases that these transactions fit and whose money is here, the oldest first. */
export async function findFittingCases(
  db: Database | Transaction,
  outgoingIds: readonly string[],
): Promise<FittingCase[]> {
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

/** A payment out that keeps a case waiting. */
export type Doubt = {
  caseId: string
  outgoingId: string
  network: Network
  hash: string
  at: Date
  paid: Decimal
  asset: Asset
  to: string | null
  /** Nobody has said yet what it was: that comes first. */
  isUnexplained: boolean
  /** One operator has said that it has nothing to do with the case; a second one has not. */
  denial: { reason: string; byId: string; by: string } | null
}

type DoubtRow = Omit<Doubt, 'paid' | 'asset' | 'denial'> & {
  paid: string
  asset: string
  reason: string | null
  byId: string | null
  by: string | null
}

/** What keeps these cases waiting, the oldest first. */
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

/** May the money of this case have been paid out already, as far as operators have not denied it? */
export async function isDoubted(db: Database | Transaction, caseId: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`select 1 from "doubts_of_case"(${caseId}::uuid) limit 1`
  return rows.length > 0
}

/** Those of these cases whose money may have been paid out already. */
export async function findDoubted(db: Database, caseIds: readonly string[]): Promise<Set<string>> {
  if (caseIds.length === 0) return new Set()
  const rows = await db.$queryRaw<{ id: string }[]>`
    select c."id"::text as "id" from unnest(${caseIds}::uuid[]) c ("id") where exists (select 1 from "doubts_of_case"(c."id"))`
  return new Set(rows.map(({ id }) => id))
}

/** Holds cases until the transaction ends, always in the same order. */
export async function lockCases(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`select 1 from "payment_case" where "id" = any(${ids}::uuid[]) order by "id" for update`
}

type Said = { outgoingId: string; caseId: string; by: string; reason: string; at: Date }

/** It paid so much of this case out. Throws the error of a trigger when that is more than left or came. Close the case before the commit. */
export async function storeLink(
  tx: Transaction,
  { by, at, amount, ...said }: Said & { amount: Decimal },
): Promise<void> {
  const data = { ...said, amount: plain(amount), linkedById: by, linkedAt: at }
  await tx.caseLink.create({ data, select: { caseId: true } })
}

/** It has nothing to do with this case, says the first operator. Does nothing where somebody has said so. */
export async function storeDenial(tx: Transaction, { by, at, ...said }: Said): Promise<void> {
  await tx.caseDenial.createMany({ data: [{ ...said, deniedById: by, deniedAt: at }], skipDuplicates: true })
}

/** A second operator says the same. False when it is the first one again, or when two have said so. */
export async function confirmDenial(tx: Transaction, { outgoingId, caseId, by, reason, at }: Said): Promise<boolean> {
  const { count } = await tx.caseDenial.updateMany({
    where: { outgoingId, caseId, confirmedAt: null, deniedById: { not: by } },
    data: { confirmedById: by, confirmedReason: reason, confirmedAt: at },
  })
  return count === 1
}

/** A payback of the case that waits in the queue, so that it is looked at anew; its network, or null when there is none. */
export async function wakePayback(tx: Transaction, caseId: string): Promise<Network | null> {
  const rows = await tx.$queryRaw<{ network: Network }[]>`
    update "transfer" set "wakes" = "wakes" + 1, "waitsFor" = null where "caseId" = ${caseId}::uuid and "state" = 'queued'
    returning "network"::text as "network"`
  return rows[0]?.network ?? null
}
