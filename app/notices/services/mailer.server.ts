/** Sends emails through Resend, or a service with the same protocol. */
import { Resend } from 'resend'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'
import { EMAIL_TAG } from '#app/notices/domain/mail-event.ts'
import { type EmailFate, EmailNotTaken, type Mailer } from '#app/ports.ts'
import { writeCalendar } from './calendar.server.ts'
import { watchFailures } from './failed-requests.server.ts'
import { askAboutKey } from './mail-key.server.ts'

/** A service that never answers must not block a worker's slot for ever. */
const PATIENCE_MS = 15_000

export type MailSettings = {
  apiKey: string
  /** The base URL, without a slash at the end. */
  baseUrl: string
  /** "Name <address>". */
  from: string
  /** For replies, unless an email names another address. */
  replyTo: string
}

/** The email itself is invalid. 422 is also the answer to a sender that is not set up, which is our fault. */
const REFUSALS = [400, 422]
const OUR_MISTAKES = ['invalid_from_address', 'missing_api_key', 'invalid_api_key']

export function openMailer(settings: MailSettings, patienceMs: number = PATIENCE_MS): Mailer {
  const { apiKey, baseUrl, from, replyTo } = settings
  const resend = new Resend(apiKey, { baseUrl })
  const failures = watchFailures('idempotency-key')
  return {
    askAboutKey: () => askAboutKey({ apiKey, baseUrl }),
    async send({ idempotencyKey, offUrl, calendar, ...letter }) {
      const signal = AbortSignal.timeout(patienceMs)
      const { result, failure } = await failures.during(idempotencyKey, () =>
        resend.emails
          .send(
            {
              from,
              replyTo,
              ...letter,
              ...switchedOffBy(offUrl),
              ...attached(calendar),
              tags: [{ name: EMAIL_TAG, value: idempotencyKey }],
            },
            { idempotencyKey, signal },
          )
          .catch((cause: unknown) => {
            throw new EmailNotTaken('unknown', 'The mail service gave no answer', { cause })
          }),
      )
      const { data, error } = result
      if (error?.name === 'invalid_idempotent_request') return { id: null }
      if (error) throw notTaken(error, signal.aborted ? signal.reason : failure)
      if (!data?.id) throw new EmailNotTaken('unknown', 'The mail service answered without an id')
      return { id: data.id }
    },
  }
}

/** Mail programs show a button for these headers. It acts at once only over https (RFC 8058, section 3.1). */
function switchedOffBy(url: string | undefined) {
  if (url === undefined) return {}
  const oneClick = url.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { headers: { 'List-Unsubscribe': `<${url}>`, ...oneClick } }
}

function attached(calendar: CalendarFile | undefined) {
  if (!calendar) return {}
  const content = Buffer.from(writeCalendar(calendar)).toString('base64')
  // The method in the type makes mail programs offer to add the date to the calendar.
  const contentType = `text/calendar; charset=utf-8; method=${calendar.method.toUpperCase()}`
  return { attachments: [{ filename: 'quayside.ics', content, contentType }] }
}

/** The SDK passes the body through unchecked: it need not have its declared type. */
type Said = { statusCode?: unknown; name?: unknown; message?: unknown }

function notTaken({ statusCode, name, message }: Said, failure: unknown): EmailNotTaken {
  if (typeof statusCode !== 'number') {
    if (failure !== undefined)
      return new EmailNotTaken('unknown', 'The mail service gave no answer', { cause: failure })
    return new EmailNotTaken(
      'unknown',
      'The mail service gave no useful answer: it is none of its own, or its address cannot be asked',
    )
  }
  const words = typeof message === 'string' && message !== '' ? message : 'without a reason'
  const said = `The mail service answered ${statusCode} (${typeof name === 'string' ? name : 'no name'}): ${words}`
  const isOurFault = [401, 403].includes(statusCode) || OUR_MISTAKES.includes(String(name))
  return new EmailNotTaken(fateOf(statusCode, String(name)), said, { isOurFault })
}

function fateOf(status: number, name: string): EmailFate {
  if (REFUSALS.includes(status)) return OUR_MISTAKES.includes(name) ? 'not_taken' : 'refused'
  // 409: an attempt with the same key is running. 5xx: it failed somewhere between accepting and answering.
  if (status === 409 || status >= 500 || status < 400) return 'unknown'
  return 'not_taken'
}
