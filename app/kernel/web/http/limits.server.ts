/** Counts tries (limits.ts) in PostgreSQL, so that limits hold across machines. */
import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { openPool } from '#app/kernel/db/client.server.ts'
import { isOutage, type Refusal } from '#app/kernel/domain/refusal.ts'
import { type LimitName, REQUEST_LIMITS } from '#app/kernel/web/limits/limits.ts'
import { config } from '#app/runtime.server.ts'
import { addressBlockOf, addressIn } from './client-address.ts'

const pool = openPool({ url: config.databaseUrl, connections: 3, limits: 'page' })

const limiters = new Map(
  Object.entries(REQUEST_LIMITS).map(([name, { points, seconds }]) => [
    name,
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points: points * config.rateLimitFactor,
      duration: seconds,
    }),
  ]),
)

/** Typed text may be longer than an entry of the index. */
const LONGEST_KEY = 256
const keyOf = (key: string) => (key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('hex'))

/** Counts one try. Throws a 429 Response with Retry-After when there were too many. */
export async function countTry(limit: LimitName, key: string): Promise<void> {
  try {
    await limiters.get(limit)?.consume(keyOf(key))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw Response.json({ retryAfter: seconds }, { status: 429, headers: { 'Retry-After': String(seconds) } })
  }
}

/** Returns the minutes to wait when one more try would be too many, else null. Counts nothing. */
export async function minutesLeft(limit: LimitName, key: string): Promise<number | null> {
  const counted = await limiters.get(limit)?.get(keyOf(key))
  return counted && counted.remainingPoints <= 0 ? Math.max(1, Math.ceil(counted.msBeforeNext / 60_000)) : null
}

/** Gives one counted try back: it turned out not to be one that is limited. */
export async function returnTry(limit: LimitName, key: string): Promise<void> {
  await limiters.get(limit)?.reward(keyOf(key))
}

/** Gives a counted try back when our own outage refused it: it must lock out nobody with many documents. */
export async function returnTryAfterOutage(limit: LimitName, key: string, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.some(isOutage)) await returnTry(limit, key)
}

/** Forgets the tries under a key: whoever has just proved the mailbox need not wait for earlier wrong guesses. */
export async function forgetTries(limit: LimitName, key: string): Promise<void> {
  await limiters.get(limit)?.delete(keyOf(key))
}

/** Closes the connections; nothing can be counted afterwards. */
export async function closeLimits(): Promise<void> {
  await pool.end()
}

/**
 * The visitor's address, by the header that our own proxies write (TRUSTED_IP_HEADER). Null: no proxy, so visitors
 * cannot be told apart, and one counter for all would let a single visitor lock everybody out.
 */
export function clientAddress(request: Request): string | null {
  const { header, hops } = config.trustedAddress
  return header === null ? null : addressIn(request.headers.get(header), hops)
}

/** What tries are counted under: the address, or the /64 of an IPv6 address. */
export function clientNetwork(request: Request): string | null {
  const address = clientAddress(request)
  return address === null ? null : addressBlockOf(address)
}
