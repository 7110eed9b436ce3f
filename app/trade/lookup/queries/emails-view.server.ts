/** The state of emails caused by the reader's actions, and whether emails to the other side bounce. */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canNameSeller, stageOf } from '#app/escrow/domain/escrow.ts'
import type { EscrowDetails, InvitationView } from '#app/escrow/domain/escrow-details.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { findEmailStanding } from '#app/notices/db/email-standing.server.ts'
import { findLastOfAct, findSentInvitation } from '#app/notices/db/emails-of-acts.server.ts'
import { stagedEmailOf, verdictOn } from '#app/notices/domain/email-stage.ts'
import { type Notification, notificationOf } from '#app/notices/domain/notification.ts'
import { findUnreachedSides } from '#app/trade/terms/db/undelivered.server.ts'
import type { Looking } from './settlement-view.ts'

/** Older emails are not reported. */
const SHOWN_FOR_MS = 24 * 60 * 60_000

type Shown = Pick<EscrowDetails, 'invitation' | 'told' | 'unreachedSince'>

/** Empty for the operator. */
export async function showEmails(
  db: Database,
  { escrow, looking: { viewer, permissions }, now }: { escrow: StoredEscrow; looking: Looking; now: Date },
): Promise<Shown> {
  if (!viewer) return { invitation: null, told: null, unreachedSince: null }
  const [unreached, told] = await Promise.all([
    findUnreachedSides(db, escrow.id),
    showTold(db, { escrow, senderId: viewer.id, now }),
  ])
  const { as, may } = permissions
  const invitation = may.nameSeller ? await showInvitation(db, { escrow, unreachedSince: unreached.seller, now }) : null
  const since = unreached[as === 'buyer' ? 'seller' : 'buyer']
  // An invitation shows this itself. Someone who is not a party yet learns nothing of the buyer's mailbox.
  const isTold = !invitation && (as === 'buyer' || as === 'seller')
  return { invitation, told, unreachedSince: isTold ? (since?.toISOString() ?? null) : null }
}

async function showInvitation(
  db: Database,
  { escrow, unreachedSince, now }: { escrow: StoredEscrow; unreachedSince: Date | null; now: Date },
): Promise<InvitationView | null> {
  const { id: escrowId, sellerEmail: recipient, buyerHasConfirmedEmail } = escrow
  if (recipient === null || !canNameSeller(escrow)) return null
  const letter = await findSentInvitation(db, { escrowId, recipient })
  if (letter && unreachedSince) return { state: 'returned', at: unreachedSince.toISOString() }
  const told = letter && notificationOf(letter, now)
  if (told && 'at' in told) return { state: told.state === 'sent' ? 'sent' : 'sending', at: told.at }
  if (told?.state === 'sending' || told?.state === 'failed') return { state: told.state, at: null }
  if (!buyerHasConfirmedEmail) return { state: 'waits', at: null }
  // The address was just confirmed: the worker is about to send it.
  return told && { state: told.state === 'limit' ? 'limited' : 'sending', at: null }
}

type Notifying = { escrow: StoredEscrow; senderId: string; now: Date }

async function showTold(db: Database, { escrow, senderId, now }: Notifying): Promise<Notification | null> {
  const letter = await findLastOfAct(db, { escrowId: escrow.id, senderId })
  if (!letter || now.getTime() - letter.createdAt.getTime() > SHOWN_FOR_MS) return null
  const told = notificationOf(letter, now)
  if (told === null || told.state === 'sent') return told
  return (await isOver(db, { escrow, letter })) ? null : told
}

type Last = NonNullable<Awaited<ReturnType<typeof findLastOfAct>>>

/** True if the unsent email is about something that is over. */
async function isOver(
  db: Database,
  { escrow, letter: { stage, recipient, content } }: { escrow: StoredEscrow; letter: Last },
): Promise<boolean> {
  if (PAID.includes(stageOf(escrow.facts))) return true
  const known = stagedEmailOf(content)
  if (stage === null || !known) return false
  const { standing } = await findEmailStanding(db, escrow.id)
  return verdictOn({ ...known, stage, recipient }, standing) === 'over'
}

/** After payment, emails about earlier actions do not matter any more. */
const PAID: readonly string[] = ['released', 'refunded', 'split']
