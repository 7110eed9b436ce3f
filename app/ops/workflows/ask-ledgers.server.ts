import { setTimeout as delay } from 'node:timers/promises'
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { keepPulse, readTimes } from '#app/ops/db/ledger-pulses.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const EVERY_MS = 15_000
/** Whoever waits for the answers waits no longer. */
const LIMIT_MS = 4_000
/** A database that took longer to say its time has not said it exactly enough. */
const EXACT_MS = 5_000

export type Pulse = {
  /** Asks both ledgers now; settles when both have answered, or after some seconds. Never rejects. */
  ask(): Promise<void>
  stop(): void
}

/**
 * Asks each ledger for its newest closed ledger, now and every 15 s, by a timer and not by a job, and stores the answer with the
 * time that the database's clock showed when it came. A ledger that hangs holds up nothing, and is asked again when it has let go. What
 * it does not answer is said by the age of its last answer.
 */
export function openPulse(deps: Pick<Deps, 'db' | 'ledgers'>): Pulse {
  const underWay = new Map<Network, Promise<void>>()
  const askOne = (network: Network) => {
    const asking =
      underWay.get(network) ??
      askLedger(deps, network)
        .catch(() => undefined)
        .finally(() => underWay.delete(network))
    underWay.set(network, asking)
    return asking
  }
  const ask = async () => {
    await Promise.race([Promise.all(NETWORKS.map(askOne)), delay(LIMIT_MS, undefined, { ref: false })])
  }
  void ask()
  const timer = setInterval(ask, EVERY_MS).unref()
  return { ask, stop: () => clearInterval(timer) }
}

/**
 * The time of the answer is reckoned from what the database's clock showed before, by a clock that nobody sets: an answer that
 * is stored late is no sign of a clock that is wrong.
 */
async function askLedger({ db, ledgers }: Pick<Deps, 'db' | 'ledgers'>, network: Network): Promise<void> {
  const asked = performance.now()
  const { now } = await readTimes(db)
  const heard = performance.now()
  if (heard - asked > EXACT_MS) return
  const closed = await ledgers[network].newestClosed()
  const answeredAt = new Date(now.getTime() + performance.now() - heard)
  await keepPulse(db, { network, ...closed, answeredAt })
}
