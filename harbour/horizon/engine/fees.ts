/** The network's fee: 100 stroops an operation, never more, because the local ledger is never crowded. */
import { type Envelope, feeSource } from './envelope.ts'

export const BASE_FEE = 100n

/** Operations that the fee counts: a fee bump counts as one more (CAP-15). */
function feeUnits({ transaction, feeBump }: Envelope): bigint {
  return BigInt(Math.max(1, transaction.operations.length) + (feeBump === null ? 0 : 1))
}

/** In stroops: what the transaction costs, and the least that it must offer. */
export function minimumFee(envelope: Envelope): bigint {
  return BASE_FEE * feeUnits(envelope)
}

/** In stroops: the most that its sender pays. */
export function feeBid({ transaction, feeBump }: Envelope): bigint {
  return (feeBump ?? transaction).fee
}

/** In stroops, the least offer: a fee bump must also match the rate of the transaction inside. */
export function requiredFee(envelope: Envelope): bigint {
  const { transaction, feeBump } = envelope
  const minimum = minimumFee(envelope)
  if (feeBump === null) return minimum
  const innerUnits = BigInt(Math.max(1, transaction.operations.length))
  const matching = (transaction.fee * feeUnits(envelope) + innerUnits - 1n) / innerUnits
  return matching > minimum ? matching : minimum
}

/** Stroops that a fee bump must offer to replace the waiting one: ten times its rate. */
export function replacementFee(newcomer: Envelope, waiting: Envelope): bigint {
  const units = feeUnits(waiting)
  return (10n * feeBid(waiting) * feeUnits(newcomer) + units - 1n) / units
}

export function payerOf(envelope: Envelope): string {
  return feeSource(envelope).address
}
