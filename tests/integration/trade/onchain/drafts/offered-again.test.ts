/** Which draft is offered, for how long, and how often another one (decision 120). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LEDGERS_TO_SIGN } from '#app/trade/onchain/domain/draft.ts'
import { DRAFTS_DAY_MS, MOST_DRAFTS_A_DAY, SECRETS_IN_STOCK } from '#app/trade/onchain/domain/limits.ts'
import { offerDraft } from '#app/trade/onchain/workflows/agreeing/offer-draft.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { draftOf, keptCreate, settleXrp } from '#tests/support/onchain/drafts.ts'
import { pollDeposits, prepared } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { aSecret, offer } from '#tests/support/onchain/onchain-rows.ts'
import { signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { walletOf } from '#tests/support/world/people.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const db = () => routes.world.deps.db
type Ready = Awaited<ReturnType<OnchainRoutes['ready']>>

const draftsOf = ({ escrowId }: { escrowId: string }) =>
  db().holdDraft.findMany({ where: { escrowId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
/** The wallet sends something else, which uses up the sequence number of its draft. */
const spendNumber = () => settleXrp(routes.world, { TransactionType: 'AccountSet' })
const isOver = (last: number) => async () => {
  const { ledger } = await routes.world.deps.held.xrpl.readWallet(walletOf('XRP', 'buyer'))
  return ledger > last
}

async function shown({ txid }: Ready) {
  const { offer: offered } = await routes.shownTo(routes.buyer, txid)
  return offered
}

test('a draft is shown until its last ledger has passed; then another one, with another secret', async () => {
  const { world } = routes
  const trade = await routes.ready('XRP')
  const first = await draftOf(world, trade.agreement)
  const { ledger } = await world.deps.held.xrpl.readWallet(first.Account)
  expect(first.LastLedgerSequence).toBeLessThanOrEqual(ledger + LEDGERS_TO_SIGN)
  for (let closed = 0; closed < 5; closed += 1) world.harbour.rippled.closeLedger()
  expect(await draftOf(world, trade.agreement)).toEqual(first)
  for (let closed = 0; closed <= LEDGERS_TO_SIGN; closed += 1) world.harbour.rippled.closeLedger()
  await expect.poll(isOver(first.LastLedgerSequence)).toBe(true)
  expect((await settleXrp(world, first)).code).toBe('tefMAX_LEDGER')
  const second = await draftOf(world, trade.agreement)
  expect([second.Sequence, second.Condition === first.Condition]).toEqual([first.Sequence, false])
  const offered = (await draftsOf(trade)).filter(({ offeredAt }) => offeredAt !== null)
  expect(offered.map(({ endedAt }) => endedAt !== null).toSorted()).toEqual([false, true])
})

test('two tabs, and an answer that was lost: the same draft', async () => {
  const trade = await routes.ready('XRP')
  const [one, other] = await Promise.all([offerDraft(routes.world.deps, trade.agreement), shown(trade)])
  expect(other).toMatchObject({ network: 'xrpl' })
  expect((await draftsOf(trade)).filter(({ offeredAt }) => offeredAt !== null)).toHaveLength(1)
  expect(await offerDraft(routes.world.deps, trade.agreement)).toEqual(one)
})

test('a stock that is used up is said to be prepared, and the worker fills it', async () => {
  const { world } = routes
  const trade = await routes.ready('XRP')
  const conditions: string[] = []
  for (let offered = 0; offered < SECRETS_IN_STOCK; offered += 1) {
    conditions.push((await draftOf(world, trade.agreement)).Condition)
    await spendNumber()
  }
  expect(await shown(trade)).toMatchObject({ network: null, buyer: { refused: 'held_not_prepared' } })
  await prepareAgreements(world.deps, { network: 'xrpl' })
  expect((await draftsOf(trade)).filter(({ offeredAt }) => offeredAt === null)).toHaveLength(SECRETS_IN_STOCK)
  await Promise.all([1, 2, 3].map(() => prepareAgreements(world.deps, { network: 'xrpl' })))
  expect((await draftsOf(trade)).filter(({ offeredAt }) => offeredAt === null)).toHaveLength(SECRETS_IN_STOCK)
  conditions.push((await draftOf(world, trade.agreement)).Condition)
  expect(new Set(conditions).size).toBe(SECRETS_IN_STOCK + 1)
})

