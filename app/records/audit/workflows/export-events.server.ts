/** Exports audit events for somebody who checks them without our database (docs/decisions/058). */

import { findEscrowByEitherId } from '#app/escrow/db/escrows.server.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { type Database, inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import {
  countSealedBefore,
  findAuditPlaces,
  findHashesAt,
  findNewestSeal,
  findNodes,
  findPlacesOfEscrow,
  type Seal,
  type StoredPlace,
} from '#app/records/audit/db/chain.server.ts'
import { type Audience, isHandedTo, isWhole } from '#app/records/audit/domain/audience.ts'
import { besideTheWay, hashOfSpan, SMALLEST_KEPT, wholeIn } from '#app/records/audit/domain/hash-tree.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { CHECK_SCRIPT } from './check-script.ts'
import { bodyOf, hex, NOTHING_BEFORE, shownOf, TREE } from './hashes.server.ts'
import { readMe } from './read-me.ts'
import { sealEvents } from './seal-events.server.ts'

export type Bundle = { fileName: string; files: { name: string; content: AsyncIterable<string> | Iterable<string> }[] }

const SLICE = 1_000

/** The sealed events of one escrow, each with its audit path. Refusal of the field `txid`: escrow_not_found. */
export async function exportEscrow(
  deps: Deps,
  asked: { transactionId: string; audience: Audience; operatorId: string },
): Promise<Bundle | Refusal> {
  const { audience, operatorId: userId } = asked
  const transactionId = normalizeEscrowId(asked.transactionId)
  const escrow = transactionId && (await findEscrowByEitherId(deps.db, { transactionId }))
  if (!escrow) return refuse('escrow_not_found', { field: 'txid' })
  const { id: escrowId, buyerId, sellerId } = escrow
  const seal = await noteExport(deps, { userId, detail: { escrow: escrowId, audience } })
  const partyId = audience === 'buyer' ? buyerId : sellerId
  const places = (await findPlacesOfEscrow(deps.db, { escrowId, upTo: seal.peaks.size })).filter(
    ({ event }) => event !== null && isHandedTo(audience, event.kind),
  )
  const before = await findHashesAt(
    deps.db,
    places.map(({ seq }) => seq - 1),
  )
  const paths = await pathsOf(deps.db, { seqs: places.map(({ seq }) => seq), size: seal.peaks.size })
  const lines = places.map((place) =>
    lineOf(place, {
      before: before.get(place.seq - 1) ?? NOTHING_BEFORE,
      path: paths.get(place.seq),
      withBody: isWhole(audience, { userId: place.event?.userId ?? null, kind: place.event?.kind ?? '', partyId }),
    }),
  )
  const who = audience === 'court' ? 'all of them, whole' : `as they are handed to its ${audience}`
  const what = `All events of the escrow ${escrow.transactionId}, ${who}.`
  return bundle(deps, {
    name: escrow.transactionId,
    seal,
    what,
    count: lines.length,
    events: lines,
    more: { escrow: escrowId },
  })
}

/** Events sealed in a range of days, both included, in chain order. Bodies only on request. */
export async function exportRange(
  deps: Deps,
  asked: { from: Date; to: Date; withBodies: boolean; operatorId: string },
): Promise<Bundle> {
  const { from, to, withBodies, operatorId: userId } = asked
  const days = [from, to].map((day) => day.toISOString().slice(0, 10))
  const seal = await noteExport(deps, { userId, detail: { from: days[0] ?? '', to: days[1] ?? '', withBodies } })
  const end = new Date(to)
  end.setUTCDate(end.getUTCDate() + 1)
  const after = await countSealedBefore(deps.db, from)
  const upTo = await countSealedBefore(deps.db, end)
  const what = `All events that were sealed from ${days[0]} to ${days[1]} (UTC), ${withBodies ? 'whole' : 'without what was written down beside kind and time'}.`
  const events = linesOf(deps.db, { after, upTo, withBodies, size: seal.peaks.size })
  return bundle(deps, {
    name: `${days[0]}-${days[1]}`,
    seal,
    what,
    count: upTo - after,
    events,
    more: { from: days[0], to: days[1] },
  })
}

