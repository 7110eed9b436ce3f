/** What is prepared without a deposit binds reserves of ours: one escrow, and one buyer, can bind a few. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { storeAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { countUnlocked } from '#app/trade/onchain/db/unlocked.server.ts'
import { MOST_AGREEMENTS, MOST_UNLOCKED } from '#app/trade/onchain/domain/limits.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import {
  aClearance,
  agreementOf,
  anAgreedEscrow,
  anOnchainEscrow,
  deadline,
  depositOf,
  fund,
  hours,
  prepare,
} from '#tests/support/onchain/onchain-rows.ts'
import { aDepositedTrade } from '#tests/support/onchain/onchain-trades.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { at } from '#tests/support/world/rows.ts'

let routes: OnchainRoutes
beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const db = () => routes.world.deps.db
const stateds = ['seller', 'friend', 'second-buyer', 'seller', 'friend'] as const

test('a seller states so many wallets for one escrow, and the former ones stay known', async () => {
  const { txid, escrowId } = await routes.opened('XLM')
  const agree = (name: (typeof stateds)[number]) => {
    const fields = routes.agreeing('XLM', { walletAddress: walletOf('XLM', name) })
    return routes.send({ by: routes.seller, txid, fields })
  }
  for (const name of stateds.slice(0, MOST_AGREEMENTS)) expect(await agree(name)).toBe(`/held?txid=${txid}&done=agree`)
  expect(await agree('friend')).toEqual(['held_wallets_used', 'walletAddress'])
  // The agreement that exists already.
  expect(await agree('seller')).toBe(`/held?txid=${txid}&done=agree`)
  expect(await db().holdAgreement.count({ where: { escrowId } })).toBe(MOST_AGREEMENTS)
  const past = { id: routes.world.deps.newId(), escrowId, agreedById: routes.seller.id, agreedAt: new Date() }
  const wallet = { address: walletOf('XLM', 'friend'), memo: null }
  await expect(inTransaction(db(), (tx) => storeAgreement(tx, { ...past, wallet }))).rejects.toThrow(/had its wallets/)
})

test('a buyer has so many that wait for Stellar; what is locked, or waits for the XRP Ledger, is not among them', async () => {
  const open = (asset: 'XLM' | 'XRP' = 'XLM') => routes.open(asset)
  const refused = { data: { problems: [{ field: 'heldBy' }] } }
  const waiting = await db().escrow.count({ where: { buyerId: routes.buyer.id, heldBy: 'ledger' } })
  for (let count = waiting; count < MOST_UNLOCKED; count += 1) expect(await open()).toMatchObject({ status: 303 })
  expect(await open()).toMatchObject(refused)
  expect(await open('XRP')).toMatchObject({ status: 303 })
  // Called off before its account was opened, an escrow binds nothing.
  const free = await db().escrow.findFirstOrThrow({
    where: { buyerId: routes.buyer.id, heldBy: 'ledger', currency: 'XLM', hold: { agreements: { none: {} } } },
  })
  await db().escrow.update({ where: { id: free.id }, data: { cancelledAt: new Date() } })
  expect(await open()).toMatchObject({ status: 303 })
  expect(await open()).toMatchObject(refused)
})

test('the database holds it as well, for two forms at once', async () => {
  const { buyerId } = await anOnchainEscrow(db())
  for (let count = 1; count < MOST_UNLOCKED; count += 1) await anOnchainEscrow(db(), { buyerId })
  await expect(anOnchainEscrow(db(), { buyerId })).rejects.toThrow(/wait for the ledger/)
  await anOnchainEscrow(db(), { buyerId, currency: 'XRP' })
})

test('without a fee Stellar binds nothing of ours for a buyer', async () => {
  const { buyerId, id } = await anOnchainEscrow(db())
  await db().user.update({ where: { id: buyerId }, data: { hasPaid: false } })
  expect(await countUnlocked(db(), { buyerId, at })).toEqual({ count: 1, allowed: 0 })
  await expect(anOnchainEscrow(db(), { buyerId })).rejects.toThrow(/wait for the ledger/)
  await anOnchainEscrow(db(), { buyerId, currency: 'XRP' })
  expect(await db().hold.count({ where: { escrowId: id } })).toBe(1)
})

test('an account counts for a year where nothing is locked for it, and a seller with four wallets counts once', async () => {
  const { world } = routes
  const unlocked = async (buyerId: string, when = new Date()) =>
    (await countUnlocked(db(), { buyerId, at: when })).count
  const { buyerId } = await aDepositedTrade(world)
  expect(await unlocked(buyerId)).toBe(0)

  const agreed = await anAgreedEscrow(db())
  expect(await unlocked(agreed.buyerId, at)).toBe(1)
  const again = { id: world.deps.newId(), sellerWallet: 'T', agreedAt: hours(1) }
  await db().$transaction([
    db().holdAgreement.update({ where: { id: agreed.agreementId }, data: { supersededAt: hours(1) } }),
    db().holdAgreement.create({ data: agreementOf(agreed, again) }),
  ])
  const account = await prepare(db(), agreed, again.id)
  expect(await unlocked(agreed.buyerId, at)).toBe(1)
  const day = (days: number) => new Date(at.getTime() + days * 86_400_000)
  expect([await unlocked(agreed.buyerId, day(364)), await unlocked(agreed.buyerId, day(367))]).toEqual([1, 0])
  const changed = { ...agreed, agreementId: again.id, account }
  await aClearance(db(), changed, { sellerWallet: 'T' })
  const lock = depositOf(changed, { counts: true })
  await db().$transaction(async (tx) => {
    await tx.holdLock.create({ data: lock })
    await fund(tx, agreed.id, lock.hash)
  })
  expect(await unlocked(agreed.buyerId, at)).toBe(0)
})

test('an escrow whose date has passed without a lock keeps nobody from another one', async () => {
  const { buyerId } = await anOnchainEscrow(db())
  const unlocked = async (when: Date) => (await countUnlocked(db(), { buyerId, at: when })).count
  expect(await unlocked(at)).toBe(1)
  expect(await unlocked(deadline)).toBe(0)
})
