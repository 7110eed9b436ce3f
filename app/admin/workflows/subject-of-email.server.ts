import { findEmailToCopy } from '#app/notices/db/emails-again.server.ts'
import { emailContent, renderEmail } from '#app/notices/emails/emails.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The subject as its reader sees it, rendered without real links. Null: an older version stored another content. */
export async function subjectOfEmail(deps: Deps, letterId: string): Promise<string | null> {
  const letter = await findEmailToCopy(deps.db, letterId)
  const content = emailContent.safeParse(letter?.content)
  if (!letter || !content.success) return null
  const { origin, supportEmail, company } = deps.settings
  const row = { language: letter.locale, letterId }
  const t = deps.translator(letter.locale)
  return renderEmail(content.data, { t, origin, supportEmail, company, tokenOf: () => 'hidden', ...row }).subject
}
