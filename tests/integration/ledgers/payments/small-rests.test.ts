/** A rest that nobody can send: waived by the buyer, by both, or by an operator with a reason; limited by settings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnmatched } from '#app/admin/queries/unmatched.server.ts'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { takeArrived } from '#app/trade/opening/workflows/correcting/take-arrived.server.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { settleAmendment } from '#app/trade/terms/workflows/amend.server.ts'
import { acceptShortFee, weighAcceptance } from '#app/unmatched/workflows/accept-short-fee.server.ts'
import { datedTrade, deposit, lettersOf } from '#tests/support/agreement/dated-trades.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import {
  escrowOf,
  fund,
  granted,
  hasPaid,
  type Person,
  pay,
  readPayments,
  unpaidBuyer,
} from '#tests/support/world/people.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})

afterAll(async () => {
  await expectBooksSound(routes.world.deps.db)
  await routes.close()
})

async function shortBy(amount: string, arrived: string) {
  const { world, buyer } = routes
  const escrow = await escrowOf(world, { buyer, asset: 'USDC', amount })
  await fund(world, escrow.escrowId, arrived)
  return escrow
}

const rowOf = (escrowId: string) => routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })

async function restOf(transactionId: string, by: Person = routes.buyer) {
  const { escrow } = await routes.viewOf(by, transactionId)
  if (!escrow || !('deposit' in escrow)) throw new Error('no escrow is shown')
  return escrow.deposit.rest
}

function take(escrowId: string, seen: string, by: Person = routes.buyer) {
  return takeArrived(routes.world.deps, { escrowId, buyerId: by.id, seen })
}

describe('of an escrow that no seller has accepted', () => {
  test('is left out by its buyer: what has arrived becomes the amount, once, and the escrow is funded by it', async () => {
    const { escrowId, transactionId } = await shortBy('1000', '999')
    expect(await restOf(transactionId)).toBe('take')
    const [first, again] = await Promise.all([take(escrowId, '999'), take(escrowId, '999')])
    for (const answer of [first, again]) granted(answer)
    const row = await rowOf(escrowId)
    expect([row.amount.toFixed(), row.verifiedAt !== null, row.paidAt !== null]).toEqual(['999', true, true])
    expect(await routes.world.deps.db.auditEvent.count({ where: { escrowId, kind: 'escrow_funded' } })).toBe(1)
    expect(await restOf(transactionId)).toBeNull()
    expect(await reconcile(routes.world.deps)).toBeNull()
  })

  test.each([
    ['more than a five-hundredth', '1000', '994'],
    ['nothing has arrived', '1000', null],
  ])('is not left out where %s is missing', async (_what, amount, arrived) => {
    const { world, buyer } = routes
    const escrow = arrived ? await shortBy(amount, arrived) : await escrowOf(world, { buyer, asset: 'USDC', amount })
    expect(await restOf(escrow.transactionId)).toBeNull()
    const answer = await take(escrow.escrowId, arrived ?? '0')
    expect(isRefusal(answer) && answer.refused).toBe('rest_too_much')
    expect((await rowOf(escrow.escrowId)).amount.toFixed()).toBe(amount)
  })

  test('is nobody’s but the buyer’s to leave out, and by what the buyer has read', async () => {
    const { escrowId } = await shortBy('1000', '999')
    expect(await take(escrowId, '999', routes.seller)).toMatchObject({ refused: 'escrow_not_found' })
    expect(await take(escrowId, '998')).toMatchObject({ refused: 'arrived_changed' })
  })

  test('the database takes no more than that, whoever asks', async () => {
    const { db } = routes.world.deps
    const { escrowId } = await shortBy('1000', '970')
    const lower = (amount: string) =>
      db.escrow.update({ where: { id: escrowId }, data: { amount, correctedAt: new Date() } })
    await expect(lower('970')).rejects.toThrow('keeps its terms')
    await expect(lower('999')).rejects.toThrow('keeps its terms')
  })
})

test('of an escrow that a seller has accepted is proposed to the seller, who alone makes it the amount', async () => {
  const { world, seller, buyer } = routes
  const { db } = world.deps
  const trade = await datedTrade(world, { buyer, asset: 'USDC', amount: '1000', sellerEmail: seller.email })
  const { escrowId, transactionId } = trade
  const escrow = await findEscrow(db, escrowId)
  if (!escrow) throw new Error('no escrow')
  const { fingerprint } = await showTerms(db, { escrow, viewer: await findSomebody(db, seller.id) })
  granted(await acceptTerms(world.deps, { escrowId, sellerId: seller.id, seen: fingerprint ?? '' }))
  await deposit(world, trade, '999')
  expect(await restOf(transactionId)).toBe('propose')
  granted(await take(escrowId, '999'))
  expect((await rowOf(escrowId)).amount.toFixed()).toBe('1000')
  expect(await restOf(transactionId)).toBeNull()
  const { id: amendmentId } = await db.amendment.findFirstOrThrow({ where: { escrowId } })
  granted(await settleAmendment(world.deps, { escrowId, userId: seller.id, amendmentId, answer: 'agreed' }))
  await world.workUntil(async () => (await rowOf(escrowId)).verifiedAt !== null, 'the escrow is funded')
  expect((await rowOf(escrowId)).amount.toFixed()).toBe('999')
  expect((await findEscrow(db, escrowId))?.owedBack.toFixed()).toBe('0')
})

describe('of a fee', () => {
  async function shortFee(missing: string) {
    const { world } = routes
    const payer = await unpaidBuyer(world)
    const ask = { userId: payer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' as const }
    const quote = granted(await quoteServiceFee(world.deps, ask))
    const received = plain(quote.amountDue.minus(missing))
    await pay(world, { asset: 'USDC', to: quote.account, amount: received, memo: String(quote.reference) })
    const where = { feeQuoteId: quote.id }
    await readPayments(world, { network: 'stellar', account: quote.account })
    await world.workUntil(async () => (await world.deps.db.paymentCase.count({ where })) === 1, 'its case is open')
    const { id: caseId } = await world.deps.db.paymentCase.findUniqueOrThrow({ where })
    const { id: operatorId } = await operator(world)
    const asked = { caseId, operatorId, seen: { kind: 'fee_short', amount: received }, reason: 'The exchange kept it' }
    return { payer, asked, received }
  }

  test('is left out by an operator with a reason: the fee is paid by what has arrived, and is income', async () => {
    const { world } = routes
    const { payer, asked, received } = await shortFee('0.001')
    const networks = { stellarPassphrase: null, xrplNetworkId: 0 }
    const about = { networks, restLimits: REST_LIMITS, judgePayer: async () => null }
    const { rows } = await listUnmatched(world.deps.db, { state: 'open', place: null, ...about })
    expect(rows.find(({ id }) => id === asked.caseId)?.mayAccept).toBe(true)
    expect(granted(await weighAcceptance(world.deps, asked))).toMatchObject({ received, missing: '0.001' })
    expect(await acceptShortFee(world.deps, { ...asked, reason: '' })).toMatchObject({ refused: 'act_reason_required' })
    granted(await acceptShortFee(world.deps, asked))
    expect(await hasPaid(world, payer)).toBe(true)
    expect(await acceptShortFee(world.deps, asked)).toMatchObject({ refused: 'case_changed' })
    const event = await world.deps.db.auditEvent.findFirstOrThrow({ where: { kind: 'fee_rest_left_out' } })
    expect(event.detail).toMatchObject({ reason: asked.reason, received })
    expect(await reconcile(world.deps)).toBeNull()
  })

  test('of more than the settings allow is not', async () => {
    const { payer, asked } = await shortFee('2')
    expect(await acceptShortFee(routes.world.deps, asked)).toMatchObject({ refused: 'rest_too_much' })
    expect(await hasPaid(routes.world, payer)).toBe(false)
  })
})

test('an excess that costs more to send than it is worth is owed to nobody, and keeps no account open', async () => {
  const { world, buyer } = routes
  const escrow = await escrowOf(world, { buyer, asset: 'XRP', amount: '20' })
  await fund(world, escrow.escrowId, '20.000001')
  const stored = await findEscrow(world.deps.db, escrow.escrowId)
  expect(stored?.owedBack.toFixed()).toBe('0')
  const trade = { ...escrow, asset: 'XRP' as const }
  expect(await lettersOf(world, { letter: 'money_owed_back', trade, to: buyer })).toEqual([])
})
