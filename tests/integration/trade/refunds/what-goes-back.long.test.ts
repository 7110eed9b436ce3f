/** What goes back to a buyer: the wallet is checked for what is owed, and each reader reads what concerns them. */
import { Keypair } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { type Cast, castOf, deskOf, type Trade, walletAt } from '#tests/support/settlement/settlement.ts'
import { fund, granted } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  world = await openWorld()
  cast = await castOf(world)
  desk = deskOf(world, cast)
})
afterAll(() => world[Symbol.asyncDispose]())

const cancel = ({ escrowId }: Trade, wallet: { address: string; memo: string } | null) =>
  cancelEscrow(world.deps, { escrowId, buyerId: cast.buyer.id, wallet })
const newAccount = () => ({ address: Keypair.random().publicKey(), memo: '' })
const contentOf = async ({ transactionId }: Trade, letter: string, email: string) => {
  const rows = await world.deps.db.outboxLetter.findMany({ where: { recipient: email } })
  return rows
    .map(({ content }) => content as Record<string, unknown>)
    .find((content) => content.letter === letter && content.txid === transactionId)
}

test('a wallet is asked whether it can take what is owed, and not what the escrow was about', async () => {
  // A part of 0.4 XLM cannot create an account, which 1000 XLM could.
  const trade = await desk.open('XLM', '1000')
  await fund(world, trade.escrowId, '0.4')
  expect(await cancel(trade, newAccount())).toMatchObject({ refused: 'wallet_below_reserve' })
  granted(await cancel(trade, null))
  expect(await desk.state(trade, newAccount())).toMatchObject({
    refused: 'wallet_below_reserve',
    field: 'refundAddress',
  })
  granted(await desk.state(trade, walletAt('XLM', 'friend')))
  expect(await desk.payouts(trade)).toMatchObject([{ purpose: 'return', state: 'queued' }])
})

test('a large excess of a small escrow makes the account that the small amount could not', async () => {
  const trade = await desk.openFunded('XLM', '0.4', { paid: '50' })
  granted(await desk.state(trade, newAccount()))
  await desk.untilPaid(trade)
})

test('a decision ends the request of a refund that was open: its buyer has not withdrawn it', async () => {
  const trade = await desk.openFunded('XLM', '10')
  granted(await desk.confirm(trade))
  granted(await desk.ask(trade))
  granted(await desk.dispute(trade, { userId: cast.seller.id }))
  granted(await desk.decide(trade, { decision: 'release' }))
  expect(await world.deps.db.refundRequest.findMany({ where: { escrowId: trade.escrowId } })).toMatchObject([
    { answer: 'decided', answeredById: cast.operator.id },
  ])
})

test('what comes back of an escrow that was called off is told to the buyer, and its end to the seller', async () => {
  const trade = await desk.open('XLM', '60', { sellerEmail: cast.seller.email })
  await fund(world, trade.escrowId, '20')
  granted(await cancel(trade, walletAt('XLM', 'friend')))
  await desk.untilPaid(trade)
  const letters = await desk.letters(trade)
  expect(letters).toContain('funds_refunded to buyer')
  expect(letters).toContain('escrow_cancelled to seller')
  expect(letters).not.toContain('funds_refunded to seller')
})

test('the letter of a dispute tells a buyer without a refund wallet to state one', async () => {
  const trade = await desk.openFunded('XLM', '10', { sellerEmail: cast.seller.email })
  granted(await desk.dispute(trade, { userId: cast.seller.id }))
  expect(await contentOf(trade, 'dispute_opened', cast.buyer.email)).toMatchObject({ lacksWallet: true })
  expect(await contentOf(trade, 'dispute_opened', cast.seller.email)).toMatchObject({ lacksWallet: false })
  const known = await desk.openFunded('XLM', '10')
  granted(await desk.confirm(known))
  granted(await desk.ask(known))
  granted(await desk.dispute(known))
  expect(await contentOf(known, 'dispute_opened', cast.buyer.email)).toMatchObject({ lacksWallet: false })
})
