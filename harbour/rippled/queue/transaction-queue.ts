/** Queue of transactions that pay less than the open ledger's level, for later ledgers (TxQ of rippled). */
import { preclaim, preflight } from '#harbour/rippled/engine/engine.ts'
import { sha512Half } from '#harbour/rippled/engine/entries.ts'
import { claimsFee, type ResultCode } from '#harbour/rippled/engine/results.ts'
import { accountIn, type State, ticketIn } from '#harbour/rippled/engine/sandbox.ts'
import type { Attempt, OpenView, Pending } from '#harbour/rippled/ledger/open-view.ts'
import type { TransactionRecord } from '#harbour/rippled/ledger/record.ts'
import { levelPaidBy, openQueuedAccounts, type Queued, queuedOf } from './accounts.ts'
import { compareSeq } from './consequences.ts'
import { type FeeMetrics, REFERENCE_LEVEL } from './fee-levels.ts'
import { type Among, clearUpTo, placeAmong } from './placing.ts'

const LEDGERS_IN_QUEUE = 20
const LEAST_CAPACITY = 2000
/** A replacement of a queued one has to pay more than this many per cent more. */
const REPLACING_PERCENT = 25n

export type TransactionQueue = {
  /** Applies it to the open ledger, queues it or refuses it. */
  apply(view: OpenView, pending: Pending, isFailHard: boolean): Attempt
  /** Moves those that pay enough into a new open ledger, the best first. */
  serve(view: OpenView, parentHash: string): void
  /** Adapts to a closed ledger; `levels`: what its transactions paid, those of others included. */
  closed(ledger: { index: number; levels: readonly bigint[] }): void
  size(): number
  /** Minimum level that gets into the queue. */
  leastLevel(): bigint
  /** Null until the first ledger has closed: no limit. */
  capacity(): number | null
  of(account: string): readonly Queued[]
  /** Sequence number for the account's next transaction. */
  nextSequence(account: string, sequence: number): number
}

