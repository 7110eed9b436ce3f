/** What each type of transaction brings to the engine: the steps of rippled's transactor, bound to one transaction. */
import type { Issued } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import type { Sandbox, State } from '#harbour/rippled/engine/sandbox.ts'

/** Load factor of an idle server. */
export const NO_LOAD = 256

/** The ledger on which a transaction is tried. */
export type Surroundings = {
  ledgerIndex: number
  /** Close time of the ledger before, the only time that a transaction knows. Seconds of the ledger's clock. */
  parentCloseTime: number
  /** True: the result is provisional. False: it is final. */
  isOpen: boolean
  /** For the server's load, an open ledger multiplies the minimum fee by this, over NO_LOAD. */
  loadFactor: number
  networkId: number
  /** An account may be deleted this many ledgers after its Sequence. */
  deletableAfter: number
  /** Test hook: drops that a Payment delivers in place of its Amount. */
  delivers: bigint | null
  /** Whether this ledger already has the transaction. */
  hasTransaction(hash: string): boolean
}

/** Input of `apply`: sequence and fee are already taken. */
export type Application = {
  state: Sandbox
  surroundings: Surroundings
  /** Drops of the account before the fee. */
  balanceBefore: bigint
  /** Records DeliveredAmount, if it differs from the Amount or there is none. Drops, or issued money. */
  deliver(amount: bigint | Issued): void
}

export type Transactor = {
  /** Minimum fee, in drops. */
  minimumFee: bigint
  /** Whether it is free this time. Absent: never. */
  isFree?(state: State): boolean
  /** Checks the transaction alone. */
  preflight(): ResultCode
  /** Checks it against the ledger, without changing that. */
  preclaim(state: State, surroundings: Surroundings): ResultCode
  /** Changes the ledger. After anything but tesSUCCESS the changes are discarded. */
  apply(application: Application): ResultCode
}

/** Minimum fee on this ledger, in drops and before load; 0 if it is free this time. */
export function leastFeeOf(transactor: Transactor, state: State): bigint {
  return transactor.isFree?.(state) === true ? 0n : transactor.minimumFee
}

const TF_FULLY_CANONICAL_SIGNATURE = 0x80000000

/** Returns true if `flags` has any besides `allowed` and the universal one. */
export function hasOtherFlags(flags: number, allowed: number): boolean {
  return (flags & ~(TF_FULLY_CANONICAL_SIGNATURE | allowed)) !== 0
}

/** Returns true from `moment` on (inclusive), in seconds of the ledger's clock. Undefined: never. */
export function hasExpired(moment: number | undefined, { parentCloseTime }: Surroundings): boolean {
  return moment !== undefined && parentCloseTime >= moment
}
