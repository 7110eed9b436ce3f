import { findUserId, lockPerson } from '#app/accounts/db/users.server.ts'
import { type EscrowTexts, textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'
import { INVITATION_LIFE_MS } from '#app/notices/domain/letter-limits.ts'
import { type LetterWord, writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { addInvitation } from '#app/trade/opening/db/invitations.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Invitation = {
  /** Names the happening: the same one invites the same address once. */
  event: string
  /** Normalized. */
  email: string
  buyerId: string
  escrow: EscrowTexts & {
    id: string
    transactionId: string
    amount: Decimal
    currency: Asset
    /** Which the seller reads, as the buyer says; null where that is not known. */
    sellerLanguage: Language | null
    isFunded: boolean
    /** Written to before, with other data. */
    isCorrected?: boolean
  }
}

/**
 * Writes to the seller whom the buyer named, who need not have an account yet. The letter names the row of its link; the
 * token in it is made when it is sent (decisions 008 and 031). While the buyer's own address is not confirmed it is withheld:
 * confirming it invites whoever waits for it (inviteWaiting). An account at the address is compared with the sanctions lists.
 */
export async function inviteSeller(
  deps: Deps,
  tx: Transaction,
  { event, email, buyerId, escrow }: Invitation,
): Promise<LetterWord> {
  // Locked: a confirmation at this moment either finds this escrow, or is seen here.
  const buyer = await lockPerson(tx, buyerId)
  // Whoever is named before they have done anything: a buyer should not learn from a payout that waits.
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
      // Somebody with an account has chosen a language; whoever else is asked which one, and sees the page in what the buyer says.
      ...(named === null && (language === null ? { isLanguageUnknown: true } : { lng: language })),
      ...(escrow.isCorrected && { isCorrected: true }),
    },
    now,
  })
  if (word === 'written') return word
  // One that is withheld too: later letters to the address are about the trade, and lead there.
  const token = deps.accountToken({ id: invitationId, purpose: 'invitation' })
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS)
  await addInvitation(tx, { id: invitationId, escrowId: escrow.id, email, token, createdAt: now, expiresAt })
  return word
}
