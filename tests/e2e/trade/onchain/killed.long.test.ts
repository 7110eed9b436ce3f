/**
 * The worker is killed (SIGKILL) in the middle of trades whose money the ledgers hold, between storing and sending and
 * at other critical moments, and started again. Each must end once, with the money where it belongs and nothing of
 * ours. No test hooks: the harbour delays or drops what the worker waits for, the database shows the moment.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { writeDay } from '#app/trade/terms/domain/working-days.ts'
import { isRight } from '#scripts/trade/balances.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { compareOnchain, type OnchainPosition, readPosition } from '#scripts/trade/onchain/balances.ts'
import {
  agreeToOnchain,
  approveOnchain,
  beginApproval,
  claimBack,
  depositMoney,
  openOnchain,
  signSettlement,
} from '#scripts/trade/onchain/steps.ts'
import { contract } from '#scripts/trade/papers.ts'
import { approve, confirmShipment, type Person } from '#scripts/trade/steps.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import type { Switch } from '#tests/support/app/app.ts'
import { killAt, untilFunded, whileFrozen } from '#tests/support/app/app-moments.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import {
  areSlotsMade,
  isOnItsWay,
  isOpening,
  isReadingDeposits,
  isReady,
  isSent,
  type OnchainMoment,
  type OnchainTrade,
} from '#tests/support/onchain/onchain-moments.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

const DAYS_AHEAD = 15
const DAY_MS = 86_400_000
const BOTH = ['XLM', 'XRP'] as const
/** The requests by which the worker sends to the ledgers. */
const SENDING = { horizon: 'POST /transactions_async', rippled: 'submit' } as const

let app: OwnApp
let buyer: Person
let seller: Person
let start: Record<OnchainTrade['asset'], OnchainPosition>
let heldUntil = ''
let opened = 0
const released: OnchainTrade[] = []

beforeAll(async () => {
  app = await openOwnApp()
  ;[buyer, seller] = await Promise.all([app.signIn('paid.buyer'), app.signIn('seller')])
  start = { XLM: await readPosition(app.harbour, 'XLM'), XRP: await readPosition(app.harbour, 'XRP') }
  heldUntil = writeDay(new Date(Date.now() + DAYS_AHEAD * DAY_MS))
})

afterEach(() => app.clearFaults())
afterAll(() => app?.close())

