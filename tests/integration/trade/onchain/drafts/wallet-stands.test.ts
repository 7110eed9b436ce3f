/** The seller's wallet cannot change while the buyer may be signing for it (finding M7, decision 120). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_WALLET_CHANGES, WALLET_CHANGE_MS } from '#app/trade/onchain/domain/limits.ts'
import { pollDeposits } from '#app/trade/onchain/workflows/find-deposits.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { type MovingClock, movingClock } from '#tests/support/agreement/dated-trades.ts'
import { draftOf, keptCreate, settleXrp } from '#tests/support/onchain/drafts.ts'
import { agreementOf, prepared } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { walletOf } from '#tests/support/world/people.ts'

const HOUR_MS = 3_600_000

let routes: OnchainRoutes
let clock: MovingClock

beforeAll(async () => {
  routes = await openOnchainRoutes()
  clock = movingClock(routes.world)
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

type Ready = Awaited<ReturnType<OnchainRoutes['ready']>>
type Asset = 'XLM' | 'XRP'

/** The seller states this wallet; returns where the form redirects, or why not. */
const state = ({ txid, asset }: Ready, name: 'seller' | 'friend') => {
  const fields = routes.agreeing(asset as Asset, { walletAddress: walletOf(asset, name) })
  return routes.send({ by: routes.seller, txid, fields })
}
const stands = ['held_wallet_stands', 'walletAddress']
/** Fills the stock of secrets, as the worker does. */
async function offerOf({ txid, asset }: Ready) {
  if (asset === 'XRP') await prepareAgreements(routes.world.deps, { network: 'xrpl' })
  return (await routes.shownTo(routes.buyer, txid)).offer
}
const agreedWallet = async (trade: Ready) => (await agreementOf(routes.world, trade)).terms.sellerWallet
const changesOf = ({ escrowId }: Ready) => routes.world.deps.db.holdWalletChange.findMany({ where: { escrowId } })

/** The buyer's wallet signs what the page has shown, and sends it by itself, into a closed ledger. */
async function depositAsShown(trade: Ready): Promise<void> {
  const { stellar } = routes.world.deps.held
  const offer = await offerOf(trade)
  if (offer?.network === 'xrpl') {
    await settleXrp(routes.world, JSON.parse(offer.json) as object)
  } else if (offer?.network === 'stellar') {
    await stellar.send(signedBy(routes.world, 'buyer', offer))
    const { terms, account } = trade.agreement
    await expect.poll(async () => (await stellar.findLocks(terms, account ?? '')).locks.length).toBe(1)
  } else throw new Error('nothing is offered')
}

/** Waits until nothing that was offered can deposit any more. */
async function outlive(trade: Ready): Promise<void> {
  if (trade.asset === 'XRP') await settleXrp(routes.world, { TransactionType: 'AccountSet' })
  else clock.on(HOUR_MS + 60_000)
}

