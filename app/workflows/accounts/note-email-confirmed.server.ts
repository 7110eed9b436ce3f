import { storeEmailConfirmed } from '#app/db/accounts/users.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'

/**
 * The owner of the account reads its address. Whom the person has named as a seller until then is invited now. False when it
 * was confirmed before.
 */
export async function noteEmailConfirmed(
  tx: Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  if (!(await storeEmailConfirmed(tx, { id: userId, at: now }))) return false
  await writeEvent(tx, { kind: 'email_confirmed', at: now, userId })
  await enqueue(tx, { name: 'invite_waiting', payload: { userId } })
  return true
}
