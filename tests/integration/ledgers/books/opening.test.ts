/** The first reading of our account: what it holds is our own money, and what arrives later is read, each once. */
import { Keypair } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { findBooked } from '#app/ledgers/books/db/books.server.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import { rereadPayments } from '#app/ledgers/payments/workflows/reread-payments.server.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import { paidBuyer, pay } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

// One world: no reference is given out before the last test.
beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world[Symbol.asyncDispose]())

const NATIVE = { stellar: 'XLM', xrpl: 'XRP' } as const

describe.each(['stellar', 'xrpl'] as const)('on %s', (network: Network) => {
  const asset = NATIVE[network]
  let account: string

  /** Another account of ours, which is on no ledger yet. */
  beforeEach(() => {
    account = network === 'stellar' ? Keypair.random().publicKey() : Wallet.generate().classicAddress
    world.deps.accounts[network].escrow = account
  })

  const send = async (amount: string, memo: string | null = null) =>
    (await pay(world, { from: 'friend', asset, to: account, amount, memo }))[0] ?? ''
  const meet = () => ingestPayments(world.deps, { network, account })
  const cases = () => world.deps.db.paymentCase.findMany({ where: { ledgerPayment: { toAddress: account } } })
  const booked = async () => {
    const { onLedger, owed, float } = await findBooked(world.deps.db, { network, account, asset })
    return [onLedger, owed, float].map((units) => fromUnits(units, asset).toFixed())
  }
  const opening = () => world.deps.db.accountOpening.findUnique({ where: { network_account: { network, account } } })

  test('what made the account, and all that followed, is ours; what comes later is owed to whoever sent it', async () => {
    await send('20')
    await send('1.5')
    expect(await meet()).toBe('read')
    expect([await booked(), await cases()]).toEqual([['21.5', '0', '21.5'], []])
    const { ledger } = (await opening()) ?? { ledger: 0 }
    expect(ledger).toBeGreaterThan(0)
    await send('3')
    await meet()
    expect(await booked()).toEqual(['24.5', '3', '21.5'])
    expect(await cases()).toMatchObject([{ kind: 'no_memo' }])
    await expectBooksAgree(world)
    // Its opening is written only once.
    expect((await opening())?.ledger).toBe(ledger)
    expect(
      await world.deps.db.bookEntry.count({ where: { kind: 'opening', fact: `${network}:${account}:${asset}` } }),
    ).toBe(1)
  })

  test('an account that is not there yet is met when it is', async () => {
    expect(await meet()).toBe('read')
    expect(await meet()).toBe('read')
    expect(await opening()).toBeNull()
    await send('20')
    await meet()
    expect([await booked(), await cases()]).toEqual([['20', '0', '20'], []])
  })

  test('money that arrives during the first meeting is counted once, whoever meets it and however often', async () => {
    await send('20')
    const paying = (async () => {
      for (let count = 0; count < 4; count += 1) await send('1')
    })()
    const meeting = (async () => {
      for (let count = 0; count < 6; count += 1) await Promise.all([meet(), meet(), meet()])
    })()
    await Promise.all([paying, meeting])
    await meet()
    const [onLedger, owed = '', float = ''] = await booked()
    expect(onLedger).toBe('24')
    expect(Number(owed) + Number(float)).toBe(24)
    expect(await cases()).toHaveLength(Number(owed))
    await expectBooksAgree(world)
  })

  test('what carries a number that could be somebody’s reference is not ours, and cannot be drawn for anybody', async () => {
    await send('20')
    await send('2', '4711')
    await meet()
    expect(await booked()).toEqual(['22', '2', '20'])
    expect(await cases()).toMatchObject([{ kind: 'unknown_memo' }])
    await expectBooksAgree(world)
  })

  test('whoever brings a payment of the opening brings nothing: its hash, or the ledgers read again', async () => {
    const hash = await send('20')
    await meet()
    const { ledger = 0 } = (await opening()) ?? {}
    const first = await world.deps.ledgers[network].findTransaction(hash, { account })
    expect(first?.payments).toHaveLength(1)
    await inTransaction(world.deps.db, (tx) => recordLedgerPayments(world.deps, tx, first?.payments ?? []))
    const order = { network, account, from: ledger - 1, reason: 'A test.', leavesOut: false }
    expect(await rereadPayments(world.deps, order)).toMatchObject({ kind: 'ordered' })
    await meet()
    expect([await booked(), await cases()]).toEqual([['20', '0', '20'], []])
    await expectBooksAgree(world)
  })
})

test('once somebody was told a reference, an account that nobody met is read from its beginning', async () => {
  const { stellar } = world.deps.accounts
  await paidBuyer(world)
  const account = Keypair.random().publicKey()
  stellar.escrow = account
  await pay(world, { from: 'friend', asset: 'XLM', to: account, amount: '20', memo: null })
  await ingestPayments(world.deps, { network: 'stellar', account })
  expect(await world.deps.db.accountOpening.count({ where: { account } })).toBe(0)
  expect(await world.deps.db.paymentCase.count({ where: { ledgerPayment: { toAddress: account } } })).toBe(1)
})
