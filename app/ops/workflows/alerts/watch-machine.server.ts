import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { createPost } from '#app/ops/db/alert-posts.server.ts'
import { databaseTime, findAlerts, lockAlerts, storeAlerts } from '#app/ops/db/alerts.server.ts'
import { findRunningProcesses } from '#app/ops/db/processes.server.ts'
import type { AlertCause, AlertKind } from '#app/ops/domain/alert-cause.ts'
import {
  type Alert,
  type Alerting,
  alertingOf,
  CLOSED_FOR_MS,
  noteAlertCauses,
  noteAlerting,
} from '#app/ops/domain/alerting.ts'
import { alertCausesOf, ofClock } from '#app/ops/domain/judge-machine.ts'
import { findOperators } from '#app/settlement/payouts/db/payout-stops.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { checkMachine, clocksOff } from './check-machine.server.ts'
import { writePost } from './write-post.ts'

/**
 * Compares current problems with the stored alerts, and notifies all operators of what is due (ops/domain/alerting), by
 * email and by webhook. Each problem is logged when it begins, when it becomes due, and when it ends. `isClockOff`:
 * this process's clock is wrong, so it can judge no age; it then reports only clocks, by the database's time.
 */
export async function watchMachine(deps: Deps, { isClockOff = false }: { isClockOff?: boolean } = {}): Promise<void> {
  const seen = isClockOff ? await checkClocks(deps) : await lookAtAll(deps)
  await inTransaction(deps.db, async (tx) => {
    await lockAlerts(tx)
    const { now, troubles } = seen
    const known = await findAlerts(tx, new Date(now.getTime() - CLOSED_FOR_MS))
    const judged = known.filter(({ kind }) => seen.judges === 'all' || kind === seen.judges)
    const noted = noteAlertCauses(judged, troubles, { now, newId: deps.newId })
    const telling = alertingOf(noted, now)
    const told = noteAlerting(noted, telling, now)
    const changed = told.filter((alert) => !known.includes(alert))
    if (telling !== null) await notify(deps, { tx, telling, now })
    await storeAlerts(tx, changed)
    writeLines(deps, { known, changed })
  })
}

type Seen = { now: Date; troubles: AlertCause[]; judges: 'all' | AlertKind }

async function lookAtAll(deps: Deps): Promise<Seen> {
  const machine = await checkMachine(deps)
  return { now: machine.at, troubles: alertCausesOf(machine), judges: 'all' }
}

async function checkClocks({ db }: Deps): Promise<Seen> {
  const troubles = clocksOff(await findRunningProcesses(db)).map(ofClock)
  return { now: await databaseTime(db), troubles, judges: 'clock_off' }
}

function writeLines({ log }: Deps, { known, changed }: { known: readonly Alert[]; changed: readonly Alert[] }): void {
  const was = new Map(known.map((alert) => [alert.id, alert]))
  for (const alert of changed) {
    const { id, kind, subject, facts, closedAt } = alert
    const before = was.get(id)
    const about = { trouble: kind, of: subject, ...facts }
    const begins = closedAt === null && (before === undefined || before.closedAt !== null)
    const isDueNow = isDue(alert) && !(before && isDue(before))
    if (isDueNow || (begins && isDue(alert))) log.error(about, 'alert raised')
    else if (begins) log.warn(about, 'alert pending')
    else if (before?.closedAt === null && closedAt !== null) log.info(about, 'alert resolved')
  }
}

/** Whether it has lasted long enough for a notification, even if a limit delays the email. */
const isDue = ({ toldAt, dueAt }: Alert) => toldAt !== null || dueAt !== null

async function notify(deps: Deps, told: { tx: Transaction; telling: Alerting; now: Date }): Promise<void> {
  const { tx, telling, now } = told
  const operators = await findOperators(tx)
  if (operators.length === 0) deps.log.error({}, 'alert recipients missing')
  const event = `operator_alert:${deps.newId()}`
  const content = {
    letter: 'operator_alert' as const,
    began: telling.began.map(toTold),
    still: telling.still.map(toTold),
    over: telling.over.map(toTold),
    passed: telling.passed.map(toPassed),
    at: now.toISOString(),
  }
  for (const { id } of operators) await queueEmail(tx, { event, to: { userId: id }, content })
  if (deps.alertHook === null) return
  const id = deps.newId()
  await createPost(tx, {
    id,
    body: writePost(content, { t: deps.translator('en'), origin: deps.settings.origin }),
    at: now,
  })
  await enqueue(tx, { name: 'post_alert', payload: { postId: id } })
}

function toTold({ kind, subject, since, openedAt, facts }: Alert) {
  return { kind, subject, facts, since: (since ?? openedAt).toISOString() }
}

function toPassed({ closedAt, openedAt, ...alert }: Alert) {
  return { ...toTold({ ...alert, closedAt, openedAt }), until: (closedAt ?? openedAt).toISOString() }
}
