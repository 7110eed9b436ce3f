/**
 * The network itself: takes in signed transactions, closes ledgers and remembers. What Horizon shows is read from here.
 * A ledger is written to the journal before anybody can see it.
 */
import { randomUUID } from 'node:crypto'
import type { xdr } from '@stellar/stellar-sdk'
import { type Applied, applyTransaction, chargeFee } from '#harbour/horizon/engine/apply.ts'
import { Draft } from '#harbour/horizon/engine/draft.ts'
import { type Envelope, outerHash } from '#harbour/horizon/engine/envelope.ts'
import { feeBid, minimumFee, payerOf, requiredFee } from '#harbour/horizon/engine/fees.ts'
import { TransactionQueue, type Treatment, type Waiting } from '#harbour/horizon/engine/queue.ts'
import { transactionResult, type Verdict } from '#harbour/horizon/engine/results.ts'
import { type Arrival, refusalOf } from '#harbour/horizon/engine/validate.ts'
import type { LedgerMoment } from '#harbour/horizon/operations/rules.ts'
import { transactionRecord } from '#harbour/horizon/resources/records.ts'
import { type Journal, openJournal } from '#harbour/journal.ts'
import { type Account, spendable } from './account.ts'
import { type Entry, type LedgerEntry, readEntry, writeEntry } from './entries.ts'
import { type GenesisAccount, genesisAccount } from './genesis.ts'
import { History } from './history.ts'
import type { Market } from './market.ts'
import { type Arrange, drawOrder } from './order.ts'
import { LedgerState } from './state.ts'
import { type Anchor, Timeline } from './timeline.ts'

/** The first ledger that is shown; it holds the genesis accounts. */
export const GENESIS_LEDGER = 2

/** Whose time is up within twice the usual time between ledgers is turned away at once (stellar-core, Herder). */
const LATENESS_SECONDS = 10

export type NetworkOptions = {
  passphrase: string
  /** Milliseconds between ledgers; 0: they close only on request. */
  ledgerMs: number
  /** Null: nothing is kept after the process ends. */
  journalFile: string | null
  genesis: readonly GenesisAccount[]
  market: Market | null
  now: () => Date
  /** In which order a ledger carries out its transactions; drawn by `drawOrder` unless it is set. */
  arrange?: Arrange
}

