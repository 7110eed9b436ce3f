/**
 * The ports to what the ledgers themselves hold (docs/decisions/087), beside `Ledger` and `Treasury`: those without keys read the
 * ledger and write what people sign, the keepers sign for Quayside and live in the worker alone. What a keeper signed is stored, then
 * sent, and judged by the ledger, as every payout is (`SignedPayout`). Nothing here touches the network.
 */

import type { Decimal } from '#app/kernel/domain/money.ts'
import type { RandomBytes } from '#app/kernel/domain/random.ts'
import type { ReceiveObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { HeldDifference, Trustees } from '#app/trade/onchain/domain/differences.ts'
import type { WalletSeen } from '#app/trade/onchain/domain/draft.ts'
import type { HeldReturn } from '#app/trade/onchain/domain/early-return.ts'
import type { HeldExit, PaidShare, Share } from '#app/trade/onchain/domain/exit.ts'
import type { HoldTerms } from '#app/trade/onchain/domain/terms.ts'
import type { FindTaken, Payee, PayoutOutcome, SignedLanes, SignedPayout, Submission } from './ledger.ts'

/** Why a wallet cannot be a side of an escrow that the ledger holds. */
export type HeldObstacle =
  | ReceiveObstacle
  /** Its own key cannot sign for it any more, so whoever uses it signs with another one. Stellar. */
  | 'key_disabled'
  /** Both sides have the same one. */
  | 'same_wallet'
  /** Of the buyer: not enough for the amount, the reserves that the lock binds, and a fee. */
  | 'funds_short'
  /** Its owner has told wallets not to send it XRP. The ledger would let it through all the same. */
  | 'xrp_disallowed'

/** Before the buyer locks, or before this is paid out: whoever gets nothing of it needs no room. */
export type HeldMoment = 'before_locking' | { shares: readonly Share[] }

/** Null: nothing is in the way. */
export type HeldObstacles = { buyer: HeldObstacle | null; seller: HeldObstacle | null }

/** A transaction for somebody's wallet; as a link and a QR code it is written by `trade/onchain/domain/signing/signing-uri`. */
export type UnsignedTransaction = {
  /** Of exactly these bytes: what comes back must have the same. */
  hash: string
  /** The envelope without signatures, in base64. */
  xdr: string
  /** Last second (unix) in which it may be included. */
  validUntil: string
}

/** The closing of an account of two signatures, by the number that it uses up. */
export type HeldClosing = { account: string; sequence: string }

/** Something that an account of two signatures may claim. */
export type HeldBalance = { account: string; balanceId: string }

/** An ed25519 signature of a transaction's hash, in base64, that was checked against the key of this address. */
export type CheckedSignature = { address: string; signature: string }

/** What a wallet gave back. */
export type ReadSignatures =
  | { kind: 'signed'; signatures: CheckedSignature[] }
  /** No transaction of this network that can be read. */
  | { kind: 'unreadable' }
  /** It says something else than what was to be signed. */
  | { kind: 'other_transaction' }
  /** Signed by a key that was not asked for, or twice: the ledger refuses a surplus signature. */
  | { kind: 'foreign_signature' }
  | { kind: 'unsigned' }

/** Money that an account of two signatures may claim, and what of it is not as agreed. Empty: it is funded. */
export type FoundLock = {
  balanceId: string
  /** Of the transaction that locked it; the outer one of a fee bump. */
  hash: string
  at: Date
  differences: HeldDifference[]
}

/**
 * What a look found. `completeTo`: close time of the ledger up to which nothing is left out; null: there is more than one look asks
 * about, and the next one goes on.
 */
export type Found<Lock> = { locks: Lock[]; completeTo: Date | null }

/** The end of a balance: claimed by the account of two signatures, or by the buyer after the date. */
export type FoundClaim = {
  claimant: string
  hash: string
  at: Date
  /** What the same transaction paid out of the account, or set aside for one wallet alone, in its order. Empty when the buyer claimed. */
  paid: PaidShare[]
}

/** Stellar, without a key: XLM and USDC held by an account of two signatures. All that reads throws LedgerUnavailable. */
export interface StellarHeld {
  readonly network: 'stellar'
  /** Why these two wallets could not lock or be paid now; asked before the buyer locks, and before every exit. Nothing of a side that is not paid. */
  obstaclesTo(terms: HoldTerms, when: HeldMoment): Promise<HeldObstacles>
  /** How the account stands. Null: no such account, because it was not opened yet or was closed. */
  readAccount(
    terms: HoldTerms,
    of: Trustees & { account: string },
  ): Promise<{
    /** The number that its next transaction uses up. */
    nextSequence: string
    differences: HeldDifference[]
  } | null>
  /**
   * The buyer's transaction that locks the money, with the number that the wallet would use next. `balanceId` follows from that number: a
   * wallet that takes another makes another one, which `findLocks` finds all the same. Valid for an hour, and not after `until`. Null: no such wallet.
   */
  writeLock(
    terms: HoldTerms,
    account: string,
    until?: Date,
  ): Promise<(UnsignedTransaction & { balanceId: string; sequence: string }) | null>
  /**
   * What the account may claim as the ledger has it now, the newest first, without the `known` balances. Anybody may make one for it, and
   * each is asked about once more: of many only so many at once, so the caller names those of which nothing more is to be heard.
   */
  findLocks(terms: HoldTerms, account: string, known?: ReadonlySet<string>): Promise<Found<FoundLock>>
  /** Null: nobody has claimed it yet. */
  findClaim(balanceId: string): Promise<FoundClaim | null>
  /** Release, refund or division. The same for the same description, whenever it is asked; asks nobody. */
  writeExit(exit: HeldExit): UnsignedTransaction
  /** The balance that an exit makes for each of its shares; null: that one is paid. Asks nobody. */
  balancesOf(exit: HeldExit): (string | null)[]
  /**
   * The buyer's own claim, valid from the date on and for a month; nobody signs along. `isWrapped`: Quayside pays the fee. `closing`: of one
   * that was described before decision 118, the account that it closes. Null: no such wallet.
   */
  writeExpiry(
    terms: HoldTerms,
    of: { balanceId: string; closing: string | null; isWrapped: boolean },
  ): Promise<(UnsignedTransaction & { sequence: string }) | null>
  /** Closes the account of two signatures, from the date on; a side and the arbiter sign. Asks nobody. */
  writeClosing(terms: HoldTerms, of: HeldClosing): UnsignedTransaction
  /** Can the account be closed? Null: it is gone. `isEmpty`: nothing lies on a line of it, and no balance can be claimed by it. */
  readForClosing(account: string): Promise<{ nextSequence: string; isEmpty: boolean } | null>
  /** The transaction by which a wallet takes what was set aside for it, valid for an hour. Null: no such wallet. */
  writeTake(of: { wallet: string; balanceId: string }): Promise<UnsignedTransaction | null>
  /** A balance as the account could claim it now. Null: it cannot, it holds no such asset, or one of the two is gone. */
  readReturnable(terms: HoldTerms, of: HeldBalance): Promise<Pick<HeldReturn, 'asset' | 'amount'> | null>
  /** What gives such a balance back to the buyer's wallet, by its next number, for an hour and until the last release. Null: as before, or no such wallet. */
  writeReturn(terms: HoldTerms, of: HeldBalance): Promise<(UnsignedTransaction & { back: HeldReturn }) | null>
  /** Of a transaction that came back from a wallet, the one inside of a fee bump. Null: none of this network that can be read. */
  readHash(xdr: string): string | null
  /** Does this take one of these balances, and nothing else? */
  isTakeOf(xdr: string, balanceIds: readonly string[]): boolean
  /** Which of these keys signed what came back. Never believes a wallet: the hash and each signature are checked. */
  readSigned(xdr: string, expected: { hash: string; signers: readonly string[] }): ReadSignatures
  /** The transaction with these signatures, each once and in the order given. Throws when one is not of these bytes. */
  withSignatures(xdr: string, signatures: readonly CheckedSignature[]): string
  /** Sends what others have signed. Proves nothing either way; safe to repeat. */
  send(xdr: string): Promise<Submission>
  close(): Promise<void>
}

/** The opened account, before anything is sent. Its own key was thrown away and could do nothing. */
export type SignedOpening = SignedPayout & { account: string }

/** What both keepers share with a Treasury: see there. */
interface Keeper {
  /** The account that pays network fees (and on Stellar reserves). Holds no money of clients. */
  readonly source: string
  findLanes(asked: { wanted: number; findTaken: FindTaken }): Promise<string[]>
  makeLanes(count: number, terms?: { isUrgent?: boolean }): Promise<SignedLanes | null>
  /** Sends the stored bytes; with `isUrgent` at a higher fee where the ledger lets them have one. */
  submit(signed: SignedPayout, how?: { isUrgent?: boolean }): Promise<Submission>
  /** Only 'expired' and 'failed' allow a new signature. Throws LedgerUnavailable. */
  outcomeOf(signed: SignedPayout): Promise<PayoutOutcome>
  close(): Promise<void>
}

/** Stellar, with two keys: the sponsor's, which pays, and the arbiter's, one of the three signers of every account of two signatures. */
export interface StellarKeeper extends Keeper {
  readonly network: 'stellar'
  readonly trustees: Trustees
  /**
   * A transaction that opens an account for these terms through a lane (a channel), its reserves kept by the sponsor. Each call
   * makes another account. Sends nothing. Throws LedgerUnavailable, TreasuryWaits.
   */
  signOpening(terms: HoldTerms, lane: string): Promise<SignedOpening>
  /**
   * The arbiter's signature of an exit. Only of what is described: nothing that somebody pasted is ever signed. Throws when it is
   * no way out of these terms, to the two sides and in time.
   */
  signExit(terms: HoldTerms, exit: HeldExit): CheckedSignature
  /** The sponsor's signature of an exit that sets shares aside: it lends their reserves. Null: this one sets nothing aside. Throws as signExit. */
  signReserves(terms: HoldTerms, exit: HeldExit): CheckedSignature | null
  /** The arbiter's signature of a claim that closes the account as well: described before decision 118. */
  signExpiry(
    terms: HoldTerms,
    of: { balanceId: string; closing: string; sequence: string; validUntil: string },
  ): CheckedSignature
  /** The arbiter's signature of the closing. To be asked for when the ledger holds nothing for the account any more. */
  signClosing(terms: HoldTerms, of: HeldClosing): CheckedSignature
  /** The arbiter's signature of an early return. `counting`: balances that never go this way. Throws when it is none of these terms, or too late. */
  signReturn(terms: HoldTerms, back: HeldReturn, counting: readonly string[]): CheckedSignature
  /**
   * The transaction of others, with all the signatures that it needs, in a fee bump that the sponsor pays. `hash` is the inner
   * one, `source` and `sequence` are those of the inner one, too. Throws LedgerUnavailable, TreasuryWaits.
   */
  wrap(xdr: string, how?: { isUrgent?: boolean }): Promise<SignedPayout>
}

/** What a wallet of the XRP Ledger is asked to sign, as JSON; it adds its own fee. With its number it can be applied once. */
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

/** An escrow as the ledger knows it: by who made it, and the sequence or ticket of the transaction that made it. */
export type EscrowKey = { owner: string; sequence: number }

export type FoundEscrow = EscrowKey & {
  hash: string
  at: Date
  /** In upper case; null: none. */
  condition: string | null
  /** Null: it holds tokens. */
  amount: Decimal | null
  /** Compared with what was created, whether it is there still or not. */
  differences: HeldDifference[]
  /** Null: the ledger holds it. */
  end: EscrowEnd | null
}

export type EscrowEnd = { kind: 'finished' | 'cancelled'; hash: string; at: Date; by: string }

/** The XRP Ledger, without a key. All that reads throws LedgerUnavailable. */
export interface XrplHeld {
  readonly network: 'xrpl'
  obstaclesTo(terms: HoldTerms, when: HeldMoment): Promise<HeldObstacles>
  /** What the buyer's wallet signs and sends by itself. */
  writeCreate(terms: HoldTerms, of: { condition: string; sequence: number; lastLedger: number }): EscrowCreateDraft
  /** The wallet in the newest validated ledger: what decides whether a draft can still be applied. */
  readWallet(address: string): Promise<WalletSeen & { closedAt: Date }>
  /**
   * By the hash of the transaction that made it; as agreed with any of these conditions. Null: none in a validated ledger that succeeded, or
   * no EscrowCreate.
   */
  findCreated(terms: HoldTerms, of: { conditions: readonly string[]; hash: string }): Promise<FoundEscrow | null>
  /**
   * Every escrow that the buyer's wallet holds and that one of these conditions opens, in the order in which they were made: for whoever states no
   * hash. As many conditions as there are cost one question.
   */
  findHeldBy(terms: HoldTerms, conditions: readonly string[]): Promise<Found<FoundEscrow>>
  /** Null: the ledger holds it still. */
  findEnd(escrow: EscrowKey): Promise<EscrowEnd | null>
  close(): Promise<void>
}

/** Both in hexadecimal. The fulfilment is a secret until it is shown, and worth nothing after its date. */
export type HeldSecret = { fulfilment: string; condition: string }

/** The XRP Ledger, with a key that pays fees and nothing else: anybody may finish an escrow who has its secret. */
export interface XrplKeeper extends Keeper {
  readonly network: 'xrpl'
  /** 32 random bytes, one for each escrow and never a second time. */
  newSecret(random: RandomBytes): HeldSecret
  /**
   * Shows the secret to whoever gets the bytes. `amount` in XRP, of which a share may go into the fee; `isNearDate`: the money would go
   * back soon, so more of it. Sends nothing. Throws LedgerUnavailable, TreasuryWaits.
   */
  signFinish(
    of: EscrowKey & HeldSecret & { lane: string; amount: Decimal; isUrgent?: boolean; isNearDate?: boolean },
  ): Promise<SignedPayout>
  /**
   * Sends a finish if the newest validated ledger has the escrow, a seller's wallet that takes it, and a time that is well before the
   * date (unix seconds); what else it finds is said in the note. Safe to repeat; proves nothing either way.
   */
  submitFinish(signed: SignedPayout, of: EscrowKey & { seller: Payee; deadline: number }): Promise<Submission>
  /** After the date; the money goes to its owner, whoever sends it. Throws LedgerUnavailable, TreasuryWaits. */
  signCancel(of: EscrowKey & { lane: string; isUrgent?: boolean }): Promise<SignedPayout>
}
