/** Opening an escrow, and the payment claim sent with it: who may, and what is refused (spec §4, product.md §3). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import {
  formOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  pay,
  pilotBuyer,
  submission,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const open = (changes: Partial<Parameters<typeof submission>[1]> = {}, who: Person = buyer) =>
  openEscrow(world.deps, submission(who, { currency: 'XLM', amount: '10', ...changes }))

test('a buyer who has not paid opens nothing', async () => {
  expect(await open({}, await unpaidBuyer(world))).toMatchObject({ refused: 'must_pay_first' })
})

test('a pilot opens one escrow, even when asking five times at once', async () => {
  const pilot = await pilotBuyer(world)
  const answers = await Promise.all(Array.from({ length: 5 }, () => open({}, pilot)))
  expect(answers.filter((answer) => 'escrowId' in answer)).toHaveLength(1)
  const user = await world.deps.db.user.findUniqueOrThrow({ where: { id: pilot.id } })
  expect([user.trialCredits, user.plan]).toEqual([0, 'pilot'])
})

test.each([
  ['escrow_amount_invalid', { amount: '0' }],
  ['escrow_amount_invalid', { amount: 'abc' }],
  ['escrow_amount_invalid', { amount: '1.00000001' }],
  ['txid_required', { type: 'manual', txid: '' }],
  ['hash_malformed', { type: 'manual', txid: 'xyz' }],
  ['receiving_wallet_invalid', { walletAddress: 'GABC' }],
  ['receiving_wallet_invalid', { walletAddress: `${walletOf('XLM').slice(0, -1)}A` }],
  ['receiving_wallet_invalid', { currency: 'XRP', walletAddress: walletOf('XLM') }],
  ['buyer_wallet_invalid', { buyerWalletAddress: 'nonsense' }],
  ['xlm_balance_low', { amount: '99999999' }],
] as const)('%s is said of %o', async (refused, changes) => {
  expect(await open(changes)).toMatchObject({ refused })
})

test('a receiving wallet is required until one is saved for this seller', async () => {
  const [sellerEmail, other] = ['one@example.org', 'other@example.org']
  const saved = { walletFrom: 'saved', walletAddress: '' } as const
  expect(await open({ walletAddress: '' })).toMatchObject({ refused: 'receiving_wallet_required' })
  expect(await open({ ...saved, sellerEmail })).toMatchObject({ refused: 'receiving_wallet_required' })
  granted(await open({ sellerEmail }))
  granted(await open({ ...saved, sellerEmail }))
  expect(await open({ ...saved, sellerEmail: other })).toMatchObject({ refused: 'wallet_saved_for_another' })
})

test('when Horizon is silent the balance check says so and nothing is opened', async () => {
  world.harbour.faults.set({ target: 'horizon', kind: 'server_error', match: '/accounts/' })
  expect(await open()).toMatchObject({ refused: 'xlm_balance_query_failed' })
  world.harbour.faults.clear()
})

test('escrow IDs say how the escrow is matched, and cannot be guessed', async () => {
  expect(granted(await open()).transactionId).toMatch(/^auto_[0-9A-HJKMNP-TV-Z]{20}$/)
  const { formToken } = await formOf(world, buyer)
  expect(granted(await open({ type: 'manual', txid: 'ab'.repeat(32), formToken })).transactionId).toMatch(/^esc_/)
})

test('a buyer in manual mode pays first, with the number of the form', async () => {
  const { formToken, memo } = await formOf(world, buyer)
  const account = world.deps.accounts.stellar.escrow
  const [txid = ''] = await pay(world, { asset: 'XLM', to: account, amount: '10', memo })
  const { escrowId } = granted(await open({ type: 'manual', txid, formToken }))
  const isVerified = async () => (await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).txValidated
  await world.workUntil(isVerified, 'the stated payment is verified')
  expect(await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({
    realTxId: txid,
    reference: Number(memo),
  })
})

test('a payment ahead counts, whether it is read before, while or after the escrow is opened', async () => {
  const account = world.deps.accounts.stellar.escrow
  for (let round = 0; round < 8; round += 1) {
    const { formToken, memo } = await formOf(world, buyer)
    const [txid = ''] = await pay(world, { asset: 'XLM', to: account, amount: '10', memo })
    const [opened] = await Promise.all([
      open({ type: 'manual', txid, formToken }),
      ingestPayments(world.deps, { network: 'stellar', account }),
    ])
    const { escrowId } = granted(opened)
    expect(await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({ realTxId: txid })
  }
})

test('another payment’s hash does not fund a manual escrow', async () => {
  const other = granted(await open())
  const foreign = await fund(world, other.escrowId)
  const { formToken } = await formOf(world, buyer)
  const { escrowId } = granted(await open({ type: 'manual', txid: foreign, formToken }))
  const key = `verify_stated_payment:${escrowId}`
  const isTried = async () =>
    (await world.deps.db.$queryRaw<object[]>`select 1 from graphile_worker.jobs where key = ${key}`).length === 0
  await world.workUntil(isTried, 'the hash is looked at')
  expect((await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).txValidated).toBe(false)
})
