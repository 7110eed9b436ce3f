/** An announced end stands: a deposit found later does not count; the buyer reads how it goes back (decision 118). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showOnchainEscrow } from '#app/trade/onchain/queries/onchain-view.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { draftOf } from '#tests/support/onchain/drafts.ts'
import { deposit, pollDeposits } from '#tests/support/onchain/holds.ts'
import { agreementOf, anAgreedTrade } from '#tests/support/onchain/onchain-trades.ts'
import { depositAsStranger, depositsOf, depositWrongly } from '#tests/support/onchain/wrong-locks.ts'
import { granted } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const lettersOf = async (escrowId: string) => {
  const letters = await world.deps.db.outboxLetter.findMany({
    where: { escrowId },
    select: { content: true, userId: true },
  })
  return letters.flatMap(({ content, userId }) =>
    (content as { letter?: string }).letter === 'hold_late' ? [userId] : [],
  )
}

test.each(['XLM', 'XRP'] as const)('in %s: it does not count, and the buyer is written to once', async (asset) => {
  const trade = await anAgreedTrade(world, { asset })
  const agreement = await agreementOf(world, trade.id)
  // The buyer's wallet gets the deposit to sign before the escrow is called off.
  if (asset === 'XRP') await draftOf(world, agreement)
  granted(await cancelEscrow(world.deps, { escrowId: trade.id, buyerId: trade.buyerId, wallet: null }))
  await deposit(world, agreement)
  await pollDeposits(world)
  expect(await depositsOf(world, trade.id)).toMatchObject([{ differences: [], counts: false, end: null }])
  expect(await lettersOf(trade.id)).toEqual([trade.buyerId])
  await pollDeposits(world)
  if (asset === 'XLM') await depositWrongly(world, trade.id, {})
  expect(await lettersOf(trade.id)).toEqual([trade.buyerId])
  const shown = await showOnchainEscrow(world.deps.db, { escrowId: trade.id, now: world.deps.clock.now() })
  const early = asset === 'XLM' ? 'open' : null
  expect(shown).toMatchObject({ lock: null, isLockWaiting: false })
  expect(shown?.others[0]).toMatchObject({ differences: [], early })
})

test('what differs, or is a stranger’s, is told to nobody', async () => {
  const trade = await anAgreedTrade(world)
  granted(await cancelEscrow(world.deps, { escrowId: trade.id, buyerId: trade.buyerId, wallet: null }))
  await depositWrongly(world, trade.id)
  await depositAsStranger(world, trade.id)
  await pollDeposits(world)
  expect(await depositsOf(world, trade.id)).toHaveLength(2)
  expect(await lettersOf(trade.id)).toEqual([])
})
