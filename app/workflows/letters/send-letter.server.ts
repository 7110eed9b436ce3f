/**
 * Sends one letter of the outbox. The row's id is the key that the mail service takes once, however often we ask; links
 * that open an account get their token here, always the same one, so that a second try is the same letter.
 */
import { findLetter, markLetterSent } from '#app/db/letters/outbox.server.ts'
import { letterContent, renderLetter } from '#app/emails/letters/letters.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** Throws when the mail service did not take it: the job is tried again. */
export async function sendLetter(deps: Deps, { letterId }: { letterId: string }): Promise<void> {
  const letter = await findLetter(deps.db, letterId)
  if (!letter || letter.sentAt) return
  const t = deps.translator(letter.locale)
  const { origin, supportEmail } = deps.settings
  const reader = { t, origin, supportEmail, language: letter.locale, tokenOf: deps.accountToken }
  const rendered = renderLetter(letterContent.parse(letter.content), reader)
  const { id } = await deps.mailer.send({ to: letter.recipient, ...rendered, idempotencyKey: letter.id })
  await markLetterSent(deps.db, { id: letter.id, providerId: id, at: deps.clock.now() })
}
