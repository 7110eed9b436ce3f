/** When the accounts of an escrow's two sides could not act, or their emails came back. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { UNDELIVERED_MS } from '#app/trade/terms/domain/pause-table.ts'
import { type Away, OWNERS, STEPS } from '#app/trade/terms/domain/standing.ts'

/** Suspensions, account changes by operators with a waiting time, and pauses for emails that were not delivered. */
export async function findAway(
  db: Database | Transaction,
  { id: escrowId, buyerId, sellerId, accounts }: Pick<StoredEscrow, 'id' | 'buyerId' | 'sellerId' | 'accounts'>,
): Promise<Away[]> {
  const people: { owner: Reader; userId: string; lockedAt: Date | null }[] = [
    { owner: 'buyer', userId: buyerId, lockedAt: accounts.buyer.lockedAt },
    ...(sellerId && accounts.seller
      ? [{ owner: 'seller' as const, userId: sellerId, lockedAt: accounts.seller.lockedAt }]
      : []),
  ]
  const userId = { in: people.map((person) => person.userId) }
  const notes = await db.deskNote.findMany({
    where: { userId, kind: { in: ['lock', 'unlock'] } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { userId: true, kind: true, at: true },
  })
  const changes = await db.accountChange.findMany({
    where: { userId, stillUntil: { not: null } },
    select: { userId: true, changedAt: true, stillUntil: true, endedAt: true },
  })
  return [
    ...(await findUndelivered(db, escrowId)),
    ...people.flatMap(({ owner, userId: id, lockedAt }): Away[] => {
      const own = notes.filter((note) => note.userId === id)
      const past = own.flatMap(({ kind, at: from }, place): Away[] => {
        const until = kind === 'lock' ? own[place + 1]?.at : undefined
        return until ? [{ owner, kind: 'locked', from, until }] : []
      })
      const still = changes
        .filter((change) => change.userId === id)
        .map(
          ({ changedAt: from, stillUntil, endedAt }): Away => ({
            owner,
            kind: 'stands_still',
            from,
            until: endedAt !== null && stillUntil !== null && endedAt < stillUntil ? endedAt : stillUntil,
          }),
        )
      return [...past, ...(lockedAt ? [{ owner, kind: 'locked' as const, from: lockedAt, until: null }] : []), ...still]
    }),
  ]
}

async function findUndelivered(db: Database | Transaction, escrowId: string): Promise<Away[]> {
  const pauses = await db.undeliveredPause.findMany({
    where: { escrowId },
    select: { step: true, startedAt: true, endedAt: true },
  })
  return pauses.flatMap(({ step: text, startedAt: from, endedAt }) => {
    const step = STEPS.find((known) => known === text)
    const until = endedAt ?? new Date(from.getTime() + UNDELIVERED_MS)
    return step ? [{ owner: OWNERS[step], kind: 'undelivered' as const, from, until }] : []
  })
}
