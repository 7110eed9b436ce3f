/**
 * The queue for the next ledger (stellar-core, TransactionQueue): one transaction per source account; one that is not
 * included is dropped after 4 ledgers. Hashes of included ones are refused for 9 ledgers, of dropped ones for 10.
 */
import { type Envelope, innerHash, outerHash } from './envelope.ts'
import { feeBid, payerOf, replacementFee } from './fees.ts'

/** How the faults treat it: included, included as failed, or never included. */
export type Treatment = 'include' | 'fail' | 'never'

export type Waiting = { envelope: Envelope; treatment: Treatment; since: number }

/** `free`: may be checked and added. `underbid`: a fee bump of the waiting one below `neededFee` stroops. */
type Standing =
  | { kind: 'free' | 'duplicate' | 'try_again_later' | 'bad_sequence' }
  | { kind: 'underbid'; neededFee: bigint }

const LEDGERS_TO_WAIT = 4
/** A ban counts from its first ledger; that of an included transaction begins before its own ledger counts. */
const LEDGERS_TO_BAN = { included: 9, dropped: 10 }

export class TransactionQueue {
  readonly #waiting = new Map<string, Waiting>()
  readonly #bannedUntil = new Map<string, number>()

  standingOf(envelope: Envelope, latestLedger: number): Standing {
    if ((this.#bannedUntil.get(outerHash(envelope)) ?? 0) > latestLedger) return { kind: 'try_again_later' }
    const waiting = this.#waiting.get(envelope.transaction.source.address)?.envelope
    if (waiting === undefined) return { kind: 'free' }
    if (isSame(envelope, waiting)) return { kind: 'duplicate' }
    const { sequence } = waiting.transaction
    if (envelope.transaction.sequence < sequence) return { kind: 'bad_sequence' }
    if (envelope.feeBump === null || envelope.transaction.sequence > sequence) return { kind: 'try_again_later' }
    const neededFee = replacementFee(envelope, waiting)
    return feeBid(envelope) >= neededFee ? { kind: 'free' } : { kind: 'underbid', neededFee }
  }

  /** Stroops that waiting transactions bid from this payer's money, without the one that the newcomer would replace. */
  bidsOf(payer: string, newcomer: Envelope): bigint {
    return [...this.#waiting]
      .filter(([source, { envelope }]) => source !== newcomer.transaction.source.address && payerOf(envelope) === payer)
      .reduce((sum, [, { envelope }]) => sum + feeBid(envelope), 0n)
  }

  add(waiting: Waiting): void {
    this.#waiting.set(waiting.envelope.transaction.source.address, waiting)
  }

  /** Removes and returns the transactions of this ledger, and drops those that have waited too long. */
  takeFor(ledger: number): Waiting[] {
    for (const [hash, until] of this.#bannedUntil) {
      if (until <= ledger) this.#bannedUntil.delete(hash)
    }
    const taken: Waiting[] = []
    for (const [source, waiting] of this.#waiting) {
      const isDue = waiting.treatment !== 'never'
      if (!isDue && ledger - waiting.since < LEDGERS_TO_WAIT) continue
      this.#waiting.delete(source)
      const ban = LEDGERS_TO_BAN[isDue ? 'included' : 'dropped']
      this.#bannedUntil.set(outerHash(waiting.envelope), ledger + ban)
      if (isDue) taken.push(waiting)
    }
    return taken
  }
}

/** The same bytes, or the transaction inside the fee bump that waits. */
function isSame(newcomer: Envelope, waiting: Envelope): boolean {
  const hash = outerHash(newcomer)
  return hash === outerHash(waiting) || (newcomer.feeBump === null && hash === innerHash(waiting))
}
