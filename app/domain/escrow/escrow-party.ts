/** Who has to do with an escrow (product.md §3). For everyone else it does not exist. */
import type { Reader } from '#app/domain/kernel/reader.ts'

export type Parties = { buyerId: string; sellerId: string | null; sellerEmail: string | null }
export type Somebody = {
  id: string
  email: string
  /** Anybody can register under somebody else's address; only its owner can confirm it. */
  hasConfirmedEmail: boolean
}

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

/** On which side of an escrow one of its people stands: who is not its buyer is on the seller's. */
export function sideOf({ buyerId }: Pick<Parties, 'buyerId'>, userId: string): Reader {
  return userId === buyerId ? 'buyer' : 'seller'
}

/** On which side somebody has a say; null: on none. */
export function sideWithSay(parties: Parties, somebody: Somebody): Reader | null {
  if (parties.buyerId === somebody.id) return 'buyer'
  return isNamedSeller(parties, somebody) ? 'seller' : null
}
