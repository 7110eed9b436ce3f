/** Decides what is wrong with the system that a person has to act on. Pure. */

import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { PriceDoubt } from '#app/prices/domain/price.ts'
import { decideBy } from '#app/trade/disputes/domain/decide-by.ts'
import { lastReleaseAt } from '#app/trade/onchain/domain/terms.ts'
import type { AlertCause, AlertKind } from './alert-cause.ts'
import type { Backlog, Machine } from './machine.ts'
import { reviewBy } from './review-by.ts'

const MINUTE_MS = 60_000
/** A worker proves every five seconds that it runs jobs. This is longer than a restart (40 s). */
export const SILENT_MS = MINUTE_MS
/** Every worker asks each ledger for its newest one every 15 seconds. */
const PULSE_MS = MINUTE_MS
/** A scheduled job may miss three runs, and take this long. */
const MISSED_TURNS = 3
const TURN_TAKES_MS = 5 * MINUTE_MS
/** A worker that has just started has not had time to run every job. */
const LONGEST_CHANCE_MS = 60 * MINUTE_MS
/** Every account is read at least once a minute. */
const UNREAD_MS = 5 * MINUTE_MS
/** Most payouts are final within a minute, and most emails leave within seconds. */
const LATE_MS = 15 * MINUTE_MS
/** A used sequence number shows as a transaction with the next ledger. */
const BEHIND_MS = 5 * MINUTE_MS
/** Requested every minute, from services that may be slow. */
const UNPRICED_MS = 5 * MINUTE_MS
const NOT_YET: readonly PriceDoubt[] = ['price_unavailable', 'price_unconfirmed']
/** Publishers were seen to fail for hours; payouts have a day before a list is too old. */
const UNREAD_LIST_MS = 60 * MINUTE_MS
/** A day, weekends included. */
const DUE_SOON_MS = 24 * 60 * MINUTE_MS
/** Compared every hour. */
const UNCOMPARED_MS = 2 * 60 * MINUTE_MS

/** All current problems; no kind and subject occurs twice. */
export function alertCausesOf(machine: Machine): AlertCause[] {
  return [
    ...ofProcesses(machine),
    ...ofWorker(machine),
    ...machine.pulses.flatMap((pulse) => ofPulse(pulse, machine)),
    ...machine.readings.flatMap((reading) => ofReading(reading, machine)),
    ...machine.queues.flatMap((queue) => ofQueue(queue, machine.at)),
    ...machine.keepers.flatMap(ofSponsor),
    ...ofBooks(machine),
    ...ofPrices(machine),
    ...ofEmails(machine),
    ...(machine.storeTrouble === null ? [] : [alertCause('store_failing')]),
    ...(machine.mailTrouble === null ? [] : [alertCause('mail_refused')]),
    ...machine.proxyFaults.map(({ about, since }) => alertCause('proxy_odd', about, since)),
    ...ofLists(machine),
    ...ofBacklog('webhook_given_up', machine.posts),
    ...ofBacklog('reviews_wait', machine.reviews),
    ...ofLateReviews(machine),
    ...ofBacklog('locked_alike', machine.lockedAlike),
    ...ofSettlementsUnderReview(machine),
    ...ofBacklog('cases_wait', machine.cases),
    ...ofBacklog('disputes_wait', machine.disputes),
    ...ofDueDisputes(machine),
    ...ofBacklog('changes_wait', machine.changes),
    ...ofBacklog('change_objected', machine.objections),
  ]
}

function alertCause(
  kind: AlertKind,
  subject = '',
  since: Date | null = null,
  { mark = '', facts = {} }: { mark?: string; facts?: AlertCause['facts'] } = {},
): AlertCause {
  return { kind, subject, since, mark, facts }
}

/** A problem from the first item on; each newer item is news. */
function ofBacklog(kind: AlertKind, { count, oldestAt, newestAt }: Backlog, subject = ''): AlertCause[] {
  return count === 0
    ? []
    : [alertCause(kind, subject, oldestAt, { mark: newestAt?.toISOString(), facts: { count: `${count}` } })]
}

