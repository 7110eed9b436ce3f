import { createHash } from 'node:crypto'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { type FetchedList, ListUnavailable } from '#app/ports.ts'
import { countNamesInForce } from '#app/screening/db/entries.server.ts'
import {
  claimList,
  findListStates,
  type HashedEntry,
  LIST_TAKES_MS,
  putIntoForce,
  recordListFailure,
  recordListUnchanged,
  type WholeList,
} from '#app/screening/db/lists.server.ts'
import { findPeopleAfter } from '#app/screening/db/people.server.ts'
import { findAccepted, keepRefused } from '#app/screening/db/refused-lists.server.ts'
import { type Fault, faultOf, isAcceptable, listNamesOf, type Size } from '#app/screening/domain/list-floors.ts'
import {
  ListBroken,
  type ListedEntry,
  SANCTIONS_LISTS,
  type SanctionsListName,
} from '#app/screening/domain/listed-entry.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Version of the code that reads the lists: a new one compares everything again. */
const READER = 2
/** Longer than reading any list takes. When a worker dies, others may read the list after this time. */
const TURN_MS = 15 * 60_000
/** The EU was seen to fail for days: two minutes, doubled up to two hours. */
const FIRST_WAIT_MS = 2 * 60_000
const LONGEST_WAIT_MS = 2 * 60 * 60_000

/**
 * Reads every due list. One that is unavailable or broken leaves the one before in force, and operators are alerted
 * (ops/domain/alert-cause.ts). People are compared with new entries. Returns when to retry after a failure; otherwise the
 * schedule does.
 */
export async function refreshLists(deps: Deps): Promise<Date | null> {
  const again: Date[] = []
  for (const list of SANCTIONS_LISTS) {
    const retryAt = await refreshList(deps, list)
    if (retryAt) again.push(retryAt)
  }
  return again.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
}

async function refreshList(deps: Deps, list: SanctionsListName): Promise<Date | null> {
  const now = deps.clock.now()
  const claim = await claimList(deps.db, { list, now, until: new Date(now.getTime() + TURN_MS) })
  if ('retryAt' in claim) return claim.retryAt
  try {
    await take(deps, list, await deps.lists.fetch(list))
    if (claim.failures > 0) deps.log.info({ list, tries: claim.failures }, 'sanctions list recovered')
    return null
  } catch (error) {
    if (!(error instanceof ListUnavailable || error instanceof ListBroken)) throw error
    const at = deps.clock.now()
    const failures = claim.failures + 1
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
    const retryAt = new Date(at.getTime() + wait)
    await recordListFailure(deps.db, { list, failures, retryAt, error: error.message, at })
    const facts = { list, tries: failures, retryAt: retryAt.toISOString(), cause: causeOf(error) }
    deps.log.warn(facts, 'sanctions list refresh failed')
    return retryAt
  }
}

async function take(deps: Deps, list: SanctionsListName, fetched: FetchedList): Promise<void> {
  const { entries: read, unknownCurrencies, ...facts } = fetched
  const before = (await findListStates(deps.db)).find((state) => state.list === list)?.snapshot ?? null
  const size = before && { entries: before.parsedCount, names: await countNamesInForce(deps.db, list) }
  const fault = faultOf(fetched, { list, before: size, isPlay: deps.settings.screening.isPlay })
  const at = deps.clock.now()
  if (fault === null && before?.sha256 === fetched.sha256 && before.reader === READER)
    return recordListUnchanged(deps.db, { list, unknownCurrencies, at })
  const entries = hashEntries(list, read)
  const accepted =
    fault && (await acceptedOrThrow(deps, { ...fetched, list, fault, hashed: entries, before, size, at }))
  const snapshot = { id: deps.newId(), list, fetchedAt: at, reader: READER, ...facts }
  const whole = { snapshot, entries, unknownCurrencies }
  const { added, ended } = await putIntoForceWithWork(deps, whole, { isFirst: before === null, accepted })
  deps.log.info({ list, entries: entries.length, added, ended }, 'sanctions list activated')
}

type Faulty = FetchedList & {
  list: SanctionsListName
  fault: Fault
  hashed: readonly HashedEntry[]
  before: { id: string } | null
  size: Size | null
  at: Date
}

/**
 * Returns the id of the accepted file, if any: the same entries, replacing the same snapshot. Not by hash: a file dated
 * to the second differs each time. Otherwise stores it for two operators, where they may accept it.
 */
async function acceptedOrThrow(deps: Deps, faulty: Faulty): Promise<string> {
  const { list, fault, hashed, before, size, at: fetchedAt, sha256, bytes, publishedAt, address } = faulty
  if (isAcceptable(fault)) {
    const fingerprint = sha256Of(hashed.map(({ hash }) => hash).toSorted())
    const same = { list, fingerprint, beforeId: before?.id ?? null }
    const accepted = await findAccepted(deps.db, same)
    if (accepted !== null) return accepted
    const counts = { entries: faulty.entries.length, names: listNamesOf(faulty.entries) }
    const countsBefore = { entriesBefore: size?.entries ?? null, namesBefore: size?.names ?? null }
    const file = { sha256, bytes, publishedAt, address, fetchedAt, ...counts, ...countsBefore }
    await inTransaction(deps.db, (tx) => keepRefused(tx, { id: deps.newId(), fault, ...same, ...file }))
  }
  throw new ListBroken(`${fault}: ${faulty.entries.length} entries`)
}

/**
 * In one transaction with the list: the event of its content, and the job that compares people with what is new (at
 * first: everything). A worker's death in between would lose what was new.
 */
async function putIntoForceWithWork(
  deps: Deps,
  whole: WholeList,
  { isFirst, accepted }: { isFirst: boolean; accepted: string | null },
): Promise<{ added: number; ended: number }> {
  const { list, id: snapshotId, sha256, fetchedAt: at } = whole.snapshot
  return inTransaction(
    deps.db,
    async (tx) => {
      const counts = await putIntoForce(tx, whole)
      const byTwo = accepted === null ? {} : { accepted }
      const detail = { list, snapshotId, sha256, entries: whole.entries.length, ...counts, ...byTwo }
      await writeEvent(tx, { kind: 'list_in_force', at, detail })
      const hasPeople = (await findPeopleAfter(tx, { after: null, take: 1 })).length > 0
      if (counts.added > 0 && hasPeople) {
        await enqueue(tx, { name: 'screen_people', payload: isFirst ? {} : { since: snapshotId } })
      }
      return counts
    },
    LIST_TAKES_MS,
  )
}

/** Of two entries with the same number, the later one counts. */
function hashEntries(list: SanctionsListName, entries: readonly ListedEntry[]): HashedEntry[] {
  const bySource = new Map(entries.map((entry) => [entry.sourceId, entry]))
  return [...bySource.values()].map((entry) => ({ ...entry, hash: fileHashOf(list, entry) }))
}

/** Another wording is another entry: earlier decisions do not apply to it. */
export function fileHashOf(list: string, entry: ListedEntry): string {
  const { sourceId, kind, names, births, countries, programmes, documents, wallets, remarks } = entry
  const said = [list, sourceId, kind, names, births, countries, programmes, documents, wallets, remarks]
  return sha256Of(said)
}

const sha256Of = (said: unknown) => createHash('sha256').update(JSON.stringify(said)).digest('hex')
