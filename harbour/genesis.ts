/** What the harbour's ledgers hold in their first ledger. Later starts go on from the journals. */
import { type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import type { GenesisAccount } from '#harbour/horizon/ledger/genesis.ts'

export const USDC_ISSUER = stellarPlayKey('usdc-issuer').publicKey()
/** As genesis and journals name it: CODE:ISSUER. */
export const USDC = `USDC:${USDC_ISSUER}` as const

/** AccountRoot flag of the XRP Ledger: payments without a destination tag fail (asfRequireDest). */
const LSF_REQUIRE_DEST_TAG = 0x00020000

type Purse = {
  xlm: string
  /** Null: no trustline. */
  usdc: string | null
  drops: string
  /** On the XRP Ledger the account takes no payment without a destination tag. */
  requiresTag: boolean
  /** On Stellar careful wallets pay it with a memo only (SEP-29); the ledger itself does not mind. */
  requiresMemo?: boolean
}

/** Fees and reserves only: what the platform holds of its clients comes in during a trade. */
const PLATFORM: Purse = { xlm: '1000', usdc: '0', drops: '1000000000', requiresTag: true, requiresMemo: true }
/** It pays fees and reserves of escrows that the ledgers hold; nobody is asked to pay it. */
const KEEPER: Purse = { xlm: '10000', usdc: null, drops: '1000000000', requiresTag: false }
const PAYER: Purse = { xlm: '10000000', usdc: '10000000', drops: '10000000000000', requiresTag: false }

/** The arbiter signs and owns nothing: it is on no ledger. */
const PURSES: Record<Exclude<PlayName, 'arbiter'>, Purse> = {
  fee: PLATFORM,
  escrow: PLATFORM,
  keeper: KEEPER,
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
