import { findAccount } from '#app/db/accounts/users.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'

/** What a person's own page shows of the account. Moments are ISO 8601. */
export type OwnAccount = {
  name: string
  email: string
  createdAt: string
  /** Null: nobody has followed the link of a letter to this address. */
  emailConfirmedAt: string | null
  /** When the person agreed to sanctions screening and accepted the terms: both belong to registering (spec §3). */
  consentTimestamp: string | null
  termsVersion: string | null
}

/** Throws when there is no such account. */
export async function findOwnAccount(db: Database, userId: string): Promise<OwnAccount> {
  const { name, email, termsVersion, ...times } = await findAccount(db, userId)
  return {
    name,
    email,
    termsVersion,
    createdAt: times.createdAt.toISOString(),
    emailConfirmedAt: times.emailConfirmedAt?.toISOString() ?? null,
    consentTimestamp: times.consentTimestamp?.toISOString() ?? null,
  }
}
