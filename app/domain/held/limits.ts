/**
 * How much one escrow, and one buyer, can bind of ours: on Stellar each agreement opens an account whose reserves Quayside keeps, and if
 * nothing is ever locked for it they stay bound (docs/decisions/087). The database holds both limits.
 */

/** Wallets that a seller can state for one escrow, the first one among them. */
export const MOST_AGREEMENTS = 4

/** Of a buyer on Stellar, for each service fee that was paid: escrows that wait for their lock, or for which in a year none came. */
export const MOST_UNLOCKED = 10
