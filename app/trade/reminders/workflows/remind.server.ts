/**
 * Sends due reminders of an escrow or a fee quote. The row says when to poll (the sweep finds it), the facts say whose
 * turn it is, and the email's key makes each reminder unique.
 */

import { findAccountAt } from '#app/accounts/db/users.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { stageOf } from '#app/escrow/domain/escrow.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { findSentInvitation } from '#app/notices/db/emails-of-acts.server.ts'
import { isEmailOff } from '#app/notices/db/emails-off.server.ts'
import { type Addressed, queueEmail, sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { inviteOnceConfirmed } from '#app/trade/opening/workflows/invitation/invite-waiting.server.ts'
import {
  findReminderOf,
  hasNewerQuote,
  lockQuoteToRemind,
  putOffReminder,
  storeQuoteReminder,
  storeReminderOf,
} from '#app/trade/reminders/db/reminders.server.ts'
import {
  type Duty,
  dutiesOf,
  type EmailReminder,
  emailReminderDue,
  nextReminderPoll,
} from '#app/trade/reminders/domain/reminder.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Long enough: reminders are days apart. */
const AFTER_FAILURE_MS = 60 * 60_000

export async function remind(deps: Deps, { of, id }: { of: 'escrow' | 'quote'; id: string }): Promise<void> {
  const now = deps.clock.now()
  try {
    await inTransaction(deps.db, (tx) =>
      of === 'escrow' ? remindOfEscrow(deps, tx, { id, now }) : remindOfFee(tx, { id, now }),
    )
  } catch (error) {
    // The sweep takes the oldest first: without a delay, rows that always fail would block all others.
    await putOffReminder(deps.db, { of, id, until: new Date(now.getTime() + AFTER_FAILURE_MS), now })
    throw error
  }
}

type Looked = { id: string; now: Date }

async function remindOfEscrow(deps: Deps, tx: Transaction, { id, now }: Looked): Promise<void> {
  const escrow = await lockEscrow(tx, id)
  const remindAt = await findReminderOf(tx, id)
  if (remindAt === null || remindAt > now) return
  // Fallback: sends an invitation that waited for the buyer's confirmation and was missed then.
  await inviteOnceConfirmed(deps, tx, id)
  const duties = dutiesOf({
    ...escrow,
    stage: stageOf(escrow.facts),
    refundAskedAt: escrow.facts.refundAskedAt,
    unansweredSince: await unansweredSince(tx, escrow),
    hasSeller: sellersSide(escrow, now) !== null,
    hasDates: (await findDates(tx, id)) !== null,
  })
  for (const duty of duties) {
    const round = emailReminderDue(duty, now)
    if (round) await remindParty(tx, { escrow, duty, round, now })
  }
  await storeReminderOf(tx, { escrowId: id, at: nextReminderPoll(duties, now) })
}

/** When the named seller was notified, if that address has no confirmed account since. Null: otherwise. */
async function unansweredSince(tx: Transaction, { id, sellerId, sellerEmail }: StoredEscrow): Promise<Date | null> {
  if (sellerId !== null || sellerEmail === null) return null
  if ((await findAccountAt(tx, sellerEmail))?.emailConfirmedAt) return null
  const invitation = await findSentInvitation(tx, { escrowId: id, recipient: sellerEmail })
  return invitation?.sentAt ?? null
}

type Reminded = { escrow: StoredEscrow; duty: Duty; round: EmailReminder; now: Date }

async function remindParty(tx: Transaction, { escrow, duty, round, now }: Reminded): Promise<void> {
  const { kind, reader, since } = duty
  const to: Addressed | null = reader === 'buyer' ? { userId: escrow.buyerId } : sellersSide(escrow, now)
  if (to === null) return
  const address = 'userId' in to ? (await findAddressee(tx, to.userId)).email : to.email
  if (await isEmailOff(tx, { address, kind })) return
  await writeToOther(tx, {
    event: `reminder:${kind}:${escrow.id}:${since.getTime()}:${round}`,
    escrowId: escrow.id,
    from: escrow.buyerId,
    to,
    content: {
      letter: 'reminder',
      kind,
      isLast: round === 2,
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
      ...(reader === 'seller' && { buyerName: escrow.buyerName }),
    },
    now,
  })
}

/** Reminds of an unpaid fee: the newest quote of a buyer who has paid none, without any payment. */
async function remindOfFee(tx: Transaction, { id, now }: Looked): Promise<void> {
  const quote = await lockQuoteToRemind(tx, id)
  if (quote.remindAt === null || quote.remindAt > now) return
  const { userId, lockedAt: since, user, _count: arrived } = quote
  const isOver =
    quote.state !== 'open' || user.hasPaid || arrived.payments > 0 || (await hasNewerQuote(tx, { userId, id }))
  const duties: Duty[] = isOver ? [] : [{ kind: 'quote_unpaid', reader: 'buyer', since }]
  for (const duty of duties) {
    const round = emailReminderDue(duty, now)
    const { email: address, emailConfirmedAt } = await findAddressee(tx, userId)
    // An unconfirmed address may belong to a stranger.
    if (!round || !emailConfirmedAt || (await isEmailOff(tx, { address, kind: duty.kind }))) continue
    await queueEmail(tx, {
      event: `reminder:${duty.kind}:${id}:${since.getTime()}:${round}`,
      to: { userId },
      content: { letter: 'reminder', kind: duty.kind, isLast: round === 2, netUsd: quote.netUsd.toFixed(2) },
    })
  }
  await storeQuoteReminder(tx, { id, at: nextReminderPoll(duties, now) })
}
