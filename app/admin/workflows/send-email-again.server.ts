import { enqueue } from '#app/jobs/enqueue.server.ts'
import { countNotesOfEmail, writeNote } from '#app/kernel/db/admin-notes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { copyEmail, findEmailToCopy } from '#app/notices/db/emails-again.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActionAsked, ActionDone } from './action.ts'

/**
 * Sends the same email anew, to its reader's current address. One with a link that opens an account goes only to its
 * original address: the link belongs to that mailbox. An email that is still being retried is left alone, and of two
 * concurrent requests one sends. Refusal: letter_withheld.
 */
export async function sendEmailAgain(deps: Deps, asked: ActionAsked): Promise<ActionDone> {
  const { subjectId: letterId, operatorId, reason, seen } = asked
  return inTransaction(deps.db, async (tx) => {
    const letter = await findEmailToCopy(tx, letterId)
    if (!letter) throw new Error(`letter ${letterId} is gone`)
    if (letter.withheldFor !== null) return refuse('letter_withheld')
    const isOver = letter.sentAt !== null || letter.givenUpAt !== null
    if (!isOver || (await countNotesOfEmail(tx, letterId)) !== seen) return 'already'
    const at = deps.clock.now()
    const copyId = await copyEmail(tx, { letter, number: seen + 1, at })
    if (copyId === null) return 'already'
    await writeNote(tx, {
      id: deps.newId(),
      kind: 'send_letter',
      about: { letterId, ...(letter.userId !== null && { userId: letter.userId }) },
      text: reason,
      byId: operatorId,
      at,
    })
    await writeEvent(tx, {
      kind: 'letter_sent_again',
      at,
      ...(letter.escrowId !== null && { escrowId: letter.escrowId }),
      ...(letter.userId !== null && { userId: letter.userId }),
      detail: { by: operatorId, letterId, copyId, reason },
    })
    await enqueue(tx, { name: 'send_letter', payload: { letterId: copyId } })
    return 'done'
  })
}
