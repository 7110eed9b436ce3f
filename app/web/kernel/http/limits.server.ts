/** How often somebody may try, as data. Counted in PostgreSQL, so that it holds across machines. */
import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { openPool } from '#app/db/kernel/client.server.ts'
import { isOutage, type Refusal } from '#app/domain/kernel/refusal.ts'
import { config } from '#app/runtime.server.ts'
import { addressIn, networkOf } from './client-address.ts'

/** `points` tries in `seconds`, per key; RATE_LIMIT_FACTOR times as many where tests are quicker than people. */
const LIMITS = {
  sign_in_by_ip: { points: 30, seconds: 300 },
  // From the network that it comes from, where that is known.
  sign_in_by_email: { points: 8, seconds: 300 },
  // From all networks together. Whoever signed in on a device before is counted there alone.
  sign_in_by_email_anywhere: { points: 60, seconds: 3_600 },
  sign_in_by_device: { points: 8, seconds: 300 },
  // Whoever comes by a link to the account's mailbox, which strangers do not read.
  sign_in_by_proof: { points: 8, seconds: 300 },
  // A code of six digits, three of which are right at any moment: who knows the password needs years to guess one.
  code_by_user: { points: 6, seconds: 300 },
  code_by_user_daily: { points: 60, seconds: 86_400 },
  recovery_code_by_user: { points: 10, seconds: 3_600 },
  own_password_by_user: { points: 8, seconds: 300 },
  change_email_by_user: { points: 5, seconds: 3_600 },
  change_name_by_user: { points: 10, seconds: 3_600 },
  // Each reads everything of a person, and all files.
  data_export_by_user: { points: 5, seconds: 86_400 },
  data_export_taken_by_user: { points: 10, seconds: 3_600 },
  prefill_wallet_by_user: { points: 30, seconds: 600 },
  csv_by_user: { points: 20, seconds: 600 },
  // Each change is compared with the lists.
  change_detail_by_user: { points: 20, seconds: 3_600 },
  register_by_ip: { points: 20, seconds: 3_600 },
  // Free transactions: a forwarder's office has several people, and no more of them a day.
  pilot_by_network: { points: 5, seconds: 86_400 },
  confirmation_letter_by_user: { points: 5, seconds: 3_600 },
  reset_letter_by_ip: { points: 20, seconds: 3_600 },
  reset_letter_by_device: { points: 5, seconds: 3_600 },
  reset_by_ip: { points: 30, seconds: 600 },
  quote_by_user: { points: 60, seconds: 600 },
  unknown_coupon_by_user: { points: 10, seconds: 3_600 },
  // Of all accounts that come from one network.
  unknown_coupon_by_network: { points: 30, seconds: 3_600 },
  confirm_payment_by_user: { points: 30, seconds: 600 },
  state_payment_by_user: { points: 30, seconds: 600 },
  submit_by_user: { points: 30, seconds: 600 },
  print_by_user: { points: 60, seconds: 600 },
  strangers_address_by_user: { points: 10, seconds: 3_600 },
  view_link_by_user: { points: 20, seconds: 3_600 },
  view_by_link: { points: 60, seconds: 60 },
  reseller_by_link: { points: 60, seconds: 60 },
  dead_link_by_network: { points: 60, seconds: 600 },
  message_by_ip: { points: 10, seconds: 86_400 },
  message_by_email: { points: 5, seconds: 86_400 },
  // Support reads so many a day at most; whoever finds the form closed writes by mail.
  message_by_anybody: { points: 300, seconds: 86_400 },
  // Wallets that hand back what they have signed, without anybody signed in.
  hand_back_by_network: { points: 60, seconds: 600 },
  hand_back_of_escrow: { points: 20, seconds: 600 },
  // Messages to the mail service's door that it has not signed.
  foreign_mail_event_by_network: { points: 60, seconds: 600 },
  look_up_by_user: { points: 60, seconds: 60 },
} as const

export type LimitName = keyof typeof LIMITS

const pool = openPool({ url: config.databaseUrl, connections: 3, limits: 'page' })

const limiters = new Map(
  Object.entries(LIMITS).map(([name, { points, seconds }]) => [
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

/** What somebody typed may be longer than an entry of the index. */
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

/** Gives one counted try back: it turned out to be none of those that are limited. */
export async function returnTry(limit: LimitName, key: string): Promise<void> {
  await limiters.get(limit)?.reward(keyOf(key))
}

/** Gives a counted try back when our own outage refused it: whoever works through a pile of papers is not locked out by it. */
export async function returnTryAfterOutage(limit: LimitName, key: string, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.some(isOutage)) await returnTry(limit, key)
}

/** Forgets the tries under a key: whoever has just proved the mailbox need not wait for the wrong guesses before. */
export async function forgetTries(limit: LimitName, key: string): Promise<void> {
  await limiters.get(limit)?.delete(keyOf(key))
}

/** Closes the connections to the counters; nothing can be counted afterwards. */
export async function closeLimits(): Promise<void> {
  await pool.end()
}

/**
 * The address of the person, by the header that our own proxies write (TRUSTED_IP_HEADER). Null where there is no proxy:
 * then nothing tells people apart, and one bucket for all would let a single visitor lock everybody out.
 */
export function clientAddress(request: Request): string | null {
  const { header, hops } = config.trustedAddress
  return header === null ? null : addressIn(request.headers.get(header), hops)
}

/** What tries are counted under: the address, or the network of an IPv6 address. */
export function clientNetwork(request: Request): string | null {
  const address = clientAddress(request)
  return address === null ? null : networkOf(address)
}
