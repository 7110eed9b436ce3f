/** What the harbour's rippled refuses before it looks at money, as rippled 2.2.0: paths, prior transactions, bytes. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags } from 'xrpl'
import { payment } from '#harbour/rippled/engine/payment.ts'
import { type Draft, frames, openRippled, type RippledWorld } from './rippled-world.ts'

const PARTIAL_PAYMENT = 0x00020000
const XRP_ACCOUNT = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'

let world: RippledWorld
beforeEach(async () => {
  world = await openRippled()
})
afterEach(() => world.close())

const pay = (about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'Payment',
  Account: world.alice.address,
  Destination: world.bob.address,
  Amount: '1000000',
  ...about,
})
const tried = async (draft: Draft) => (await world.send(draft, world.alice, { failHard: true })).result

describe('a path', () => {
  const along = (...path: Record<string, string>[]) => {
    const SendMax = { currency: 'USD', issuer: world.carol.address, value: '5' }
    return tried(pay({ SendMax, Flags: PARTIAL_PAYMENT, Paths: [path] }))
  }

  test('goes through an account, or into a currency and of an issuer, never both', async () => {
    const account = world.carol.address
    expect(await along({ account })).toBe('tecPATH_DRY')
    expect(await along({ currency: 'EUR', issuer: account })).toBe('tecPATH_DRY')
    expect(await along({ currency: 'XRP' })).toBe('tecPATH_DRY')
    expect(await along({ account, currency: 'USD' })).toBe('temBAD_PATH')
    expect(await along({ account, issuer: account })).toBe('temBAD_PATH')
  })

  test('knows no issuer of XRP', async () => {
    const issuer = world.carol.address
    expect(await along({ currency: 'XRP', issuer })).toBe('temBAD_PATH')
    expect(await along({ currency: 'USD', issuer: XRP_ACCOUNT })).toBe('temBAD_PATH')
    expect(await along({ account: XRP_ACCOUNT })).toBe('temBAD_PATH')
  })

  test('goes from nowhere to the same place, nor from XRP to an account', async () => {
    const account = world.carol.address
    expect(await along({ account: world.alice.address })).toBe('temBAD_PATH')
    expect(await along({ account }, { account })).toBe('temBAD_PATH')
    expect(await along({ currency: 'XRP' }, { account })).toBe('temBAD_PATH')
    expect(await along({ currency: 'XRP' }, { currency: 'XRP' })).toBe('temBAD_PATH')
  })

  test('has eight steps at most, and there are six paths at most', async () => {
    const account = world.carol.address
    const SendMax = { currency: 'USD', issuer: account, value: '5' }
    const by = (Paths: unknown) => tried(pay({ SendMax, Flags: PARTIAL_PAYMENT, Paths }))
    const step = { currency: 'EUR', issuer: account }
    expect(await by([Array(9).fill(step)])).toBe('telBAD_PATH_COUNT')
    expect(await by(Array(7).fill([step]))).toBe('telBAD_PATH_COUNT')
    expect(await by([Array(8).fill(step)])).toBe('tecPATH_DRY')
  })

  test('leads nowhere from XRP to XRP', () => {
    const draft = { ...pay({ Paths: [[{ account: world.carol.address }]] }), Fee: '12' }
    expect(payment(draft).preflight()).toBe('temBAD_SEND_XRP_PATHS')
  })
})

describe('a prior transaction', () => {
  test('that is not the last one, or that nobody keeps track of, refuses this one', async () => {
    const { alice } = world
    expect(await tried(pay({ AccountTxnID: 'AB'.repeat(32) }))).toBe('tefWRONG_PRIOR')
    const set = { TransactionType: 'AccountSet', Account: alice.address }
    await world.settle({ ...set, SetFlag: AccountSetAsfFlags.asfAccountTxnID }, alice)
    const { hash } = await world.send(pay(), alice)
    expect(await tried(pay({ AccountTxnID: 'AB'.repeat(32) }))).toBe('tefWRONG_PRIOR')
    expect(await tried(pay({ AccountTxnID: hash }))).toBe('tesSUCCESS')
    await world.settle({ ...set, ClearFlag: AccountSetAsfFlags.asfAccountTxnID }, alice)
    expect(await tried(pay({ AccountTxnID: hash }))).toBe('tefWRONG_PRIOR')
  })

  test('has no meaning for one by ticket', async () => {
    const byTicket = { Sequence: 0, TicketSequence: 1, AccountTxnID: 'AB'.repeat(32) }
    expect(await tried(pay(byTicket))).toBe('temINVALID')
  })
})

test('bytes that are too few are no transaction', async () => {
  const [answer] = await frames(world.rippled.url, { command: 'submit', tx_blob: 'ABCD' })
  expect(answer).toMatchObject({ error: 'invalidTransaction', error_exception: 'Transaction length invalid' })
})