/** A problem from the first item on; further items are no news. */
function ofState(kind: AlertKind, { count, oldestAt }: Backlog, subject = ''): AlertCause[] {
  return count === 0 ? [] : [alertCause(kind, subject, oldestAt, { facts: { count: `${count}` } })]
}

const isOlder = (time: Date | null, than: number, at: Date) => time === null || at.getTime() - time.getTime() > than

/** Refused starts, wrong clocks, and settings that differ between processes. */
function ofProcesses({ refusedStarts, clocksOff, settingsDiffer }: Machine): AlertCause[] {
  return [
    ...refusedStarts.map(({ role, refusal, at }) =>
      alertCause('start_refused', role, at, { mark: refusal, facts: { refusal } }),
    ),
    ...clocksOff.map(ofClock),
    ...settingsDiffer.map((name) => alertCause('settings_differ', name)),
  ]
}

/** `offMs`: ahead; below 0: behind. */
export function ofClock({ role, offMs }: Machine['clocksOff'][number]): AlertCause {
  const seconds = `${offMs < 0 ? '\u2212' : '+'}${Math.round(Math.abs(offMs) / 1_000)}`
  return alertCause('clock_off', role, null, { facts: { seconds } })
}

/** Without any job yet, it counts from the beginning of the installation. */
const isSilent = ({ jobRanAt, beganAt, at }: Machine) => isOlder(jobRanAt ?? beganAt, SILENT_MS, at)

function ofWorker(machine: Machine): AlertCause[] {
  const { jobRanAt, givenUpJobs, schedule, at, workerSince } = machine
  // While no worker runs jobs, that alone explains late scheduled jobs.
  const late = isSilent(machine)
    ? [alertCause('worker_silent', '', jobRanAt)]
    : schedule
        .filter(({ succeededAt, everyMs }) => {
          const chanceMs = Math.min(everyMs, LONGEST_CHANCE_MS) + TURN_TAKES_MS
          const hadItsChance = workerSince === null || isOlder(workerSince, chanceMs, at)
          return hadItsChance && isOlder(succeededAt, MISSED_TURNS * everyMs + TURN_TAKES_MS, at)
        })
        .map(({ task, succeededAt }) => alertCause('schedule_late', task, succeededAt))
  return [
    ...late,
    ...(givenUpJobs > 0 ? [alertCause('jobs_given_up', '', null, { facts: { count: `${givenUpJobs}` } })] : []),
  ]
}

const isAway = ({ answeredAt }: Machine['pulses'][number], { at, workerSince }: Machine) => {
  // Unknown for a worker that has just started; without a worker, a ledger never seen is no problem of its own.
  const [seen, begun] = [answeredAt?.getTime(), workerSince?.getTime()]
  const since = Math.max(seen ?? 0, begun ?? 0)
  return since > 0 && isOlder(new Date(since), PULSE_MS, at)
}

/** While no worker runs, nobody asks the ledgers, and that is alerted already. */
function ofPulse(pulse: Machine['pulses'][number], machine: Machine): AlertCause[] {
  return !isSilent(machine) && isAway(pulse, machine)
    ? [alertCause('ledger_away', pulse.network, pulse.answeredAt)]
    : []
}

/** The time that people under review are told (decision 110). */
function ofLateReviews({ reviews: { oldestAt }, at }: Machine): AlertCause[] {
  const by = oldestAt && reviewBy(oldestAt)
  return by && at > by ? [alertCause('reviews_late', '', by)] : []
}

