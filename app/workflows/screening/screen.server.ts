import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { findListStates } from '#app/db/screening/lists.server.ts'
import { findPeopleAfter, findPeopleOfPayout, findScreenedPerson } from '#app/db/screening/people.server.ts'
import { findHeld, openReview, storeScreening, subjectsOf } from '#app/db/screening/screenings.server.ts'
import { staleLists } from '#app/domain/screening/freshness.ts'
import type { Subject } from '#app/domain/screening/review.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { compareNames, compareWallets, ENGINE, fingerprint, type Likeness } from './compare.server.ts'

/** What occasion made somebody look. */
export type Purpose = 'person' | 'payout' | 'list' | 'nightly'
export type Outcome = 'clear' | 'review' | 'unavailable'

const SLICE = 50

type Asked = { purpose: Purpose; payoutId?: string; since?: string | null }

/** A person as it stands now, with all wallets. Nothing to do for an operator, or for nobody. */
export async function screenPerson(
  deps: Deps,
  asked: { userId: string; purpose?: Purpose; since?: string },
): Promise<void> {
  await screenOne(deps, asked.userId, { purpose: asked.purpose ?? 'person', since: asked.since ?? null })
}

async function screenOne(deps: Deps, userId: string, asked: Asked): Promise<Outcome | null> {
  const person = await findScreenedPerson(deps.db, userId)
  if (!person) return null
  const subject: Subject = `user:${userId}`
  const { names, wallets } = person
  const found = [
    ...(await compareNames(deps.db, { userId, names, since: asked.since ?? null })),
    ...(await compareWallets(deps.db, { wallets, personId: userId })),
  ]
  const held = subjectsOf(person)
  return note(deps, { subject, held, subjectHash: fingerprint([...names, '', ...wallets]), found, ...asked })
}

/**
 * Everybody who has to do with a payout, and the wallet, before it is signed: with lists that are in force and young enough.
 * `unavailable` where they are not: never clear by accident.
 */
export async function screenPayout(deps: Deps, payoutId: string): Promise<Outcome> {
  const { people, wallets } = await findPeopleOfPayout(deps.db, payoutId)
  const outcomes: Outcome[] = []
  // People first: a wallet is then shown with whose it is.
  for (const userId of people) {
    const outcome = await screenOne(deps, userId, { purpose: 'payout', payoutId })
    if (outcome) outcomes.push(outcome)
  }
  for (const address of wallets) {
    const subject: Subject = `wallet:${address}`
    const found = await compareWallets(deps.db, { wallets: [address], personId: null })
    const subjectHash = fingerprint([address])
    outcomes.push(await note(deps, { subject, held: [subject], subjectHash, found, purpose: 'payout', payoutId }))
  }
  // What is not clear is worse the less is known.
  if (outcomes.includes('review')) return 'review'
  return outcomes.includes('unavailable') || outcomes.length === 0 ? 'unavailable' : 'clear'
}

type Noted = Asked & {
  subject: Subject
  /** Everything of which a person may have yet to decide. */
  held: readonly Subject[]
  subjectHash: string
  found: readonly Likeness[]
}

async function note(deps: Deps, { subject, held, subjectHash, found, purpose, payoutId }: Noted): Promise<Outcome> {
  const at = deps.clock.now()
  for (const likeness of found) {
    if (!(await openReview(deps.db, { ...likeness, openedAt: at }))) continue
    deps.log.warn(
      { list: likeness.entryId, by: likeness.by, score: likeness.score },
      'somebody is like an entry of a sanctions list',
    )
    const [, userId = ''] = subject.startsWith('user:') ? subject.split(':') : []
    const who = userId === '' ? {} : { userId }
    const detail = { entryId: likeness.entryId, by: likeness.by, score: likeness.score }
    await inTransaction(deps.db, (tx) => writeEvent(tx, { kind: 'screening_opened', at, ...who, detail }))
  }
  const states = await findListStates(deps.db)
  const { mostAgeMs } = deps.settings.screening
  const isHeld = (await findHeld(deps.db, held)).length > 0
  const isStale = staleLists(states, { now: at, mostAgeMs }).length > 0
  const outcome = isHeld ? 'review' : isStale ? 'unavailable' : 'clear'
  const snapshotIds = states.flatMap(({ snapshot }) => snapshot?.id ?? [])
  const row = {
    subject,
    subjectHash,
    purpose,
    payoutId: payoutId ?? null,
    snapshotIds,
    engine: ENGINE,
    outcome,
    at,
  } as const
  await inTransaction(deps.db, (tx) => storeScreening(tx, row))
  return outcome
}

/**
 * A slice of all people, and the job for the next one: with what a new list brought (`since`), or each night with everything.
 */
export async function screenPeople(deps: Deps, asked: { since?: string; after?: string }): Promise<void> {
  const { since, after = null } = asked
  const people = await findPeopleAfter(deps.db, { after, take: SLICE })
  const purpose = since === undefined ? 'nightly' : 'list'
  for (const userId of people) await screenOne(deps, userId, { purpose, since: since ?? null })
  const last = people.at(-1)
  if (people.length < SLICE || last === undefined) return
  await inTransaction(deps.db, (tx) =>
    enqueue(tx, { name: 'screen_people', payload: { ...(since && { since }), after: last } }),
  )
}
