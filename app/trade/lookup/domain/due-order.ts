/** Soonest deadline first; rows without one keep their order after it. Times are ISO strings. */
export function byDue(one: { dueAt: string | null }, other: { dueAt: string | null }): number {
  if (one.dueAt === null || other.dueAt === null) return Number(one.dueAt === null) - Number(other.dueAt === null)
  return one.dueAt < other.dueAt ? -1 : Number(one.dueAt > other.dueAt)
}

type Listed = { transactionId: string; turn: string; dueAt: string | null }

/**
 * Puts each escrow into one group. `turns`: escrows that await the reader on any page, or in which a deadline of the
 * reader runs while somebody else must answer; null: not loaded. `role` null: the reader has no side.
 */
export function dueGroupsOf<Row extends Listed>(of: {
  turns: readonly Row[] | null
  escrows: readonly Row[]
  role: 'buyer' | 'seller' | null
}): Record<'yours' | 'others' | 'finished', Row[]> {
  const { turns, escrows, role } = of
  const yours = [...(turns ?? escrows.filter(({ turn }) => turn === role))]
  const named = new Set(yours.map(({ transactionId }) => transactionId))
  const others = escrows.filter(
    ({ transactionId, turn }) => turn !== 'nobody' && turn !== role && !named.has(transactionId),
  )
  return { yours, others: others.toSorted(byDue), finished: escrows.filter(({ turn }) => turn === 'nobody') }
}
