/** Who has to do with an escrow (product.md §3). For everyone else it does not exist. */

export type Parties = { buyerId: string; sellerId: string | null; sellerEmail: string | null }
export type Somebody = { id: string; email: string }

/** Its buyer, or the seller whom the first confirmation has bound. */
export function isParty({ buyerId, sellerId }: Pick<Parties, 'buyerId' | 'sellerId'>, userId: string): boolean {
  return buyerId === userId || sellerId === userId
}

/**
 * May this seller confirm? The one who is bound; while nobody is, the account that the buyer named, or, when the buyer
 * named none, whoever holds the escrow ID. Never the buyer.
 */
export function maySell({ buyerId, sellerId, sellerEmail }: Parties, seller: Somebody): boolean {
  if (buyerId === seller.id) return false
  if (sellerId !== null) return sellerId === seller.id
  return sellerEmail === null || sellerEmail === seller.email
}
