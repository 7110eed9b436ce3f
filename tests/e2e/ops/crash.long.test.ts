/**
 * The worker is killed (SIGKILL) in the middle of trades on both ledgers, at the critical moments, and started again.
 * Each trade must end with one payout. The product has no test hooks: the harbour delays or drops what the worker waits
 * for, and the database shows when the moment has come.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Asset, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract } from '#scripts/trade/papers.ts'
import { approve, confirmShipment, openEscrow, type Person } from '#scripts/trade/steps.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import type { Switch } from '#tests/support/app/app.ts'
import {
  ESCROW_ACCOUNT,
  hasEnvelope,
  isAskingForTheOutcome,
  isPaidUnknowingly,
  isQueued,
  isReadingDeposit,
  isSigned,
  isWriting,
  killAt,
  type Moment,
  type Trade,
  untilFunded,
  whileFrozen,
} from '#tests/support/app/app-moments.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

/** Longer than a worker may be silent before it counts as dead. */
const LONG_JOB_MS = 12_000

let app: OwnApp
let buyer: Person
let seller: Person
let start: { ledgers: Record<Network, number>; escrow: Record<Asset, Decimal | null> }
const paid: Trade[] = []
let opened = 0

beforeAll(async () => {
  app = await openOwnApp()
  ;[buyer, seller] = await Promise.all([app.signIn('paid.buyer'), app.signIn('seller')])
  start = { ledgers: await newestLedgers(), escrow: await app.harbour.balances('escrow') }
})

afterEach(() => app.clearFaults())
afterAll(() => app?.close())

describe('the worker is killed', () => {
  it('when a deposit is in the ledger but not yet read', async () => {
    const both = await openBoth()
    await app.fault(hold('horizon', `GET /accounts/${ESCROW_ACCOUNT.stellar}/payments`), hold('rippled', 'account_tx'))
    await Promise.all(both.map(deposit))
    await killWhen(both, isReadingDeposit)
    await Promise.all(both.map(({ txid }) => untilFunded(app, txid)))
    await Promise.all(both.map(present))
    await approveAll(both)
    await expectOnePayoutEach(both)
  })

  it('when the documents are approved and nothing is signed', async () => {
    const both = await presentBoth()
    await app.fault(hold('horizon', `GET /accounts/${playAddress('seller', 'XLM')}`), hold('rippled', 'account_info'))
    await approveAll(both)
    await killWhen(both, isQueued)
    await expectOnePayoutEach(both)
  })

  it('when the payout is signed and stored, and still on its way to the ledger', async () => {
    const both = await presentBoth()
    await app.fault(...SENDING)
    await approveAll(both)
    // The pending transaction arrives after its worker is dead, and before it expires.
    await killWhen(both, isSigned)
    await expectOnePayoutEach(both)
  })

  it('when the payout reached the ledger and the answer was lost', async () => {
    const both = await presentBoth()
    await app.fault(
      { target: 'horizon', kind: 'drop_after', match: 'POST /transactions_async', times: 1 },
      { target: 'rippled', kind: 'drop_after', match: 'submit', times: 1 },
    )
    await approveAll(both)
    await Promise.all(both.map(holdLookUps))
    await killWhen(both, isPaidUnknowingly)
    await expectOnePayoutEach(both)
  })

  it('when the payout is in the ledger and its confirmation not yet read', async () => {
    const both = await presentBoth()
    await app.fault(...SENDING)
    await approveAll(both)
    await Promise.all(both.map(untilSigned))
    // The pending transaction arrives meanwhile, and the next request of the worker is held up.
    await whileFrozen(app, async () => {
      await app.clearFaults()
      await app.fault(...both.map(lookUpsOf))
    })
    await killWhen(both, isAskingForTheOutcome)
    await expectOnePayoutEach(both)
  })

  it('when it is sending the letters', async () => {
    const both = await presentBoth()
    await approveAll(both)
    // By now the emails of the approval are sent; held as well, they would take the slots of those under test.
    await Promise.race(both.map(untilSigned))
    await app.fault(hold('post', '/emails'))
    await killWhen(both, isWriting)
    await expectOnePayoutEach(both)
  })
})

describe('a worker that lives', () => {
  it('keeps a job to itself that takes longer than a dead one is waited for', async () => {
    await untilAllLettersAreSent()
    const takes = 5
    await app.fault({ target: 'post', kind: 'delay', match: '/emails', delayMs: LONG_JOB_MS, times: takes })
    const { txid } = await open('XLM')
    const sql = `select count(*) as letters from outbox_letter where content->>'txid' = $1 having bool_and("sentAt" is not null)`
    const told = await app.untilRow<{ letters: string }>('both sides are told', sql, [txid])
    expect(told.letters).toBe('2')
    expect(await app.faults()).toMatchObject([{ times: takes - 2 }])
  })
})

describe('after all of that', () => {
  it('no payment went out twice, not even by an envelope that arrived late', async () => {
    for (const trade of paid) expect(await payoutsOnLedger(trade), trade.txid).toHaveLength(1)
  })

  it('the escrow accounts hold what they held before, less network fees and what pays them', async () => {
    const now = await app.harbour.balances('escrow')
    for (const asset of ['XLM', 'XRP'] as const) {
      const network = networkOf(asset)
      const fees = await app.harbour.networkFees({
        network,
        account: ESCROW_ACCOUNT[network],
        after: start.ledgers[network],
      })
      expect(now[asset]?.toFixed(), asset).toBe(start.escrow[asset]?.minus(fees).toFixed())
    }
  })

  it('every letter that nothing overtook was sent, and none twice', async () => {
    await untilAllLettersAreSent()
    const letters = await app.query<{ id: string }>('select id from outbox_letter where "withheldFor" is null')
    const response = await fetch(`${app.harbourOrigin}/api/inbox`)
    const { mails } = (await response.json()) as { mails: { idempotencyKey: string }[] }
    expect(mails.map((mail) => mail.idempotencyKey).sort()).toEqual(letters.map(({ id }) => id).sort())
  })
})

