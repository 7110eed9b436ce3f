/**
 * The path of everything our keys sign, whatever it is for: store, send, follow, close (docs/decisions/140).
 * Differences between payouts, on-chain settlements, openings, channels or tickets, and claims are parameters.
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

/** After so long without inclusion it is sent again; after the longer time, money for others at a higher fee. */
const SEND_AGAIN_MS = 5_000
const URGENT_MS = 30_000
const GIVES_MONEY: readonly LiveAttempt['purpose'][] = ['payout', 'wrap', 'finish', 'cancel']

type Moving = Pick<Deps, 'db' | 'clock' | 'log'>

type Submit = (signed: SignedPayout, how: { isUrgent: boolean }) => Promise<Submission>

type NewTransfer = {
  lease: PayoutLease
  signed: SignedPayout
  of: AttemptOf
  event: Omit<NewEvent, 'at'>
  /** Fields of log messages, beside purpose, network and hash. */
  names: Record<string, string>
  submit: Submit
  /** Locks and moves its row before the attempt is stored. False: not to be sent any more; nothing is stored. */
  prepare?: (tx: Transaction, now: Date) => Promise<unknown>
  /** Moves its row where that needs the stored attempt. */
  onStored?: (tx: Transaction) => Promise<void>
}

/**
 * Stores what was signed under the lease, with its row's move and the event, and only then sends it: after a crash the
 * hash tells whether it was sent. Throws as storeAttempt does.
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
  const facts = { ...names, purpose: of.purpose, network: signed.network, hash: signed.hash, note }
  // After a refusal or a failure the ledger is asked for it, and it is sent again.
  if (taken) deps.log.info(facts, 'transfer sent')
  else if (answered) deps.log.warn(facts, 'transfer submission refused')
  else deps.log.warn(facts, 'transfer submission failed')
}

type SentTransfer = {
  attempt: LiveAttempt
  /** The ledger's current answer. */
  outcome: PayoutOutcome
  names: Record<string, string>
  submit: Submit
  /** False: sending is stopped. */
  maySend: boolean
  /** False: its cost is not in our books. */
  isBooked?: boolean
  /** When it was last sent. Left out: perhaps never. */
  sentAt?: Date | undefined
  /** Locks what must be locked before the attempt. */
  lock?: (tx: Transaction) => Promise<unknown>
  /** It succeeded; called in the transaction that closes the attempt. */
  onSettled?: (tx: Transaction, outcome: Outcome<'settled'>, now: Date) => Promise<unknown>
  /** It can never succeed; called in the transaction that closes the attempt. */
  onSpent?: (tx: Transaction, outcome: Outcome<'failed' | 'expired'>, now: Date) => Promise<unknown>
}

type Outcome<Kind extends PayoutOutcome['kind']> = Extract<PayoutOutcome, { kind: Kind }>

/**
 * Moves a transfer by the ledger's answer: resends the stored bytes while the outcome is open, else closes the attempt
 * and moves its row in one transaction. 'passed': somebody else closed it.
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
  const { purpose, network, hash } = attempt
  const facts = { ...names, purpose, network, hash }
  if (outcome.kind === 'settled') deps.log.info(facts, 'transfer settled')
  else if (outcome.kind === 'expired') deps.log.warn(facts, 'transfer expired')
  else {
    const level = GIVES_MONEY.includes(purpose) ? 'error' : 'warn'
    deps.log[level]({ ...facts, cause: outcome.code }, 'transfer failed on ledger')
  }
  return 'closed'
}

/** The server's answer decides nothing: the first one is logged, later ones only at debug level. */
async function sendAgain(deps: Moving, { attempt, names, submit, maySend, sentAt }: SentTransfer): Promise<void> {
  const now = deps.clock.now().getTime()
  if (!maySend || (sentAt && now - sentAt.getTime() < SEND_AGAIN_MS)) return
  const { purpose, network, hash, createdAt } = attempt
  const isUrgent = GIVES_MONEY.includes(purpose) && now - createdAt.getTime() >= URGENT_MS
  const { note } = await submit(attempt, { isUrgent })
  deps.log.debug({ ...names, purpose, network, hash, note }, 'transfer resent')
}