describe('the worker is killed', () => {
  it('when lanes and the account of an escrow are signed and stored, and when what is locked is not yet read', async () => {
    const both = await openBoth()
    const [ofStellar] = both
    if (!ofStellar) throw new Error('nothing was opened')
    await app.fault(hold('horizon'))
    await Promise.all(both.map((trade) => agreeToOnchain(seller, trade)))
    // They arrive after their worker is dead: the second worker sends the account's creation.
    const areLanesSent: OnchainMoment = async (of, trade) => (await areSlotsMade(of, trade)) && (await isHeldUp())
    await killWhen([ofStellar], areLanesSent, hold('horizon'))
    // The second worker sends, and is killed before the answer.
    await killWhen(
      [ofStellar],
      isOpening,
      hold('horizon', 'GET /claimable_balances'),
      hold('rippled', 'account_objects'),
    )
    await Promise.all(both.map((trade) => depositMoney(buyer, app.harbour, trade)))
    await killWhen(both, isReadingDeposits)
    await Promise.all(both.map(({ txid }) => untilFunded(app, txid)))
    await Promise.all(both.map(present))

    // On the XRP Ledger, tickets are made first. The approval's form asks for the seller's wallet, as the worker does.
    await beginApproval(buyer, ofStellar)
    await app.fault(hold('horizon', `GET /accounts/${playAddress('seller', 'XLM')}`), hold('rippled'))
    await Promise.all(
      both.map(async ({ txid, network }) => {
        if (network === 'stellar') await signSettlement(buyer, app.harbour, { txid, from: 'buyer' })
        else await approve(buyer, txid)
      }),
    )
    await killWhen(both, async (of, trade) => (trade.asset === 'XLM' ? isReady : areSlotsMade)(of, trade))
    await expectOneEndEach(both, 'released')
  })

  it('when a release is signed and stored, and was never sent', async () => {
    const both = await presentBoth()
    await app.fault(...drop('drop_before'))
    await releaseAll(both)
    await killWhen(both, isSent)
    await expectOneEndEach(both, 'released')
  })

  it('when a release is signed and stored, and still on its way to the ledger', async () => {
    const both = await presentBoth()
    await app.fault(hold('horizon'), hold('rippled'))
    await releaseAll(both)
    // The pending transaction arrives after its worker is dead.
    await killWhen(both, isOnItsWay)
    await expectOneEndEach(both, 'released')
  })

  it('when a release reached the ledger and the answer was lost', async () => {
    const both = await presentBoth()
    const had = await sellerHas()
    await app.fault(...drop('drop_after'))
    await Promise.all([releaseAll(both), holdLookUps(both)])
    await killWhen(both, async function isPaidUnknowingly(of, trade) {
      const has = (await sellerHas())[trade.asset]
      return (await isSent(of, trade)) && has.eq(had[trade.asset].plus(trade.amount))
    })
    await expectOneEndEach(both, 'released')
  })

  it('when it gives back what the date has ended', async () => {
    const both = await presentBoth(heldUntil)
    await app.harbour.passBy(new Date(`${heldUntil}T23:59:01Z`))
    ;[buyer, seller] = await Promise.all([app.signIn('paid.buyer'), app.signIn('seller')])
    await app.fault(hold('horizon'), hold('rippled'))
    const [ofStellar] = both
    if (!ofStellar) throw new Error('nothing was opened')
    await claimBack(buyer, app.harbour, ofStellar)
    // The schedule runs this each minute: it ends what is past its date.
    await app.query(`select graphile_worker.add_job('sweep_open_work', '{}')`)
    await killWhen(both, isOnItsWay)
    await expectOneEndEach(both, 'expired')
  })
})

describe('after all of that', () => {
  it.each(BOTH)('everybody holds what belongs to them, to the last part of %s', async (asset) => {
    const toSeller = Decimal.sum(0, ...released.filter((trade) => trade.asset === asset).map(({ amount }) => amount))
    expect(toSeller.gt(0)).toBe(true)
    // Nobody has signed a closing, so the reserves are still lent.
    const open = await app.query('select 1 from hold_agreement where "account" is not null and "openedAt" is not null')
    const lent = asset === 'XLM' ? 5 * open.length : 0
    const lines = await compareOnchain(app.harbour, start[asset], { asset, fees: new Decimal(0), toSeller, lent })
    expect(lines.filter((line) => !isRight(line))).toEqual([])
  })

  it('nothing is on its way still, and the paying accounts sent nothing at all', async () => {
    const rows = await app.query('select 1 from transfer where "lockId" is null')
    const live = await app.query(`select 1 from transfer_attempt where "laneKey" is not null and state = 'live'`)
    expect([rows.length, live.length]).toEqual([0, 0])
  })
})

async function open(asset: OnchainTrade['asset'], until?: string): Promise<OnchainTrade> {
  opened += 1
  const amount = new Decimal('20.5').plus(opened).toFixed()
  const opening = { asset, amount, sellerEmail: seller.email, contract: contract(amount) }
  const txid = await openOnchain(buyer, { ...opening, ...(until && { heldUntil: until }) })
  return { asset, network: networkOf(asset), txid, amount }
}

async function openBoth(until?: string): Promise<OnchainTrade[]> {
  // Sequential: the buyer's saved wallets follow the last escrow.
  return [await open('XLM', until), await open('XRP', until)]
}

/** Both have an on-chain deposit, and the seller has confirmed. */
async function presentBoth(until?: string): Promise<OnchainTrade[]> {
  const both = await openBoth(until)
  await Promise.all(
    both.map(async (trade) => {
      await agreeToOnchain(seller, trade)
      await depositMoney(buyer, app.harbour, trade)
      await untilFunded(app, trade.txid)
      await present(trade)
    }),
  )
  return both
}

