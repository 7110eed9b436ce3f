/** Where these forms post. After a refusal the page there shows the form; without `sent` it redirects to the escrow. */
export function onchainAction(transactionId: string): string {
  return `/held?txid=${encodeURIComponent(transactionId)}&sent`
}
