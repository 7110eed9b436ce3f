/** Stores an event of the mail service: the state of an email and of its address (decision 109). */

import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { applyToAddress, findEmailOf, storeMailEvent } from '#app/notices/db/mail-events.server.ts'
import type { MailEvent } from '#app/notices/domain/mail-event.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * `id`: the mail service's id of the event, which may come repeatedly and in any order. Events of other people's emails
 * are ignored: others may share the account.
 */
export async function takeMailEvent(
  deps: Deps,
  { id, event }: { id: string; event: MailEvent },
): Promise<'taken' | 'known' | 'not_ours'> {
  const { kind, address, words, at } = event
  return inTransaction(deps.db, async (tx) => {
    const letterId = await findEmailOf(tx, event)
    if (letterId === null && kind !== 'unsuppressed') return 'not_ours'
    const stored = { id, kind, address, letterId, words, at, receivedAt: deps.clock.now() }
    if (!(await storeMailEvent(tx, stored))) return 'known'
    if (await applyToAddress(tx, stored)) {
      await enqueue(tx, { name: 'follow_address', payload: { address } })
    }
    return 'taken'
  })
}
