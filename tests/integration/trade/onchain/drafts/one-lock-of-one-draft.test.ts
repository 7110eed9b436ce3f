/** EscrowCreates that are sent twice, changed, late, or by wallets that change them (finding C2, decision 120). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decode } from 'xrpl'
import { z } from 'zod'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { xrplPlayWallet } from '#harbour/accounts.ts'
import { createOf, draftOf, keptCreate, settleXrp, withoutNumbers } from '#tests/support/onchain/drafts.ts'
import { pollDeposits } from '#tests/support/onchain/holds.ts'
import { reviewOf } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { type OnchainRoutes, type Opened, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { confirmTrade } from '#tests/support/onchain/onchain-trades.ts'
import { granted } from '#tests/support/world/people.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const settlements = watchSettlements(() => routes.world)
const depositsOf = ({ escrowId }: Opened) =>
  routes.world.deps.db.holdLock.findMany({ where: { escrowId }, orderBy: [{ lockedAt: 'asc' }, { foundAt: 'asc' }] })
const offerOf = async ({ txid }: Opened) => {
  const { offer } = await routes.shownTo(routes.buyer, txid)
  if (offer?.network !== 'xrpl') throw new Error('nothing is offered')
  return JSON.parse(offer.json) as { Condition: string; Sequence: number; LastLedgerSequence: number }
}
const others = async ({ txid }: Opened) => (await routes.shownTo(routes.buyer, txid)).hold.others
const onchainTrade = ({ escrowId: id, ...trade }: Opened & { agreement: StoredAgreement }) => ({
  ...trade,
  id,
  agreementId: trade.agreement.id,
})

/** What the keeper has made public, as the ledger has it. */
async function shownSecret(trade: ReturnType<typeof onchainTrade>) {
  const [attempt] = await settlements.attemptsOf(trade)
  const shown = z.looseObject({ Condition: z.string(), Fulfillment: z.string() }).parse(decode(attempt?.blob ?? ''))
  return { Condition: shown.Condition, Fulfillment: shown.Fulfillment, Fee: '500' }
}

test('one draft that is sent twice locks once, however often the page is opened between', async () => {
  const trade = await routes.ready('XRP')
  const draft = await offerOf(trade)
  expect(await offerOf(trade)).toEqual(draft)
  expect((await settleXrp(routes.world, draft)).code).toBe('tesSUCCESS')
  expect((await settleXrp(routes.world, draft)).code).toBe('tefPAST_SEQ')
  await pollDeposits(routes.world)
  expect(await depositsOf(trade)).toMatchObject([{ counts: true, differences: [] }])
})

test('sent, and the page opened again before anybody has looked: the lock is found, and nothing else is offered', async () => {
  const trade = await routes.ready('XRP')
  const draft = await offerOf(trade)
  await settleXrp(routes.world, draft)
  expect((await routes.shownTo(routes.buyer, trade.txid)).offer).toMatchObject({
    network: null,
    buyer: { refused: 'held_locked_before' },
  })
  expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({ step: 'locked', offer: null })
})

test('a wrong amount, then the right one: two conditions, and the release opens the one that counts alone', async () => {
  const { world } = routes
  const trade = await routes.ready('XRP')
  const wrong = await createOf(world, trade.agreement, { amount: trade.agreement.terms.amount.plus(10) })
  expect((await settleXrp(world, wrong)).code).toBe('tesSUCCESS')
  const right = await offerOf(trade)
  expect(await others(trade)).toMatchObject([
    { differences: ['amount'], fate: 'goes_back', isSecondOfCondition: false },
  ])
  expect((await settleXrp(world, right)).code).toBe('tesSUCCESS')
  await pollDeposits(world)
  const [first, second] = await depositsOf(trade)
  expect([first?.counts, second?.counts, first?.draftId === second?.draftId]).toEqual([false, true, false])
  expect(first?.amount?.toFixed()).toBe('35.5')

  const held = onchainTrade(trade)
  await confirmTrade(world, held)
  const page = await routes.viewOf(routes.buyer, trade.txid)
  expect(page.escrow?.alsoReleased).toEqual([])
  granted(await reviewDocuments(world.deps, reviewOf(held)))
  await settlements.followUntilOver(held)
  const seller = xrplPlayWallet('seller')
  const finish = { TransactionType: 'EscrowFinish', Owner: first?.owner, OfferSequence: Number(first?.sequence) }
  const secret = await shownSecret(held)
  expect(secret.Condition).toBe(right.Condition)
  const taken = await settleXrp(world, { ...finish, ...secret }, seller)
  expect(taken.code).toBe('tecCRYPTOCONDITION_ERROR')
})

