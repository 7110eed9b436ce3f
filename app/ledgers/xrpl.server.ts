/** The XRP Ledger: XRP. The library is imported below xrpl/ alone. */

export { openXrplLedger, type XrplSettings } from './xrpl/ledger.server.ts'
export { openXrplOnchain } from './xrpl/onchain/ledger.server.ts'
export { openXrplSponsor } from './xrpl/onchain/sponsor.server.ts'
export { openXrplTreasury, type XrplTreasurySettings } from './xrpl/treasury.server.ts'
