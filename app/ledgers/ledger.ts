/**
 * The ports to a ledger: `Ledger` reads (what leaves our accounts by its `outgoing`), `Treasury` pays. Stellar and the
 * XRP Ledger are two adapters behind them, held to one contract (tests/contract). Nothing here touches the network.
 */

import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { StopCause } from '#app/ledgers/payments/domain/reading.ts'
import type { AccountStanding } from '#app/ops/domain/account-standing.ts'
import type { ReceiveObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { ClaimablePage, ClaimableState, FoundClaimable } from './claimable.ts'
import type { Outgoing } from './outgoing.ts'

/**
 * The ledger did not give a usable answer: down, slow, rate limited, lagging or talking nonsense. It says nothing about
 * any payment: the job retries, the page says so.
 */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable'
  network: Network
  constructor(network: Network, message: string, options?: ErrorOptions) {
    super(message, options)
    this.network = network
  }
}

/** A server answered, and with nothing that could be read. */
export class LedgerUnreadable extends LedgerUnavailable {
  override name = 'LedgerUnreadable'
}

/**
 * The ledger answers, but a payout has to wait all the same: 'float', our own money for reserves and network fees is used
 * up; 'fees', the network asks for more than the settings allow.
 */
export class TreasuryWaits extends LedgerUnavailable {
  override name = 'TreasuryWaits'
  waitsFor: 'float' | 'fees'
  /** What the network asks for, in the ledger's own asset; null where it is not about fees. */
  feeAsked: Decimal | null
  constructor(network: Network, waitsFor: 'float' | 'fees', message: string, feeAsked: Decimal | null = null) {
    super(network, message)
    this.waitsFor = waitsFor
    this.feeAsked = feeAsked
  }
}

/**
 * Nothing can be signed now: the signer does not answer, refuses, or gave a signature that is not the account's or not of those
 * bytes. As with a ledger that is away nothing was stored or sent, and the payout waits.
 */
export class SignerUnavailable extends LedgerUnavailable {
  override name = 'SignerUnavailable'
}

/**
 * The server answers, but with another history than the one that was read: nothing may be read from it, and time alone
 * mends nothing. A server that only lags is a plain LedgerUnavailable.
 */
export class HistoryDoubted extends LedgerUnavailable {
  override name = 'HistoryDoubted'
  doubt: StopCause
  constructor(network: Network, doubt: StopCause, message: string) {
    super(network, message)
    this.doubt = doubt
  }
}

/** A closed (Stellar) or validated (XRP Ledger) ledger, known by its hash: no two histories share one. */
export type LedgerMark = { sequence: number; hash: string; closedAt: Date }

/** A ledger by its number, and when it closed. The XRP Ledger rounds that to ten seconds. */
export type ClosedLedger = Pick<LedgerMark, 'sequence' | 'closedAt'>

/** What a server shows of its history. */
export type ShownHistory = {
  /** The first ledger of which it has everything up to the newest. */
  oldest: number
  newest: ClosedLedger
  /** The ledger asked for; null when it has none of that number. */
  asked: LedgerMark | null
}

/** Money that arrived on an account in a closed (Stellar) or validated (XRP Ledger) ledger. */
export type LedgerPayment = {
  network: Network
  /** Normalized as in kernel/domain/assets.ts. On Stellar the hash of the outer transaction when it is a fee bump. */
  hash: string
  /** Tells several payments of one transaction apart: Stellar's operation id; '0' on the XRP Ledger. */
  operation: string
  from: string
  to: string
  /** The asset when it is one that we settle in, else null (another issuer's USDC, any issued currency). */
  asset: Asset | null
  /** What arrived, in words for the operator: 'XLM', 'USDC:GABC…', 'USD:rXYZ…'. */
  assetLabel: string
  /** What was delivered, in whole units. Never what was asked for (partial payments). */
  amount: Decimal
  /** Our reference: digits of a Stellar memo (id, or text of digits), of a muxed id, or of a destination tag. */
  memo: string | null
  /** Arrived in a way that a person must look at before it counts (AccountDelete, payment channels, contract calls…). */
  needsReview: boolean
  /** What was claimed, as the ledger names it (`FoundClaimable`); left out where it is a plain payment. */
  claimed?: string
  /** The number of the ledger it is in. */
  ledger: number
  /** Close time of that ledger. */
  at: Date
}

/** A transaction that is final. `payments` holds what it paid to the account asked about; empty when it failed. */
export type LedgerTransaction = {
  network: Network
  /** The hash asked for, normalized. */
  hash: string
  /** On Stellar: outer hash of a fee bump, else equal to `hash`. Payments carry this one. */
  outerHash: string
  successful: boolean
  memo: string | null
  at: Date
  payments: LedgerPayment[]
}

