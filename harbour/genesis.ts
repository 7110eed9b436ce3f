/** The initial state of the harbour's ledgers. Later starts continue from the journals. */
import { type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import type { GenesisAccount } from '#harbour/horizon/ledger/genesis.ts'

export const USDC_ISSUER = stellarPlayKey('usdc-issuer').publicKey()
/** In the form of genesis and journals: CODE:ISSUER. */
export const USDC = `USDC:${USDC_ISSUER}` as const

/** AccountRoot flag of the XRP Ledger: payments without a destination tag fail (asfRequireDest). */
const LSF_REQUIRE_DEST_TAG = 0x00020000

type Purse = {
  xlm: string
  /** Null: no trustline. */
  usdc: string | null
  drops: string
  /** On the XRP Ledger the account rejects payments without a destination tag. */
  requiresTag: boolean
  /** On Stellar, wallets that follow SEP-29 require a memo; the ledger itself does not. */
  requiresMemo?: boolean
}

/** Only fees and reserves: money of clients arrives during trades. */
const PLATFORM: Purse = { xlm: '1000', usdc: '0', drops: '1000000000', requiresTag: true, requiresMemo: true }
/** Pays fees and reserves of on-chain escrows; nobody is asked to pay it. */
const SPONSOR: Purse = { xlm: '10000', usdc: null, drops: '1000000000', requiresTag: false }
const PAYER: Purse = { xlm: '10000000', usdc: '10000000', drops: '10000000000000', requiresTag: false }

/** The arbiter only signs: it has no account on any ledger. */
const PURSES: Record<Exclude<PlayName, 'arbiter'>, Purse> = {
  fee: PLATFORM,
  escrow: PLATFORM,
  keeper: SPONSOR,
  'usdc-issuer': { xlm: '1000', usdc: null, drops: '1000000000', requiresTag: false },
  buyer: PAYER,
  'second-buyer': PAYER,
  friend: PAYER,
  seller: { xlm: '100000', usdc: '0', drops: '100000000', requiresTag: false },
  exchange: { xlm: '100000', usdc: '100000', drops: '100000000000', requiresTag: true, requiresMemo: true },
}

export type XrplGenesis = { address: string; drops: string; flags?: number }[]

/** Amounts in whole units. */
export function stellarGenesis(): GenesisAccount[] {
  return purses().map(([name, { xlm, usdc, requiresMemo }]) => ({
    address: stellarPlayKey(name).publicKey(),
    balances: [{ asset: 'native', amount: xlm }, ...(usdc === null ? [] : [{ asset: USDC, amount: usdc }])],
    data: requiresMemo ? { 'config.memo_required': '1' } : undefined,
  }))
}

/** Amounts in drops. */
export function xrplGenesis(): XrplGenesis {
  return purses().map(([name, { drops, requiresTag }]) => ({
    address: xrplPlayWallet(name).address,
    drops,
    flags: requiresTag ? LSF_REQUIRE_DEST_TAG : 0,
  }))
}

function purses(): [PlayName, Purse][] {
  return Object.entries(PURSES) as [PlayName, Purse][]
}
