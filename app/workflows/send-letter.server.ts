/** Sends one letter of the outbox; the mail service takes its key once, however often we ask. */
import { findLetter, markLetterSent } from '#app/db/outbox.server.ts'
import { letterContent, renderLetter } from '#app/emails/letters.ts'
import type { Deps } from './deps.ts'

/** Throws when the mail service did not take it: the job is tried again. */
export async function sendLetter(deps: Deps, { letterId }: { letterId: string }): Promise<void> {
  const letter = await findLetter(deps.db, letterId)
  if (!letter || letter.sentAt) return
  const t = deps.translator(letter.locale)
  const { origin } = deps.settings
  const rendered = renderLetter(letterContent.parse(letter.content), { t, origin, language: letter.locale })
  const { id } = await deps.mailer.send({ to: letter.recipient, ...rendered, idempotencyKey: letter.key })
  await markLetterSent(deps.db, { id: letter.id, providerId: id, at: deps.clock.now() })
}
