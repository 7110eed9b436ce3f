import { randomBytes } from 'node:crypto'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import {
  type FoundEvents,
  findFound,
  findNewestSeal,
  findUnsealed,
  type NewLink,
  type Seal,
  type StoredAuditEvent,
  storeFound,
  storeLinks,
  storeSeal,
  takeSealing,
  walkEvents,
} from '#app/records/audit/db/chain.server.ts'
import { grow, NO_PEAKS, rootOf, type Subtree } from '#app/records/audit/domain/hash-tree.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { eventHash, follow, NOTHING_BEFORE, SALT_BYTES, TREE } from './hashes.server.ts'

/** Events per transaction: short enough to block nobody, and a killed worker loses little work. */
const SLICE = 500
/** Slices per job; the next job does the rest. */
const MOST_SLICES = 20
/** More events are likely soon after some. */
const SOON_MS = 10_000

type Sealer = Pick<Deps, 'db' | 'clock'>

/**
 * Gives unsealed events their places in the chain, in the order of arrival (docs/decisions/058). A slice is sealed as a
 * whole or not at all. Returns when to poll again. Null: nothing was sealed.
 */
export async function sealEvents(deps: Sealer, { atOnce = SLICE }: { atOnce?: number } = {}): Promise<Date | null> {
  let total = 0
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const { sealed, isMore } = await inTransaction(deps.db, (tx) => sealSlice(deps, tx, atOnce))
    total += sealed
    if (!isMore) return total === 0 ? null : new Date(deps.clock.now().getTime() + SOON_MS)
  }
  return deps.clock.now()
}

async function sealSlice(
  { clock }: Sealer,
  tx: Transaction,
  limit: number,
): Promise<{ sealed: number; isMore: boolean }> {
  if (!(await takeSealing(tx))) return { sealed: 0, isMore: false }
  const at = clock.now()
  const newest = await findNewestSeal(tx)
  if (!newest) {
    await writeEvent(tx, { kind: 'audit_begun', at, detail: { before: 'sealed as found' } })
    return {
      sealed: await seal(tx, { newest, at, events: await findUnsealed(tx, { limit: 1, kind: 'audit_begun' }) }),
      isMore: true,
    }
  }
  const found = await findFound(tx)
  if (found.doneAt === null) return sealFound(tx, { newest, at, found, limit })
  const events = await findUnsealed(tx, { limit })
  return { sealed: await seal(tx, { newest, at, events }), isMore: events.length === limit }
}

type Sealing = { newest: Seal | null; at: Date; events: readonly StoredAuditEvent[] }

/** Seals the events from before the chain as they are now; then writes an event that says how many they were. */
async function sealFound(
  tx: Transaction,
  { newest, at, found, limit }: Omit<Sealing, 'events'> & { found: FoundEvents; limit: number },
): Promise<{ sealed: number; isMore: boolean }> {
  const walked = await walkEvents(tx, { after: found.upTo, limit })
  const events = walked.filter(({ isKnown }) => !isKnown)
  const count = found.count + events.length
  const isDone = walked.length < limit
  await storeFound(tx, { upTo: walked.at(-1)?.id ?? found.upTo, count, doneAt: isDone ? at : null })
  if (isDone && count > 0) await writeEvent(tx, { kind: 'audit_found_sealed', at, detail: { events: count } })
  return { sealed: await seal(tx, { newest, at, events }), isMore: true }
}

async function seal(tx: Transaction, { newest, at, events }: Sealing): Promise<number> {
  if (events.length === 0) return 0
  const links: NewLink[] = []
  const wholes: Subtree[] = []
  let head = newest?.head ?? NOTHING_BEFORE
  let peaks = newest?.peaks ?? NO_PEAKS
  for (const event of events) {
    const salt = randomBytes(SALT_BYTES)
    head = follow(head, eventHash(event, salt))
    links.push({ seq: peaks.size + 1, eventId: event.id, salt, hash: head })
    const grown = grow(peaks, TREE.leaf(head), TREE)
    peaks = grown.peaks
    wholes.push(...grown.whole)
  }
  await storeLinks(tx, links)
  await storeSeal(tx, { seal: { head, root: rootOf(peaks, TREE), peaks, at }, whole: wholes })
  return links.length
}
