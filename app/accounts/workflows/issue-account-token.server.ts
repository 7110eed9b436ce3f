import { addToken } from '#app/accounts/db/account-tokens.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { TOKEN_LIFE_MS, type TokenRow } from '#app/kernel/domain/account-token.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Writes the row behind an email's link, in the transaction of the email. The email names only the row's id; the clear
 * token is made when the email is sent (decision 031).
 */
export async function issueAccountToken(
  deps: Deps,
  tx: Transaction,
  issued: TokenRow & { userId: string; emailChangeId?: string },
): Promise<void> {
  const createdAt = deps.clock.now()
  const expiresAt = new Date(createdAt.getTime() + TOKEN_LIFE_MS[issued.purpose])
  await addToken(tx, { ...issued, token: deps.accountToken(issued), createdAt, expiresAt })
}
