/**
 * Whose turn it is, and until when: from the facts of an escrow and the dates that both sides agreed, so that a clock can be
 * wound anew at any time and a worker that looks at it late does nothing that has moved on (UCP 600, articles 6, 14 and 16).
 *
 * Asking for a refund stops no clock, as asking for a waiver stops none. A dispute does: while Quayside decides nothing runs out.
 */
import { type EscrowFacts, isSettled } from '#app/domain/escrow/escrow.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { TradeDates } from './trade-dates.ts'
import { endOfWorkingDay } from './working-days.ts'

/** What somebody has to do. */
export const STEPS = ['fund', 'present', 'examine'] as const
export type Step = (typeof STEPS)[number]

/** `grace`: nothing was presented, and the refund is about to open. `last_notice`: nothing was examined. */
export const CLOCKS = [...STEPS, 'grace', 'last_notice'] as const
export type ClockKind = (typeof CLOCKS)[number]

const HOUR_MS = 60 * 60_000
export const GRACE_MS = 48 * HOUR_MS
export const LAST_NOTICE_MS = 24 * HOUR_MS
/** So long the other side has to answer a request for more time. */
export const ANSWER_WITHIN_MS = 48 * HOUR_MS
/** Nobody has less time than that to present, however late the money came or the documents were rejected. */
export const LEAST_WORKING_DAYS = 5

const OWNERS: Record<Step, Reader> = { fund: 'buyer', present: 'seller', examine: 'buyer' }

/** What follows a clock that ran out, before anything happens to the money. Nothing follows the one of funding. */
const AFTER: Partial<Record<Step, { kind: ClockKind; lasts: number }>> = {
  present: { kind: 'grace', lasts: GRACE_MS },
  examine: { kind: 'last_notice', lasts: LAST_NOTICE_MS },
}

export type Standing = {
  facts: EscrowFacts
  createdAt: Date
  /** When the buyer last decided about the documents. */
  decidedAt: Date | null
  /** When the buyer let the seller present once more after the last round: the time to do it begins then. */
  roundAllowedAt?: Date | null
  /** Rejections, and when the buyer took them back. */
  notices: readonly { givenAt: Date; withdrawnAt: Date | null }[]
  /** When the payout wallet became what it is: another one is examined anew. */
  payoutStatedAt: Date | null
  dates: TradeDates
  /** Disputes that have ended without deciding about the money. */
  disputes: readonly { openedBy: Reader; openedAt: Date; endedAt: Date; wasWithdrawn: boolean }[]
  /** Clocks that ran out. */
  ranOut: readonly { kind: ClockKind; since: Date; endedAt: Date }[]
  requests: readonly TimeRequest[]
  /** What was agreed to and moved the date of a step. */
  amendments: readonly { steps: readonly Step[]; agreedAt: Date }[]
}

export type TimeRequest = {
  step: Step
  since: Date
  until: Date
  askedAt: Date
  answer: 'agreed' | 'declined' | null
  answeredAt: Date | null
}

export type Turn = { step: Step; owner: Reader; since: Date }
export type Clock = Turn & {
  kind: ClockKind
  dueAt: Date /** Since when it may be extended: the name of the step. */
  stepSince: Date
}

/** Who has to do what, and since when; null when nobody has, or Quayside. */
export function turnIn(
  standing: Omit<Standing, 'dates' | 'notices' | 'ranOut' | 'requests' | 'amendments'>,
): Turn | null {
  const { facts, createdAt, decidedAt, payoutStatedAt, roundAllowedAt = null, disputes } = standing
  if (isSettled(facts) || facts.refundOpenedAt || facts.disputedAt) return null
  const { verifiedAt, confirmedAt, approval } = facts
  if (!verifiedAt) return { step: 'fund', owner: OWNERS.fund, since: createdAt }
  if (approval === 'Approved') return null
  const step = confirmedAt && approval === 'Pending' ? 'examine' : 'present'
  const owner = OWNERS[step]
  const began =
    step === 'examine' ? [confirmedAt, payoutStatedAt] : approval === 'Rejected' ? [decidedAt, roundAllowedAt] : []
  // Whoever opens a dispute and withdraws it gets no new time by that; the other side does, and both when Quayside ends it.
  const begunAnew = disputes
    .filter(({ openedBy, wasWithdrawn }) => !wasWithdrawn || openedBy !== owner)
    .map(({ endedAt }) => endedAt)
  return { step, owner, since: latest([verifiedAt, ...began.filter((at) => at !== null), ...begunAnew]) }
}

/** The clock that runs, whatever ran before; null when none does. */
export function clockOf(standing: Standing): Clock | null {
  const turn = turnIn(standing)
  if (!turn) return null
  const request = requestOf(standing.requests, turn)
  const { since, due } = lastAgreed(standing, turn, request)
  const follow = AFTER[turn.step]
  const missed = standing.ranOut.find((clock) => clock.kind === turn.step && isSame(clock.since, since))
  const [kind, from, base] =
    follow && missed
      ? ([follow.kind, missed.endedAt, new Date(missed.endedAt.getTime() + follow.lasts)] as const)
      : ([turn.step, since, due] as const)
  const paused = new Date(base.getTime() + pausedFor(standing, { ...turn, from }))
  const dueAt = request && request.answer === null ? latest([paused, answerBy(request)]) : paused
  return { ...turn, kind, since, dueAt, stepSince: turn.since }
}

