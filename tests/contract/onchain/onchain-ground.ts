/** What the contract of on-chain escrow needs of a ledger under test. */

import type { PayoutOutcome, SignedPayout } from '#app/ledgers/ledger.ts'
import type { StellarOnchain, StellarSponsor, XrplOnchain, XrplSponsor } from '#app/ledgers/onchain.ts'
import type { OnchainDifference } from '#app/trade/onchain/domain/differences.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { FaultKind, Faults, FaultTarget } from '#harbour/faults.ts'

export type Keeper = StellarSponsor | XrplSponsor

export type Ground = {
  terms: OnchainTerms
  held: StellarOnchain | XrplOnchain
  keeper: Keeper
  faults: Faults
  target: FaultTarget
  /** The name of the submitting request in the stand-in's faults. */
  submission: string
  /** Sets the ledger's clock, in unix seconds. What is sent afterwards meets a ledger of that time. */
  at(seconds: number): void
  closeLedger(): void
  /** The buyer's wallet makes the on-chain deposit as agreed. */
  lock(): Promise<void>
  /** For each deposit that still exists, its differences from the agreement; none: it is as agreed. */
  findLocked(): Promise<OnchainDifference[][]>
  /** Signs, without sending, a settlement that pays everything to the seller. */
  signRelease(): Promise<SignedPayout>
  /** Signs, without sending, the return of everything to the buyer, because the date has come. */
  signExpiry(): Promise<SignedPayout>
  /** Returns who took the deposit out. Null: it still exists. */
  findEnd(): Promise<{ by: string; hash: string } | null>
  /** What `findEnd` names as `by` after a release and after an expiry. */
  ends: { released: string; expired: string }
  /** Smallest units of the asset. */
  balances(): Promise<{ buyer: bigint; seller: bigint }>
  /** The amount, in smallest units. */
  units: bigint
  /** The network fee of the expiry for the buyer, in smallest units, where the buyer sends it. */
  feeOfExpiry: bigint
  /** Seconds after the date from which an expiry is possible; before, only a release is. */
  firstOfExpiry: 0 | 1
  close(): Promise<void>
}

/** Failures to answer that must never be mistaken for an answer. */
export const SILENCES: FaultKind[] = ['drop_before', 'drop_after', 'too_many', 'server_error', 'html']

/** Returns a free slot of the keeper. A ticket of the XRP Ledger is used up by what is signed for it. */
export async function slotOf(keeper: Keeper, closeLedger: () => void, taken: string[] = []): Promise<string> {
  const find = async () => {
    const findTaken = async () => new Set(taken)
    const [lane] = await keeper.findLanes({ wanted: 1, findTaken })
    if (lane !== undefined && keeper.network === 'xrpl') taken.push(lane)
    return lane
  }
  const known = await find()
  if (known !== undefined) return known
  const making = await keeper.makeLanes(1)
  if (making === null) throw new Error('no lane can be made')
  await keeper.submit(making)
  closeLedger()
  const made = await find()
  if (made === undefined) throw new Error('no lane was made')
  return made
}

/** Sends the transaction and closes a ledger with it. */
export async function settle(ground: Ground, signed: SignedPayout): Promise<PayoutOutcome> {
  await ground.keeper.submit(signed)
  ground.closeLedger()
  return ground.keeper.outcomeOf(signed)
}
