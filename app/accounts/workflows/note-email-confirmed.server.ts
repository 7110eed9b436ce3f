import { storeEmailConfirmed } from '#app/accounts/db/users.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { clearAddress } from '#app/notices/db/mail-events.server.ts'

/**
 * The owner of the account reads its address: letters arrive there. Whom the person has named as a seller until then is invited now.
 * False when it was confirmed before.
 */
export async function noteEmailConfirmed(
  tx: Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  await noteAddressRead(tx, userId)
  if (!(await storeEmailConfirmed(tx, { id: userId, at: now }))) return false
  await writeEvent(tx, { kind: 'email_confirmed', at: now, userId })
  await enqueue(tx, { name: 'invite_waiting', payload: { userId } })
  return true
}

/** The address of this person takes letters: what stood still because of that goes on (decision 109). */
export async function noteAddressRead(tx: Transaction, userId: string): Promise<void> {
  const { email: address } = await findAddressee(tx, userId)
  await clearAddress(tx, address)
  await enqueue(tx, { name: 'follow_address', payload: { address } })
}
