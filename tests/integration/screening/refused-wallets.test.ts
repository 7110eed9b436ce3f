/** A listed wallet is refused where it is stated, blocks nobody, and operators see by whom (docs/decisions/119). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { prepareWallet } from '#app/settlement/payouts/workflows/wallets/prepare-wallet.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { correctEscrow } from '#app/trade/opening/workflows/correcting/correct-escrow.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { openDesk, operator, thrownBy } from '#tests/support/settlement/admin.ts'
import { castOf } from '#tests/support/settlement/settlement.ts'
import { waitingReleasesOf } from '#tests/support/settlement/waiting-releases.ts'
import {
  seller as aSeller,
  escrowOf,
  granted,
  type Person,
  pilotBuyer,
  submission,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const address = walletOf('XLM', 'second-buyer')
/** Listed only after somebody has stated it. */
const later = walletOf('XLM', 'friend')

let world: World

beforeAll(async () => {
  world = await openWorld()
  world.harbour.market.lists.add('un', { name: 'Nobody who trades', wallet: { currency: 'XLM', address } })
  await refreshLists(world.deps)
})
afterAll(() => world[Symbol.asyncDispose]())

const db = () => world.deps.db
const eventsOf = (userId: string) =>
  db().auditEvent.findMany({ where: { kind: 'wallet_refused', userId }, orderBy: { at: 'asc' } })
const open = (buyer: Person, changes: Partial<Parameters<typeof submission>[1]> = {}, deps: Deps = world.deps) =>
  openEscrow(deps, submission(buyer, { currency: 'XLM', amount: '5', ...changes }))
const inHours = (hours: number): Deps => {
  const now = () => new Date(world.deps.clock.now().getTime() + hours * 3_600_000)
  return { ...world.deps, clock: { now } }
}

type Attempt = { by: string; answer: unknown; field: string }

const EXPECTED = async (): Promise<Attempt> => {
  const buyer = await pilotBuyer(world)
  return { by: buyer.id, answer: await open(buyer, { walletAddress: address }), field: 'walletAddress' }
}

const OWN = async (): Promise<Attempt> => {
  const buyer = await pilotBuyer(world)
  return { by: buyer.id, answer: await open(buyer, { buyerWalletAddress: address }), field: 'buyerWalletAddress' }
}

const CORRECTED = async (): Promise<Attempt> => {
  const buyer = await pilotBuyer(world)
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
  const { notes, terms } = await db().escrow.findUniqueOrThrow({ where: { id: escrowId } })
  const to = { amount: '5', notes, terms, walletFrom: 'typed', wallet: { address, memo: '' }, seen: '' } as const
  const answer = await correctEscrow(world.deps, { escrowId, buyerId: buyer.id, ...to })
  return { by: buyer.id, answer, field: 'walletAddress' }
}

