import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { findRunningLimits } from '#app/kernel/db/running-limits.server.ts'
import { findListedWallets } from '#app/screening/db/entries.server.ts'
import { findListStates } from '#app/screening/db/lists.server.ts'
import {
  findPeopleAfter,
  findPeopleOfClearance,
  findPeopleOfTransfers,
  findScreenedPeople,
  findScreenedResellers,
  type PayoutPeople,
  type ScreenedPerson,
} from '#app/screening/db/people.server.ts'
import {
  findUnderReview,
  hasReview,
  type NewScreening,
  openReview,
  storeScreenings,
  subjectsOf,
} from '#app/screening/db/screenings.server.ts'
import { staleLists, strictestAge } from '#app/screening/domain/freshness.ts'
import type { ReviewSubject } from '#app/screening/domain/review.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type ComparedLikeness, compareNames, compareWallets, ENGINE, fingerprint } from './compare.server.ts'
import { knownNames } from './known-names.server.ts'
import { lockChecked, notifyOfCheck } from './notify-of-check.server.ts'

export type Purpose = 'person' | 'payout' | 'exit' | 'clearance' | 'list' | 'nightly'
export type ScreeningOutcome = NewScreening['outcome']

const SLICE = 50
const OF_NOTHING = { payoutId: null, exitId: null, clearanceId: null }

/** Screens a person's current names and wallets. Does nothing for operators and unknown ids. */
export async function screenPerson(deps: Deps, { userId }: { userId: string }): Promise<void> {
  await screenThem(deps, { people: await findScreenedPeople(deps.db, [userId]), purpose: 'person', since: null })
}

/** Screens a reseller as currently stored, with the wallet that commissions go to. */
export async function screenReseller(deps: Deps, { resellerId }: { resellerId: string }): Promise<void> {
  await screenThem(deps, { people: await findScreenedResellers(deps.db, [resellerId]), purpose: 'person', since: null })
}

/**
 * Screens a slice of people (the first: resellers too); queues the next. `since`: a list's additions only, else all.
 */
export async function screenPeople(deps: Deps, asked: { since?: string; after?: string }): Promise<void> {
  const { since, after = null } = asked
  const userIds = await findPeopleAfter(deps.db, { after, take: SLICE })
  const people = [
    ...(after === null ? await findScreenedResellers(deps.db) : []),
    ...(await findScreenedPeople(deps.db, userIds)),
  ]
  await screenThem(deps, { people, purpose: since === undefined ? 'nightly' : 'list', since: since ?? null })
  const last = userIds.at(-1)
  if (userIds.length < SLICE || last === undefined) return
  await inTransaction(deps.db, (tx) =>
    enqueue(tx, { name: 'screen_people', payload: { ...(since && { since }), after: last } }),
  )
}

async function screenThem(
  deps: Deps,
  { people, purpose, since }: { people: ScreenedPerson[]; purpose: Purpose; since: string | null },
): Promise<void> {
  const looked = await look(deps, { people, wallets: [], since })
  await note(
    deps,
    looked,
    looked.people.map((person) => ({ of: person, purpose, ...OF_NOTHING })),
  )
}

/**
 * Screens the people and wallets of these payouts before signing, with lists in force and recent enough. `unavailable`
 * where they are not: never clear by accident.
 */
export async function screenPayouts(deps: Deps, payoutIds: readonly string[]): Promise<Map<string, ScreeningOutcome>> {
  return screenEach(deps, await findPeopleOfTransfers(deps.db, payoutIds), {
    ids: payoutIds,
    as: (payoutId) => ({ purpose: 'payout', ...OF_NOTHING, payoutId }),
  })
}

/** The same before the buyer's on-chain deposit. */
export async function screenClearance(deps: Deps, clearanceId: string): Promise<ScreeningOutcome> {
  const outcomes = await screenEach(deps, new Map([[clearanceId, await findPeopleOfClearance(deps.db, clearanceId)]]), {
    ids: [clearanceId],
    as: (id) => ({ purpose: 'clearance', ...OF_NOTHING, clearanceId: id }),
  })
  return outcomes.get(clearanceId) ?? 'unavailable'
}

/** The same before Quayside signs or sends a settlement of an on-chain escrow. */
export async function screenSettlement(deps: Deps, exitId: string): Promise<ScreeningOutcome> {
  const outcomes = await screenEach(deps, await findPeopleOfTransfers(deps.db, [exitId]), {
    ids: [exitId],
    as: (id) => ({ purpose: 'exit', ...OF_NOTHING, exitId: id }),
  })
  return outcomes.get(exitId) ?? 'unavailable'
}

type Each = { ids: readonly string[]; as: (id: string) => Omit<Asked, 'of'> }

