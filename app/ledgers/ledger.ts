/**
 * The ports to a ledger: `Ledger` reads (what leaves our accounts through `outgoing`), `Treasury` pays. Stellar and the
 * XRP Ledger are two adapters, held to one contract (tests/contract). Nothing here touches the network.
 */

import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { ReadingStopCause } from '#app/ledgers/payments/domain/reading.ts'
import type { AccountStanding } from '#app/ops/domain/account-standing.ts'
import type { ReceiveObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { ClaimablePage, ClaimableState, FoundClaimable } from './claimable.ts'
import type { Outgoing } from './outgoing.ts'

/** No usable answer: down, slow, rate limited, lagging, unreadable. Says nothing of a payment: the job retries. */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable'
  network: Network
  constructor(network: Network, message: string, options?: ErrorOptions) {
    super(message, options)
    this.network = network
  }
}

/** A server answered with something that cannot be read. */
export class LedgerUnreadable extends LedgerUnavailable {
  override name = 'LedgerUnreadable'
}

/**
 * The ledger answers, but a payout has to wait. 'float': our own money for reserves and network fees is used up;
 * 'fees': the network asks for more than the settings allow.
 */
export class TreasuryWaits extends LedgerUnavailable {
  override name = 'TreasuryWaits'
  waitsFor: 'float' | 'fees'
  /** The fee asked for, in the ledger's own asset; null where fees are not the cause. */
  feeAsked: Decimal | null
  constructor(network: Network, waitsFor: 'float' | 'fees', message: string, feeAsked: Decimal | null = null) {
    super(network, message)
    this.waitsFor = waitsFor
    this.feeAsked = feeAsked
  }
}

/**
 * Nothing can be signed now: the signer does not answer, refuses, or returned a signature of another key or of other
 * bytes. Nothing was stored or sent, and the payout waits.
 */
export class SignerUnavailable extends LedgerUnavailable {
  override name = 'SignerUnavailable'
}

/**
 * The server shows another history than the one that was read: nothing may be read from it, and waiting does not help.
 * A server that only lags throws a plain LedgerUnavailable.
 */
export class HistoryDoubted extends LedgerUnavailable {
  override name = 'HistoryDoubted'
  doubt: ReadingStopCause
  constructor(network: Network, doubt: ReadingStopCause, message: string) {
    super(network, message)
    this.doubt = doubt
  }
}

/** A closed (Stellar) or validated (XRP Ledger) ledger, known by its hash: no two histories share one. */
export type LedgerMark = { sequence: number; hash: string; closedAt: Date }

/** A ledger by its number, and when it closed. The XRP Ledger rounds that to ten seconds. */
export type ClosedLedger = Pick<LedgerMark, 'sequence' | 'closedAt'>

export type HistoryView = {
  /** The first ledger from which it has everything up to the newest. */
  oldest: number
  newest: ClosedLedger
  /** The ledger asked for; null when it has none of that number. */
  asked: LedgerMark | null
}

/** Money that arrived on an account in a closed (Stellar) or validated (XRP Ledger) ledger. */
export type LedgerPayment = {
  network: Network
  /** Normalized as in kernel/domain/assets.ts. On Stellar the outer hash of a fee bump. */
  hash: string
  /** Tells several payments of one transaction apart: Stellar's operation id; '0' on the XRP Ledger. */
  operation: string
  from: string
  to: string
  /** The asset when it is one that we settle in, else null (another issuer's USDC, any issued currency). */
  asset: Asset | null
  /** A label for the operator: 'XLM', 'USDC:GABC…', 'USD:rXYZ…'. */
  assetLabel: string
  /** The delivered amount, in whole units; never the requested one (partial payments). */
  amount: Decimal
  /** Our reference: digits of a Stellar memo (id, or text of digits), of a muxed id, or of a destination tag. */
  memo: string | null
  /** Arrived in a way that a person must check before it counts (AccountDelete, payment channels, contract calls…). */
  needsReview: boolean
  /** The claimed object, as the ledger names it (`FoundClaimable`); absent for a plain payment. */
  claimed?: string
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
  /** Store it with the payments in one database transaction, and pass it in for the next page. */
  cursor: string
  /** A ledger of the history in which the cursor stands; null while the cursor says no more than "from the start". */
  mark: LedgerMark | null
  /** False: ask again at once, there is more. */
  caughtUp: boolean
  /** Close time up to which this server's payments have all been read. Null: unknown, or there is more. */
  completeTo: Date | null
}

