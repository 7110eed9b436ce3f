/** The XRP Ledger: XRP. The library is imported below xrpl/ alone. */
export { openXrplLedger, type XrplSettings } from './xrpl/ledger.server.ts'
export { openXrplTreasury, type XrplTreasurySettings } from './xrpl/treasury.server.ts'
