/**
 * Checks that the configured servers serve the configured network, until each ledger has confirmed it. If every server
 * of a ledger denies it, the settings are wrong, waiting is useless and the worker ends. A silent server may be right.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { NETWORK_FACTS, NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'

const AGAIN_MS = 10_000
/** Work does not wait longer for slow servers. */
const FIRST_LIMIT_MS = 3_000

const SETTINGS = { stellar: 'HORIZON_URL and STELLAR_PASSPHRASE', xrpl: 'XRPL_URL and XRPL_NETWORK_ID' } as const

/** `first` resolves when every ledger has confirmed its network, or after some seconds. */
export function confirmNetworks(
  { ledgers }: Pick<WorkerDeps, 'ledgers'>,
  refuse: (complaint: string) => Promise<never>,
): { first: Promise<void>; stop: () => void } {
  const ending = new AbortController()
  const { signal } = ending

  /** True: the ledger is certainly ours. */
  async function look(network: Network): Promise<boolean> {
    const served = await ledgers[network].servedNetwork()
    if (served.is === 'other' && !signal.aborted) {
      await refuse(
        `${served.words}. ${SETTINGS[network]} do not fit together on ${NETWORK_FACTS[network].name}; correct one of them`,
      )
    }
    return served.is === 'ours'
  }

  async function confirm(network: Network): Promise<void> {
    while (!signal.aborted && !(await look(network)))
      await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }

  const confirmed = NETWORKS.map(confirm)
  const limit = delay(FIRST_LIMIT_MS, undefined, { signal }).catch(() => undefined)
  return {
    first: Promise.race([Promise.all(confirmed), limit]).then(() => undefined),
    stop: () => ending.abort(),
  }
}
