import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canTakeArrived } from '#app/escrow/domain/correction.ts'
import { textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { judgeRest } from '#app/ledgers/payments/domain/rest.ts'
import { findFreshPrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { storeCorrection } from '#app/trade/opening/db/openings.server.ts'
import { fundWithArrived } from '#app/trade/opening/workflows/fund-escrow.server.ts'
import { proposeAmendment } from '#app/trade/terms/workflows/amend.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** `seen`: the received amount that the buyer saw, a plain decimal. */
type Taking = { escrowId: string; buyerId: string; seen: string }

/**
 * The buyer waives a small outstanding amount: the received amount becomes the escrow's amount and funds it. Once a
 * seller is bound this is proposed as an amendment and needs the seller's consent. Refusals: escrow_not_found,
 * arrived_changed (also if nothing is outstanding), rest_too_much, escrow_worth_unknown, and those of proposeAmendment.
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
