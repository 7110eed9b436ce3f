/** What was done with an escrow or an account: who, when and why, beyond what its parties read. */
import { type DoneEvent, findDoneWithEscrow, findDoneWithPerson } from '#app/admin/db/done-events.server.ts'
import { type DoneKind, doneBy, doneFor, doneKind } from '#app/admin/domain/done-events.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type ListPage, type ListPlace, readPage, type Slice } from '#app/kernel/domain/paging/list-place.ts'
import { findPeopleByIds } from '#app/screening/db/reviews.server.ts'

const SHOWN = 20

export type DoneView = {
  id: string
  kind: DoneKind
  at: string
  /** The name is empty when a closed account keeps none. */
  by: { name: string } | 'command' | 'itself'
  reason: string | null
}

export type DonePage = ListPage<DoneView>

export function loadDoneWithEscrow(db: Database, asked: { escrowId: string; place: ListPlace | null }) {
  const { escrowId, place } = asked
  return load(db, place, (slice) => findDoneWithEscrow(db, { ...slice, escrowId }))
}

export function loadDoneWithPerson(db: Database, asked: { userId: string; place: ListPlace | null }) {
  const { userId, place } = asked
  return load(db, place, (slice) => findDoneWithPerson(db, { ...slice, userId }))
}

async function load(
  db: Database,
  place: ListPlace | null,
  find: (slice: Slice) => Promise<DoneEvent[]>,
): Promise<DonePage> {
  const { rows, ...page } = await readPage({ place, size: SHOWN, find, placeOf: ({ at, id }) => ({ at, id }) })
  const hands = rows.map(doneBy)
  const people = await findPeopleByIds(
    db,
    hands.flatMap((by) => (typeof by === 'string' ? [] : by.userId)),
  )
  return {
    ...page,
    rows: rows.flatMap((row, place): DoneView[] => {
      const [kind, by] = [doneKind(row.kind), hands[place] ?? 'itself']
      if (kind === null) return []
      const { id, at } = row
      const hand = typeof by === 'string' ? by : { name: people.get(by.userId)?.name ?? '' }
      return [{ id, kind, at: at.toISOString(), by: hand, reason: doneFor(row) }]
    }),
  }
}
