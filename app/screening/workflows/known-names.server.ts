import type { Database } from '#app/kernel/db/client.server.ts'
import { findNamesInForce, type NamesWanted } from '#app/screening/db/entries.server.ts'
import type { ListState } from '#app/screening/db/lists.server.ts'
import { makeNameIndex, type NameIndex } from '#app/screening/domain/names/name-index.ts'

type Kept = { snapshotId: string; index: Promise<NameIndex> }

/** Each process reads a list's names once per snapshot. */
const KEPT = new WeakMap<Database, Map<string, Kept>>()
const OF_SNAPSHOT = 'since'

/** The names in force by `states`, or only those of the snapshot `since`. Read after the states, so never older. */
export async function knownNames(
  db: Database,
  { states, since }: { states: readonly ListState[]; since: string | null },
): Promise<NameIndex[]> {
  if (since !== null) return [await keep(db, { key: OF_SNAPSHOT, snapshotId: since, wanted: { since } })]
  return Promise.all(
    states.flatMap(({ list, snapshot }) =>
      snapshot === null ? [] : keep(db, { key: list, snapshotId: snapshot.id, wanted: { list } }),
    ),
  )
}

function keep(
  db: Database,
  { key, snapshotId, wanted }: { key: string; snapshotId: string; wanted: NamesWanted },
): Promise<NameIndex> {
  const lists = KEPT.get(db) ?? new Map<string, Kept>()
  KEPT.set(db, lists)
  const known = lists.get(key)
  if (known?.snapshotId === snapshotId) return known.index
  const index = findNamesInForce(db, wanted).then(makeNameIndex)
  lists.set(key, { snapshotId, index })
  // A failed read is repeated by the next caller.
  index.catch(() => lists.get(key)?.index === index && lists.delete(key))
  return index
}
