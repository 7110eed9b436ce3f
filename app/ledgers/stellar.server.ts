/**
 * Stellar: XLM and USDC. The SDK is imported below stellar/ alone, by envelope, payer, anchor, results and held.
 * Horizon is read over plain HTTP: the proofs need its headers and raw JSON.
 */
export type { StellarSettings } from './stellar/accounts.server.ts'
export { openStellarAnchor } from './stellar/anchor.server.ts'
export { addressOfSeed, isSeedOf } from './stellar/envelope.server.ts'
export { openStellarLedger } from './stellar/ledger.server.ts'
export { openStellarOnchain } from './stellar/onchain/ledger.server.ts'
export { openStellarSponsor, type StellarSponsorSettings } from './stellar/onchain/sponsor.server.ts'
export { openStellarTreasury, type StellarTreasurySettings } from './stellar/treasury.server.ts'
