/** Paybacks are made once and exactly, whenever workers die, ledgers answer wrongly or a database is restored. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Treasury } from '#app/ledgers/ledger.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { dispatchPayouts } from '#app/settlement/payouts/workflows/dispatch-payouts.server.ts'
import { explainTransaction } from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { gained, holds } from '#tests/support/settlement/holdings.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import { granted, pay, readPayments, walletOf } from '#tests/support/world/people.ts'
import { openSecond } from '#tests/support/world/restored.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let operatorId: string

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  operatorId = (await operator(world)).id
  // As a worker does when it starts: what arrives before the books are open would count as ours.
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
  await sweepOpenWork(world.deps)
})
afterAll(() => world[Symbol.asyncDispose]())

const ASSETS_AT = [
  ['XLM', 'escrow'],
  ['XLM', 'fee'],
  ['USDC', 'fee'],
  ['XRP', 'escrow'],
  ['XRP', 'fee'],
] as const
type Place = (typeof ASSETS_AT)[number]

/** A case whose money is on its way back in the record only. */
async function due([asset, to]: Place, amount: string): Promise<{ caseId: string; payoutId: string }> {
  const network = networkOf(asset)
  const account = world.deps.accounts[network][to]
  const [hash = ''] = await pay(world, { asset, to: account, amount, memo: asset === 'XRP' ? '4321' : null })
  await readPayments(world, { network, account })
  const find = () => world.deps.db.paymentCase.findFirst({ where: { ledgerPayment: { hash } } })
  await world.workUntil(async () => (await find()) !== null, 'the payment is listed')
  const row = await find()
  const asked = {
    caseId: row?.id ?? '',
    operatorId,
    seen: { kind: row?.kind ?? '', amount },
    wallet: { address: walletOf(asset, 'friend'), memo: null },
    note: 'Proved.',
  }
  return { caseId: asked.caseId, ...granted(await payUnmatchedBack(world.deps, asked)) }
}

const TROUBLES = ['none', 'killed before sending', 'killed after sending', 'leases lost', 'two workers'] as const
type Trouble = (typeof TROUBLES)[number]

/** The worker at a bad moment; what it has stored by then stays stored. */
function inTrouble(deps: WorkerDeps, trouble: Trouble): WorkerDeps {
  const broken = (treasury: Treasury): Treasury => ({
    ...treasury,
    async submit(signed) {
      if (trouble === 'killed before sending') throw new Error('the worker was killed here')
      const said = await treasury.submit(signed)
      if (trouble === 'killed after sending') throw new Error('the worker was killed here')
      return said
    },
    async sign(order) {
      if (trouble === 'leases lost') await runOutLeases(deps.db)
      return treasury.sign(order)
    },
  })
  const { treasuries, feeTreasuries } = deps
  const [stellar, xrpl] = [feeTreasuries.stellar, feeTreasuries.xrpl]
  return {
    ...deps,
    treasuries: { stellar: broken(treasuries.stellar), xrpl: broken(treasuries.xrpl) },
    feeTreasuries: { ...(stellar && { stellar: broken(stellar) }), ...(xrpl && { xrpl: broken(xrpl) }) },
  }
}

const payback = fc.record({
  place: fc.constantFrom(...ASSETS_AT),
  units: fc.integer({ min: 1, max: 90_000_000 }),
  troubles: fc.array(fc.constantFrom(...TROUBLES), { minLength: 1, maxLength: 4 }),
})

test('each is paid once and to the last unit, whatever befalls the workers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(payback, { minLength: 1, maxLength: 3 }), async (wanted) => {
      const friends = { XLM: 0, USDC: 0, XRP: 0 }
      const before = new Map<Asset, string>()
      for (const asset of ['XLM', 'USDC', 'XRP'] as const) {
        before.set(asset, (await holds(world, { asset, name: 'friend' })).toFixed())
      }
      const open = []
      for (const { place, units, troubles } of wanted) {
        const asset = place[0]
        const amount = new Decimal(units).div(1_000_000).toFixed()
        friends[asset] += units
        open.push({ ...(await due(place, amount)), network: networkOf(asset), troubles })
      }
      for (const { payoutId, network, troubles } of open) {
        for (const trouble of troubles) {
          const deps = inTrouble(world.deps, trouble)
          const workers = trouble === 'two workers' ? [deps, deps] : [deps]
          await Promise.allSettled(workers.map((each) => runRound(each, { payoutId })))
          // A killed worker holds its lease no longer than that.
          await runOutLeases(world.deps.db)
          await dispatchPayouts(deps, { network }).catch(() => null)
          await runOutLeases(world.deps.db)
        }
      }
      const ids = open.map(({ payoutId }) => payoutId)
      await sweepOpenWork(world.deps)
      const states = async () => world.deps.db.transfer.count({ where: { id: { in: ids }, state: 'confirmed' } })
      await world.workUntil(async () => (await states()) === ids.length, 'all are paid back')
      for (const asset of ['XLM', 'USDC', 'XRP'] as const) {
        const came = (await holds(world, { asset, name: 'friend' })).minus(before.get(asset) ?? '0')
        expect([asset, came.times(1_000_000).toFixed()]).toEqual([asset, String(friends[asset])])
      }
      const settled = await world.deps.db.transferAttempt.count({ where: { payoutId: { in: ids }, state: 'settled' } })
      expect(settled).toBe(ids.length)
      await expectBooksAgree(world)
    }),
    { numRuns: 5, endOnFailure: true },
  )
})

test('a restored database does not pay again from the fee account what the lost one has paid', async () => {
  const { payoutId } = await due(['XLM', 'fee'], '7.125')
  await using restored = await openSecond(world)
  await restored.restore()
  const came = await gained(world, { asset: 'XLM', name: 'friend' }, async () => {
    const state = async () => (await world.deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId } })).state
    await world.workUntil(async () => (await state()) === 'confirmed', 'it is paid')
    const { deps } = restored
    for (const _ of [1, 2, 3]) await runRound(deps, { payoutId })
    expect(await deps.db.transferAttempt.count({ where: { payoutId } })).toBe(0)
    const { settledHash } = await world.deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId } })
    const seen = await deps.db.outgoingTransaction.findFirstOrThrow({
      where: { hash: settledHash ?? '', explanation: null },
    })
    const told = { outgoingId: seen.id, answer: payoutId, reason: 'Paid before the restore.', operatorId }
    granted(await explainTransaction(deps, told))
    expect(await deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId } })).toMatchObject({
      state: 'confirmed',
      settledHash,
    })
  })
  expect(came).toBe('7.125')
})