describe.each(['XLM', 'XRP'] as const)('%s', (asset) => {
  test('what the buyer signs while the seller asks for another wallet counts', async () => {
    const trade = await routes.ready(asset)
    const offer = await offerOf(trade)
    expect(await state(trade, 'friend')).toEqual(stands)
    // The same offer is still shown, and nothing else.
    expect(await offerOf(trade)).toEqual(offer)
    await depositAsShown(trade)
    await pollDeposits(routes.world.deps, trade.agreement)
    expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({ step: 'locked', hold: { others: [] } })
    expect(await agreedWallet(trade)).toBe(walletOf(asset, 'seller'))
    expect(await state(trade, 'friend')).toEqual(['held_locked_before'])
  })

  test('the request stops what is offered until it is made, which the end of the last draft allows', async () => {
    const trade = await routes.ready(asset)
    await offerOf(trade)
    expect(await state(trade, 'friend')).toEqual(stands)
    expect(await routes.shownTo(routes.seller, trade.txid)).toMatchObject({
      hold: { changeUntil: expect.any(String) },
    })
    await outlive(trade)
    const [asked] = await changesOf(trade)
    expect(await offerOf(trade)).toMatchObject({
      network: null,
      buyer: { refused: 'held_wallet_changing', values: { until: asked?.until.toISOString() } },
    })
    expect(await state(trade, 'friend')).toBe(`/held?txid=${trade.txid}&done=agree`)
    expect(await agreedWallet(trade)).toBe(walletOf(asset, 'friend'))
    expect(await changesOf(trade)).toMatchObject([{ end: 'made' }])
    await prepared(routes.world, trade)
    expect(await offerOf(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
  })

  test('stating the wallet that stands takes the request back', async () => {
    const trade = await routes.ready(asset)
    await offerOf(trade)
    expect(await state(trade, 'friend')).toEqual(stands)
    await outlive(trade)
    expect(await state(trade, 'seller')).toBe(`/held?txid=${trade.txid}&done=agree`)
    expect(await changesOf(trade)).toMatchObject([{ end: 'withdrawn' }])
    expect(await offerOf(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
  })

  test('a seller who asks again and again holds the buyer up a few times, and no more', async () => {
    const trade = await routes.ready(asset)
    for (let asked = 0; asked < MOST_WALLET_CHANGES; asked += 1) {
      expect(await offerOf(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
      expect(await state(trade, 'friend')).toEqual(stands)
      expect(await state(trade, 'friend')).toEqual(stands)
      expect(await changesOf(trade)).toHaveLength(asked + 1)
      await outlive(trade)
      clock.on(WALLET_CHANGE_MS)
    }
    expect(await offerOf(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
    expect(await state(trade, 'friend')).toEqual(['held_wallet_stands_on', 'walletAddress'])
    await outlive(trade)
    expect(await offerOf(trade)).toMatchObject({ network: asset === 'XRP' ? 'xrpl' : 'stellar' })
    expect(await changesOf(trade)).toHaveLength(MOST_WALLET_CHANGES)
  })

  test('nothing was offered yet: another wallet takes its place at once', async () => {
    const trade = await routes.ready(asset)
    expect(await state(trade, 'friend')).toBe(`/held?txid=${trade.txid}&done=agree`)
    expect(await changesOf(trade)).toEqual([])
  })

  test('a lock that nobody has seen yet is found before the wallet is changed', async () => {
    const trade = await routes.ready(asset)
    await depositAsShown(trade)
    await outlive(trade)
    expect(await state(trade, 'friend')).toEqual(['held_locked_before'])
    expect(await agreedWallet(trade)).toBe(walletOf(asset, 'seller'))
  })

  test('a ledger that does not answer, or a server in doubt, changes nothing', async () => {
    const { deps, harbour } = routes.world
    const trade = await routes.ready(asset)
    await offerOf(trade)
    await outlive(trade)
    const network = asset === 'XRP' ? 'xrpl' : 'stellar'
    const account = deps.accounts[network].escrow
    const doubt = { network, account, cause: 'other_history', detail: 'seen', since: clock.now() } as const
    await deps.db.cursorStop.create({ data: doubt })
    try {
      expect(await state(trade, 'friend')).toEqual(['wallet_unchecked', 'walletAddress'])
    } finally {
      await deps.db.cursorStop.deleteMany()
    }
    harbour.faults.set({ target: asset === 'XRP' ? 'rippled' : 'horizon', kind: 'server_error' })
    try {
      expect(await state(trade, 'friend')).toEqual(['wallet_unchecked', 'walletAddress'])
    } finally {
      harbour.faults.clear()
    }
    expect(await agreedWallet(trade)).toBe(walletOf(asset, 'seller'))
  })
})

test('what a careless wallet locks for the former one is found, and goes back', async () => {
  const { world } = routes
  const trade = await routes.ready('XRP')
  await draftOf(world, trade.agreement)
  await outlive(trade)
  expect(await state(trade, 'friend')).toBe(`/held?txid=${trade.txid}&done=agree`)
  const kept = await keptCreate(world, trade.agreement)
  const { hash } = await settleXrp(world, kept)
  await pollDeposits(world.deps, trade.agreement)
  expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({
    hold: { lock: null, others: [{ hash, isOfFormerWallet: true, differences: [], fate: 'goes_back' }] },
  })
  // By its hash as well, whenever that is claimed.
  await prepared(world, trade)
  const again = await settleXrp(world, kept)
  const fields = { intent: 'state_lock', lockHash: again.hash }
  expect(await routes.send({ by: routes.buyer, txid: trade.txid, fields })).toBe(
    `/held?txid=${trade.txid}&done=state_lock`,
  )
  expect(await world.deps.db.holdLock.count({ where: { escrowId: trade.escrowId, counts: false } })).toBe(2)
})
