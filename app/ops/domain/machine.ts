/** What whoever watches over Quayside can know of it: read at one moment, judged by `trouble.ts`. */

import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'
import type { FloatState } from '#app/ledgers/books/domain/float.ts'
import type { PriceDoubt } from '#app/prices/domain/price.ts'

/** So many, and the time of the oldest and the newest; both null when there are none. */
export type Heap = { count: number; oldestAt: Date | null; newestAt: Date | null }

/** `firstLedgerDate`: the first date on which a ledger gives back what one of them is about. */
export type DisputeHeap = Heap & { firstLedgerDate: Date | null }

/**
 * What has left the client-money account of a ledger that nobody explains. `what`: the newest ones, in signs of no language. `seenAt`:
 * when the last one, or the last number that is missing, was noticed; null: there is none.
 */
export type Unexplained = { what: string; seenAt: Date | null; gapSeenAt: Date | null }

export type Machine = {
  at: Date
  /** Since when our accounts are on record: the beginning of this installation; null: they are not. */
  beganAt: Date | null
  /** When a worker last ran a job; null: never. As the times below, of the database's clock, moved to this one. */
  jobRanAt: Date | null
  /** Since when the worker runs that has run for longest; null: none is known. */
  workerSince: Date | null
  /** Jobs that come by the clock, and when each last ended well; of one that was never begun nothing is known. */
  schedule: { task: string; everyMs: number; succeededAt: Date }[]
  /** When a server of each ledger last showed a ledger to a worker; null: never. */
  pulses: { network: Network; answeredAt: Date | null }[]
  refusedStarts: { role: string; refusal: string; at: Date }[]
  /** Running processes whose clocks are ahead (below 0: behind) by so much. */
  clocksOff: { role: string; offMs: number }[]
  /** Settings that are not the same in all processes that have them. */
  settingsDiffer: string[]
  /** Jobs that have used up their tries. */
  givenUpJobs: number
  /** One for each account of ours whose payments are read. */
  readings: {
    network: Network
    account: string
    /** Null: never. */
    readAt: Date | null
    /** The ledger up to which it was read; null where none is known. */
    ledger: number | null
    stopped: { cause: string; since: Date } | null
  }[]
  queues: {
    network: Network
    /** Signed or sent, and not final. */
    underWay: Heap
    /** In the queue, by what they wait for. */
    waiting: Record<WaitsFor, Heap>
    /** Sending failed several times: they wait for an operator. */
    failed: Heap
    /** They wait for their wallets to be mended, by those whose wallets they are. */
    blocked: Heap
    /** Since when the ledger shows numbers of the client-money account that no transaction read explains. */
    behindSince: Date | null
    /** Agreed escrows of the ledger that wait for what we prepare. */
    agreeing: Heap
    stops: { cause: string; since: Date }[]
    unexplained: Unexplained
    /** Our own money for network fees; the amount is plain, null while the books are not open. */
    float: { state: FloatState; amount: string | null }
    /** The most that a transaction may cost in stroops or drops, usually and for late payouts. */
    feeCaps: { usual: string; urgent: string }
  }[]
  /** Accounts of ours that keep what a ledger holds, and what lies there above their reserves as it was read last. */
  keepers: { network: Network; account: string; state: FloatState }[]
  /** The last comparison of each account and asset; amounts are plain. */
  books: { network: Network; account: string; asset: Asset; difference: string; at: Date }[]
  prices: { asset: Asset; doubt: PriceDoubt | null }[]
  /** Letters that are owed now, and those given up lately. */
  letters: { owed: Heap; givenUp: Heap }
  /** Posts to the operators' webhook that were given up lately. */
  posts: Heap
  /**
   * Sanctions lists: since when one is not to be had, or no list; whether it is too old to let payouts go; kinds of wallets in it
   * that nobody here knows; and a file that was too short to be taken and that two operators may accept.
   */
  lists: {
    list: string
    failingSince: Date | null
    isStale: boolean
    unknownCurrencies: string[]
    refused: { id: string; fetchedAt: Date; wantedById: string | null } | null
  }[]
  /** Likenesses with entries of them that somebody has yet to look at. */
  reviews: Heap
  /** Those of somebody, or of a wallet, whose money a ledger holds: it does not wait for them. */
  lockedAlike: Heap
  /** What a ledger holds and is due, and a confirmed match keeps back; `deadline`: from when on it is the buyer's alone. */
  settlementsHeld: { network: Network; since: Date; deadline: Date | null }[]
  cases: Heap
  disputes: DisputeHeap
  /** Changes of accounts that wait for a second operator, and those that an old mailbox has stopped within a week. */
  changes: Heap
  objections: Heap
  /** What the document store answered to a question just now; null: all is well. */
  storeTrouble: string | null
  /** Why the mail service refuses our key, as a worker heard it when it started; null: it does not, or nobody knows. */
  mailTrouble: string | null
  /** What the proxies before this process pass on otherwise than they should: a web process alone sees it. */
  proxyFaults: { about: string; since: Date }[]
}
