import { findPermitted } from '#app/db/escrow/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { storeCorrection } from '#app/db/opening/openings.server.ts'
import { ledgerDateOf } from '#app/domain/custody/custodian.ts'
import { canTakeArrived } from '#app/domain/escrow/correction.ts'
import { textsOf } from '#app/domain/escrow/escrow-terms.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { judgeRest } from '#app/domain/ledger-payments/rest.ts'
import { proposeAmendment } from '#app/workflows/agreement/amend.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { fundWithArrived } from '#app/workflows/opening/fund-escrow.server.ts'
import { findFreshPrice } from '#app/workflows/prices/find-fresh-price.server.ts'

/** `seen`: what had arrived as the buyer read it, as plain digits. */
type Taking = { escrowId: string; buyerId: string; seen: string }

/**
 * A small rest of an escrow is left out by its buyer's choice: what has arrived becomes its amount, and it is funded by that. Once a seller is
 * bound it is proposed as an amendment, and holds when the seller agrees. Refusals: escrow_not_found, arrived_changed (also where
 * nothing is missing any more), rest_too_much, escrow_worth_unknown, and those of proposeAmendment.
 */
export async function takeArrived(deps: Deps, { escrowId, buyerId, seen }: Taking): Promise<StoredEscrow | Refusal> {
  if (!(await findPermitted(deps.db, { escrowId, buyerId }, 'pay'))) return refuse('escrow_not_found')
  const refused = await inTransaction(deps.db, async (tx): Promise<StoredEscrow | Refusal | 'propose'> => {
    const before = await lockEscrow(tx, escrowId)
    const { amount: due, receivedAmount: received, currency, walletAddress, walletMemo } = before
    if (before.verifiedAt !== null && plain(due) === seen) return before
    if (plain(received) !== seen || before.verifiedAt !== null) return refuse('arrived_changed')
    const now = deps.clock.now()
    const price = await findFreshPrice(tx, { asset: currency, now })
    const verdict = judgeRest({ due, received, priceUsd: price?.usd ?? null }, deps.settings.restLimits)
    if (verdict === 'no_price') return refuse('escrow_worth_unknown', { values: { currency } })
    if (verdict === 'too_much') return refuse('rest_too_much')
    if (before.sellerId !== null) return 'propose'
    if (!canTakeArrived(before) || ledgerDateOf(before) !== null) return refuse('arrived_changed')
    const wallet = walletAddress === null ? null : { address: walletAddress, memo: walletMemo }
    await storeCorrection(tx, { escrowId: before.id, ...textsOf(before), amount: received, wallet, at: now })
    const change = { amount: plain(received), amountBefore: plain(due) }
    const detail = { corrected: ['amount'], ...change, hasArrived: true }
    await writeEvent(tx, { kind: 'escrow_corrected', at: now, escrowId: before.id, userId: buyerId, detail })
    await fundWithArrived(tx, { escrowId: before.id, now })
    return lockEscrow(tx, before.id)
  })
  if (refused !== 'propose') return refused
  const typed = { fundBy: null, presentBy: null, examineDays: null, documents: null, amount: seen }
  return proposeAmendment(deps, { escrowId, userId: buyerId, typed, words: '' })
}
