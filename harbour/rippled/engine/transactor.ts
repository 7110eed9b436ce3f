/** What each kind of transaction brings to the engine: the steps of a transactor of rippled, bound to one transaction. */
import type { Issued } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import type { Sandbox, State } from '#harbour/rippled/engine/sandbox.ts'

/** Load factor of a server that has no load. */
export const NO_LOAD = 256

/** The ledger that a transaction is tried on. */
export type Surroundings = {
  ledgerIndex: number
  /** When the ledger before it was closed: the only time that a transaction can go by. Seconds of the ledger's clock. */
  parentCloseTime: number
  /** Open: the answer is provisional. Closed: it is final. */
  isOpen: boolean
  /** What an open ledger's server asks for its own load: the least fee times this, over NO_LOAD. */
  loadFactor: number
  networkId: number
  /** An account may be deleted when its Sequence lies this many ledgers back. */
  deletableAfter: number
  /** Test hook: what a Payment delivers in place of its Amount, in drops. */
  delivers: bigint | null
  /** Whether this very ledger has the transaction already. */
  hasTransaction(hash: string): boolean
}

/** What `apply` works with: sequence and fee are taken already. */
export type Application = {
  state: Sandbox
  surroundings: Surroundings
  /** Drops the account had before the fee. */
  balanceBefore: bigint
  /** Recorded as DeliveredAmount when it differs from the Amount or there is none. Drops, or issued money. */
  deliver(amount: bigint | Issued): void
}

export type Transactor = {
  /** Least fee, in drops. */
  minimumFee: bigint
  /** Whether it may cost nothing at all this time. Absent: never. */
  isFree?(state: State): boolean
  /** Looks at the transaction alone. */
  preflight(): ResultCode
  /** Looks at the ledger without changing it. */
  preclaim(state: State, surroundings: Surroundings): ResultCode
  /** Changes the ledger. After anything but tesSUCCESS the changes are thrown away. */
  apply(application: Application): ResultCode
}

/** Drops that it costs at the least on this ledger: nothing if it is free this time. Load comes on top. */
export function leastFeeOf(transactor: Transactor, state: State): bigint {
  return transactor.isFree?.(state) === true ? 0n : transactor.minimumFee
}

const TF_FULLY_CANONICAL_SIGNATURE = 0x80000000

/** Whether `flags` has any besides the universal one and these. */
export function hasOtherFlags(flags: number, allowed: number): boolean {
  return (flags & ~(TF_FULLY_CANONICAL_SIGNATURE | allowed)) !== 0
}

/** Whether a moment has come, in seconds of the ledger's clock: at its very second it has. Without one it never does. */
export function hasExpired(moment: number | undefined, { parentCloseTime }: Surroundings): boolean {
  return moment !== undefined && parentCloseTime >= moment
}
