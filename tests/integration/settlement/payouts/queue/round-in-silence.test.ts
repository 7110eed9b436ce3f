/** A round whose ledger does not answer ends, and is repeated soon: no job fails, and one line says why. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readOutgoingTransactions } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { runRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
const lines: { level: string; message: string; count?: unknown }[] = []
let deps: WorkerDeps

beforeAll(async () => {
  world = await openWorld()
  const write = (level: string) => (facts: object, message: string) => void lines.push({ level, message, ...facts })
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  deps = { ...world.deps, log: log as unknown as WorkerDeps['log'] }
})
afterEach(() => world.harbour.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const told = () => lines.splice(0).filter(({ level }) => level !== 'debug')
const states = async (ids: string[]) =>
  (await world.deps.db.transfer.findMany({ where: { id: { in: ids } } })).map(({ state, waitsFor }) => [
    state,
    waitsFor,
  ])

it('while nobody can say which tickets there are', async () => {
  // What left is known by now, and the account has not changed since.
  for (let looks = 0; looks < 2; looks += 1) await readOutgoingTransactions(world.deps, 'xrpl')
  const [id = ''] = await queuePayouts(world, 'XRP', 1)
  world.harbour.faults.set({ target: 'rippled', kind: 'server_error', match: 'account_objects' })
  expect(await runRound(deps, { payoutId: id })).toBeInstanceOf(Date)
  expect(told()).toMatchObject([{ level: 'warn', message: 'payout round postponed' }])
  expect(await states([id])).toEqual([['queued', 'ledger']])
})

it('while payouts are on their way, in one line for all of them', async () => {
  await slotOf(world, 'xrpl')
  world.harbour.faults.set({ target: 'rippled', kind: 'never_include', match: 'submit' })
  const ids = await queuePayouts(world, 'XRP', 2)
  await runRound(deps, { payoutId: ids[0] ?? '' })
  const old = new Date(Date.now() - 60_000)
  await world.deps.db.$executeRaw`alter table "transfer_attempt" disable trigger user`
  await world.deps.db.transferAttempt.updateMany({ where: { purpose: 'payout' }, data: { createdAt: old } })
  await world.deps.db.$executeRaw`alter table "transfer_attempt" enable trigger user`
  told()
  world.harbour.faults.set({ target: 'rippled', kind: 'server_error', match: 'tx' })
  await runRound(deps, { payoutId: ids[0] ?? '' })
  const silent = told().filter(({ message }) => message === 'payouts waiting for ledger')
  expect(silent).toHaveLength(1)
  expect(silent[0]?.count).toBeGreaterThan(1)
})
