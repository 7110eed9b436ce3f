/** Verifies that an event comes from the mail service. */
import { Resend } from 'resend'
import type { MailHook } from '#app/ports.ts'
import { readMailEvent } from './read-mail-event.ts'

/** Checking a signature needs no request, but the SDK requires a key. */
const NO_KEY = 're_checks_signatures_only'

/** `secret`: `whsec_…`, as the mail service shows it for the webhook. */
export function openMailHook(secret: string): MailHook {
  const { webhooks } = new Resend(NO_KEY)
  return {
    read({ body, id, timestamp, signature }) {
      try {
        // In constant time, and only for messages of the last five minutes.
        const payload = webhooks.verify({ payload: body, headers: { id, timestamp, signature }, webhookSecret: secret })
        return { event: readMailEvent(payload) }
      } catch {
        return null
      }
    },
  }
}
