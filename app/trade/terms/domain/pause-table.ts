/**
 * Every pause that may affect a deadline of a trade, in one table: who can cause it, which deadlines it stops, for how
 * long at most, and who gets the money at its end (decision 100). Nothing else stops a deadline.
 *
 * A side can use a pause that it causes as a weapon. So no pause that the owner of a deadline can cause adds time to
 * it: at most nothing expires while it lasts, and Quayside decides at its end, as in a dispute, which each side can
 * open anyway. One exception adds time, once: emails that come back (decision 109).
 */
import { STANDS_STILL_MS } from '#app/accounts/domain/account-change.ts'
import type { DeadlineKind } from './standing.ts'

export const PAUSE_KINDS = [
  'others_dispute',
  'dismissed_dispute',
  'own_dispute',
  'notice_taken_back',
  'time_asked',
  'locked',
  'stands_still',
  'unheard_notice',
  'undelivered',
  'unread_ledger',
  'review',
  'payout_stop',
  'payout_limit',
] as const
export type PauseKind = (typeof PAUSE_KINDS)[number]

/**
 * `none`: the deadline runs on. `time`: it stops, and the length is added. `anew`: the same, and the step restarts.
 * `waits`: nothing expires meanwhile, nothing is added. `quayside`: as `waits`, and Quayside decides at the end.
 */
export type Effect = 'none' | 'time' | 'anew' | 'waits' | 'quayside'