async function screenEach(
  deps: Deps,
  involved: ReadonlyMap<string, PayoutPeople>,
  { ids, as }: Each,
): Promise<Map<string, ScreeningOutcome>> {
  const all = [...involved.values()]
  const people = [
    ...(await findScreenedPeople(deps.db, [...new Set(all.flatMap((of) => of.people))])),
    ...(await findScreenedResellers(deps.db, [...new Set(all.flatMap((of) => of.resellers))])),
  ]
  const wallets = [...new Set(all.flatMap((of) => of.wallets))]
  const looked = await look(deps, { people, wallets, since: null, others: all.flatMap((of) => of.people) })
  const asked = [...involved].flatMap(([id, of]) => [
    ...looked.people
      .filter((person) => of.people.includes(person.id) || of.resellers.includes(person.id))
      .map((person) => ({ of: person, ...as(id) })),
    ...of.wallets.map((wallet) => ({ of: wallet, ...as(id) })),
  ])
  const rows = await note(deps, looked, asked)
  const byId = Map.groupBy(rows, ({ payoutId, exitId, clearanceId }) => payoutId ?? exitId ?? clearanceId)
  const isHeldByPerson = (id: string) => involved.get(id)?.people.some((of) => looked.held.has(`user:${of}`)) === true
  return new Map(
    ids.map((id) => [id, isHeldByPerson(id) ? 'review' : worst((byId.get(id) ?? []).map(({ outcome }) => outcome))]),
  )
}

/** The worst outcome: review, then unavailable, then clear. Without any: unavailable. */
function worst(outcomes: readonly ScreeningOutcome[]): ScreeningOutcome {
  if (outcomes.includes('review')) return 'review'
  return outcomes.includes('unavailable') || outcomes.length === 0 ? 'unavailable' : 'clear'
}

type Looked = {
  people: ScreenedPerson[]
  states: Awaited<ReturnType<typeof findListStates>>
  /** The snapshots that were compared: no outcome says more than that. */
  snapshotIds: string[]
  held: ReadonlySet<string>
}

type LookAt = { people: ScreenedPerson[]; wallets: string[]; since: string | null; others?: string[] }

/** Compares all at once and opens reviews. `others`: closed accounts, not compared but possibly under review. */
async function look(deps: Deps, { people, wallets, since, others = [] }: LookAt): Promise<Looked> {
  const states = await findListStates(deps.db)
  const lists = await knownNames(deps.db, { states, since })
  const found: ComparedLikeness[] = []
  for (const person of people) {
    found.push(...compareNames(lists, person))
    // Yields: a comparison takes milliseconds, and there may be many.
    await new Promise(setImmediate)
  }
  const all = [...new Set([...people.flatMap((person) => person.wallets), ...wallets])]
  const listed = await findListedWallets(deps.db, all)
  // A wallet is shown with its owner.
  for (const person of people) found.push(...compareWallets(listed, person))
  const theirs = new Set(people.flatMap((person) => person.wallets))
  const nobodys = wallets.filter((wallet) => !theirs.has(wallet))
  found.push(...compareWallets(listed, { wallets: nobodys, personId: null }))
  await openReviews(deps, found)
  const subjects = [
    ...people.flatMap(subjectsOf),
    ...wallets.map((address): ReviewSubject => `wallet:${address}`),
    ...others.map((id): ReviewSubject => `user:${id}`),
  ]
  const snapshotIds = since === null ? states.flatMap(({ snapshot }) => snapshot?.id ?? []) : [since]
  return { people, states, snapshotIds, held: new Set(await findUnderReview(deps.db, [...new Set(subjects)])) }
}

async function openReviews(deps: Deps, found: readonly ComparedLikeness[]): Promise<void> {
  const at = deps.clock.now()
  for (const likeness of found) {
    // Each night everybody is compared again.
    if (await hasReview(deps.db, likeness)) continue
    const { entryId, by, score, personId } = likeness
    const isOpened = await inTransaction(deps.db, async (tx) => {
      const wasChecked = personId !== null && (await lockChecked(tx, personId))
      const reviewId = await openReview(tx, { ...likeness, openedAt: at })
      if (reviewId === null) return false
      const who = personId === null ? {} : { userId: personId }
      await writeEvent(tx, { kind: 'screening_opened', at, ...who, detail: { entryId, by, score } })
      if (personId !== null && !wasChecked) await notifyOfCheck(tx, { personId, reviewId, what: 'begun' })
      return true
    })
    if (isOpened) deps.log.warn({ entryId, by, score }, 'screening review opened')
  }
}

type Asked = { of: ScreenedPerson | string } & Pick<NewScreening, 'payoutId' | 'exitId' | 'clearanceId'> & {
    purpose: Purpose
  }

/** Stores the outcome for a person with all wallets, or for a wallet alone. */
async function note(
  deps: Deps,
  { states, snapshotIds, held }: Looked,
  asked: readonly Asked[],
): Promise<NewScreening[]> {
  const at = deps.clock.now()
  const mostAgeMs = strictestAge(deps.settings.screening.mostAgeMs, await findRunningLimits(deps.db))
  const isStale = staleLists(states, { now: at, mostAgeMs }).length > 0
  const rows = asked.map(({ of, ...about }): NewScreening => {
    const subjects: ReviewSubject[] = typeof of === 'string' ? [`wallet:${of}`] : subjectsOf(of)
    const isUnderReview = subjects.some((subject) => held.has(subject))
    return {
      subject: typeof of === 'string' ? `wallet:${of}` : of.subject,
      subjectHash: fingerprint(typeof of === 'string' ? [of] : [...of.names, '', ...of.wallets]),
      ...about,
      snapshotIds,
      engine: ENGINE,
      outcome: isUnderReview ? 'review' : isStale ? 'unavailable' : 'clear',
      at,
    }
  })
  await inTransaction(deps.db, (tx) => storeScreenings(tx, rows))
  return rows
}
