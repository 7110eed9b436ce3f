/** Which ledgers hold escrows outside the harbour: Stellar all, the XRP Ledger nothing new; open ones continue. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HARBOUR_CHAINS } from '#app/kernel/domain/harbour-addresses.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { agreementOf, deposit, pollDeposits, prepared } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { submission, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN } from '#tests/support/world/routes.ts'

const MAIN = { stellar: 'Public Global Stellar Network ; September 2015', xrpl: '0' }
const TEST = { stellar: 'Test SDF Network ; September 2015', xrpl: '1' }

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())

async function on<Result>(chains: typeof MAIN, work: () => Promise<Result>): Promise<Result> {
  Object.assign(routes.world.deps.chains, chains)
  try {
    return await work()
  } finally {
    Object.assign(routes.world.deps.chains, HARBOUR_CHAINS)
  }
}

const ask = async (path: string) => {
  const headers = { Cookie: await cookieOf(routes.world, routes.buyer) }
  return { request: new Request(`${ORIGIN}${path}`, { headers }), params: {}, context: {} }
}

describe.each([
  ['main networks', MAIN],
  ['public test networks', TEST],
])('on %s', (_, chains) => {
  test.each(['XLM', 'USDC'] as const)('the form opens one of %s', async (asset) => {
    expect(await on(chains, () => routes.open(asset))).toMatchObject({ status: 303 })
  })

  test('it opens none of XRP, nor does the workflow for whoever else asks: no wallet could lock it', async () => {
    const { world, buyer, seller } = routes
    const { escrow } = world.deps.db
    const before = await escrow.count()
    expect(await on(chains, () => routes.open('XRP'))).toMatchObject({
      data: { problems: [{ field: 'heldBy', text: 'The ledger can’t hold this currency. Choose Quayside.' }] },
    })
    const held = { heldBy: 'ledger', heldUntil: routes.inDays(60), sellerEmail: seller.email } as const
    const wallets = { walletFrom: 'seller', walletAddress: '', buyerWalletAddress: walletOf('XRP', 'buyer') } as const
    const asked = submission(buyer, { currency: 'XRP', amount: '25.5', ...held, ...wallets })
    expect(await on(chains, () => openEscrow(world.deps, asked))).toMatchObject({ refused: 'held_not_offered' })
    expect(await escrow.count()).toBe(before)
  })

  test('the page of the form offers the assets of Stellar; with Quayside everything is as ever', async () => {
    const page = await on(chains, async () => routes.submit.loader(await ask(`/submit?form=${crypto.randomUUID()}`)))
    expect(page).toMatchObject({ data: { step: 'form', held: { assets: ['XLM', 'USDC'] } } })
    const quayside = { heldBy: 'quayside', walletAddress: walletOf('XLM') }
    expect(await on(chains, () => routes.open('XLM', quayside))).toMatchObject({ status: 303 })
  })

  test('pages for everybody speak of Stellar, and of the XRP Ledger where there may be open ones', async () => {
    const [{ loader: home }, { loader: faq }] = await Promise.all([
      import('#app/site/routes/home/route.tsx'),
      import('#app/site/routes/faq.tsx'),
    ])
    const anybody = { request: new Request(`${ORIGIN}/`), params: {}, context: {} }
    expect(await on(chains, () => home(anybody))).toMatchObject({ ledgerHolds: true })
    const { more } = await on(chains, () => faq(anybody))
    expect(more[0]).toMatchObject({ question: 'Can the ledger itself hold the money?' })
    expect(more[0]?.answer).toContain('two of buyer, seller and Quayside must sign')
    expect(more[0]?.answer).not.toContain('nothing can be divided')
  })

  test.each(['XLM', 'XRP'] as const)(
    'one of %s that is open goes on: agreed to, prepared, locked, found',
    async (asset) => {
      const trade = await routes.opened(asset)
      await on(chains, async () => {
        const agreeing = routes.agreeing(asset)
        await routes.send({ by: routes.seller, txid: trade.txid, fields: agreeing })
        await prepared(routes.world, trade)
        expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({ step: 'lock' })
        await deposit(routes.world, await agreementOf(routes.world, trade))
        await pollDeposits(routes.world)
      })
      const { db } = routes.world.deps
      expect(await db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })).toMatchObject({
        heldBy: 'ledger',
        verifiedAt: expect.any(Date),
      })
    },
  )
})

test('no escrow is handed from Quayside to a ledger after it was opened, by whomever', async () => {
  await routes.open('XLM', { heldBy: 'quayside', walletAddress: walletOf('XLM') })
  const { db } = routes.world.deps
  const { id } = await db.escrow.findFirstOrThrow({ where: { heldBy: 'quayside' } })
  await expect(db.escrow.update({ where: { id }, data: { heldBy: 'ledger' } })).rejects.toThrow(/keeps who holds it/)
})
