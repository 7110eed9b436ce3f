/** Due payouts as bare rows, for tests of the queue. */
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { aDueEscrow, arrived, releaseOf } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'

/** This many payouts of one unit each. Returns their ids, oldest first. */
export async function queuePayouts({ deps }: World, asset: Asset, count: number): Promise<string[]> {
  const { db } = deps
  const address = walletOf(asset, 'seller')
  const ids: string[] = []
  for (let place = 0; place < count; place += 1) {
    const terms = { currency: asset, amount: '1', payoutAddress: address }
    const payment = { ...arrived('1'), asset, assetLabel: asset, network: networkOf(asset) }
    const { id: escrowId } = await aDueEscrow(db, { ...terms, payments: { create: payment } })
    const network = networkOf(asset)
    const payout = await payOut(db, { ...releaseOf(escrowId), network, asset, amount: '1', address })
    ids.push(payout.id)
  }
  return ids
}
