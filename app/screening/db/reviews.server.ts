/** What operators review and decide (decision 068). */

import { beside } from '#app/kernel/db/beside.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'
import type { AskedDetail, ReviewBy, ReviewState } from '#app/screening/domain/review.ts'

const REVIEW = {
  id: true,
  subject: true,
  personId: true,
  by: true,
  typed: true,
  listed: true,
  score: true,
  words: true,
  facts: true,
  state: true,
  openedAt: true,
  wanted: true,
  wantedById: true,
  wantedReason: true,
  decidedById: true,
  decidedAt: true,
  reason: true,
  asked: true,
  entry: {
    select: {
      list: true,
      sourceId: true,
      detail: true,
      since: true,
      endedAt: true,
      snapshot: { select: { publishedAt: true, fetchedAt: true } },
    },
  },
} satisfies Prisma.ScreeningReviewSelect

export type StoredReview = Prisma.ScreeningReviewGetPayload<{ select: typeof REVIEW }>

const DECIDED = ['false_match', 'true_match']
/** The same condition as the index `screening_review_open_idx`. */
const OPEN: Prisma.ScreeningReviewWhereInput = { OR: [{ state: { notIn: DECIDED } }, { wanted: { not: null } }] }
const CLOSED: Prisma.ScreeningReviewWhereInput = { state: { in: DECIDED }, wanted: null }

/** Open reviews: the longest-waiting first. Decided ones: the newest first. */
export async function findReviews(
  db: Database,
  { isOpen, place, take }: Slice & { isOpen: boolean },
): Promise<StoredReview[]> {
  const { where, direction } = isOpen
    ? beside(place, { order: 'asc', by: (openedAt) => ({ openedAt }) })
    : beside(place, { order: 'desc', by: (decidedAt) => ({ decidedAt }) })
  return db.screeningReview.findMany({
    where: { AND: [isOpen ? OPEN : CLOSED, where] },
    orderBy: [isOpen ? { openedAt: direction } : { decidedAt: direction }, { id: direction }],
    take,
    select: REVIEW,
  })
}

const MOST_OF_ONE = 50

/** Returns the reviews of a person and their wallets, the newest first. */
export async function findReviewsOf(db: Database, personId: string): Promise<StoredReview[]> {
  return db.screeningReview.findMany({
    where: { personId },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: MOST_OF_ONE,
    select: REVIEW,
  })
}

export async function findReview(db: Database, id: string): Promise<StoredReview | null> {
  return db.screeningReview.findUnique({ where: { id }, select: REVIEW })
}

export async function countOpenReviews(db: Database): Promise<number> {
  return db.screeningReview.count({ where: OPEN })
}

export type SubjectPerson = {
  id: string
  name: string
  email: string
  detail: { nativeName: string | null; company: string | null; country: string | null; birthDate: Date | null } | null
}

export async function findPeopleByIds(db: Database, ids: readonly string[]): Promise<Map<string, SubjectPerson>> {
  const rows = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: {
      id: true,
      name: true,
      email: true,
      detail: { select: { nativeName: true, company: true, country: true, birthDate: true } },
    },
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns resellers by the subject of a review: they have no account. */
export async function findResellersBySubject(
  db: Database,
  subjects: readonly string[],
): Promise<Map<string, SubjectPerson>> {
  const ids = subjects.flatMap((subject) => (subject.startsWith('reseller:') ? subject.slice('reseller:'.length) : []))
  if (ids.length === 0) return new Map()
  const rows = await db.reseller.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, email: true },
  })
  return new Map(rows.map(({ id, name, email }) => [`reseller:${id}`, { id, name, email: email ?? '', detail: null }]))
}

export type LockedReview = {
  subject: string
  typed: string
  listed: string
  /** Who is under review for the wallet; null: nobody with an account. */
  personId: string | null
  by: ReviewBy
  state: ReviewState
  wanted: 'false_match' | 'true_match' | null
  wantedById: string | null
}

export async function lockReview(tx: Transaction, id: string): Promise<LockedReview | null> {
  const [row] = await tx.$queryRaw<LockedReview[]>`
    select "subject", "typed", "listed", "personId", "by", "state", "wanted", "wantedById" from "screening_review"
    where "id" = ${id}::uuid for update`
  return row ?? null
}

export async function takeReview(tx: Transaction, taken: { id: string; operatorId: string }): Promise<void> {
  await tx.screeningReview.update({
    where: { id: taken.id },
    data: { state: 'in_review', takenById: taken.operatorId },
    select: { id: true },
  })
}

