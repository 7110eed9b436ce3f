/** Who has to do with an escrow (product.md §3). For everyone else it does not exist. */

export type Parties = { buyerId: string; sellerId: string | null; sellerEmail: string | null }
export type Somebody = {
  id: string
  email: string
  /** Anybody can register under somebody else's address; only its owner can confirm it. */
  hasConfirmedEmail: boolean
}

/** Who is looking: what a sentence says depends on it. */
export type Reader = 'buyer' | 'seller'

/** Its buyer, or the seller whom the first confirmation has bound. */
export function isParty({ buyerId, sellerId }: Pick<Parties, 'buyerId' | 'sellerId'>, userId: string): boolean {
  return buyerId === userId || sellerId === userId
}

/**
 * May this seller confirm? The one who is bound; while nobody is, the account with the confirmed address that the buyer
 * named, or, when the buyer named none, whoever holds the escrow ID. Never the buyer.
 */
export function maySell({ buyerId, sellerId, sellerEmail }: Parties, seller: Somebody): boolean {
  if (buyerId === seller.id) return false
  if (sellerId !== null) return sellerId === seller.id
  return sellerEmail === null || (seller.hasConfirmedEmail && sellerEmail === seller.email)
}

/**
 * Does this seller stand on the seller's side already? The one who is bound; while nobody is, the account with the confirmed
 * address that the buyer named. Holding the escrow ID alone gives no say about the money.
 */
export function isNamedSeller(parties: Parties, seller: Somebody): boolean {
  return (parties.sellerId !== null || parties.sellerEmail !== null) && maySell(parties, seller)
}
