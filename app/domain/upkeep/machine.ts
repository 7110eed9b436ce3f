/** What whoever watches over Quayside can know of it: read at one moment, judged by `trouble.ts`. */
import type { FloatState } from '#app/domain/books/float.ts'
import type { Asset, Network } from '#app/domain/kernel/assets.ts'
import type { WaitsFor } from '#app/domain/kernel/payout-state.ts'
import type { PriceDoubt } from '#app/domain/prices/price.ts'

/** So many, and the time of the oldest and the newest; both null when there are none. */
export type Heap = { count: number; oldestAt: Date | null; newestAt: Date | null }

export type Machine = {
  at: Date
  /** Since when our accounts are on record: the beginning of this installation; null: they are not. */
  beganAt: Date | null
  /** When a worker last ran a job; null: never. */
  jobRanAt: Date | null
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
    stops: { cause: string; since: Date }[]
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
  cases: Heap
  disputes: Heap
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
