/** When the accounts of an escrow's two sides could not act. */
import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Away } from '#app/domain/agreement/standing.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'

/** Locks by the operators' notes and what holds now; and what operators changed of accounts, while it waited. */
export async function findAway(
  db: Database | Transaction,
  { buyerId, sellerId, accounts }: Pick<StoredEscrow, 'buyerId' | 'sellerId' | 'accounts'>,
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
  return people.flatMap(({ owner, userId: id, lockedAt }): Away[] => {
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
  })
}
