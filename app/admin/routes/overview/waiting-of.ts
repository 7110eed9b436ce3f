/** Splits the overview into what waits for a person and what does not. */
import type { AdminOverview } from '#app/admin/queries/overview.server.ts'

export type WaitingCounts = {
  count: number
  what: 'disputes' | 'cases' | 'screening' | 'outgoing' | 'approvals' | 'payouts' | 'letters' | 'unreached'
  /** The page, or the part of this page, with details. Null: a part that is not shown while nothing waits. */
  to: string | null
  /** Since when the oldest has waited, ISO 8601. Null: unknown. */
  since: string | null
}

type Counts = Pick<
  AdminOverview,
  | 'oldest'
  | 'openDisputes'
  | 'openCases'
  | 'openReviews'
  | 'aboveLimit'
  | 'unexplained'
  | 'waitingPayouts'
  | 'givenUpLetters'
  | 'unreached'
>

/** `open`: longest-waiting first, unknown times last. `empty`: in the order of the Admin Panel. */
export function waitingOf(desk: Counts): { open: WaitingCounts[]; empty: WaitingCounts[] } {
  const here = (count: number, anchor: string) => (count > 0 ? anchor : null)
  const all: Omit<WaitingCounts, 'since'>[] = [
    { what: 'disputes', count: desk.openDisputes, to: '/admin-panel/disputes' },
    { what: 'cases', count: desk.openCases, to: '/admin-panel/cases' },
    { what: 'screening', count: desk.openReviews, to: '/admin-panel/screening' },
    { what: 'approvals', count: desk.aboveLimit, to: '/admin-panel/payouts#above' },
    { what: 'outgoing', count: desk.unexplained, to: '/admin-panel/outgoing' },
    { what: 'payouts', count: desk.waitingPayouts, to: here(desk.waitingPayouts, '#payouts') },
    { what: 'letters', count: desk.givenUpLetters, to: here(desk.givenUpLetters, '#letters') },
    { what: 'unreached', count: desk.unreached, to: here(desk.unreached, '#unreached') },
  ]
  const told = all.map((waiting) => ({ ...waiting, since: waiting.count > 0 ? desk.oldest[waiting.what] : null }))
  const last = '9'
  const bySince = (one: WaitingCounts, other: WaitingCounts) => {
    const [a, b] = [one.since ?? last, other.since ?? last]
    return a < b ? -1 : Number(a > b)
  }
  return {
    open: told.filter(({ count }) => count > 0).toSorted(bySince),
    empty: told.filter(({ count }) => count === 0),
  }
}
