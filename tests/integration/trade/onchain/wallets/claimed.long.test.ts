/** An on-chain escrow's page from its date on: the buyer claims and signs on Stellar, nobody on the XRP Ledger. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepListsInForce } from '#tests/support/agreement/dated-trades.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { signedBy, until } from '#tests/support/onchain/onchain-trades.ts'
import { type Person, walletOf } from '#tests/support/world/people.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
  keepListsInForce(routes.world)
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const settlements = watchSettlements(() => routes.world)
const claim = (txid: string, by: Person = routes.buyer) => routes.send({ by, txid, fields: { intent: 'claim_back' } })

async function passDate(): Promise<void> {
  const { harbour, deps } = routes.world
  harbour.time.forward(61 * 86_400_000)
  const ahead = harbour.time.aheadMs()
  await until(async () => deps.clock.now().getTime() >= Date.now() + ahead - 1_000, 'the clock follows')
}

test.each([
  ['XLM', 'by the wallet'],
  ['USDC', 'by the form'],
] as const)(
  'after the date the buyer claims %s on the page, hands the signature in %s, and has the money back',
  async (asset, how) => {
    const { buyer, seller, world } = routes
    const { txid, escrowId, agreement, ...sides } = await routes.locked(asset)
    const trade = { ...sides, id: escrowId, agreementId: agreement.id }
    expect(await routes.shownTo(buyer, txid)).toMatchObject({ step: 'locked', lapse: null, hold: { mayClaim: false } })
    expect(await claim(txid)).toEqual(['exit_not_open'])
    await passDate()
    expect(await routes.shownTo(buyer, txid)).toMatchObject({
      lapse: { isReaders: true },
      hold: { mayClaim: true },
      exit: null,
    })
    const nothing = { lapse: { isReaders: false }, exit: null }
    expect(await routes.shownTo(seller, txid)).toMatchObject(nothing)
    expect(await claim(txid, seller)).toEqual(['escrow_not_found'])
    expect(await claim(txid)).toBe(`/held?txid=${txid}&done=claim_back`)
    // The same form sent twice.
    expect(await claim(txid)).toBe(`/held?txid=${txid}&done=claim_back`)
    expect(await routes.shownTo(seller, txid)).toMatchObject(nothing)
    const { exit, lapse, hold } = await routes.shownTo(buyer, txid)
    if (!exit) throw new Error('nothing to sign')
    expect([lapse, hold.mayClaim]).toEqual([{ isReaders: true }, false])
    expect(exit).toMatchObject({ kind: 'expiry', wallet: walletOf(asset, 'buyer') })
    const hash = world.deps.held.stellar.readHash(exit.xdr) ?? ''
    expect(hash).toBe((await settlements.exitsOf(trade))[0]?.hash)
    const signed = signedBy(world, 'buyer', { xdr: exit.xdr, hash })
    if (how === 'by the wallet') expect(await routes.handBack(exit.uri, signed)).toMatchObject({ status: 200 })
    else {
      const sent = await routes.send({ by: buyer, txid, fields: { intent: 'sign_exit', signed } })
      expect(sent).toBe(`/held?txid=${txid}&done=sign_exit`)
    }
    expect(await routes.shownTo(buyer, txid)).toMatchObject(nothing)
    await settlements.followUntilOver(trade)
    expect(await routes.shownTo(buyer, txid)).toMatchObject({
      step: 'ended',
      lapse: null,
      hold: { mayClaim: false, lock: { end: { as: 'expired' } } },
    })
  },
)

test('on the XRP Ledger it goes back by itself, and nobody claims', async () => {
  const { buyer, seller } = routes
  const { txid, escrowId, agreement, ...sides } = await routes.locked('XRP')
  await passDate()
  for (const reader of [buyer, seller]) {
    expect(await routes.shownTo(reader, txid)).toMatchObject({
      lapse: { isReaders: false },
      exit: null,
    })
  }
  expect(await claim(txid)).toEqual(['exit_not_open'])
  await settlements.followUntilOver({ ...sides, id: escrowId, agreementId: agreement.id })
  expect(await routes.shownTo(buyer, txid)).toMatchObject({ step: 'ended', hold: { lock: { end: { as: 'expired' } } } })
})
