/**
 * What our keys sign on its way to a ledger, whatever it is for: stored, and only then sent (docs/decisions/143). What differs between a
 * payout, a way out, an opening, lanes and a claim is handed in.
 */
import { type AttemptOf, type LiveAttempt, storeAttempt } from '#app/db/custody/transfer-attempts.server.ts'
import { type NewEvent, writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import type { PayoutLease } from '#app/db/payouts/payout-lease.server.ts'
import type { SignedPayout, Submission } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'

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
export async function sendTransfer(deps: WorkerDeps, transfer: NewTransfer): Promise<void> {
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
