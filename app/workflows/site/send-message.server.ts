import { createHash } from 'node:crypto'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'

export type WrittenMessage = {
  name: string
  /** Where an answer goes. */
  email: string
  /** May be empty. */
  subject: string
  message: string
  /** The address of the account of whoever is signed in. */
  account: string | null
}

/**
 * Sends what somebody has written on the contact page to the support address. The same words from the same address are one
 * letter, however often they are sent. The caller has limited how many.
 */
export async function sendMessage(deps: Deps, { account, ...written }: WrittenMessage): Promise<void> {
  const same = createHash('sha256').update(JSON.stringify(written)).digest('hex')
  await inTransaction(deps.db, (tx) =>
    queueLetter(tx, {
      event: `contact_message:${same}`,
      // Who reads it has a language only if the address has an account.
      to: { email: deps.settings.supportEmail, locale: 'en' },
      content: { letter: 'contact_message', ...written, ...(account !== null && { account }) },
    }),
  )
}
