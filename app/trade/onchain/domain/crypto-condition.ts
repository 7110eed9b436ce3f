/**
 * PREIMAGE-SHA-256 of crypto-conditions, as the XRP Ledger takes it: whoever shows the 32 secret bytes opens what their hash locks.
 * DER, written out for this one length. Hexadecimal in upper case, as the ledger shows it.
 */
import { Decimal } from '#app/kernel/domain/money.ts'

const SECRET_BYTES = 32

/** What is shown to release. Public for ever from then on, also when the release fails. */
export function fulfilmentOf(secret: Uint8Array): string {
  return `A0228020${hexOf(secret)}`
}

/** What locks. `digest` is the SHA-256 of the secret; the last byte is the secret's length. */
export function conditionOf(digest: Uint8Array): string {
  return `A0258020${hexOf(digest)}810120`
}

/** The least fee of an EscrowFinish in drops: 33 times that of other transactions, and once more for each 16 bytes shown. */
export function finishFee(baseDrops: string, fulfilment: string): string {
  return new Decimal(baseDrops).times(33 + Math.floor(fulfilment.length / 2 / 16)).toFixed(0)
}

/** Throws unless these are 32 bytes: any other length would need another prefix, and lock what nothing opens. */
function hexOf(bytes: Uint8Array): string {
  if (bytes.length !== SECRET_BYTES) throw new Error(`${bytes.length} bytes cannot be a secret or its hash`)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
