import { findLetterToCopy } from '#app/notices/db/letters-again.server.ts'
import { letterContent, renderLetter } from '#app/notices/emails/letters.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The subject as its reader sees it, rendered without real links. Null: an older version stored another content. */
export async function subjectOfLetter(deps: Deps, letterId: string): Promise<string | null> {
  const letter = await findLetterToCopy(deps.db, letterId)
  const content = letterContent.safeParse(letter?.content)
  if (!letter || !content.success) return null
  const { origin, supportEmail, company } = deps.settings
  const row = { language: letter.locale, letterId }
  const t = deps.translator(letter.locale)
  return renderLetter(content.data, { t, origin, supportEmail, company, tokenOf: () => 'hidden', ...row }).subject
}
