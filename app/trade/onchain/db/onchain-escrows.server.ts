/** What both sides agreed for an on-chain escrow, and what the ledger needs for it. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { Trustees } from '#app/trade/onchain/domain/differences.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { isOn } from './on-network.ts'

const AGREEMENT = {
  id: true,
  escrowId: true,
  sellerWallet: true,
  sellerTag: true,
  agreedById: true,
  agreedAt: true,
  supersededAt: true,
  account: true,
  arbiter: true,
  sponsor: true,
  openedAt: true,
  closedAt: true,
  hold: {
    select: {
      buyerWallet: true,
      deadline: true,
      escrow: { select: { currency: true, amount: true, reference: true, cancelledAt: true, verifiedAt: true } },
    },
  },
} satisfies Prisma.HoldAgreementSelect

export type StoredAgreement = ReturnType<typeof toAgreement>

function toAgreement({ hold, arbiter, sponsor, ...row }: Prisma.HoldAgreementGetPayload<{ select: typeof AGREEMENT }>) {
  const { buyerWallet, deadline, escrow } = hold
  const { sellerWallet, sellerTag } = row
  const terms: OnchainTerms = {
    asset: escrow.currency,
    amount: toDecimal(escrow.amount),
    buyerWallet,
    sellerWallet,
    sellerTag,
    deadline: deadline.getTime() / 1000,
    reference: String(escrow.reference),
  }
  const trustees: Trustees | null = arbiter === null || sponsor === null ? null : { arbiter, sponsor }
  const { cancelledAt, verifiedAt: fundedAt } = escrow
  return { ...row, terms, trustees, deadline, fundedAt, mayFund: cancelledAt === null && fundedAt === null }
}

/** Call it in the transaction that creates the escrow (trigger). `deadline`: whole seconds. */
export async function createOnchainEscrow(
  tx: Transaction,
  hold: { escrowId: string; buyerWallet: string; deadline: Date; createdAt: Date },
): Promise<void> {
  await tx.hold.create({ data: hold, select: { escrowId: true } })
}

export async function findOnchainEscrow(db: Database | Transaction, escrowId: string) {
  return db.hold.findUnique({ where: { escrowId }, select: { buyerWallet: true, deadline: true, createdAt: true } })
}

/** Returns the agreement that stands; null: the seller has not agreed yet. */
export async function findAgreement(db: Database | Transaction, escrowId: string): Promise<StoredAgreement | null> {
  const row = await db.holdAgreement.findFirst({ where: { escrowId, supersededAt: null }, select: AGREEMENT })
  return row && toAgreement(row)
}

/** Also returns superseded ones. Throws when there is none. */
export async function findAgreementById(db: Database | Transaction, id: string): Promise<StoredAgreement> {
  return toAgreement(await db.holdAgreement.findUniqueOrThrow({ where: { id }, select: AGREEMENT }))
}

/**
 * Stores the seller's wallet and supersedes the one before. Lock the escrow first. Throws the trigger's error once a
 * deposit counts, and a unique-constraint error beside a concurrent agreement.
 */
export async function storeAgreement(
  tx: Transaction,
  agreement: {
    id: string
    escrowId: string
    wallet: { address: string; memo: string | null }
    agreedById: string
    agreedAt: Date
  },
): Promise<void> {
  const { id, escrowId, wallet, agreedById, agreedAt } = agreement
  await tx.holdAgreement.updateMany({ where: { escrowId, supersededAt: null }, data: { supersededAt: agreedAt } })
  const data = { id, escrowId, sellerWallet: wallet.address, sellerTag: wallet.memo, agreedById, agreedAt }
  await tx.holdAgreement.create({ data, select: { id: true } })
}

/** The account that a transaction is to open: stored with that transaction, before it is sent. */
export async function storeAccount(
  tx: Transaction,
  { id, account, arbiter, sponsor }: Trustees & { id: string; account: string },
): Promise<void> {
  await tx.holdAgreement.update({ where: { id }, data: { account, arbiter, sponsor }, select: { id: true } })
}

