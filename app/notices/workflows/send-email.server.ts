/**
 * Sends one email of the outbox. The row's id is the idempotency key, which the mail service accepts once within a day.
 * Account links get their token here, always the same one, so that a retry sends the same email.
 */

import { causeOf } from '#app/kernel/domain/cause.ts'
import { findDeliveryFailure } from '#app/notices/db/mail-events.server.ts'
import {
  findEmail,
  giveUpEmail,
  markEmailSent,
  recordFailedTry,
  type StoredEmail,
  withholdEmail,
} from '#app/notices/db/outbox.server.ts'
import { type GivenUpFor, nextTryAt, whyGiveUp } from '#app/notices/domain/email-fate.ts'
import { ALWAYS_TRIED } from '#app/notices/domain/mail-event.ts'
import { emailContent, renderEmail } from '#app/notices/emails/emails.ts'
import { type EmailFate, EmailNotTaken } from '#app/ports.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { beginEmail } from './begin-email.server.ts'

/** A mail service that accepts nothing for so long needs a person. */
const LONG_MS = 10 * 60_000

/** Returns when to try again, if the email was not accepted or waits. Null: no retry is needed or useful. */
export async function sendEmail(deps: Deps, { letterId }: { letterId: string }): Promise<Date | null> {
  const letter = await findEmail(deps.db, letterId)
  if (!letter || letter.sentAt || letter.givenUpAt || letter.withheldFor) return null
  const now = deps.clock.now()
  const why = whyGiveUp(letter, now)
  if (why)
    return giveUp(deps, letter, { why, error: letter.lastError ?? 'The worker was interrupted while sending it' })

  if (letter.attempts === 0 && (await isUnreachable(deps, letter))) {
    await withholdEmail(deps.db, { id: letter.id, why: 'undeliverable' })
    return null
  }

  const retryAt = nextTryAt(letter.attempts + 1, now)
  const begun = await beginEmail(deps, { letter, now, nextTryAt: retryAt })
  if (!begun) return null
  if ('wait' in begun) return begun.wait
  let taken: { id: string | null }
  try {
    taken = await deps.mailer.send({
      to: letter.recipient,
      ...render(deps, { ...letter, ...begun }),
      idempotencyKey: letter.id,
    })
  } catch (error) {
    return await putOff(deps, letter, { error, attempt: begun.attempts, begunAt: now, retryAt })
  }
  await markEmailSent(deps.db, { id: letter.id, providerId: taken.id, at: deps.clock.now() })
  return null
}

/** Emails to its address bounce: the mail service would not deliver another one. */
async function isUnreachable(deps: Deps, { recipient, content }: StoredEmail): Promise<boolean> {
  const read = emailContent.safeParse(content)
  // Unreadable content fails in its attempt, which is counted.
  return (
    read.success && !ALWAYS_TRIED.includes(read.data.letter) && (await findDeliveryFailure(deps.db, recipient)) !== null
  )
}

function render(deps: Deps, letter: Pick<StoredEmail, 'id' | 'locale' | 'content'>) {
  const { origin, supportEmail, company } = deps.settings
  const t = deps.translator(letter.locale)
  const row = { language: letter.locale, letterId: letter.id, wordsOf: deps.translator }
  const content = emailContent.parse(letter.content)
  const rendered = renderEmail(content, { t, origin, supportEmail, company, tokenOf: deps.accountToken, ...row })
  return content.letter === 'contact_message' ? { ...rendered, replyTo: content.email } : rendered
}

type FailedTry = { error: unknown; attempt: number; begunAt: Date; retryAt: Date }

async function putOff(deps: Deps, letter: StoredEmail, failed: FailedTry): Promise<Date | null> {
  const { error, attempt, begunAt, retryAt } = failed
  const said = causeOf(error)
  // Any other error happened before the mail service was asked.
  const fate: EmailFate = error instanceof EmailNotTaken ? error.fate : 'not_taken'
  if (fate === 'refused') return giveUp(deps, letter, { why: 'refused', error: said })
  const isSurelyNotTaken = fate === 'not_taken'
  await recordFailedTry(deps.db, { id: letter.id, attempt, begunAt, error: said, isSurelyNotTaken })
  const facts = { letter: letter.id, tries: attempt, retryAt: retryAt.toISOString(), cause: said }
  if (!(error instanceof EmailNotTaken)) deps.log.error(facts, 'email rendering failed')
  else if (error.isOurFault) deps.log.error(facts, 'email rejected for wrong settings')
  else if (isLongTried(letter, begunAt)) deps.log.error(facts, 'email sending delayed')
  else deps.log.warn(facts, 'email sending failed')
  return retryAt
}

function isLongTried({ firstTriedAt }: StoredEmail, now: Date): boolean {
  return firstTriedAt !== null && now.getTime() - firstTriedAt.getTime() > LONG_MS
}

async function giveUp(deps: Deps, { id }: StoredEmail, of: { why: GivenUpFor; error: string }): Promise<null> {
  await giveUpEmail(deps.db, { id, at: deps.clock.now(), ...of })
  deps.log.error({ letter: id, why: of.why, cause: of.error }, 'email given up')
  return null
}
