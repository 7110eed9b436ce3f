/** The state of the system for monitoring: read at one moment, judged by `judge-machine.ts`. */

import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { FloatState } from '#app/ledgers/books/domain/float.ts'
import type { PriceDoubt } from '#app/prices/domain/price.ts'

/** `oldestAt` and `newestAt` are null when there are none. */
export type Backlog = { count: number; oldestAt: Date | null; newestAt: Date | null }

/** `firstLedgerDate`: the first date on which a ledger refunds the money of one of them. */
export type DisputeBacklog = Backlog & { firstLedgerDate: Date | null }

/**
 * Unexplained transactions from the client-money account of a ledger. `what`: the newest ones, without words of a
 * language. `seenAt`, `gapSeenAt`: when the last one, or the last missing number, was noticed. Null: there is none.
 */
export type Unexplained = { what: string; seenAt: Date | null; gapSeenAt: Date | null }

export type Machine = {
  at: Date
  /** When our accounts were first recorded, which is the beginning of this installation. Null: they are not. */
  beganAt: Date | null
  /** When a worker last ran a job; null: never. Like the times below, converted from the database's clock to ours. */
  jobRanAt: Date | null
  /** The start of the longest-running worker. Null: none is known. */
  workerSince: Date | null
  /** Scheduled jobs and when each last succeeded; a job that never ran is left out. */
  schedule: { task: string; everyMs: number; succeededAt: Date }[]
  /** When a server of each ledger last showed a ledger to a worker. Null: never. */
  pulses: { network: Network; answeredAt: Date | null }[]
  refusedStarts: { role: string; refusal: string; at: Date }[]
  /** Running processes whose clocks are ahead (below 0: behind) by so much. */
  clocksOff: { role: string; offMs: number }[]
  settingsDiffer: string[]
  /** Jobs that have used up their attempts. */
  givenUpJobs: number
  /** One for each account of ours whose payments are read. */
  readings: {
    network: Network
    account: string
    readAt: Date | null
    /** The ledger up to which it was read. Null: unknown. */
    ledger: number | null
    stopped: { cause: string; since: Date } | null
  }[]
  queues: {
    network: Network
    /** Signed or sent, and not final. */
    underWay: Backlog
    /** In the queue, by what they wait for. */
    waiting: Record<WaitsFor, Backlog>
    /** Sending failed several times: they wait for an operator. */
    failed: Backlog
    /** They wait until their payees fix their wallets. */
    blocked: Backlog
    /** Since when the ledger shows sequence numbers of the client-money account that no transaction read explains. */
    behindSince: Date | null
    /** Agreed on-chain escrows that wait for our preparation. */
    agreeing: Backlog
    stops: { cause: string; since: Date }[]
    unexplained: Unexplained
    /** Our own money for network fees. `amount`: plain; null while the books are not open. */
    float: { state: FloatState; amount: string | null }
    /** The maximum fee of a transaction in stroops or drops, usually and for late payouts. */
    feeCaps: { usual: string; urgent: string }
  }[]
  /** Our sponsor accounts of on-chain escrows, and their last known balances above reserves. */
  keepers: { network: Network; account: string; state: FloatState }[]
  /** The last comparison of each account and asset; amounts are plain. */
  books: { network: Network; account: string; asset: Asset; difference: string; at: Date }[]
  prices: { asset: Asset; doubt: PriceDoubt | null }[]
  /** Emails that are due, and those given up lately. */
  letters: { owed: Backlog; givenUp: Backlog }
  /** Posts to the operators' webhook that were given up lately. */
  posts: Backlog
  /**
   * Sanctions lists: since when one, or any list, is unavailable; whether it is too old for payouts; wallet kinds in it
   * that we do not know; and a file that was too short and that two operators may accept.
   */
  lists: {
    list: string
    failingSince: Date | null
    isStale: boolean
    unknownCurrencies: string[]
    refused: { id: string; fetchedAt: Date; wantedById: string | null } | null
  }[]
  /** Open sanctions matches. */
  reviews: Backlog
  /** Those of a person or wallet whose money is in an on-chain escrow, which does not wait for them. */
  lockedAlike: Backlog
  /** Due settlements of on-chain escrows that a confirmed match blocks. `deadline`: then the buyer gets the money. */
  settlementsHeld: { network: Network; since: Date; deadline: Date | null }[]
  cases: Backlog
  disputes: DisputeBacklog
  /** Account changes that wait for a second operator, and those that an old mailbox has stopped within a week. */
  changes: Backlog
  objections: Backlog
  /** The document store's error on a check just now. Null: none. */
  storeTrouble: string | null
  /** Why the mail service refuses our key, as a worker learned at its start. Null: it does not, or unknown. */
  mailTrouble: string | null
  /** What the proxies before this process pass on wrongly: only a web process sees it. */
  proxyFaults: { about: string; since: Date }[]
}
