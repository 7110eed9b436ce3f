import { findOpenTrades, type NewChange, standStill } from '#app/accounts/db/account-changes.server.ts'
import { stillUntil } from '#app/accounts/domain/account-change.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { queueEmail, sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Changed = Pick<NewChange, 'kind' | 'userId' | 'changedById' | 'reason' | 'emailChangeId'> & { at: Date }

/**
 * Freezes a client's account for seven days, or until a second operator confirms: an operator, or the command, changed
 * how its owner gets in (decision 099). Notifies the other side of each open escrow, without what was changed. Call it
 * in the transaction of the change.
 */
export async function standStillFor(deps: Deps, tx: Transaction, { at, ...changed }: Changed): Promise<void> {
  const id = deps.newId()
  const until = stillUntil(at)
  await standStill(tx, { ...changed, id, changedAt: at, stillUntil: until })
  for (const trade of await findOpenTrades(tx, changed.userId)) {
    const isBuyers = trade.buyerId === changed.userId
    const to = isBuyers ? sellersSide(trade, at) : { userId: trade.buyerId }
    if (to === null) continue
    await queueEmail(tx, {
      event: `account_stands_still:${id}:${trade.id}`,
      to,
      content: {
        letter: 'account_stands_still',
        txid: trade.transactionId,
        whose: isBuyers ? 'buyer' : 'seller',
        until: until.toISOString(),
      },
    })
  }
}