/** Compare-and-set: account or first secret exists. Returns the escrow's id; null: it was stored before. */
export async function markOpened(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<string | null> {
  const rows = await tx.holdAgreement.updateManyAndReturn({
    where: { id, openedAt: null },
    data: { openedAt: at },
    select: { escrowId: true },
  })
  return rows[0]?.escrowId ?? null
}

/** XRP Ledger. `since`: the stock of secrets is to be filled; null: it is full again. */
export async function noteSecretsWanted(
  tx: Transaction,
  { id, since }: { id: string; since: Date | null },
): Promise<void> {
  // Asking again must not put it behind others.
  const where = since === null ? { id } : { id, wantsSecretAt: null }
  await tx.holdAgreement.updateMany({ where, data: { wantsSecretAt: since } })
}

/**
 * Returns agreements that need an account or secrets, ordered by when they were agreed or last failed (`noteTried`),
 * without those whose account is being opened. Of an escrow that is over they are returned to be closed (`mayFund`),
 * unless only their stock is to be filled: then they are left out.
 */
export async function findAgreementsToPrepare(
  db: Database,
  { network, take, now }: { network: Network; take: number; now: Date },
): Promise<StoredAgreement[]> {
  const found = await db.$queryRaw<{ id: string }[]>`
    select "id"::text as "id" from (
      select a."id", coalesce(a."lookAt", a."agreedAt") as "since" from "hold_agreement" a join "escrow" e on e."id" = a."escrowId"
      where a."supersededAt" is null and a."closedAt" is null and a."openedAt" is null and ${isOn(network)}
        and not exists (select 1 from "transfer_attempt" t where t."agreementId" = a."id" and t."state" in ('live', 'settled'))
      union all
      select a."id", a."wantsSecretAt" from "hold_agreement" a join "escrow" e on e."id" = a."escrowId"
        join "hold" h on h."escrowId" = a."escrowId"
      where a."wantsSecretAt" is not null and a."openedAt" is not null and a."supersededAt" is null and a."closedAt" is null
        and ${isOn(network)} and e."verifiedAt" is null and e."cancelledAt" is null and h."deadline" > ${now}
    ) wanting order by "since", "id" limit ${take}`
  const ids = found.map(({ id }) => id)
  const rows = await db.holdAgreement.findMany({ where: { id: { in: ids } }, select: AGREEMENT })
  return rows.map(toAgreement).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Puts a failed agreement behind those agreed by now, so that one that always fails does not block the others. */
export async function noteTried(db: Database, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.holdAgreement.updateMany({ where: { id, openedAt: null }, data: { lookAt: at } })
  await db.holdAgreement.updateMany({ where: { id, wantsSecretAt: { not: null } }, data: { wantsSecretAt: at } })
}

/** For so long after somebody asked, an agreement counts as waited for. */
const ASKED_FOR_MS = 3_600_000
/** Somebody who reloads the page asks once in this time. */
const ASK_AGAIN_MS = 20_000

/**
 * Claims the next agreements to poll for deposits. Each is polled again after a twentieth of the time since somebody
 * asked for it (or it was agreed), between five seconds and six hours. `asked`: how many of those that somebody waits
 * for, last asked first; `quiet`: how many of all that are due. Concurrent workers get different ones.
 */
export async function takeWatchedAgreements(
  db: Database,
  { now, asked, quiet }: { now: Date; asked: number; quiet: number },
): Promise<StoredAgreement[]> {
  const since = new Date(now.getTime() - ASKED_FOR_MS)
  const waitedFor = Prisma.sql`"askedAt" > ${since} and ("lookAt" is null or "lookAt" <= ${now})`
  const due = Prisma.sql`("lookAt" is null or "lookAt" <= ${now})`
  const ids = [
    ...(await takeSome(db, { now, of: Prisma.sql`${waitedFor} and ${OPEN} order by "askedAt" desc limit ${asked}` })),
    ...(await takeSome(db, {
      now,
      of: Prisma.sql`${due} and ${OPEN} order by "lookAt" nulls first, "id" limit ${quiet}`,
    })),
  ]
  const rows = await db.holdAgreement.findMany({ where: { id: { in: ids } }, select: AGREEMENT })
  return rows.map(toAgreement)
}

/** In the words of the partial indexes. */
const OPEN = Prisma.sql`"closedAt" is null and "openedAt" is not null`

async function takeSome(db: Database, { now, of }: { now: Date; of: Prisma.Sql }): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    update "hold_agreement" set "lookAt" = ${now}::timestamptz + least(
      greatest((${now}::timestamptz - coalesce("askedAt", "agreedAt")) / 20, interval '5 seconds'), interval '6 hours')
    where "id" in (select "id" from "hold_agreement" where ${of} for update skip locked) returning "id"::text`
  return rows.map(({ id }) => id)
}

/** Returns when the next agreement is to be polled; null: no deposit is expected. */
export async function findNextPoll(db: Database, now: Date): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ lookAt: Date }[]>`
    select coalesce("lookAt", ${now}::timestamptz) as "lookAt" from "hold_agreement" where ${OPEN}
    order by "hold_agreement"."lookAt" nulls first, "id" limit 1`
  return row?.lookAt ?? null
}

/** Schedules a poll now, because somebody waits for the deposit. False: asked just now, or the agreement is closed. */
export async function askForDeposit(
  db: Database | Transaction,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const before = new Date(at.getTime() - ASK_AGAIN_MS)
  // An agreement that is not prepared yet is polled as soon as it is, and keeps its place in the queue until then.
  const asked = await db.$executeRaw`
    update "hold_agreement" set "askedAt" = ${at},
      "lookAt" = case when "openedAt" is not null then ${at}::timestamptz else "lookAt" end
    where "id" = ${id}::uuid and "closedAt" is null and ("askedAt" is null or "askedAt" < ${before})`
  return asked === 1
}

/** Notes that every deposit up to `completeTo` is stored. A lagging server does not move it back. */
export async function noteComplete(db: Database, { id, completeTo }: { id: string; completeTo: Date }): Promise<void> {
  await db.holdAgreement.updateMany({
    where: { id, OR: [{ completeTo: null }, { completeTo: { lt: completeTo } }] },
    data: { completeTo },
  })
}

export async function hasOpenAgreements(db: Database, of: 'prepared' | 'to_prepare'): Promise<boolean> {
  const prepared = { openedAt: { not: null } }
  const isOpen = { escrow: { verifiedAt: null, cancelledAt: null } }
  const toPrepare = { supersededAt: null, OR: [{ openedAt: null }, { wantsSecretAt: { not: null }, hold: isOpen }] }
  const where = { closedAt: null, ...(of === 'prepared' ? prepared : toPrepare) }
  return (await db.holdAgreement.findFirst({ where, select: { id: true } })) !== null
}

/** Ends the watching: nothing can be locked for it any more. */
export async function closeAgreement(db: Database, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.holdAgreement.updateMany({ where: { id, closedAt: null }, data: { closedAt: at } })
}