/** What the network says at once; `error` carries the result that explains it. */
export type Reception =
  | { status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' }
  | { status: 'ERROR'; result: xdr.TransactionResult }

export class Network {
  readonly passphrase: string
  /** Tells this network from one that began anew under the same passphrase: no two have a ledger hash in common. */
  readonly origin: string
  readonly state = new LedgerState()
  readonly history = new History()
  readonly #options: NetworkOptions
  readonly #journal: Journal
  readonly #timeline: Timeline
  readonly #queue = new TransactionQueue()
  readonly #listeners = new Set<() => void>()
  #latest = GENESIS_LEDGER
  #timer: NodeJS.Timeout | undefined

  constructor(options: NetworkOptions) {
    this.passphrase = options.passphrase
    this.#options = options
    this.#journal = openJournal(options.journalFile)
    const entries = this.#journal.earlier.map(readEntry)
    const start = entries.find((entry) => entry.kind === 'anchor')
    const first = start?.anchor
    // Journals of before there was an origin: their hashes stay what they were.
    this.origin = start === undefined ? randomUUID() : (start.origin ?? '')
    this.#timeline = new Timeline(first ?? this.#begin())
    for (const entry of entries) this.#recall(entry, first)
    this.#resume()
    this.#admit(options.genesis)
    this.#scheduleClose()
  }

  /** Number of the last closed ledger. */
  get latest(): number {
    return this.#latest
  }

  /** Close time of a closed ledger. */
  closedAt(sequence: number): Date {
    return new Date(Math.floor(this.#timeline.closedAt(sequence) / 1000) * 1000)
  }

  /** Calls back after every close that somebody could see. Returns a stop. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks a transaction and keeps it for the next ledger. */
  submit(envelope: Envelope, treatment: Treatment): Reception {
    const standing = this.#queue.standingOf(envelope, this.#latest)
    switch (standing.kind) {
      case 'duplicate':
        return { status: 'DUPLICATE' }
      case 'try_again_later':
        return { status: 'TRY_AGAIN_LATER' }
      case 'bad_sequence':
        return this.#refuse(envelope, { about: 'transaction', code: 'txBadSeq' })
      case 'underbid':
        return this.#refuse(envelope, { about: 'feeBump', code: 'txInsufficientFee' }, standing.neededFee)
      case 'free': {
        const refusal = refusalOf(envelope, this.state, this.#arrival()) ?? this.#refuseBids(envelope)
        if (refusal !== null) return this.#refuse(envelope, refusal)
        this.#queue.add({ envelope, treatment, since: this.#latest })
        return { status: 'PENDING' }
      }
    }
  }

  /** The next ledger as far as it is known now. It may close later than one thinks, so its time is taken as late. */
  #arrival(): Arrival {
    const closed = this.#timeline.closedAt(this.#latest)
    return {
      sequence: this.#latest + 1,
      earliest: seconds(closed),
      latest: seconds(Math.max(this.#now(), closed)) + LATENESS_SECONDS,
    }
  }

  /** All that wait and are paid by one account must fit into what it can spend. */
  #refuseBids(envelope: Envelope): Verdict | null {
    const payer = this.state.find(payerOf(envelope))
    const bids = this.#queue.bidsOf(payerOf(envelope), envelope) + feeBid(envelope)
    if (payer === undefined || spendable(payer) >= bids) return null
    return { about: envelope.feeBump === null ? 'transaction' : 'feeBump', code: 'txInsufficientBalance' }
  }

  #refuse(envelope: Envelope, verdict: Verdict, neededFee = requiredFee(envelope)): Reception {
    const fee = verdict.code === 'txInsufficientFee' ? neededFee : minimumFee(envelope)
    return { status: 'ERROR', result: transactionResult(envelope, verdict, fee) }
  }

  /** Closes a ledger now, off the beat, and returns its number. */
  closeLedger(): number {
    this.#closeDue()
    return this.passTime()
  }

  /** Closes the next ledger at the present time, however long ago the last one closed. */
  passTime(): number {
    const sequence = this.#latest + 1
    const at = Math.max(this.#now(), this.#timeline.closedAt(this.#latest))
    this.#close(sequence, { sequence, at, everyMs: this.#options.ledgerMs })
    this.#scheduleClose()
    return sequence
  }

  /** Stops the beat and notes how far it came, so that a clock set back meanwhile cannot turn back the ledger. */
  stop(): void {
    clearTimeout(this.#timer)
    const reached = { sequence: this.#latest, at: this.#timeline.closedAt(this.#latest) }
    if (reached.sequence > this.#timeline.last.sequence) {
      this.#write({ kind: 'anchor', anchor: { ...reached, everyMs: this.#options.ledgerMs } })
    }
    this.#listeners.clear()
    this.#journal.close()
  }

  #now(): number {
    return this.#options.now().getTime()
  }

  #begin(): Anchor {
    const anchor = { sequence: GENESIS_LEDGER, at: this.#now(), everyMs: this.#options.ledgerMs }
    this.#write({ kind: 'anchor', anchor, origin: this.origin })
    return anchor
  }

  #write(entry: Entry): void {
    this.#journal.append(writeEntry(entry))
  }

  /** Takes over what an earlier run has written. */
  #recall(entry: Entry, first: Anchor | undefined): void {
    switch (entry.kind) {
      case 'anchor':
        if (entry.anchor !== first) this.#timeline.anchor(entry.anchor)
        this.#latest = Math.max(this.#latest, entry.anchor.sequence)
        break
      case 'genesis':
        this.#welcome(entry.ledger, entry.accounts)
        break
      case 'ledger':
        this.#show(entry)
        break
    }
  }

  /** Catches up with the ledgers that closed while nobody looked, then goes on with today's beat. */
  #resume(): void {
    this.#latest = Math.max(this.#latest, this.#timeline.sequenceAt(this.#now()))
    const { ledgerMs } = this.#options
    if (this.#timeline.last.everyMs === ledgerMs) return
    const anchor = { sequence: this.#latest, at: this.#timeline.closedAt(this.#latest), everyMs: ledgerMs }
    this.#timeline.anchor(anchor)
    this.#write({ kind: 'anchor', anchor })
  }

  /** Adds the genesis accounts that no earlier run has known. */
  #admit(genesis: readonly GenesisAccount[]): void {
    const unknown = genesis.filter(({ address }) => this.history.ofAccount(address) === undefined)
    if (unknown.length === 0) return
    const accounts = unknown.map((account) => genesisAccount(account, this.#latest))
    const byAddress = Object.fromEntries(accounts.map((account) => [account.address, account]))
    this.#write({ kind: 'genesis', ledger: this.#latest, accounts: byAddress })
    this.#welcome(this.#latest, byAddress)
  }

  #welcome(ledger: number, accounts: Record<string, Account | null>): void {
    this.state.apply(ledger, { accounts: new Map(Object.entries(accounts)) })
    for (const address of Object.keys(accounts)) this.history.welcome(address)
  }

  #scheduleClose(): void {
    clearTimeout(this.#timer)
    const { ledgerMs } = this.#options
    if (ledgerMs === 0) return
    const due = this.#timeline.closedAt(this.#latest) + ledgerMs
    this.#timer = setTimeout(
      () => {
        this.#closeDue()
        this.#scheduleClose()
      },
      Math.max(1, Math.min(due - this.#now(), ledgerMs)),
    )
  }

  /** Closes up to the ledger that is due; what waits goes into the newest one. */
  #closeDue(): void {
    const due = this.#timeline.sequenceAt(this.#now())
    if (due > this.#latest) this.#close(due, null)
  }

  #close(sequence: number, anchor: Anchor | null): void {
    const at = anchor?.at ?? this.#timeline.closedAt(sequence)
    const ledger = { sequence, closeTime: seconds(at) }
    const draft = new Draft(this.state)
    const applied = this.#applyAll(this.#queue.takeFor(sequence), draft, ledger)
    if (applied.length > 0 || anchor !== null) {
      const entry: LedgerEntry = {
        kind: 'ledger',
        sequence,
        anchor,
        transactions: applied.map(({ envelope, result, effects }) => ({
          envelope: envelope.xdr,
          result: result.toXdr('base64'),
          effects,
        })),
        accounts: Object.fromEntries(draft.changes().accounts),
        balances: Object.fromEntries(draft.changes().balances),
      }
      this.#write(entry)
      this.#show(entry)
    }
    this.#latest = sequence
    for (const listener of [...this.#listeners]) listener()
  }

  #applyAll(waiting: readonly Waiting[], draft: Draft, ledger: LedgerMoment): Applied[] {
    const { market } = this.#options
    const arrival = { sequence: ledger.sequence, earliest: ledger.closeTime, latest: ledger.closeTime }
    // What has become invalid while it waited (its time is up, its payer is broke) is dropped without a trace.
    const valid = waiting.filter(({ envelope }) => refusalOf(envelope, this.state, arrival) === null)
    const byHash = new Map(valid.map((candidate) => [outerHash(candidate.envelope), candidate]))
    const order = (this.#options.arrange ?? drawOrder)([...byHash.keys()], ledger.sequence)
    const ordered = order.map((hash) => byHash.get(hash)).filter((candidate) => candidate !== undefined)
    const charged = ordered.map((candidate) => ({ ...candidate, fee: chargeFee(candidate.envelope, draft, ledger) }))
    return charged.map(({ envelope, fee, treatment }) =>
      applyTransaction(envelope, { draft, ledger, market }, { fee, contrived: treatment === 'fail' }),
    )
  }

  /** Makes a written ledger visible. */
  #show({ sequence, anchor, transactions, accounts, balances }: LedgerEntry): void {
    if (anchor !== null) this.#timeline.anchor(anchor)
    this.state.apply(sequence, {
      accounts: new Map(Object.entries(accounts)),
      balances: new Map(Object.entries(balances)),
    })
    if (transactions.length > 0) {
      const records = transactions.map((transaction, index) =>
        transactionRecord(transaction, { ledger: sequence, order: index + 1, passphrase: this.passphrase }),
      )
      this.history.addLedger(sequence, records)
    }
    this.#latest = Math.max(this.#latest, sequence)
  }
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
