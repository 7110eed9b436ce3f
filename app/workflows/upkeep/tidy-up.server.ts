import { deleteExpiredTokens } from '#app/db/accounts/account-tokens.server.ts'
import { deleteExpiredSessions } from '#app/db/accounts/sessions.server.ts'
import { deleteOldSentForms } from '#app/db/kernel/form-tokens.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { sweepFiles } from '#app/workflows/documents/sweep-files.server.ts'

/** A form that is sent again after this time is a new one. */
const SENT_FORM_MS = 7 * 24 * 60 * 60_000

/** Removes expired sessions, links of letters and tokens of forms, and the leavings of interrupted uploads. */
export async function tidyUp(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  await deleteExpiredSessions(deps.db, now)
  await deleteExpiredTokens(deps.db, now)
  await deleteOldSentForms(deps.db, new Date(now.getTime() - SENT_FORM_MS))
  await sweepFiles(deps)
}