export type PaymentsPage = {
  payments: LedgerPayment[]
  /** Store both together with the payments, in one database transaction, and give them back for the next page. */
  cursor: string
  /** A ledger of the history in which the cursor stands; null while the cursor says no more than "from the start". */
  mark: LedgerMark | null
  /** False: ask again at once, there is more. */
  caughtUp: boolean
  /**
   * With this page all is read that reached the account in ledgers that closed up to then, as this server has them. Null: it
   * does not say, or there is more.
   */
  completeTo: Date | null
}

/** An account as one closed ledger left it. */
export type AccountPosition = {
  mark: LedgerMark
  /** For `paymentsTo`: what comes after it is in later ledgers. */
  cursor: string
  /** What it held, of each asset that an account of this network can hold. */
  balances: ReadonlyMap<Asset, Decimal>
  /** Its newest transaction by then; null: the server shows none. */
  newest: string | null
}

export type PageRequest = {
  after: string | null
  /** What was stored with the cursor. */
  mark: LedgerMark | null
  limit: number
}

/** What a transaction changed of an account's balances. */
export type LedgerMovement = {
  hash: string
  /** Of a fee bump's inner transaction, else null. */
  innerHash: string | null
  at: Date
  /** In whole units, without the network's fee. */
  changes: Partial<Record<Asset, Decimal>>
  /** The network's fee, where this account paid it. */
  feePaid: Decimal
}

export type Movements = {
  movements: LedgerMovement[]
  /** False: there are more behind the limit. */
  isWhole: boolean
}

export type Payee = {
  asset: Asset
  address: string
  /** Memo or destination tag of the payee, if the wallet needs one. */
  memo: string | null
  amount: Decimal
}

/** Whether servers serve the network of the settings. 'silent': none says that it does, and not every one says that it does not. */
export type ServedNetwork = { is: 'ours' | 'silent' } | { is: 'other'; words: string }

export interface Ledger {
  readonly network: Network
  /** Asks every server that is set, within their limits of time. Never throws for what a server says or does not say. */
  servedNetwork(): Promise<ServedNetwork>
  readonly outgoing: Outgoing
  /** Final transaction with this hash, or null when the ledger does not know one (yet). Throws LedgerUnavailable. */
  findTransaction(hash: string, about: { account: string }): Promise<LedgerTransaction | null>
  /**
   * Payments to an account in ledger order, after a cursor (null: from the account's first), all from one server. Throws
   * HistoryDoubted when no server shows the marked ledger and all that follow the cursor, and LedgerUnavailable.
   */
  paymentsTo(account: string, page: PageRequest): Promise<PaymentsPage>
  /**
   * What was made for an account to claim, in ledger order after a cursor (null: from the start), as far as it is of an asset that
   * we settle in and can ever be claimed. Throws LedgerUnavailable.
   */
  claimableBy(account: string, page: { after: string | null; limit: number }): Promise<ClaimablePage>
  /** Throws LedgerUnavailable. */
  stateOfClaimable(claimable: Pick<FoundClaimable, 'kind' | 'ledgerId'>): Promise<ClaimableState>
  /** The newest ledger that closed (Stellar) or was validated (XRP Ledger), as one server has it. Throws LedgerUnavailable. */
  newestClosed(): Promise<ClosedLedger>
  /** For a person who looks into a stopped reading. Throws LedgerUnavailable. */
  historyAt(sequence: number): Promise<ShownHistory>
  /** The cursor after which the ledger of this number is the first that is read. */
  cursorBefore(sequence: number): string
  /** The account as a recent ledger left it, all of it from one server. Null: no such account. Throws LedgerUnavailable. */
  positionOf(account: string): Promise<AccountPosition | null>
  /** What the account could spend of the asset: balance less reserves and liabilities. Null: no such account. */
  spendable(account: string, asset: Asset): Promise<Decimal | null>
  /** What the account holds of the asset. Null: no such account. */
  balance(account: string, asset: Asset): Promise<Decimal | null>
  /**
   * The transactions that touched an account, newest first, failed ones included: those after the transaction `until`
   * (null: all), and at most `limit`. Throws LedgerUnavailable.
   */
  movements(account: string, back: { until: string | null; limit: number }): Promise<Movements>
  /** Why this payee could not be paid now, or null when nothing is in the way. */
  obstacleTo(payee: Payee): Promise<ReceiveObstacle | null>
  /** How an account of ours stands on its ledger. Null: no such account. Throws LedgerUnavailable. */
  standing(account: string): Promise<AccountStanding | null>
  /** Checksum and network of the address; no question to the ledger. */
  isAddress(address: string): boolean
  /** The plain address and the memo or tag inside of a muxed address (M…) or an X-address; null: it is none of this network. */
  unfold(address: string): Wallet | null
  /** Calls `onActivity` when something may have happened on the account: a wake-up, never the truth. Returns a stop. */
  watch(account: string, onActivity: () => void): () => void
  /** Closes what is open (sockets, streams). */
  close(): Promise<void>
}

