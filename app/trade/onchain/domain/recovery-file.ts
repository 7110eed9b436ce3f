/**
 * The recovery file that each side keeps after the deposit: JSON with all that is needed to get the money out without
 * Quayside, and no secret. Its format is a promise: later versions of the program read what earlier ones wrote.
 */
import {
  forEachIssued,
  type IssuedAsset,
  type Issuers,
  issuedAssets,
  onStellar,
  type StellarAsset,
} from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Trustees } from './differences.ts'
import type { OnchainTerms } from './terms.ts'

const VERSION = 1

/** Before the date both parties together; from the date on the buyer alone. XRP Ledger: anybody, for the buyer. */
export type WayOut = 'release' | 'refund' | 'expiry' | 'cancel'

type Agreed = {
  version: typeof VERSION
  amount: string
  reference: string
  buyerWallet: string
  sellerWallet: string
  /** Unix seconds, and the same for people (ISO 8601). */
  deadline: number
  deadlineAt: string
}

export type StellarRecovery = Agreed &
  IssuersInFile & {
    ledger: 'stellar'
    asset: StellarAsset
    passphrase: string
    /** The multisig account, and its other co-signers and lenders. */
    account: string
    arbiter: string
    sponsor: string
    balanceId: string
    /** Ready to sign; rebuilt from these fields if a sequence is used up. `fee` '0': for a fee bump by somebody. */
    ways: {
      way: Exclude<WayOut, 'cancel'>
      does: string
      /** All of these sign it. */
      signers: string[]
      hash: string
      xdr: string
    }[]
  }

export type XrplRecovery = Agreed & {
  ledger: 'xrpl'
  asset: 'XRP'
  networkId: number
  sellerTag: string | null
  /** The owner of the escrow, and its sequence. */
  owner: string
  sequence: number
  condition: string
  ways: {
    way: 'cancel'
    does: string
    /** The signer adds the own account, sequence and fee. */
    transaction: { TransactionType: 'EscrowCancel'; Owner: string; OfferSequence: number }
  }[]
}

export type RecoveryFile = StellarRecovery | XrplRecovery

/** Each issuer has a field of its own in the file, such as `usdcIssuer`. */
type IssuersInFile = Record<`${Lowercase<IssuedAsset>}Issuer`, string>

function issuerField(asset: IssuedAsset): keyof IssuersInFile {
  return `${asset.toLowerCase() as Lowercase<IssuedAsset>}Issuer`
}

function inFile(issuers: Issuers): IssuersInFile {
  return Object.fromEntries(issuedAssets().map((asset) => [issuerField(asset), issuers[asset]])) as IssuersInFile
}

export function issuersIn(file: IssuersInFile): Issuers {
  return forEachIssued((asset) => file[issuerField(asset)])
}

/** A transaction for the file, made by `writeSettlement` or `writeExpiry` of the port. */
type Ready = { hash: string; xdr: string; does: string }

export function stellarRecovery(
  terms: OnchainTerms,
  of: Trustees & {
    account: string
    balanceId: string
    passphrase: string
    issuers: Issuers
    release: Ready
    refund: Ready
    expiry: Ready
  },
): StellarRecovery {
  const { buyerWallet, sellerWallet } = terms
  const { release, refund, expiry, issuers, ...where } = of
  const both = [buyerWallet, sellerWallet]
  return {
    ...agreed(terms),
    ledger: 'stellar',
    asset: onStellar(terms.asset),
    ...where,
    ...inFile(issuers),
    ways: [
      { way: 'release', signers: both, ...pick(release) },
      { way: 'refund', signers: both, ...pick(refund) },
      { way: 'expiry', signers: [buyerWallet], ...pick(expiry) },
    ],
  }
}

/** Leaves out what else the port returns. */
function pick({ hash, xdr, does }: Ready): Ready {
  return { hash, xdr, does }
}

export function xrplRecovery(
  terms: OnchainTerms,
  of: { owner: string; sequence: number; condition: string; networkId: number; does: string },
): XrplRecovery {
  const { does, ...where } = of
  const transaction = { TransactionType: 'EscrowCancel' as const, Owner: of.owner, OfferSequence: of.sequence }
  const way = { way: 'cancel' as const, does, transaction }
  return { ...agreed(terms), ledger: 'xrpl', asset: 'XRP', sellerTag: terms.sellerTag, ...where, ways: [way] }
}

function agreed({ amount, reference, buyerWallet, sellerWallet, deadline }: OnchainTerms): Agreed {
  const deadlineAt = new Date(deadline * 1000).toISOString()
  return { version: VERSION, amount: plain(amount), reference, buyerWallet, sellerWallet, deadline, deadlineAt }
}
