/** Emails that one party's action sends to another: counted, joined, and shown to the sender. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { type EmailsBefore, OF_CONSEQUENCE } from '#app/notices/domain/email-limits.ts'

/** Serializes the writers, so that emails written at the same moment are counted. */
export async function lockEmailCounts(tx: Transaction, of: { senderId: string; recipient: string }): Promise<void> {
  for (const key of [`letters from ${of.senderId}`, `letters to ${of.recipient}`]) {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
  }
}

type Counted = {
  escrowId: string
  senderId: string
  recipient: string
  /** For an address that nobody has confirmed: all spellings of the mailbox count together. */
  unprovenMailbox: string | null
  since: Date
  isOwn: boolean
}

/**
 * Counts emails since a moment: about the escrow all but those of consequence; from `senderId` and to `recipient` those
 * to strangers (without `userId`). Emails to the sender's own address are counted by that address.
 */
export async function countEmails(tx: Transaction, of: Counted): Promise<EmailsBefore> {
  const { escrowId, senderId, recipient, unprovenMailbox, since, isOwn } = of
  const to = unprovenMailbox === null ? { recipient } : { unprovenMailbox }
  const written = { withheldFor: null, createdAt: { gt: since } }
  const ofActs = { ...written, senderId: { not: null } }
  const [aboutEscrow, toRecipient, fromSender] = [
    await tx.outboxLetter.count({ where: { ...ofActs, escrowId, recipient, NOT: OF_CONSEQUENCE.map(ofKind) } }),
    await tx.outboxLetter.count({ where: { ...ofActs, ...to, userId: isOwn ? senderId : null } }),
    await tx.outboxLetter.count({ where: { ...written, senderId, userId: null } }),
  ]
  return { aboutEscrow, toRecipient, fromSender }
}

const ofKind = (letter: string) => ({ content: { path: ['letter'], equals: letter } })

type Repetition = { escrowId: string; senderId: string; recipient: string; letter: string; stage: string }

/** The sender's last email of a kind and stage about an escrow to an address, sent or not. */
export async function findLastOfStage(tx: Transaction, { letter, ...of }: Repetition) {
  return tx.outboxLetter.findFirst({
    where: { ...of, withheldFor: null, content: { path: ['letter'], equals: letter } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, createdAt: true },
  })
}

/** Replaces the content of an email that nobody has begun to send. False: it is too late. */
export async function rewriteUnsent(
  tx: Transaction,
  { id, content }: { id: string; content: Prisma.InputJsonObject },
): Promise<boolean> {
  const { count } = await tx.outboxLetter.updateMany({ where: { id, ...UNTOUCHED }, data: { content } })
  return count === 1
}

const UNTOUCHED = { attempts: 0, sentAt: null, givenUpAt: null, withheldFor: null } as const

/** The state of a person's last email about an escrow to somebody else, without invitations and reminders. */
export async function findLastOfAct(db: Database, of: { escrowId: string; senderId: string }) {
  const isApart = ['escrow_opened', 'reminder'].map(ofKind)
  return db.outboxLetter.findFirst({
    where: { ...of, OR: [{ userId: null }, { userId: { not: of.senderId } }], NOT: isApart },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: {
      createdAt: true,
      sentAt: true,
      givenUpAt: true,
      withheldFor: true,
      recipient: true,
      stage: true,
      content: true,
    },
  })
}

type Twin = { escrowId: string; letter: string; stage: string; recipient: string }

/** The newest email of the same kind and stage to the other party. */
export async function findTwin(tx: Transaction, { recipient, letter, ...of }: Twin) {
  return tx.outboxLetter.findFirst({
    where: { ...of, NOT: { recipient }, content: { path: ['letter'], equals: letter } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { createdAt: true, sentAt: true, givenUpAt: true, withheldFor: true },
  })
}

/** The last invitation of an address to an escrow, even a withheld one. */
export async function findSentInvitation(db: Database | Transaction, of: { escrowId: string; recipient: string }) {
  return db.outboxLetter.findFirst({
    where: { ...of, content: { path: ['letter'], equals: 'escrow_opened' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { createdAt: true, sentAt: true, givenUpAt: true, withheldFor: true },
  })
}
