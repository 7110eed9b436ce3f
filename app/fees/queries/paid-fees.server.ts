/** A person's payments that a ledger has recorded: fees, deposits and payouts, those of on-chain escrows included. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { type Asset, isAsset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type ListPage, type ListPlace, readPage, type Slice } from '#app/kernel/domain/paging/list-place.ts'
import { escrowPurpose } from '#app/kernel/domain/payout-state.ts'

export type PaymentRow = {
  /** `payout`: to the seller; `refund`, `return`: to the buyer; `fee_back`: came for a fee and was not the fee. */
  kind: 'fee' | 'fee_back' | 'deposit' | 'payout' | 'refund' | 'return'
  /** Plain decimal, in whole units of `asset`. */
  amount: string
  /** Null: an asset that we do not settle in; `label` names it. */
  asset: Asset | null
  label: string
  hash: string
  at: string
  /** Null: a fee. */
  transactionId: string | null
  /** False: it is not what was asked for. */
  counts: boolean
  /** The receipt's number, for a payment that is part of a paid fee. */
  receipt: string | null
}

const ROWS_PER_PAGE = 25

type StoredMovement = { id: string; source: 'fee' | 'deposit' | 'payout' | 'lock' | 'end'; at: Date }

/** Newest first: what a buyer paid in, and what left the person's escrows. `of`: the ID of a single escrow. */
export async function listPayments(
  db: Database,
  { viewerId, place, of = null }: { viewerId: string; place: ListPlace | null; of?: string | null },
): Promise<ListPage<PaymentRow>> {
  const { rows, ...page } = await readPage({
    place,
    size: ROWS_PER_PAGE,
    find: (slice) => findMovements(db, { ...slice, viewerId, of }),
    placeOf: ({ id, at }) => ({ id, at }),
  })
  const paidIn = await loadPaidIn(db, rows)
  const paidOut = await loadPaidOut(db, rows)
  const held = await loadEscrowMoney(db, rows)
  return { ...page, rows: rows.flatMap(({ id }) => paidIn.get(id) ?? paidOut.get(id) ?? held.get(id) ?? []) }
}

/** One subquery for each relation to the person: `or` across tables would read every payment ever stored. */
async function findMovements(
  db: Database,
  { viewerId, place, take, of }: Slice & { viewerId: string; of: string | null },
): Promise<StoredMovement[]> {
  const ofEscrow = of === null ? Prisma.empty : Prisma.sql`and e."transactionId" = ${of}`
  const ofFee = of === null ? Prisma.empty : Prisma.sql`and false`
  const isBack = place?.way === 'previous'
  const beyond = isBack ? Prisma.raw('>') : Prisma.raw('<')
  const from = place
    ? Prisma.sql`where ("at", "id") ${beyond} (${place.row.at}::timestamptz, ${place.row.id}::uuid)`
    : Prisma.empty
  const order = isBack ? Prisma.sql`"at" asc, "id" asc` : Prisma.sql`"at" desc, "id" desc`
  return db.$queryRaw<StoredMovement[]>`
    select "id", "source", "at" from (
      select p."id", 'fee' as "source", p."closedAt" as "at"
      from "fee_quote" q join "ledger_payment" p on p."feeQuoteId" = q."id" where q."userId" = ${viewerId}::uuid ${ofFee}
      union all
      select o."id", 'payout', o."settledAt"
      from "fee_quote" q join "payment_case" c on c."feeQuoteId" = q."id" join "transfer" o on o."caseId" = c."id"
      where q."userId" = ${viewerId}::uuid and o."state" = 'confirmed' ${ofFee}
      union all
      select o."id", 'payout', o."settledAt"
      from "fee_quote" q join "ledger_payment" p on p."feeQuoteId" = q."id" and p."problem" is not null
        join "payment_case" c on c."ledgerPaymentId" = p."id" join "transfer" o on o."caseId" = c."id"
      where q."userId" = ${viewerId}::uuid and o."state" = 'confirmed' ${ofFee}
      union all
      select p."id", 'deposit', p."closedAt"
      from "escrow" e join "ledger_payment" p on p."escrowId" = e."id" where e."buyerId" = ${viewerId}::uuid ${ofEscrow}
      union all
      select o."id", 'payout', o."settledAt"
      from "escrow" e join "transfer" o on o."escrowId" = e."id" and o."lockId" is null
      where e."buyerId" = ${viewerId}::uuid and o."state" = 'confirmed' ${ofEscrow}
      union all
      select o."id", 'payout', o."settledAt"
      from "escrow" e join "transfer" o on o."escrowId" = e."id" and o."lockId" is null
      where e."sellerId" = ${viewerId}::uuid and o."state" = 'confirmed' ${ofEscrow}
      union all
      select k."id", 'lock', k."lockedAt"
      from "escrow" e join "hold_lock" k on k."escrowId" = e."id" and k."counts"
      where e."buyerId" = ${viewerId}::uuid and e."heldBy" = 'ledger' ${ofEscrow}
      union all
      ${endsFor(Prisma.sql`e."buyerId" = ${viewerId}::uuid ${ofEscrow}`)}
      union all
      ${endsFor(Prisma.sql`e."sellerId" = ${viewerId}::uuid ${ofEscrow}`)}
    ) as movement ${from} order by ${order} limit ${take}`
}

