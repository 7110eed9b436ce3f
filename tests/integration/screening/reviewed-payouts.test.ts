/** A person under review is paid nothing, for whatever reason: the payout waits, the database refuses its envelope. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { screenPayouts, screenPerson, screenReseller } from '#app/screening/workflows/screen.server.ts'
import { closeAccount } from '#app/settings/workflows/close-account.server.ts'
import { noteWaiting } from '#app/settlement/payouts/db/due-payouts.server.ts'
import { findPayout, type StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import { openResellers } from '#tests/support/resellers/resellers.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import {
  aFundedEscrow,
  agree,
  anOverfundedEscrow,
  decide,
  dispute,
  refundOf,
  returnOf,
} from '#tests/support/settlement/settlement-rows.ts'
import {
  escrowOf,
  granted,
  PASSWORD,
  pay,
  pilotBuyer,
  readPayments,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { aDueEscrow, anEnvelopeOf, at, releaseOf, runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const LISTED = 'Balthazar Quillfeather'
const WALLET = {
  payoutAddress: walletOf('XLM', 'friend'),
  refundAddress: walletOf('XLM', 'friend'),
  refundStatedAt: at,
}
const address = walletOf('XLM', 'friend')

let world: World
let olga: Awaited<ReturnType<typeof operator>>
let omar: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld()
  olga = await operator(world)
  omar = await operator(world)
  await sweepOpenWork(world.deps)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** `held`: the account or the reseller under review. */
type Case = { payoutId: string; held: string }

const db = () => world.deps.db

async function ofEscrow(kind: 'release' | 'refund' | 'return' | 'split', side: 'buyer' | 'seller'): Promise<Case> {
  const make = { release: aDueEscrow, refund: aFundedEscrow, return: anOverfundedEscrow, split: aFundedEscrow }[kind]
  const { id, buyerId, sellerId } = await make(db(), WALLET)
  if (kind === 'refund') await agree(db(), id)
  if (kind === 'split') {
    await dispute(db(), id)
    await decide(db(), id, { decision: 'split', seller: '0.4', buyer: '0.6000001' })
  }
  const data = {
    release: { ...releaseOf(id), address },
    refund: refundOf(id, { address }),
    return: returnOf(id, '3', { address }),
    split: { ...releaseOf(id), amount: '0.4', address },
  }[kind]
  const { id: payoutId } = await payOut(db(), data)
  return { payoutId, held: (side === 'buyer' ? buyerId : sellerId) ?? '' }
}

/** Pays as `by`, and pays the unmatched payment back. */
async function paidBack(payment: { to: string; amount: string; memo: string; asset: 'XLM' | 'USDC'; by: string }) {
  const { by, ...order } = payment
  const [hash = ''] = await pay(world, order)
  await readPayments(world, { network: 'stellar', account: order.to })
  const find = () =>
    db().paymentCase.findFirst({
      where: { OR: [{ ledgerPayment: { hash } }, { feeQuote: { payments: { some: { hash } } } }] },
    })
  await world.workUntil(async () => (await find()) !== null, 'the case is listed')
  const {
    id: caseId,
    kind,
    amount,
  } = await db().paymentCase.findUniqueOrThrow({ where: { id: (await find())?.id ?? '' } })
  const seen = { kind, amount: amount.toFixed() }
  const wallet = { address: walletOf(order.asset, 'friend'), memo: null }
  if (by !== 'nobody') await onchain(by)
  granted(await payUnmatchedBack(world.deps, { caseId, operatorId: olga.id, seen, wallet, note: 'Wrote to us.' }))
  const { id } = await db().transfer.findUniqueOrThrow({ where: { caseId } })
  return { payoutId: id, held: by }
}

