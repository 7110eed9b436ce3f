/** Writes a letter into the outbox, in the transaction of its event, and wakes the worker for it. */

import type { Transaction } from '#app/db/kernel/client.server.ts'
import { findAddressee, findRecipientAt } from '#app/db/letters/addressees.server.ts'
import { createLetter } from '#app/db/letters/outbox.server.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { LetterContent } from '#app/emails/letters/letters.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'

export type Addressed =
  | { userId: string }
  /** An address that need not have an account, such as the seller's that a buyer names. */
  | { email: string; locale: string }

type BothSides = { buyerId: string; sellerId: string | null; sellerEmail: string | null; buyerLocale: string }

/**
 * Whom to write to on a seller's side: the seller who is bound, else the address that the buyer named, in the buyer's
 * language: the two of them understand each other. Null while nobody is known.
 */
export function sellersSide(escrow: Omit<BothSides, 'buyerId'>): Addressed | null {
  if (escrow.sellerId !== null) return { userId: escrow.sellerId }
  return escrow.sellerEmail === null ? null : { email: escrow.sellerEmail, locale: escrow.buyerLocale }
}

/**
 * `event` names the happening ('escrow_funded:<id>'): the same event writes to the same person once. Answers with the
 * letter's id; null when it had been written before.
 */
export async function queueLetter(
  tx: Transaction,
  letter: { event: string; to: Addressed; content: LetterContent },
): Promise<string | null> {
  const addressee = 'userId' in letter.to ? await findAddressee(tx, letter.to.userId) : await addresseeAt(tx, letter.to)
  const letterId = await createLetter(tx, {
    key: `${letter.event}:${addressee.email}`,
    userId: addressee.id,
    recipient: addressee.email,
    locale: addressee.locale,
    content: letter.content,
  })
  if (letterId) await enqueue(tx, { name: 'send_letter', payload: { letterId } })
  return letterId
}

/** The same event told to the buyer and, as far as one is known, to the seller; each gets what `contentFor` says for them. */
export async function queueToBoth(
  tx: Transaction,
  letter: { event: string; escrow: BothSides; contentFor: (reader: Reader) => LetterContent },
): Promise<void> {
  const { event, escrow, contentFor } = letter
  await queueLetter(tx, { event, to: { userId: escrow.buyerId }, content: contentFor('buyer') })
  const to = sellersSide(escrow)
  if (to) await queueLetter(tx, { event, to, content: contentFor('seller') })
}

/** An address may have an account that is no party yet: then its owner has chosen a language. */
async function addresseeAt(tx: Transaction, { email, locale }: { email: string; locale: string }) {
  return { id: null, email, locale: (await findRecipientAt(tx, email))?.locale ?? locale }
}
