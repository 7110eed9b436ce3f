import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { MarketUnavailable } from '#app/ports.ts'
import { storePrice, storeTrades } from '#app/prices/db/market.server.ts'
import {
  claimSource,
  type MarketSourceName,
  recordFailure,
  recordGoodAnswer,
} from '#app/prices/db/market-sources.server.ts'
import { waitAfterFailure } from '#app/prices/domain/back-off.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Longer than any request takes. When a worker dies during one, others may ask after this time. */
const TURN_MS = 20_000
/** This many in a row take eight minutes: quotes are refused meanwhile, and a person has to know. */
const MANY_FAILURES = 9

/** A service's answer: what to store, which assets are missing, and what went wrong. */
type Answer = {
  store: (tx: Transaction, fetchedAt: Date) => Promise<void>
  missing: readonly Asset[]
  trouble: MarketUnavailable | null
}

/**
 * Stores CoinGecko's prices (product.md §7), unless it is in back-off. What is missing or fails keeps its last good
 * value, 'N/A' once it is too old. Returns when to retry after a failure; null: the schedule asks.
 */
export async function refreshPrices(deps: Deps): Promise<Date | null> {
  return refreshFrom(deps, 'CoinGecko', async () => {
    const prices = await deps.market.prices()
    return {
      store: async (tx, fetchedAt) => {
        for (const price of prices) await storePrice(tx, { ...price, fetchedAt })
      },
      missing: ASSETS.filter((asset) => !prices.some((price) => price.asset === asset)),
      trouble: null,
    }
  })
}

/** The same for Kraken's last trades. One request per asset: the failure of one does not stop the others. */
export async function refreshTrades(deps: Deps): Promise<Date | null> {
  return refreshFrom(deps, 'Kraken', async () => {
    const answers = await Promise.all(
      ASSETS.map(async (asset) => ({ asset, trades: await orFailure(deps.market.lastTrades(asset)) })),
    )
    const read = answers.flatMap(({ asset, trades }) =>
      trades instanceof MarketUnavailable || trades.length === 0 ? [] : [{ asset, trades }],
    )
    const troubles = answers.flatMap(({ trades }) => (trades instanceof MarketUnavailable ? [trades] : []))
    return {
      store: async (tx, fetchedAt) => {
        for (const { asset, trades } of read) await storeTrades(tx, { asset, trades, fetchedAt })
      },
      missing: ASSETS.filter((asset) => !read.some((known) => known.asset === asset)),
      trouble: read.length === 0 || troubles.length > 0 ? worstOf(troubles) : null,
    }
  })
}

async function refreshFrom(deps: Deps, name: MarketSourceName, ask: () => Promise<Answer>): Promise<Date | null> {
  const now = deps.clock.now()
  const claim = await claimSource(deps.db, { name, now, until: new Date(now.getTime() + TURN_MS) })
  if ('retryAt' in claim) return claim.retryAt

  const answer = await orFailure(ask())
  const { store, missing, trouble } = answer instanceof MarketUnavailable ? nothing(answer) : answer
  const at = deps.clock.now()
  const failures = claim.failures + 1
  const retryAt = trouble && retryTime(deps, { at, failures, trouble })
  await inTransaction(deps.db, async (tx) => {
    await store(tx, at)
    if (retryAt) await recordFailure(tx, { name, failures, retryAt, error: trouble.message })
    else await recordGoodAnswer(tx, { name, at })
  })

  if (retryAt) {
    const facts = { service: name, missing, tries: failures, retryAt: retryAt.toISOString(), cause: causeOf(trouble) }
    if (failures < MANY_FAILURES) deps.log.warn(facts, 'price service failed')
    else deps.log.error(facts, 'price service failed repeatedly')
  } else {
    if (missing.length > 0) deps.log.warn({ service: name, missing }, 'prices missing')
    if (claim.failures > 0) deps.log.info({ service: name, tries: claim.failures }, 'price service recovered')
  }
  return retryAt
}

function retryTime(deps: Deps, after: { at: Date; failures: number; trouble: MarketUnavailable }): Date {
  const { failures, trouble } = after
  const wait = waitAfterFailure({ failures, retryAfterMs: trouble.retryAfterMs, random: deps.random })
  return new Date(after.at.getTime() + wait)
}

function nothing(trouble: MarketUnavailable): Answer {
  return { store: async () => undefined, missing: ASSETS, trouble }
}

/** The one with the longest Retry-After. */
function worstOf(troubles: readonly MarketUnavailable[]): MarketUnavailable {
  const [worst] = troubles.toSorted((one, other) => (other.retryAfterMs ?? 0) - (one.retryAfterMs ?? 0))
  return worst ?? new MarketUnavailable('Kraken knew no trade of any asset.')
}

async function orFailure<Value>(work: Promise<Value>): Promise<Value | MarketUnavailable> {
  try {
    return await work
  } catch (error) {
    if (error instanceof MarketUnavailable) return error
    throw error
  }
}
