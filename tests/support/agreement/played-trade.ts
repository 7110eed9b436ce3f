/**
 * Plays a funded trade to its end by the pure rules alone: two sides who act some time after their turn begins, pauses,
 * and a worker that is never late. Hours count from the funding.
 */

import type { Reader } from '#app/kernel/domain/reader.ts'
import {
  type AwaitingAtDeadline,
  awaitingIn,
  deadlineOf,
  mayWithdrawDispute,
} from '#app/trade/terms/domain/deadline.ts'
import type { Away, TradeStanding } from '#app/trade/terms/domain/standing.ts'

const FUNDED = new Date('2026-12-01T10:00:00Z')
const HOUR_MS = 3_600_000
const hour = (hours: number) => new Date(FUNDED.getTime() + hours * HOUR_MS)

/** Hours after the own turn began; a missing entry means silence. */
export type Played = {
  presents: readonly number[]
  decides: readonly { after: number; approves: boolean }[]
  presentBy: number
  examineDays: number
  pauses: readonly PlannedPause[]
  /** Moments of the other side's acts; where given, they replace the hours. */
  at?: Partial<Acted>
}
export type PlannedPause = {
  /** `bounce`: emails bounce from then on; after `lasts` hours their reader opens the page. */
  kind: 'dispute' | 'ask_time' | 'take_back' | 'locked' | 'stands_still' | 'bounce'
  by: Reader
  at: number
  lasts: number
}
/** Who gets the money: by the dates, by an approval, or as Quayside decides. */
export type PlayedEnd = 'seller' | 'buyer' | 'quayside'
export type Acted = { presents: readonly Date[]; decides: readonly Date[] }

type State = TradeStanding & { end: PlayedEnd | null; openDispute: { by: Reader; at: Date } | null }

/** Returns how and when the trade ends, and when each side acted. */
export function play(trade: Played): { end: PlayedEnd; at: Date; acted: Acted } {
  let state = beginning(trade)
  const acts = plannedActs(trade)
  const done = new Set<PlannedAct>()
  const presents: Date[] = []
  const decides: Date[] = []
  for (let steps = 0; steps < 500 && !state.end; steps += 1) {
    const turn = awaitingIn(state)
    const clock = deadlineOf(state)
    const next = acts.filter((act) => !done.has(act)).sort((one, other) => one.at.getTime() - other.at.getTime())[0]
    const wanted = turn && wantedIn(trade, { turn, presents: presents.length, decides: decides.length })
    // A deadline missed while an account could not act stays missed.
    const isMissed = clock?.wait && clock.agreedBy <= state.now
    const able = wanted && turn && !isMissed && ableFrom(state, { owner: turn.owner, from: later(wanted, state.now) })
    const moments = [clock?.dueAt, next?.at, able].flatMap((at) => (at ? [later(at, state.now)] : []))
    if (moments.length === 0) break
    const now = new Date(Math.min(...moments.map((at) => at.getTime())))
    state = { ...state, now }
    // An act at the very moment of the deadline is late.
    if (clock && clock.dueAt <= now) state = runOut(state)
    else if (next && next.at <= now) {
      done.add(next)
      state = next.does(state)
    } else if (clock?.wait && clock.agreedBy <= now) {
      // Missed at this very moment: nothing is done.
    } else if (turn?.step === 'present') {
      presents.push(now)
      state = { ...state, facts: { ...state.facts, confirmedAt: now, approval: 'Pending' } }
    } else {
      const approves = trade.decides[decides.length]?.approves
      decides.push(now)
      state = approves ? { ...state, end: 'seller' } : reject(state)
    }
  }
  return { end: state.end ?? 'quayside', at: state.now, acted: { presents, decides } }
}

type Asked = { turn: AwaitingAtDeadline; presents: number; decides: number }

function wantedIn(trade: Played, { turn: { step, began }, presents, decides }: Asked): Date | null {
  const given = step === 'present' ? trade.at?.presents : trade.at?.decides
  const after = step === 'present' ? trade.presents[presents] : trade.decides[decides]?.after
  if (after === undefined) return null
  return given ? (given[step === 'present' ? presents : decides] ?? null) : new Date(began.getTime() + after * HOUR_MS)
}

type Playing = State & { now: Date }
type PlannedAct = { at: Date; does: (state: Playing) => Playing }

function beginning({ presentBy, examineDays }: Played): Playing {
  const facts = {
    verifiedAt: FUNDED,
    confirmedAt: null,
    approval: 'Pending' as const,
    releaseState: null,
    refundState: null,
    releasedAt: null,
    cancelledAt: null,
    refundAskedAt: null,
    disputedAt: null,
  }
  const dates = {
    fundBy: hour(24),
    presentBy: hour(presentBy),
    examineDays,
    weekend: 'sat_sun',
    onSilence: 'accepted',
    documents: [],
  } as const
  const lists = { notices: [], disputes: [], ranOut: [], requests: [], amendments: [], away: [] }
  const times = { createdAt: hour(-24), decidedAt: null, payoutStatedAt: null }
  return { facts, dates, ...lists, ...times, now: FUNDED, end: null, openDispute: null }
}

