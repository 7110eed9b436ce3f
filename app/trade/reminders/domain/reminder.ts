/** Who is reminded of what, and when: from the facts of an escrow, so that nobody is reminded of what has moved on. */
import type { Stage } from '#app/escrow/domain/escrow.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { ReminderKind } from '#app/notices/domain/reminder-kinds.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** After how long, since the turn began. Goods take their time: a shipment is asked after more calmly. */
const USUAL = [DAY_MS, 3 * DAY_MS] as const
const CALM = [3 * DAY_MS, 10 * DAY_MS] as const
/** Who has not acted for so long has been reminded, or was forgotten by us: a letter now would come out of nowhere. */
const FORGOTTEN_AFTER_MS = 30 * DAY_MS

function paceOf(kind: ReminderKind): readonly [number, number] {
  return kind === 'shipment_unconfirmed' ? CALM : USUAL
}

/** Something that somebody has to do, and since when. */
export type Duty = { kind: ReminderKind; reader: Reader; since: Date }

export type Round = 1 | 2

/** Which reminder a duty is due for: the latest only, when a worker was away for long. Null: none, not yet or not any more. */
export function roundDue({ kind, since }: Duty, now: Date): Round | null {
  const waited = now.getTime() - since.getTime()
  const [first, second] = paceOf(kind)
  if (waited >= FORGOTTEN_AFTER_MS || waited < first) return null
  return waited < second ? 1 : 2
}

/** When to look at the duties again; null when none of them will be due for anything more. */
export function nextLook(duties: readonly Duty[], now: Date): Date | null {
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
  /** When the named seller was written to who has no confirmed account yet; null: nobody waits for an answer. */
  unansweredSince: Date | null
  /** There is somebody on the seller's side to write to. */
  hasSeller: boolean
  /** Clocks run for it, and remind of what they measure (trade/terms/domain/clock.ts). */
  hasDates?: boolean
}

const OF_CLOCKS: readonly ReminderKind[] = [
  'escrow_unfunded',
  'shipment_unconfirmed',
  'documents_unexamined',
  'documents_rejected',
]

/** What waits for the parties of an escrow. Blocked payouts have letters of their own, and so have clocks. */
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
