/**
 * Stellar: XLM and USDC. The SDK is imported by stellar/envelope.server.ts, stellar/payer.server.ts, stellar/anchor.server.ts and stellar/held alone; Horizon is read over plain HTTP, whose
 * headers and raw JSON the proofs need.
 */
export type { StellarSettings } from './stellar/accounts.server.ts'
export { openStellarAnchor } from './stellar/anchor.server.ts'
export { addressOfSeed, isSeedOf } from './stellar/envelope.server.ts'
export { openStellarKeeper, type StellarKeeperSettings } from './stellar/held/keeper.server.ts'
export { openStellarHeld } from './stellar/held/ledger.server.ts'
export { openStellarLedger } from './stellar/ledger.server.ts'
export { openStellarTreasury, type StellarTreasurySettings } from './stellar/treasury.server.ts'