function runOut(state: Playing): Playing {
  const clock = deadlineOf(state)
  if (!clock) return state
  if (clock.wait) return { ...state, end: 'quayside' }
  if (clock.kind === 'grace') return { ...state, end: 'buyer' }
  if (clock.kind === 'last_notice') return { ...state, end: 'seller' }
  return { ...state, ranOut: [...state.ranOut, { kind: clock.kind, since: clock.since, endedAt: state.now }] }
}

function reject(state: Playing): Playing {
  const { now, facts, notices } = state
  const notice = { givenAt: now, withdrawnAt: null }
  return { ...state, decidedAt: now, facts: { ...facts, approval: 'Rejected' }, notices: [...notices, notice] }
}

/** Returns when this side can act: not while its account cannot. A bouncing mailbox does not count. */
function ableFrom({ away = [] }: Playing, { owner, from }: { owner: Reader; from: Date }): Date | null {
  let moment = from
  for (const one of away.toSorted((first, second) => first.from.getTime() - second.from.getTime())) {
    if (one.owner !== owner || one.kind === 'undelivered' || one.from > moment || (one.until && one.until <= moment))
      continue
    if (!one.until) return null
    moment = one.until
  }
  return moment
}

function plannedActs({ pauses }: Played): PlannedAct[] {
  return pauses.flatMap(({ kind, by, at, lasts }): PlannedAct[] => {
    const from = hour(at)
    const until = hour(at + lasts)
    if (kind === 'dispute') return disputeActs(by, { from, until })
    if (kind === 'ask_time') return [{ at: from, does: (state) => askTime(state, by) }]
    if (kind === 'take_back') return [{ at: from, does: takeBack }]
    if (kind === 'bounce') return bounceActs(by, { from, until })
    const begins = { owner: by, kind, from, until: kind === 'locked' ? null : until }
    const add = (away: Away) => (state: Playing) => ({ ...state, away: [...(state.away ?? []), away] })
    if (kind === 'stands_still') return [{ at: from, does: add(begins) }]
    const ends = (state: Playing): Playing => ({
      ...state,
      away: (state.away ?? []).map((one) => (one === begins ? { ...one, until } : one)),
    })
    return [
      { at: from, does: add(begins) },
      { at: until, does: ends },
    ]
  })
}

function disputeActs(by: Reader, { from, until }: { from: Date; until: Date }): PlannedAct[] {
  const opens = (state: Playing): Playing =>
    state.openDispute
      ? state
      : { ...state, openDispute: { by, at: state.now }, facts: { ...state.facts, disputedAt: state.now } }
  const withdraws = (state: Playing): Playing => {
    const { openDispute: open, now: endedAt } = state
    if (open?.at.getTime() !== from.getTime() || open.by !== by) return state
    if (!mayWithdrawDispute(state, { side: by, openedAt: open.at, now: endedAt })) return { ...state, end: 'quayside' }
    const ended = { openedBy: by, openedAt: open.at, endedAt, wasWithdrawn: true }
    return {
      ...state,
      openDispute: null,
      facts: { ...state.facts, disputedAt: null },
      disputes: [...state.disputes, ended],
    }
  }
  return [
    { at: from, does: opens },
    { at: until, does: withdraws },
  ]
}

/** As the database has it: once per step, and not after the reader opened the page in this turn. */
function bounceActs(by: Reader, { from, until }: { from: Date; until: Date }): PlannedAct[] {
  const pauseOf = (state: Playing) => (state.away ?? []).find((one) => one.kind === 'undelivered' && one.owner === by)
  return [
    {
      at: from,
      does(state) {
        const clock = deadlineOf(state)
        if (clock?.owner !== by || clock.dueAt <= state.now || pauseOf(state)) return state
        const pause = { owner: by, kind: 'undelivered' as const, from: state.now, until: later(until, state.now) }
        return { ...state, away: [...(state.away ?? []), pause] }
      },
    },
  ]
}

/** The request is never answered. */
function askTime(state: Playing, by: Reader): Playing {
  const turn = awaitingIn(state)
  if (!turn || turn.owner !== by || state.requests.some(({ since }) => since.getTime() === turn.since.getTime()))
    return state
  const until = new Date(state.now.getTime() + 60 * 24 * HOUR_MS)
  const request = { step: turn.step, since: turn.since, until, askedAt: state.now, answer: null, answeredAt: null }
  return { ...state, requests: [...state.requests, request] }
}

function takeBack(state: Playing): Playing {
  if (state.facts.approval !== 'Rejected' || state.openDispute) return state
  const notices = state.notices.map((one) => (one.withdrawnAt ? one : { ...one, withdrawnAt: state.now }))
  return { ...state, notices, decidedAt: state.now, facts: { ...state.facts, approval: 'Pending' } }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