/** What the end of a lock paid to each side is in the escrow's history. */
const endsFor = (viewers: Prisma.Sql) => Prisma.sql`
  select a."id", 'end', k."endedAt"
  from "escrow" e join "hold_lock" k on k."escrowId" = e."id" and k."counts" and k."end" is not null
    join "audit_event" a on a."escrowId" = e."id" and a."kind" in ('funds_released', 'funds_refunded')
  where e."heldBy" = 'ledger' and ${viewers}`

type EscrowMoneyRow = Pick<PaymentRow, 'amount' | 'hash'> & {
  id: string
  kind: string
  asset: Asset
  txid: string
  at: Date
}

/** On-chain escrow: a lock appears as a deposit, its end as payouts. */
async function loadEscrowMoney(db: Database, movements: StoredMovement[]): Promise<Map<string, PaymentRow>> {
  const idsOf = (source: 'lock' | 'end') => movements.filter((one) => one.source === source).map(({ id }) => id)
  const [locks, ends] = [idsOf('lock'), idsOf('end')]
  if (locks.length + ends.length === 0) return new Map()
  const rows = await db.$queryRaw<EscrowMoneyRow[]>`
    select k."id", 'deposit' as "kind", trim_scale(e."amount")::text as "amount", e."currency"::text as "asset", k."hash",
      e."transactionId" as "txid", k."lockedAt" as "at"
    from "hold_lock" k join "escrow" e on e."id" = k."escrowId" where k."id" = any(${locks}::uuid[])
    union all
    select a."id", case a."kind" when 'funds_released' then 'payout' else 'refund' end, a."detail"->>'amount', e."currency"::text,
      k."endHash", e."transactionId", k."endedAt"
    from "audit_event" a join "escrow" e on e."id" = a."escrowId" join "hold_lock" k on k."escrowId" = e."id" and k."counts"
    where a."id" = any(${ends}::uuid[])`
  return new Map(
    rows.map(({ id, kind, at, asset, txid: transactionId, ...paid }) => {
      const shown = { kind: kind as PaymentRow['kind'], ...paid, asset, label: asset, at: at.toISOString() }
      return [id, { ...shown, transactionId, counts: true, receipt: null }]
    }),
  )
}

async function loadPaidIn(db: Database, movements: StoredMovement[]): Promise<Map<string, PaymentRow>> {
  const ids = movements.filter(({ source }) => source === 'fee' || source === 'deposit').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await db.ledgerPayment.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      amount: true,
      asset: true,
      assetLabel: true,
      hash: true,
      closedAt: true,
      problem: true,
      escrow: { select: { transactionId: true } },
      feeQuote: { select: { state: true, reference: true } },
    },
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        kind: row.escrow ? 'deposit' : 'fee',
        amount: plain(toDecimal(row.amount)),
        asset: isAsset(row.asset) ? row.asset : null,
        label: row.assetLabel.split(':')[0] ?? row.assetLabel,
        hash: row.hash,
        at: row.closedAt.toISOString(),
        transactionId: row.escrow?.transactionId ?? null,
        counts: row.problem === null,
        receipt: row.problem === null && row.feeQuote?.state === 'paid' ? String(row.feeQuote.reference) : null,
      },
    ]),
  )
}

const KINDS = { release: 'payout', refund: 'refund', return: 'return' } as const

async function loadPaidOut(db: Database, movements: StoredMovement[]): Promise<Map<string, PaymentRow>> {
  const ids = movements.filter(({ source }) => source === 'payout').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await db.transfer.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      purpose: true,
      amount: true,
      asset: true,
      settledHash: true,
      settledAt: true,
      escrow: { select: { transactionId: true } },
    },
  })
  return new Map(
    rows.map(asPayout).flatMap(({ settledHash, settledAt, ...row }): [string, PaymentRow][] =>
      settledHash === null || settledAt === null
        ? []
        : [
            [
              row.id,
              {
                kind: row.purpose === 'payback' ? 'fee_back' : KINDS[escrowPurpose(row.purpose)],
                amount: plain(toDecimal(row.amount)),
                asset: row.asset,
                label: row.asset,
                hash: settledHash,
                at: settledAt.toISOString(),
                transactionId: row.escrow?.transactionId ?? null,
                counts: true,
                receipt: null,
              },
            ],
          ],
    ),
  )
}
