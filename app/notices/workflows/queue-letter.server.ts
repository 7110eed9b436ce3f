/** Writes a letter into the outbox, in the transaction of its event, and wakes the worker for it. */

import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { findAddressee, findHolder, findRecipientAt } from '#app/notices/db/addressees.server.ts'
import { renewInvitation } from '#app/notices/db/invitation-links.server.ts'
import { findEscrowIdOf, findLetterStanding } from '#app/notices/db/letter-standing.server.ts'
import { createLetter } from '#app/notices/db/outbox.server.ts'
import { matterOf } from '#app/notices/domain/letter-kinds.ts'
import { INVITATION_LIFE_MS } from '#app/notices/domain/letter-limits.ts'
import { stageOfLetter } from '#app/notices/domain/letter-stage.ts'
import type { LetterContent } from '#app/notices/emails/letters.ts'
import { weighUnproven } from './unproven-mailboxes.server.ts'

export type Addressed =
  | { userId: string }
  /**
   * An address that need not have an account. `invited`: it is the one that the buyer of an escrow named as the seller's, and reads
   * `language`, as far as the buyer has said so.
   */
  | { email: string; locale: string; invited?: { escrowId: string; now: Date; language: Language | null } }

type BothSides = {
  id: string
  buyerId: string
  sellerId: string | null
  sellerEmail: string | null
  sellerLanguage: Language | null
  buyerLocale: string
}

/**
 * Whom to write to on a seller's side: the seller who is bound, else the address that the buyer named, in the language that the buyer
 * says it reads, or in the buyer's own: the two of them understand each other (decision 110). Null while nobody is known.
 */
export function sellersSide(escrow: Omit<BothSides, 'buyerId'>, now: Date): Addressed | null {
  const { id: escrowId, sellerId, sellerEmail: email, sellerLanguage: language } = escrow
  if (sellerId !== null) return { userId: sellerId }
  if (email === null) return null
  return { email, locale: language ?? escrow.buyerLocale, invited: { escrowId, now, language } }
}

/** Letters about what the ledger holds are worded so, whatever they are about: Quayside has none of that money (decision 087). */
export async function sayWhoHolds(tx: Transaction, content: LetterContent): Promise<LetterContent> {
  const holder = 'txid' in content && content.txid !== undefined ? await findHolder(tx, content.txid) : null
  return holder ? { ...content, held: { on: holder.on, until: holder.until.toISOString() } } : content
}

/**
 * Who is named as the seller and has no confirmed seller's account comes to the trade by the link of the invitation, whose time
 * begins anew (decision 031). Escrows that were opened before there were invitations have none.
 */
export async function leadInvited(tx: Transaction, to: Addressed, content: LetterContent): Promise<LetterContent> {
  if (!('email' in to) || !to.invited || content.invitationId) return content
  const { email, invited } = to
  const known = await findRecipientAt(tx, email)
  if (known?.role === 'seller' && known.emailConfirmedAt !== null) return content
  const expiresAt = new Date(invited.now.getTime() + INVITATION_LIFE_MS)
  const invitationId = await renewInvitation(tx, { escrowId: invited.escrowId, email, expiresAt })
  if (invitationId === null) return content
  return { ...content, invitationId, ...(known === null && invited.language && { lng: invited.language }) }
}

/** The stage of an escrow that a letter is written in; null: nothing overtakes it. Ask it with the facts of the letter written. */
export async function stageFor(tx: Transaction, escrowId: string, content: LetterContent): Promise<string | null> {
  if (matterOf(content) === null) return null
  return stageOfLetter(content, (await findLetterStanding(tx, escrowId)).standing)
}

async function aboutOf(tx: Transaction, content: LetterContent) {
  const escrowId = 'txid' in content && content.txid !== undefined ? await findEscrowIdOf(tx, content.txid) : null
  return escrowId === null ? null : { escrowId, stage: await stageFor(tx, escrowId, content) }
}

/**
 * `event` names the happening ('escrow_funded:<id>'): the same event writes to the same person once. Answers with the
 * letter's id; null when it had been written before, when too many went to the mailbox already, which nobody has confirmed (decision
 * 128), or when the account is closed: nobody is behind its address any more.
 */
export async function queueLetter(
  tx: Transaction,
  letter: { event: string; to: Addressed; content: LetterContent },
): Promise<string | null> {
  const addressee = 'userId' in letter.to ? await findAddressee(tx, letter.to.userId) : await addresseeAt(tx, letter.to)
  if ('closedAt' in addressee && addressee.closedAt !== null) return null
  const about = await aboutOf(tx, letter.content)
  const unproven = await weighUnproven(tx, addressee, letter.content)
  const letterId = await createLetter(tx, {
    key: `${letter.event}:${addressee.email}`,
    userId: addressee.id,
    recipient: addressee.email,
    locale: addressee.locale,
    content: await leadInvited(tx, letter.to, await sayWhoHolds(tx, letter.content)),
    ...(about && { about }),
    ...unproven,
  })
  if (unproven?.withheldFor) return null
  if (letterId) await enqueue(tx, { name: 'send_letter', payload: { letterId } })
  return letterId
}

/** The same event told to the buyer and, as far as one is known, to the seller; each gets what `contentFor` says for them. */
export async function queueToBoth(
  tx: Transaction,
  letter: { event: string; escrow: BothSides; now: Date; contentFor: (reader: Reader) => LetterContent },
): Promise<void> {
  const { event, escrow, now, contentFor } = letter
  await queueLetter(tx, { event, to: { userId: escrow.buyerId }, content: contentFor('buyer') })
  const to = sellersSide(escrow, now)
  if (to) await queueLetter(tx, { event, to, content: contentFor('seller') })
}

/** An address may have an account that is no party yet: then its owner has chosen a language. */
async function addresseeAt(tx: Transaction, { email, locale }: { email: string; locale: string }) {
  const known = await findRecipientAt(tx, email)
  return { id: null, email, locale: known?.locale ?? locale, emailConfirmedAt: known?.emailConfirmedAt ?? null }
}
