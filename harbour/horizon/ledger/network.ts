/** The network: accepts transactions and closes ledgers. A ledger is journaled before it becomes visible. */
import { randomUUID } from 'node:crypto'
import { Draft } from '#harbour/horizon/engine/draft.ts'
import type { Envelope } from '#harbour/horizon/engine/envelope.ts'
import { feeBid, minimumFee, payerOf, requiredFee } from '#harbour/horizon/engine/fees.ts'
import { TransactionQueue, type Treatment } from '#harbour/horizon/engine/queue.ts'
import { transactionResult, type Verdict } from '#harbour/horizon/engine/results.ts'
import { type Arrival, refusalOf } from '#harbour/horizon/engine/validate.ts'
import { transactionRecord } from '#harbour/horizon/resources/records.ts'
import { type Journal, openJournal } from '#harbour/journal.ts'
import { type Account, spendable } from './account.ts'
import { carryOut, ledgerEntry } from './closing/carry-out.ts'
import { drawOrder } from './closing/order.ts'
import { type Entry, type LedgerEntry, readEntry, writeEntry } from './entries.ts'
import { type Founding, foundingTransactions, rootOf } from './founding.ts'
import { type GenesisAccount, genesisAccount } from './genesis.ts'
import { History } from './history.ts'
import type { NetworkOptions, Reception } from './network-options.ts'
import { LedgerState } from './state.ts'
import { type Anchor, Timeline } from './timeline.ts'

/** The first ledger shown; it holds the genesis accounts. */
export const GENESIS_LEDGER = 2

/** As on the public network. */
const USUAL_LEDGER_MS = 5_000

/** A transaction that expires within twice the usual time between ledgers is refused at once (stellar-core, Herder). */
const LATENESS_SECONDS = 10

export class Network {
  readonly passphrase: string
  /** Distinguishes this network from one restarted under the same passphrase: their ledger hashes differ. */
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
    // Older journals have no origin: their hashes stay what they were.
    this.origin = start === undefined ? randomUUID() : (start.origin ?? '')
    this.#timeline = new Timeline(first ?? this.#begin())
    for (const entry of entries) this.#recall(entry, first)
    // Initial accounts are created in the first ledger, whatever number of ledgers has closed since.
    if (start === undefined) this.#settle(options.genesis)
    this.#resume()
    this.#settle(options.genesis)
    this.#scheduleClose()
  }

  get latest(): number {
    return this.#latest
  }

  closedAt(sequence: number): Date {
    return new Date(Math.floor(this.#timeline.closedAt(sequence) / 1000) * 1000)
  }

  /** Calls back after every visible close. Returns the function that unsubscribes. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks a transaction and queues it for the next ledger. */
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

  /** The next ledger as far as it is known. It may close late, so the latest close time is assumed later. */
  #arrival(): Arrival {
    const closed = this.#timeline.closedAt(this.#latest)
    return {
      sequence: this.#latest + 1,
      earliest: seconds(closed),
      latest: seconds(Math.max(this.#now(), closed)) + LATENESS_SECONDS,
    }
  }

  /** All waiting transactions of one payer must fit into what it can spend. */
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

  /** Closes a ledger now, outside the schedule, and returns its number. */
  closeLedger(): number {
    this.#closeDue()
    return this.passTime()
  }

  /** Closes the next ledger at the current time, however long ago the last one closed. */
  passTime(): number {
    const sequence = this.#latest + 1
    const at = Math.max(this.#now(), this.#timeline.closedAt(this.#latest))
    this.#close(sequence, { sequence, at, everyMs: this.#options.ledgerMs })
    this.#scheduleClose()
    return sequence
  }

  /** Stops, and stores how far it came: a clock set back meanwhile must not turn back the ledger. */
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
    const { ledgerMs, ledgers = 1 } = this.#options
    const everyMs = ledgerMs === 0 && ledgers > 1 ? USUAL_LEDGER_MS : ledgerMs
    const anchor = { sequence: GENESIS_LEDGER, at: this.#now() - (ledgers - 1) * everyMs, everyMs }
    this.#write({ kind: 'anchor', anchor, origin: this.origin })
    return anchor
  }

  #write(entry: Entry): void {
    this.#journal.append(writeEntry(entry))
  }

  /** Restores an entry of an earlier run. */
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

  /** Catches up with the ledgers due since the last run, then continues at the configured interval. */
  #resume(): void {
    this.#latest = Math.max(this.#latest, this.#timeline.sequenceAt(this.#now()))
    const { ledgerMs } = this.#options
    if (this.#timeline.last.everyMs === ledgerMs) return
    const anchor = { sequence: this.#latest, at: this.#timeline.closedAt(this.#latest), everyMs: ledgerMs }
    this.#timeline.anchor(anchor)
    this.#write({ kind: 'anchor', anchor })
  }

  /** Adds genesis accounts that no earlier run has added; the root account creates those with a history. */
  #settle(genesis: readonly GenesisAccount[]): void {
    const unknown = genesis.filter((account) => this.#isNew(account))
    const founded = unknown.filter(({ hasHistory }) => hasHistory)
    const root = rootOf(this.passphrase)
    const founder = founded.length > 0 && this.#isNew(root) ? [root] : []
    this.#put([...founder, ...unknown.filter(({ hasHistory }) => !hasHistory)])
    const sequence = this.state.find(root.address)?.sequence ?? 0n
    for (const founding of foundingTransactions(founded, this.passphrase, sequence)) this.#found(founding)
  }

  /** Closes a ledger that creates the accounts, then adds lines and data. Throws when one of them lacks its reserve. */
  #found({ envelope, accounts }: Founding): void {
    const closed = this.#timeline.closedAt(this.#latest)
    const { everyMs } = this.#timeline.last
    const at = Math.max(closed, Math.min(this.#now(), closed + everyMs))
    this.submit(envelope, 'include')
    this.#close(this.#latest + 1, { sequence: this.#latest + 1, at, everyMs })
    const isMade = accounts.every(({ address }) => this.state.find(address) !== undefined)
    if (!isMade) throw new Error('Accounts with a history were not made: does each have its reserve?')
    this.#put(accounts)
  }

  #isNew({ address }: GenesisAccount): boolean {
    return this.history.ofAccount(address) === undefined
  }

  #put(genesis: readonly GenesisAccount[]): void {
    if (genesis.length === 0) return
    const accounts = genesis.map((account) => genesisAccount(account, this.#latest))
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

  /** Closes up to the due ledger; waiting transactions go into the newest one. */
  #closeDue(): void {
    const due = this.#timeline.sequenceAt(this.#now())
    if (due > this.#latest) this.#close(due, null)
  }

  #close(sequence: number, anchor: Anchor | null): void {
    const at = anchor?.at ?? this.#timeline.closedAt(sequence)
    const ledger = { sequence, closeTime: seconds(at) }
    const draft = new Draft(this.state)
    const { market, arrange = drawOrder } = this.#options
    const applied = carryOut(this.#queue.takeFor(sequence), { state: this.state, draft, ledger, market, arrange })
    if (applied.length > 0 || anchor !== null) {
      const entry = ledgerEntry(applied, draft, { sequence, anchor })
      this.#write(entry)
      this.#show(entry)
    }
    this.#latest = sequence
    for (const listener of [...this.#listeners]) listener()
  }

  /** Makes a journaled ledger visible. */
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
