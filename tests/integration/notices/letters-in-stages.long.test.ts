/** An email is about a stage of its escrow: it waits for no other, and is not sent once that is over (decision 108). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOINED_WITHIN_MS } from '#app/notices/domain/email-limits.ts'
import { beginEmail } from '#app/notices/workflows/begin-email.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { changePayoutWallet } from '#app/trade/documents/workflows/change-payout-wallet.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { withdrawRefundRequest } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { decide, present } from '#tests/support/agreement/dated-trades.ts'
import { holdLettersToStages } from '#tests/support/letters/held-to-stages.ts'
import { deskOf, type Trade } from '#tests/support/settlement/settlement.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { granted, type Person, upload, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'

let routes: SettlementRoutes
let deps: Deps
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  routes = await openSettlementRoutes()
  const { world, buyer, seller } = routes
  deps = world.deps
  const operator = await aUser(deps.db, { role: 'admin' })
  desk = deskOf(world, { buyer, seller, operator })
  await holdLettersToStages(deps.db)
})
afterAll(() => routes.close())

const HOUR_MS = 3_600_000
const later = (ms: number): Deps => ({ ...deps, clock: { now: () => new Date(Date.now() + ms) } })

async function letters({ escrowId }: Trade, letter: string, to?: Person) {
  const rows = await deps.db.outboxLetter.findMany({
    where: { escrowId, content: { path: ['letter'], equals: letter }, ...(to && { recipient: to.email }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ content, ...row }) => ({ ...row, content: content as Record<string, unknown> }))
}

/** Does what the worker does `ms` later: tries every email about the trade that is due. */
async function work({ escrowId }: Trade, ms = 0): Promise<void> {
  const then = later(ms)
  const owed = await deps.db.outboxLetter.findMany({
    where: { escrowId, sentAt: null, withheldFor: null, nextTryAt: { lte: new Date(Date.now() + ms + 1_000) } },
    orderBy: { id: 'asc' },
  })
  for (const { id } of owed) await sendEmail(then, { letterId: id })
}

const mailsOf = async (trade: Trade, letter: string) =>
  (await letters(trade, letter)).filter(({ sentAt }) => sentAt).length

async function trade(): Promise<Trade> {
  const funded = await routes.funded()
  const opened = { ...funded, asset: 'XLM' as const }
  await work(opened)
  return opened
}

const paper = (of: Trade) => present(routes.world, { seller: routes.seller, trade: of })
const say = (of: Trade, approval: 'Approved' | 'Rejected') =>
  decide(routes.world, { buyer: routes.buyer, trade: of, approval })
const told = async (person: Person, { transactionId }: Trade) =>
  (await routes.viewOf(person, transactionId)).escrow?.told ?? null

test('a second presentation is none that repeats: it is told at once, and not after the buyer has decided', async () => {
  const one = await trade()
  granted(await paper(one))
  await work(one)
  granted(await say(one, 'Rejected'))
  await work(one)
  granted(await paper(one))
  const [first, second] = await letters(one, 'seller_confirmed')
  expect([first?.stage, second?.stage]).toEqual(['presentation:1', 'presentation:2'])
  expect(second?.nextTryAt.getTime()).toBeLessThanOrEqual(Date.now())
  // A second rejection is no repetition either.
  granted(await say(one, 'Rejected'))
  const rejections = await letters(one, 'documents_rejected')
  expect(rejections.map(({ stage }) => stage)).toEqual(['examination:1', 'examination:2'])
  expect(rejections[1]?.nextTryAt.getTime()).toBeLessThanOrEqual(Date.now())
  await work(one)
  // The email about the second presentation comes too late: it is no longer true.
  expect((await letters(one, 'seller_confirmed'))[1]).toMatchObject({ sentAt: null, withheldFor: 'overtaken' })
  expect(await mailsOf(one, 'documents_rejected')).toBe(2)
})

test('what repeats within a presentation waits, and does not go after the escrow is paid', async () => {
  const one = await trade()
  granted(await paper(one))
  await work(one)
  granted(await paper(one))
  const [, waiting] = await letters(one, 'seller_confirmed')
  expect(await told(routes.seller, one)).toEqual({ state: 'waits', at: waiting?.createdAt.toISOString() })
  granted(await say(one, 'Approved'))
  // No page announces an email that is not sent.
  expect(await told(routes.seller, one)).toBeNull()
  await work(one, JOINED_WITHIN_MS)
  expect((await letters(one, 'seller_confirmed'))[1]).toMatchObject({ sentAt: null, withheldFor: 'overtaken' })
  expect(await mailsOf(one, 'seller_confirmed')).toBe(1)
  expect(await mailsOf(one, 'documents_approved')).toBe(1)
})

test('a letter that waited says what holds when it goes', async () => {
  const one = await trade()
  granted(await paper(one))
  await work(one)
  granted(await paper(one))
  const wallet = { address: walletOf('XLM', 'second-buyer'), memo: '' }
  granted(await changePayoutWallet(deps, { ...one, sellerId: routes.seller.id, wallet }))
  await work(one, JOINED_WITHIN_MS)
  const [, waited] = await letters(one, 'seller_confirmed')
  expect(waited?.sentAt).not.toBeNull()
  expect(waited?.content).toMatchObject({ walletDiffers: true, documents: '1', images: '0' })
})

async function confirmWith(one: Trade, name: 'seller' | 'second-buyer' | 'friend') {
  const { transactionId } = one
  const about = { sellerId: routes.seller.id, transactionId, walletMemo: '', files: [] }
  granted(await confirmShipment(deps, { ...about, walletAddress: walletOf('XLM', name) }))
}