type Said = { id: string; operatorId: string; reason: string; at: Date }

/** Stores a wish to which a second operator has yet to agree; replaces the earlier one. */
export async function storeWish(tx: Transaction, { id, operatorId, reason, at, wanted }: Said & { wanted: string }) {
  const data = { wanted, wantedById: operatorId, wantedAt: at, wantedReason: reason }
  await tx.screeningReview.update({ where: { id }, data, select: { id: true } })
}

/** Throws the trigger's error where it takes a second operator. */
export async function storeDecision(
  tx: Transaction,
  { id, operatorId, reason, at, state, asked }: Said & { state: string; asked: readonly AskedDetail[] },
) {
  await tx.screeningReview.update({
    where: { id },
    data: { state, decidedById: operatorId, decidedAt: at, reason, asked: [...asked] },
    select: { id: true },
  })
  // The second one has agreed, or it was decided otherwise.
  const none = { wanted: null, wantedById: null, wantedAt: null, wantedReason: null }
  await tx.screeningReview.update({ where: { id }, data: none, select: { id: true } })
}

/** Returns the person's reviews that are not decided as a false match, and what each asks for. */
export async function findStandingReviews(
  db: Database,
  personId: string,
): Promise<{ state: string; asked: AskedDetail[] }[]> {
  return db.screeningReview.findMany({
    where: { personId, state: { not: 'false_match' } },
    select: { state: true, asked: true },
  })
}

/** Reopens reviews that asked for details which the person has now given. */
export async function reopenAsked(
  tx: Transaction,
  { personId, given }: { personId: string; given: readonly AskedDetail[] },
): Promise<void> {
  await tx.screeningReview.updateMany({
    where: { personId, state: 'needs_information', asked: { hasSome: [...given] } },
    data: { state: 'open' },
  })
}

/**
 * Wakes payouts that wait for this subject or person for the next round. `wakes` makes a round that is processing one
 * now take it again (noteWaiting). Returns the ledgers.
 */
export async function wakePayoutsOf(
  tx: Transaction,
  { subject, personId }: Pick<LockedReview, 'subject' | 'personId'>,
): Promise<('stellar' | 'xrpl')[]> {
  const rows = await tx.$queryRaw<{ network: 'stellar' | 'xrpl' }[]>`
    update "transfer" p set "wakes" = p."wakes" + 1, "waitsFor" = 'turn'
    where p."state" = 'queued' and (p."waitsFor" in ('check', 'turn') or p."waitsFor" is null) and exists (
      select 1 from "parties_of_transfer"(p."id") t where t."subject" = ${subject} or t."personId" = ${personId}::uuid
    ) returning p."network"`
  return [...new Set(rows.map(({ network }) => network))]
}

/** Wakes waiting settlements, as wakePayoutsOf does payouts. Returns their escrows. */
export async function wakeSettlementsOf(
  tx: Transaction,
  { subject, personId }: Pick<LockedReview, 'subject' | 'personId'>,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ escrowId: string }[]>`
    update "transfer" x set "waitsFor" = null
    where x."state" in ('collecting', 'ready') and x."waitsFor" = 'check' and exists (
      select 1 from "parties_of_transfer"(x."id") t where t."subject" = ${subject} or t."personId" = ${personId}::uuid
    ) returning x."escrowId"::text`
  return rows.map(({ escrowId }) => escrowId)
}

/** Returns the escrows of this subject's or person's settlements that are not yet on their way. */
export async function findSettlementsOf(
  tx: Transaction,
  { subject, personId }: Pick<LockedReview, 'subject' | 'personId'>,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ escrowId: string }[]>`
    select x."escrowId"::text from "transfer" x where x."state" in ('collecting', 'ready') and exists (
      select 1 from "parties_of_transfer"(x."id") t where t."subject" = ${subject} or t."personId" = ${personId}::uuid)`
  return rows.map(({ escrowId }) => escrowId)
}

/** Returns the escrows of on-chain deposits whose check waits for this subject or person. */
export async function findClearancesOf(
  tx: Transaction,
  { subject, personId }: Pick<LockedReview, 'subject' | 'personId'>,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ escrowId: string }[]>`
    select c."escrowId"::text from "hold_clearance" c
    where c."clearedAt" is null and c."closedAt" is null and c."waitsFor" = 'check' and exists (
      select 1 from "parties_of_agreement"(c."agreementId") t where t."subject" = ${subject} or t."personId" = ${personId}::uuid)`
  return rows.map(({ escrowId }) => escrowId)
}
