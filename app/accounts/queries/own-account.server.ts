import { namesAddress } from '#app/accounts/db/email-changes.server.ts'
import { countRecoveryCodes, findSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { findSupplementAcceptedAt } from '#app/accounts/db/service-terms.server.ts'
import { listSessions } from '#app/accounts/db/sessions.server.ts'
import { findAccount } from '#app/accounts/db/users.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { findPersonDetail } from '#app/screening/db/person-details.server.ts'
import type { TypedDetail } from '#app/screening/domain/person-detail.ts'

/** What a person's own page shows of the account. Times are ISO 8601. */
export type OwnAccount = {
  name: string
  email: string
  createdAt: string
  /** Null: nobody has followed the link of an email to this address. */
  emailConfirmedAt: string | null
  /** When the person agreed to sanctions screening and accepted the terms: both belong to registering (spec §3). */
  consentTimestamp: string | null
  termsVersion: string | null
  /** Null: only the version was accepted. */
  supplementAcceptedAt: string | null
}

/** A browser in which the person is logged in. Times are ISO 8601. */
export type OwnSession = {
  id: string
  browser: string | null
  system: string | null
  /** Where it came from, shortened; null where addresses are not distinguishable. */
  network: string | null
  /** When somebody logged in there. */
  createdAt: string
  lastSeenAt: string
  isThis: boolean
}

/** How a person logs in, and where. `twoStepSince`: ISO 8601; null without a second factor. */
export type OwnAccess = { twoStepSince: string | null; sessions: OwnSession[] }

/** `token`: of the session that asks. */
export async function findOwnAccess(
  db: Database,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<OwnAccess> {
  const factor = await findSecondFactor(db, userId)
  const rows = await listSessions(db, { userId, token, now })
  return {
    twoStepSince: factor?.confirmedAt?.toISOString() ?? null,
    sessions: rows.map(({ createdAt, lastSeenAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  }
}

/** Returns a confirmed second factor as its page shows it; null when there is none. */
export async function findTwoStep(db: Database, userId: string): Promise<{ since: string; codesLeft: number } | null> {
  const factor = await findSecondFactor(db, userId)
  if (!factor?.confirmedAt) return null
  return { since: factor.confirmedAt.toISOString(), codesLeft: await countRecoveryCodes(db, userId) }
}

/** Does an escrow name this address as its seller's? It stays with the address when the account's address changes. */
export async function isNamedAsSeller(db: Database, email: string): Promise<boolean> {
  return namesAddress(db, email)
}

/** What a person stated besides the name, as the form shows it; '' for nothing. */
export async function findOwnDetail(db: Database, userId: string): Promise<TypedDetail> {
  const detail = await findPersonDetail(db, userId)
  return {
    nativeName: detail?.nativeName ?? '',
    company: detail?.company ?? '',
    country: detail?.country ?? '',
    birthDate: detail?.birthDate?.toISOString().slice(0, 10) ?? '',
  }
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
    supplementAcceptedAt: (await findSupplementAcceptedAt(db, userId))?.toISOString() ?? null,
  }
}
