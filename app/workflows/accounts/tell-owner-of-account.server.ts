import { findUserId } from '#app/db/accounts/users.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'

/**
 * Tells the owner of an account that somebody wanted to use its normalized address for another one: whoever asks which addresses
 * have accounts is heard of. One letter a day, however often it is tried.
 */
export async function tellOwnerOfAccount(deps: Deps, tx: Transaction, email: string): Promise<void> {
  const userId = await findUserId(tx, email)
  if (userId === null) return
  const day = deps.clock.now().toISOString().slice(0, 10)
  await queueLetter(tx, {
    event: `account_exists:${userId}:${day}`,
    to: { userId },
    content: { letter: 'account_exists' },
  })
}
