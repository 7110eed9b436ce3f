/** What an escrow's page says of the letters that its reader's acts have written. */
import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { findInvitation, findLastOfAct } from '#app/db/letters/letters-of-acts.server.ts'
import { canNameSeller } from '#app/domain/escrow/escrow.ts'
import type { Invitation, ShownEscrow, Untold } from '#app/domain/escrow/shown-escrow.ts'
import type { WithheldFor } from '#app/domain/letters/letter-limits.ts'
import type { Looking } from './shown-settlement.ts'

/** Older news of a letter is none. */
const SHOWN_FOR_MS = 24 * 60 * 60_000

type Shown = Pick<ShownEscrow, 'invitation' | 'untold'>

/** `looking`: null for the operator, to whom neither is said. */
export async function showLetters(
  db: Database,
  { escrow, looking, now }: { escrow: StoredEscrow; looking: Looking | null; now: Date },
): Promise<Shown> {
  if (!looking) return { invitation: null, untold: null }
  const { id: escrowId } = escrow
  const [invitation, last] = await Promise.all([
    looking.reader === 'buyer' ? showInvitation(db, escrow) : null,
    findLastOfAct(db, { escrowId, senderId: looking.viewer.id }),
  ])
  return { invitation, untold: last && showUntold(last, now) }
}

async function showInvitation(db: Database, escrow: StoredEscrow): Promise<Invitation | null> {
  const { id: escrowId, sellerEmail: recipient, buyerHasConfirmedEmail } = escrow
  if (recipient === null || !canNameSeller(escrow)) return null
  const letter = await findInvitation(db, { escrowId, recipient })
  const at = letter?.createdAt.toISOString() ?? null
  if (letter && letter.withheldFor === null) {
    return { state: letter.sentAt ? 'sent' : letter.givenUpAt ? 'failed' : 'sending', at }
  }
  if (!buyerHasConfirmedEmail) return { state: 'waits', at: null }
  // Confirmed a moment ago: the worker is about to write it.
  return letter && { state: letter.withheldFor === 'limit' ? 'limited' : 'sending', at: null }
}

type Letter = { createdAt: Date; sentAt: Date | null; withheldFor: string | null }

function showUntold({ createdAt, sentAt, withheldFor }: Letter, now: Date): Untold | null {
  if (sentAt || now.getTime() - createdAt.getTime() > SHOWN_FOR_MS) return null
  if (withheldFor) return { why: withheldFor as WithheldFor }
  return createdAt > now ? { why: 'joined', at: createdAt.toISOString() } : null
}
