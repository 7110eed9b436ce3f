/** Changes of the account settings while an escrow's money moves do not affect the money. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { closeAccount } from '#app/settings/workflows/close-account.server.ts'
import { removeWallet } from '#app/settings/workflows/saved-wallets.server.ts'
import { prepareWallet } from '#app/settlement/payouts/workflows/wallets/prepare-wallet.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { castOf, deskOf, walletAt } from '#tests/support/settlement/settlement.ts'
import {
  escrowOf,
  fund,
  granted,
  PASSWORD,
  type Person,
  paidBuyer,
  seller,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const close = ({ id: userId }: Person) => closeAccount(world.deps, { userId, password: PASSWORD, code: '' })

test('a wallet that is removed while a payout to it is under way is paid all the same', async () => {
  const { db } = world.deps
  const cast = await castOf(world)
  const desk = deskOf(world, cast)
  const wallet = walletAt('XLM', 'seller')
  const kept = { sellerId: cast.seller.id, asset: 'XLM', wallet, amount: new Decimal(12), isKept: true } as const
  granted(await prepareWallet(world.deps, kept))
  const trade = await desk.openFunded('XLM', '12')
  granted(await desk.confirm(trade))
  granted(await desk.review(trade))
  const wallets = await db.savedWallet.findMany({ where: { userId: cast.seller.id } })
  expect(wallets).toHaveLength(1)
  for (const { id } of wallets) await removeWallet(world.deps, { userId: cast.seller.id, id })
  expect(await db.savedWallet.count({ where: { userId: cast.seller.id } })).toBe(0)
  expect(await db.user.findUnique({ where: { id: cast.seller.id } })).toMatchObject({ walletAddress: null })
  await desk.untilPaid(trade)
  const payouts = await db.transfer.findMany({ where: { escrowId: trade.escrowId } })
  expect(payouts).toMatchObject([{ state: 'confirmed', purpose: 'release', address: wallet.address }])
})

test.each(Array.from({ length: 5 }, (_, round) => [round]))(
  'a seller who closes the account in one tab and confirms a shipment in another does one of the two (%i)',
  async () => {
    const { db } = world.deps
    const [buyer, supplier] = [await paidBuyer(world), await seller(world)]
    const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
    await fund(world, escrowId)
    const shipment = { walletAddress: walletOf('XLM', 'seller'), walletMemo: '', files: [] }
    const [closed, confirmed] = await Promise.all([
      close(supplier),
      confirmShipment(world.deps, { sellerId: supplier.id, transactionId, ...shipment }).catch(
        (error: unknown) => error,
      ),
    ])
    const escrow = await db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    const { closedAt } = await db.user.findUniqueOrThrow({ where: { id: supplier.id } })
    expect(closedAt === null).toBe(isRefusal(closed))
    if (closedAt === null)
      expect(escrow).toMatchObject({ sellerId: supplier.id, payoutAddress: shipment.walletAddress })
    else {
      // The buyer's money stays, and waits for a seller that exists.
      expect(confirmed instanceof Error || isRefusal(confirmed)).toBe(true)
      expect(escrow).toMatchObject({ sellerId: null, payoutAddress: null })
      expect(await close(buyer)).toMatchObject({ refused: 'account_open' })
    }
  },
)