/** Since when it runs by what was agreed last, more time or an amendment, and until when by that. */
function lastAgreed(standing: Standing, turn: Turn, request: TimeRequest | null): { since: Date; due: Date } {
  const more = request?.answer === 'agreed' ? request : null
  const moreAt = more?.answeredAt ?? turn.since
  const amendedAt = latest([turn.since, ...amendedOf(standing, turn.step)])
  const granted = grantedToExamine(standing, turn)
  if (more && moreAt >= amendedAt) return { since: moreAt, due: latest([more.until, ...granted]) }
  // Days to examine are counted anew; nobody's five days to present are.
  const from = turn.step === 'examine' ? amendedAt : turn.since
  return { since: amendedAt, due: latest([usualDue({ ...turn, since: from }, standing.dates), ...granted]) }
}

function amendedOf({ amendments }: Standing, step: Step): Date[] {
  return amendments.filter(({ steps }) => steps.includes(step)).map(({ agreedAt }) => agreedAt)
}

/**
 * Until when the seller let the buyer examine. It holds for the whole examination: no new turn, by more papers, another wallet or
 * a dispute, takes it away; a notice uses it up, and an amendment takes its place. Dates to fund and to present are moved themselves.
 */
function grantedToExamine(standing: Standing, { step }: Turn): Date[] {
  if (step !== 'examine') return []
  const over = [
    ...amendedOf(standing, step),
    ...standing.notices.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ givenAt }) => givenAt),
  ]
  return standing.requests
    .filter((request) => request.step === step && request.answer === 'agreed')
    .filter(({ answeredAt }) => answeredAt && over.every((at) => at < answeredAt))
    .map(({ until }) => until)
}

/** The request for more time that was made in this turn: there is one at most. */
export function requestOf<Request extends TimeRequest>(requests: readonly Request[], turn: Turn): Request | null {
  return requests.find(({ step, since }) => step === turn.step && isSame(since, turn.since)) ?? null
}

/** Until when a request may be answered; no answer is a no. */
export function answerBy({ askedAt }: Pick<TimeRequest, 'askedAt'>): Date {
  return new Date(askedAt.getTime() + ANSWER_WITHIN_MS)
}

function usualDue({ step, since }: Turn, dates: TradeDates): Date {
  if (step === 'fund') return dates.fundBy
  if (step === 'examine') return endOfWorkingDay(since, dates.examineDays)
  return latest([dates.presentBy, endOfWorkingDay(since, LEAST_WORKING_DAYS)])
}

/** How long the clock stood still: while a dispute, or a notice against the documents, stood that its owner took back. */
function pausedFor({ disputes, notices }: Standing, { step, owner, from }: Turn & { from: Date }): number {
  const withdrawn = disputes.filter(({ openedBy, wasWithdrawn }) => wasWithdrawn && openedBy === owner)
  const still = [
    ...withdrawn.map(({ openedAt, endedAt }) => [openedAt.getTime(), endedAt.getTime()] as const),
    ...notices.flatMap(({ givenAt, withdrawnAt }) =>
      step === 'examine' && withdrawnAt ? [[givenAt.getTime(), withdrawnAt.getTime()] as const] : [],
    ),
  ].sort(([one], [other]) => one - other)
  // One may have stood within the other: no moment is counted twice.
  let counted = from.getTime()
  let sum = 0
  for (const [began, ended] of still) {
    sum += Math.max(0, ended - Math.max(began, counted))
    counted = Math.max(counted, ended)
  }
  return sum
}

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())))
}

export function isSame(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}

export const ROUNDS = ['half', 'day', 'hour'] as const
export type Round = (typeof ROUNDS)[number]

/** Half of the time, a day and an hour before the end. A clock of a few hours has no half, and one of a day no day. */
function moments({ startedAt, dueAt }: { startedAt: Date; dueAt: Date }): { round: Round; at: Date }[] {
  const lasts = dueAt.getTime() - startedAt.getTime()
  const all = [
    { round: 'half' as const, before: lasts / 2, least: 2 * 24 * HOUR_MS + 1 },
    { round: 'day' as const, before: 24 * HOUR_MS, least: 25 * HOUR_MS },
    { round: 'hour' as const, before: HOUR_MS, least: 2 * HOUR_MS },
  ]
  return all
    .filter(({ least }) => lasts >= least)
    .map(({ round, before }) => ({ round, at: new Date(dueAt.getTime() - before) }))
}

/** Which reminder is due: the latest only, when a worker was away for long. Null: none yet, or it is over. */
export function roundDue(clock: { startedAt: Date; dueAt: Date }, now: Date): Round | null {
  if (now >= clock.dueAt) return null
  return (
    moments(clock)
      .filter(({ at }) => at <= now)
      .at(-1)?.round ?? null
  )
}

/** When to look at a clock again: the next reminder, or its end. */
export function nextLook(clock: { startedAt: Date; dueAt: Date }, now: Date): Date {
  return moments(clock).find(({ at }) => at > now)?.at ?? clock.dueAt
}

/** `unable`: one side could not act, so its silence says nothing. */
export const OUTCOMES = ['lapsed', 'refund_opened', 'accepted', 'quayside', 'unable'] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * What not examining leads to. Documents count as accepted only where that was agreed, the presentation is complete, the last notice
 * was sent to an address that its owner is known to read, and nobody has to check the payout wallet before: else Quayside decides.
 * An account that we have locked cannot speak.
 */
export function outcomeOfSilence(of: {
  onSilence: TradeDates['onSilence']
  isComplete: boolean
  buyerHasConfirmedEmail: boolean
  isNoticeSent: boolean
  buyerIsLocked: boolean
  walletMustBeChecked: boolean
}): 'accepted' | 'quayside' | 'unable' {
  if (of.buyerIsLocked) return 'unable'
  const wasTold = of.buyerHasConfirmedEmail && of.isNoticeSent
  return of.onSilence === 'accepted' && of.isComplete && wasTold && !of.walletMustBeChecked ? 'accepted' : 'quayside'
}

/** The longest extension, counted from the end that stands. */
export const MOST_MORE_DAYS = 60
