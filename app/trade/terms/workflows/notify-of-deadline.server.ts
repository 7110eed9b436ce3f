/** Emails about deadlines: reminders, notices, outcomes, and extension requests. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { queueEmail, sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import type { Deadline, DeadlineReminder, DefaultOutcome } from '#app/trade/terms/domain/deadline.ts'
import type { DeadlineKind } from '#app/trade/terms/domain/standing.ts'

type About = { escrow: StoredEscrow; now: Date }
type OfDeadline = { clockId: string; clock: Pick<Deadline, 'kind' | 'owner' | 'dueAt'> }

/** To the side that is awaited. */
export async function remindOfDeadline(
  tx: Transaction,
  { escrow, now, round, clockId, clock }: About & OfDeadline & { round: DeadlineReminder },
): Promise<void> {
  const event = `clock:${clockId}:${round}`
  await notify(tx, {
    escrow,
    now,
    reader: clock.owner,
    event,
    content: { moment: 'reminder', ...ofDeadline(clock), isYours: true },
  })
}

/** To both: the money is about to be decided. */
export async function noticeOfDeadline(
  tx: Transaction,
  { escrow, now, clockId, clock }: About & OfDeadline,
): Promise<void> {
  for (const reader of ['buyer', 'seller'] as const) {
    const content = { moment: 'notice', ...ofDeadline(clock), isYours: reader === clock.owner } as const
    await notify(tx, { escrow, now, reader, event: `clock:${clockId}:notice`, content })
  }
}

/** To both: what an expired deadline has done. */
export async function notifyOutcome(
  tx: Transaction,
  told: About & { clockId: string; outcome: DefaultOutcome; needsWallet: boolean; decideBy?: Date },
): Promise<void> {
  const { escrow, now, clockId, outcome, needsWallet, decideBy } = told
  for (const reader of ['buyer', 'seller'] as const) {
    const content = {
      moment: 'outcome',
      outcome,
      needsWallet: needsWallet && reader === 'buyer',
      ...(decideBy && { decideBy: decideBy.toISOString() }),
    } as const
    await notify(tx, { escrow, now, reader, event: `clock:${clockId}:outcome`, content })
  }
}

export type TimeNotified = About & {
  by: string
  side: Reader
  moment: 'asked' | 'agreed' | 'declined'
  until: Date
  reason: string
}

/** To the other side. */
export async function notifyOfExtension(tx: Transaction, told: TimeNotified): Promise<void> {
  const { escrow, by, side, moment, until, reason, now } = told
  const to = side === 'seller' ? { userId: escrow.buyerId } : sellersSide(escrow, now)
  if (to === null) return
  await writeToOther(tx, {
    event: `time_${moment}:${escrow.id}:${now.getTime()}`,
    escrowId: escrow.id,
    from: by,
    to,
    now,
    content: { letter: 'more_time', moment, until: until.toISOString(), ...(reason && { reason }), ...facts(escrow) },
  })
}

/** What follows is looked up when the email is sent. */
const ofDeadline = ({ kind, dueAt }: OfDeadline['clock']) => ({ kind, dueAt: dueAt.toISOString() })

const facts = ({ transactionId: txid, amount, currency: asset }: StoredEscrow) => ({
  txid,
  amount: plain(amount),
  asset,
})

type Content =
  | { moment: 'reminder' | 'notice'; kind: DeadlineKind; dueAt: string; isYours: boolean }
  | { moment: 'outcome'; outcome: DefaultOutcome; needsWallet: boolean; decideBy?: string }

/** Sent in our name, but an unconfirmed address gets no more of them than of any others. */
async function notify(
  tx: Transaction,
  told: About & { reader: Reader; event: string; content: Content },
): Promise<void> {
  const { escrow, now, reader, event } = told
  const content = { letter: 'clock', ...told.content, ...facts(escrow) } as const
  const to = reader === 'buyer' ? { userId: escrow.buyerId } : sellersSide(escrow, now)
  if (to === null) return
  if ('userId' in to) await queueEmail(tx, { event, to, content })
  else await writeToOther(tx, { event, escrowId: escrow.id, from: escrow.buyerId, to, content, now })
}