export type PayoutOrder = Payee & {
  /** Our row's id; on the XRP Ledger it becomes the InvoiceID (hashed). */
  payoutId: string
  /** One of `findLanes`. */
  lane: string
  /** It has waited for so long that the higher limit for network fees applies. */
  isUrgent?: boolean
}

/** A signed transaction of ours. Store it, commit, and only then submit it. */
export type SignedPayout = {
  network: Network
  /** The identity of the attempt: hash of the transaction (Stellar: of the inner one). */
  hash: string
  /** Base64 XDR or hexadecimal blob; the same bytes are sent every time. */
  blob: string
  /** The account whose number it uses up: on Stellar the channel of a payout, which also pays the network's fee. */
  source: string
  /** The number that the ledger lets pass once: a sequence number, or an XRPL ticket. */
  sequence: string
  /** Last moment it can be valid: unix seconds (Stellar maxTime) or ledger index (XRPL LastLedgerSequence). */
  validUntil: string
  /** First ledger in which it could be (XRPL), else null. */
  validFrom: string | null
}

/** A signed transaction that makes lanes. */
export type SignedLanes = SignedPayout & {
  /** What it gives to other accounts of ours, in the ledger's own asset: address → plain amount. */
  funds: Record<string, string>
}

export type PayoutOutcome =
  | { kind: 'settled'; hash: string; at: Date; feePaid: Decimal }
  /** Included and failed: the sequence is spent, nothing was paid. `code` is the ledger's own. */
  | { kind: 'failed'; code: string; feePaid: Decimal }
  | { kind: 'pending' }
  /** Proved on the ledger that it can never be included: a new one may be signed. */
  | { kind: 'expired' }

/** Which of these lanes cannot be used: in use, or, when it can be used only once, ever used. */
export type FindTaken = (lanes: readonly string[]) => Promise<ReadonlySet<string>>

/** What the server said of bytes that were sent: its own words, whether it answered at all, and whether it means to take them. */
export type Submission = { note: string; answered: boolean; taken: boolean }

export interface Treasury {
  readonly network: Network
  /** The account that holds the money and pays it out. */
  readonly source: string
  /** What the network's fee may take from this account in the asset, beside the amount that is paid. */
  mostFeeIn(asset: Asset): Decimal
  /**
   * Lanes that could take a payout now, at most `wanted`: each lets one payout be under way without touching another. On
   * the XRP Ledger a ticket, used once; on Stellar a channel account of ours, used again and again. Fewer, when there are
   * no more. Throws LedgerUnavailable.
   */
  findLanes(asked: { wanted: number; findTaken: FindTaken }): Promise<string[]>
  /**
   * A transaction that makes `count` more lanes, or as many as may be; null when there are as many as the settings allow.
   * It uses the paying account's own sequence, so no second one may be under way. Throws TreasuryWaits when our own money
   * does not suffice for one or fees are too high, and LedgerUnavailable. `isUrgent`: a payout that is late waits for one, and
   * it may cost as much as that payout.
   */
  makeLanes(count: number, terms?: { isUrgent?: boolean }): Promise<SignedLanes | null>
  /** Builds and signs; asserts that the bytes say what the order says. Sends nothing. Throws LedgerUnavailable. */
  sign(order: PayoutOrder): Promise<SignedPayout>
  /**
   * Signs what claims this for the paying account. It uses the account's own sequence, so no second one may be under way. Sends
   * nothing. Throws LedgerUnavailable.
   */
  signClaim(claimable: FoundClaimable): Promise<SignedPayout>
  /**
   * Sends the stored bytes; safe to repeat. What the server says of them is for the log, and proves nothing either way. With `isUrgent` at a higher fee, where the ledger lets a
   * stored transaction have one (Stellar's fee bump).
   */
  submit(signed: SignedPayout, how?: { isUrgent?: boolean }): Promise<Submission>
  /**
   * By hash, what one look at the paying account's newest transactions shows of these. One that is missing may be on the
   * ledger all the same: only `outcomeOf` knows. Throws LedgerUnavailable.
   */
  newestOutcomes(signed: readonly SignedPayout[]): Promise<ReadonlyMap<string, PayoutOutcome>>
  /** What the ledger knows about it. Only 'expired' and 'failed' allow a new signature. Throws LedgerUnavailable. */
  outcomeOf(signed: SignedPayout): Promise<PayoutOutcome>
  close(): Promise<void>
}

/** What was written onto the ledger of the audit log: `head` in hexadecimal, in the transaction `hash`. */
export type Anchored = { head: string; at: Date; hash: string }

/** Where the head of the audit log is written down beyond our reach. All of it throws LedgerUnavailable. */
export interface Anchor {
  readonly account: string
  newest(): Promise<Anchored | null>
  /** The newest first. */
  all(): Promise<Anchored[]>
  /** Sends nothing. */
  sign(head: string): Promise<{ hash: string; blob: string }>
  /** Answers with what the server said, which proves nothing: `newest` does. */
  submit(signed: { blob: string }): Promise<string>
  close(): Promise<void>
}
