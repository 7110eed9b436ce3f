import { type ExitWait, isExitApproved, noteExitWait, storeExitWeighing } from '#app/db/held/exit-limits.server.ts'
import type { StoredExit } from '#app/db/held/exits.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { lockWeighing } from '#app/db/payouts/payout-limits.server.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { weigh } from '#app/workflows/payouts/payout-limits.server.ts'
import { screenExit } from '#app/workflows/screening/screen.server.ts'

type Asked = {
  exit: Pick<StoredExit, 'id' | 'escrowId' | 'kind' | 'shares'>
  asset: Asset
  /** Quayside's signature or secret takes it out; else both sides have signed, or the date gives it back. */
  isOurWord: boolean
}

/**
 * May Quayside sign for this way out, or send it, now? Both sides and their wallets are compared with the lists, as those of payouts
 * are, and what our own word takes out is weighed against their limits (decision 020). What it waits for is noted with it. Ask again
 * each time: the database refuses what was not asked, or long ago.
 */
export async function mayHelp(deps: Deps, { exit, asset, isOurWord }: Asked): Promise<boolean> {
  const waitsFor = await findWait(deps, { exit, asset, isOurWord })
  await noteExitWait(deps.db, { id: exit.id, waitsFor })
  if (waitsFor === null) return true
  deps.log.warn({ escrow: exit.escrowId, exit: exit.id, waitsFor }, 'a way out of a held escrow waits')
  if (waitsFor === 'lists') await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'refresh_lists', payload: {} }))
  return false
}

async function findWait(deps: Deps, { exit, asset, isOurWord }: Asked): Promise<ExitWait | null> {
  const outcome = await screenExit(deps, exit.id)
  if (outcome !== 'clear') return outcome === 'review' ? 'check' : 'lists'
  if (!isOurWord || exit.kind === 'expiry') return null
  return inTransaction(deps.db, async (tx) => {
    await lockWeighing(tx)
    const { id, shares } = exit
    const { usd, limit } = await weigh(deps, tx, { id, asset, amount: shares.seller.plus(shares.buyer) })
    const isCleared = limit === null || (await isExitApproved(tx, id))
    await storeExitWeighing(tx, { id, usdValue: usd, aboveLimit: limit, isCleared })
    return isCleared ? null : 'second_operator'
  })
}
