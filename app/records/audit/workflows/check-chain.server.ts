/** Checks in slices, each time from the start, that every event of the audit log is where and as it was sealed. */

import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import {
  findAuditPlaces,
  findFound,
  findHashesAt,
  findLostUnsealed,
  findNewestSeal,
  findSealsBetween,
  type StoredPlace,
  walkEvents,
  writePeaks,
} from '#app/records/audit/db/chain.server.ts'
import {
  beginCheck,
  endCheck,
  findKnownHeads,
  findLastAsked,
  findOpenCheck,
  type OpenCheck,
  storeProgress,
  type WrongEvents,
} from '#app/records/audit/db/checks.server.ts'
import { type PlaceInChain, whyBroken } from '#app/records/audit/domain/finding.ts'
import { grow, rootOf } from '#app/records/audit/domain/hash-tree.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { eventHash, follow, hex, isSameHash, NOTHING_BEFORE, TREE } from './hashes.server.ts'

const SLICE = 2_000
/** Slices per job; the next job continues. */
const SLICES_AT_ONCE = 25
/** The places behind a wrong one show what was done to it. */
const LOOK_AHEAD = 60
/** The scheduled check runs once a day. */
const DAILY_MS = 23 * 60 * 60_000

type Checker = Pick<Deps, 'db' | 'clock' | 'newId' | 'log'>
/** A head of the chain that somebody has kept outside of the database. */
export type KnownHead = { size: number; head: Uint8Array }

/** Begins a check of everything sealed so far, unless a check is open. */
export async function beginAudit(deps: Checker, asked: { operatorId: string | null }): Promise<void> {
  await inTransaction(deps.db, (tx) => begin(deps, tx, asked))
}

async function begin(deps: Checker, tx: Transaction, { operatorId }: { operatorId: string | null }): Promise<void> {
  const size = (await findNewestSeal(tx))?.peaks.size ?? 0
  await beginCheck(tx, { id: deps.newId(), at: deps.clock.now(), askedById: operatorId, size, head: NOTHING_BEFORE })
}

/** The same for an operator; the worker performs it. */
export async function askForCheck(deps: Checker, asked: { operatorId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await begin(deps, tx, asked)
    await enqueue(tx, { name: 'check_audit', payload: {} })
  })
}

/** The job of the schedule and of the button: continues an open check, or begins the daily one. */
export async function checkAudit(deps: Checker): Promise<Date | null> {
  if (!(await findOpenCheck(deps.db))) {
    const last = await findLastAsked(deps.db)
    if (last !== null && deps.clock.now().getTime() - last.getTime() < DAILY_MS) return null
    await beginAudit(deps, { operatorId: null })
  }
  for (let slice = 0; slice < SLICES_AT_ONCE; slice += 1) {
    if ((await checkSlice(deps)) === 'done') return null
  }
  return deps.clock.now()
}

/** Checks one more slice. `outside`: heads kept outside of the database. */
export async function checkSlice(deps: Checker, outside: readonly KnownHead[] = []): Promise<'done' | 'more'> {
  const check = await findOpenCheck(deps.db)
  if (!check) return 'done'
  const next = check.checked < check.size ? await followPlaces(deps, check, outside) : await walkOn(deps, check)
  if ('finding' in next) return end(deps, check, next)
  if (next === check) return end(deps, check, null)
  await storeProgress(deps.db, check, next)
  return 'more'
}

async function end(
  deps: Checker,
  { id, askedById, size, head }: OpenCheck,
  wrong: WrongEvents | null,
): Promise<'done'> {
  const at = deps.clock.now()
  const found = { events: size, head: hex(head), wrong: wrong?.finding ?? null }
  const isEnded = await inTransaction(deps.db, async (tx) => {
    if (!(await endCheck(tx, { id, at, wrong }))) return false
    const by = askedById === null ? {} : { userId: askedById }
    await writeEvent(tx, { kind: 'audit_checked', at, ...by, detail: { ...found, place: wrong?.seq ?? null } })
    return true
  })
  if (!isEnded) return 'done'
  if (wrong) deps.log.error({ ...found, ...wrong }, 'audit log mismatch found')
  else deps.log.info(found, 'audit log verified')
  return 'done'
}