/** The export is itself an event, sealed before anything is read. */
async function noteExport(
  deps: Deps,
  { userId, detail }: { userId: string; detail: Record<string, string | boolean> },
): Promise<Seal> {
  await inTransaction(deps.db, (tx) => writeEvent(tx, { kind: 'audit_exported', at: deps.clock.now(), userId, detail }))
  await sealEvents(deps)
  const seal = await findNewestSeal(deps.db)
  if (!seal) throw new Error('nothing was ever sealed')
  return seal
}

type Shown = { before?: Uint8Array | undefined; path?: readonly Uint8Array[] | undefined; withBody: boolean }

function lineOf({ seq, salt, event }: StoredPlace, { before, path, withBody }: Shown): string {
  if (!event) throw new Error(`the event at ${seq} is gone`)
  const line = {
    seq,
    ...(before && { before: hex(before) }),
    shown: shownOf(event, salt),
    ...(withBody && { salt: hex(salt), body: bodyOf(event) }),
    ...(path && { path: path.map(hex) }),
  }
  return `${JSON.stringify(line)}\n`
}

/** Consecutive lines: only the first has the hash before it, and only the last has a path to the root. */
async function* linesOf(
  db: Database,
  { after, upTo, withBodies, size }: { after: number; upTo: number; withBodies: boolean; size: number },
): AsyncGenerator<string> {
  if (upTo <= after) return
  const before = (await findHashesAt(db, [after])).get(after) ?? NOTHING_BEFORE
  const path = (await pathsOf(db, { seqs: [upTo], size })).get(upTo)
  for (let read = after; read < upTo; ) {
    const places = await findAuditPlaces(db, { after: read, upTo, limit: SLICE })
    if (places.length === 0) throw new Error(`the chain has no place ${read + 1}`)
    for (const place of places) {
      const { seq } = place
      yield lineOf(place, {
        ...(seq === after + 1 && { before }),
        ...(seq === upTo && { path }),
        withBody: withBodies,
      })
      read = seq
    }
  }
}

type Made = {
  name: string
  seal: Seal
  what: string
  count: number
  events: AsyncIterable<string> | Iterable<string>
  more: Record<string, string | undefined>
}

function bundle({ clock, settings }: Deps, { name, seal, what, count, events, more }: Made): Bundle {
  const made = clock.now().toISOString()
  const { head, root, peaks, at } = seal
  const proof = {
    format: 'quayside-audit-1',
    size: peaks.size,
    root: hex(root),
    head: hex(head),
    sealedAt: at.toISOString(),
    events: count,
    ...more,
  }
  return {
    fileName: `quayside-audit-${name}.zip`,
    files: [
      { name: 'README.txt', content: [readMe({ what, made, support: settings.supportEmail })] },
      { name: 'check.mjs', content: [CHECK_SCRIPT] },
      { name: 'proof.json', content: [`${JSON.stringify(proof, null, 2)}\n`] },
      { name: 'events.ndjson', content: events },
    ],
  }
}

/** The audit paths of some places in a tree of that size, by place. */
async function pathsOf(
  db: Database,
  { seqs, size }: { seqs: readonly number[]; size: number },
): Promise<Map<number, Uint8Array[]>> {
  const ways = new Map(seqs.map((seq) => [seq, besideTheWay(seq - 1, size)]))
  const wholes = [...ways.values()].flat().flatMap(wholeIn)
  const kept = await findNodes(
    db,
    wholes.filter(({ level }) => level >= SMALLEST_KEPT),
  )
  const small = wholes.filter(({ level }) => level < SMALLEST_KEPT)
  const leaves = small.flatMap(({ level, place }) =>
    Array.from({ length: 2 ** level }, (_, n) => place * 2 ** level + n + 1),
  )
  const links = await findHashesAt(db, [...new Set(leaves)])
  const whole = (level: number, place: number): Uint8Array => {
    if (level >= SMALLEST_KEPT) return known(kept.get(`${level}:${place}`))
    if (level === 0) return TREE.leaf(known(links.get(place + 1)))
    return TREE.pair(whole(level - 1, 2 * place), whole(level - 1, 2 * place + 1))
  }
  return new Map([...ways].map(([seq, way]) => [seq, way.map((span) => hashOfSpan(span, TREE, whole))]))
}

function known(hash: Uint8Array | undefined): Uint8Array {
  if (!hash) throw new Error('the tree lacks a part: npm run audit:verify says more')
  return hash
}
