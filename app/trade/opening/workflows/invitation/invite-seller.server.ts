import { findUserId, lockPerson } from '#app/accounts/db/users.server.ts'
import { type EscrowTexts, textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'
import { INVITATION_LIFE_MS } from '#app/notices/domain/email-limits.ts'
import { type EmailWord, writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { addInvitation } from '#app/trade/opening/db/invitations.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Invitation = {
  /** Key of the occasion: each address is invited once per event. */
  event: string
  /** Normalized. */
  email: string
  buyerId: string
  escrow: EscrowTexts & {
    id: string
    transactionId: string
    amount: Decimal
    currency: Asset
    /** As the buyer states it. Null: unknown. */
    sellerLanguage: Language | null
    isFunded: boolean
    /** The seller was notified before, with other data. */
    isCorrected?: boolean
  }
}

/**
 * Emails the named seller, who may not have an account yet. The email refers to the row of its link; the token is made
 * when it is sent (decision 031). It is withheld until the buyer's own address is confirmed (inviteWaiting).
 * An account at the address is screened for sanctions.
 */
export async function inviteSeller(
  deps: Deps,
  tx: Transaction,
  { event, email, buyerId, escrow }: Invitation,
): Promise<EmailWord> {
  // Locked: a concurrent confirmation of the address either finds this escrow, or is seen here.
  const buyer = await lockPerson(tx, buyerId)
  // Screened before the seller does anything: otherwise the buyer would learn of a match from a blocked payout.
  const named = await findUserId(tx, email)
  if (named !== null) await enqueue(tx, { name: 'screen_person', payload: { userId: named } })
  const now = deps.clock.now()
  const invitationId = deps.newId()
  const language = escrow.sellerLanguage
  const word = await writeToOther(tx, {
    event,
    escrowId: escrow.id,
    from: buyerId,
    to: { email, locale: language ?? buyer.locale },
    content: {
      letter: 'escrow_opened',
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
      buyerName: plainName(buyer.name),
      buyerEmail: buyer.email,
      ...textsOf(escrow),
      ...(escrow.isFunded && { isFunded: true }),
      invitationId,
      // An account has its own language. Everyone else is asked, and sees the page in the language that the buyer says.
      ...(named === null && (language === null ? { isLanguageUnknown: true } : { lng: language })),
      ...(escrow.isCorrected && { isCorrected: true }),
    },
    now,
  })
  if (word === 'written') return word
  // Also for a withheld email: later emails to the address are about the trade and contain the link.
  const token = deps.accountToken({ id: invitationId, purpose: 'invitation' })
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS)
  await addInvitation(tx, { id: invitationId, escrowId: escrow.id, email, token, createdAt: now, expiresAt })
  return word
}
