/** The XRP Ledger: XRP. The library is imported below xrpl/ alone. */
export { openXrplSponsor } from './xrpl/held/keeper.server.ts'
export { openXrplOnchain } from './xrpl/held/ledger.server.ts'
export { openXrplLedger, type XrplSettings } from './xrpl/ledger.server.ts'
export { openXrplTreasury, type XrplTreasurySettings } from './xrpl/treasury.server.ts'
