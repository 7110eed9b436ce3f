/**
 * What our keys sign on its way to a ledger, whatever it is for: stored, then sent, asked about, closed (docs/decisions/143). What differs between a
 * payout, a way out, an opening, lanes and a claim is handed in.
 */

import { type NewEvent, writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import type { PayoutOutcome, SignedPayout, Submission } from '#app/ledgers/ledger.ts'
import {
  type AttemptOf,
  closeAttempt,
  type LiveAttempt,
  storeAttempt,
} from '#app/settlement/custody/db/transfer-attempts.server.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** What is not on the ledger by then is sent again; what gives money to somebody, later at a higher fee. */
const SEND_AGAIN_MS = 5_000
const URGENT_MS = 30_000
const GIVES_MONEY: readonly LiveAttempt['purpose'][] = ['payout', 'wrap', 'finish', 'cancel']

/** As lines of the log call each. */
const CALLED: Record<LiveAttempt['purpose'], string> = {
  payout: 'payout',
  opening: 'opening of a held account',
  wrap: 'way out',
  finish: 'way out',
  cancel: 'way out',
  channels: 'making of lanes',
  tickets: 'making of lanes',
  claim: 'claim',
}

type Moving = Pick<Deps, 'db' | 'clock' | 'log'>

type Submit = (signed: SignedPayout, how: { isUrgent: boolean }) => Promise<Submission>

type NewTransfer = {
  lease: PayoutLease
  signed: SignedPayout
  of: AttemptOf
  event: Omit<NewEvent, 'at'>
  /** What the lines of the log name beside network and hash. */
  names: Record<string, string>
  submit: Submit
  /** Locks and moves its row, before the attempt is stored. Answers with false where it is not to be sent any more: nothing is stored then. */
  prepare?: (tx: Transaction, now: Date) => Promise<unknown>
  /** Moves its row where that needs the stored attempt. */
  onStored?: (tx: Transaction) => Promise<void>
}

/**
 * Stores what was signed under the lease, with the move of its row and the event, and only then sends it: after a crash the hash tells whether it
 * went out. Throws as storeAttempt.
 */
export async function sendTransfer(deps: Moving, transfer: NewTransfer): Promise<void> {
  const { lease, signed, of, event, names, submit, prepare, onStored } = transfer
  const isStored = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if ((await prepare?.(tx, now)) === false) return false
    await storeAttempt(tx, { ...of, signed, leaseEpoch: lease.epoch, now })
    await onStored?.(tx)
    await writeEvent(tx, { ...event, at: now })
    return true
  })
  if (!isStored) return
  const { note, answered, taken } = await submit(signed, { isUrgent: false })
  const what = CALLED[of.purpose]
  const facts = { ...names, network: signed.network, hash: signed.hash, note }
  if (taken) deps.log.info(facts, `${what} sent`)
  else if (answered) deps.log.warn(facts, `${what} sent and refused; the ledger is asked for it, and it is sent again`)
  else deps.log.warn(facts, `${what} not handed over; the ledger is asked for it, and it is sent again`)
}

type SentTransfer = {
  attempt: LiveAttempt
  /** What the ledger says of it now. */
  outcome: PayoutOutcome
  names: Record<string, string>
  submit: Submit
  /** False: what goes out is stopped. */
  maySend: boolean
  /** False: what it cost is kept in no books. */
  isBooked?: boolean
  /** When it is known to have been sent last; left out: it may never have been. */
  sentAt?: Date | undefined
  /** Locks what is to be locked before the attempt. */
  lock?: (tx: Transaction) => Promise<unknown>
  /** Beside the close of the attempt, in its transaction: it did what it was for. */
  onSettled?: (tx: Transaction, outcome: Outcome<'settled'>, now: Date) => Promise<unknown>
  /** It can never do it any more. */
  onSpent?: (tx: Transaction, outcome: Outcome<'failed' | 'expired'>, now: Date) => Promise<unknown>
}

type Outcome<Kind extends PayoutOutcome['kind']> = Extract<PayoutOutcome, { kind: Kind }>

/**
 * Moves what is on its way by what the ledger says of it: sends the stored bytes again while the answer is open, else closes the attempt and moves its row,
 * in one transaction. 'passed': somebody else has closed it.
 */
export async function followTransfer(deps: Moving, transfer: SentTransfer): Promise<'open' | 'closed' | 'passed'> {
  const { attempt, outcome, names, isBooked = true, lock, onSettled, onSpent } = transfer
  if (outcome.kind === 'pending') {
    await sendAgain(deps, transfer)
    return 'open'
  }
  const isClosed = await inTransaction(deps.db, async (tx) => {
    await lock?.(tx)
    const now = deps.clock.now()
    const closing = isBooked ? outcome : { ...outcome, feePaid: undefined }
    if (!(await closeAttempt(tx, { id: attempt.id, outcome: closing, at: now }))) return false
    if (outcome.kind === 'settled') await onSettled?.(tx, outcome, now)
    else await onSpent?.(tx, outcome, now)
    return true
  })
  if (!isClosed) return 'passed'
  const what = CALLED[attempt.purpose]
  const facts = { ...names, network: attempt.network, hash: attempt.hash }
  if (outcome.kind === 'settled') deps.log.info(facts, `${what} settled`)
  else if (outcome.kind === 'expired') deps.log.warn(facts, `${what} expired without being included`)
  else {
    const level = GIVES_MONEY.includes(attempt.purpose) ? 'error' : 'warn'
    deps.log[level]({ ...facts, cause: outcome.code }, `${what} failed on the ledger`)
  }
  return 'closed'
}

/** What the server says decides nothing: it is told of the first sending, and of each later one only to who looks for it. */
async function sendAgain(deps: Moving, { attempt, names, submit, maySend, sentAt }: SentTransfer): Promise<void> {
  const now = deps.clock.now().getTime()
  if (!maySend || (sentAt && now - sentAt.getTime() < SEND_AGAIN_MS)) return
  const isUrgent = GIVES_MONEY.includes(attempt.purpose) && now - attempt.createdAt.getTime() >= URGENT_MS
  const { note } = await submit(attempt, { isUrgent })
  const facts = { ...names, network: attempt.network, hash: attempt.hash, note }
  deps.log.debug(facts, `${CALLED[attempt.purpose]} sent again`)
}
