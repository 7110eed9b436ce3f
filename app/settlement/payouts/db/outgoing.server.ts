/** Transactions that left our accounts, and what each was. Triggers decide what may be written about them. */

import { beside } from '#app/kernel/db/beside.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'
import type { OutgoingTransaction } from '#app/ledgers/outgoing.ts'
import { type OutgoingFacts, readOutgoingFacts } from '#app/settlement/payouts/domain/outgoing.ts'
import type { AccountKey } from './outgoing-cursors.server.ts'

export type NewOutgoing = OutgoingTransaction & { id: string }

function factsOf(transaction: OutgoingTransaction): OutgoingFacts {
  const { type, successful, code, usesTicket, memo, invoiceId, payments, feePaid, feeAccount } = transaction
  return {
    type,
    successful,
    code,
    usesTicket,
    memo,
    invoiceId,
    payments: payments.map((payment) => ({ ...payment, amount: plain(payment.amount) })),
    feePaid: plain(feePaid),
    feeAccount,
  }
}

/**
 * Stores the new ones with their explanation, in one statement. An envelope is stored before it is sent, so our own
 * transactions are known by their hash. `byHand`: people also send from this account; but what may have paid an open
 * payout of ours needs an operator's explanation. Returns the hashes of the unexplained ones.
 */
export async function insertOutgoing(
  tx: Transaction,
  stored: { account: string; byHand: boolean; transactions: readonly NewOutgoing[] },
): Promise<string[]> {
  const { account, byHand, transactions } = stored
  if (transactions.length === 0) return []
  const rows = transactions.map((transaction) => ({
    ...transaction,
    facts: factsOf(transaction),
    at: transaction.at.toISOString(),
    payments: [],
    feePaid: '0',
  }))
  const unexplained = await tx.$queryRaw<{ hash: string }[]>`
    with incoming as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (
        "id" uuid, "network" "Network", "hash" text, "innerHash" text, "source" text, "sequence" text, "type" text,
        "facts" jsonb, "at" timestamptz
      )
    ), known as (
      -- Here the books are asked for the hash: what was signed for payouts, and what the accounts send beside them.
      select incoming.*, attempt."payoutId",
        case
          when attempt."purpose" = 'payout' then 'payout'
          when attempt."purpose" in ('channels', 'tickets', 'claim') then 'treasury'
          when ${byHand}::boolean and not exists (
            select 1 from "transfer" p where p."network" = incoming."network" and p."state" <> 'confirmed'
              and p."escrowId" is null and "place_of_payout"(p) = ${account} and ("facts_pay"(incoming."facts", p)
                or (p."caseId" is not null and incoming."at" >= "case_since"(p."caseId") and "facts_pay_out"(incoming."facts", p)))
          ) then 'by_hand'
        end::"OutgoingExplanation" as "explanation"
      from incoming
      left join "transfer_attempt" attempt
        on attempt."network" = incoming."network" and attempt."hash" in (incoming."hash", incoming."innerHash")
    ), fresh as (
      insert into "outgoing_transaction"
        ("id", "network", "hash", "account", "source", "sequence", "facts", "closedAt", "explanation", "payoutId", "explainedAt")
      select "id", "network", "hash", ${account}, "source", "sequence", "facts", "at", "explanation", "payoutId",
        case when "explanation" is not null then now() end
      from known
      on conflict ("network", "hash", "account") do nothing
      returning "hash", "explanation", "closedAt"
    )
    select "hash" from fresh where "explanation" is null order by "closedAt"`
  return unexplained.map(({ hash }) => hash)
}

const OUTGOING = {
  id: true,
  network: true,
  hash: true,
  account: true,
  source: true,
  sequence: true,
  facts: true,
  closedAt: true,
  explanation: true,
  explainedAt: true,
  reason: true,
  explainedBy: { select: { name: true } },
  payout: { select: { id: true, escrow: { select: { transactionId: true } } } },
  caseLinks: { select: { caseId: true } },
} satisfies Prisma.OutgoingTransactionSelect

const toOutgoing = (row: Prisma.OutgoingTransactionGetPayload<{ select: typeof OUTGOING }>) => ({
  ...row,
  facts: readOutgoingFacts(row.facts),
})

export type StoredOutgoing = ReturnType<typeof toOutgoing>

/** 'open': unexplained, oldest first. 'closed': explained by an operator, newest first. */
export async function findOutgoing(
  db: Database,
  { state, place, take }: Slice & { state: 'open' | 'closed' },
): Promise<StoredOutgoing[]> {
  if (state === 'open') {
    const { where, direction } = beside(place, { order: 'asc', by: (closedAt) => ({ closedAt }) })
    const rows = await db.outgoingTransaction.findMany({
      where: { explanation: null, ...where },
      orderBy: [{ closedAt: direction }, { id: direction }],
      take,
      select: OUTGOING,
    })
    return rows.map(toOutgoing)
  }
  return findTold(db, { place, take })
}

