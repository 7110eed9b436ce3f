/** Amounts on the local ledger: bigint stroops (1e-7) inside, text with seven decimals outside. */

const STROOPS = 10_000_000n

export const MAX_STROOPS = 2n ** 63n - 1n

/** Returns '12.5000000' for 125000000 stroops, as Horizon prints amounts. */
export function formatStroops(stroops: bigint): string {
  return `${stroops / STROOPS}.${(stroops % STROOPS).toString().padStart(7, '0')}`
}

/** Parses a decimal with at most seven places into stroops. Throws RangeError for anything else. */
export function parseStroops(text: string): bigint {
  const digits = /^(\d{1,12})(?:\.(\d{1,7}))?$/.exec(text)
  if (digits === null) throw new RangeError(`Not an amount of stroops: ${text}`)
  return BigInt(digits[1] ?? '0') * STROOPS + BigInt((digits[2] ?? '').padEnd(7, '0'))
}
