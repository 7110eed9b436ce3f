/** A worker that is frozen in the middle of its work is replaced by another one, and nothing is paid twice. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { openChance } from '#tests/support/faults/chance.ts'
import { gatherFacts } from '#tests/support/faults/judging/evidence.ts'
import { judge } from '#tests/support/faults/judging/judge.ts'
import { openStormGround, type StormGround } from '#tests/support/faults/storm-ground.ts'
import { planTrades, type TradePlan } from '#tests/support/faults/trade-plans.ts'
import { openTraders } from '#tests/support/faults/traders.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

let ground: StormGround

beforeAll(async () => {
  ground = await openStormGround({ ledgerMs: 250, chance: openChance(1) })
})
afterAll(() => ground?.[Symbol.asyncDispose]())

/** One trade on each ledger. */
function plansFor(round: number): TradePlan[] {
  const assets = ['XLM', 'XRP'] as const
  return planTrades(openChance(round), { trades: assets.length, parts: 1 }).map((plan, place) => ({
    ...plan,
    asset: assets[place] ?? 'XLM',
    memo: `${round}${place}`,
    ending: 'release',
  }))
}

async function untilRows(what: string, sql: string, count: number): Promise<void> {
  const areThere = async () => (await ground.query(sql)).length === count || null
  await waitFor(areThere, { what, limitMs: PATIENCE_MS, pauseMs: 25 })
}

const untilPaid = (count: number) =>
  untilRows(`${count} payouts are confirmed`, `select 1 from transfer where state = 'confirmed'`, count)

test('what it held is taken on while it stands still, and it does no harm when it goes on', async () => {
  const [one, other] = ground.workers
  if (!one || !other) throw new Error('there are no two workers')
  await other.kill('SIGKILL')
  const traders = await openTraders({ ...ground, atOnce: 2 })
  // The first payouts create the slots.
  await (await traders.prepareAll(plansFor(1)))()
  await untilPaid(2)

  const approve = await traders.prepareAll(plansFor(2))
  ground.harbour.faults.set({ target: 'horizon', kind: 'hold', match: 'POST /transactions' })
  ground.harbour.faults.set({ target: 'rippled', kind: 'hold', match: 'submit' })
  await approve()
  await untilRows(
    'both are signed',
    `select 1 from transfer_attempt where purpose = 'payout' and state = 'live'`,
    NETWORKS.length,
  )
  // The frozen worker waits for both ledgers, on which no other worker may sign.
  process.kill(one.pid, 'SIGSTOP')
  ground.harbour.faults.clear()
  await other.restart()
  await untilPaid(4)

  process.kill(one.pid, 'SIGCONT')
  await (await traders.prepareAll(plansFor(3)))()
  await untilPaid(6)
  const waiting = `select 1 from outbox_letter where "sentAt" is null and "withheldFor" is null`
  await untilRows('all letters are sent', waiting, 0)
  expect(judge(await gatherFacts(ground, traders.owed))).toEqual([])
})
