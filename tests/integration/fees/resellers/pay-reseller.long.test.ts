/** Commissions are paid once and to the cent, whenever workers die; a reversed commission is not owed any more. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { isProblem } from '#app/fees/resellers/domain/problem.ts'
import { payReseller } from '#app/fees/resellers/workflows/pay-reseller.server.ts'
import { recordPaidByHand } from '#app/fees/resellers/workflows/record-paid.server.ts'
import { changeCode } from '#app/fees/resellers/workflows/reseller-codes.server.ts'
import { reverseEarning } from '#app/fees/resellers/workflows/reverse-earning.server.ts'
import { ripenEarnings } from '#app/fees/resellers/workflows/ripen-earnings.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import type { Treasury } from '#app/ledgers/ledger.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { dispatchPayouts } from '#app/settlement/payouts/workflows/dispatch-payouts.server.ts'
import { approve } from '#app/settlement/payouts/workflows/operator/approve.server.ts'
import { weighPayout } from '#app/settlement/payouts/workflows/payout-limits.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { openResellers, type Reseller, type Resellers } from '#tests/support/resellers/resellers.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { granted, hasPaid, pay, readPayments, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let resellers: Resellers
let olga: { id: string }

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  resellers = await openResellers(world)
  olga = resellers.olga
})
afterAll(() => world[Symbol.asyncDispose]())

const aReseller = (asset: Asset) => resellers.aReseller(asset)
const earn = (reseller: Reseller, amountUsd: string) => resellers.earn(reseller, amountUsd)
const earningsOf = (reseller: Reseller) => resellers.earningsOf(reseller)
const paying = (reseller: Reseller) => resellers.paying(reseller)
const isPaid = (payoutId: string) => resellers.isPaid(payoutId)

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
  const { stellar, xrpl } = deps.feeTreasuries
  return {
    ...deps,
    feeTreasuries: { ...(stellar && { stellar: broken(stellar) }), ...(xrpl && { xrpl: broken(xrpl) }) },
  }
}

const step = fc.oneof(
  fc.record({ does: fc.constant('earn' as const), usd: fc.integer({ min: 1_000, max: 60_000 }) }),
  fc.record({ does: fc.constant('reverse' as const), which: fc.nat(5) }),
  fc.record({ does: fc.constant('pay' as const), troubles: fc.array(fc.constantFrom(...TROUBLES), { maxLength: 3 }) }),
)

test('over any history: each earning is paid once or reversed, sums are exact, and the books agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Asset>('XLM', 'USDC', 'XRP'),
      fc.array(step, { minLength: 2, maxLength: 6 }),
      async (asset, history) => {
        const reseller = await aReseller(asset)
        const before = await holds(world, { asset, name: 'friend' })
        await earn(reseller, '48000')
        for (const each of [...history, { does: 'pay' as const, troubles: [] }]) {
          await ripenEarnings(world.deps)
          if (each.does === 'earn') await earn(reseller, String(each.usd))
          if (each.does === 'reverse') {
            const rows = await earningsOf(reseller)
            const earning = rows[each.which % rows.length]
            const about = {
              id: reseller.id,
              earningId: earning?.id ?? '',
              why: 'not_earned',
              hash: '',
              reason: 'Their own.',
            }
            const isFree = earning?.resellerPayoutId === null && earning.status !== 'reversed'
            const reversed = await reverseEarning(world.deps, { ...about, operatorId: olga.id })
            expect(isProblem(reversed)).toBe(!isFree)
          }
          if (each.does === 'pay') {
            const due = (await earningsOf(reseller)).filter((row) => row.status === 'payable' && !row.resellerPayoutId)
            // Two tabs at once.
            const both = await Promise.all([paying(reseller), paying(reseller)])
            const made = both.filter((one) => 'payoutId' in one)
            expect(made).toHaveLength(due.length > 0 ? 1 : 0)
            const [payout] = made
            if (!payout || isRefusal(payout) || isProblem(payout)) continue
            for (const trouble of each.troubles) {
              const deps = inTrouble(world.deps, trouble)
              const workers = trouble === 'two workers' ? [deps, deps] : [deps]
              await Promise.allSettled(workers.map((worker) => runRound(worker, payout)))
              await runOutLeases(world.deps.db)
              await dispatchPayouts(deps, { network: networkOf(asset) }).catch(() => null)
              await runOutLeases(world.deps.db)
            }
            await sweepOpenWork(world.deps)
            await world.workUntil(() => isPaid(payout.payoutId), 'it is paid')
          }
        }
        const rows = await earningsOf(reseller)
        const payouts = await world.deps.db.resellerPayout.findMany({
          where: { resellerId: reseller.resellerId },
          include: { payout: { include: { attempts: true } } },
        })
        const sum = (status: string) =>
          rows
            .filter((row) => row.status === status)
            .reduce((all, row) => all.plus(row.commissionUSD.toFixed()), new Decimal(0))
        const paidUsd = payouts.reduce((all, row) => all.plus(row.amountUsd.toFixed()), new Decimal(0))
        const paidOut = payouts.reduce((all, row) => all.plus(row.amount.toFixed()), new Decimal(0))
        expect(rows.filter(({ status }) => status !== 'paid' && status !== 'reversed')).toEqual([])
        expect(sum('paid').toFixed(2)).toBe(paidUsd.toFixed(2))
        expect((await holds(world, { asset, name: 'friend' })).minus(before).toFixed()).toBe(paidOut.toFixed())
        for (const { payout } of payouts) {
          expect(payout?.attempts.filter(({ state }) => state === 'settled')).toHaveLength(1)
          const own = rows.filter(({ resellerPayoutId }) => resellerPayoutId === payout?.resellerPayoutId)
          expect(own.every(({ paidHash }) => paidHash === payout?.settledHash)).toBe(true)
        }
        const { totalEarned, totalTxCount } = await world.deps.db.resellerCode.findUniqueOrThrow({
          where: { id: reseller.code },
        })
        expect([totalEarned.toFixed(2), totalTxCount]).toEqual([
          sum('paid').toFixed(2),
          rows.filter(({ status }) => status === 'paid').length,
        ])
        await expectBooksAgree(world)
      },
    ),
    { numRuns: 3, endOnFailure: true },
  )
})

it('tells the reseller in their language, with the way to their page and nothing of the buyer', async () => {
  const reseller = await aReseller('USDC')
  await earn(reseller, '48000')
  await ripenEarnings(world.deps)
  const paid = await paying(reseller)
  if (!('payoutId' in paid)) throw new Error(JSON.stringify(paid))
  await world.workUntil(() => isPaid(paid.payoutId), 'it is paid')
  const letters = await world.deps.db.outboxLetter.findMany({
    where: { recipient: reseller.resellerId },
    orderBy: { id: 'asc' },
  })
  expect(letters.map(({ locale, content }) => [locale, (content as { letter: string }).letter])).toEqual([
    ['de', 'reseller_link'],
    ['de', 'commission_paid'],
  ])
  expect(JSON.stringify(letters.map(({ content }) => content))).not.toMatch(/buyer|@/)
})

it('waits for its time, and says so', async () => {
  const reseller = await aReseller('USDC')
  world.deps.settings.commissionWaitMs = 14 * 86_400_000
  try {
    await earn(reseller, '48000')
    await ripenEarnings(world.deps)
    expect(await paying(reseller)).toEqual({ problem: 'nothing_payable' })
    const [earning] = await earningsOf(reseller)
    expect(earning?.status).toBe('accrued')
    const later = { ...world.deps, clock: { now: () => new Date(Date.now() + 14 * 86_400_000 + 60_000) } }
    await ripenEarnings(later)
    expect((await earningsOf(reseller))[0]?.status).toBe('payable')
  } finally {
    world.deps.settings.commissionWaitMs = 0
  }
})

it('keeps a quote at the rates that it was made with', async () => {
  const reseller = await aReseller('USDC')
  const buyer = await unpaidBuyer(world)
  const asked = { userId: buyer.id, amountUsd: '48000', couponCode: reseller.code, asset: 'USDC' as const }
  const quote = granted(await quoteServiceFee(world.deps, asked))
  const act = { act: 'rates', discount: '1', commission: '50', reason: 'Agreed anew.' } as const
  await changeCode(world.deps, { ...act, id: reseller.id, codeId: reseller.code, operatorId: olga.id })
  const to = quote.account
  await pay(world, {
    from: 'buyer',
    asset: 'USDC',
    to,
    amount: quote.amountDue.toFixed(),
    memo: String(quote.reference),
  })
  await readPayments(world, { network: 'stellar', account: to })
  await world.workUntil(async () => (await hasPaid(world, buyer)) === true, 'the fee is settled')
  expect((await earningsOf(reseller)).map((row) => [row.payoutRate.toFixed(2), row.commissionUSD.toFixed(2)])).toEqual([
    ['0.10', '34.20'],
  ])
})

test('the database lets no earning be paid twice, changed or undone', async () => {
  const { db } = world.deps
  const reseller = await aReseller('USDC')
  const id = await earn(reseller, '48000')
  await ripenEarnings(world.deps)
  const change = (data: object) => db.resellerEarning.update({ where: { id }, data })
  await expect(change({ commissionUSD: '999' })).rejects.toThrow(/stays what it is/)
  await expect(change({ status: 'accrued' })).rejects.toThrow(/does not go from/)
  await expect(change({ status: 'paid', paidHash: 'x', paidAt: new Date() })).rejects.toThrow(/is not paid by/)
  const paid = await paying(reseller)
  if (!('payoutId' in paid)) throw new Error(JSON.stringify(paid))
  const other = await db.resellerPayout.findFirstOrThrow({ where: { resellerId: { not: reseller.resellerId } } })
  await expect(change({ resellerPayoutId: other.id })).rejects.toThrow(/is in a payout/)
  await expect(db.resellerEarning.delete({ where: { id } })).rejects.toThrow(/never deleted/)
  await expect(
    db.transfer.update({ where: { id: paid.payoutId }, data: { address: walletOf('USDC', 'seller') } }),
  ).rejects.toThrow(/is owed to this wallet/)
  await world.workUntil(() => isPaid(paid.payoutId), 'it is paid')
  await expect(change({ status: 'reversed' })).rejects.toThrow(/does not go from/)
})

it('waits where no worker has the key, and counts as paid by the hash of what a person has sent', async () => {
  const reseller = await aReseller('XLM')
  await earn(reseller, '48000')
  await ripenEarnings(world.deps)
  const paid = await paying(reseller)
  if (!('payoutId' in paid)) throw new Error(JSON.stringify(paid))
  const { payoutId } = paid
  await dispatchPayouts({ ...world.deps, feeTreasuries: {} }, { network: 'stellar' })
  const payout = asPayout(await world.deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId } }))
  expect(payout).toMatchObject({ state: 'queued', waitsFor: 'no_key' })
  const by = { id: reseller.id, payoutId, reason: 'Paid from the vault.', operatorId: olga.id }
  const unknown = await recordPaidByHand(world.deps, { ...by, hash: 'ab'.repeat(32) })
  expect(unknown).toEqual({ problem: 'payment_unknown', field: 'hash' })
  const hash = await sendByHand(world, { from: 'fee', to: payout.address, amount: payout.amount.toFixed() })
  expect(await recordPaidByHand(world.deps, { ...by, hash })).toEqual({ payoutId })
  expect((await earningsOf(reseller)).map(({ status, paidHash }) => [status, paidHash])).toEqual([['paid', hash]])
  expect(await world.deps.db.payoutStop.count({ where: { endedAt: null } })).toBe(0)
  await expectBooksAgree(world)
})

it('is approved by nobody who has chosen the wallet, nor by whoever paid it', async () => {
  const reseller = await aReseller('USDC')
  await earn(reseller, '20000')
  await ripenEarnings(world.deps)
  const [omar, oskar] = [await operator(world), await operator(world)]
  const asked = { id: reseller.id, seen: null, reason: 'The month is over.', operatorId: omar.id }
  const paid = await payReseller(world.deps, asked)
  if (isProblem(paid) || isRefusal(paid)) throw new Error(JSON.stringify(paid))
  const { db, settings } = world.deps
  const payout = asPayout(await db.transfer.findUniqueOrThrow({ where: { id: paid.payoutId } }))
  const payoutLimits = { payout: null, hour: null, day: null, directed: new Decimal('0.01') }
  const limited = { ...world.deps, settings: { ...settings, payoutLimits } }
  const weighed = await weighPayout(limited, { ...payout, amount: new Decimal(payout.amount.toFixed()) })
  expect(weighed).toEqual({ waitsFor: 'second_operator', limit: 'directed' })
  const seen = { address: payout.address, memo: payout.memo }
  const approved = (by: { id: string }) =>
    approve(world.deps, { payoutId: payout.id, operatorId: by.id, seen, reason: 'Called.', isSure: true })
  expect(await approved(olga)).toEqual({ refused: 'approval_own_change' })
  expect(await approved(omar)).toEqual({ refused: 'approval_own_decision' })
  const row = { payoutId: payout.id, operatorId: olga.id, ...seen, aboveLimit: 'directed', reason: 'r' }
  await expect(db.settlementApproval.create({ data: row })).rejects.toThrow(/whoever changed an account/)
  granted(await approved(oskar))
})
