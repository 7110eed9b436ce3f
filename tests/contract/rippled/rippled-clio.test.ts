/** The harbour's rippled answers as a Clio server does. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { denialOf, frames, GENESIS, openRippled, type RippledWorld, rpc } from './rippled-world.ts'

let world: RippledWorld
beforeEach(async () => {
  world = await openRippled({ flavour: 'clio' })
})
afterEach(() => world.close())

const payment = () => ({
  TransactionType: 'Payment',
  Account: world.alice.address,
  Destination: world.bob.address,
  Amount: '1000000',
})
const NOBODY = 'A'.repeat(64)

test('every answer says what kind of server it is, and what came from a rippled', async () => {
  const [info, fee, error] = await frames(
    world.rippled.url,
    { command: 'server_info' },
    { command: 'fee' },
    { command: 'tell_fortune' },
  )
  for (const answer of [info, fee, error]) expect(answer).toMatchObject({ warnings: [{ id: 2001 }] })
  expect(info).not.toHaveProperty('forwarded')
  expect(fee).toMatchObject({ forwarded: true })
  const overHttp = await (await rpc(world.rippled.url, 'ping')).json()
  expect(overHttp).toMatchObject({ result: { status: 'success' }, warnings: [{ id: 2001 }] })
})

test('server_info has its own shape, with what it knows of the rippled', async () => {
  const answer = await world.ask({ command: 'server_info' })
  expect(answer).toMatchObject({
    info: {
      clio_version: expect.any(String),
      rippled_version: expect.any(String),
      complete_ledgers: `${GENESIS}-${GENESIS}`,
      network_id: 763,
      validated_ledger: { seq: GENESIS },
      cache: { is_enabled: true },
    },
    validated: true,
  })
  for (const field of ['build_version', 'server_state', 'pubkey_node', 'peers']) {
    expect(answer).not.toHaveProperty(`info.${field}`)
  }
})

test('tx knows validated transactions alone, and searched_all tells whether the range is there', async () => {
  const { hash } = await world.send(payment(), world.alice)
  expect(await world.resultOf(hash)).toBe('txnNotFound')
  world.rippled.closeLedger()
  expect(await world.resultOf(hash)).toBe('tesSUCCESS')
  const refused = await world.send({ ...payment(), Amount: '0' }, world.alice, { failHard: true })
  expect(await world.resultOf(refused.hash)).toBe('txnNotFound')
  // Empty ledgers count, unlike on rippled.
  world.rippled.closeLedger()
  const searched = async (min_ledger: number, max_ledger: number) =>
    (await frames(world.rippled.url, { command: 'tx', transaction: NOBODY, min_ledger, max_ledger }))[0]
  expect(await searched(GENESIS, GENESIS + 2)).toMatchObject({ error: 'txnNotFound', searched_all: true })
  expect(await searched(GENESIS, GENESIS + 3)).toMatchObject({ searched_all: false })
  expect(await searched(GENESIS - 1, GENESIS)).toMatchObject({ searched_all: false })
})

test('reads are of the validated ledger unless the current one is named', async () => {
  await world.send(payment(), world.alice)
  const balance = (about: object = {}) => world.ask({ command: 'account_info', account: world.bob.address, ...about })
  expect(await balance()).toMatchObject({ account_data: { Balance: '1000000000' }, validated: true })
  expect(await balance({ ledger_index: 'current' })).toMatchObject({ account_data: { Balance: '1001000000' } })
})

test('account_tx refuses bounds that it does not have, and repeats the limit only when it was given', async () => {
  await world.settle(payment(), world.alice)
  const history = (about: object = {}) => world.ask({ command: 'account_tx', account: world.bob.address, ...about })
  expect(await history()).not.toHaveProperty('limit')
  expect(await history({ limit: 20 })).toMatchObject({ limit: 20, transactions: [{ validated: true }] })
  expect(await denialOf(history({ ledger_index_min: 0 }))).toBe('lgrIdxMalformed')
  expect(await denialOf(history({ ledger_index_max: GENESIS + 9 }))).toBe('lgrIdxMalformed')
  expect(await history({ ledger_index_min: -1, ledger_index_max: -1 })).toMatchObject({ ledger_index_min: GENESIS })
})

test('streams of the network itself are not to be had', async () => {
  expect(await denialOf(world.ask({ command: 'subscribe', streams: ['server'] }))).toBe('reportingUnsupported')
  expect(await world.ask({ command: 'subscribe', streams: ['ledger'] })).toMatchObject({ ledger_index: GENESIS })
})