/** Alerts again a day before the last moment to begin one, and at it: later the ledger gives the buyer the money. */
function ofSettlementsUnderReview({ settlementsHeld, at }: Machine): AlertCause[] {
  return NETWORKS.flatMap((network) => {
    const held = settlementsHeld.filter((row) => row.network === network)
    const [first] = held
    if (first === undefined) return []
    const isPast = (beforeMs: number) =>
      held.filter(({ deadline }) => deadline && at.getTime() >= lastBeginMs(deadline) - beforeMs).length
    const newest = Math.max(...held.map(({ since }) => since.getTime()))
    const mark = `${new Date(newest).toISOString()} ${isPast(DUE_SOON_MS)} ${isPast(0)}`
    return [alertCause('settlement_held', network, first.since, { mark, facts: { count: `${held.length}` } })]
  })
}

const lastBeginMs = (deadline: Date) => lastReleaseAt({ deadline: deadline.getTime() / 1_000 }) * 1_000

/** A day before the first decision is due, and when it is late; nothing happens automatically then (decision 134). */
function ofDueDisputes({ disputes: { oldestAt, firstLedgerDate }, at }: Machine): AlertCause[] {
  if (oldestAt === null) return []
  const by = decideBy(oldestAt, firstLedgerDate)
  if (at > by) return [alertCause('disputes_late', '', by)]
  return at.getTime() > by.getTime() - DUE_SOON_MS ? [alertCause('disputes_due', '', oldestAt)] : []
}

function ofReading({ network, account, readAt, stopped }: Machine['readings'][number], machine: Machine): AlertCause[] {
  const { at, beganAt, pulses } = machine
  const subject = `${network} ${account}`
  if (stopped !== null)
    return [alertCause('reading_stopped', subject, stopped.since, { facts: { cause: stopped.cause } })]
  // The cause is alerted already.
  if (isSilent(machine) || pulses.some((pulse) => pulse.network === network && isAway(pulse, machine))) return []
  // A first worker that has just started has not read yet.
  return isOlder(readAt ?? beganAt, UNREAD_MS, at) ? [alertCause('reading_late', subject, readAt)] : []
}

/** Two contradicting services are a problem from the first minute on; a service not asked yet is none. */
function ofPrices({ prices, at, beganAt }: Machine): AlertCause[] {
  const isBeginning = !isOlder(beganAt, UNPRICED_MS, at)
  return prices
    .filter(({ doubt }) => doubt !== null && !(isBeginning && NOT_YET.includes(doubt)))
    .map(({ asset }) => alertCause('price_missing', asset))
}

function ofQueue(queue: Machine['queues'][number], at: Date): AlertCause[] {
  const { network, underWay, waiting, failed, agreeing, behindSince, stops, float } = queue
  const isLate = ({ oldestAt }: Backlog) => oldestAt !== null && isOlder(oldestAt, LATE_MS, at)
  const late = [underWay, waiting.turn, waiting.ledger, waiting.signer].filter(isLate)
  return [
    ...(behindSince !== null && isOlder(behindSince, BEHIND_MS, at)
      ? [alertCause('leaving_late', network, behindSince)]
      : []),
    ...stops.flatMap((stop) => ofStop(stop, queue)),
    // While payouts are stopped, that alone explains it, and is alerted.
    ...(late.length > 0 && stops.length === 0 ? [alertCause('payouts_late', network, oldest(late))] : []),
    ...(isLate(agreeing) ? [alertCause('agreements_late', network, agreeing.oldestAt)] : []),
    ...ofBacklog('payouts_failed', failed, network),
    ...ofBacklog('payouts_error', waiting.error, network),
    ...ofBacklog('second_operator', waiting.second_operator, network),
    ...ofState('fees_high', waiting.fees, network),
    ...ofState('cover_short', waiting.cover, network),
    ...ofFloat(float.state, network),
  ]
}