const CONFIRMED = async (): Promise<Attempt> => {
  const [buyer, person] = [await pilotBuyer(world), await aSeller(world)]
  const { transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5', sellerEmail: person.email })
  const answer = await confirmShipment(world.deps, {
    transactionId,
    sellerId: person.id,
    walletAddress: address,
    walletMemo: '',
    files: [],
  })
  return { by: person.id, answer, field: 'walletAddress' }
}

const PROPOSED = async (): Promise<Attempt> => {
  const cast = await castOf(world)
  const waiting = waitingReleasesOf(world, cast)
  const answer = await waiting.propose(await waiting.make('XLM'), { address, memo: '' })
  await waiting.openAll()
  return { by: cast.seller.id, answer, field: 'walletAddress' }
}

const KEPT = async (): Promise<Attempt> => {
  const { id } = await aSeller(world)
  const kept = { sellerId: id, asset: 'XLM', wallet: { address, memo: '' }, amount: new Decimal(5) } as const
  return { by: id, answer: await prepareWallet(world.deps, { ...kept, isKept: true }), field: 'walletAddress' }
}

const FOR_A_REFUND = async (): Promise<Attempt> => {
  const buyer = await pilotBuyer(world)
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
  const stated = { escrowId, buyerId: buyer.id, wallet: { address, memo: '' } }
  return { by: buyer.id, answer: await stateRefundWallet(world.deps, stated), field: 'refundAddress' }
}

test.each([
  ['that the buyer expects', EXPECTED],
  ['of the buyer', OWN],
  ['that a correction expects', CORRECTED],
  ['with which a seller confirms', CONFIRMED],
  ['that a seller proposes', PROPOSED],
  ['that a seller keeps', KEPT],
  ['for money back', FOR_A_REFUND],
])('the wallet %s is refused, and nobody is held for it', async (_, attempt) => {
  const { by, answer, field } = await attempt()
  if (!isRefusal(answer)) throw new Error('it was taken')
  const { support = '' } = (answer as Refusal).values ?? {}
  expect(answer).toMatchObject({ refused: 'wallet_not_possible', field })
  expect(support).toContain('@')
  await screenPerson(world.deps, { userId: by })
  expect(await db().screeningReview.count({ where: { personId: by } })).toBe(0)
  const [event, ...others] = await eventsOf(by)
  expect(event).toMatchObject({ escrowId: null, detail: { address, field: expect.stringContaining('ddress') } })
  expect(others).toEqual([])
})

test('who states it again writes nothing more that day, whoever else does or the next day does', async () => {
  const [buyer, other] = [await pilotBuyer(world), await pilotBuyer(world)]
  for (const deps of [world.deps, world.deps, inHours(25)]) {
    expect(await open(buyer, { walletAddress: address }, deps)).toMatchObject({ refused: 'wallet_not_possible' })
  }
  await Promise.all([1, 2, 3].map(() => open(other, { walletAddress: address })))
  expect(await eventsOf(buyer.id)).toHaveLength(2)
  expect(await eventsOf(other.id)).toHaveLength(1)
})

test('an operator sees who stated what, and nobody else does', async () => {
  const buyer = await pilotBuyer(world)
  await open(buyer, { walletAddress: address })
  await using desk = await openDesk(world)
  const page = await import('#app/admin/routes/screening/route.tsx')
  const olga = await operator(world)
  const { refused } = await page.loader(await desk.ask({ person: olga }))
  expect(refused).toContainEqual(expect.objectContaining({ address, page: `/admin-panel/people/${buyer.id}` }))
  expect((await thrownBy(page.loader(await desk.ask({ person: buyer })))).status).not.toBe(200)
})

test('what operators found to be a false match is taken, until the list words it anew or one is found to be true', async () => {
  const buyer = await pilotBuyer(world)
  // Not listed yet: nothing is refused.
  granted(await open(buyer, { walletAddress: later }))
  world.harbour.market.lists.add('un', {
    id: 'later',
    name: 'Nobody either',
    wallet: { currency: 'XLM', address: later },
  })
  await refreshLists(inHours(3))
  const other = await pilotBuyer(world)
  expect(await open(other, { walletAddress: later })).toMatchObject({ refused: 'wallet_not_possible' })
  await screenPerson(world.deps, { userId: buyer.id })
  const [one, two] = [await operator(world), await operator(world)]
  const { id: reviewId } = await db().screeningReview.findFirstOrThrow({ where: { subject: `wallet:${later}` } })
  for (const { id: operatorId } of [one, two]) {
    await decideReview(world.deps, { reviewId, operatorId, act: 'false_match', reason: 'A number that was reused.' })
  }
  granted(await open(other, { walletAddress: later }))
  for (const { id: operatorId } of [one, two]) {
    await decideReview(world.deps, { reviewId, operatorId, act: 'true_match', reason: 'It is, after all.' })
  }
  const third = await pilotBuyer(world)
  expect(await open(third, { walletAddress: later })).toMatchObject({ refused: 'wallet_not_possible' })
})
