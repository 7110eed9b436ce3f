/**
 * What each side keeps from the moment the money is locked: all that is needed to get it out without Quayside, in JSON. It holds no
 * secret. Its format is a promise: the program of any later version reads what an earlier one wrote.
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
import type { HoldTerms } from './terms.ts'

const VERSION = 1

/** Before the date both parties together; from the date on the buyer alone; on the XRP Ledger anybody, for the buyer. */
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
    /** The account of two signatures, and who else has to do with it. */
    account: string
    arbiter: string
    sponsor: string
    balanceId: string
    /**
     * Ready to be signed, as far as a number can be known before: one that was used up meanwhile has them built anew, from the fields above.
     * `fee` '0': somebody wraps it in a fee bump.
     */
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
  /** Who made the escrow, and the number that it goes by. */
  owner: string
  sequence: number
  condition: string
  ways: {
    way: 'cancel'
    does: string
    /** Whoever signs it adds the own account, sequence and fee. */
    transaction: { TransactionType: 'EscrowCancel'; Owner: string; OfferSequence: number }
  }[]
}

export type RecoveryFile = StellarRecovery | XrplRecovery

/** The issuers stand in the file each in a field of its own: `usdcIssuer`. */
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

/** A transaction for the file: `writeExit` and `writeExpiry` of the port make them. */
type Ready = { hash: string; xdr: string; does: string }

export function stellarRecovery(
  terms: HoldTerms,
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

/** Whatever else the port says of it is not the file's. */
function pick({ hash, xdr, does }: Ready): Ready {
  return { hash, xdr, does }
}

export function xrplRecovery(
  terms: HoldTerms,
  of: { owner: string; sequence: number; condition: string; networkId: number; does: string },
): XrplRecovery {
  const { does, ...where } = of
  const transaction = { TransactionType: 'EscrowCancel' as const, Owner: of.owner, OfferSequence: of.sequence }
  const way = { way: 'cancel' as const, does, transaction }
  return { ...agreed(terms), ledger: 'xrpl', asset: 'XRP', sellerTag: terms.sellerTag, ...where, ways: [way] }
}

function agreed({ amount, reference, buyerWallet, sellerWallet, deadline }: HoldTerms): Agreed {
  const deadlineAt = new Date(deadline * 1000).toISOString()
  return { version: VERSION, amount: plain(amount), reference, buyerWallet, sellerWallet, deadline, deadlineAt }
}
