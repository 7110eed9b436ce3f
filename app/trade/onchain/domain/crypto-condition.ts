/**
 * PREIMAGE-SHA-256 crypto-conditions of the XRP Ledger: revealing the 32 secret bytes opens what their hash locks. DER,
 * written out for this one length. Hexadecimal in upper case, as the ledger shows it.
 */
import { Decimal } from '#app/kernel/domain/money.ts'

const SECRET_BYTES = 32

/** The fulfilment that releases the money. Public for ever once sent, even when the release fails. */
export function fulfilmentOf(secret: Uint8Array): string {
  return `A0228020${hexOf(secret)}`
}

/** The condition. `digest` is the SHA-256 of the secret; the last byte is the secret's length. */
export function conditionOf(digest: Uint8Array): string {
  return `A0258020${hexOf(digest)}810120`
}

/** The least fee of an EscrowFinish in drops: 33 times the base fee, and once more for each 16 bytes of fulfilment. */
export function finishFee(baseDrops: string, fulfilment: string): string {
  return new Decimal(baseDrops).times(33 + Math.floor(fulfilment.length / 2 / 16)).toFixed(0)
}

/** Throws unless these are 32 bytes: any other length needs another prefix, and its condition could never be opened. */
function hexOf(bytes: Uint8Array): string {
  if (bytes.length !== SECRET_BYTES) throw new Error(`${bytes.length} bytes cannot be a secret or its hash`)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
