/** The price services of a world, read when a test says so. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { refreshPrices, refreshTrades } from '#app/prices/workflows/refresh-market.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { Service } from '#harbour/market/prices.ts'
import type { World } from './world.ts'

/** Reads prices and trades at once, as quoting needs both. Fails when a service did not answer. */
export async function refreshMarket(deps: Deps): Promise<void> {
  const retries = await Promise.all([refreshPrices(deps), refreshTrades(deps)])
  if (retries.some((retry) => retry !== null)) throw new Error('the prices could not be read')
}

/** Reads prices that moved far within the hour, twice, a minute apart: then they are used for quotes. */
export async function acceptJump(deps: Deps): Promise<void> {
  await refreshMarket(deps)
  await refreshMarket({ ...deps, clock: { now: () => new Date(Date.now() + 61_000) } })
}

/** From now on one service alone reports this price. */
export function tellService(world: World, told: { service: Service; asset: Asset; usd: Decimal | string }): void {
  world.harbour.market.setPrice(told.asset, new Decimal(told.usd), { service: told.service })
}

const TIMES = 1_000

/** From now on requests whose path contains `match` fail. Returns a function that counts them. */
export function failRequests(
  { harbour }: World,
  {
    match = '',
    kind = 'server_error',
  }: { match?: string; kind?: 'server_error' | 'too_many' | 'html' | 'drop_before' },
): () => number {
  harbour.faults.set({ target: 'market', kind, match, times: TIMES })
  return () => TIMES - (harbour.faults.list().find((fault) => fault.match === match)?.times ?? TIMES)
}