/** Checks the next places of the chain, up to the first wrong one. */
async function followPlaces(
  deps: Checker,
  check: OpenCheck,
  outside: readonly KnownHead[],
): Promise<OpenCheck | WrongEvents> {
  const { db } = deps
  const { checked: start, size } = check
  const places = await findAuditPlaces(db, { after: start, upTo: size, limit: SLICE })
  const last = places.at(-1)?.seq ?? start
  const seals = new Map(
    (await findSealsBetween(db, { after: start, upTo: last })).map((each) => [each.peaks.size, each]),
  )
  const known = [...(await findKnownHeads(db)), ...outside]
  const longest = known.find((each) => each.size > size)
  if (longest) return { finding: 'removed', seq: size + 1, eventId: null }
  let { head, peaks } = check
  let beforeThat: Uint8Array | null = null
  for (const place of places) {
    const seq = peaks.size + 1
    if (place.seq !== seq) return { finding: 'removed', seq, eventId: null }
    if (!place.event || !isSameHash(follow(head, eventHash(place.event, place.salt)), place.hash)) {
      return judge(deps, { place, before: head, beforeThat })
    }
    beforeThat = head
    head = place.hash
    peaks = grow(peaks, TREE.leaf(head), TREE).peaks
    const wrong = { seq, eventId: place.eventId }
    const seal = seals.get(seq)
    const isSealed = (of: NonNullable<typeof seal>) =>
      isSameHash(of.head, head) &&
      isSameHash(of.root, rootOf(peaks, TREE)) &&
      isSameHash(writePeaks(of.peaks), writePeaks(peaks))
    if (seal ? !isSealed(seal) : seq === size) return { finding: 'other_seal', ...wrong }
    if (known.some((each) => each.size === seq && !isSameHash(each.head, head)))
      return { finding: 'other_head', ...wrong }
  }
  return places.length === 0
    ? { finding: 'removed', seq: start + 1, eventId: null }
    : { ...check, checked: last, head, peaks }
}

async function judge(
  { db }: Checker,
  { place, before, beforeThat }: { place: StoredPlace; before: Uint8Array; beforeThat: Uint8Array | null },
): Promise<WrongEvents> {
  const { seq } = place
  const later = await findAuditPlaces(db, { after: seq, upTo: seq + LOOK_AHEAD, limit: LOOK_AHEAD })
  const inChain = ({ seq, hash, salt, event }: StoredPlace): PlaceInChain<Uint8Array> => ({
    seq,
    stored: hash,
    event: event && eventHash(event, salt),
  })
  const known = seq === 2 ? NOTHING_BEFORE : ((await findHashesAt(db, [seq - 2])).get(seq - 2) ?? null)
  const { seq: wrongSeq, finding } = whyBroken({
    places: [inChain(place), ...later.map(inChain)],
    before,
    beforeThat: beforeThat ?? known,
    follow,
    isSame: isSameHash,
  })
  return { finding, seq: wrongSeq, eventId: wrongSeq === seq ? place.eventId : null }
}

/** Finds events without a place, and places without an event. Returns the same check when there are no more. */
async function walkOn({ db }: Checker, check: OpenCheck): Promise<OpenCheck | WrongEvents> {
  // Events from before the chain look like inserted ones until the last of them is sealed.
  if ((await findFound(db)).doneAt === null) return check
  const events = await walkEvents(db, { after: check.walked, limit: SLICE })
  const unknown = events.find(({ isKnown }) => !isKnown)
  if (unknown) return { finding: 'inserted', seq: null, eventId: unknown.id }
  const last = events.at(-1)
  if (events.length === SLICE && last) return { ...check, walked: last.id }
  const lost = await findLostUnsealed(db)
  return lost === null ? check : { finding: 'removed', seq: null, eventId: lost }
}
