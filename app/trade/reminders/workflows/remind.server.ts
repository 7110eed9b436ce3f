/**
 * Looks whether somebody is to be reminded, of an escrow or of a fee that was begun. The rows say when to look (the sweep
 * finds them), the facts whose turn it is, and the letter's key that each reminder is written once.
 */

import { findAccountAt } from '#app/accounts/db/users.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { stageOf } from '#app/escrow/domain/escrow.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { findInvitation } from '#app/notices/db/letters-of-acts.server.ts'
import { isOff } from '#app/notices/db/letters-off.server.ts'
import { type Addressed, queueLetter, sellersSide } from '#app/notices/workflows/queue-letter.server.ts'
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
import { type Duty, dutiesOf, nextLook, type Round, roundDue } from '#app/trade/reminders/domain/reminder.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Reminders are a matter of days. */
const AFTER_FAILURE_MS = 60 * 60_000

export async function remind(deps: Deps, { of, id }: { of: 'escrow' | 'quote'; id: string }): Promise<void> {
  const now = deps.clock.now()
  try {
    await inTransaction(deps.db, (tx) =>
      of === 'escrow' ? remindOfEscrow(deps, tx, { id, now }) : remindOfFee(tx, { id, now }),
    )
  } catch (error) {
    // The sweep takes those that wait longest: what fails each time would stand before all others for ever.
    await putOffReminder(deps.db, { of, id, until: new Date(now.getTime() + AFTER_FAILURE_MS), now })
    throw error
  }
}

type Looked = { id: string; now: Date }

async function remindOfEscrow(deps: Deps, tx: Transaction, { id, now }: Looked): Promise<void> {
  const escrow = await lockEscrow(tx, id)
  const remindAt = await findReminderOf(tx, id)
  if (remindAt === null || remindAt > now) return
  // The net below a confirmation: an invitation that waited for it is written at the latest now.
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
    const round = roundDue(duty, now)
    if (round) await remindParty(tx, { escrow, duty, round, now })
  }
  await storeReminderOf(tx, { escrowId: id, at: nextLook(duties, now) })
}

/** When the named seller was written to who has not opened an account since; null when nobody is, or somebody has. */
async function unansweredSince(tx: Transaction, { id, sellerId, sellerEmail }: StoredEscrow): Promise<Date | null> {
  if (sellerId !== null || sellerEmail === null) return null
  if ((await findAccountAt(tx, sellerEmail))?.emailConfirmedAt) return null
  const invitation = await findInvitation(tx, { escrowId: id, recipient: sellerEmail })
  return invitation?.sentAt ?? null
}

type Reminded = { escrow: StoredEscrow; duty: Duty; round: Round; now: Date }

async function remindParty(tx: Transaction, { escrow, duty, round, now }: Reminded): Promise<void> {
  const { kind, reader, since } = duty
  const to: Addressed | null = reader === 'buyer' ? { userId: escrow.buyerId } : sellersSide(escrow, now)
  if (to === null) return
  const address = 'userId' in to ? (await findAddressee(tx, to.userId)).email : to.email
  if (await isOff(tx, { address, kind })) return
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

/** A fee that was begun and of which nothing has arrived: the newest quote of a buyer who has paid none. */
async function remindOfFee(tx: Transaction, { id, now }: Looked): Promise<void> {
  const quote = await lockQuoteToRemind(tx, id)
  if (quote.remindAt === null || quote.remindAt > now) return
  const { userId, lockedAt: since, user, _count: arrived } = quote
  const isOver =
    quote.state !== 'open' || user.hasPaid || arrived.payments > 0 || (await hasNewerQuote(tx, { userId, id }))
  const duties: Duty[] = isOver ? [] : [{ kind: 'quote_unpaid', reader: 'buyer', since }]
  for (const duty of duties) {
    const round = roundDue(duty, now)
    const { email: address, emailConfirmedAt } = await findAddressee(tx, userId)
    // An address that is not confirmed may be a stranger's, who began nothing.
    if (!round || !emailConfirmedAt || (await isOff(tx, { address, kind: duty.kind }))) continue
    await queueLetter(tx, {
      event: `reminder:${duty.kind}:${id}:${since.getTime()}:${round}`,
      to: { userId },
      content: { letter: 'reminder', kind: duty.kind, isLast: round === 2, netUsd: quote.netUsd.toFixed(2) },
    })
  }
  await storeQuoteReminder(tx, { id, at: nextLook(duties, now) })
}