export function openTransactionQueue(metrics: FeeMetrics): TransactionQueue {
  const queued = openQueuedAccounts()
  let capacity: number | null = null
  /** Orders those of the same level, differently for each ledger. */
  let salt = ''

  const isFull = () => capacity !== null && queued.size() >= capacity

  function inOrder(): Queued[] {
    return queued
      .all()
      .map((one) => ({ one, lot: sha512Half(`${salt} ${one.pending.transaction.hash}`) }))
      .sort((first, second) =>
        first.one.level === second.one.level
          ? first.lot.localeCompare(second.lot)
          : Number(second.one.level - first.one.level),
      )
      .map(({ one }) => one)
  }

  function applyDirectly(view: OpenView, pending: Pending, isFailHard: boolean): Attempt | null {
    const candidate = queuedOf(pending, view.state)
    const account = accountIn(view.state, candidate.account)
    if (account === undefined) return null
    if (!candidate.seq.isTicket && candidate.seq.value !== account.Sequence) return null
    if (candidate.level < metrics.required(view.size())) return null
    const attempt = view.attempt(pending, isFailHard)
    const replaced = queued.find(candidate.account, candidate.seq)
    if (attempt.isApplied && replaced !== undefined) queued.remove(replaced)
    return attempt
  }

  /** Returns why it cannot be queued, or where it would stand. */
  function placeOf(view: OpenView, candidate: Queued, isFailHard: boolean): ResultCode | Among {
    const account = accountIn(view.state, candidate.account)
    if (account === undefined) return 'terNO_ACCOUNT'
    const { seq } = candidate
    if (seq.isTicket && ticketIn(view.state, candidate.account, seq.value) === undefined) {
      return seq.value < account.Sequence ? 'tefNO_TICKET' : 'terPRE_TICKET'
    }
    const waiting = queued.of(candidate.account).filter((one) => one.seq.isTicket || one.seq.value >= account.Sequence)
    const replaced = queued.find(candidate.account, seq)
    const [first] = waiting
    if (candidate.consequences.isBlocker) {
      const isAlone = waiting.length === 0 || (waiting.length === 1 && first === replaced)
      if (!isAlone) return 'telCAN_NOT_QUEUE_BLOCKS'
    }
    if (waiting.length === 1 && first?.consequences.isBlocker && first !== replaced) return 'telCAN_NOT_QUEUE_BLOCKED'
    if (replaced !== undefined && candidate.level <= (replaced.level * (100n + REPLACING_PERCENT)) / 100n) {
      return 'telCAN_NOT_QUEUE_FEE'
    }
    const next = queued.nextSequence(candidate.account, account.Sequence)
    return placeAmong({ view, account, candidate, waiting, replaced, next, isFailHard })
  }

  return {
    apply(view, pending, isFailHard) {
      const { transaction } = pending
      const surroundings = view.surroundings(pending.fate)
      const looksRight = preflight(transaction, surroundings)
      if (looksRight !== 'tesSUCCESS') return refusal(looksRight)
      const direct = applyDirectly(view, pending, isFailHard)
      if (direct !== null) return direct

      const candidate = queuedOf(pending, view.state)
      const place = placeOf(view, candidate, isFailHard)
      if (typeof place === 'string') return refusal(place)
      const claimed = preclaim(transaction, place.state, surroundings)
      if (claimed !== 'tesSUCCESS' && !claimsFee(claimed)) return refusal(claimed)
      const required = metrics.required(view.size())
      if (place.isBehindOthers && candidate.level > required && required > REFERENCE_LEVEL) {
        const cleared = clearUpTo({ view, candidate, before: place.before, metrics, remove: queued.remove })
        if (cleared !== null) return cleared
      }
      if (place.cannotBeHeld !== null) return refusal(place.cannotBeHeld)
      const cheapest = inOrder().at(-1)
      if (place.replaced === undefined && isFull() && cheapest !== undefined) {
        if (cheapest.account === candidate.account || candidate.level <= cheapest.level) {
          return refusal('telCAN_NOT_QUEUE_FULL')
        }
        queued.remove(queued.of(cheapest.account).at(-1) ?? cheapest)
      }
      if (place.replaced !== undefined) queued.remove(place.replaced)
      queued.add(candidate)
      return refusal('terQUEUED')
    },

    serve(view, parentHash) {
      salt = parentHash
      let order = inOrder()
      for (let one = order.shift(); one !== undefined; one = order.shift()) {
        const [first] = queued.of(one.account)
        if (first !== undefined && !one.seq.isTicket && compareSeq(first.seq, one.seq) < 0) continue
        if (one.level < metrics.required(view.size())) break
        const { result, isApplied } = view.attempt(one.pending, false)
        const isHopeless = result.startsWith('tef') || result.startsWith('tem')
        one.retries -= 1
        if (!isApplied && !isHopeless && one.retries >= 0) continue
        queued.remove(one)
        // The one queued behind it may stand earlier in the order.
        const [next] = queued.of(one.account)
        if (isApplied && next !== undefined && !order.includes(next)) order = [next, ...order]
      }
    },

    closed({ index, levels }) {
      metrics.update(levels)
      capacity = Math.max(metrics.expected() * LEDGERS_IN_QUEUE, LEAST_CAPACITY)
      for (const one of queued.all()) {
        if (one.lastLedger !== undefined && one.lastLedger <= index) queued.remove(one)
      }
    },

    size: queued.size,
    leastLevel: () => (isFull() ? (inOrder().at(-1)?.level ?? REFERENCE_LEVEL) + 1n : REFERENCE_LEVEL),
    capacity: () => capacity,
    of: queued.of,
    nextSequence: queued.nextSequence,
  }
}

function refusal(result: ResultCode): Attempt {
  return { result, isApplied: false }
}

/** Returns the levels that a closed ledger's transactions paid, by the state after it. */
export function levelsOf(pending: readonly Pending[], records: readonly TransactionRecord[], after: State): bigint[] {
  const included = new Set(records.map(({ hash }) => hash))
  return pending
    .filter(({ transaction }) => included.has(transaction.hash))
    .map(({ transaction }) => levelPaidBy(transaction, after))
}
