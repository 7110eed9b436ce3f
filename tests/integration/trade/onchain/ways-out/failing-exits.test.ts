/** An on-chain settlement that fails each time blocks no other, and says why it waits. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { noteSettlementWait } from '#app/trade/onchain/db/settlement-limits.server.ts'
import { takeSettlementsUnderWay } from '#app/trade/onchain/db/settlements.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { agreementOf, anAgreedTrade } from '#tests/support/onchain/holds.ts'
import { approveTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade } from '#tests/support/onchain/onchain-trades.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { follow, exitsOf, followUntilOver } = watchSettlements(() => world)
const kinds = async () => alertCausesOf(await checkMachine(world.deps)).map(({ kind, subject }) => `${kind} ${subject}`)

test('a way out that meets a fault of ours says so, is told to operators, and goes on when it is mended', async () => {
  const { db } = world.deps
  const trade = await aDepositedTrade(world, { asset: 'XRP' })
  await approveTrade(world, trade)
  const { xrpl } = world.deps.held
  const broken = () => Promise.reject(new TypeError('a bug'))
  const deps = { ...world.deps, held: { ...world.deps.held, xrpl: { ...xrpl, obstaclesTo: broken } } }
  await expect(follow(trade, deps)).rejects.toThrow('a bug')
  const [exit] = await exitsOf(trade)
  expect(exit).toMatchObject({ state: 'ready', waitsFor: 'error' })
  expect(await kinds()).toContain('payouts_error xrpl')

  // The sweep takes others before it takes this one again.
  const now = new Date(Date.now() + 3_600_000)
  expect(await takeSettlementsUnderWay(db, { before: now, now, take: 10 })).toContain(trade.id)
  expect(await takeSettlementsUnderWay(db, { before: now, now, take: 10 })).toEqual([])

  // The fee that the network asks for may be recorded, too.
  await noteSettlementWait(db, { id: exit?.id ?? '', waitsFor: 'fees', feeAsked: new Decimal('0.5') })
  expect((await exitsOf(trade))[0]).toMatchObject({ waitsFor: 'fees' })
  await expect(follow(trade, deps)).rejects.toThrow('a bug')
  await followUntilOver(trade)
  expect((await exitsOf(trade))[0]).toMatchObject({ state: 'confirmed' })
  expect(await kinds()).not.toContain('payouts_error xrpl')
})

test('an agreement of which preparing fails comes after the others, which are prepared in the same round', async () => {
  const [failing, honest] = [await anAgreedTrade(world, 'XRP'), await anAgreedTrade(world, 'XRP')]
  const { fulfilments } = world.deps
  if (!fulfilments) throw new Error('no secrets are kept')
  const seal: typeof fulfilments.seal = (escrowId, fulfilment) => {
    if (escrowId === failing.escrowId) throw new TypeError('a bug')
    return fulfilments.seal(escrowId, fulfilment)
  }
  const deps = { ...world.deps, fulfilments: { ...fulfilments, seal } }
  expect(await prepareAgreements(deps, { network: 'xrpl' })).toBeInstanceOf(Date)
  expect((await agreementOf(world, honest)).openedAt).not.toBeNull()
  expect((await agreementOf(world, failing)).openedAt).toBeNull()
  const { lookAt, agreedAt } = await world.deps.db.holdAgreement.findFirstOrThrow({
    where: { escrowId: failing.escrowId },
  })
  expect(lookAt && lookAt > agreedAt).toBe(true)
  await prepareAgreements(world.deps, { network: 'xrpl' })
  expect((await agreementOf(world, failing)).openedAt).not.toBeNull()
})

test('a way out that stands still, and an agreement that is not prepared, are told of like a late payout', async () => {
  const trade = await aDepositedTrade(world, { asset: 'XRP' })
  await approveTrade(world, trade)
  const waiting = await anAgreedTrade(world, 'XRP')
  const late = { ...world.deps, clock: { now: () => new Date(Date.now() + 16 * 60_000) } }
  const kindsLater = async () =>
    alertCausesOf(await checkMachine(late)).map(({ kind, subject }) => `${kind} ${subject}`)
  // Approved, and the secret is not shown yet: it waits for its turn.
  expect(await kindsLater()).toEqual(expect.arrayContaining(['payouts_late xrpl', 'agreements_late xrpl']))
  expect(await kinds()).not.toContain('payouts_late xrpl')

  // Signed and sent, and the server takes nothing.
  world.harbour.faults.set({ target: 'rippled', kind: 'drop_before', match: 'submit' })
  await follow(trade).catch(() => undefined)
  expect((await exitsOf(trade))[0]).toMatchObject({ state: 'submitted' })
  expect(await kindsLater()).toContain('payouts_late xrpl')
  world.harbour.faults.clear()

  await followUntilOver(trade)
  await prepareAgreements(world.deps, { network: 'xrpl' })
  expect((await agreementOf(world, waiting)).openedAt).not.toBeNull()
  expect(await kindsLater()).not.toContain('payouts_late xrpl')
  expect(await kindsLater()).not.toContain('agreements_late xrpl')
})
