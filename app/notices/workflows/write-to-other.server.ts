/**
 * Emails that one party's action sends to another, or to a stranger whose address somebody typed. They are limited, and
 * repetitions are joined: nobody floods a mailbox through us (docs/decisions/108). The action itself is never refused.
 */

import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { findAddressee, findRecipientAt } from '#app/notices/db/addressees.server.ts'
import { countEmails, findLastOfStage, lockEmailCounts, rewriteUnsent } from '#app/notices/db/emails-of-acts.server.ts'
import { createEmail } from '#app/notices/db/outbox.server.ts'
import { digestOfMailbox } from '#app/notices/db/unproven-mailboxes.server.ts'
import { joinedUntil, LIMITED_OVER_MS, type WithholdReason, whyWithhold } from '#app/notices/domain/email-limits.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { type Addressed, leadInvited, sayWhoHolds, stageFor } from './queue-email.server.ts'

/**
 * Repeatable actions: the second email of a stage within hours waits, and says what holds then (docs/decisions/108).
 */
const REPEATABLE: readonly EmailContent['letter'][] = [
  'refund_requested',
  'refund_answered',
  'dispute_opened',
  'dispute_statement',
  'division',
  'seller_confirmed',
  'documents_approved',
  'documents_rejected',
  'payout_wallet_changed',
  'payout_wallet_proposed',
  'hold_ready',
]

export type EmailOfAct = {
  /** Identifies what happened: each event writes to a person once. */
  event: string
  escrowId: string
  /** The person who acts. */
  from: string
  /** `userId`: somebody whom the escrow has bound; an address: a stranger. */
  to: Addressed
  content: EmailContent
  now: Date
}

/** Sent now, later, not at all, or written before; a withheld email stays in the outbox with its reason. */
export type EmailWord = 'goes' | 'joined' | 'written' | WithholdReason

export async function writeToOther(tx: Transaction, letter: EmailOfAct): Promise<EmailWord> {
  const { escrowId, from: senderId, now } = letter
  const to = await recipientOf(tx, letter.to)
  const { recipient } = to
  const content = await leadInvited(tx, letter.to, await sayWhoHolds(tx, letter.content))
  const unprovenMailbox = to.isConfirmed ? null : digestOfMailbox(recipient)
  await lockEmailCounts(tx, { senderId, recipient: unprovenMailbox ?? recipient })
  const stage = await stageFor(tx, escrowId, content)
  const joined = await joinWithLast(tx, { escrowId, senderId, recipient, content, stage, now })
  if (joined === 'rewritten') return 'joined'
  const since = new Date(now.getTime() - LIMITED_OVER_MS)
  const isOwn = to.userId === senderId
  const before = await countEmails(tx, { escrowId, senderId, recipient, unprovenMailbox, since, isOwn })
  const withheldFor = whyWithhold(content.letter, await addressing(tx, { senderId, to }), before)
  const letterId = await createEmail(tx, {
    key: `${letter.event}:${recipient}`,
    userId: to.userId,
    recipient,
    locale: to.locale,
    content,
    about: { escrowId, stage },
    ofAct: { senderId, withheldFor },
    unprovenMailbox,
    ...(joined && { owedFrom: joined }),
  })
  if (withheldFor) return withheldFor
  if (!letterId) return 'written'
  await enqueue(tx, { name: 'send_letter', payload: { letterId }, ...(joined && { after: { at: joined, now } }) })
  return joined ? 'joined' : 'goes'
}

/** The sender's own address, while unconfirmed, may be a stranger's, too: it gets only the first emails of a day. */
async function addressing(
  tx: Transaction,
  { senderId, to }: { senderId: string; to: Awaited<ReturnType<typeof recipientOf>> },
) {
  const isConfirmed = (await findAddressee(tx, senderId)).emailConfirmedAt !== null
  if (to.userId !== senderId) return { ...to, senderIsConfirmed: isConfirmed }
  return { isStranger: !isConfirmed, hasAccount: isConfirmed, senderIsConfirmed: true }
}

type Joining = {
  escrowId: string
  senderId: string
  recipient: string
  content: EmailContent
  stage: string | null
  now: Date
}

/** When it may be sent, or 'rewritten': a waiting email now has this content. Null: at once. */
async function joinWithLast(tx: Transaction, joining: Joining): Promise<Date | 'rewritten' | null> {
  const { content, stage, now, ...of } = joining
  if (!REPEATABLE.includes(content.letter) || stage === null) return null
  const last = await findLastOfStage(tx, { ...of, stage, letter: content.letter })
  if (!last) return null
  if (await rewriteUnsent(tx, { id: last.id, content })) return 'rewritten'
  return joinedUntil(last.createdAt, now)
}

async function recipientOf(tx: Transaction, to: Addressed) {
  if ('userId' in to) {
    const { id: userId, email: recipient, locale, emailConfirmedAt } = await findAddressee(tx, to.userId)
    return { userId, recipient, locale, isStranger: false, hasAccount: true, isConfirmed: emailConfirmedAt !== null }
  }
  const known = await findRecipientAt(tx, to.email)
  const isConfirmed = known !== null && known.emailConfirmedAt !== null
  return {
    userId: null,
    recipient: to.email,
    locale: known?.locale ?? to.locale,
    isStranger: true,
    hasAccount: isConfirmed,
    isConfirmed,
  }
}
