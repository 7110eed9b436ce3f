/** Metrics for Prometheus: the system as gauges, the work of this process as counters. Times in seconds. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isWaitingAnswer } from '#app/live/domain/news-path.ts'
import { ALERT_CAUSES } from '#app/ops/domain/alert-cause.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import type { Backlog, Machine } from '#app/ops/domain/machine.ts'

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type Metrics = {
  contentType: string
  /** Null: the database does not answer. */
  show(machine: Machine | null): void
  text(): Promise<string>
  jobEnded(job: { task: string; hasFailed: boolean; ms: number }): void
  /** Counts the requests of all servers of this process except one. */
  countRequests(except: Server): () => void
}

export function openMetrics(process: 'web' | 'worker'): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  collectDefaultMetrics({ register: registry })
  const gauges = machineGauges(registry)
  const jobs = new Histogram({
    name: 'quayside_job_seconds',
    help: 'How long jobs took',
    labelNames: ['task', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  })
  const requests = new Histogram({
    name: 'quayside_request_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const dropped = new Counter({
    name: 'quayside_requests_dropped_total',
    help: 'Requests whose sender left before the answer was whole',
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    show: (machine) => show(gauges, machine),
    text: () => registry.metrics(),
    jobEnded: ({ task, hasFailed, ms }) => jobs.observe({ task, outcome: hasFailed ? 'failed' : 'done' }, ms / 1000),
    countRequests(except) {
      const began = (message: unknown) => {
        const { request, response, server } = message as Begun
        if (server === except || isWaitingAnswer(request.url ?? '')) return
        const stop = requests.startTimer({ method: request.method })
        response.once('close', () => {
          if (response.writableFinished) stop({ status: response.statusCode })
          else dropped.inc()
        })
      }
      subscribe(REQUEST, began)
      return () => void unsubscribe(REQUEST, began)
    },
  }
}

const REQUEST = 'http.server.request.start'
type Begun = { request: IncomingMessage; response: ServerResponse; server: Server }

type Gauges = ReturnType<typeof machineGauges>

function machineGauges(registry: Registry) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `quayside_${name}`, help, labelNames, registers: [registry] })
  return {
    database: gauge('database_up', '1 when the database answered'),
    trouble: gauge('trouble', 'How many troubles there are of each kind (docs/operating.md)', ['kind']),
    jobAge: gauge('job_run_age_seconds', 'Since a worker last ran a job'),
    runAge: gauge('schedule_age_seconds', 'Since a job of the schedule ended well', ['task']),
    pulseAge: gauge('ledger_answer_age_seconds', 'Since a server of a ledger last answered a worker', ['network']),
    givenUpJobs: gauge('jobs_given_up', 'Jobs that have used up their tries'),
    readAge: gauge('reading_age_seconds', 'Since the payments of an account were read', ['network', 'account']),
    readLedger: gauge('reading_ledger', 'The ledger up to which an account was read', ['network', 'account']),
    readStopped: gauge('reading_stopped', '1 when an account is not read any more', ['network', 'account']),
    payouts: gauge('payouts', 'Payouts that are not final, by what they wait for', ['network', 'state']),
    payoutAge: gauge('payout_age_seconds', 'Age of the oldest one', ['network', 'state']),
    stops: gauge('payout_stops', 'Open stops of payouts', ['network', 'cause']),
    float: gauge('float', 'Our own money for network fees, in XLM and XRP', ['network']),
    feeCap: gauge('fee_cap', 'The most that a transaction may cost, in stroops and drops', ['network', 'for']),
    difference: gauge('books_difference', 'What a ledger holds beyond the books', ['network', 'account', 'asset']),
    comparedAge: gauge('books_age_seconds', 'Since they were compared', ['network', 'account', 'asset']),
    price: gauge('price_good', '1 when a fee can be quoted in an asset', ['asset']),
    letters: gauge('letters', 'Letters that are owed, or were given up within a day', ['state']),
    letterAge: gauge('letter_age_seconds', 'Age of the oldest letter that is owed'),
    decisions: gauge('decisions', 'What waits for an operator', ['what']),
    store: gauge('store_up', '1 when the document store answered'),
  }
}

/** Gauges may be inexact: people look at them, and nothing is paid by them. */
function show(gauges: Gauges, machine: Machine | null): void {
  // Values of things that are gone must not remain.
  for (const gauge of Object.values(gauges)) gauge.reset()
  gauges.database.set(machine === null ? 0 : 1)
  if (machine === null) return
  const age = (time: Date | null) => (time === null ? Number.NaN : (machine.at.getTime() - time.getTime()) / 1000)
  const troubles = alertCausesOf(machine)
  for (const kind of ALERT_CAUSES) gauges.trouble.set({ kind }, troubles.filter((seen) => seen.kind === kind).length)
  gauges.jobAge.set(age(machine.jobRanAt))
  for (const { task, succeededAt } of machine.schedule) gauges.runAge.set({ task }, age(succeededAt))
  for (const { network, answeredAt } of machine.pulses) gauges.pulseAge.set({ network }, age(answeredAt))
  gauges.givenUpJobs.set(machine.givenUpJobs)
  for (const { network, account, readAt, ledger, stopped } of machine.readings) {
    gauges.readAge.set({ network, account }, age(readAt))
    gauges.readLedger.set({ network, account }, ledger ?? Number.NaN)
    gauges.readStopped.set({ network, account }, stopped === null ? 0 : 1)
  }
  for (const queue of machine.queues) {
    const { network, stops, float, feeCaps, underWay, failed, blocked, waiting } = queue
    const heaps: Record<string, Backlog> = { under_way: underWay, failed, blocked, ...waiting }
    for (const [state, { count, oldestAt }] of Object.entries(heaps)) {
      gauges.payouts.set({ network, state }, count)
      gauges.payoutAge.set({ network, state }, oldestAt === null ? 0 : age(oldestAt))
    }
    for (const { cause } of stops) gauges.stops.set({ network, cause }, 1)
    gauges.float.set({ network }, float.amount === null ? Number.NaN : Number(float.amount))
    gauges.feeCap.set({ network, for: 'usual' }, Number(feeCaps.usual))
    gauges.feeCap.set({ network, for: 'late' }, Number(feeCaps.urgent))
  }
  for (const { network, account, asset, difference, at } of machine.books) {
    gauges.difference.set({ network, account, asset }, Number(difference))
    gauges.comparedAge.set({ network, account, asset }, age(at))
  }
  for (const { asset, doubt } of machine.prices) gauges.price.set({ asset }, doubt === null ? 1 : 0)
  gauges.letters.set({ state: 'owed' }, machine.letters.owed.count)
  gauges.letters.set({ state: 'given_up' }, machine.letters.givenUp.count)
  gauges.letterAge.set(machine.letters.owed.oldestAt === null ? 0 : age(machine.letters.owed.oldestAt))
  gauges.decisions.set({ what: 'cases' }, machine.cases.count)
  gauges.decisions.set({ what: 'disputes' }, machine.disputes.count)
  gauges.store.set(machine.storeTrouble === null ? 1 : 0)
}
