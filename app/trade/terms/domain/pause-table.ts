/**
 * Every pause that may touch a deadline of a trade, in one table: who can bring it about, which clocks it stops, for how long at
 * most, and who has the money at its end (decision 100). Nothing else stops a deadline.
 *
 * A pause that one side can cause is a weapon of that side. So none that the owner of a clock can bring about adds time to it: at
 * most nothing runs out while it lasts, and Quayside decides at its end, as in a dispute, which each side can open anyway. One does,
 * once: letters that come back (decision 109).
 */
import { STANDS_STILL_MS } from '#app/accounts/domain/account-change.ts'
import type { ClockKind } from './standing.ts'

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
 * `none`: the clock runs on. `time`: it does not run, and the length is added. `anew`: the same, and the step begins anew.
 * `waits`: nothing runs out meanwhile, and nothing is added. `quayside`: as `waits`, and Quayside decides at the end.
 */
export type Effect = 'none' | 'time' | 'anew' | 'waits' | 'quayside'

export type PauseRule = {
  /** Seen from the side whose clock it is. */
  causedBy: readonly ('owner' | 'other' | 'quayside' | 'nobody')[]
  effect: Readonly<Record<ClockKind, Effect>>
  /** The longest that one of them stops a clock, in milliseconds; 0 where it stops none for any time. */
  mostMs: number
  /** What follows after that. */
  after: 'runs_on' | 'quayside'
  /** Who has the money at its end. */
  money: string
  /** Of an escrow that the ledger holds, whose date stands still for nobody: what has to be done before. */
  onLedger: string
  why: string
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** What all pauses together add to one date, however many there are. */
export const MOST_OF_STEP_MS = 90 * DAY_MS
/** Whoever could act for less than that at the end of the last 24 or 48 hours counts as not able to. */
export const LEAST_ABLE_MS = DAY_MS
/** Five working days, whenever they begin: so long a step stands still because letters come back, once (decision 109). */
export const UNDELIVERED_MS = 7 * DAY_MS
/** What people need to sign before the ledger's date, after the last clock. */
export const BEFORE_LEDGER_DATE_MS = DAY_MS
/** So often each side may withdraw a dispute of one escrow; a further one is Quayside's to end. */
export const MOST_WITHDRAWN = 2

const NEVER: PauseRule['effect'] = {
  fund: 'none',
  present: 'none',
  examine: 'none',
  grace: 'none',
  last_notice: 'none',
}
/** Every clock that runs once there is money in the escrow. */
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
