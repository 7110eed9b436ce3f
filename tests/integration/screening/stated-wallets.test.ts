/** Every person and wallet of a trade is compared; wallets are refused when stated (refused-wallets.test.ts). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { findSheet } from '#app/trade/terms/db/accepted-terms.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import {
  escrowOf,
  granted,
  type Person,
  pay,
  pilotBuyer,
  readPayments,
  seller,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const LISTED = 'second-buyer'
const address = walletOf('XLM', LISTED)

let world: World

beforeAll(async () => {
  world = await openWorld()
  world.harbour.market.lists.add('un', { name: 'Nobody who trades', wallet: { currency: 'XLM', address } })
  await refreshLists(world.deps)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const db = () => world.deps.db
const opened = async (buyer: Person, sellerEmail = '') =>
  escrowOf(world, { buyer, asset: 'XLM', amount: '5', sellerEmail })

/** Pays from the listed wallet, an amount that does not count. */
async function payUncounted(to: string, reference: number) {
  await pay(world, { from: LISTED, asset: 'XLM', to, amount: '5', memo: String(reference) })
  await readPayments(world, { network: 'stellar', account: to })
}

async function payEscrow(): Promise<string> {
  const buyer = await pilotBuyer(world)
  const { escrowId } = await escrowOf(world, { buyer, asset: 'USDC', amount: '5' })
  const { account, reference } = await db().escrow.findUniqueOrThrow({ where: { id: escrowId } })
  await payUncounted(account, reference)
  return buyer.id
}

async function payQuote(): Promise<string> {
  const { id } = await unpaidBuyer(world)
  const asked = { userId: id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  const { account, reference } = granted(await quoteServiceFee(world.deps, asked))
  await payUncounted(account, reference)
  return id
}

test.each([
  ['the wallet of a deposit that does not count', payEscrow],
  ['the wallet of a fee that does not count', payQuote],
])('%s opens a review of who stated it', async (_, state) => {
  const personId = await state()
  const find = () => db().screeningReview.findFirst({ where: { subject: `wallet:${address}`, personId } })
  await world.workUntil(async () => (await find()) !== null, 'the review is opened')
  expect(await find()).toMatchObject({ by: 'wallet', state: 'open' })
})

const open = async (named: Person) => void (await opened(await pilotBuyer(world), named.email))

async function name(named: Person) {
  const buyer = await pilotBuyer(world)
  const { escrowId } = await opened(buyer)
  granted(await nameSeller(world.deps, { escrowId, buyerId: buyer.id, sellerEmail: named.email }))
}

async function accept(named: Person) {
  const buyer = await pilotBuyer(world)
  const { escrowId } = await opened(buyer)
  // Named without a comparison, so that only accepting causes one.
  await db().escrow.update({ where: { id: escrowId }, data: { sellerEmail: named.email } })
  const escrow = await findEscrow(db(), escrowId)
  if (!escrow) throw new Error('there is no such escrow')
  const { sha256 } = await findSheet(db(), { escrow, sellerId: named.id })
  granted(await acceptTerms(world.deps, { escrowId, sellerId: named.id, seen: sha256 }))
}

test.each([
  ['opening an escrow', open],
  ['naming a seller', name],
  ['accepting the terms', accept],
])('%s has the seller compared', async (_, act) => {
  const named = await seller(world)
  const subject = `user:${named.id}`
  await world.workUntil(async () => (await db().screening.count({ where: { subject } })) > 0, 'who came is compared')
  await db().user.update({
    where: { id: named.id },
    data: { name: 'Balthazar Quillfeather' },
  })
  await act(named)
  await world.workUntil(async () => (await db().screeningReview.count({ where: { subject } })) > 0, 'it is compared')
})
