/**
 * Builds the transactions of an escrow on Stellar: opening the two-signature account, deposit, settlements before the
 * deadline, the buyer's claim after it, closing the account, taking a share set aside, returning a deposit that does
 * not count. Each is deterministic in its description. No network.
 */
import {
  Account,
  Asset,
  Claimant,
  Memo,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk/base'
import { type Issuers, isIssued, issuerOf, onStellar, type StellarAsset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { OnchainReturn } from '#app/trade/onchain/domain/early-return.ts'
import {
  isShareSetAside,
  type OnchainSettlement,
  type PaidShare,
  sumOfShares,
} from '#app/trade/onchain/domain/settlement.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { OnchainClosing } from '../../onchain.ts'

/** The network and the issuers of its assets. */
export type Chain = { passphrase: string; issuers: Issuers }

type Frame = {
  source: string
  sequence: string
  /** Unix seconds. */
  minTime?: string
  maxTime: string
  /** Per operation. '0' inside a fee bump. */
  feeStroops: string
}

/** The bid of a wallet's own transaction per operation, in stroops; only the clearing price is charged. */
export const WALLET_FEE = '100000'
const WEIGHT = 1
const NEEDED = 2

/** Base reserves of an account: two for itself, one for each of three signers, one for a trust line. */
export function reservesOf(asset: StellarAsset): number {
  return isIssued(asset) ? 6 : 5
}

export type AccountOpening = Frame & { account: string; sponsor: string; arbiter: string }

/** Signed by its source, the sponsor and, this once, the account. */
export function buildOpening(terms: OnchainTerms, opening: AccountOpening, chain: Chain): Transaction {
  const { account: source, sponsor, arbiter } = opening
  const signers = [terms.buyerWallet, terms.sellerWallet, arbiter].map((ed25519PublicKey) =>
    Operation.setOptions({ source, signer: { ed25519PublicKey, weight: WEIGHT } }),
  )
  const thresholds = { lowThreshold: NEEDED, medThreshold: NEEDED, highThreshold: NEEDED }
  return build(opening, chain, [
    Operation.beginSponsoringFutureReserves({ sponsoredId: source, source: sponsor }),
    Operation.createAccount({ destination: source, startingBalance: '0', source: sponsor }),
    ...(isIssued(terms.asset) ? [Operation.changeTrust({ asset: assetOf(terms.asset, chain), source })] : []),
    ...signers,
    Operation.setOptions({ source, masterWeight: 0, ...thresholds }),
    Operation.endSponsoringFutureReserves({ source }),
  ])
}

/** From the buyer's wallet: before the deadline only the account can claim, from the deadline on only the buyer. */
export function buildDeposit(terms: OnchainTerms, lock: Frame & { account: string }, chain: Chain): Transaction {
  const beforeDate = Claimant.predicateBeforeAbsoluteTime(String(terms.deadline))
  const claimants = [
    new Claimant(lock.account, beforeDate),
    new Claimant(terms.buyerWallet, Claimant.predicateNot(beforeDate)),
  ]
  const asset = assetOf(terms.asset, chain)
  const operation = Operation.createClaimableBalance({ asset, amount: plain(terms.amount), claimants })
  return build(lock, chain, [operation], Memo.id(terms.reference))
}

/** From the two-signature account, with fee 0: whoever wraps it pays. Atomic, but its number is used up either way. */
export function buildSettlement(exit: OnchainSettlement, chain: Chain): Transaction {
  if (!sumOfShares(exit.shares).gt(0)) throw new Error('a way out pays somebody')
  const asset = assetOf(exit.asset, chain)
  const frame = { source: exit.account, sequence: exit.sequence, maxTime: String(exit.maxTime), feeStroops: '0' }
  return build(frame, chain, [
    Operation.claimClaimableBalance({ balanceId: exit.balanceId }),
    ...exit.shares.flatMap((share) =>
      isShareSetAside(share)
        ? setAside(exit, share, asset)
        : [Operation.payment({ destination: share.address, asset, amount: share.amount })],
    ),
    ...(exit.closesInto === null ? [] : closing({ ...exit, closesInto: exit.closesInto }, chain)),
  ])
}

/** The balance's place among the three operations of its share: its reserve is sponsored around it. */
const MADE_AT = 1

/** Only its wallet can claim it, at any time. The wallet cannot make this fail, and the account needs no reserve. */
function setAside(
  { account, sponsor }: OnchainSettlement,
  { address, amount }: PaidShare,
  asset: Asset,
): xdr.Operation[] {
  if (sponsor === undefined) throw new Error('what is set aside has no sponsor')
  const claimants = [new Claimant(address, Claimant.predicateUnconditional())]
  return [
    Operation.beginSponsoringFutureReserves({ sponsoredId: account, source: sponsor }),
    Operation.createClaimableBalance({ asset, amount, claimants }),
    Operation.endSponsoringFutureReserves({}),
  ]
}

/** The balances that a settlement makes, in the order of its shares; null: that share is paid. */
export function balancesOf(exit: OnchainSettlement, chain: Chain): (string | null)[] {
  const transaction = buildSettlement(exit, chain)
  let next = 1
  return exit.shares.map((share) => {
    if (!isShareSetAside(share)) {
      next += 1
      return null
    }
    const made = next + MADE_AT
    next += 3
    return transaction.getClaimableBalanceId(made)
  })
}

export type Expiry = {
  balanceId: string
  /** The buyer's next sequence number. */
  sequence: string
  validUntil: string
  /** The account that is closed as well, if described before decision 118: the arbiter co-signs. Null: none. */
  closing: string | null
  /** '0' where Quayside wraps it in a fee bump. */
  feeStroops: string
}

export function buildExpiry(terms: OnchainTerms, expiry: Expiry, chain: Chain): Transaction {
  const { buyerWallet } = terms
  const asset = onStellar(terms.asset)
  const frame = {
    source: buyerWallet,
    sequence: expiry.sequence,
    minTime: String(terms.deadline),
    maxTime: expiry.validUntil,
    feeStroops: expiry.feeStroops,
  }
  const { balanceId, closing: account } = expiry
  return build(frame, chain, [
    Operation.claimClaimableBalance({ balanceId }),
    ...(account === null ? [] : closing({ asset, account, closesInto: buyerWallet }, chain)),
  ])
}

/** How long after the deadline the account may be closed. */
const CLOSES_FOR_SECONDS = 366 * 86_400

/**
 * Closes the two-signature account into the buyer's wallet, with fee 0: whoever wraps it pays. Only from the deadline
 * on, when the account can claim nothing of these terms: sooner it would be a way to block a release.
 */
export function buildClosing(terms: OnchainTerms, { account, sequence }: OnchainClosing, chain: Chain): Transaction {
  const { buyerWallet: closesInto, deadline } = terms
  const frame = {
    source: account,
    sequence,
    minTime: String(deadline),
    maxTime: String(deadline + CLOSES_FOR_SECONDS),
    feeStroops: '0',
  }
  return build(frame, chain, closing({ asset: onStellar(terms.asset), account, closesInto }, chain))
}

export function buildTake({ balanceId, ...from }: Frame & { balanceId: string }, chain: Chain): Transaction {
  return build(from, chain, [Operation.claimClaimableBalance({ balanceId })])
}

/**
 * The buyer's wallet pays the fee and uses its number; the account claims a balance that does not count and pays
 * exactly that into the same wallet. The account's number, and so every settlement, stays valid.
 */
export function buildReturn(back: OnchainReturn, chain: Chain): Transaction {
  const { account: source, wallet: destination, amount, balanceId } = back
  const frame = { source: destination, sequence: back.sequence, maxTime: String(back.maxTime), feeStroops: WALLET_FEE }
  return build(frame, chain, [
    Operation.claimClaimableBalance({ balanceId, source }),
    Operation.payment({ destination, asset: assetOf(back.asset, chain), amount, source }),
  ])
}

/** The remainder goes to `closesInto`, the reserves to their sponsor. */
function closing(
  { asset, account, closesInto }: { asset: StellarAsset; account: string; closesInto: string },
  chain: Chain,
) {
  const source = account
  return [
    ...(isIssued(asset) ? [Operation.changeTrust({ asset: assetOf(asset, chain), limit: '0', source })] : []),
    Operation.accountMerge({ destination: closesInto, source }),
  ]
}

function build(
  frame: Frame,
  { passphrase }: Chain,
  operations: xdr.Operation[],
  memo: Memo = Memo.none(),
): Transaction {
  const { source, sequence, minTime = '0', maxTime, feeStroops } = frame
  // build() counts the account's sequence up by one.
  const builder = new TransactionBuilder(new Account(source, (BigInt(sequence) - 1n).toString()), {
    fee: feeStroops,
    networkPassphrase: passphrase,
    timebounds: { minTime, maxTime },
    memo,
  })
  for (const operation of operations) builder.addOperation(operation)
  return builder.build()
}

function assetOf(asset: OnchainTerms['asset'], { issuers }: Chain): Asset {
  const issuer = issuerOf(onStellar(asset), issuers)
  return issuer === null ? Asset.native() : new Asset(asset, issuer)
}

export function transactionHashOf(transaction: Pick<Transaction, 'hash'>): string {
  return Buffer.from(transaction.hash()).toString('hex')
}

export function xdrOf(transaction: Pick<Transaction, 'toEnvelope'>): string {
  return transaction.toEnvelope().toXdr('base64')
}
