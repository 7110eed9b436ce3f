/** What the contract of the ledgers' own escrows needs of a ledger under test, whichever it is. */

import type { StellarHeld, StellarKeeper, XrplHeld, XrplKeeper } from '#app/ledgers/held.ts'
import type { PayoutOutcome, SignedPayout } from '#app/ledgers/ledger.ts'
import type { HeldDifference } from '#app/trade/onchain/domain/differences.ts'
import type { HoldTerms } from '#app/trade/onchain/domain/terms.ts'
import type { FaultKind, Faults, FaultTarget } from '#harbour/faults.ts'

export type Keeper = StellarKeeper | XrplKeeper

export type Ground = {
  terms: HoldTerms
  held: StellarHeld | XrplHeld
  keeper: Keeper
  faults: Faults
  target: FaultTarget
  /** How the stand-in's faults name the request that submits. */
  submission: string
  /** The clock by which the ledgers go, in unix seconds. What is sent then meets a ledger of that time. */
  at(seconds: number): void
  closeLedger(): void
  /** The buyer's wallet locks the money as agreed. */
  lock(): Promise<void>
  /** What is not as agreed of each that lies there; what was locked as agreed has nothing. */
  findLocked(): Promise<HeldDifference[][]>
  /** Signed and not sent: everything of it to the seller. */
  signRelease(): Promise<SignedPayout>
  /** Signed and not sent: everything back to the buyer, because the date has come. */
  signExpiry(): Promise<SignedPayout>
  /** Null: it lies there. Else who took it out. */
  findEnd(): Promise<{ by: string; hash: string } | null>
  /** Who is said to have ended it, after a release and after an expiry. */
  ends: { released: string; expired: string }
  /** Smallest units of the asset. */
  balances(): Promise<{ buyer: bigint; seller: bigint }>
  /** The amount in the same units. */
  units: bigint
  /** What the expiry costs the buyer in the same units, where the buyer sends it. */
  feeOfExpiry: bigint
  /** The first second, from the date on, of an expiry: until the one before it is released. */
  firstOfExpiry: 0 | 1
  close(): Promise<void>
}

/** Ways of not answering that must never be mistaken for an answer. */
export const SILENCES: FaultKind[] = ['drop_before', 'drop_after', 'too_many', 'server_error', 'html']

/** A lane of the keeper that nobody uses; one of the XRP Ledger is used up with what is signed for it. */
export async function laneOf(keeper: Keeper, closeLedger: () => void, taken: string[] = []): Promise<string> {
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

/** Sends it and closes the ledger that it is in. */
export async function settle(ground: Ground, signed: SignedPayout): Promise<PayoutOutcome> {
  await ground.keeper.submit(signed)
  ground.closeLedger()
  return ground.keeper.outcomeOf(signed)
}