async function present({ txid, asset }: OnchainTrade): Promise<void> {
  await confirmShipment(seller, { txid, wallet: playAddress('seller', asset), files: {} })
}

/** Approves all; on Stellar, an approval is a signature. */
async function releaseAll(all: OnchainTrade[]): Promise<void> {
  await Promise.all(
    all.map(async (trade) => {
      await approveOnchain(buyer, app.harbour, trade)
    }),
  )
}

/** Whether a request of the worker waits at the harbour. */
async function isHeldUp(): Promise<boolean> {
  return (await app.faults()).some(({ waiting }) => waiting > 0)
}

async function sellerHas(): Promise<Record<OnchainTrade['asset'], Decimal>> {
  const { XLM, XRP } = await app.harbour.balances('seller')
  return { XLM: XLM ?? new Decimal(0), XRP: XRP ?? new Decimal(0) }
}

/** Kills the worker when these trades reach the moment, clears the faults, sets the next, and starts a worker again. */
async function killWhen(all: OnchainTrade[], moment: OnchainMoment, ...next: Switch[]): Promise<void> {
  try {
    const hasCome = async () => (await Promise.all(all.map((trade) => moment(app, trade)))).every(Boolean)
    await killAt(app, { name: moment.name, hasCome })
  } finally {
    await app.clearFaults()
    await app.fault(...next)
    await app.worker.restart()
  }
}

/**
 * Keeps each from being looked up from when it is sent: before that the worker asks whether somebody else was first. The
 * worker is frozen while it is checked, or a slow check would find it looked up already.
 */
async function holdLookUps(all: readonly OnchainTrade[]): Promise<void> {
  const waiting = new Set(all)
  const areHeld = async () => {
    await whileFrozen(app, async () => {
      for (const trade of waiting) {
        if (!(await isSent(app, trade))) continue
        await app.fault(
          trade.network === 'stellar' ? hold('horizon', 'GET /claimable_balances') : hold('rippled', 'tx'),
        )
        waiting.delete(trade)
      }
    })
    return waiting.size === 0 || null
  }
  await waitFor(areHeld, { what: 'both are sent', limitMs: PATIENCE_MS, pauseMs: 20 })
}

function hold(target: keyof typeof SENDING, match: string = SENDING[target]): Switch {
  return { target, kind: 'hold', match }
}

function drop(kind: 'drop_before' | 'drop_after'): Switch[] {
  return (['horizon', 'rippled'] as const).map((target) => ({ target, kind, match: SENDING[target] }))
}

/** Expects, on the ledger and in the record: one end, by one transaction of ours, and none pending. */
async function expectOneEndEach(all: OnchainTrade[], end: 'released' | 'expired'): Promise<void> {
  for (const trade of all) {
    const of = `from hold_lock lock join escrow on escrow.id = lock."escrowId" where escrow."transactionId" = $1`
    const [values, sql] = [[trade.txid], `select lock."endHash" as hash, lock.end ${of} and lock.end is not null`]
    const ended = await app.untilRow<{ hash: string; end: string }>(`${trade.txid} has ended`, sql, values)
    expect(ended.end).toBe(end)
    // The transfer has the hash of what the two signed; the ledger ends it by the hash of the co-signer's envelope.
    const attempts = await app.query<{ state: string }>(
      `select attempt.state, exit.state as exit, exit."settledHash" as hash,
         attempt.hash = coalesce(exit.hash, exit."settledHash") as "isIt"
       from transfer_attempt attempt join transfer exit on exit.id = attempt."exitId"
       join escrow on escrow.id = exit."escrowId" where escrow."transactionId" = $1`,
      values,
    )
    const taken = attempts.filter(({ state }) => state === 'settled')
    expect(taken).toEqual([{ state: 'settled', exit: 'confirmed', hash: ended.hash, isIt: true }])
    // Ledgers close fast here, so an XRP transaction is valid for seconds: one that is held for longer is signed anew.
    expect(attempts.filter(({ state }) => state !== 'settled' && state !== 'expired')).toEqual([])
    if (end === 'released') released.push(trade)
  }
}
