/** The queue by account. */
import type { State } from '#harbour/rippled/engine/sandbox.ts'
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'
import { leastFeeOf } from '#harbour/rippled/engine/transactor.ts'
import type { Pending } from '#harbour/rippled/ledger/open-view.ts'
import { type Consequences, compareSeq, consequencesOf, type SeqProxy, seqProxyOf } from './consequences.ts'
import { levelOf } from './fee-levels.ts'

/** Failed attempts after which a transaction leaves the queue. */
export const RETRIES = 10

export type Queued = {
  readonly pending: Pending
  readonly account: string
  readonly seq: SeqProxy
  readonly level: bigint
  readonly consequences: Consequences
  /** It leaves the queue when this ledger is closed. */
  readonly lastLedger: number | undefined
  retries: number
}

export type QueuedAccounts = {
  size(): number
  of(account: string): readonly Queued[]
  find(account: string, seq: SeqProxy): Queued | undefined
  add(queued: Queued): void
  remove(queued: Queued): void
  all(): Queued[]
  /** Returns the first sequence number that is not queued, from the account's on. */
  nextSequence(account: string, sequence: number): number
}

export function queuedOf(pending: Pending, state: State): Queued {
  const { transaction } = pending
  return {
    pending,
    account: transaction.common.Account,
    seq: seqProxyOf(transaction),
    level: levelPaidBy(transaction, state),
    consequences: consequencesOf(transaction),
    lastLedger: transaction.common.LastLedgerSequence,
    retries: RETRIES,
  }
}

/** A free transaction counts as if it paid its usual fee besides (getFeeLevelPaid of rippled). */
export function levelPaidBy({ common, transactor }: Transaction, state: State): bigint {
  const usual = transactor.minimumFee
  const gift = leastFeeOf(transactor, state) === 0n ? usual : 0n
  return levelOf(BigInt(common.Fee) + gift, usual)
}

export function openQueuedAccounts(): QueuedAccounts {
  /** Sorted by number. */
  const accounts = new Map<string, Queued[]>()
  const of = (account: string) => accounts.get(account) ?? []
  return {
    size: () => [...accounts.values()].reduce((sum, { length }) => sum + length, 0),
    of,
    find: (account, seq) => of(account).find((one) => compareSeq(one.seq, seq) === 0),
    add(queued) {
      accounts.set(
        queued.account,
        [...of(queued.account), queued].sort((one, other) => compareSeq(one.seq, other.seq)),
      )
    },
    remove(queued) {
      const left = of(queued.account).filter((one) => one !== queued)
      if (left.length === 0) accounts.delete(queued.account)
      else accounts.set(queued.account, left)
    },
    all: () => [...accounts.values()].flat(),
    nextSequence(account, sequence) {
      let next = sequence
      for (const { seq, consequences } of of(account)) {
        if (seq.isTicket || seq.value > next) break
        if (seq.value === next) next = consequences.following
      }
      return next
    },
  }
}
