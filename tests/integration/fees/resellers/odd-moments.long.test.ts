/** Resellers at unusual moments: a code is stopped, a wallet changes, a hash is used for something else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPayableCommissions } from '#app/admin/queries/resellers/payable-commissions.server.ts'
import { changeReseller } from '#app/fees/resellers/workflows/change-reseller.server.ts'
import { addCode, changeCode } from '#app/fees/resellers/workflows/reseller-codes.server.ts'
import { reverseEarning } from '#app/fees/resellers/workflows/reverse-earning.server.ts'
import { ripenEarnings } from '#app/fees/resellers/workflows/ripen-earnings.server.ts'
import { readAllOutgoing } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import { openResellers, type Reseller, type Resellers } from '#tests/support/resellers/resellers.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let resellers: Resellers

beforeAll(async () => {
  world = await openWorld()
  resellers = await openResellers(world)
})
afterAll(() => world[Symbol.asyncDispose]())

async function started(reseller: Reseller): Promise<string> {
  const paying = await resellers.paying(reseller)
  if (!('payoutId' in paying)) throw new Error(JSON.stringify(paying))
  return paying.payoutId
}
const payout = (id: string) => world.deps.db.transfer.findUniqueOrThrow({ where: { id } })

async function changeWallet({ id }: Reseller, asset: 'USDC' | 'XLM', walletAddress: string) {
  const { name, email, locale, updatedAt } = await world.deps.db.reseller.findUniqueOrThrow({ where: { id } })
  return changeReseller(world.deps, {
    id,
    name,
    email: email ?? '',
    locale,
    asset,
    walletAddress,
    walletMemo: '',
    seen: updatedAt.toISOString(),
    reason: 'They moved.',
    operatorId: resellers.olga.id,
  })
}

it('pays what was earned with a code that was stopped since', async () => {
  const reseller = await resellers.aReseller('USDC')
  await resellers.earn(reseller, '48000')
  await ripenEarnings(world.deps)
  const stop = { act: 'stop', discount: '', commission: '', reason: 'The contract ended.' } as const
  const operatorId = resellers.olga.id
  const stopping = () => changeCode(world.deps, { ...stop, id: reseller.id, codeId: reseller.code, operatorId })
  // Two windows: one of them stops it.
  expect(await Promise.all([stopping(), stopping()])).toEqual(
    expect.arrayContaining([{ id: reseller.id }, { wrong: [{ problem: 'changed' }] }]),
  )
  const payoutId = await started(reseller)
  await world.workUntil(() => resellers.isPaid(payoutId), 'it is paid')
})

describe('a wallet that changes while a payout is under way', () => {
  it('stays that of the payout, and is the new one of the next', async () => {
    const reseller = await resellers.aReseller('USDC')
    await resellers.earn(reseller, '48000')
    await ripenEarnings(world.deps)
    const first = await started(reseller)
    expect(await changeWallet(reseller, 'USDC', walletOf('USDC', 'seller'))).toEqual({ id: reseller.id })
    expect((await payout(first)).address).toBe(walletOf('USDC', 'friend'))
    await world.workUntil(() => resellers.isPaid(first), 'it is paid')
    await resellers.earn(reseller, '48000')
    await ripenEarnings(world.deps)
    const second = await started(reseller)
    expect((await payout(second)).address).toBe(walletOf('USDC', 'seller'))
    await world.workUntil(() => resellers.isPaid(second), 'it is paid')
  })

  it('ends what its trouble has stopped, in the same currency alone', async () => {
    const reseller = await resellers.aReseller('USDC')
    await resellers.earn(reseller, '48000')
    await ripenEarnings(world.deps)
    const id = await started(reseller)
    await world.deps.db.transfer.update({ where: { id }, data: { state: 'blocked', blockedReason: 'no_trustline' } })
    expect(await changeWallet(reseller, 'XLM', walletOf('XLM', 'seller'))).toEqual({ id: reseller.id })
    expect(await payout(id)).toMatchObject({ state: 'blocked', address: walletOf('USDC', 'friend') })
    expect(await changeWallet(reseller, 'USDC', walletOf('USDC', 'seller'))).toEqual({ id: reseller.id })
    expect(await payout(id)).toMatchObject({ state: 'queued', address: walletOf('USDC', 'seller') })
    await world.workUntil(() => resellers.isPaid(id), 'it is paid')
  })
})

describe('a commission whose fee was paid back', () => {
  const reverse = (reseller: Reseller, earningId: string, hash: string) =>
    reverseEarning(world.deps, {
      id: reseller.id,
      earningId,
      why: 'fee_paid_back',
      hash,
      reason: 'Paid by mistake.',
      operatorId: resellers.olga.id,
    })

  it('is taken back by one payment of its currency, once, and by none that paid a reseller', async () => {
    const reseller = await resellers.aReseller('USDC')
    const [one, other] = [await resellers.earn(reseller, '48000'), await resellers.earn(reseller, '48000')]
    await ripenEarnings(world.deps)
    const paidTo = await resellers.aReseller('USDC')
    await resellers.earn(paidTo, '48000')
    await ripenEarnings(world.deps)
    const commission = await started(paidTo)
    await world.workUntil(() => resellers.isPaid(commission), 'it is paid')
    const back = await sendByHand(world, { from: 'fee', to: walletOf('USDC', 'buyer'), amount: '3', asset: 'USDC' })
    const xlm = await sendByHand(world, { from: 'fee', to: walletOf('XLM', 'buyer'), amount: '3' })
    await readAllOutgoing(world.deps, { network: 'stellar' })

    const unknown = { problem: 'payment_unknown', field: 'hash' }
    expect(await reverse(reseller, one, (await payout(commission)).settledHash ?? '')).toEqual(unknown)
    expect(await reverse(reseller, one, xlm)).toEqual(unknown)
    const both = await Promise.all([reverse(reseller, one, back.toUpperCase()), reverse(reseller, other, back)])
    expect(both).toEqual(expect.arrayContaining([{ id: reseller.id }, { problem: 'payment_used', field: 'hash' }]))
    const rows = await resellers.earningsOf(reseller)
    expect(rows.map(({ status, reverseHash }) => [status, reverseHash]).sort()).toEqual([
      ['payable', null],
      ['reversed', back],
    ])
    await expectBooksAgree(world)
  })
})

it('names on the overview who has waited longest first, once each, and nobody whose payout is under way', async () => {
  const first = await resellers.aReseller('USDC')
  await resellers.earn(first, '48000')
  await ripenEarnings(world.deps)
  const second = await resellers.aReseller('USDC')
  await resellers.earn(second, '48000')
  await resellers.earn(first, '48000')
  await ripenEarnings(world.deps)
  const named = async () => {
    const { count, rows } = await loadPayableCommissions(world.deps.db)
    expect(count).toBe(rows.length)
    return rows.filter(({ id }) => [first.id, second.id].includes(id)).map(({ id, usd }) => [id, usd])
  }
  expect(await named()).toEqual([
    [first.id, '68.40'],
    [second.id, '34.20'],
  ])
  const payoutId = await started(first)
  expect(await named()).toEqual([[second.id, '34.20']])
  await world.workUntil(() => resellers.isPaid(payoutId), 'it is paid')
})

it('gives no code to two resellers', async () => {
  const [one, other] = [await resellers.aReseller('USDC'), await resellers.aReseller('USDC')]
  const asked = { code: 'both-want-it', discount: '', commission: '', reason: 'Agreed.', operatorId: resellers.olga.id }
  const added = await Promise.all([one, other].map(({ id }) => addCode(world.deps, { ...asked, id })))
  expect(added.filter((answer) => 'id' in answer)).toHaveLength(1)
  expect(added).toContainEqual({ wrong: [{ problem: 'code_taken', field: 'code' }] })
})
