/**
 * The ports to on-chain escrow (docs/decisions/087), beside `Ledger` and `Treasury`. Those without keys read the ledger
 * and write what people sign; the keepers sign for Quayside, in the worker alone. What a keeper signed is stored, then
 * sent, and judged by the ledger, as every payout is (`SignedPayout`). Nothing here touches the network.
 */

import type { Decimal } from '#app/kernel/domain/money.ts'
import type { RandomBytes } from '#app/kernel/domain/random.ts'
import type { ReceiveObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { OnchainDifference, Trustees } from '#app/trade/onchain/domain/differences.ts'
import type { WalletSeen } from '#app/trade/onchain/domain/draft.ts'
import type { OnchainReturn } from '#app/trade/onchain/domain/early-return.ts'
import type { OnchainSettlement, PaidShare, Share } from '#app/trade/onchain/domain/settlement.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { FindTaken, Payee, PayoutOutcome, SignedPayout, SignedSlots, Submission } from './ledger.ts'

/** Why a wallet cannot be a party of an on-chain escrow. */
export type OnchainObstacle =
  | ReceiveObstacle
  /** Stellar: the wallet's own key can no longer sign for it; its user signs with another key. */
  | 'key_disabled'
  /** Both parties have the same wallet. */
  | 'same_wallet'
  /** The buyer: not enough for the amount, the reserves of the deposit, and a fee. */
  | 'funds_short'
  /** Its owner asks wallets not to send it XRP (lsfDisallowXRP); the ledger itself does not enforce it. */
  | 'xrp_disallowed'

/** Before the buyer's deposit, or before these shares are paid: a party without a share needs no room. */
export type OnchainMoment = 'before_locking' | { shares: readonly Share[] }

/** Null: nothing is in the way. */
export type OnchainObstacles = { buyer: OnchainObstacle | null; seller: OnchainObstacle | null }

/** A transaction for a wallet; `trade/onchain/domain/signing/signing-uri` writes it as a link and a QR code. */
export type UnsignedTransaction = {
  /** Of exactly these bytes: the signed transaction must have the same. */
  hash: string
  /** The envelope without signatures, in base64. */
  xdr: string
  /** Last second (unix) in which it may be included. */
  validUntil: string
}

/** Closes a two-signature account with the sequence number that it uses up. */
export type OnchainClosing = { account: string; sequence: string }

/** A balance that a two-signature account may claim. */
export type OnchainBalance = { account: string; balanceId: string }

/** An ed25519 signature of a transaction's hash, in base64, verified against the key of this address. */
export type CheckedSignature = { address: string; signature: string }

export type ReadSignatures =
  | { kind: 'signed'; signatures: CheckedSignature[] }
  /** Not a readable transaction of this network. */
  | { kind: 'unreadable' }
  /** It differs from the transaction that was to be signed. */
  | { kind: 'other_transaction' }
  /** Signed by a key that was not asked for, or twice: the ledger refuses surplus signatures. */
  | { kind: 'foreign_signature' }
  | { kind: 'unsigned' }

/** A balance that a two-signature account may claim. `differences`: from the agreement; none: it is funded. */
export type FoundDeposit = {
  balanceId: string
  /** Of the transaction that made the deposit; the outer one of a fee bump. */
  hash: string
  at: Date
  differences: OnchainDifference[]
}

/** What one poll found. `completeTo`: close time up to which nothing is missing; null: the next poll continues. */
export type LedgerFinding<Lock> = { locks: Lock[]; completeTo: Date | null }

/** The end of a balance: claimed by the two-signature account, or by the buyer from the deadline on. */
export type FoundClaim = {
  claimant: string
  hash: string
  at: Date
  /** What its transaction paid out or set aside for one wallet, in order. Empty: the buyer claimed. */
  paid: PaidShare[]
}

/** Stellar, without a key: XLM and USDC held by a two-signature account. All that reads throws LedgerUnavailable. */
export interface StellarOnchain {
  readonly network: 'stellar'
  /** Why these two wallets could not deposit or be paid now. Null for a party that is paid nothing. */
  obstaclesTo(terms: OnchainTerms, when: OnchainMoment): Promise<OnchainObstacles>
  /** The state of the account. Null: it was not opened yet, or was closed. */
  readAccount(
    terms: OnchainTerms,
    of: Trustees & { account: string },
  ): Promise<{
    /** The number that its next transaction uses up. */
    nextSequence: string
    differences: OnchainDifference[]
  } | null>
  /**
   * Writes the buyer's deposit with the wallet's next number. `balanceId` follows from that number; a balance made with
   * another one is found by `findLocks` too. Valid for an hour, never after `until`. Null: no such wallet.
   */
  writeLock(
    terms: OnchainTerms,
    account: string,
    until?: Date,
  ): Promise<(UnsignedTransaction & { balanceId: string; sequence: string }) | null>
  /**
   * Returns what the account may claim now, newest first, without the `known` balances. Anybody may make balances for
   * it; each costs a request, and a poll asks about a limited number: the caller names those it needs no more.
   */
  findLocks(terms: OnchainTerms, account: string, known?: ReadonlySet<string>): Promise<LedgerFinding<FoundDeposit>>
  /** Null: not claimed yet. */
  findClaim(balanceId: string): Promise<FoundClaim | null>
  /** Writes a release, refund or agreed split. Deterministic: a description always gives the same bytes. No request. */
  writeExit(exit: OnchainSettlement): UnsignedTransaction
  /** The balance that a settlement makes for each share; null: that share is paid. No request. */
  balancesOf(exit: OnchainSettlement): (string | null)[]
  /**
   * Writes the buyer's own claim, valid from the deadline on for a month. `isWrapped`: Quayside pays the fee.
   * `closing`: the account that it closes too (described before decision 118). Null: no such wallet.
   */
  writeExpiry(
    terms: OnchainTerms,
    of: { balanceId: string; closing: string | null; isWrapped: boolean },
  ): Promise<(UnsignedTransaction & { sequence: string }) | null>
  /** Closes the two-signature account, from the deadline on; a party and the arbiter sign. No request. */
  writeClosing(terms: OnchainTerms, of: OnchainClosing): UnsignedTransaction
  /** Can the account be closed? Null: it is gone. `isEmpty`: its trust lines are empty, and it can claim no balance. */
  readForClosing(account: string): Promise<{ nextSequence: string; isEmpty: boolean } | null>
  /** Writes the claim of a wallet for what was set aside for it, valid for an hour. Null: no such wallet. */
  writeTake(of: { wallet: string; balanceId: string }): Promise<UnsignedTransaction | null>
  /** A balance that the account can claim now. Null: it cannot, it holds no such asset, or one of the two is gone. */
  readReturnable(terms: OnchainTerms, of: OnchainBalance): Promise<Pick<OnchainReturn, 'asset' | 'amount'> | null>
  /** Writes the return of such a balance to the buyer's wallet. Null: as above, or no such wallet. */
  writeReturn(terms: OnchainTerms, of: OnchainBalance): Promise<(UnsignedTransaction & { back: OnchainReturn }) | null>
  /** The hash of a returned transaction, the inner one of a fee bump. Null: not a readable one of this network. */
  readHash(xdr: string): string | null
  /** Whether it claims one of these balances and does nothing else. */
  isTakeOf(xdr: string, balanceIds: readonly string[]): boolean
  /** Which of these keys signed a returned transaction. The wallet is not trusted: hash and signatures are verified. */
  readSigned(xdr: string, expected: { hash: string; signers: readonly string[] }): ReadSignatures
  /** The transaction with exactly these signatures, in this order. Throws when one is not of these bytes. */
  withSignatures(xdr: string, signatures: readonly CheckedSignature[]): string
  /** Sends what others have signed. Idempotent; the answer proves nothing. */
  send(xdr: string): Promise<Submission>
  close(): Promise<void>
}

/** The opened account, before anything is sent. Its own key was discarded and has no weight. */
export type SignedOpening = SignedPayout & { account: string }

/** What both keepers share with a Treasury: see there. */
interface Sponsor {
  /** The account that pays network fees (and on Stellar reserves). Holds no client money. */
  readonly source: string
  findLanes(asked: { wanted: number; findTaken: FindTaken }): Promise<string[]>
  makeLanes(count: number, terms?: { isUrgent?: boolean }): Promise<SignedSlots | null>
  /** Sends the stored bytes; `isUrgent`: at a higher fee where the ledger allows one. */
  submit(signed: SignedPayout, how?: { isUrgent?: boolean }): Promise<Submission>
  /** Only 'expired' and 'failed' allow a new signature. Throws LedgerUnavailable. */
  outcomeOf(signed: SignedPayout): Promise<PayoutOutcome>
  close(): Promise<void>
}

/** Stellar: the sponsor's key pays; the arbiter's is one of three signers of every two-signature account. */
export interface StellarSponsor extends Sponsor {
  readonly network: 'stellar'
  readonly trustees: Trustees
  /**
   * Signs the opening of an account for these terms through a channel account; the sponsor pays its reserves. Each call
   * makes another account. Sends nothing. Throws LedgerUnavailable, TreasuryWaits.
   */
  signOpening(terms: OnchainTerms, lane: string): Promise<SignedOpening>
  /**
   * Signs a settlement as the arbiter, built anew: never pasted bytes. Throws unless it pays these parties, in time.
   */
  signExit(terms: OnchainTerms, exit: OnchainSettlement): CheckedSignature
  /** Signs as the sponsor, who lends the reserves of shares set aside. Null: none is. Throws as signSettlement. */
  signReserves(terms: OnchainTerms, exit: OnchainSettlement): CheckedSignature | null
  /** Signs as the arbiter a claim that closes the account too: described before decision 118. */
  signExpiry(
    terms: OnchainTerms,
    of: { balanceId: string; closing: string; sequence: string; validUntil: string },
  ): CheckedSignature
  /** Signs the closing as the arbiter. Only for an account that the ledger holds nothing for any more. */
  signClosing(terms: OnchainTerms, of: OnchainClosing): CheckedSignature
  /** Signs an early return as the arbiter. `counting`: balances never returned. Throws: other terms, or too late. */
  signReturn(terms: OnchainTerms, back: OnchainReturn, counting: readonly string[]): CheckedSignature
  /**
   * Puts a fully signed transaction of others into a fee bump that the sponsor pays. `hash`, `source` and `sequence`
   * are those of the inner one. Throws LedgerUnavailable, TreasuryWaits.
   */
  wrap(xdr: string, how?: { isUrgent?: boolean }): Promise<SignedPayout>
}

/** What a wallet of the XRP Ledger signs, as JSON; it adds its own fee. Its sequence number lets it apply only once. */
export type EscrowCreateDraft = {
  TransactionType: 'EscrowCreate'
  Account: string
  Destination: string
  DestinationTag?: number
  /** Drops. */
  Amount: string
  Condition: string
  /** Seconds since 2000. */
  CancelAfter: number
  Sequence: number
  LastLedgerSequence: number
  Memos: { Memo: { MemoData: string } }[]
}

/** An escrow on the ledger: its owner, and the sequence or ticket of the transaction that made it. */
export type EscrowKey = { owner: string; sequence: number }

export type FoundEscrow = EscrowKey & {
  hash: string
  at: Date
  /** In upper case; null: none. */
  condition: string | null
  /** Null: it holds tokens. */
  amount: Decimal | null
  /** Between the agreement and what was created, whether or not it still exists. */
  differences: OnchainDifference[]
  /** Null: it still exists. */
  end: EscrowEnd | null
}

export type EscrowEnd = { kind: 'finished' | 'cancelled'; hash: string; at: Date; by: string }

/** The XRP Ledger, without a key. All that reads throws LedgerUnavailable. */
export interface XrplOnchain {
  readonly network: 'xrpl'
  obstaclesTo(terms: OnchainTerms, when: OnchainMoment): Promise<OnchainObstacles>
  /** What the buyer's wallet signs and sends itself. */
  writeCreate(terms: OnchainTerms, of: { condition: string; sequence: number; lastLedger: number }): EscrowCreateDraft
  /** The wallet in the newest validated ledger, which decides whether a draft can still be applied. */
  readWallet(address: string): Promise<WalletSeen & { closedAt: Date }>
  /** Finds the successful EscrowCreate of this hash, agreed under any of these conditions. Null: not validated. */
  findCreated(terms: OnchainTerms, of: { conditions: readonly string[]; hash: string }): Promise<FoundEscrow | null>
  /** For buyers who claim no hash: all their escrows under these conditions, in order of creation, in one pass. */
  findHeldBy(terms: OnchainTerms, conditions: readonly string[]): Promise<LedgerFinding<FoundEscrow>>
  /** Null: it still exists. */
  findEnd(escrow: EscrowKey): Promise<EscrowEnd | null>
  close(): Promise<void>
}

/** Both in hexadecimal. The fulfilment is secret until it is shown, and worthless after the deadline. */
export type OnchainSecret = { fulfilment: string; condition: string }

/** The XRP Ledger, with a key that only pays fees: anybody who has the secret of an escrow may finish it. */
export interface XrplSponsor extends Sponsor {
  readonly network: 'xrpl'
  /** 32 random bytes, one secret for each escrow, never reused. */
  newSecret(random: RandomBytes): OnchainSecret
  /**
   * Shows the secret to whoever gets the bytes. `amount` in XRP: a share of it caps the fee. `isNearDate`: the money
   * would be returned soon, so a larger share. Sends nothing. Throws LedgerUnavailable, TreasuryWaits.
   */
  signFinish(
    of: EscrowKey & OnchainSecret & { lane: string; amount: Decimal; isUrgent?: boolean; isNearDate?: boolean },
  ): Promise<SignedPayout>
  /**
   * Sends a finish only if the newest validated ledger has the escrow, a seller's wallet that accepts it, and a close
   * time well before the deadline (unix seconds); else the note says why not. Idempotent; the answer proves nothing.
   */
  submitFinish(signed: SignedPayout, of: EscrowKey & { seller: Payee; deadline: number }): Promise<Submission>
  /** Only after the deadline; the money returns to its owner. Throws LedgerUnavailable, TreasuryWaits. */
  signCancel(of: EscrowKey & { lane: string; isUrgent?: boolean }): Promise<SignedPayout>
}
