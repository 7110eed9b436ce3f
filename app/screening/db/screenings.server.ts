/** Results of comparing people and wallets, and the reviews that they lead to. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { FactPair } from '#app/screening/domain/facts/compare-facts.ts'
import type { WordPair } from '#app/screening/domain/names/score-name.ts'
import type { ReviewBy, ReviewSubject } from '#app/screening/domain/review.ts'
import { findScreenedPeople, type ScreenedPerson } from './people.server.ts'

export type NewScreening = {
  subject: ReviewSubject
  subjectHash: string
  purpose: string
  payoutId: string | null
  /** A settlement of an on-chain escrow. */
  exitId: string | null
  /** An on-chain deposit, before it is made. */
  clearanceId: string | null
  snapshotIds: string[]
  engine: number
  outcome: 'clear' | 'review' | 'unavailable'
  at: Date
}

/** Stores the results of one moment. One that equals the subject's last result only increments its count. */
export async function storeScreenings(tx: Transaction, screenings: readonly NewScreening[]): Promise<void> {
  const [first] = screenings
  if (first === undefined) return
  const asked = JSON.stringify(
    screenings.map(({ subject, payoutId, exitId, clearanceId }) => ({ subject, payoutId, exitId, clearanceId })),
  )
  const last = await tx.$queryRaw<(Omit<NewScreening, 'at'> & { id: string })[]>`
    select s."id", s."subject", s."subjectHash", s."purpose", s."payoutId"::text, s."exitId"::text, s."clearanceId"::text, s."snapshotIds"::text[], s."engine", s."outcome"
    from jsonb_to_recordset(${asked}::jsonb) as a ("subject" text, "payoutId" uuid, "exitId" uuid, "clearanceId" uuid)
    cross join lateral (select * from "screening" s where s."subject" = a."subject" and s."payoutId" is not distinct from a."payoutId"
        and s."exitId" is not distinct from a."exitId" and s."clearanceId" is not distinct from a."clearanceId"
      order by s."at" desc, s."id" desc limit 1) as s`
  const lastOf = new Map(last.map((row) => [sameOf(row), row.id]))
  const again = screenings.flatMap((screening) => lastOf.get(sameOf(screening)) ?? [])
  if (again.length > 0) {
    await tx.screening.updateMany({
      where: { id: { in: again } },
      data: { lastAt: first.at, times: { increment: 1 } },
    })
  }
  const fresh = screenings.filter((screening) => !lastOf.has(sameOf(screening)))
  if (fresh.length > 0) await tx.screening.createMany({ data: fresh.map((row) => ({ ...row, lastAt: row.at })) })
}

function sameOf(row: Omit<NewScreening, 'at'>): string {
  const { subject, subjectHash, purpose, payoutId, exitId, clearanceId, snapshotIds, engine, outcome } = row
  return JSON.stringify([subject, subjectHash, purpose, payoutId, exitId, clearanceId, snapshotIds, engine, outcome])
}

export type NewReview = {
  subject: ReviewSubject
  subjectHash: string
  personId: string | null
  entryId: string
  entryHash: string
  by: ReviewBy
  typed: string
  listed: string
  score: number
  words: WordPair[]
  facts: FactPair[]
  openedAt: Date
}

/** Was it opened before, whatever was decided then? */
export async function hasReview(db: Database, review: Pick<NewReview, 'subject' | 'entryHash' | 'subjectHash'>) {
  const { subject, entryHash, subjectHash } = review
  const where = { subject_entryHash_subjectHash: { subject, entryHash, subjectHash } }
  return (await db.screeningReview.findUnique({ where, select: { id: true } })) !== null
}

/** Returns its id; null when it was opened before: the decision of then stands. */
export async function openReview(tx: Transaction, review: NewReview): Promise<string | null> {
  const rows = await tx.screeningReview.createManyAndReturn({
    data: [review],
    skipDuplicates: true,
    select: { id: true },
  })
  return rows[0]?.id ?? null
}

/** Which of these are under review or were found to be on a list. A person stays so for a wallet that was theirs. */
export async function findUnderReview(
  db: Database | Transaction,
  subjects: readonly ReviewSubject[],
): Promise<ReviewSubject[]> {
  if (subjects.length === 0) return []
  const rows = await db.$queryRaw<{ subject: ReviewSubject }[]>`
    select "subject" from "screening_review" where "state" <> 'false_match' and "subject" = any(${[...subjects]}::text[])
    union select 'user:' || "personId" from "screening_review"
      where "state" <> 'false_match' and "personId" = any(${personsOf(subjects)}::uuid[])`
  return rows.map(({ subject }) => subject)
}

const personsOf = (subjects: readonly ReviewSubject[]) =>
  subjects.flatMap((subject) => (subject.startsWith('user:') ? subject.slice('user:'.length) : []))

/** Is this person under review, or found to be on a list? */
export async function isUnderReview(db: Database | Transaction, userId: string): Promise<boolean> {
  const [person] = await findScreenedPeople(db, [userId])
  return person !== undefined && (await findUnderReview(db, subjectsOf(person))).length > 0
}

/** The subjects of a person and of each of the wallets. */
export function subjectsOf({ subject, wallets }: ScreenedPerson): ReviewSubject[] {
  return [subject, ...wallets.map((address): ReviewSubject => `wallet:${address}`)]
}

/**
 * Deletes the oldest comparisons and decisions, at most `most` of each kind; the database refuses recent ones. A
 * person's stay until the account has been closed as long, and then all go. Snapshots stay.
 */
export async function purgeScreenings(
  tx: Transaction,
  { before, most }: { before: Date; most: number },
): Promise<{ screenings: number; reviews: number }> {
  const ofNobody = await tx.$executeRaw`
    delete from "screening" where "id" in (
      select "id" from "screening" where "subject" not like 'user:%' and "at" < ${before} and "lastAt" < ${before}
      order by "at" limit ${most})`
  const ofPeople = await tx.$executeRaw`
    delete from "screening" where "id" in (
      select s."id" from "user" u
      cross join lateral (select "id" from "screening" where "subject" = 'user:' || u."id" and "lastAt" < ${before} offset 0) s
      where u."closedAt" < ${before} limit ${most})`
  // A true match of nobody with an account is kept: it is valid as long as the wallet is listed.
  const nobodys = await tx.$executeRaw`
    delete from "screening_review" where "id" in (
      select "id" from "screening_review" where "personId" is null and "state" = 'false_match' and "decidedAt" < ${before} limit ${most})`
  const peoples = await tx.$executeRaw`
    delete from "screening_review" where "id" in (
      select r."id" from "user" u
      cross join lateral (
        select "id" from "screening_review" where "personId" = u."id" and coalesce("decidedAt", "openedAt") < ${before} offset 0) r
      where u."closedAt" < ${before} limit ${most})`
  return { screenings: ofNobody + ofPeople, reviews: nobodys + peoples }
}
