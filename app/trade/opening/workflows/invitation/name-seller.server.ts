import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canNameSeller } from '#app/escrow/domain/escrow.ts'
import { countEventsSince, writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { storeNamedSeller, storeSellerLanguage } from '#app/trade/opening/db/openings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { inviteSeller } from './invite-seller.server.ts'
import { checkSellerAddress } from './seller-address.server.ts'

/** Per escrow: each naming sends an email to a stranger (decision 004). */
const NAMINGS_A_DAY = 3
const DAY_MS = 24 * 3_600_000

/**
 * The buyer names the seller or corrects the address (product.md §3, Invitation). Notifies the former seller that the
 * escrow is not theirs any more, and invites the new one. The same address sends no email and only stores the language.
 * Refusals: escrow_not_found, seller_is_bound, tried_often, and those of the address.
 */
export async function nameSeller(
  deps: Deps,
  naming: { escrowId: string; buyerId: string; sellerEmail: string; sellerLanguage?: Language | null },
): Promise<StoredEscrow | Refusal> {
  const { escrowId, buyerId } = naming
  if (!(await findPermitted(deps.db, naming, 'nameSeller'))) return refuse('escrow_not_found')
  const email = normalizeEmail(naming.sellerEmail)
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEscrow(tx, escrowId)
    const isSame = before.sellerEmail === email
    // The language belongs to the former seller unless the address stays the same.
    const sellerLanguage =
      naming.sellerLanguage ?? (isSame && naming.sellerLanguage === undefined ? before.sellerLanguage : null)
    if (isSame && before.sellerLanguage === sellerLanguage) return before
    // A seller may have accepted or confirmed meanwhile.
    if (!canNameSeller(before)) return refuse('seller_is_bound', { field: 'sellerEmail' })
    if (isSame) {
      await storeSellerLanguage(tx, { escrowId, sellerLanguage })
      return lockEscrow(tx, escrowId)
    }
    const now = deps.clock.now()
    const today = { kind: 'seller_named' as const, escrowId, since: new Date(now.getTime() - DAY_MS) }
    if ((await countEventsSince(tx, today)) >= NAMINGS_A_DAY) {
      return refuse('tried_often', { field: 'sellerEmail' })
    }
    const problem = await checkSellerAddress(tx, { buyerId, email })
    if (problem) return problem
    await storeNamedSeller(tx, { escrowId, sellerEmail: email, sellerLanguage })
    await writeEvent(tx, {
      kind: 'seller_named',
      at: now,
      escrowId,
      userId: buyerId,
      // Only for the operator: neither side may see the address of a stranger.
      detail: { from: before.sellerEmail, to: email },
    })
    await notifyFormer(tx, { before, now })
    await inviteSeller(deps, tx, {
      event: `escrow_opened:${escrowId}:${now.getTime()}`,
      email,
      buyerId,
      escrow: { ...before, sellerLanguage, isFunded: before.verifiedAt !== null },
    })
    return lockEscrow(tx, escrowId)
  })
}

/** So that nobody ships for an escrow that is no longer theirs. */
async function notifyFormer(tx: Transaction, { before, now }: { before: StoredEscrow; now: Date }): Promise<void> {
  if (before.sellerEmail === null) return
  await writeToOther(tx, {
    event: `seller_replaced:${before.id}:${now.getTime()}`,
    escrowId: before.id,
    from: before.buyerId,
    now,
    to: { email: before.sellerEmail, locale: before.sellerLanguage ?? before.buyerLocale },
    content: {
      letter: 'seller_replaced',
      txid: before.transactionId,
      amount: plain(before.amount),
      asset: before.currency,
    },
  })
}
