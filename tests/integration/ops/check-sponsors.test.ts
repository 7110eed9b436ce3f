/** The balances that pay for on-chain escrows are read, and operators are alerted before they run out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { checkSponsors } from '#app/ops/workflows/check-sponsors.server.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

async function keeperTroubles(): Promise<string[]> {
  const troubles = alertCausesOf(await checkMachine(world.deps))
  return troubles.filter(({ kind }) => kind.startsWith('keeper_')).map(({ kind, subject }) => `${kind} ${subject}`)
}

const spendableIs = (spendable: string | null) =>
  world.deps.db.keeperStanding.updateMany({ where: { network: 'stellar' }, data: { spendable } })

test('both keepers are read; what is left decides what is told, and a former keeper is no trouble', async () => {
  const { db, keeping, clock } = world.deps
  expect(await keeperTroubles()).toEqual([])
  await checkSponsors(world.deps)
  const [stellar, xrpl] = [keeping.stellar?.sponsor ?? '', keeping.xrpl?.keeper ?? '']
  const read = await db.keeperStanding.findMany({ orderBy: { network: 'asc' } })
  expect(read).toMatchObject([
    { network: 'stellar', account: stellar },
    { network: 'xrpl', account: xrpl },
  ])
  // What the harbour starts with, less its reserves.
  expect(Number(read[0]?.spendable)).toBeCloseTo(9_999, 0)
  expect(Number(read[1]?.spendable)).toBeCloseTo(999, 0)
  expect(await keeperTroubles()).toEqual([])

  await spendableIs('29.9999999')
  expect(await keeperTroubles()).toEqual([`keeper_low stellar ${stellar}`])
  await spendableIs('3.9999999')
  expect(await keeperTroubles()).toEqual([`keeper_used_up stellar ${stellar}`])
  await spendableIs(null)
  expect(await keeperTroubles()).toEqual([`keeper_used_up stellar ${stellar}`])

  await checkSponsors(world.deps)
  const former = { network: 'stellar' as const, account: 'GFORMER', spendable: '0', readAt: clock.now() }
  await db.keeperStanding.create({ data: former })
  expect(await keeperTroubles()).toEqual([])
})

test('a ledger that does not answer keeps the other from nothing, and what was read before stands', async () => {
  await world.deps.db.keeperStanding.deleteMany()
  world.harbour.faults.set({ target: 'horizon', kind: 'html' })
  try {
    await expect(checkSponsors(world.deps)).rejects.toThrow(LedgerUnavailable)
  } finally {
    world.harbour.faults.clear()
  }
  expect(await world.deps.db.keeperStanding.findMany()).toMatchObject([{ network: 'xrpl' }])
  await checkSponsors({ ...world.deps, keeping: { stellar: null, xrpl: null } })
  expect(await world.deps.db.keeperStanding.count()).toBe(1)
})
