import { storeEmailConfirmed } from '#app/accounts/db/users.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { clearAddress } from '#app/notices/db/mail-events.server.ts'

/**
 * Stores that the account's owner reads the address: emails arrive there. Sellers whom the person has named until now
 * are then invited. False when it was already confirmed.
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

/** Marks this person's address as deliverable: what was paused because of it continues (decision 109). */
export async function noteAddressRead(tx: Transaction, userId: string): Promise<void> {
  const { email: address } = await findAddressee(tx, userId)
  await clearAddress(tx, address)
  await enqueue(tx, { name: 'follow_address', payload: { address } })
}
