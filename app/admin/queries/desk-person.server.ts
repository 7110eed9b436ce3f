/** A person as the operator reads them: the account, where it is logged in, and the newest of what there is of them. */
import { findWaitingChanges } from '#app/accounts/db/account-changes.server.ts'
import { findDeskPerson, findLiveSessions } from '#app/accounts/db/desk-persons.server.ts'
import { type ChangeKind, canTakeBack, changeKind } from '#app/accounts/domain/account-change.ts'
import type { ListName } from '#app/admin/domain/lists.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import { loadNotes, type ShownNote } from './desk-notes.server.ts'
import { loadNewest, type ShownRow } from './lists/desk-list.server.ts'
import { loadReviewsOf, type ReviewInShort } from './screening/desk-screening.server.ts'

/** Of what there is of a person, in the order in which it is asked for. */
const LISTS_OF_PERSON = [
  'escrows',
  'deposits',
  'fees',
  'failed',
  'payouts',
  'letters',
] as const satisfies readonly ListName[]

/** What an operator has changed of the account, as long as it waits for another one. */
export type ShownChange = {
  id: string
  kind: ChangeKind
  /** Null: by the command. */
  by: string | null
  /** This operator made it, and does not confirm it. */
  isOwn: boolean
  mayTakeBack: boolean
  reason: string
  at: string
  stillUntil: string
}

export type DeskPerson = {
  id: string
  /** Empty when nothing is kept of somebody who has closed the account. */
  name: string
  email: string
  /** As it is shown: of a closed account the one that is kept of it; null for none. */
  shownEmail: string | null
  emailConfirmedAt: string | null
  role: 'buyer' | 'seller' | 'admin' | null
  language: string
  paidAt: string | null
  hasPaid: boolean
  /** Null: no pilot. */
  freeTransactions: number | null
  lockedAt: string | null
  /** By its owner, for good. */
  closedAt: string | null
  registeredAt: string
  twoStepSince: string | null
  sessions: { id: string; browser: string | null; system: string | null; network: string | null; seenAt: string }[]
  /** The newest of each; empty ones are left out. */
  lists: { list: ListName; rows: ShownRow[] }[]
  changes: ShownChange[]
  notes: ShownNote[]
  /** Likenesses with lists, the newest first. */
  reviews: ReviewInShort[]
}

/** Null when there is none. */
export async function loadDeskPerson(
  db: Database,
  { userId, operatorId, now, networks }: { userId: string; operatorId: string; now: Date; networks: LedgerNetworks },
): Promise<DeskPerson | null> {
  const person = looksLikeRowId(userId) ? await findDeskPerson(db, userId) : null
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
