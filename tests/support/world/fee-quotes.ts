/** Fee quotes in states that otherwise take a quarter of an hour. */
import type { Database } from '#app/kernel/db/client.server.ts'

/** Ages a quote and all its quote windows, so that the last one ended a minute ago. `$1` is the quote's id. */
export const EXPIRE_QUOTE = `
  with aged as (
    update "fee_quote" set "lockedAt" = "lockedAt" - interval '16 minutes', "expiresAt" = "expiresAt" - interval '16 minutes'
    where "id" = $1::uuid returning "id"
  )
  update "fee_quote_lock" set "lockedAt" = "lockedAt" - interval '16 minutes', "expiresAt" = "expiresAt" - interval '16 minutes'
  where "feeQuoteId" in (select "id" from aged)`

export async function letQuoteExpire(db: Database, id: string): Promise<void> {
  await db.$executeRawUnsafe(EXPIRE_QUOTE, id)
}
