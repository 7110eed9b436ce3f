/** Decides when operators are notified of problems: each kind in its time, rarely, and not of short ones. */
import { type AlertCause, ruleOf } from './alert-cause.ts'

const MINUTE_MS = 60_000
/** Reminds of what is not over after this time. */
const REMIND_EVERY_MS = 24 * 60 * MINUTE_MS
/** A problem that returns within this time was not over. */
const CALM_MS = 10 * MINUTE_MS
/** A closed alert may matter for so long: because of its limit, or because it was never notified. */
export const CLOSED_FOR_MS = 24 * 60 * MINUTE_MS

/** A stored problem: open until `closedAt`. */
export type Alert = AlertCause & {
  id: string
  openedAt: Date
  closedAt: Date | null
  /** When its notification was due, but the limit of its kind delayed it. Null: it was not delayed. */
  dueAt: Date | null
  /** When operators were last notified, and its mark then. Null: not yet. */
  toldAt: Date | null
  toldMark: string | null
  /** When they were notified of its end. */
  overToldAt: Date | null
}

const isSame = (a: AlertCause) => (b: AlertCause) => a.kind === b.kind && a.subject === b.subject

/**
 * Updates the alerts: a new problem opens one, and a problem that is gone closes its own. One that returns within ten
 * minutes was not over; if it was too short to be notified, it starts anew. Unchanged alerts stay the same objects.
 */
export function noteAlertCauses(
  alerts: readonly Alert[],
  troubles: readonly AlertCause[],
  { now, newId }: { now: Date; newId: () => string },
): Alert[] {
  const knownOf = (trouble: AlertCause) =>
    alerts.find((alert) => isSame(trouble)(alert) && alert.closedAt === null) ??
    alerts.findLast((alert) => isSame(trouble)(alert) && mayReopen(alert, now))
  const seen = new Map<string, AlertCause>()
  const fresh: Alert[] = []
  for (const trouble of troubles) {
    const known = knownOf(trouble)
    if (known) seen.set(known.id, trouble)
    else fresh.push(opened(trouble, { now, id: newId() }))
  }
  const kept = alerts.map((alert) => {
    const trouble = seen.get(alert.id)
    if (trouble) return keptOpen(alert, trouble, now)
    return alert.closedAt === null ? { ...alert, closedAt: now } : alert
  })
  return [...kept, ...fresh]
}

function mayReopen({ closedAt, overToldAt }: Alert, now: Date): boolean {
  return closedAt !== null && overToldAt === null && now.getTime() - closedAt.getTime() < CALM_MS
}

function opened(trouble: AlertCause, { now, id }: { now: Date; id: string }): Alert {
  const told = { dueAt: null, toldAt: null, toldMark: null, overToldAt: null }
  return { ...trouble, id, openedAt: now, closedAt: null, ...told }
}

/** Updates what is known of it. Ages are measured anew each time, and differ by milliseconds. */
function keptOpen(alert: Alert, { mark, facts, since }: AlertCause, now: Date): Alert {
  const isSince = since === null || Math.abs(since.getTime() - (alert.since?.getTime() ?? 0)) < 1_000
  const isAsKnown = alert.mark === mark && JSON.stringify(alert.facts) === JSON.stringify(facts) && isSince
  if (alert.closedAt === null && isAsKnown) return alert
  const wasNews = alert.toldAt !== null || alert.dueAt !== null
  const openedAt = alert.closedAt !== null && !wasNews ? now : alert.openedAt
  return { ...alert, openedAt, closedAt: null, mark, facts, since: isSince ? alert.since : since }
}

/** `passed`: began and ended while the limit of its kind delayed it. */
export type Alerting = { began: Alert[]; still: Alert[]; over: Alert[]; passed: Alert[] }

/** The content of the email now. Null: none is written. */
export function alertingOf(alerts: readonly Alert[], now: Date): Alerting | null {
  const since = (time: Date) => now.getTime() - time.getTime()
  const due = alerts.filter((alert) => isDue(alert, now))
  const telling: Alerting = {
    began: due.filter((alert) => !isLimited(alert, alerts, now)),
    still: alerts.filter(
      ({ closedAt, toldAt, toldMark, mark }) =>
        closedAt === null && toldAt !== null && !isNews(mark, toldMark) && since(toldAt) >= REMIND_EVERY_MS,
    ),
    over: alerts.filter(
      ({ closedAt, toldAt, overToldAt }) =>
        closedAt !== null && toldAt !== null && overToldAt === null && since(closedAt) >= CALM_MS,
    ),
    passed: [],
  }
  const passed = alerts.filter((alert) => hasPassed(alert, now))
  // Passed ones wait for the next email, or for the limit of their kind.
  const isLetter = telling.began.length + telling.still.length + telling.over.length > 0
  telling.passed = isLetter ? passed : passed.filter((alert) => !isLimited(alert, alerts, now))
  return isLetter || telling.passed.length > 0 ? telling : null
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** For marks that are times only a later one is news: an earlier one means that the newest item was dealt with. */
function isNews(mark: string, toldMark: string | null): boolean {
  if (toldMark === null) return true
  return TIME.test(mark) && TIME.test(toldMark) ? mark > toldMark : mark !== toldMark
}

/** Open, news, and seen for long enough. */
function isDue({ kind, closedAt, openedAt, toldMark, mark }: Alert, now: Date): boolean {
  return closedAt === null && isNews(mark, toldMark) && now.getTime() - openedAt.getTime() >= ruleOf(kind).lastsMs
}

/** What waits for a person needs no notification when it no longer waits. */
function hasPassed({ kind, closedAt, dueAt, toldAt }: Alert, now: Date): boolean {
  if (closedAt === null || dueAt === null || toldAt !== null || ruleOf(kind).urgency === 'later') return false
  return now.getTime() - closedAt.getTime() >= CALM_MS
}

/** Whether an email about the same was written too recently. */
function isLimited(alert: Alert, alerts: readonly Alert[], now: Date): boolean {
  const { limitMs } = ruleOf(alert.kind)
  return alerts.some(
    (other) =>
      isSame(alert)(other) && other.toldAt !== null && Math.abs(now.getTime() - other.toldAt.getTime()) < limitMs,
  )
}

/** The alerts after the email, if any: marked as notified or delayed. */
export function noteAlerting(alerts: readonly Alert[], telling: Alerting | null, now: Date): Alert[] {
  const { began = [], still = [], over = [], passed = [] } = telling ?? {}
  return alerts.map((alert) => {
    if (began.includes(alert) || still.includes(alert))
      return { ...alert, toldAt: now, toldMark: alert.mark, dueAt: null }
    if (over.includes(alert)) return { ...alert, overToldAt: now }
    if (passed.includes(alert)) return { ...alert, toldAt: now, toldMark: alert.mark, overToldAt: now }
    return alert.dueAt === null && isDue(alert, now) ? { ...alert, dueAt: now } : alert
  })
}

/** Whether it has lasted long enough to be shown. */
export function isLasting(
  { kind, openedAt, closedAt }: Pick<Alert, 'kind' | 'openedAt' | 'closedAt'>,
  now: Date,
): boolean {
  return closedAt === null && now.getTime() - openedAt.getTime() >= ruleOf(kind).lastsMs
}