test('so many drafts are offered within 24 hours, and the refusal says from when on another one is', async () => {
  const { world } = routes
  const trade = await routes.ready('XRP')
  const offeredAt = new Date(world.deps.clock.now().getTime() - 60_000)
  const of = { id: trade.escrowId, agreementId: trade.agreement.id }
  for (let made = 0; made < MOST_DRAFTS_A_DAY; made += 1) {
    const { id } = await aSecret(db(), of)
    await offer(db(), id, { offeredAt, endedAt: offeredAt })
  }
  const time = new Date(offeredAt.getTime() + DRAFTS_DAY_MS).toISOString()
  expect(await shown(trade)).toMatchObject({
    network: null,
    buyer: { refused: 'held_drafts_used', values: { most: String(MOST_DRAFTS_A_DAY), time } },
  })
  const tomorrow = { ...world.deps, clock: { now: () => new Date(offeredAt.getTime() + DRAFTS_DAY_MS + 1_000) } }
  expect(await offerDraft(tomorrow, trade.agreement)).toMatchObject({ network: 'xrpl' })
})

test('what is locked under an old condition is found, by a look and by its hash, and counts where nothing else does', async () => {
  const { world } = routes
  const trade = await routes.ready('XRP')
  await draftOf(world, trade.agreement)
  await spendNumber()
  const kept = await keptCreate(world, trade.agreement)
  const next = await draftOf(world, trade.agreement)
  expect(next.Condition).not.toBe(kept.Condition)
  const { hash } = await settleXrp(world, kept)
  const fields = { intent: 'state_lock', lockHash: hash }
  expect(await routes.send({ by: routes.buyer, txid: trade.txid, fields })).toBe(
    `/held?txid=${trade.txid}&done=state_lock`,
  )
  expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({
    step: 'locked',
    hold: { lock: { hash, condition: kept.Condition } },
  })
})

test('on Stellar the same transaction is shown while its number fits, and what was shown is taken alone', async () => {
  const { world } = routes
  const trade = await routes.ready('XLM')
  const first = await shown(trade)
  if (first?.network !== 'stellar') throw new Error('nothing is offered')
  expect(await shown(trade)).toEqual(first)
  const { terms, account } = trade.agreement
  const unseen = await world.deps.held.stellar.writeLock({ ...terms, amount: terms.amount.minus(1) }, account ?? '')
  if (!unseen) throw new Error('the buyer has no wallet')
  const send = (signed: string) =>
    routes.send({ by: routes.buyer, txid: trade.txid, fields: { intent: 'send_lock', signed } })
  expect(await send(signedBy(world, 'buyer', unseen))).toEqual(['signature_elsewhere', 'signed'])
  // The wallet sends the deposit by itself: the page checks the ledger before it shows another draft.
  await world.deps.held.stellar.send(signedBy(world, 'buyer', first))
  await expect.poll(async () => (await world.deps.held.stellar.findLocks(terms, account ?? '')).locks.length).toBe(1)
  expect(await shown(trade)).toMatchObject({ network: null, buyer: { refused: 'held_locked_before' } })
  await pollDeposits(world)
  expect(await draftsOf(trade)).toHaveLength(1)
})

test('a seller who is not the buyer is offered nothing, nor is anybody for what is not prepared', async () => {
  const trade = await routes.opened('XRP')
  await routes.send({ by: routes.seller, txid: trade.txid, fields: routes.agreeing('XRP') })
  const agreement = await prepared(routes.world, trade)
  expect(await routes.shownTo(routes.seller, trade.txid)).toMatchObject({ offer: null })
  expect((await draftsOf({ escrowId: agreement.escrowId })).every(({ offeredAt }) => offeredAt === null)).toBe(true)
})
