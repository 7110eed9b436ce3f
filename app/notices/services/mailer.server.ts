/** Letters through Resend, or whatever speaks its protocol. */
import { Resend } from 'resend'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'
import { LETTER_TAG } from '#app/notices/domain/mail-event.ts'
import { type LetterFate, LetterNotTaken, type Mailer } from '#app/ports.ts'
import { writeCalendar } from './calendar.server.ts'
import { watchFailures } from './failed-requests.server.ts'
import { askAboutKey } from './mail-key.server.ts'

/** A service that never answers must not hold a worker's slot for ever. */
const PATIENCE_MS = 15_000

export type MailSettings = {
  apiKey: string
  /** Where the service listens, without a slash at the end. */
  baseUrl: string
  /** "Name <address>". */
  from: string
  /** Where answers go, unless a letter names another address. */
  replyTo: string
}

/** The words of a letter are wrong, not ours; 422 is also said of a sender that is not set up. */
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
              tags: [{ name: LETTER_TAG, value: idempotencyKey }],
            },
            { idempotencyKey, signal },
          )
          .catch((cause: unknown) => {
            throw new LetterNotTaken('unknown', 'The mail service gave no answer', { cause })
          }),
      )
      const { data, error } = result
      if (error?.name === 'invalid_idempotent_request') return { id: null }
      if (error) throw notTaken(error, signal.aborted ? signal.reason : failure)
      if (!data?.id) throw new LetterNotTaken('unknown', 'The mail service answered without an id')
      return { id: data.id }
    },
  }
}

/** Mail programs show a button where these stand. It counts at once only over https (RFC 8058, section 3.1). */
function switchedOffBy(url: string | undefined) {
  if (url === undefined) return {}
  const oneClick = url.startsWith('https://') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { headers: { 'List-Unsubscribe': `<${url}>`, ...oneClick } }
}

function attached(calendar: CalendarFile | undefined) {
  if (!calendar) return {}
  const content = Buffer.from(writeCalendar(calendar)).toString('base64')
  // Mail programs offer to take the date into the calendar by the method in the type.
  const contentType = `text/calendar; charset=utf-8; method=${calendar.method.toUpperCase()}`
  return { attachments: [{ filename: 'quayside.ics', content, contentType }] }
}

/** What the SDK hands on is the body of the answer as it came: it need not have the shape that its type promises. */
type Said = { statusCode?: unknown; name?: unknown; message?: unknown }

function notTaken({ statusCode, name, message }: Said, failure: unknown): LetterNotTaken {
  if (typeof statusCode !== 'number') {
    if (failure !== undefined)
      return new LetterNotTaken('unknown', 'The mail service gave no answer', { cause: failure })
    return new LetterNotTaken(
      'unknown',
      'The mail service gave no useful answer: it is none of its own, or its address cannot be asked',
    )
  }
  const words = typeof message === 'string' && message !== '' ? message : 'without a reason'
  const said = `The mail service answered ${statusCode} (${typeof name === 'string' ? name : 'no name'}): ${words}`
  const isOurFault = [401, 403].includes(statusCode) || OUR_MISTAKES.includes(String(name))
  return new LetterNotTaken(fateOf(statusCode, String(name)), said, { isOurFault })
}

function fateOf(status: number, name: string): LetterFate {
  if (REFUSALS.includes(status)) return OUR_MISTAKES.includes(name) ? 'not_taken' : 'refused'
  // 409: a try with the same key is under way. 5xx: it broke somewhere between taking and saying so.
  if (status === 409 || status >= 500 || status < 400) return 'unknown'
  return 'not_taken'
}