/** An account as one closed ledger left it. */
export type AccountPosition = {
  mark: LedgerMark
  /** For `paymentsTo`: it continues with the later ledgers. */
  cursor: string
  /** Of each asset that an account of this network can hold. */
  balances: ReadonlyMap<Asset, Decimal>
  /** Its newest transaction in that ledger or before; null: the server shows none. */
  newest: string | null
}

export type PageRequest = {
  after: string | null
  /** The one that was stored with the cursor. */
  mark: LedgerMark | null
  limit: number
}

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
  /** False: the limit cut the list. */
  isWhole: boolean
}

export type Payee = {
  asset: Asset
  address: string
  /** Memo or destination tag of the payee, if the wallet needs one. */
  memo: string | null
  amount: Decimal
}

/** Whether servers serve the configured network. 'silent': none confirms it, and at least one gave no answer. */
export type ServedNetwork = { is: 'ours' | 'silent' } | { is: 'other'; words: string }

export interface Ledger {
  readonly network: Network
  /** Asks every configured server, within time limits. Never throws for what a server answers. */
  servedNetwork(): Promise<ServedNetwork>
  readonly outgoing: Outgoing
  /** Final transaction with this hash, or null when the ledger does not know one (yet). Throws LedgerUnavailable. */
  findTransaction(hash: string, about: { account: string }): Promise<LedgerTransaction | null>
  /**
   * Returns payments to an account in ledger order after a cursor (null: from the first), all from one server.
   * Throws HistoryDoubted when no server shows the marked ledger and all that follow the cursor; LedgerUnavailable.
   */
  paymentsTo(account: string, page: PageRequest): Promise<PaymentsPage>
  /**
   * Returns what was made for an account to claim, in ledger order after a cursor (null: from the start): only assets
   * that we settle in, and only what can ever be claimed. Throws LedgerUnavailable.
   */
  claimableBy(account: string, page: { after: string | null; limit: number }): Promise<ClaimablePage>
  /** Throws LedgerUnavailable. */
  stateOfClaimable(claimable: Pick<FoundClaimable, 'kind' | 'ledgerId'>): Promise<ClaimableState>
  /** The newest ledger that closed (Stellar) or was validated (XRP Ledger), as one server has it. Throws LedgerUnavailable. */
  newestClosed(): Promise<ClosedLedger>
  /** For a person who investigates a stopped reading. Throws LedgerUnavailable. */
  historyAt(sequence: number): Promise<HistoryView>
  /** The cursor after which reading begins with the ledger of this number. */
  cursorBefore(sequence: number): string
  /** The account as a recent ledger left it, all of it from one server. Null: no such account. Throws LedgerUnavailable. */
  positionOf(account: string): Promise<AccountPosition | null>
  /** The spendable amount: balance less reserves and liabilities. Null: no such account. */
  spendable(account: string, asset: Asset): Promise<Decimal | null>
  /** What the account holds of the asset. Null: no such account. */
  balance(account: string, asset: Asset): Promise<Decimal | null>
  /**
   * The transactions that touched an account, newest first, failed ones included: those after the transaction `until`
   * (null: all), and at most `limit`. Throws LedgerUnavailable.
   */
  movements(account: string, back: { until: string | null; limit: number }): Promise<Movements>
  /** Why this payee could not be paid now; null: no obstacle. */
  obstacleTo(payee: Payee): Promise<ReceiveObstacle | null>
  /** The state of an account of ours. Null: no such account. Throws LedgerUnavailable. */
  standing(account: string): Promise<AccountStanding | null>
  /** Checks checksum and network of the address, without a request. */
  isAddress(address: string): boolean
  /** The plain address and memo or tag inside a muxed address (M…) or X-address; null: not one of this network. */
  unfold(address: string): Wallet | null
  /** Calls `onActivity` when something may have happened on the account: only a wake-up. Returns a stop function. */
  watch(account: string, onActivity: () => void): () => void
  close(): Promise<void>
}

export type PayoutOrder = Payee & {
  /** Our row's id; on the XRP Ledger it becomes the InvoiceID (hashed). */
  payoutId: string
  /** One of `findLanes`. */
  lane: string
  /** It has waited so long that the higher limit for network fees applies. */
  isUrgent?: boolean
}

