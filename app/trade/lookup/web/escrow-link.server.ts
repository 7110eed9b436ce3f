import { config } from '#app/runtime.server.ts'

/** Where both sides open an escrow: asks a visitor to log in, and leads each to the page of their role. */
export function escrowLink(transactionId: string): string {
  return `${config.origin}/dashboard?txid=${encodeURIComponent(transactionId)}`
}
