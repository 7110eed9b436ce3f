import { setTimeout as delay } from 'node:timers/promises'
import { SCHEDULE } from '#app/jobs/schedule.ts'
import { GONE_AFTER_S } from '#app/kernel/db/running-limits.server.ts'
import { ASSETS, NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { findLastReconciliations } from '#app/ledgers/books/db/reconciliations.server.ts'
import { sponsorState } from '#app/ledgers/books/domain/sponsor-float.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { floatOf } from '#app/ledgers/books/workflows/float-covers.server.ts'
import { firstRecordedAt } from '#app/ledgers/payments/db/platform-accounts.server.ts'
import { findReadings } from '#app/ledgers/payments/db/readings.server.ts'
import { sponsorOn, watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { countGivenUpPosts } from '#app/ops/db/alert-posts.server.ts'
import {
  findChangeBacklogs,
  findDecisionBacklogs,
  findEmailBacklogs,
  findLockedAlike,
  findQueues,
  type Queue,
} from '#app/ops/db/backlogs.server.ts'
import { countFailedJobs } from '#app/ops/db/dead-jobs.server.ts'
import {
  findMailFailure,
  findRefusedStarts,
  findRunningProcesses,
  type RunningProcess,
} from '#app/ops/db/processes.server.ts'
import { sinceRuns } from '#app/ops/db/scheduled-runs.server.ts'
import { findSponsorStandings } from '#app/ops/db/sponsor-standings.server.ts'
import { sinceLastJob, sincePulses, sinceWorkersBegan } from '#app/ops/db/worker-health.server.ts'
import type { Backlog, Machine } from '#app/ops/domain/machine.ts'
import { differingSettings } from '#app/ops/domain/settings-compare.ts'
import { storeFailureAtStart } from '#app/ops/workflows/try-store.server.ts'
import { StorageError } from '#app/ports.ts'
import { findLastTrades, findPrices } from '#app/prices/db/market.server.ts'
import { judgePrice } from '#app/prices/domain/price.ts'
import { findListStates, type ListState } from '#app/screening/db/lists.server.ts'
import { staleLists } from '#app/screening/domain/freshness.ts'
import { SANCTIONS_LISTS } from '#app/screening/domain/listed-entry.ts'
import { findUnexplained } from '#app/settlement/payouts/db/outgoing.server.ts'
import { findOutgoingCursor } from '#app/settlement/payouts/db/outgoing-cursors.server.ts'
import { findOpenStops, type OpenStop } from '#app/settlement/payouts/db/payout-stops.server.ts'
import { summaryOf } from '#app/settlement/payouts/domain/outgoing.ts'
import {
  findAgreementBacklogs,
  findSettlementBacklogs,
  type SettlementBacklogs,
} from '#app/trade/onchain/db/onchain-backlogs.server.ts'
import { findSettlementsUnderReview } from '#app/trade/onchain/db/settlement-limits.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Failed emails of the last day are alerted; older ones stay in the Admin Panel. */
const GIVEN_UP_MS = 24 * 60 * 60_000
const STORE_LIMIT_MS = 5_000
/** Supervisors restart a process again and again, so a refused start is refused anew. */
const REFUSED_WITHIN_S = 600
/** At most this many unexplained transactions are named. */
const NAMED_UNEXPLAINED = 3
const OBJECTED_MS = 7 * 24 * 60 * 60_000
/** No file is ever stored under it. */
const NOWHERE = 'health/'

/** Reads everything that `alertCausesOf` judges. Asks no ledger. Throws when the database does not answer. */
export async function checkMachine(deps: Deps): Promise<Machine> {
  const { db } = deps
  const at = deps.clock.now()
  const [
    jobAge,
    workersAge,
    runs,
    pulses,
    processes,
    refusedStarts,
    givenUpJobs,
    read,
    queues,
    stops,
    compared,
    prices,
    letters,
    decisions,
    storeTrouble,
    beganAt,
    lists,
    exits,
    agreements,
    keepers,
    changes,
    mailTrouble,
    posts,
    settlementsHeld,
    lockedAlike,
  ] = await Promise.all([
    sinceLastJob(db),
    sinceWorkersBegan(db, GONE_AFTER_S),
    sinceRuns(db),
    sincePulses(db),
    findRunningProcesses(db),
    findRefusedStarts(db, REFUSED_WITHIN_S),
    countFailedJobs(db),
    findReadings(db),
    findQueues(db),
    findOpenStops(db),
    findLastReconciliations(db),
    judgePrices(deps, at),
    findEmailBacklogs(db, { now: at, givenUpSince: new Date(at.getTime() - GIVEN_UP_MS) }),
    findDecisionBacklogs(db),
    askStore(deps),
    firstRecordedAt(db),
    findListStates(db),
    findSettlementBacklogs(db),
    findAgreementBacklogs(db),
    findSponsorStandings(db),
    findChangeBacklogs(db, { now: at, objectedSince: new Date(at.getTime() - OBJECTED_MS) }),
    findMailFailure(db),
    countGivenUpPosts(db, new Date(at.getTime() - GIVEN_UP_MS)),
    findSettlementsUnderReview(db),
    findLockedAlike(db),
  ])
  // Ages of database times are measured by its clock alone: this process's clock may differ, and so may the true time.
  const ago = (age: number) => new Date(at.getTime() - age)
  const agoOrNull = (age: number | null | undefined) => (age === null || age === undefined ? null : ago(age))
  return {
    at,
    beganAt,
    jobRanAt: agoOrNull(jobAge),
    workerSince: agoOrNull(workersAge),
    schedule: SCHEDULE.flatMap(({ task, everyMs }) => {
      const run = runs.find((known) => known.task === task)
      return run ? [{ task, everyMs, succeededAt: ago(run.age) }] : []
    }),
    pulses: NETWORKS.map((network) => {
      return { network, answeredAt: agoOrNull(pulses.find((pulse) => pulse.network === network)?.age) }
    }),
    refusedStarts: refusedStarts.map(({ role, refusal, age }) => ({ role, refusal, at: ago(age) })),
    clocksOff: clocksOff(processes),
    settingsDiffer: differingSettings(processes).map(({ name }) => name),
    givenUpJobs,
    readings: watchedAccounts(deps).map(({ network, account }) => {
      const known = read.find((row) => row.network === network && row.account === account)
      const stopped = known?.stopped ?? null
      return {
        network,
        account,
        readAt: known?.readAt ?? null,
        ledger: known?.mark?.sequence ?? null,
        stopped: stopped && { cause: stopped.cause, since: stopped.since },
      }
    }),
    queues: await Promise.all(
      NETWORKS.map((network) =>
        lookAtQueue(deps, {
          network,
          queue: withSettlements(queues[network], exits[network]),
          agreeing: agreements[network],
          stops,
        }),
      ),
    ),
    keepers: keepers
      .filter(({ network, account }) => account === sponsorOn(deps, network))
      .map(({ network, account, spendable }) => ({ network, account, state: sponsorState(network, spendable) })),
    books: compared.map(({ network, account, asset, difference, at }) => {
      return { network, account, asset, difference: plain(fromUnits(difference, asset)), at }
    }),
    prices,
    letters,
    posts,
    ...decisions,
    ...changes,
    settlementsHeld,
    lockedAlike,
    lists: judgeLists(deps, lists, at),
    storeTrouble,
    mailTrouble,
    proxyFaults: [],
  }
}

/** One for each kind of process: the one that is off the most. */
export function clocksOff(processes: readonly Pick<RunningProcess, 'role' | 'clockOffMs'>[]): Machine['clocksOff'] {
  const off = processes
    .flatMap(({ role, clockOffMs }) => (clockOffMs === null ? [] : [{ role, offMs: clockOffMs }]))
    .toSorted((a, b) => Math.abs(b.offMs) - Math.abs(a.offMs))
  return off.filter(({ role }, place) => off.findIndex((other) => other.role === role) === place)
}

/** Adds settlements of on-chain escrows, which wait and are late as payouts are. */
function withSettlements(queue: Queue, exits: SettlementBacklogs): Queue {
  const { under_way, ...waitFor } = exits
  const waiting = { ...queue.waiting }
  for (const reason of Object.keys(waitFor) as (keyof typeof waitFor)[]) {
    waiting[reason] = together(waiting[reason], waitFor[reason])
  }
  return { ...queue, waiting, underWay: together(queue.underWay, under_way) }
}

function together(payouts: Backlog, exits: Backlog): Backlog {
  const times = (of: 'oldestAt' | 'newestAt') => [payouts[of], exits[of]].flatMap((at) => at?.getTime() ?? [])
  const pick = (most: (...times: number[]) => number, all: number[]) =>
    all.length === 0 ? null : new Date(most(...all))
  return {
    count: payouts.count + exits.count,
    oldestAt: pick(Math.min, times('oldestAt')),
    newestAt: pick(Math.max, times('newestAt')),
  }
}

async function lookAtQueue(
  deps: Deps,
  { network, queue, agreeing, stops }: { network: Network; queue: Queue; agreeing: Backlog; stops: OpenStop[] },
): Promise<Machine['queues'][number]> {
  const account = deps.accounts[network].escrow
  const isUnexplained = stops.some((stop) => stop.network === network && stop.cause === 'unexplained')
  const [leaving, float, unexplained] = await Promise.all([
    findOutgoingCursor(deps.db, { network, account }),
    floatOf(deps, network),
    isUnexplained ? readUnexplained(deps, network) : NOTHING,
  ])
  return {
    network,
    ...queue,
    agreeing,
    unexplained,
    behindSince: leaving?.behindSince ?? null,
    stops: stops.filter((stop) => stop.network === network).map(({ cause, beganAt }) => ({ cause, since: beganAt })),
    float: { state: float.state, amount: float.amount && plain(float.amount) },
    feeCaps: deps.settings.feeCaps[network],
  }
}

const NOTHING: Machine['queues'][number]['unexplained'] = { what: '', seenAt: null, gapSeenAt: null }

async function readUnexplained({ db }: Deps, network: Network): Promise<typeof NOTHING> {
  const { newest, count, gaps } = await findUnexplained(db, { network, take: NAMED_UNEXPLAINED })
  const named = newest.map(({ facts, hash }) => summaryOf(facts, hash))
  const more = count > newest.length ? [`+ ${count - newest.length}`] : []
  return { what: [...named, ...more].join('; '), seenAt: newest[0]?.seenAt ?? null, gapSeenAt: gaps.newestAt }
}

function judgeLists({ settings }: Deps, states: ListState[], now: Date): Machine['lists'] {
  const stale = staleLists(states, { now, mostAgeMs: settings.screening.mostAgeMs })
  return SANCTIONS_LISTS.map((list) => {
    const {
      failingSince = null,
      refused = null,
      unknownCurrencies = [],
    } = states.find((known) => known.list === list) ?? {}
    return { list, failingSince, isStale: stale.includes(list), refused, unknownCurrencies }
  })
}

async function judgePrices({ db }: Deps, now: Date): Promise<Machine['prices']> {
  const [prices, trades] = await Promise.all([findPrices(db), findLastTrades(db)])
  return ASSETS.map((asset) => {
    const price = prices.find((reading) => reading.asset === asset) ?? null
    const trade = trades.find((reading) => reading.asset === asset) ?? null
    const judged = judgePrice({ asset, price, trade, now })
    return { asset, doubt: typeof judged === 'string' ? judged : null }
  })
}

/** A store that does not answer must not block the caller: it counts as failed. */
async function askStore({ storage }: Deps): Promise<string | null> {
  const tried = storeFailureAtStart(storage)
  if (tried !== null) return tried
  const silence = new AbortController()
  try {
    return await Promise.race([
      storage.olderThan(NOWHERE, new Date(0)).then(() => null),
      delay(STORE_LIMIT_MS, `no answer within ${STORE_LIMIT_MS / 1000} s`, { signal: silence.signal }),
    ])
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return causeOf(error)
  } finally {
    silence.abort()
  }
}
