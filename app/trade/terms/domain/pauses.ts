/** The pauses of an escrow and their effect on its deadline, by the table of pauses (decision 100). */

import type { Reader } from '#app/kernel/domain/reader.ts'
import type { LedgerRead } from '#app/settlement/custody/domain/ledger-read.ts'
import {
  BEFORE_LEDGER_DATE_MS,
  type Effect,
  LEAST_ABLE_MS,
  MOST_OF_STEP_MS,
  MOST_WITHDRAWN,
  PAUSES,
  type PauseKind,
} from './pause-table.ts'
import { type DeadlineKind, OWNERS, type TradeStanding } from './standing.ts'

/** `until`: null while it lasts and nothing ends it automatically. */
export type Pause = { kind: PauseKind; from: Date; until: Date | null }

type Paused = Pick<TradeStanding, 'disputes' | 'notices' | 'requests' | 'ranOut' | 'away'>

/** All recorded pauses of this escrow, classified for the deadlines of this side. */
export function pausesOf({ disputes, notices, requests, ranOut, away = [] }: Paused, owner: Reader): Pause[] {
  return [
    ...disputes.map((dispute) => ({
      kind: kindOfDispute(dispute, { owner, ranOut }),
      from: dispute.openedAt,
      until: dispute.endedAt,
    })),
    ...notices.flatMap(({ givenAt: from, withdrawnAt: until }) =>
      owner === OWNERS.examine && until ? [{ kind: 'notice_taken_back' as const, from, until }] : [],
    ),
    ...requests
      .filter(({ step, answer }) => OWNERS[step] === owner && answer !== 'agreed')
      .map(({ askedAt: from, answeredAt: until }) => ({ kind: 'time_asked' as const, from, until })),
    ...away.filter((one) => one.owner === owner).map(({ kind, from, until }) => ({ kind, from, until })),
  ]
}

function kindOfDispute(
  dispute: TradeStanding['disputes'][number],
  { owner, ranOut }: { owner: Reader } & Pick<Paused, 'ranOut'>,
): 'others_dispute' | 'dismissed_dispute' | 'own_dispute' {
  if (dispute.openedBy !== owner) return 'others_dispute'
  if (dispute.wasWithdrawn) return 'own_dispute'
  return isOpenedByDate(dispute.openedAt, ranOut) ? 'others_dispute' : 'dismissed_dispute'
}

/** A missed date opens a dispute in the seller’s name, at the moment in which the deadline expires. */
function isOpenedByDate(openedAt: Date, ranOut: Paused['ranOut']): boolean {
  return ranOut.some(({ endedAt }) => endedAt.getTime() === openedAt.getTime())
}

/** When ended pauses have restarted this side's step. */
export function begunAnew(pauses: readonly Pause[], kind: DeadlineKind): Date[] {
  return pauses.flatMap((pause) => (effectOf(pause, kind) === 'anew' && pause.until ? [pause.until] : []))
}

/** How long a date known since `from` was stopped, in milliseconds. Overlapping pauses count once. */
export function stoppedFor(pauses: readonly Pause[], { kind, from }: { kind: DeadlineKind; from: Date }): number {
  const still = pauses
    .flatMap((pause) => {
      const effect = effectOf(pause, kind)
      if ((effect !== 'time' && effect !== 'anew') || !pause.until) return []
      const began = pause.from.getTime()
      return [[began, Math.min(pause.until.getTime(), began + PAUSES[pause.kind].mostMs)] as const]
    })
    .sort(([one], [other]) => one - other)
  let counted = from.getTime()
  let sum = 0
  for (const [began, ended] of still) {
    sum += Math.max(0, ended - Math.max(began, counted))
    counted = Math.max(counted, ended)
  }
  return Math.min(sum, MOST_OF_STEP_MS)
}

/** Its owner could not act at the end: nothing expires before `until`, and Quayside decides then. */
export type Wait = { kind: PauseKind; from: Date; until: Date }

/** The longest pause after which Quayside decides; null: the agreed outcome follows. */
export function pauseWaitOf(
  pauses: readonly Pause[],
  { kind, dueAt }: { kind: DeadlineKind; dueAt: Date },
): Wait | null {
  const isLast = kind === 'grace' || kind === 'last_notice'
  const waits = pauses.flatMap((pause): Wait[] => {
    if (effectOf(pause, kind) !== 'quayside') return []
    const over = pause.until === null ? Number.POSITIVE_INFINITY : pause.until.getTime() + (isLast ? LEAST_ABLE_MS : 0)
    if (pause.from > dueAt || over <= dueAt.getTime()) return []
    const most = pause.from.getTime() + PAUSES[pause.kind].mostMs
    const ends = pause.until === null ? most : Math.min(most, pause.until.getTime())
    return [{ kind: pause.kind, from: pause.from, until: new Date(Math.max(dueAt.getTime(), ends)) }]
  })
  return waits.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0] ?? null
}

/** Until when at most emails that come back to its owner stop the deadline; null: they do not, or no longer. */
export function undeliveredUntil(
  { away = [] }: Pick<TradeStanding, 'away'>,
  { clock: { owner, kind, dueAt }, now }: { clock: { owner: Reader; kind: DeadlineKind; dueAt: Date }; now: Date },
): Date | null {
  const pause = away.find(
    (one) => one.kind === 'undelivered' && one.owner === owner && PAUSES[one.kind].effect[kind] === 'time',
  )
  const until = pause?.until && (pause.until < dueAt ? pause.until : dueAt)
  return pause && until && pause.from <= now && now < until ? until : null
}

/** Until when at most the end of funding waits for the ledger; null: not now. `read` null: nothing can have come. */
export function waitsForLedger(
  { kind, dueAt }: { kind: DeadlineKind; dueAt: Date },
  { read, now }: { read: LedgerRead | null; now: Date },
): Date | null {
  const { effect, mostMs } = PAUSES.unread_ledger
  if (read === null || effect[kind] !== 'waits' || now < dueAt) return null
  if (read.completeTo !== null && read.completeTo > dueAt && !read.isDoubted) return null
  const until = new Date(dueAt.getTime() + mostMs)
  return now < until ? until : null
}

/** The latest end to which a pause moves an on-chain escrow's deadline: what follows still has time then. */
export function lastBefore(ledgerDate: Date, followsMs: number): Date {
  return new Date(ledgerDate.getTime() - BEFORE_LEDGER_DATE_MS - followsMs)
}

/**
 * May this side withdraw its dispute? Not one that a missed date opened against it, not after its own deadline, since
 * it would gain time, and only so often. `clock`: the deadline that runs once the dispute is gone.
 */
export function mayWithdraw(
  { disputes, ranOut }: Pick<Paused, 'disputes' | 'ranOut'>,
  of: { side: Reader; openedAt: Date; clock: { owner: Reader; dueAt: Date } | null; now: Date },
): boolean {
  const { side, openedAt, clock, now } = of
  const withdrawn = disputes.filter(({ openedBy, wasWithdrawn }) => openedBy === side && wasWithdrawn)
  if (withdrawn.length >= MOST_WITHDRAWN) return false
  return clock?.owner !== side || (now < clock.dueAt && !isOpenedByDate(openedAt, ranOut))
}

function effectOf(pause: Pause, kind: DeadlineKind): Effect {
  return PAUSES[pause.kind].effect[kind]
}
