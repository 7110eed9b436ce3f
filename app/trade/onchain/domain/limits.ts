/**
 * How much one escrow, and one buyer, can bind of ours: on Stellar each agreement opens an account whose reserves Quayside keeps, and if
 * nothing is ever locked for it they stay bound (docs/decisions/087). The database holds both limits.
 */

/** Wallets that a seller can state for one escrow, the first one among them. */
export const MOST_AGREEMENTS = 4

/** Of a buyer on Stellar, for each service fee that was paid: escrows that wait for their lock, or for which in a year none came. */
export const MOST_UNLOCKED = 10

/** Secrets that lie ready for an agreement of the XRP Ledger, so that a buyer who needs another draft does not wait for the worker. */
export const SECRETS_IN_STOCK = 2

/** Drafts that an agreement is given in 24 hours: one an hour lasts all day only for whoever does nothing else. */
export const MOST_DRAFTS_A_DAY = 20
export const DRAFTS_DAY_MS = 86_400_000

/** Requests for another wallet that hold up what is offered to the buyer, of an escrow; and for how long each does at most. */
export const MOST_WALLET_CHANGES = 3
export const WALLET_CHANGE_MS = 3 * 3_600_000
/** With less until the end of funding none is taken: it would leave the buyer too little time to lock the money, or none. */
export const LEAST_BEFORE_CHANGE_MS = 2 * WALLET_CHANGE_MS

/** Early returns of what does not count that are offered for an escrow in 24 hours (docs/decisions/124). */
export const MOST_RETURNS_A_DAY = 5
export const RETURNS_DAY_MS = 86_400_000
