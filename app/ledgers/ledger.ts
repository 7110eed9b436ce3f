/**
 * The two ports to a ledger: `Ledger` reads, `Treasury` pays. Stellar and the XRP Ledger are two adapters behind them,
 * held to one contract (tests/contract). Nothing here touches the network.
 */

import type { Asset, Network } from '#app/domain/kernel/assets.ts'
import type { Decimal } from '#app/domain/kernel/money.ts'
import type { ReceiveObstacle } from '#app/domain/payouts/payout-obstacle.ts'

/**
 * The ledger did not give a usable answer: down, slow, rate limited, lagging or talking nonsense. It says nothing about
 * any payment: the job retries, the page says so.
 */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable' as const
  network: Network
  constructor(network: Network, message: string, options?: ErrorOptions) {
    super(message, options)
    this.network = network
  }
}

/** Money that arrived on an account in a closed (Stellar) or validated (XRP Ledger) ledger. */
export type LedgerPayment = {
  network: Network
  /** Normalized as in domain/assets.ts. On Stellar the hash of the outer transaction when it is a fee bump. */
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
  /** Arrived in a way that a person must look at before it counts (AccountDelete, CheckCash, contract calls…). */
  needsReview: boolean
  /** Close time of the ledger it is in. */
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
  /** Store it together with the payments, in one database transaction, and give it back for the next page. */
  cursor: string
  /** False: ask again at once, there is more. */
  caughtUp: boolean
}

export type Payee = {
  asset: Asset
  address: string
  /** Memo or destination tag of the payee, if the wallet needs one. */
  memo: string | null
  amount: Decimal
}

export interface Ledger {
  readonly network: Network
  /** Final transaction with this hash, or null when the ledger does not know one (yet). Throws LedgerUnavailable. */
  findTransaction(hash: string, about: { account: string }): Promise<LedgerTransaction | null>
  /** Payments to an account in ledger order, after a cursor (null: from the account's first). Throws LedgerUnavailable. */
  paymentsTo(account: string, page: { after: string | null; limit: number }): Promise<PaymentsPage>
  /** What the account could spend of the asset: balance less reserves and liabilities. Null: no such account. */
  spendable(account: string, asset: Asset): Promise<Decimal | null>
  /** What the account holds of the asset. Null: no such account. */
  balance(account: string, asset: Asset): Promise<Decimal | null>
  /** Why this payee could not be paid now, or null when nothing is in the way. */
  obstacleTo(payee: Payee): Promise<ReceiveObstacle | null>
  /** Checksum and network of the address; no question to the ledger. */
  isAddress(address: string): boolean
  /** Calls `onActivity` when something may have happened on the account: a wake-up, never the truth. Returns a stop. */
  watch(account: string, onActivity: () => void): () => void
  /** Closes what is open (sockets, streams). */
  close(): Promise<void>
}

export type PayoutOrder = Payee & {
  /** Our row's id; on the XRP Ledger it becomes the InvoiceID (hashed). */
  payoutId: string
  /** What `reserveLane` gave for this payout: an XRPL ticket. Null on Stellar. */
  lane: string | null
}

/** A signed transaction that has not been sent. Store it, commit, and only then submit it. */
export type SignedPayout = {
  network: Network
  /** The identity of the attempt: hash of the transaction (Stellar: of the inner one). */
  hash: string
  /** Base64 XDR or hexadecimal blob; the same bytes are sent every time. */
  blob: string
  /** The account that pays. */
  source: string
  /** The number that the ledger lets pass once: Stellar sequence, or XRPL ticket. */
  sequence: string
  /** Last moment it can be valid: unix seconds (Stellar maxTime) or ledger index (XRPL LastLedgerSequence). */
  validUntil: string
  /** First ledger in which it could be (XRPL), else null. */
  validFrom: string | null
}

export type PayoutOutcome =
  | { kind: 'settled'; hash: string; at: Date; feePaid: Decimal }
  /** Included and failed: the sequence is spent, nothing was paid. `code` is the ledger's own. */
  | { kind: 'failed'; code: string; feePaid: Decimal }
  | { kind: 'pending' }
  /** Proved on the ledger that it can never be included: a new one may be signed. */
  | { kind: 'expired' }

/** Which of these lanes were ever taken. */
export type FindTaken = (lanes: readonly string[]) => Promise<ReadonlySet<string>>

export interface Treasury {
  readonly network: Network
  /** The account that pays out. */
  readonly source: string
  /**
   * A lane that lets two payouts be under way without touching each other: an XRPL ticket that was never taken (made on
   * the ledger when none is left). Null on Stellar, where payouts of one source go one after the other.
   */
  reserveLane(findTaken: FindTaken): Promise<string | null>
  /** Builds and signs; asserts that the bytes say what the order says. Sends nothing. Throws LedgerUnavailable. */
  sign(order: PayoutOrder): Promise<SignedPayout>
  /**
   * Sends the stored bytes; safe to repeat. What the ledger answers proves nothing either way and is not returned,
   * except a note for the log.
   */
  submit(signed: SignedPayout): Promise<{ note: string }>
  /** What the ledger knows about it. Only 'expired' and 'failed' allow a new signature. Throws LedgerUnavailable. */
  outcomeOf(signed: SignedPayout): Promise<PayoutOutcome>
  close(): Promise<void>
}
