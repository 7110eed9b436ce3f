/** What follows where letters to an address come back, or arrive again (decision 109). */
import { endPauses, findPausedFor, findReadAt } from '#app/db/agreement/undelivered.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import { findTrouble } from '#app/db/letters/mail-events.server.ts'
import { canNameSeller, isSettled } from '#app/domain/escrow/escrow.ts'
import { plain } from '#app/domain/kernel/money.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'
import { windClock } from './wind-clock.server.ts'

/** Of trades in which nothing runs out for the reader: the other sides of so many are written to. */
const MOST_TOLD = 200

/** Each escrow in a transaction of its own: killed anywhere, a second time does what is left. */
export async function followAddress(deps: Deps, { address }: { address: string }): Promise<void> {
  if (await findTrouble(deps.db, address)) {
    for (const { escrowId, side } of await findReadAt(deps.db, { address, take: MOST_TOLD })) {
      await inTransaction(deps.db, async (tx) => {
        const now = deps.clock.now()
        const escrow = await lockEscrow(tx, escrowId)
        await windClock(tx, { escrowId, now })
        await tellOther(tx, { escrow, side, address, now })
      })
    }
    return
  }
  for (const { escrowId, userId } of await findPausedFor(deps.db, address)) {
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      await lockEscrow(tx, escrowId)
      await endPauses(tx, { escrowId, userId, at: now })
      await windClock(tx, { escrowId, now })
    })
  }
}

type Came = { escrow: StoredEscrow; side: Reader; address: string; now: Date }

/** Once for each escrow and address: a mailbox that comes and goes writes no second letter. Whoever is not bound is told nothing. */
async function tellOther(tx: Transaction, { escrow, side, address, now }: Came): Promise<void> {
  const { id: escrowId, transactionId: txid, amount, currency: asset, facts } = escrow
  const userId = side === 'seller' ? escrow.buyerId : escrow.sellerId
  if (userId === null || isSettled(facts)) return
  const canCorrect = side === 'seller' && canNameSeller(escrow)
  const letterId = await queueLetter(tx, {
    event: `letters_came_back:${escrowId}:${address}`,
    to: { userId },
    content: { letter: 'letters_came_back', side, canCorrect, txid, amount: plain(amount), asset },
  })
  if (letterId) await writeEvent(tx, { kind: 'letters_came_back', at: now, escrowId, detail: { side } })
}
