/** What a payout may cost in network fees: it waits for lower fees until it is late, and then pays more. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import type { XrplFeeCaps } from '#app/ledgers/xrpl/paying/fees.ts'
import { openXrplTreasury } from '#app/ledgers/xrpl.server.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { askForRound, runAnsweredRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

/** What the harbour's ledger asks for, with our margin: 12 drops. */
const ASKED = 12
let world: World

beforeEach(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
})

afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

async function setCaps(feeCaps: XrplFeeCaps): Promise<void> {
  const { XRPL_FEE_ACCOUNT = '', XRPL_ESCROW_ACCOUNT = '', ...env } = world.harbour.environment()
  await world.deps.treasuries.xrpl.close()
  world.deps.treasuries.xrpl = openXrplTreasury({
    urls: [env.XRPL_URL ?? ''],
    networkId: Number(env.XRPL_NETWORK_ID),
    ownAccounts: [XRPL_FEE_ACCOUNT, XRPL_ESCROW_ACCOUNT],
    payers: [XRPL_ESCROW_ACCOUNT],
    seed: env.XRPL_ESCROW_SEED ?? '',
    validLedgers: 900,
    feeCaps,
  })
}

const payoutOf = (id: string) =>
  world.deps.db.transfer.findUniqueOrThrow({ where: { id }, include: { attempts: true } })

const becomeLate = (id: string) =>
  world.deps.db.transfer.update({ where: { id }, data: { createdAt: new Date(Date.now() - 3_600_000) } })

async function queueOne(asset: Asset): Promise<string> {
  const [id = ''] = await queuePayouts(world, asset, 1)
  return id
}

test.each([
  { words: 'a ticket is there', hasTicket: true },
  { words: 'tickets have to be made first', hasTicket: false },
])(
  'XRP waits while the ledger asks for more than a payout in time may cost; a late one goes, where $words',
  async ({ hasTicket }) => {
    if (hasTicket) await slotOf(world, 'xrpl')
    await setCaps({ usual: ASKED - 1, urgent: ASKED })
    const payoutId = await queueOne('XRP')
    await runAnsweredRound(world.deps, { payoutId })
    expect(await payoutOf(payoutId)).toMatchObject({ state: 'queued', waitsFor: 'fees', attempts: [] })
    expect(await world.deps.db.transferAttempt.count({ where: { laneKey: null, state: 'live' } })).toBe(0)

    const before = await holds(world, { asset: 'XRP', name: 'seller' })
    await becomeLate(payoutId)
    await askForRound(world.deps, { payoutId })
    await world.workUntil(async () => (await payoutOf(payoutId)).state === 'confirmed', 'the late payout is paid')
    expect((await holds(world, { asset: 'XRP', name: 'seller' })).minus(before)).toEqual(new Decimal(1))
  },
)

test('what would cost clients their money waits for ours: nothing is signed, and the page says why', async () => {
  // Our own money on the account is known from the first reconciliation on: 1000 XRP.
  await reconcile(world.deps)
  await setCaps({ usual: ASKED, urgent: 1_000_000_001 })
  const payoutId = await queueOne('XRP')
  await runAnsweredRound(world.deps, { payoutId })
  expect(await payoutOf(payoutId)).toMatchObject({ state: 'queued', waitsFor: 'float', attempts: [] })
  await setCaps({ usual: ASKED, urgent: ASKED })
  await askForRound(world.deps, { payoutId })
  await world.workUntil(async () => (await payoutOf(payoutId)).state === 'confirmed', 'the payout is paid')
})
