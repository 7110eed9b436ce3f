import { setTimeout as delay } from 'node:timers/promises'
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { keepPulse, readTimes } from '#app/ops/db/ledger-pulses.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const EVERY_MS = 15_000
/** The caller of `ask` waits no longer. */
const LIMIT_MS = 4_000
/** A database time that took longer to arrive is not exact enough. */
const EXACT_MS = 5_000

export type Pulse = {
  /** Asks both ledgers now; settles when both have answered, or after some seconds. Never rejects. */
  ask(): Promise<void>
  stop(): void
}

/**
 * Asks each ledger for its newest closed ledger, now and every 15 s, by a timer and not by a job. Stores the answer
 * with the database's time of its arrival. A ledger that hangs blocks nothing, and is asked again afterwards. The age
 * of its last answer shows its silence.
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

/** The database's time before, plus monotonic time: an answer stored late must not look like a wrong clock. */
async function askLedger({ db, ledgers }: Pick<Deps, 'db' | 'ledgers'>, network: Network): Promise<void> {
  const asked = performance.now()
  const { now } = await readTimes(db)
  const heard = performance.now()
  if (heard - asked > EXACT_MS) return
  const closed = await ledgers[network].newestClosed()
  const answeredAt = new Date(now.getTime() + performance.now() - heard)
  await keepPulse(db, { network, ...closed, answeredAt })
}