describe('a wallet that puts a number of its own in the place of the draft’s', () => {
  test('locks wrongly, then rightly under the same condition: neither counts, and another draft does', async () => {
    const { world } = routes
    const trade = await routes.ready('XRP')
    const wrong = await createOf(world, trade.agreement, { amount: trade.agreement.terms.amount.minus(1) })
    const draft = await draftOf(world, trade.agreement)
    await settleXrp(world, withoutNumbers(wrong as typeof draft))
    await settleXrp(world, withoutNumbers(draft))
    await pollDeposits(world)
    expect((await depositsOf(trade)).map(({ counts, differences }) => [counts, differences])).toEqual([
      [false, ['amount']],
      [false, []],
    ])
    const shown = await others(trade)
    expect(shown.map(({ fate, isSecondOfCondition }) => [fate, isSecondOfCondition]).toSorted()).toEqual([
      ['goes_back', false],
      ['goes_back', true],
    ])
    const next = await offerOf(trade)
    expect(next.Condition).not.toBe(draft.Condition)
    await settleXrp(world, next)
    await pollDeposits(world)
    expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({ step: 'locked' })
  })

  test('locks a second time under the condition of what counts: the buyer reads before approving that both go to the seller', async () => {
    const { world } = routes
    const trade = await routes.locked('XRP')
    const amount = trade.agreement.terms.amount.plus('4.5')
    const second = await settleXrp(world, await keptCreate(world, trade.agreement, { amount }))
    const held = onchainTrade(trade)
    await confirmTrade(world, held)
    // Nobody has polled since: opening the page does.
    const { escrow } = await routes.viewOf(routes.buyer, trade.txid)
    expect(escrow?.alsoReleased).toEqual([{ hash: second.hash, amount: '30', toSeller: true }])
    expect((await routes.viewOf(routes.seller, trade.txid)).escrow?.alsoReleased).toEqual([])
    expect(await others(trade)).toMatchObject([{ fate: 'to_seller', differences: ['amount'] }])

    granted(await reviewDocuments(world.deps, reviewOf(held)))
    await settlements.followUntilOver(held)
    const [, lock] = await depositsOf(trade)
    const finish = { TransactionType: 'EscrowFinish', Owner: lock?.owner, OfferSequence: Number(lock?.sequence) }
    const taken = await settleXrp(world, { ...finish, ...(await shownSecret(held)) }, xrplPlayWallet('seller'))
    expect(taken.code).toBe('tesSUCCESS')
  })

  test('and that wallet names another payee: it is said that it goes there', async () => {
    const { world } = routes
    const trade = await routes.locked('XRP')
    const sellerWallet = xrplPlayWallet('friend').address
    await settleXrp(world, await keptCreate(world, trade.agreement, { sellerWallet }))
    await confirmTrade(world, onchainTrade(trade))
    expect((await routes.viewOf(routes.buyer, trade.txid)).escrow?.alsoReleased).toMatchObject([{ toSeller: false }])
    expect(await others(trade)).toMatchObject([{ fate: 'to_named' }])
  })
})

test('a ledger that does not answer keeps nobody from the page of the decision', async () => {
  const trade = await routes.locked('XRP')
  await confirmTrade(routes.world, onchainTrade(trade))
  routes.world.harbour.faults.set({ target: 'rippled', kind: 'server_error' })
  try {
    expect((await routes.viewOf(routes.buyer, trade.txid)).escrow?.alsoReleased).toEqual([])
  } finally {
    routes.world.harbour.faults.clear()
  }
})