async function ofQuote(amount: string): Promise<Case> {
  const { id: by } = await unpaidBuyer(world)
  const asked = { userId: by, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  const { account: to, reference } = granted(await quoteServiceFee(world.deps, asked))
  return paidBack({ to, amount, memo: String(reference), asset: 'USDC', by })
}

async function ofUncountedDeposit(): Promise<Case> {
  const buyer = await pilotBuyer(world)
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
  const { account: to, reference } = await db().escrow.findUniqueOrThrow({ where: { id: escrowId } })
  return paidBack({ to, amount: '5', memo: String(reference), asset: 'USDC', by: buyer.id })
}

async function ofCommission(): Promise<Case> {
  const resellers = await openResellers(world)
  const reseller = await resellers.aReseller('XLM')
  await resellers.earn(reseller, '20000')
  await world.workUntil(async () => {
    await sweepOpenWork(world.deps)
    return (await resellers.earningsOf(reseller)).every(({ status }) => status === 'payable')
  }, 'the commission can be paid')
  await onchain(reseller.id)
  const paid = await resellers.paying(reseller)
  if (!('payoutId' in paid)) throw new Error(JSON.stringify(paid))
  return { payoutId: paid.payoutId, held: reseller.id }
}

/** Gives the person a listed name. */
async function onchain(id: string) {
  await db().user.updateMany({ where: { id }, data: { name: LISTED } })
  await db().reseller.updateMany({ where: { id }, data: { name: LISTED } })
  await screenPerson(world.deps, { userId: id })
  await screenReseller(world.deps, { resellerId: id })
}

async function decideByTwo(reviewId: string, act: 'false_match' | 'true_match') {
  const said = { reviewId, act, reason: 'The passport says so.' } as const
  expect(await decideReview(world.deps, { ...said, operatorId: olga.id })).toEqual({ is: 'wanted' })
  expect(await decideReview(world.deps, { ...said, operatorId: omar.id })).toEqual({ is: 'saved' })
}

test.each<[string, () => Promise<Case>]>([
  ['a release of a held seller', () => ofEscrow('release', 'seller')],
  ['a release of a held buyer', () => ofEscrow('release', 'buyer')],
  ['a refund', () => ofEscrow('refund', 'buyer')],
  ['a return', () => ofEscrow('return', 'buyer')],
  ['a share', () => ofEscrow('split', 'seller')],
  ['a payback of a fee that was short', () => ofQuote('40')],
  ['a payback of a fee that was too much', () => ofQuote('151.5')],
  ['a payback of a deposit that did not count', ofUncountedDeposit],
  ['a commission', ofCommission],
])('%s waits for a check, is signed by nobody, and goes on when its person is let go', async (_, make) => {
  const { payoutId, held } = await make()
  await onchain(held)
  const payout = () => db().transfer.findUniqueOrThrow({ where: { id: payoutId } })
  expect(await screenPayouts(world.deps, [payoutId])).toEqual(new Map([[payoutId, 'review']]))
  await expect(db().transferAttempt.create({ data: await anEnvelopeOf(db(), payoutId) })).rejects.toThrow(
    /waits until somebody has looked/,
  )
  await runOutLeases(db())
  await world.workUntil(async () => {
    await runRound(world.deps, { payoutId })
    return (await payout()).waitsFor === 'check'
  }, 'it waits for a check')
  const reviews = await db().screeningReview.findMany({ where: { subject: { endsWith: held } } })
  expect(reviews).not.toEqual([])
  for (const { id: reviewId } of reviews) {
    const said = { reviewId, operatorId: olga.id, act: 'false_match', reason: 'Another birth date.' } as const
    expect(await decideReview(world.deps, said)).toEqual({ is: 'saved' })
  }
  expect((await payout()).waitsFor).not.toBe('check')
  expect(await screenPayouts(world.deps, [payoutId])).toEqual(new Map([[payoutId, 'clear']]))
})

test('whoever was held for a wallet is paid again when two let that go', async () => {
  const { payoutId, held } = await ofEscrow('release', 'seller')
  const entry = await db().listEntry.findFirstOrThrow({ where: { endedAt: null } })
  const found = { entryId: entry.id, entryHash: entry.hash, by: 'wallet', score: 1, words: [], openedAt: new Date() }
  const theirs = { subject: 'wallet:another', subjectHash: held, personId: held, typed: 'another', listed: 'another' }
  const { id: reviewId } = await db().screeningReview.create({ data: { ...found, ...theirs } })
  expect(await screenPayouts(world.deps, [payoutId])).toEqual(new Map([[payoutId, 'review']]))
  await db().transfer.update({ where: { id: payoutId }, data: { waitsFor: 'check' } })
  await decideByTwo(reviewId, 'false_match')
  expect((await db().transfer.findUniqueOrThrow({ where: { id: payoutId } })).waitsFor).toBe('turn')
})

test('a round that looked before the decision does not send the payout back to wait', async () => {
  const { payoutId, held } = await ofEscrow('release', 'seller')
  await onchain(held)
  const before = await findPayout(db(), payoutId)
  if (before === null) throw new Error('there is no payout')
  const reviews = await db().screeningReview.findMany({ where: { subject: { endsWith: held } } })
  for (const { id: reviewId } of reviews) {
    const said = { reviewId, operatorId: olga.id, act: 'false_match', reason: 'Another birth date.' } as const
    await decideReview(world.deps, said)
  }
  const note = async (payout: StoredPayout) => {
    await noteWaiting(db(), { payouts: [payout], waitsFor: 'check', at: world.deps.clock.now() })
    return (await db().transfer.findUniqueOrThrow({ where: { id: payoutId } })).waitsFor
  }
  expect(await note(before)).toBe('turn')
  // A round that looks after the decision may record it.
  const after = await findPayout(db(), payoutId)
  expect(after && (await note(after))).toBe('check')
})

test('whoever was found to be on a list and closed the account is paid back nothing, either', async () => {
  const { id: by } = await unpaidBuyer(world)
  const asked = { userId: by, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  const { account: to, reference } = granted(await quoteServiceFee(world.deps, asked))
  await onchain(by)
  for (const { id } of await db().screeningReview.findMany({ where: { subject: `user:${by}` } }))
    await decideByTwo(id, 'true_match')
  expect(await closeAccount(world.deps, { userId: by, password: PASSWORD, code: '' })).toBeNull()
  const late = { to, amount: '40', memo: String(reference), asset: 'USDC', by: 'nobody' } as const
  const { payoutId } = await paidBack(late)
  expect(await screenPayouts(world.deps, [payoutId])).toEqual(new Map([[payoutId, 'review']]))
})
