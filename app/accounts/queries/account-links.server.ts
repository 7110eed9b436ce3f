/** What the pages behind links of account emails show. Reading changes nothing. */
import { findToken } from '#app/accounts/db/account-tokens.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { isLive } from '#app/kernel/domain/account-token.ts'

type Asked = { token: string; now: Date }

/** Whose address the link confirms, and whether that is done; null for a dead link. */
export async function readConfirmation(
  db: Database,
  { token, now }: Asked,
): Promise<{ userId: string; name: string; email: string; isDone: boolean } | null> {
  const known = await findToken(db, { token, purpose: 'confirm_email' })
  if (!known || (known.usedAt === null && !isLive(known, now))) return null
  const { id: userId, name, email, emailConfirmedAt } = known.user
  return { userId, name, email, isDone: emailConfirmedAt !== null }
}

/** The account that the link opens, to be named beside the new password; null for a dead link. */
export async function readReset(db: Database, { token, now }: Asked): Promise<{ email: string } | null> {
  const known = await findToken(db, { token, purpose: 'reset_password' })
  return known && isLive(known, now) ? { email: known.user.email } : null
}

/** The change of an address that a link completes or stops; null for a dead link. */
export async function readEmailChange(
  db: Database,
  { token, purpose, now }: Asked & { purpose: 'change_email' | 'keep_email' },
): Promise<{ userId: string; from: string; to: string } | null> {
  const known = await findToken(db, { token, purpose })
  if (!known?.emailChange || !isLive(known, now)) return null
  const { userId, fromEmail, toEmail } = known.emailChange
  return { userId, from: fromEmail, to: toEmail }
}
