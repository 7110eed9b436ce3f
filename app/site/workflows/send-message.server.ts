import { createHash } from 'node:crypto'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type WrittenMessage = {
  name: string
  /** For replies. */
  email: string
  subject: string
  message: string
  /** The address of the signed-in person's account. */
  account: string | null
}

/**
 * Emails a message of the contact page to support. The same message from the same address is one email, however often
 * it is sent. The caller limits the number of messages.
 */
export async function sendMessage(deps: Deps, { account, ...written }: WrittenMessage): Promise<void> {
  const same = createHash('sha256').update(JSON.stringify(written)).digest('hex')
  await inTransaction(deps.db, (tx) =>
    queueEmail(tx, {
      event: `contact_message:${same}`,
      // The reader's language is known only if the address has an account.
      to: { email: deps.settings.supportEmail, locale: 'en' },
      content: { letter: 'contact_message', ...written, ...(account !== null && { account }) },
    }),
  )
}
