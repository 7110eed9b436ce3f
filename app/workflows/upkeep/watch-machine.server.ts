import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import { findOperators } from '#app/db/payouts/payout-stops.server.ts'
import {
  closeAlerts,
  findAlerts,
  findLastAlertLetter,
  keepAlert,
  lockAlerts,
  markOverTold,
  markTold,
  openAlerts,
} from '#app/db/upkeep/alerts.server.ts'
import { type Alert, CALM_MS, type Telling, tellingOf } from '#app/domain/upkeep/telling.ts'
import { type Trouble, troublesOf } from '#app/domain/upkeep/trouble.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'
import { lookAtMachine } from './look-at-machine.server.ts'

/**
 * Compares what is wrong now with what was known, and writes to all operators about what lasts (domain/upkeep/telling). Each
 * trouble also has a line in the log when it begins and when it ends. Answers with the ids of the letters it has written.
 */
export async function watchMachine(deps: Deps): Promise<string[]> {
  const troubles = troublesOf(await lookAtMachine(deps))
  return inTransaction(deps.db, async (tx) => {
    await lockAlerts(tx)
    const now = deps.clock.now()
    await noteTroubles(deps, { tx, troubles, now })
    const alerts = await findAlerts(tx, now)
    const telling = tellingOf(alerts, { now, lastLetterAt: await findLastAlertLetter(tx) })
    if (telling === null) return []
    const letters = await writeToOperators(deps, { tx, telling, now })
    await markTold(tx, { ids: [...telling.began, ...telling.still].map(({ id }) => id), at: now })
    await markOverTold(tx, { ids: telling.over.map(({ id }) => id), at: now })
    return letters
  })
}

type Noted = { tx: Transaction; troubles: readonly Trouble[]; now: Date }

async function noteTroubles({ log, newId }: Deps, { tx, troubles, now }: Noted): Promise<void> {
  const known = await findAlerts(tx, new Date(now.getTime() - CALM_MS))
  const isSame = (a: Trouble) => (b: Trouble) => a.kind === b.kind && a.subject === b.subject
  // The open one, else the newest that has just closed: what comes again so soon was not over.
  const knownOf = (trouble: Trouble) =>
    known.find((alert) => isSame(trouble)(alert) && alert.closedAt === null) ??
    known.findLast((alert) => isSame(trouble)(alert) && alert.overToldAt === null && isRecent(alert, now))
  const fresh = troubles.filter((trouble) => knownOf(trouble) === undefined)
  await openAlerts(tx, { troubles: fresh, at: now, newId })
  for (const trouble of troubles) {
    const alert = knownOf(trouble)
    if (alert) await keepAlert(tx, { id: alert.id, mark: trouble.mark, since: trouble.since ?? alert.since })
  }
  const over = known.filter((alert) => alert.closedAt === null && !troubles.some(isSame(alert)))
  await closeAlerts(tx, { ids: over.map(({ id }) => id), at: now })
  for (const { kind, subject } of fresh) log.error({ trouble: kind, of: subject }, 'something is wrong')
  for (const { kind, subject } of over) log.info({ trouble: kind, of: subject }, 'what was wrong is over')
}

function isRecent({ closedAt }: Alert, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() < CALM_MS
}

async function writeToOperators(
  { log, newId }: Deps,
  { tx, telling, now }: { tx: Transaction; telling: Telling; now: Date },
): Promise<string[]> {
  const operators = await findOperators(tx)
  if (operators.length === 0) log.error({}, 'there is no operator who could be told of what is wrong')
  const told = ({ kind, subject, since, openedAt }: Alert) => {
    return { kind, subject, since: (since ?? openedAt).toISOString() }
  }
  const { began, still, over } = telling
  const event = `operator_alert:${newId()}`
  const content = {
    letter: 'operator_alert' as const,
    began: began.map(told),
    still: still.map(told),
    over: over.map(told),
    at: now.toISOString(),
  }
  const letters = []
  for (const { id } of operators) letters.push(await queueLetter(tx, { event, to: { userId: id }, content }))
  return letters.flatMap((letterId) => letterId ?? [])
}
