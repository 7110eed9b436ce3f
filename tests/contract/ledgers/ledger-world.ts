/** What the contract needs of a ledger under test: a running stand-in, both ports on it, and somebody who pays. */

import { expect } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type {
  Ledger,
  LedgerPayment,
  PaymentsPage,
  PayoutOrder,
  PayoutOutcome,
  SignedPayout,
  Treasury,
} from '#app/ledgers/ledger.ts'
import type { FaultKind, Faults, FaultTarget } from '#harbour/faults.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

/** Short enough for quick tests, long enough for an answer to arrive before the next ledger. */
export const LEDGER_MS = 200

/** Failures to answer that must never be mistaken for an answer. */
export const SILENCES: FaultKind[] = ['drop_before', 'drop_after', 'too_many', 'server_error', 'html']

export type World = {
  /** The asset that every account of this ledger can hold. */
  asset: Asset
  target: FaultTarget
  faults: Faults
  /** The name of the submitting request in the stand-in's faults. */
  submission: string
  /** The same for the request that searches for a transaction. */
  lookUp(hash: string): string
  ledger: Ledger
  /** A ledger port set to another network than the one that answers. */
  wrongLedger: Ledger
  /** Pays out of an account of the platform; what it signs stays valid for the whole test. */
  treasury: Treasury
  /** The same account, but a test can let the validity of what it signs end early (`letPass`). */
  hastyTreasury: Treasury
  /** Somebody outside. */
  customer: Treasury
  /** An account of the platform that takes money in. */
  platform: string
  /** An account of somebody else that can be paid. */
  payee: string
  /** A valid address whose account a test creates. */
  newcomer: string
  /** A valid address whose account never exists. */
  nobody: string
  /** The reserve of an account that owns nothing else. */
  reserve: Decimal
  /** A memo that this ledger does not allow. */
  impossibleMemo: string
  /** The ledger's clock, in milliseconds since 1970. */
  now(): number
  /** Lets the ledger's clock pass the end of this transaction's validity. */
  letPass(signed: SignedPayout): Promise<void>
  /** Whether the ledger itself has passed the end of this transaction's validity. */
  isPast(signed: SignedPayout): Promise<boolean>
  passLedgers(count: number): Promise<void>
  close(): Promise<void>
}

/** Polls until the value is as wanted; a failure shows the last value. */
export async function eventually<T>(look: () => Promise<T>, isWanted: (seen: T) => boolean): Promise<T> {
  let seen = await look()
  await expect
    .poll(
      async () => {
        if (!isWanted(seen)) seen = await look()
        return isWanted(seen) ? 'as wanted' : seen
      },
      { timeout: PATIENCE_MS, interval: LEDGER_MS / 4 },
    )
    .toBe('as wanted')
  return seen
}

let payouts = 0

export function orderFor(
  world: World,
  about: Partial<Omit<PayoutOrder, 'amount'>> & { amount: Decimal | string },
): Omit<PayoutOrder, 'lane'> {
  payouts += 1
  return {
    payoutId: `payout-${payouts}`,
    asset: world.asset,
    address: world.payee,
    memo: null,
    ...about,
    amount: new Decimal(about.amount),
  }
}

/** The slots given out, by account and ledger. The caller must remember them. */
const slotsInUse = new WeakMap<World, Map<string, string[]>>()

export async function signOrder(
  world: World,
  treasury: Treasury,
  order: Omit<PayoutOrder, 'lane'>,
): Promise<{ signed: SignedPayout; order: PayoutOrder }> {
  const lanes = slotsInUse.get(world) ?? new Map<string, string[]>()
  slotsInUse.set(world, lanes)
  const taken = lanes.get(treasury.source) ?? []
  const lane = await freeSlot(treasury, taken)
  // A channel account of Stellar is reusable: a transaction that was only signed does not occupy it.
  if (treasury.network === 'xrpl') lanes.set(treasury.source, [...taken, lane])
  const complete = { ...order, lane }
  return { signed: await treasury.sign(complete), order: complete }
}

/** Returns a free slot; makes more when none is left. */
export async function freeSlot(treasury: Treasury, taken: readonly string[]): Promise<string> {
  const findTaken = async (asked: readonly string[]) => new Set(asked.filter((lane) => taken.includes(lane)))
  const find = async () => (await treasury.findLanes({ wanted: 1, findTaken }))[0]
  const lane = await find()
  if (lane !== undefined) return lane
  const made = await treasury.makeLanes(1)
  if (made === null) throw new Error('there are as many lanes as there may be')
  await treasury.submit(made)
  expect(await decided(treasury, made)).toMatchObject({ kind: 'settled' })
  const fresh = await find()
  if (fresh === undefined) throw new Error('the lanes that were made do not show')
  return fresh
}

export function decided(treasury: Treasury, signed: SignedPayout): Promise<PayoutOutcome> {
  return eventually(
    () => treasury.outcomeOf(signed),
    ({ kind }) => kind !== 'pending',
  )
}

/** Makes a customer's payment and waits until it is final. Returns its hash. */
export async function pay(
  world: World,
  about: { to?: string; amount: string; memo?: string | null; asset?: Asset },
): Promise<string> {
  const { to = world.platform, amount, memo = null, asset = world.asset } = about
  const order = orderFor(world, { address: to, amount, memo, asset })
  const { signed } = await signOrder(world, world.customer, order)
  await world.customer.submit(signed)
  const outcome = await decided(world.customer, signed)
  expect(outcome).toMatchObject({ kind: 'settled' })
  return signed.hash
}

type ReadSoFar = Pick<PaymentsPage, 'cursor' | 'mark'>

/** Reads every payment to the account page by page, as the worker would. */
export async function readAll(
  world: World,
  account: string,
  { limit = 200, after = null as ReadSoFar | null } = {},
): Promise<ReadSoFar & { payments: LedgerPayment[] }> {
  const payments: LedgerPayment[] = []
  let reached: ReadSoFar | null = after
  for (let pages = 0; pages < 500; pages += 1) {
    const page = await world.ledger.paymentsTo(account, {
      after: reached?.cursor ?? null,
      mark: reached?.mark ?? null,
      limit,
    })
    payments.push(...page.payments)
    reached = page
    if (page.caughtUp) return { payments, cursor: page.cursor, mark: page.mark }
  }
  throw new Error('the pages of an account do not come to an end')
}

export async function balanceOf(world: World, account: string): Promise<Decimal> {
  return (await world.ledger.balance(account, world.asset)) ?? new Decimal(0)
}
