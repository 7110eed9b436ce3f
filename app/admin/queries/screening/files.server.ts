/** Files of sanctions lists that were too short to be accepted, for the operators who may accept them. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { findWaitingFiles } from '#app/screening/db/refused-lists.server.ts'
import { findPeopleByIds } from '#app/screening/db/reviews.server.ts'
import { resultOfYes } from '#app/screening/domain/accepting-files.ts'
import { LIST_NAMES, type SanctionsListName } from '#app/screening/domain/listed-entry.ts'

export type ListFileView = {
  id: string
  list: string
  publishedAt: string | null
  fetchedAt: string
  address: string
  sha256: string
  bytes: number
  entries: number
  names: number
  /** Counts of the file in force. Null: no file is in force. */
  before: { entries: number; names: number } | null
  wanted: { by: string; reason: string } | null
  /** `own`: this operator has accepted it already. `taken`: two operators have, and it is read next. */
  state: 'open' | 'own' | 'taken'
}

export async function loadWaitingFiles(db: Database, operatorId: string): Promise<ListFileView[]> {
  const files = await findWaitingFiles(db)
  const wishes = files.flatMap(({ wantedById }) => wantedById ?? [])
  const people = await findPeopleByIds(db, wishes)
  return files.map((file) => {
    const { id, list, publishedAt, fetchedAt, address, sha256, bytes, entries, names } = file
    const { entriesBefore, namesBefore, wantedById, wantedReason } = file
    const result = resultOfYes(file, operatorId)
    return {
      ...{ id, address, sha256, bytes, entries, names },
      list: LIST_NAMES[list as SanctionsListName],
      publishedAt: publishedAt?.replace(/T\d.*$/, '') ?? null,
      fetchedAt: fetchedAt.toISOString(),
      before: entriesBefore === null || namesBefore === null ? null : { entries: entriesBefore, names: namesBefore },
      wanted: wantedById === null ? null : { by: people.get(wantedById)?.name ?? '', reason: wantedReason ?? '' },
      state: result === 'not_now' ? 'taken' : result === 'own_wish' ? 'own' : 'open',
    }
  })
}
