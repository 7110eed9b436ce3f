/** A person as the operator reads them: the account, its sessions, and the newest rows of each list. */
import { findWaitingChanges } from '#app/accounts/db/account-changes.server.ts'
import { findAdminPerson, findLiveSessions } from '#app/accounts/db/admin-persons.server.ts'
import { type ChangeKind, canTakeBack, changeKind } from '#app/accounts/domain/account-change.ts'
import type { AdminListName } from '#app/admin/domain/lists.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { loadNewest, type RowView } from './lists/admin-list.server.ts'
import { loadNotes, type NoteView } from './notes.server.ts'
import { loadReviewsOf, type ReviewInShort } from './screening/screening.server.ts'

/** Lists of which a person's page shows the newest rows, in display order. */
const LISTS_OF_PERSON = [
  'escrows',
  'deposits',
  'fees',
  'failed',
  'payouts',
  'letters',
] as const satisfies readonly AdminListName[]

/** A change of the account by an operator, while it waits for another operator. */
export type ChangeView = {
  id: string
  kind: ChangeKind
  /** Null: from the command line. */
  by: string | null
  /** This operator made the change, and so may not confirm it. */
  isOwn: boolean
  mayTakeBack: boolean
  reason: string
  at: string
  stillUntil: string
}

export type AdminPerson = {
  id: string
  /** Empty when a closed account keeps none. */
  name: string
  email: string
  /** The shown address: for a closed account the one that it keeps. Null: none. */
  shownEmail: string | null
  emailConfirmedAt: string | null
  role: 'buyer' | 'seller' | 'admin' | null
  language: string
  paidAt: string | null
  hasPaid: boolean
  /** Null: not in the pilot. */
  freeTransactions: number | null
  lockedAt: string | null
  /** Closed by its owner, for good. */
  closedAt: string | null
  registeredAt: string
  twoStepSince: string | null
  sessions: { id: string; browser: string | null; system: string | null; network: string | null; seenAt: string }[]
  /** The newest of each; empty lists are left out. */
  lists: { list: AdminListName; rows: RowView[] }[]
  changes: ChangeView[]
  notes: NoteView[]
  /** Sanctions matches, newest first. */
  reviews: ReviewInShort[]
}

/** Null: not found. */
export async function loadAdminPerson(
  db: Database,
  { userId, operatorId, now, networks }: { userId: string; operatorId: string; now: Date; networks: LedgerNetworks },
): Promise<AdminPerson | null> {
  const person = looksLikeRowId(userId) ? await findAdminPerson(db, userId) : null
  if (!person) return null
  const [changes, sessions, notes, reviews, ...rows] = await Promise.all([
    findWaitingChanges(db, { userId, now }),
    findLiveSessions(db, { userId, now }),
    loadNotes(db, { userId }),
    loadReviewsOf(db, userId),
    ...LISTS_OF_PERSON.map((list) => loadNewest(db, { list, email: person.email, networks })),
  ])
  const iso = (at: Date | null | undefined) => at?.toISOString() ?? null
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    shownEmail: person.closedAt ? person.keptEmail : person.email,
    emailConfirmedAt: iso(person.emailConfirmedAt),
    role: person.role,
    language: person.locale,
    paidAt: iso(person.paidAt),
    hasPaid: person.hasPaid,
    freeTransactions: person.plan === 'pilot' ? person.trialCredits : null,
    lockedAt: iso(person.lockedAt),
    closedAt: iso(person.closedAt),
    registeredAt: person.createdAt.toISOString(),
    twoStepSince: iso(person.secondFactor?.confirmedAt),
    sessions: sessions.map(({ lastSeenAt, ...session }) => ({ ...session, seenAt: lastSeenAt.toISOString() })),
    lists: LISTS_OF_PERSON.flatMap((list, place) => {
      const found = rows[place] ?? []
      return found.length > 0 ? [{ list, rows: found }] : []
    }),
    changes: changes.map((change) => ({
      id: change.id,
      kind: changeKind(change.kind),
      by: change.changedBy?.name ?? null,
      isOwn: change.changedById === operatorId,
      mayTakeBack: change.emailChange !== null && canTakeBack(changeKind(change.kind)),
      reason: change.reason,
      at: change.changedAt.toISOString(),
      stillUntil: (change.stillUntil ?? now).toISOString(),
    })),
    notes,
    reviews,
  }
}
