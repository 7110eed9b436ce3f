/** What runs out comes first, soonest first; what waits without an end keeps its order behind it. Moments are ISO strings. */
export function byDue(one: { dueAt: string | null }, other: { dueAt: string | null }): number {
  if (one.dueAt === null || other.dueAt === null) return Number(one.dueAt === null) - Number(other.dueAt === null)
  return one.dueAt < other.dueAt ? -1 : Number(one.dueAt > other.dueAt)
}
