/** Writes an email into the outbox in the transaction of its event, and enqueues its job. */

import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'
import { findAddressee, findHolder, findRecipientAt } from '#app/notices/db/addressees.server.ts'
import { findEmailStanding, findEscrowIdOf } from '#app/notices/db/email-standing.server.ts'
import { renewInvitation } from '#app/notices/db/invitation-links.server.ts'
import { createEmail } from '#app/notices/db/outbox.server.ts'
import { matterOf } from '#app/notices/domain/email-kinds.ts'
import { INVITATION_LIFE_MS } from '#app/notices/domain/email-limits.ts'
import { stageOfEmail } from '#app/notices/domain/email-stage.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { weighUnproven } from './unproven-mailboxes.server.ts'

export type Addressed =
  | { userId: string }
  /** `invited`: the buyer of an escrow named it as the seller's. `language`: the seller's, if the buyer stated it. */
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
 * The recipient on the seller's side: the bound seller, otherwise the address that the buyer named. Its language is the
 * one that the buyer stated, or the buyer's own, which the two understand (decision 110). Null: nobody is known.
 */
export function sellersSide(escrow: Omit<BothSides, 'buyerId'>, now: Date): Addressed | null {
  const { id: escrowId, sellerId, sellerEmail: email, sellerLanguage: language } = escrow
  if (sellerId !== null) return { userId: sellerId }
  if (email === null) return null
  return { email, locale: language ?? escrow.buyerLocale, invited: { escrowId, now, language } }
}

/** Emails about an on-chain escrow are worded accordingly: Quayside has none of that money (decision 087). */
export async function sayWhoHolds(tx: Transaction, content: EmailContent): Promise<EmailContent> {
  const holder = 'txid' in content && content.txid !== undefined ? await findHolder(tx, content.txid) : null
  return holder ? { ...content, held: { on: holder.on, until: holder.until.toISOString() } } : content
}

/**
 * Adds the invitation's link, and extends its expiry, for a named seller without a confirmed seller account (decision
 * 031). Escrows opened before invitations existed have none.
 */
export async function leadInvited(tx: Transaction, to: Addressed, content: EmailContent): Promise<EmailContent> {
  if (!('email' in to) || !to.invited || content.invitationId) return content
  const { email, invited } = to
  const known = await findRecipientAt(tx, email)
  if (known?.role === 'seller' && known.emailConfirmedAt !== null) return content
  const expiresAt = new Date(invited.now.getTime() + INVITATION_LIFE_MS)
  const invitationId = await renewInvitation(tx, { escrowId: invited.escrowId, email, expiresAt })
  if (invitationId === null) return content
  return { ...content, invitationId, ...(known === null && invited.language && { lng: invited.language }) }
}

/** The escrow's stage for an email; call it after the event's facts are written. Null: nothing overtakes it. */
export async function stageFor(tx: Transaction, escrowId: string, content: EmailContent): Promise<string | null> {
  if (matterOf(content) === null) return null
  return stageOfEmail(content, (await findEmailStanding(tx, escrowId)).standing)
}

async function aboutOf(tx: Transaction, content: EmailContent) {
  const escrowId = 'txid' in content && content.txid !== undefined ? await findEscrowIdOf(tx, content.txid) : null
  return escrowId === null ? null : { escrowId, stage: await stageFor(tx, escrowId, content) }
}

/**
 * `event` identifies what happened ('escrow_funded:<id>'): each event writes to a person once. Returns the email's id.
 * Null: it was written before, an unconfirmed mailbox has reached its limit (decision 128), or the account is closed,
 * so nobody reads it.
 */
export async function queueEmail(
  tx: Transaction,
  letter: { event: string; to: Addressed; content: EmailContent },
): Promise<string | null> {
  const addressee = 'userId' in letter.to ? await findAddressee(tx, letter.to.userId) : await addresseeAt(tx, letter.to)
  if ('closedAt' in addressee && addressee.closedAt !== null) return null
  const about = await aboutOf(tx, letter.content)
  const unproven = await weighUnproven(tx, addressee, letter.content)
  const letterId = await createEmail(tx, {
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

/** Writes an event to the buyer and, if known, to the seller, each with the content of `contentFor`. */
export async function queueToBoth(
  tx: Transaction,
  letter: { event: string; escrow: BothSides; now: Date; contentFor: (reader: Reader) => EmailContent },
): Promise<void> {
  const { event, escrow, now, contentFor } = letter
  await queueEmail(tx, { event, to: { userId: escrow.buyerId }, content: contentFor('buyer') })
  const to = sellersSide(escrow, now)
  if (to) await queueEmail(tx, { event, to, content: contentFor('seller') })
}

/** The address may belong to an account that is no party yet: its language applies then. */
async function addresseeAt(tx: Transaction, { email, locale }: { email: string; locale: string }) {
  const known = await findRecipientAt(tx, email)
  return { id: null, email, locale: known?.locale ?? locale, emailConfirmedAt: known?.emailConfirmedAt ?? null }
}