/** A stop by a person and a possibly stolen key have different messages. */
function ofStop({ cause, since }: { cause: string; since: Date }, queue: Machine['queues'][number]): AlertCause[] {
  const { network, unexplained } = queue
  if (cause === 'switch') return [alertCause('payouts_switched', network, since)]
  if (cause !== 'unexplained') return [alertCause('payouts_halted', network, since)]
  const { what, seenAt, gapSeenAt } = unexplained
  const money =
    seenAt && alertCause('money_unexplained', network, since, { mark: seenAt.toISOString(), facts: { what } })
  // An unexplained stop without visible cause is alerted as well: nobody can be paid.
  const numbers =
    gapSeenAt || seenAt === null
      ? alertCause('numbers_unexplained', network, since, { mark: gapSeenAt?.toISOString() })
      : null
  return [money, numbers].flatMap((told) => told ?? [])
}

/**
 * A list that is too old blocks payouts, and one that keeps failing soon will. A file that is too short is alerted at
 * once, and again when the first operator accepts it; its failing is no news then.
 */
function ofLists({ lists, at, beganAt }: Machine): AlertCause[] {
  const isBeginning = !isOlder(beganAt, LATE_MS, at)
  return lists.flatMap(({ list, isStale, failingSince, refused, unknownCurrencies }) => {
    const isFailing = !isStale && refused === null && failingSince !== null && isOlder(failingSince, UNREAD_LIST_MS, at)
    return [
      ...(isStale && !isBeginning ? [alertCause('list_old', list)] : []),
      ...(isFailing ? [alertCause('list_failing', list, failingSince)] : []),
      ...(refused
        ? [alertCause('list_refused', list, refused.fetchedAt, { mark: `${refused.id} ${refused.wantedById ?? ''}` })]
        : []),
      ...unknownCurrencies.map((currency) => alertCause('list_unknown_wallet', `${list} ${currency}`)),
    ]
  })
}

function ofFloat(state: Machine['queues'][number]['float']['state'], network: Network): AlertCause[] {
  if (state === 'used_up') return [alertCause('float_used_up', network)]
  return state === 'low' ? [alertCause('float_low', network)] : []
}

function ofSponsor({ network, account, state }: Machine['keepers'][number]): AlertCause[] {
  const subject = `${network} ${account}`
  if (state === 'used_up') return [alertCause('keeper_used_up', subject)]
  return state === 'low' ? [alertCause('keeper_low', subject)] : []
}

function oldest(heaps: Backlog[]): Date | null {
  return heaps.flatMap(({ oldestAt }) => oldestAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

function ofBooks({ books, at, beganAt }: Machine): AlertCause[] {
  return NETWORKS.flatMap((network) => {
    const compared = books.filter((row) => row.network === network)
    const wrong = compared.filter(({ difference }) => !new Decimal(difference).isZero())
    const newest = compared.map((row) => row.at).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
    return [
      ...(wrong.length > 0 ? [differing(network, wrong)] : []),
      // Before the first comparison, nothing is late in the first hours.
      ...(isOlder(newest ?? beganAt, UNCOMPARED_MS, at) ? [alertCause('books_late', network, newest)] : []),
    ]
  })
}

/** Another difference is news. Only the Admin Panel names the account: nobody should pay to one from an email. */
function differing(network: Network, wrong: Machine['books']): AlertCause {
  const inOrder = wrong.toSorted((a, b) => (`${a.account} ${a.asset}` < `${b.account} ${b.asset}` ? -1 : 1))
  const signed = inOrder.map(({ asset, difference }) => {
    return `${difference.startsWith('-') ? difference.replace('-', '\u2212') : `+${difference}`} ${asset}`
  })
  const mark = inOrder.map(({ account }, place) => `${account} ${signed[place]}`).join('; ')
  return alertCause('books_differ', network, null, { mark, facts: { what: signed.join('; ') } })
}

function ofEmails({ letters: { owed, givenUp }, at }: Machine): AlertCause[] {
  const isLate = owed.oldestAt !== null && isOlder(owed.oldestAt, LATE_MS, at)
  return [...(isLate ? [alertCause('letters_late', '', owed.oldestAt)] : []), ...ofBacklog('letters_given_up', givenUp)]
}
