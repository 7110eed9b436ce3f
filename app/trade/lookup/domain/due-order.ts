/** What runs out comes first, soonest first; what waits without an end keeps its order behind it. Moments are ISO strings. */
export function byDue(one: { dueAt: string | null }, other: { dueAt: string | null }): number {
  if (one.dueAt === null || other.dueAt === null) return Number(one.dueAt === null) - Number(other.dueAt === null)
  return one.dueAt < other.dueAt ? -1 : Number(one.dueAt > other.dueAt)
}

type Listed = { transactionId: string; turn: string; dueAt: string | null }

/**
 * Each escrow in one group. `turns`: what waits for the reader, on whichever page it stands, and where a date of the reader runs while
 * somebody else has to answer; null: not asked. `role`: null where the reader has no side.
 */
export function groupsOf<Row extends Listed>(of: {
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
