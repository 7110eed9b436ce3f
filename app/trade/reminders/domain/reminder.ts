/** Who is reminded of what, and when. Derived from the escrow's current facts, so that reminders are never outdated. */
import type { Stage } from '#app/escrow/domain/escrow.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { ReminderKind } from '#app/notices/domain/reminder-kinds.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** First and second reminder after the turn began. Shipping takes longer, so its reminders come later. */
const USUAL = [DAY_MS, 3 * DAY_MS] as const
const CALM = [3 * DAY_MS, 10 * DAY_MS] as const
/** After so long the side was reminded before, or our worker has failed: a reminder now would only confuse. */
const FORGOTTEN_AFTER_MS = 30 * DAY_MS

function paceOf(kind: ReminderKind): readonly [number, number] {
  return kind === 'shipment_unconfirmed' ? CALM : USUAL
}

/** What a side has to do, and since when. */
export type Duty = { kind: ReminderKind; reader: Reader; since: Date }

export type EmailReminder = 1 | 2

/** The reminder that is due; after a long outage only the latest. Null: none, not yet or no longer. */
export function emailReminderDue({ kind, since }: Duty, now: Date): EmailReminder | null {
  const waited = now.getTime() - since.getTime()
  const [first, second] = paceOf(kind)
  if (waited >= FORGOTTEN_AFTER_MS || waited < first) return null
  return waited < second ? 1 : 2
}

/** Time of the next poll. Null: no more reminders. */
export function nextReminderPoll(duties: readonly Duty[], now: Date): Date | null {
  const moments = duties.flatMap(({ kind, since }) => paceOf(kind).map((after) => since.getTime() + after))
  const ahead = moments.filter((moment) => moment > now.getTime())
  return ahead.length === 0 ? null : new Date(Math.min(...ahead))
}

export type WaitingEscrow = {
  stage: Stage
  createdAt: Date
  verifiedAt: Date | null
  confirmedAt: Date | null
  decidedAt: Date | null
  refundAskedAt: Date | null
  /** When a named seller without a confirmed account was notified. Null: nobody is waited for. */
  unansweredSince: Date | null
  /** The seller's side has an address to notify. */
  hasSeller: boolean
  /** It has deadlines, which bring their own reminders (trade/terms/domain/deadline.ts). */
  hasDates?: boolean
}

const OF_CLOCKS: readonly ReminderKind[] = [
  'escrow_unfunded',
  'shipment_unconfirmed',
  'documents_unexamined',
  'documents_rejected',
]

/** What the parties have to do. Blocked payouts and deadlines have their own emails. */
export function dutiesOf(escrow: WaitingEscrow): Duty[] {
  return waitingDuties(escrow).filter(({ kind }) => !(escrow.hasDates && OF_CLOCKS.includes(kind)))
}

function waitingDuties(escrow: WaitingEscrow): Duty[] {
  const { createdAt, verifiedAt, confirmedAt, decidedAt, refundAskedAt, unansweredSince, hasSeller } = escrow
  const ofSeller = (kind: ReminderKind, since: Date): Duty[] => (hasSeller ? [{ kind, reader: 'seller', since }] : [])
  switch (escrow.stage) {
    case 'awaiting_funds':
      return [
        { kind: 'escrow_unfunded', reader: 'buyer', since: createdAt },
        ...(unansweredSince ? ofSeller('invitation_unanswered', unansweredSince) : []),
      ]
    case 'awaiting_confirmation':
      return ofSeller('shipment_unconfirmed', latest(createdAt, verifiedAt, unansweredSince))
    case 'awaiting_examination':
      return [
        { kind: 'documents_unexamined', reader: 'buyer', since: latest(createdAt, verifiedAt, confirmedAt, decidedAt) },
      ]
    case 'rejected':
      return ofSeller('documents_rejected', latest(createdAt, decidedAt))
    case 'refund_requested':
      return ofSeller('refund_unanswered', latest(createdAt, refundAskedAt))
    default:
      return []
  }
}

function latest(first: Date, ...others: (Date | null)[]): Date {
  return new Date(Math.max(first.getTime(), ...others.map((moment) => moment?.getTime() ?? 0)))
}