/** Few among very many that need no explanation: literals in the statement match their partial index. */
async function findTold(db: Database, { place, take }: Slice): Promise<StoredOutgoing[]> {
  const isBack = place?.way === 'previous'
  const bound = place && Prisma.sql`(${place.row.at}::timestamptz, ${place.row.id}::uuid)`
  const from =
    bound &&
    (isBack ? Prisma.sql`and ("explainedAt", "id") > ${bound}` : Prisma.sql`and ("explainedAt", "id") < ${bound}`)
  const order = isBack ? Prisma.sql`"explainedAt" asc, "id" asc` : Prisma.sql`"explainedAt" desc, "id" desc`
  const found = await db.$queryRaw<{ id: string }[]>`
    select "id"::text as "id" from "outgoing_transaction"
    where "explanation" in ('paid_elsewhere', 'foreign') ${from ?? Prisma.empty} order by ${order} limit ${take}`
  const ids = found.map(({ id }) => id)
  const rows = await db.outgoingTransaction.findMany({ where: { id: { in: ids } }, select: OUTGOING })
  return rows.map(toOutgoing).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export async function lockOutgoing(tx: Transaction, id: string): Promise<StoredOutgoing | null> {
  await tx.$queryRaw`select 1 from "outgoing_transaction" where "id" = ${id}::uuid for update`
  const row = await tx.outgoingTransaction.findUnique({ where: { id }, select: OUTGOING })
  return row && toOutgoing(row)
}

/** Throws a trigger's error when it is explained already, or did not pay that payout. */
export async function explainOutgoing(
  tx: Transaction,
  explained: {
    id: string
    explanation: 'paid_elsewhere' | 'foreign'
    payoutId: string | null
    by: string
    reason: string
    at: Date
  },
): Promise<void> {
  const { id, by, at, ...data } = explained
  await tx.outgoingTransaction.update({
    where: { id },
    data: { ...data, explainedById: by, explainedAt: at },
    select: { id: true },
  })
}

export type OutgoingCandidate = { outgoingId: string; payoutId: string }

/**
 * Payouts that one of these transactions may have paid: not confirmed, to the same wallet (paybacks: any) and exact
 * amount, or under their own mark on the XRP Ledger. No live envelope could still pay them, except one that needs the
 * same sequence number, which the transaction has used.
 */
export async function findPayoutCandidates(
  db: Database | Transaction,
  outgoingIds: readonly string[],
): Promise<OutgoingCandidate[]> {
  return db.$queryRaw<OutgoingCandidate[]>`
    select t."id"::text as "outgoingId", p."id"::text as "payoutId"
    from "outgoing_transaction" t
    join "transfer" p on p."network" = t."network" and p."lockId" is null and p."state" <> 'confirmed' and "pays_payout"(t, p)
    where t."id" = any(${outgoingIds}::uuid[]) and not exists (
      select 1 from "transfer_attempt" a where a."payoutId" = p."id" and a."state" = 'live'
        and (a."source" <> t."source" or a."sequence" <> t."sequence")
    )
    order by p."createdAt", p."id"`
}

export type OutgoingGap = NonNullable<Awaited<ReturnType<typeof findOpenGap>>>

export async function findOpenGap(db: Database | Transaction, { network, account }: AccountKey) {
  return db.outgoingGap.findFirst({ where: { network, account, endedAt: null } })
}

export async function findOpenGaps(db: Database) {
  return db.outgoingGap.findMany({ where: { endedAt: null }, orderBy: { seenAt: 'asc' } })
}

/** Does nothing when the account has an open one. */
export async function openGap(
  tx: Transaction,
  gap: AccountKey & { id: string; sequence: string | null; known: string | null; tickets: string[]; at: Date },
): Promise<void> {
  const { id, network, account, sequence, known, tickets, at } = gap
  await tx.$executeRaw`
    insert into "outgoing_gap" ("id", "network", "account", "sequence", "known", "tickets", "seenAt")
    values (${id}::uuid, ${network}::"Network", ${account}, ${sequence}, ${known}, ${tickets}::text[], ${at})
    on conflict ("network", "account") where "endedAt" is null do nothing`
}

/** False: it has ended already. `by` null: no operator ended it. */
export async function endGap(
  tx: Transaction,
  ended: { id: string; by: string | null; reason: string; at: Date },
): Promise<boolean> {
  const { count } = await tx.outgoingGap.updateMany({
    where: { id: ended.id, endedAt: null },
    data: { endedAt: ended.at, endedById: ended.by, reason: ended.reason },
  })
  return count === 1
}

/** Unexplained transactions, plus accounts with missing numbers, of one ledger or all. */
export async function countUnexplained(db: Database | Transaction, network?: Network): Promise<number> {
  const where = network === undefined ? {} : { network }
  const [transactions, gaps] = [
    await db.outgoingTransaction.count({ where: { ...where, explanation: null } }),
    await db.outgoingGap.count({ where: { ...where, endedAt: null } }),
  ]
  return transactions + gaps
}

/** What is unexplained on a ledger: the newest transactions, their count, and the gaps, with when each was seen. */
export async function findUnexplained(db: Database, { network, take }: { network: Network; take: number }) {
  const open = { network, explanation: null }
  const [newest, count, gaps] = await Promise.all([
    db.outgoingTransaction.findMany({
      where: open,
      orderBy: [{ seenAt: 'desc' }, { id: 'desc' }],
      take,
      select: { hash: true, facts: true, seenAt: true },
    }),
    db.outgoingTransaction.count({ where: open }),
    db.outgoingGap.aggregate({ where: { network, endedAt: null }, _count: true, _max: { seenAt: true } }),
  ])
  return {
    newest: newest.map(({ facts, ...row }) => ({ ...row, facts: readOutgoingFacts(facts) })),
    count,
    gaps: { count: gaps._count, newestAt: gaps._max.seenAt },
  }
}

/** The first three, for the text of a reason. */
export async function firstUnexplained(tx: Transaction, network: Network): Promise<string[]> {
  const rows = await tx.outgoingTransaction.findMany({
    where: { network, explanation: null },
    orderBy: [{ closedAt: 'asc' }, { id: 'asc' }],
    take: 3,
    select: { hash: true },
  })
  return rows.map(({ hash }) => hash)
}
