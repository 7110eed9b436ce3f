/** Two operators confirm that a file that was too short is a true delisting (decision 068). */

import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { lockWaitingFile, storeFileAcceptance, storeWishForFile } from '#app/screening/db/refused-lists.server.ts'
import { resultOfYes } from '#app/screening/domain/accepting-files.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type FileAccepted = { fileId: string; operatorId: string; reason: string }

/** Checks only; changes nothing. `counts`: this operator's yes accepts it. Refuses as acceptFile does. */
export async function weighFile(deps: Deps, said: FileAccepted): Promise<{ counts: boolean } | Refusal> {
  const checked = await inTransaction(deps.db, (tx) => check(tx, said))
  return isRefusal(checked) ? checked : { counts: checked.result === 'accepted' }
}

/**
 * Confirms exactly this file. `wanted`: a second operator has to agree; then its list is read again at once, and these
 * entries come into force. The caller checks that `operatorId` is an operator. Refusals: list_file_moved_on,
 * review_own_wish, review_reason_required.
 */
export async function acceptFile(deps: Deps, said: FileAccepted): Promise<{ is: 'accepted' | 'wanted' } | Refusal> {
  const { fileId: id, operatorId } = said
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, said)
    if (isRefusal(checked)) return checked
    const { result, file } = checked
    const at = deps.clock.now()
    const reason = said.reason.trim()
    const { list, sha256, entries, entriesBefore } = file
    if (result === 'wanted') await storeWishForFile(tx, { id, operatorId, reason, at })
    else await storeFileAcceptance(tx, { id, operatorId, reason, at })
    const detail = { fileId: id, list, sha256, entries, entriesBefore, reason, counts: result === 'accepted' }
    await writeEvent(tx, { kind: 'list_file_accepted', at, userId: operatorId, detail })
    if (result === 'accepted') await enqueue(tx, { name: 'refresh_lists', payload: {} })
    return { is: result }
  })
}

async function check(tx: Transaction, { fileId, operatorId, reason }: FileAccepted) {
  const file = looksLikeRowId(fileId) ? await lockWaitingFile(tx, fileId) : null
  const result = file === null ? 'not_now' : resultOfYes(file, operatorId)
  if (file === null || result === 'not_now') return refuse('list_file_moved_on')
  if (result === 'own_wish') return refuse('review_own_wish')
  if (reason.trim() === '') return refuse('review_reason_required', { field: 'reason' })
  return { file, result }
}
