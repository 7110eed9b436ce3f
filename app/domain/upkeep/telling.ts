/** When operators are written to about troubles: soon, not often, and not about what comes and goes. */
import type { Trouble } from './trouble.ts'

const MINUTE_MS = 60_000
/** What lasts for less mends itself: a restart, a single answer that failed. */
const LASTS_MS = 1.5 * MINUTE_MS
/** At most one letter in this time. */
const LETTER_EVERY_MS = 15 * MINUTE_MS
/** What is not over after this is said again. */
const REMIND_EVERY_MS = 24 * 60 * MINUTE_MS
/** What begins again before this has passed was not over. */
export const CALM_MS = 10 * MINUTE_MS

/** A trouble as it is kept: open until `closedAt`. */
export type Alert = Trouble & {
  id: string
  openedAt: Date
  closedAt: Date | null
  /** When operators were last told of it, and what its mark was then; null: not yet. */
  toldAt: Date | null
  toldMark: string | null
  /** When they were told that it is over. */
  overToldAt: Date | null
}

export type Telling = { began: Alert[]; still: Alert[]; over: Alert[] }

/** What a letter says now; null: none is written now. */
export function tellingOf(alerts: readonly Alert[], { now, lastLetterAt }: { now: Date; lastLetterAt: Date | null }) {
  const since = (time: Date) => now.getTime() - time.getTime()
  if (lastLetterAt !== null && since(lastLetterAt) < LETTER_EVERY_MS) return null
  const open = alerts.filter(({ closedAt }) => closedAt === null)
  const telling: Telling = {
    began: open.filter(({ toldMark, mark, openedAt }) => toldMark !== mark && since(openedAt) >= LASTS_MS),
    still: open.filter(
      ({ toldAt, toldMark, mark }) => toldAt !== null && toldMark === mark && since(toldAt) >= REMIND_EVERY_MS,
    ),
    over: alerts.filter(
      ({ closedAt, toldAt, overToldAt }) =>
        closedAt !== null && toldAt !== null && overToldAt === null && since(closedAt) >= CALM_MS,
    ),
  }
  return Object.values(telling).some((part) => part.length > 0) ? telling : null
}

/** Has it lasted long enough to be shown? */
export function isLasting({ openedAt, closedAt }: Pick<Alert, 'openedAt' | 'closedAt'>, now: Date): boolean {
  return closedAt === null && now.getTime() - openedAt.getTime() >= LASTS_MS
}
