/** Who accepted which terms of Quayside, and how far the email about their supplement has progressed. */

import { TERMS_SUPPLEMENT, TERMS_VERSION, type TermsOccasion } from '#app/accounts/domain/service-terms.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

const NOW = { version: TERMS_VERSION, supplement: TERMS_SUPPLEMENT }

/** Has this person accepted the current terms? */
export async function hasAcceptedNow(db: Database | Transaction, userId: string): Promise<boolean> {
  return (await db.serviceTermsAcceptance.count({ where: { userId, ...NOW } })) > 0
}

/** Returns when the person accepted the supplement; null: not accepted. */
export async function findSupplementAcceptedAt(db: Database, userId: string): Promise<Date | null> {
  const row = await db.serviceTermsAcceptance.findFirst({ where: { userId, ...NOW }, select: { at: true } })
  return row?.at ?? null
}

/** Stores that the current terms were accepted. An earlier acceptance keeps its row. */
export async function storeTermsAcceptance(
  tx: Transaction,
  accepted: { userId: string; occasion: TermsOccasion; escrowId: string | null; at: Date },
): Promise<void> {
  await tx.serviceTermsAcceptance.createMany({ data: [{ ...accepted, ...NOW }], skipDuplicates: true })
}

export type Unaccepting = { userId: string; escrows: string[] }

/**
 * Takes the next people in the order of their ids. Returns those with an open escrow who have not accepted the current
 * terms, with at most `mostEscrows` IDs each. Also stores the acceptances of people who registered before these were
 * rows. Null: everybody is done, or another worker holds the notice's row.
 */
export async function takeUnaccepting(
  tx: Transaction,
  { take, mostEscrows, now }: { take: number; mostEscrows: number; now: Date },
): Promise<Unaccepting[] | null> {
  await tx.serviceTermsNotice.createMany({ data: [{ supplement: TERMS_SUPPLEMENT }], skipDuplicates: true })
  const [notice] = await tx.$queryRaw<{ afterId: string | null }[]>`
    select "afterId" from "service_terms_notice"
    where "supplement" = ${TERMS_SUPPLEMENT} and "doneAt" is null for update skip locked`
  if (!notice) return null
  const { afterId } = notice
  const people = await tx.user.findMany({
    where: afterId === null ? {} : { id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take,
    select: { id: true },
  })
  const ids = people.map(({ id }) => id)
  await storeFirstAcceptances(tx, ids)
  const found = await tx.$queryRaw<Unaccepting[]>`
    select u."id" as "userId", array(
      select w."subject" from "open_work_of"(u."id") w where w."kind" = 'escrow' limit ${mostEscrows}
    ) as "escrows"
    from "user" u where u."id" = any(${ids}::uuid[]) and u."closedAt" is null and not exists (
      select 1 from "service_terms_acceptance" a
      where a."userId" = u."id" and a."version" = ${TERMS_VERSION} and a."supplement" = ${TERMS_SUPPLEMENT})`
  const isLast = people.length < take
  await tx.serviceTermsNotice.update({
    where: { supplement: TERMS_SUPPLEMENT },
    data: { afterId: ids.at(-1) ?? afterId, ...(isLast && { doneAt: now }) },
    select: { supplement: true },
  })
  return found.filter(({ escrows }) => escrows.length > 0)
}

/** Before acceptances were rows, people accepted the version of their account, at the time of their consent. */
async function storeFirstAcceptances(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    insert into "service_terms_acceptance" ("id", "userId", "version", "at", "occasion")
    select gen_random_uuid(), u."id", u."termsVersion", coalesce(u."consentTimestamp", u."createdAt"), 'registration'
    from "user" u where u."id" = any(${ids}::uuid[]) and u."termsVersion" is not null and not exists (
      select 1 from "service_terms_acceptance" a where a."userId" = u."id" and a."occasion" = 'registration')
    on conflict do nothing`
}
