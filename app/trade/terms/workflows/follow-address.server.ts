/** What follows when emails to an address come back, or arrive again (decision 109). */

import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canNameSeller, isSettled } from '#app/escrow/domain/escrow.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { findDeliveryFailure } from '#app/notices/db/mail-events.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { endPauses, findPausedFor, findReadAt } from '#app/trade/terms/db/undelivered.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { scheduleDeadline } from './schedule-deadline.server.ts'

/** In how many trades without a deadline of the reader the other side is notified. */
const MOST_TOLD = 200

/** One transaction per escrow: after a crash a second run does the rest. */
export async function followAddress(deps: Deps, { address }: { address: string }): Promise<void> {
  if (await findDeliveryFailure(deps.db, address)) {
    for (const { escrowId, side } of await findReadAt(deps.db, { address, take: MOST_TOLD })) {
      await inTransaction(deps.db, async (tx) => {
        const now = deps.clock.now()
        const escrow = await lockEscrow(tx, escrowId)
        await scheduleDeadline(tx, { escrowId, now })
        await notifyOther(tx, { escrow, side, address, now })
      })
    }
    return
  }
  for (const { escrowId, userId } of await findPausedFor(deps.db, address)) {
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      await lockEscrow(tx, escrowId)
      await endPauses(tx, { escrowId, userId, at: now })
      await scheduleDeadline(tx, { escrowId, now })
    })
  }
}

type Came = { escrow: StoredEscrow; side: Reader; address: string; now: Date }

/** Once per escrow and address: an unstable mailbox causes no second email. Only a bound side is notified. */
async function notifyOther(tx: Transaction, { escrow, side, address, now }: Came): Promise<void> {
  const { id: escrowId, transactionId: txid, amount, currency: asset, facts } = escrow
  const userId = side === 'seller' ? escrow.buyerId : escrow.sellerId
  if (userId === null || isSettled(facts)) return
  const canCorrect = side === 'seller' && canNameSeller(escrow)
  const letterId = await queueEmail(tx, {
    event: `letters_came_back:${escrowId}:${address}`,
    to: { userId },
    content: { letter: 'letters_came_back', side, canCorrect, txid, amount: plain(amount), asset },
  })
  if (letterId) await writeEvent(tx, { kind: 'letters_came_back', at: now, escrowId, detail: { side } })
}
