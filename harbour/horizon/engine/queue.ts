/**
 * Transactions that wait for the next ledger (stellar-core, TransactionQueue): one for each source account; one that was
 * not included is dropped after 4 ledgers, and its hash, like that of an included one, is turned away for 10 ledgers.
 */
import { type Envelope, outerHash } from './envelope.ts'
import { outbids } from './fees.ts'

/** How the faults want it treated: included, included as failed, or never included. */
export type Treatment = 'include' | 'fail' | 'never'

export type Waiting = { envelope: Envelope; treatment: Treatment; since: number }

/** `free`: it may be checked and added. `outbid` and `underbid`: a fee bump of the one that waits. */
type Standing = 'free' | 'duplicate' | 'try_again_later' | 'bad_sequence' | 'outbid' | 'underbid'

const LEDGERS_TO_WAIT = 4
const LEDGERS_TO_BAN = 10

export class TransactionQueue {
  readonly #waiting = new Map<string, Waiting>()
  readonly #bannedUntil = new Map<string, number>()

  standingOf(envelope: Envelope, latestLedger: number): Standing {
    if ((this.#bannedUntil.get(outerHash(envelope)) ?? 0) > latestLedger) return 'try_again_later'
    const waiting = this.#waiting.get(envelope.transaction.source.address)
    if (waiting === undefined) return 'free'
    if (outerHash(waiting.envelope) === outerHash(envelope)) return 'duplicate'
    const { sequence } = waiting.envelope.transaction
    if (envelope.transaction.sequence < sequence) return 'bad_sequence'
    if (envelope.feeBump === null || envelope.transaction.sequence > sequence) return 'try_again_later'
    return outbids(envelope, waiting.envelope) ? 'outbid' : 'underbid'
  }

  add(waiting: Waiting): void {
    this.#waiting.set(waiting.envelope.transaction.source.address, waiting)
  }

  /** Takes out what goes into this ledger, and drops what has waited too long. */
  takeFor(ledger: number): Waiting[] {
    for (const [hash, until] of this.#bannedUntil) {
      if (until <= ledger) this.#bannedUntil.delete(hash)
    }
    const taken: Waiting[] = []
    for (const [source, waiting] of this.#waiting) {
      const isDue = waiting.treatment !== 'never'
      if (!isDue && ledger - waiting.since < LEDGERS_TO_WAIT) continue
      this.#waiting.delete(source)
      this.#bannedUntil.set(outerHash(waiting.envelope), ledger + LEDGERS_TO_BAN)
      if (isDue) taken.push(waiting)
    }
    return taken
  }
}
