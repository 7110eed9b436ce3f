/** Horizon's ids and cursors: ledger, transaction and operation packed into one number (SEP-35). */

export type Place = { ledger: number; transaction?: number; operation?: number }

export function toid({ ledger, transaction = 0, operation = 0 }: Place): bigint {
  return (BigInt(ledger) << 32n) | (BigInt(transaction) << 12n) | BigInt(operation)
}

export function ledgerOf(id: bigint): number {
  return Number(id >> 32n)
}