test('another payout wallet is told to both at once, whichever form changed it', async () => {
  const one = await trade()
  await confirmWith(one, 'seller')
  expect(await letters(one, 'payout_wallet_changed')).toEqual([])
  await work(one)
  await confirmWith(one, 'second-buyer')
  await work(one)
  const [toBuyer] = await letters(one, 'payout_wallet_changed', routes.buyer)
  const [toSeller] = await letters(one, 'payout_wallet_changed', routes.seller)
  expect([toBuyer?.sentAt, toSeller?.sentAt]).not.toContain(null)
  expect(toSeller?.content).toMatchObject({ reader: 'seller', isDecided: false, otherTold: { state: 'sending' } })

  // Repeated: one more to each, three hours after the first; and the seller reads when the buyer is written to.
  for (const name of ['friend', 'seller', 'second-buyer', 'friend'] as const) await confirmWith(one, name)
  const [, next, ...more] = await letters(one, 'payout_wallet_changed', routes.buyer)
  expect(more).toEqual([])
  expect((next?.nextTryAt.getTime() ?? 0) - (toBuyer?.createdAt.getTime() ?? 0)).toBe(JOINED_WITHIN_MS)
  // The buyer decides meanwhile. The emails still say that a wallet was changed, and how things stand.
  granted(await desk.review(one, 'Approved', { address: walletOf('XLM', 'friend'), memo: '' }))
  await work(one, JOINED_WITHIN_MS)
  const changed = await letters(one, 'payout_wallet_changed')
  expect(changed.filter(({ sentAt }) => sentAt)).toHaveLength(4)
  expect(changed.at(-1)?.content).toMatchObject({ isDecided: true })
})

test('a first wallet that is not the expected one is told to both', async () => {
  const one = await trade()
  await confirmWith(one, 'second-buyer')
  await work(one)
  expect((await letters(one, 'seller_confirmed'))[0]?.content).toMatchObject({ walletDiffers: true })
  const stated = await letters(one, 'payout_wallet_changed')
  expect(stated.map(({ recipient, stage, content }) => [recipient, stage, content.moment])).toEqual([
    [routes.seller.email, null, 'stated'],
  ])
  // The next one is a change of its own, and is not joined.
  await confirmWith(one, 'friend')
  await work(one)
  expect(await mailsOf(one, 'payout_wallet_changed')).toBe(3)
})

test('a dispute that is opened and withdrawn makes no letter disappear', async () => {
  const one = await trade()
  granted(await paper(one))
  granted(await openDispute(deps, { ...one, userId: routes.seller.id, reason: 'They do not answer.' }))
  await work(one)
  expect(await mailsOf(one, 'seller_confirmed')).toBe(0)
  expect((await letters(one, 'seller_confirmed'))[0]).toMatchObject({ withheldFor: null, attempts: 0 })
  granted(await withdrawDispute(deps, { ...one, userId: routes.seller.id }))
  await work(one, HOUR_MS)
  expect(await mailsOf(one, 'seller_confirmed')).toBe(1)
})

test('a refund that is asked for again is told at once after an answer, and joined before', async () => {
  const one = await trade()
  granted(await desk.confirm(one))
  granted(await desk.ask(one))
  await work(one)
  granted(await withdrawRefundRequest(deps, { ...one, buyerId: routes.buyer.id }))
  granted(await desk.ask(one))
  expect((await letters(one, 'refund_requested')).map(({ stage }) => stage)).toEqual(['refund:0', 'refund:0'])
  granted(await desk.answer(one, { isAgreed: false, reason: 'It has sailed.' }))
  granted(await desk.ask(one))
  const third = (await letters(one, 'refund_requested')).find(({ stage }) => stage === 'refund:1')
  expect(third?.nextTryAt.getTime()).toBeLessThanOrEqual(Date.now())
  await work(one, JOINED_WITHIN_MS)
  expect(await mailsOf(one, 'refund_requested')).toBe(2)
})

test('of a decision and a worker at one moment, one sees the other', async () => {
  for (let round = 0; round < 8; round += 1) {
    const one = await trade()
    granted(await paper(one))
    const [letter] = await letters(one, 'seller_confirmed')
    const letterId = letter?.id ?? ''
    const tries = () => [sendEmail(deps, { letterId }), sendEmail(deps, { letterId })]
    await Promise.all(round % 2 ? [...tries(), say(one, 'Approved')] : [say(one, 'Approved'), ...tries()])
    const [after] = await letters(one, 'seller_confirmed')
    expect(after?.sentAt === null).toBe(after?.withheldFor === 'overtaken')
  }
})

test('a worker that died while it sent a letter has left none that is sent too late', async () => {
  const one = await trade()
  granted(await paper(one))
  const [letter] = await letters(one, 'seller_confirmed')
  if (!letter) throw new Error('there is no letter')
  const now = new Date()
  expect(await beginEmail(deps, { letter, now, nextTryAt: now })).toMatchObject({ attempts: 1 })
  granted(await say(one, 'Approved'))
  await work(one, HOUR_MS)
  expect((await letters(one, 'seller_confirmed'))[0]).toMatchObject({ attempts: 1, withheldFor: 'overtaken' })
})

test('the page says what became of the letter, and the form of the seller, too', async () => {
  const one = await trade()
  granted(await paper(one))
  expect(await told(routes.seller, one)).toEqual({ state: 'sending' })
  await work(one)
  const [letter] = await letters(one, 'seller_confirmed')
  expect(await told(routes.seller, one)).toEqual({ state: 'sent', at: letter?.sentAt?.toISOString() })
  const file = { type: 'PackingList' as const, upload: await upload(routes.world) }
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  const { transactionId } = one
  granted(await confirmShipment(deps, { sellerId: routes.seller.id, transactionId, files: [file], ...wallet }))
  expect(await told(routes.seller, one)).toMatchObject({ state: 'waits' })
})
