import { endOtherTokens } from '#app/accounts/db/account-tokens.server.ts'
import {
  createOperator,
  endEveryWayIn,
  lockAccountAt,
  setOperator,
  wasDisabled,
} from '#app/accounts/db/operators.server.ts'
import { replacePasswordHash } from '#app/accounts/db/users.server.ts'
import { emailProblem, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf, type Transaction } from '#app/kernel/db/client.server.ts'
import { TOKEN_LIFE_MS } from '#app/kernel/domain/account-token.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { recordNameProblem } from '#app/kernel/domain/words/person-name.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { issueAccountToken } from '../issue-account-token.server.ts'

export type MadeOperator = {
  email: string
  /** `again`: already an operator, who gets another link; `enabled`: one that was disabled. */
  what: 'made' | 'enabled' | 'again'
  /** To the page where the person chooses the password, once. Whoever has the link has the account. */
  link: string
  expiresAt: Date
}

type Wish = {
  email: string
  /** As shown to other operators; default: the part before the @. */
  name?: string | undefined
}

/**
 * Makes an operator's account, as the command asks, with a link to choose its password; older links are dead. Never
 * turns a trader's account into one: whoever knows its password may be somebody else (decision 056). Refusals:
 * email_invalid, email_not_ascii, name_too_long, name_not_plain, email_taken.
 */
export async function makeOperator(deps: Deps, wish: Wish): Promise<MadeOperator | Refusal> {
  const email = normalizeEmail(wish.email)
  const emailTrouble = emailProblem(email)
  if (emailTrouble) return refuse(emailTrouble, { field: 'email' })
  const name = wish.name?.trim() || (email.split('@')[0] ?? email)
  const nameTrouble = recordNameProblem(name)
  if (nameTrouble) return refuse(nameTrouble, { field: 'name' })
  // Of random bytes: only the link opens the account.
  const unknownHash = await deps.passwords.hash(Buffer.from(deps.random(32)).toString('base64url'))
  try {
    return await inTransaction(deps.db, async (tx) => {
      const found = await takeAccount(deps, tx, { email, name, unknownHash })
      if (found === null) return refuse('email_taken', { field: 'email' })
      return { email, what: found.what, ...(await drawLink(deps, tx, found.userId)) }
    })
  } catch (error) {
    if (!isDuplicateOf(error, 'user_email_key')) throw error
    return makeOperator(deps, wish)
  }
}

type Found = { userId: string; what: MadeOperator['what'] }

async function takeAccount(
  deps: Deps,
  tx: Transaction,
  account: { email: string; name: string; unknownHash: string },
): Promise<Found | null> {
  const known = await lockAccountAt(tx, account.email)
  const at = deps.clock.now()
  if (known === null) {
    const { id: userId } = await createOperator(tx, account)
    await writeEvent(tx, { kind: 'operator_made', at, userId, detail: { by: 'command' } })
    return { userId, what: 'made' }
  }
  const userId = known.id
  if (known.role === 'admin') {
    await writeEvent(tx, { kind: 'operator_link_made', at, userId, detail: { by: 'command' } })
    return { userId, what: 'again' }
  }
  if (known.role !== null || !(await wasDisabled(tx, userId))) return null
  // The mailbox may have chosen a password while the account opened nothing; now it would open these pages.
  await replacePasswordHash(tx, { userId, hash: account.unknownHash })
  await endEveryWayIn(tx, userId)
  await setOperator(tx, { userId, isOne: true })
  await writeEvent(tx, { kind: 'operator_made', at, userId, detail: { by: 'command', again: true } })
  return { userId, what: 'enabled' }
}

async function drawLink(deps: Deps, tx: Transaction, userId: string): Promise<{ link: string; expiresAt: Date }> {
  const row = { id: deps.newId(), purpose: 'reset_password' as const }
  await issueAccountToken(deps, tx, { ...row, userId })
  await endOtherTokens(tx, { ...row, userId })
  const link = `${deps.settings.origin}/reset-password?token=${deps.accountToken(row)}`
  return { link, expiresAt: new Date(deps.clock.now().getTime() + TOKEN_LIFE_MS[row.purpose]) }
}