async function openBoth(): Promise<Trade[]> {
  // Sequential: the buyer's saved receiving wallet follows the last escrow.
  return [await open('XLM'), await open('XRP')]
}

async function open(asset: Trade['asset']): Promise<Trade> {
  const network = networkOf(asset)
  opened += 1
  const memo = String(7_000_000 + opened)
  const amount = new Decimal('20.5').plus(opened).toFixed()
  const wallet = playAddress('seller', asset)
  const papers = { contract: contract(memo), sellerEmail: seller.email }
  const { txid, uri } = await openEscrow(buyer, { asset, amount, wallet, memo, ...papers })
  const sellerHad = (await app.harbour.balances('seller'))[asset] ?? new Decimal(0)
  return { asset, network, txid, uri, amount, memo, sellerHad }
}

function deposit({ uri }: Trade): Promise<unknown> {
  return app.harbour.pay({ from: 'buyer', uri })
}

async function present({ txid, asset, memo }: Trade): Promise<void> {
  await confirmShipment(seller, { txid, wallet: playAddress('seller', asset), memo, files: {} })
}

async function presentBoth(): Promise<Trade[]> {
  const both = await openBoth()
  await Promise.all([...both.map(deposit), ...both.map(present)])
  await Promise.all(both.map(({ txid }) => untilFunded(app, txid)))
  return both
}

async function approveAll(all: Trade[]): Promise<void> {
  await Promise.all(all.map(({ txid }) => approve(buyer, txid)))
}

/** Kills the worker when both trades reach the moment, clears the faults, and starts a worker again. */
async function killWhen(all: Trade[], moment: Moment): Promise<void> {
  try {
    const hasCome = async () => (await Promise.all(all.map((trade) => moment(app, trade)))).every(Boolean)
    await killAt(app, { name: moment.name, hasCome })
  } finally {
    await app.clearFaults()
    await app.worker.restart()
  }
}

function hold(target: Switch['target'], match: string): Switch {
  return { target, kind: 'hold', match }
}

const SENDING = [hold('horizon', 'POST /transactions_async'), hold('rippled', 'submit')]

function lookUpsOf({ network }: Trade): Switch {
  return network === 'stellar'
    ? hold('horizon', `GET /accounts/${ESCROW_ACCOUNT.stellar}/transactions`)
    : hold('rippled', 'account_tx')
}

/** Only once the payout is signed: before that the worker asks what has left the account. */
async function holdLookUps(trade: Trade): Promise<void> {
  await untilSigned(trade)
  await app.fault(lookUpsOf(trade))
}

async function untilSigned(trade: Trade): Promise<void> {
  const isSigned = async () => (await hasEnvelope(app, trade)) || null
  await waitFor(isSigned, { what: 'the payout is signed', limitMs: PATIENCE_MS, pauseMs: 20 })
}

async function expectOnePayoutEach(all: Trade[]): Promise<void> {
  for (const trade of all) {
    const { txid, asset, amount, sellerHad } = trade
    const sql = `
      select payout."settledHash" as hash from transfer payout join escrow on escrow.id = payout."escrowId"
      where escrow."transactionId" = $1 and payout.state = 'confirmed' and escrow."releasedAt" is not null`
    const { hash } = await app.untilRow<{ hash: string }>(`${txid} is released`, sql, [txid])

    expect(await payoutsOnLedger(trade)).toEqual([{ hash, amount }])
    expect((await app.harbour.balances('seller'))[asset]?.toFixed()).toBe(sellerHad.plus(amount).toFixed())
    const attempts = await app.query(
      `select attempt.state, attempt.hash from transfer_attempt attempt
       join transfer payout on payout.id = attempt."payoutId" join escrow on escrow.id = payout."escrowId"
       where escrow."transactionId" = $1`,
      [txid],
    )
    expect(attempts).toEqual([{ state: 'settled', hash }])
    paid.push(trade)
  }
}

async function payoutsOnLedger({ network, asset, memo }: Trade): Promise<{ hash: string; amount: string }[]> {
  const account = playAddress('seller', asset)
  const payments = await app.harbour.paymentsTo({ network, account, after: start.ledgers[network] })
  return payments
    .filter((payment) => payment.from === ESCROW_ACCOUNT[network] && payment.memo === memo)
    .map(({ hash, amount }) => ({ hash, amount: amount.toFixed() }))
}

async function untilAllLettersAreSent(): Promise<void> {
  const isDone = async () =>
    (await app.query('select 1 from outbox_letter where "sentAt" is null and "withheldFor" is null')).length === 0 ||
    null
  await waitFor(isDone, { what: 'every letter is sent', limitMs: PATIENCE_MS, pauseMs: 200 })
}

async function newestLedgers(): Promise<Record<Network, number>> {
  const [stellar, xrpl] = await Promise.all([app.harbour.newestLedger('stellar'), app.harbour.newestLedger('xrpl')])
  return { stellar, xrpl }
}
