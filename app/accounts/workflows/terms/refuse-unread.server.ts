import { hasAcceptedNow } from '#app/accounts/db/service-terms.server.ts'
import { TERMS_SUPPLEMENT } from '#app/accounts/domain/service-terms.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'

/**
 * May this act count as accepting the current terms? Nobody accepts what was not shown. Refusal:
 * terms_supplement_unread, when the form named none or another one, and the person has not accepted it before. Null:
 * yes.
 */
export async function refuseUnread(
  db: Database | Transaction,
  { userId, seenSupplement }: { userId: string; seenSupplement: string | undefined },
): Promise<Refusal | null> {
  if (seenSupplement === TERMS_SUPPLEMENT || (await hasAcceptedNow(db, userId))) return null
  return refuse('terms_supplement_unread')
}
