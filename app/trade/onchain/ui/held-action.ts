/**
 * Where the forms of what the ledger holds are sent. When one is refused, the page of that address shows it again with what is wrong;
 * else it leads back to the escrow's own page (`sent` tells the two apart).
 */
export function heldAction(transactionId: string): string {
  return `/held?txid=${encodeURIComponent(transactionId)}&sent`
}
