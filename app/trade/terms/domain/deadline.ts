/**
 * Computes whom an escrow awaits and until when, from its facts and the agreed dates. So a deadline can be recomputed
 * at any time, and a late worker does nothing outdated (UCP 600, articles 6, 14 and 16). What pauses it is in one table
 * (pauses.ts).
 */
import { isSettled } from '#app/escrow/domain/escrow.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { begunAnew, lastBefore, mayWithdraw, pausesOf, pauseWaitOf, stoppedFor, type Wait } from './pauses.ts'
import { type DeadlineKind, type ExtensionRequest, OWNERS, type Step, type TradeStanding } from './standing.ts'
import { endOfWorkingDay } from './working-days.ts'

const HOUR_MS = 60 * 60_000
export const GRACE_MS = 48 * HOUR_MS
export const LAST_NOTICE_MS = 24 * HOUR_MS
/** The other side has this long to answer an extension request, unless the deadline ends before. */
export const ANSWER_WITHIN_MS = 48 * HOUR_MS
/** The least time to present, however late the money came or the documents were rejected. */
export const LEAST_WORKING_DAYS = 5

/** Which deadline follows an expired one before the money is decided. None follows funding. */
export const FOLLOWED_BY: Partial<Record<DeadlineKind, { kind: DeadlineKind; lasts: number }>> = {
  present: { kind: 'grace', lasts: GRACE_MS },
  examine: { kind: 'last_notice', lasts: LAST_NOTICE_MS },
}

/** `began`: before any pause restarted it. */
export type AwaitingAtDeadline = { step: Step; owner: Reader; since: Date; began: Date }
export type Deadline = AwaitingAtDeadline & {
  kind: DeadlineKind
  dueAt: Date
  /** Without the wait: after that its owner has missed it. */
  agreedBy: Date
  /** Start of the step, by which extension requests are matched. */
  stepSince: Date
  /** Its owner could not act: Quayside decides at its end. `until`: it waits until then; null: it ends at its date. */
  wait: (Pick<Wait, 'kind' | 'from'> & { until: Date | null }) | null
}

/** Whose act is awaited, and since when; null: nobody's, or Quayside's. */
export function awaitingIn(standing: TradeStanding): AwaitingAtDeadline | null {
  const { facts, createdAt, decidedAt, payoutStatedAt, roundAllowedAt = null } = standing
  if (isSettled(facts) || facts.refundOpenedAt || facts.disputedAt) return null
  const { verifiedAt, confirmedAt, approval } = facts
  if (!verifiedAt) return { step: 'fund', owner: OWNERS.fund, since: createdAt, began: createdAt }
  if (approval === 'Approved') return null
  const step = confirmedAt && approval === 'Pending' ? 'examine' : 'present'
  const owner = OWNERS[step]
  const acts =
    step === 'examine' ? [confirmedAt, payoutStatedAt] : approval === 'Rejected' ? [decidedAt, roundAllowedAt] : []
  const began = latest([verifiedAt, ...acts.filter((at) => at !== null)])
  return { step, owner, began, since: latest([began, ...begunAnew(pausesOf(standing, owner), step)]) }
}

/** The running deadline; null: none runs. */
export function deadlineOf(standing: TradeStanding): Deadline | null {
  const turn = awaitingIn(standing)
  if (!turn) return null
  const { kind, since, ends } = runningIn(standing, turn)
  const pauses = pausesOf(standing, turn.owner)
  const base = latest(ends.map(({ at }) => at))
  const moved = latest(ends.map(({ at, from }) => new Date(at.getTime() + stoppedFor(pauses, { kind, from }))))
  const agreed = movedTo(standing, { kind, base, moved })
  const wait = pauseWaitOf(pauses, { kind, dueAt: agreed })
  const dueAt = wait ? movedTo(standing, { kind, base: agreed, moved: wait.until }) : agreed
  return {
    ...turn,
    kind,
    since,
    dueAt,
    agreedBy: agreed,
    stepSince: turn.since,
    wait: wait && { ...wait, until: dueAt > agreed ? dueAt : null },
  }
}

/** May this side withdraw the dispute it opened at `openedAt`? Checked against the deadline that would then run. */
export function mayWithdrawDispute(standing: TradeStanding, of: { side: Reader; openedAt: Date; now: Date }): boolean {
  const clock = deadlineOf({ ...standing, facts: { ...standing.facts, disputedAt: null } })
  return mayWithdraw(standing, { ...of, clock })
}

/** A possible end, and since when both sides know of it: pauses after that move it. */
type End = { at: Date; from: Date }
type Running = { since: Date; ends: End[] }

function runningIn(standing: TradeStanding, turn: AwaitingAtDeadline): Running & { kind: DeadlineKind } {
  const running = lastAgreed(standing, turn, requestOf(standing.requests, turn))
  const { since } = running
  const follow = FOLLOWED_BY[turn.step]
  const missed = standing.ranOut.find((clock) => clock.kind === turn.step && isSame(clock.since, since))
  if (!follow || !missed) return { ...running, kind: turn.step }
  const { endedAt } = missed
  return { kind: follow.kind, since, ends: [{ at: new Date(endedAt.getTime() + follow.lasts), from: endedAt }] }
}

