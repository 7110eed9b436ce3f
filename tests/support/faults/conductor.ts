/** Which blow strikes in a storm, and when: a deck of blows and one of weathers, shuffled by the seed and dealt. */
import { setTimeout as delay } from 'node:timers/promises'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { findReadings } from '#app/ledgers/payments/db/readings.server.ts'
import { rereadPayments } from '#app/ledgers/payments/workflows/reread-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { FaultKind } from '#harbour/faults.ts'
import type { ProcessSupervisor } from '#scripts/launcher/keeping/process-supervisor.ts'
import type { Chance } from './chance.ts'
import type { StormGround } from './storm-ground.ts'
import { WEATHER } from './weather/sky.ts'

export const BLOWS = [
  'kill_one',
  'kill_both',
  'kill_one_after_the_other',
  'terminate_one',
  'freeze_one',
  'freeze_one_and_kill_the_other',
  'kill_postgres',
  'kill_postgres_and_both',
  'restart_postgres',
  'no_mail',
  'no_prices',
  'no_store',
  /** Others fill the XRP Ledger: fees escalate, and payments wait in the queue. */
  'crowd',
  /** The rippled server is loaded and asks for higher fees than the ledger. */
  'load',
  /** The workers' servers show other chains than those that were read. */
  'other_history',
] as const
type Blow = (typeof BLOWS)[number]

export type Pace = {
  blows: readonly Blow[]
  /** Milliseconds between two blows. */
  pauseMs: number
  /** How long a weather lasts, and how long the sky is clear afterwards. Milliseconds. */
  weatherMs: number
  clearMs: number
  /** Longer than a worker may be silent before others take its jobs. Milliseconds. */
  freezeMs: number
  /** How often each blow comes. */
  rounds: number
}

export type Conductor = {
  /** Deals until every blow came that often, and every weather at least once. Ends with a clear sky. */
  conduct(): Promise<void>
  /** How often each blow came. */
  blows: Map<Blow, number>
  /** When a process was killed or frozen, in milliseconds since 1970. */
  kills: number[]
}

const MAIL_TROUBLE: readonly FaultKind[] = ['drop_before', 'drop_after', 'too_many', 'server_error', 'html']
const OUTAGE_MS = 1_500
/** Several ledgers, even when one closes each second. */
const CROWD_MS = 6_000

export function openConductor(ground: StormGround, { chance, pace }: { chance: Chance; pace: Pace }): Conductor {
  const { sky, harbour, workers } = ground
  const blows = new Map<Blow, number>()
  const kills: number[] = []
  const [forBlows, forWeather] = [chance.branch(), chance.branch()]

  const kill = (worker: ProcessSupervisor, signal: NodeJS.Signals) => {
    kills.push(Date.now())
    send(worker.pid, signal)
  }
  const freeze = async (worker: ProcessSupervisor) => {
    const { pid } = worker
    kills.push(Date.now())
    send(pid, 'SIGSTOP')
    await delay(pace.freezeMs)
    send(pid, 'SIGCONT')
  }
  const killPostgres = async (signal: 'SIGKILL' | 'SIGINT') => {
    kills.push(Date.now())
    await ground.killPostgres(signal)
    // The processes of a killed server keep its memory for a moment.
    for (let tries = 200; ; tries -= 1) {
      try {
        return await ground.startPostgres()
      } catch (error) {
        if (tries === 0) throw error
        await delay(250)
      }
    }
  }

  async function strike(blow: Blow): Promise<void> {
    const [one, other] = forBlows.shuffled(workers)
    if (!one || !other) throw new Error('there are no two workers')
    switch (blow) {
      case 'kill_one':
        return kill(one, 'SIGKILL')
      case 'kill_both':
        kill(one, 'SIGKILL')
        return kill(other, 'SIGKILL')
      case 'kill_one_after_the_other':
        kill(one, 'SIGKILL')
        await delay(700)
        return kill(other, 'SIGKILL')
      case 'terminate_one':
        return kill(one, 'SIGTERM')
      case 'freeze_one':
        return freeze(one)
      case 'freeze_one_and_kill_the_other': {
        const frozen = freeze(one)
        kill(other, 'SIGKILL')
        return frozen
      }
      case 'kill_postgres':
        return killPostgres('SIGKILL')
      case 'kill_postgres_and_both':
        for (const worker of workers) kill(worker, 'SIGKILL')
        return killPostgres('SIGKILL')
      case 'restart_postgres':
        return killPostgres('SIGINT')
      case 'no_mail':
        harbour.faults.set({ target: 'post', kind: forBlows.pick(MAIL_TROUBLE) })
        await delay(OUTAGE_MS)
        return harbour.faults.clear('post')
      case 'no_prices':
        harbour.faults.set({ target: 'market', kind: 'server_error' })
        await delay(OUTAGE_MS)
        return harbour.faults.clear('market')
      case 'no_store':
        await ground.loseStore()
        await delay(OUTAGE_MS)
        return ground.findStore()
      case 'crowd':
        // Entering the ledger costs 720 times the minimum fee at first, joining the queue little.
        harbour.rippled.crowd({ ledgerLimit: 5, others: 8 })
        await delay(CROWD_MS)
        return harbour.rippled.crowd(null)
      case 'load':
        harbour.rippled.load(40)
        await delay(OUTAGE_MS)
        return harbour.rippled.load(1)
      case 'other_history':
        await ground.showOtherHistory()
        // Long enough for readers to meet it, and for earlier signatures to be judged.
        await delay(CROWD_MS)
        await ground.showOwnHistory()
        // By then earlier requests are answered.
        await delay(OUTAGE_MS)
        return readAnew(ground.deps)
    }
  }

  async function dealBlows(): Promise<void> {
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const blow of forBlows.shuffled(pace.blows)) {
        await strike(blow)
        blows.set(blow, (blows.get(blow) ?? 0) + 1)
        await delay(forBlows.between(pace.pauseMs / 2, pace.pauseMs * 1.5))
      }
    }
  }

  async function dealWeather(isOver: () => boolean): Promise<void> {
    for (let round = 0; round === 0 || !isOver(); round += 1) {
      const decks = NETWORKS.map((network) => ({ network, deck: forWeather.shuffled(WEATHER) }))
      for (let place = 0; place < WEATHER.length; place += 1) {
        if (round > 0 && isOver()) return
        for (const { network, deck } of decks) {
          const weather = deck[place]
          if (weather !== undefined) sky.set(network, weather, 0.2 + forWeather.next() * 0.6)
        }
        await delay(forWeather.between(pace.weatherMs / 2, pace.weatherMs * 1.5))
        sky.clear()
        await delay(forWeather.between(pace.clearMs / 2, pace.clearMs * 1.5))
      }
    }
  }

  return {
    blows,
    kills,
    async conduct() {
      let isCalm = false
      const weather = dealWeather(() => isCalm)
      try {
        await dealBlows()
      } finally {
        isCalm = true
        await weather
        sky.clear()
        harbour.faults.clear()
        harbour.rippled.crowd(null)
        harbour.rippled.load(1)
      }
    },
  }
}

/** Two histories were shown, so a person must confirm the right one: the current one. The rest recovers by itself. */
async function readAnew(deps: Deps): Promise<void> {
  for (const { network, account, mark, stopped } of await findReadings(deps.db)) {
    if (stopped?.cause !== 'other_history' || mark === null) continue
    const reason = 'the servers of another chain are gone'
    await rereadPayments(deps, { network, account, from: mark.sequence, reason, leavesOut: false })
  }
}

/** The process may be gone already. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
