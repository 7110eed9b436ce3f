/** Amounts on the local ledger: whole stroops (1e-7) as bigint inside, text with seven places outside. */

const STROOPS = 10_000_000n

/** The largest amount a signed 64-bit integer of stroops can hold. */
export const MAX_STROOPS = 2n ** 63n - 1n

/** '12.5000000' for 125000000 stroops, as Horizon prints every amount. */
export function formatStroops(stroops: bigint): string {
  return `${stroops / STROOPS}.${(stroops % STROOPS).toString().padStart(7, '0')}`
}

/** Stroops of a plain decimal with at most seven places. Throws RangeError for anything else. */
export function parseStroops(text: string): bigint {
  const digits = /^(\d{1,12})(?:\.(\d{1,7}))?$/.exec(text)
  if (digits === null) throw new RangeError(`Not an amount of stroops: ${text}`)
  return BigInt(digits[1] ?? '0') * STROOPS + BigInt((digits[2] ?? '').padEnd(7, '0'))
}
