/** Writes a letter into the outbox, in the transaction of its event, and wakes the worker for it. */
import type { Transaction } from '#app/db/client.server.ts'
import { createLetter } from '#app/db/outbox.server.ts'
import { findAddressee } from '#app/db/users.server.ts'
import type { LetterContent } from '#app/emails/letters.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'

type Addressed =
  | { userId: string }
  /** Somebody without an account, such as the seller that a buyer names. */
  | { email: string; locale: string }

/** `event` names the happening ('escrow_funded:<id>'): the same event writes to the same person once. */
export async function queueLetter(
  tx: Transaction,
  letter: { event: string; to: Addressed; content: LetterContent },
): Promise<void> {
  const addressee =
    'userId' in letter.to
      ? await findAddressee(tx, letter.to.userId)
      : { id: null, email: letter.to.email, locale: letter.to.locale }
  const letterId = await createLetter(tx, {
    key: `${letter.event}:${addressee.email}`,
    userId: addressee.id,
    recipient: addressee.email,
    locale: addressee.locale,
    content: letter.content,
  })
  if (letterId) await enqueue(tx, { name: 'send_letter', payload: { letterId } })
}
