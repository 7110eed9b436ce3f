import { createHash } from 'node:crypto'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { queueLetter } from '#app/notices/workflows/queue-letter.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

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