export type PauseRule = {
  /** From the view of the deadline's owner. */
  causedBy: readonly ('owner' | 'other' | 'quayside' | 'nobody')[]
  effect: Readonly<Record<DeadlineKind, Effect>>
  /** The longest that one of them stops a deadline, in milliseconds; 0: it stops none for any time. */
  mostMs: number
  after: 'runs_on' | 'quayside'
  /** Who gets the money at its end. */
  money: string
  /** For an on-chain escrow, whose ledger date never moves: what has to be done before it. */
  onLedger: string
  why: string
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** What all pauses together can add to one date. */
export const MOST_OF_STEP_MS = 90 * DAY_MS
/** Being able to act for less than that at the end of the last 24 or 48 hours counts as unable. */
export const LEAST_ABLE_MS = DAY_MS
/** Contains five working days whenever it begins: how long emails that come back pause a step, once (decision 109). */
export const UNDELIVERED_MS = 7 * DAY_MS
/** Time to sign between the last deadline and the ledger date. */
export const BEFORE_LEDGER_DATE_MS = DAY_MS
/** How often each side may withdraw a dispute of one escrow; only Quayside can end a further one. */
export const MOST_WITHDRAWN = 2

const NEVER: PauseRule['effect'] = {
  fund: 'none',
  present: 'none',
  examine: 'none',
  grace: 'none',
  last_notice: 'none',
}
/** All deadlines of a funded escrow. */
const funded = (effect: Effect): PauseRule['effect'] => ({
  ...NEVER,
  present: effect,
  examine: effect,
  grace: effect,
  last_notice: effect,
})

const AS_AGREED = 'What was agreed for the date.'
const BY_DECISION = 'Whoever Quayside decides for.'
const NOT_STOPPED = 'Nothing: it moves no date.'
const DECIDE_BEFORE = 'Quayside decides a day before the date, less the 48 or 24 hours of notice.'

export const PAUSES: Readonly<Record<PauseKind, PauseRule>> = {
  others_dispute: {
    causedBy: ['other', 'quayside'],
    effect: funded('anew'),
    mostMs: MOST_OF_STEP_MS,
    after: 'runs_on',
    money: AS_AGREED,
    onLedger: DECIDE_BEFORE,
    why: 'While the other side’s dispute stands, or one that a date has opened, nothing can be presented or examined.',
  },
  dismissed_dispute: {
    causedBy: ['quayside'],
    effect: funded('time'),
    mostMs: MOST_OF_STEP_MS,
    after: 'runs_on',
    money: AS_AGREED,
    onLedger: DECIDE_BEFORE,
    why: 'Quayside took the time, and left the money undecided. Its opener gets that time back, and no new beginning.',
  },
  own_dispute: {
    causedBy: ['owner'],
    effect: NEVER,
    mostMs: 0,
    after: 'runs_on',
    money: AS_AGREED,
    onLedger: NOT_STOPPED,
    why: 'Opened and withdrawn by the same side. Once its own date has passed it can no longer be withdrawn: Quayside decides.',
  },
  notice_taken_back: {
    causedBy: ['owner'],
    effect: NEVER,
    mostMs: 0,
    after: 'runs_on',
    money: AS_AGREED,
    onLedger: NOT_STOPPED,
    why: 'A buyer who rejects and takes it back has no more time to examine than one who does not.',
  },
  time_asked: {
    causedBy: ['owner'],
    effect: NEVER,
    mostMs: 0,
    after: 'runs_on',
    money: AS_AGREED,
    onLedger: NOT_STOPPED,
    why: 'No answer is a no. Only more time that was agreed moves a date.',
  },
  locked: {
    causedBy: ['owner', 'other', 'quayside'],
    effect: funded('quayside'),
    mostMs: STANDS_STILL_MS,
    after: 'quayside',
    money: BY_DECISION,
    onLedger: DECIDE_BEFORE,
    why: 'Whoever cannot sign in cannot act, and must not gain time by it.',
  },
  stands_still: {
    causedBy: ['owner', 'other', 'quayside'],
    effect: funded('quayside'),
    mostMs: STANDS_STILL_MS,
    after: 'quayside',
    money: BY_DECISION,
    onLedger: DECIDE_BEFORE,
    why: 'An operator has changed how its owner gets in. Anybody can ask for that, also whoever is late.',
  },
  unheard_notice: {
    causedBy: ['owner', 'nobody'],
    effect: { ...NEVER, last_notice: 'quayside' },
    mostMs: 0,
    after: 'quayside',
    money: BY_DECISION,
    onLedger: DECIDE_BEFORE,
    why: 'The last notice did not leave by our fault, or went to an address that nobody has confirmed. Silence is no acceptance then.',
  },
  undelivered: {
    causedBy: ['owner', 'nobody'],
    effect: funded('time'),
    mostMs: UNDELIVERED_MS,
    after: 'runs_on',
    money: 'What was agreed for the date, the silence at its end included.',
    onLedger: DECIDE_BEFORE,
    why: 'Letters to whose turn it is come back. Once for each escrow and step, until its reader opens the page: no mailbox is a veto.',
  },
  unread_ledger: {
    causedBy: ['nobody'],
    effect: { ...NEVER, fund: 'waits' },
    mostMs: 30 * DAY_MS,
    after: 'runs_on',
    money: 'The buyer: what has arrived, or is found later, goes back.',
    onLedger: 'The date gives the money back to the buyer, funded or not.',
    why: 'Money that came in time must not be too late because we have not read it, or doubt what we read.',
  },
  review: {
    causedBy: ['owner', 'other', 'quayside'],
    effect: NEVER,
    mostMs: 0,
    after: 'runs_on',
    money: 'Whoever the trade gives it to. It is paid when the review lets it go.',
    onLedger:
      'Nothing waits for it once the money is locked, unless two operators have confirmed the match: then it has to be let go before the date, or the ledger gives the money back to the buyer.',
    why: 'Whoever is under review can present, examine and ask for more time. A date that moved would tell of the review.',
  },
  payout_stop: {
    causedBy: ['quayside'],
    effect: NEVER,
    mostMs: 0,
    after: 'runs_on',
    money: 'Whoever it was decided for. It is paid when the stop ends.',
    onLedger: 'Nothing: what a ledger holds is settled all the same.',
    why: 'It stops money that is decided already, and nobody from acting.',
  },
  payout_limit: {
    causedBy: ['quayside'],
    effect: NEVER,
    mostMs: 0,
    after: 'runs_on',
    money: 'Whoever it was decided for. It is paid when a second operator approves, or the limit has room.',
    onLedger: 'Nothing: it is asked for before the lock. What was locked before that rule is weighed once.',
    why: 'It stops money that is decided already, and nobody from acting.',
  },
}
