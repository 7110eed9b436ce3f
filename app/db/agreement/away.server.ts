/** When the accounts of an escrow's two sides could not act. */
import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { STANDS_STILL_MS } from '#app/domain/agreement/pause-table.ts'
import type { Away } from '#app/domain/agreement/standing.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'

/** Locks by their notes, and what holds now. Of an account that stood still the last time is known. */
export async function findAway(
  db: Database | Transaction,
  { buyerId, sellerId, accounts }: Pick<StoredEscrow, 'buyerId' | 'sellerId' | 'accounts'>,
): Promise<Away[]> {
  const people: { owner: Reader; userId: string; account: StoredEscrow['accounts']['buyer'] }[] = [
    { owner: 'buyer', userId: buyerId, account: accounts.buyer },
    ...(sellerId && accounts.seller ? [{ owner: 'seller' as const, userId: sellerId, account: accounts.seller }] : []),
  ]
  const notes = await db.deskNote.findMany({
    where: { userId: { in: people.map(({ userId }) => userId) }, kind: { in: ['lock', 'unlock'] } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { userId: true, kind: true, at: true },
  })
  return people.flatMap(({ owner, userId, account: { lockedAt, stillUntil } }): Away[] => {
    const own = notes.filter((note) => note.userId === userId)
    const past = own.flatMap(({ kind, at: from }, place): Away[] => {
      const until = kind === 'lock' ? own[place + 1]?.at : undefined
      return until ? [{ owner, kind: 'locked', from, until }] : []
    })
    return [
      ...past,
      ...(lockedAt ? [{ owner, kind: 'locked' as const, from: lockedAt, until: null }] : []),
      ...(stillUntil ? [{ owner, kind: 'stands_still' as const, from: stillFrom(stillUntil), until: stillUntil }] : []),
    ]
  })
}

function stillFrom(until: Date): Date {
  return new Date(until.getTime() - STANDS_STILL_MS)
}
