/** The settings that point the app at the harbour instead of the real services (see .env.example). */
import { HARBOUR_WEBHOOK_SECRET } from '#app/kernel/domain/harbour-addresses.ts'
import {
  HARBOUR_NETWORK_ID,
  HARBOUR_PASSPHRASE,
  HARBOUR_SEALING_KEY,
  type PlayName,
  stellarPlayKey,
  xrplPlayWallet,
} from '#harbour/accounts.ts'
import { USDC_ISSUER } from '#harbour/genesis.ts'
import { LIST_PATHS } from '#harbour/lists/invented.ts'

/** Offset of each stand-in's port from the harbour's port. */
export const PORT_OFFSETS = { wallet: 0, horizon: 1, rippled: 2, market: 3, post: 4 } as const

export type StandInUrls = { wallet: string; horizon: string; rippled: string; market: string; post: string }

/** For a harbour on consecutive ports, running or not. */
export function harbourEnvironment(at: { harbourPort: number }): Record<string, string> {
  const host = (offset: number) => `127.0.0.1:${at.harbourPort + offset}`
  return environmentOf({
    wallet: `http://${host(PORT_OFFSETS.wallet)}`,
    horizon: `http://${host(PORT_OFFSETS.horizon)}`,
    rippled: `ws://${host(PORT_OFFSETS.rippled)}`,
    market: `http://${host(PORT_OFFSETS.market)}`,
    post: `http://${host(PORT_OFFSETS.post)}`,
  })
}

/** For stand-ins at any addresses. */
export function environmentOf(urls: StandInUrls): Record<string, string> {
  return {
    HORIZON_URL: urls.horizon,
    STELLAR_PASSPHRASE: HARBOUR_PASSPHRASE,
    USDC_ISSUER,
    STELLAR_FEE_ACCOUNT: stellarPlayKey('fee').publicKey(),
    STELLAR_ESCROW_ACCOUNT: stellarPlayKey('escrow').publicKey(),
    STELLAR_ESCROW_SEED: stellarPlayKey('escrow').secret(),
    STELLAR_FEE_SEED: stellarPlayKey('fee').secret(),
    XRPL_URL: urls.rippled,
    XRPL_NETWORK_ID: String(HARBOUR_NETWORK_ID),
    XRPL_FEE_ACCOUNT: xrplPlayWallet('fee').address,
    XRPL_ESCROW_ACCOUNT: xrplPlayWallet('escrow').address,
    XRPL_ESCROW_SEED: xrplSeed('escrow'),
    XRPL_FEE_SEED: xrplSeed('fee'),
    STELLAR_SPONSOR_ACCOUNT: stellarPlayKey('keeper').publicKey(),
    STELLAR_SPONSOR_SEED: stellarPlayKey('keeper').secret(),
    STELLAR_ARBITER_ADDRESS: stellarPlayKey('arbiter').publicKey(),
    STELLAR_ARBITER_SEED: stellarPlayKey('arbiter').secret(),
    XRPL_SPONSOR_ACCOUNT: xrplPlayWallet('keeper').address,
    XRPL_SPONSOR_SEED: xrplSeed('keeper'),
    ONCHAIN_SEALING_KEY: HARBOUR_SEALING_KEY,
    COINGECKO_URL: urls.market,
    KRAKEN_URL: urls.market,
    OFAC_SDN_URL: urls.market + LIST_PATHS.ofac_sdn,
    OFAC_CONSOLIDATED_URL: urls.market + LIST_PATHS.ofac_consolidated,
    UN_LIST_URL: urls.market + LIST_PATHS.un,
    EU_LIST_URL: urls.market + LIST_PATHS.eu,
    UK_LIST_URL: urls.market + LIST_PATHS.uk,
    LISTS_ARE: 'play',
    RESEND_BASE_URL: urls.post,
    RESEND_API_KEY: 're_harbour',
    RESEND_WEBHOOK_SECRET: HARBOUR_WEBHOOK_SECRET,
    HARBOUR_CLOCK_URL: urls.wallet,
    // No limits: somebody who tries the app alone has no second operator to approve a payout.
    PAYOUT_LIMIT_USD: 'none',
    PAYOUT_LIMIT_HOUR_USD: 'none',
    PAYOUT_LIMIT_DAY_USD: 'none',
    PAYOUT_LIMIT_DIRECTED_USD: 'none',
  }
}

function xrplSeed(name: PlayName): string {
  const { seed } = xrplPlayWallet(name)
  if (seed === undefined) throw new Error(`The play wallet ${name} has no seed.`)
  return seed
}