/** A signed transaction of ours. Store it, commit, and only then submit it. */
export type SignedPayout = {
  network: Network
  /** The identity of the attempt: hash of the transaction (Stellar: of the inner one). */
  hash: string
  /** Base64 XDR or hexadecimal blob; the same bytes are sent every time. */
  blob: string
  /** The account whose number it uses up: on Stellar a payout's channel account, which also pays the network's fee. */
  source: string
  /** What the ledger accepts only once: a sequence number, or an XRPL ticket. */
  sequence: string
  /** Last moment it can be valid: unix seconds (Stellar maxTime) or ledger index (XRPL LastLedgerSequence). */
  validUntil: string
  /** First ledger in which it could be (XRPL), else null. */
  validFrom: string | null
}

/** A signed transaction that makes slots: channel accounts or tickets. */
export type SignedSlots = SignedPayout & {
  /** What it pays to other accounts of ours, in the ledger's own asset: address → plain amount. */
  funds: Record<string, string>
}

export type PayoutOutcome =
  | { kind: 'settled'; hash: string; at: Date; feePaid: Decimal }
  /** Included and failed: the sequence number is spent, nothing was paid. `code` is the ledger's own. */
  | { kind: 'failed'; code: string; feePaid: Decimal }
  | { kind: 'pending' }
  /** Proved on the ledger that it can never be included: a new one may be signed. */
  | { kind: 'expired' }

/** Which of these slots cannot be used: in use, or, where a slot works only once, ever used. */
export type FindTaken = (lanes: readonly string[]) => Promise<ReadonlySet<string>>

/** A server's answer to sent bytes: its words, whether it answered at all, and whether it will try to include them. */
export type Submission = { note: string; answered: boolean; taken: boolean }

export interface Treasury {
  readonly network: Network
  /** The account that holds the money and pays it out. */
  readonly source: string
  /** The most that the network's fee may take from this account in the asset, beside the paid amount. */
  mostFeeIn(asset: Asset): Decimal
  /**
   * Returns at most `wanted` slots that can take a payout now without blocking another: tickets (XRP Ledger, used once)
   * or channel accounts of ours (Stellar, reused). Throws LedgerUnavailable.
   */
  findLanes(asked: { wanted: number; findTaken: FindTaken }): Promise<string[]>
  /**
   * Signs a transaction that makes `count` more slots, or as many as possible; null when there are as many as the
   * settings allow. It uses the paying account's own sequence, so only one may be under way. Throws TreasuryWaits when
   * our own money does not suffice for one slot or fees are too high, and LedgerUnavailable. `isUrgent`: a late payout
   * waits for it, so it may cost as much as that payout.
   */
  makeLanes(count: number, terms?: { isUrgent?: boolean }): Promise<SignedSlots | null>
  /** Builds and signs; asserts that the bytes say what the order says. Sends nothing. Throws LedgerUnavailable. */
  sign(order: PayoutOrder): Promise<SignedPayout>
  /** Signs the claim; sends nothing. Uses the account's own sequence: one at a time. Throws LedgerUnavailable. */
  signClaim(claimable: FoundClaimable): Promise<SignedPayout>
  /**
   * Sends the stored bytes. Idempotent; the server's answer is for the log and proves nothing. `isUrgent`: at a higher
   * fee, where the ledger allows a stored transaction to have one (Stellar's fee bump).
   */
  submit(signed: SignedPayout, how?: { isUrgent?: boolean }): Promise<Submission>
  /**
   * Returns, by hash, the outcomes that one read of the paying account's newest transactions shows. A missing one may
   * still be on the ledger: only `outcomeOf` knows. Throws LedgerUnavailable.
   */
  newestOutcomes(signed: readonly SignedPayout[]): Promise<ReadonlyMap<string, PayoutOutcome>>
  /** What the ledger knows about it. Only 'expired' and 'failed' allow a new signature. Throws LedgerUnavailable. */
  outcomeOf(signed: SignedPayout): Promise<PayoutOutcome>
  close(): Promise<void>
}

/** The head of the audit log as written onto the ledger: `head` in hexadecimal, in the transaction `hash`. */
export type Anchored = { head: string; at: Date; hash: string }

/** Where the head of the audit log is recorded outside our control. All of it throws LedgerUnavailable. */
export interface Anchor {
  readonly account: string
  newest(): Promise<Anchored | null>
  /** The newest first. */
  all(): Promise<Anchored[]>
  /** Sends nothing. */
  sign(head: string): Promise<{ hash: string; blob: string }>
  /** Returns what the server said, which proves nothing: `newest` does. */
  submit(signed: { blob: string }): Promise<string>
  close(): Promise<void>
}
