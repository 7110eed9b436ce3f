/** Resellers and their commissions, for tests. */
import { randomUUID } from 'node:crypto'
import { makeReseller } from '#app/fees/resellers/workflows/make-reseller.server.ts'
import { payReseller } from '#app/fees/resellers/workflows/pay-reseller.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { settleArrivedFee } from '#app/fees/workflows/settle-service-fee.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { granted, hasPaid, pay, readPayments, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'

export type Reseller = { id: string; code: string; resellerId: string }
export type Resellers = Awaited<ReturnType<typeof openResellers>>

/** Commissions without a waiting period, enough of every asset on the fee accounts, and an operator. */
export async function openResellers(world: World) {
  world.deps.settings.commissionWaitMs = 0
  await refreshMarket(world.deps)
  const olga = await operator(world)
  await sweepOpenWork(world.deps)
  for (const asset of ['XLM', 'USDC', 'XRP'] as const) {
    const account = world.deps.accounts[networkOf(asset)].fee
    await pay(world, { asset, to: account, amount: '900', memo: asset === 'XRP' ? '77' : null })
    await readPayments(world, { network: networkOf(asset), account })
  }

  async function aReseller(asset: Asset): Promise<Reseller> {
    const code = `R${randomUUID().slice(0, 8).toUpperCase()}`
    const made = await makeReseller(world.deps, {
      name: 'Rita Reseller',
      email: `rita-${randomUUID()}@reseller.example`,
      locale: 'de',
      asset,
      walletAddress: walletOf(asset, 'friend'),
      walletMemo: '',
      code,
      discount: '',
      commission: '',
      reason: 'A forwarder whom we know.',
      operatorId: olga.id,
    })
    if ('wrong' in made) throw new Error(JSON.stringify(made.wrong))
    const { resellerId } = await world.deps.db.reseller.findUniqueOrThrow({ where: { id: made.id } })
    return { id: made.id, code, resellerId }
  }

  /** A buyer pays a fee with the code; the commission is 10 % of its net. */
  async function earn({ code }: Reseller, amountUsd: string): Promise<string> {
    const buyer = await unpaidBuyer(world)
    const quote = granted(
      await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd, couponCode: code, asset: 'USDC' }),
    )
    const { account, reference } = quote
    await pay(world, {
      from: 'buyer',
      asset: 'USDC',
      to: account,
      amount: quote.amountDue.toFixed(),
      memo: String(reference),
    })
    await readPayments(world, { network: 'stellar', account })
    await world.workUntil(async () => (await hasPaid(world, buyer)) === true, 'the fee is settled')
    await inTransaction(world.deps.db, (tx) => settleArrivedFee(world.deps, tx, { quoteId: quote.id }))
    const { id } = await world.deps.db.resellerEarning.findFirstOrThrow({ where: { buyerUid: buyer.id } })
    return id
  }

  const earningsOf = ({ resellerId }: Reseller) =>
    world.deps.db.resellerEarning.findMany({ where: { resellerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  const paying = (reseller: Reseller) =>
    payReseller(world.deps, { id: reseller.id, seen: null, reason: 'The month is over.', operatorId: olga.id })

  async function isPaid(payoutId: string) {
    return (await world.deps.db.transfer.findUniqueOrThrow({ where: { id: payoutId } })).state === 'confirmed'
  }

  return { olga, aReseller, earn, earningsOf, paying, isPaid }
}
