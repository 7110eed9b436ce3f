/** Letters through Resend, or whatever speaks its protocol. The only file that knows its SDK. */
import { Resend } from 'resend'
import type { Mailer } from '#app/services/ports.ts'

/** A service that never answers must not hold a worker's slot for ever. */
const PATIENCE_MS = 15_000

export type MailSettings = {
  apiKey: string
  /** Where the service listens, without a slash at the end. */
  baseUrl: string
  /** "Name <address>". */
  from: string
}

/** The mail service did not take a letter. The same idempotency key makes a second try safe. */
export class LetterNotTaken extends Error {
  override name = 'LetterNotTaken' as const
}

export function openMailer({ apiKey, baseUrl, from }: MailSettings, patienceMs: number = PATIENCE_MS): Mailer {
  const resend = new Resend(apiKey, { baseUrl })
  return {
    async send({ to, subject, html, text, idempotencyKey }) {
      const signal = AbortSignal.timeout(patienceMs)
      const { data, error } = await resend.emails.send({ from, to, subject, html, text }, { idempotencyKey, signal })
      if (error?.name === 'invalid_idempotent_request') return { id: null }
      if (error) throw new LetterNotTaken(`${error.name}: ${error.message}`)
      if (!data?.id) throw new LetterNotTaken('The mail service answered without an id.')
      return { id: data.id }
    },
  }
}
