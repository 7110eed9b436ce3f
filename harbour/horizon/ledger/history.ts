/** All included transactions, in ledger order, with the lists that Horizon's pages are cut from. */
import type { Effect } from '#harbour/horizon/engine/effects.ts'
import type { OperationRecord, TransactionRecord } from '#harbour/horizon/resources/records.ts'

export type EffectRecord = { id: bigint; number: number; operation: OperationRecord; effect: Effect }

type LedgerSummary = {
  sequence: number
  successful: number
  failed: number
  /** Operations of successful transactions, and of all. */
  operations: number
  allOperations: number
  /** Stroops of all fees charged, up to and with this ledger. */
  feePool: bigint
}

type AccountHistory = {
  transactions: TransactionRecord[]
  operations: OperationRecord[]
  payments: OperationRecord[]
  effects: EffectRecord[]
}

type BalanceHistory = Pick<AccountHistory, 'transactions' | 'operations'>

/** Effects of one operation are numbered; this many numbers fit below an operation's id. */
const EFFECTS_PER_OPERATION = 4096n

export function effectId(operation: bigint, number: number): bigint {
  return operation * EFFECTS_PER_OPERATION + BigInt(number)
}

export class History {
  readonly transactions: TransactionRecord[] = []
  readonly operations: OperationRecord[] = []
  readonly payments: OperationRecord[] = []
  readonly effects: EffectRecord[] = []
  readonly ledgers: LedgerSummary[] = []
  readonly #byHash = new Map<string, TransactionRecord>()
  readonly #accounts = new Map<string, AccountHistory>()
  readonly #balances = new Map<string, BalanceHistory>()

  /** Registers the account, so that its empty history is a page and not a 404. */
  welcome(address: string): AccountHistory {
    const known = this.#accounts.get(address)
    if (known !== undefined) return known
    const fresh = { transactions: [], operations: [], payments: [], effects: [] }
    this.#accounts.set(address, fresh)
    return fresh
  }

  addLedger(sequence: number, transactions: readonly TransactionRecord[]): void {
    for (const transaction of transactions) this.#addTransaction(transaction)
    const done = transactions.filter(({ successful }) => successful)
    const fees = transactions.reduce((sum, { feeCharged }) => sum + feeCharged, 0n)
    this.ledgers.push({
      sequence,
      successful: done.length,
      failed: transactions.length - done.length,
      operations: countOperations(done),
      allOperations: countOperations(transactions),
      feePool: (this.ledgers.at(-1)?.feePool ?? 0n) + fees,
    })
  }

  #addTransaction(transaction: TransactionRecord): void {
    this.transactions.push(transaction)
    this.#byHash.set(transaction.hash, transaction)
    this.#byHash.set(transaction.innerHash, transaction)
    for (const address of transaction.participants) this.welcome(address).transactions.push(transaction)
    for (const id of transaction.balances) this.#welcomeBalance(id).transactions.push(transaction)
    for (const operation of transaction.operations) this.#addOperation(operation)
  }

  #addOperation(operation: OperationRecord): void {
    for (const lists of [this, ...[...operation.participants].map((address) => this.welcome(address))]) {
      lists.operations.push(operation)
      if (operation.isPayment) lists.payments.push(operation)
    }
    for (const id of operation.balances) this.#welcomeBalance(id).operations.push(operation)
    for (const effect of effectsOf(operation)) {
      this.effects.push(effect)
      this.welcome(effect.effect.account.address).effects.push(effect)
    }
  }

  /** Finds by the hash of the transaction, or of either layer of a fee bump. */
  find(hash: string): TransactionRecord | undefined {
    return this.#byHash.get(hash)
  }

  inLedger(sequence: number): readonly TransactionRecord[] {
    return this.transactions.slice(
      firstAfter(this.transactions, ({ ledger }) => ledger >= sequence),
      firstAfter(this.transactions, ({ ledger }) => ledger > sequence),
    )
  }

  ofAccount(address: string): AccountHistory | undefined {
    return this.#accounts.get(address)
  }

  /** Of a claimable balance, by its id; also after it was claimed. */
  ofBalance(id: string): BalanceHistory | undefined {
    return this.#balances.get(id)
  }

  #welcomeBalance(id: string): BalanceHistory {
    const history = this.#balances.get(id) ?? { transactions: [], operations: [] }
    this.#balances.set(id, history)
    return history
  }

  /** Returns the last ledger up to this one that had transactions. */
  busyLedgerAt(sequence: number): LedgerSummary | undefined {
    return this.ledgers[firstAfter(this.ledgers, (ledger) => ledger.sequence > sequence) - 1]
  }
}

export function effectsOf(operation: OperationRecord): EffectRecord[] {
  return operation.effects.map((effect, index) => ({
    id: effectId(operation.id, index + 1),
    number: index + 1,
    operation,
    effect,
  }))
}

/** Returns the index of the first item that is beyond; all items beyond must come last (binary search). */
export function firstAfter<T>(sorted: readonly T[], isBeyond: (item: T) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = sorted[middle]
    if (item !== undefined && isBeyond(item)) high = middle
    else low = middle + 1
  }
  return low
}

function countOperations(transactions: readonly TransactionRecord[]): number {
  return transactions.reduce((sum, { operations }) => sum + operations.length, 0)
}