/** A pause moves no deadline beyond what the ledger date allows, but never before the agreed end. */
function movedTo(
  { ledgerDate }: TradeStanding,
  { kind, base, moved }: { kind: DeadlineKind; base: Date; moved: Date },
): Date {
  return ledgerDate ? latest([base, earliest([moved, lastBefore(ledgerDate, FOLLOWED_BY[kind]?.lasts ?? 0)])]) : moved
}

/** Start and ends by the latest agreement, an extension or an amendment. */
function lastAgreed(standing: TradeStanding, turn: AwaitingAtDeadline, request: ExtensionRequest | null): Running {
  const more = request?.answer === 'agreed' ? request : null
  const moreAt = more?.answeredAt ?? turn.since
  const amendedAt = latest([turn.since, ...amendedOf(standing, turn.step)])
  const granted = grantedToExamine(standing, turn)
  if (more && moreAt >= amendedAt) return { since: moreAt, ends: [{ at: more.until, from: moreAt }, ...granted] }
  return { since: amendedAt, ends: [...usualEnds(standing, turn, amendedAt), ...granted] }
}

/** Examination days are counted anew from an amendment; the five days to present are not. */
function usualEnds(standing: TradeStanding, turn: AwaitingAtDeadline, amendedAt: Date): End[] {
  const { dates, requests } = standing
  const { step, began, since } = turn
  if (step === 'fund') return [{ at: dates.fundBy, from: since }]
  if (step === 'examine') return workingDays(standing, turn, { from: amendedAt, days: dates.examineDays })
  const moreAt = requests.flatMap((one) => (one.step === step && one.answer === 'agreed' ? (one.answeredAt ?? []) : []))
  return [
    { at: dates.presentBy, from: latest([began, ...amendedOf(standing, step), ...moreAt]) },
    ...workingDays(standing, turn, { from: since, days: LEAST_WORKING_DAYS }),
  ]
}

/** A step restarted by a pause has all its days again, no less than was left, no more than the ledger date allows. */
function workingDays(
  standing: TradeStanding,
  turn: AwaitingAtDeadline,
  { from, days }: { from: Date; days: number },
): End[] {
  const { step, since, began } = turn
  const { weekend } = standing.dates
  const end = { at: endOfWorkingDay(from, days, weekend), from }
  if (!isSame(from, since) || isSame(since, began)) return [end]
  const first = { at: endOfWorkingDay(began, days, weekend), from: began }
  return [first, { ...end, at: movedTo(standing, { kind: step, base: first.at, moved: end.at }) }]
}

function amendedOf({ amendments }: TradeStanding, step: Step): Date[] {
  return amendments.filter(({ steps }) => steps.includes(step)).map(({ agreedAt }) => agreedAt)
}

/**
 * Extensions of the examination. They survive new turns (more documents, another wallet, a dispute); a discrepancy
 * notice ends them, and an amendment replaces them. Extensions of funding and presenting move the dates themselves.
 */
function grantedToExamine(standing: TradeStanding, { step }: AwaitingAtDeadline): End[] {
  if (step !== 'examine') return []
  const over = [
    ...amendedOf(standing, step),
    ...standing.notices.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ givenAt }) => givenAt),
  ]
  return standing.requests
    .filter((request) => request.step === step && request.answer === 'agreed')
    .flatMap(({ until: at, answeredAt: from }) => (from && over.every((moment) => moment < from) ? [{ at, from }] : []))
}

/** The extension request of this step: at most one. */
export function requestOf<Request extends ExtensionRequest>(
  requests: readonly Request[],
  turn: Pick<AwaitingAtDeadline, 'step' | 'since'>,
): Request | null {
  return requests.find(({ step, since }) => step === turn.step && isSame(since, turn.since)) ?? null
}

/** No answer by then is a no. No deadline waits for it: one that expires may end it earlier. */
export function answerBy({ askedAt }: Pick<ExtensionRequest, 'askedAt'>): Date {
  return new Date(askedAt.getTime() + ANSWER_WITHIN_MS)
}

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())))
}

function earliest(moments: readonly Date[]): Date {
  return new Date(Math.min(...moments.map((moment) => moment.getTime())))
}

export function isSame(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}

export const DEADLINE_REMINDERS = ['half', 'day', 'hour'] as const
export type DeadlineReminder = (typeof DEADLINE_REMINDERS)[number]

/** Reminders: at half-time, a day and an hour before the end, if the deadline is long enough for each. */
function moments({ startedAt, dueAt }: { startedAt: Date; dueAt: Date }): { round: DeadlineReminder; at: Date }[] {
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

/** The latest due reminder only, even after a long outage. Null: none yet, or the deadline has passed. */
export function deadlineReminderDue(clock: { startedAt: Date; dueAt: Date }, now: Date): DeadlineReminder | null {
  if (now >= clock.dueAt) return null
  return (
    moments(clock)
      .filter(({ at }) => at <= now)
      .at(-1)?.round ?? null
  )
}

/** When to poll a deadline: at the next reminder or its end. */
export function nextDeadlinePoll(clock: { startedAt: Date; dueAt: Date }, now: Date): Date {
  return moments(clock).find(({ at }) => at > now)?.at ?? clock.dueAt
}

/** `unable`: one side could not act, so its silence means nothing. */
export const OUTCOMES = ['lapsed', 'refund_opened', 'accepted', 'quayside', 'unable'] as const
export type DefaultOutcome = (typeof OUTCOMES)[number]

/** The longest extension, counted from the current end. */
export const MOST_MORE_DAYS = 60
