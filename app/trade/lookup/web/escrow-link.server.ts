import { config } from '#app/runtime.server.ts'

/** URL of an escrow for both sides: asks for the login and redirects to the page of the role. */
export function escrowLink(transactionId: string): string {
  return `${config.origin}/dashboard?txid=${encodeURIComponent(transactionId)}`
}
