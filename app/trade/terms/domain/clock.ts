/**
 * Whose turn it is, and until when: from the facts of an escrow and the dates that both sides agreed, so that a clock can be
 * wound anew at any time and a worker that looks at it late does nothing that has moved on (UCP 600, articles 6, 14 and 16).
 * What stops it stands in one table (pauses.ts).
 */
import { isSettled } from '#app/escrow/domain/escrow.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { begunAnew, lastBefore, mayWithdraw, pausesOf, stoppedFor, type Wait, waitOf } from './pauses.ts'
import { type ClockKind, OWNERS, type Standing, type Step, type TimeRequest } from './standing.ts'
import { endOfWorkingDay } from './working-days.ts'

const HOUR_MS = 60 * 60_000
export const GRACE_MS = 48 * HOUR_MS
export const LAST_NOTICE_MS = 24 * HOUR_MS
/** So long the other side has to answer a request for more time, unless what it is about is over before. */
export const ANSWER_WITHIN_MS = 48 * HOUR_MS
/** Nobody has less time than that to present, however late the money came or the documents were rejected. */
export const LEAST_WORKING_DAYS = 5

/** What follows a clock that ran out, before anything happens to the money. Nothing follows the one of funding. */
export const FOLLOWED_BY: Partial<Record<ClockKind, { kind: ClockKind; lasts: number }>> = {
  present: { kind: 'grace', lasts: GRACE_MS },
  examine: { kind: 'last_notice', lasts: LAST_NOTICE_MS },
}

/** `began`: before any pause began it anew. */
export type Turn = { step: Step; owner: Reader; since: Date; began: Date }
export type Clock = Turn & {
  kind: ClockKind
  dueAt: Date
  /** The same without what it waits for: after that its owner has missed it. */
  agreedBy: Date
  /** Since when it may be extended: the name of the step. */
  stepSince: Date
  /** Its owner could not act: at its end Quayside decides. `until`: it stands still until then; null: it runs to its date. */
  wait: (Pick<Wait, 'kind' | 'from'> & { until: Date | null }) | null
}

/** Who has to do what, and since when; null when nobody has, or Quayside. */
export function turnIn(standing: Standing): Turn | null {
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

/** The clock that runs, whatever ran before; null when none does. */
export function clockOf(standing: Standing): Clock | null {
  const turn = turnIn(standing)
  if (!turn) return null
  const { kind, since, ends } = runningIn(standing, turn)
  const pauses = pausesOf(standing, turn.owner)
  const base = latest(ends.map(({ at }) => at))
  const moved = latest(ends.map(({ at, from }) => new Date(at.getTime() + stoppedFor(pauses, { kind, from }))))
  const agreed = movedTo(standing, { kind, base, moved })
  const wait = waitOf(pauses, { kind, dueAt: agreed })
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

/** May this side withdraw the open dispute, which it opened then? The clock that would run stands for what it would gain. */
export function mayWithdrawDispute(standing: Standing, of: { side: Reader; openedAt: Date; now: Date }): boolean {
  const clock = clockOf({ ...standing, facts: { ...standing.facts, disputedAt: null } })
  return mayWithdraw(standing, { ...of, clock })
}

/** A date by which it may end, and since when both know of it: pauses from then on move it. */
type End = { at: Date; from: Date }
type Running = { since: Date; ends: End[] }

function runningIn(standing: Standing, turn: Turn): Running & { kind: ClockKind } {
  const running = lastAgreed(standing, turn, requestOf(standing.requests, turn))
  const { since } = running
  const follow = FOLLOWED_BY[turn.step]
  const missed = standing.ranOut.find((clock) => clock.kind === turn.step && isSame(clock.since, since))
  if (!follow || !missed) return { ...running, kind: turn.step }
  const { endedAt } = missed
  return { kind: follow.kind, since, ends: [{ at: new Date(endedAt.getTime() + follow.lasts), from: endedAt }] }
}

/** No pause moves a clock past what the ledger's date leaves time for; nor does that take away what was agreed. */
function movedTo({ ledgerDate }: Standing, { kind, base, moved }: { kind: ClockKind; base: Date; moved: Date }): Date {
  return ledgerDate ? latest([base, earliest([moved, lastBefore(ledgerDate, FOLLOWED_BY[kind]?.lasts ?? 0)])]) : moved
}

/** Since when it runs by what was agreed last, more time or an amendment, and until when by that. */
function lastAgreed(standing: Standing, turn: Turn, request: TimeRequest | null): Running {
  const more = request?.answer === 'agreed' ? request : null
  const moreAt = more?.answeredAt ?? turn.since
  const amendedAt = latest([turn.since, ...amendedOf(standing, turn.step)])
  const granted = grantedToExamine(standing, turn)
  if (more && moreAt >= amendedAt) return { since: moreAt, ends: [{ at: more.until, from: moreAt }, ...granted] }
  return { since: amendedAt, ends: [...usualEnds(standing, turn, amendedAt), ...granted] }
}

/** Days to examine are counted anew from an amendment; nobody's five days to present are. */
function usualEnds(standing: Standing, turn: Turn, amendedAt: Date): End[] {
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

/**
 * A step that a pause began anew has all its days again, and no less than was left: but no more than the date of the ledger leaves
 * time for.
 */
function workingDays(standing: Standing, turn: Turn, { from, days }: { from: Date; days: number }): End[] {
  const { step, since, began } = turn
  const { weekend } = standing.dates
  const end = { at: endOfWorkingDay(from, days, weekend), from }
  if (!isSame(from, since) || isSame(since, began)) return [end]
  const first = { at: endOfWorkingDay(began, days, weekend), from: began }
  return [first, { ...end, at: movedTo(standing, { kind: step, base: first.at, moved: end.at }) }]
}

function amendedOf({ amendments }: Standing, step: Step): Date[] {
  return amendments.filter(({ steps }) => steps.includes(step)).map(({ agreedAt }) => agreedAt)
}

/**
 * Until when the seller let the buyer examine. It holds for the whole examination: no new turn, by more papers, another wallet or
 * a dispute, takes it away; a notice uses it up, and an amendment takes its place. Dates to fund and to present are moved themselves.
 */
function grantedToExamine(standing: Standing, { step }: Turn): End[] {
  if (step !== 'examine') return []
  const over = [
    ...amendedOf(standing, step),
    ...standing.notices.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ givenAt }) => givenAt),
  ]
  return standing.requests
    .filter((request) => request.step === step && request.answer === 'agreed')
    .flatMap(({ until: at, answeredAt: from }) => (from && over.every((moment) => moment < from) ? [{ at, from }] : []))
}

/** The request for more time that was made in this turn: there is one at most. */
export function requestOf<Request extends TimeRequest>(
  requests: readonly Request[],
  turn: Pick<Turn, 'step' | 'since'>,
): Request | null {
  return requests.find(({ step, since }) => step === turn.step && isSame(since, turn.since)) ?? null
}

/** Until when a request may be answered; no answer is a no. No clock waits for it: one that runs out may end it before. */
export function answerBy({ askedAt }: Pick<TimeRequest, 'askedAt'>): Date {
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

/** The longest extension, counted from the end that stands. */
export const MOST_MORE_DAYS = 60
