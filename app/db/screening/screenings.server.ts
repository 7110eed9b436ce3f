/** That people and wallets were compared, and what a person has to decide of it. */
import { type Database, isDuplicateOf, type Transaction } from '#app/db/kernel/client.server.ts'
import type { WordPair } from '#app/domain/screening/names/score-name.ts'
import type { ReviewBy, Subject } from '#app/domain/screening/review.ts'
import { findScreenedPerson, type ScreenedPerson } from './people.server.ts'

export type NewScreening = {
  subject: Subject
  subjectHash: string
  purpose: string
  payoutId: string | null
  snapshotIds: string[]
  engine: number
  outcome: 'clear' | 'review' | 'unavailable'
  at: Date
}

/** The same as the last time, on both sides, is counted there. */
export async function storeScreening(tx: Transaction, screening: NewScreening): Promise<void> {
  const { subject, at, ...rest } = screening
  const last = await tx.screening.findFirst({
    where: { subject, payoutId: screening.payoutId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true, subjectHash: true, purpose: true, snapshotIds: true, engine: true, outcome: true },
  })
  const isSame =
    last !== null &&
    last.subjectHash === rest.subjectHash &&
    last.purpose === rest.purpose &&
    last.engine === rest.engine &&
    last.outcome === rest.outcome &&
    last.snapshotIds.join() === rest.snapshotIds.join()
  if (isSame) await tx.screening.update({ where: { id: last.id }, data: { lastAt: at, times: { increment: 1 } } })
  else await tx.screening.create({ data: { ...screening, lastAt: at }, select: { id: true } })
}

export type NewReview = {
  subject: Subject
  subjectHash: string
  personId: string | null
  entryId: string
  entryHash: string
  by: ReviewBy
  typed: string
  listed: string
  score: number
  words: WordPair[]
  openedAt: Date
}

/** False when it was opened before: whatever was decided then, counts. */
export async function openReview(db: Database, review: NewReview): Promise<boolean> {
  const { subject, entryHash, subjectHash } = review
  const known = await db.screeningReview.findUnique({
    where: { subject_entryHash_subjectHash: { subject, entryHash, subjectHash } },
    select: { id: true },
  })
  if (known) return false
  try {
    await db.screeningReview.create({ data: review, select: { id: true } })
    return true
  } catch (error) {
    if (isDuplicateOf(error, 'screening_review_once')) return false
    throw error
  }
}

/** Of these, whoever somebody has yet to look at, or was found to be on a list. */
export async function findHeld(db: Database | Transaction, subjects: readonly Subject[]): Promise<string[]> {
  const rows = await db.screeningReview.findMany({
    where: { subject: { in: [...subjects] }, state: { not: 'false_match' } },
    distinct: ['subject'],
    select: { subject: true },
  })
  return rows.map(({ subject }) => subject)
}

/** Is somebody yet to look at this person, or was it found to be on a list? */
export async function isHeld(db: Database | Transaction, userId: string): Promise<boolean> {
  const person = await findScreenedPerson(db, userId)
  return person !== null && (await findHeld(db, subjectsOf(person))).length > 0
}

/** What is said of a person and of each of the wallets. */
export function subjectsOf({ id, wallets }: ScreenedPerson): Subject[] {
  return [`user:${id}`, ...wallets.map((address): Subject => `wallet:${address}`)]
}

const PURGED_AT_ONCE = 5_000

/** Removes comparisons, decisions and the snapshots that nobody asks about any more; the database refuses what is too young. */
export async function purgeScreenings(tx: Transaction, before: Date): Promise<{ screenings: number; reviews: number }> {
  const screenings = await tx.$executeRaw`
    delete from "screening" where "id" in (
      select "id" from "screening" where "at" < ${before} and "lastAt" < ${before} order by "at" limit ${PURGED_AT_ONCE})`
  // A true match holds for as long as the account is there.
  const reviews = await tx.$executeRaw`
    delete from "screening_review" where "id" in (
      select "id" from "screening_review" where "state" = 'false_match' and "decidedAt" < ${before} limit ${PURGED_AT_ONCE})`
  return { screenings, reviews }
}
