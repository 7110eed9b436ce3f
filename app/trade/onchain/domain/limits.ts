/**
 * How much of ours one escrow, and one buyer, can bind. On Stellar each agreement opens an account whose reserves
 * Quayside lends; without a deposit they stay bound (decision 087). The database holds both limits.
 */

/** Wallets that a seller can state for one escrow, including the first. */
export const MOST_AGREEMENTS = 4

/** Stellar, per buyer and paid service fee: escrows that await their deposit, or got none within a year of opening. */
export const MOST_UNLOCKED = 10

/** XRP Ledger: secrets ready per agreement, so that a buyer who needs another draft does not wait for the worker. */
export const SECRETS_IN_STOCK = 2

/** Per agreement in 24 hours. A draft is valid for about an hour, so only somebody who does nothing else needs more. */
export const MOST_DRAFTS_A_DAY = 20
export const DRAFTS_DAY_MS = 86_400_000

/** Per escrow: requests for another wallet that stop offers to the buyer, and how long each does at most. */
export const MOST_WALLET_CHANGES = 3
export const WALLET_CHANGE_MS = 3 * 3_600_000
/** With less time until the end of funding no request is taken: the buyer could not deposit in time. */
export const LEAST_BEFORE_CHANGE_MS = 2 * WALLET_CHANGE_MS

/** Early returns that are offered for an escrow in 24 hours (decision 118). */
export const MOST_RETURNS_A_DAY = 5
export const RETURNS_DAY_MS = 86_400_000
