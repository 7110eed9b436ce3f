/**
 * The settings of on-chain escrows (docs/decisions/087): our accounts that sponsor and co-sign, and their keys. All of
 * a ledger's settings or none: without them on-chain escrow is not offered there, and everything else is unchanged.
 */

import type { z } from 'zod'
import { type IssuerSetting, issuerSettings } from '#app/kernel/domain/assets.ts'
import { HARBOUR_SEALING_KEY } from '#app/kernel/domain/harbour-addresses.ts'
import { optionalAccount, sealingKeys, seedSetting } from './keys.ts'

export const SPONSOR_SETTINGS = {
  STELLAR_SPONSOR_ACCOUNT: optionalAccount('stellar'),
  STELLAR_SPONSOR_SEED: seedSetting('stellar'),
  STELLAR_ARBITER_ADDRESS: optionalAccount('stellar'),
  STELLAR_ARBITER_SEED: seedSetting('stellar'),
  XRPL_SPONSOR_ACCOUNT: optionalAccount('xrpl'),
  XRPL_SPONSOR_SEED: seedSetting('xrpl'),
  ONCHAIN_SEALING_KEY: sealingKeys,
}

export type SponsorSettings = z.output<z.ZodObject<typeof SPONSOR_SETTINGS>>
type Others = Record<
  'STELLAR_FEE_ACCOUNT' | 'STELLAR_ESCROW_ACCOUNT' | IssuerSetting | 'XRPL_FEE_ACCOUNT' | 'XRPL_ESCROW_ACCOUNT',
  string
>

/** Null: on-chain escrow is not offered on this ledger. Only the worker has the seeds. */
export function sponsorsOf(settings: SponsorSettings) {
  const { STELLAR_SPONSOR_ACCOUNT: keeper, STELLAR_ARBITER_ADDRESS: arbiter, XRPL_SPONSOR_ACCOUNT: onXrpl } = settings
  return {
    stellar:
      keeper && arbiter
        ? { keeper, arbiter, seed: settings.STELLAR_SPONSOR_SEED, arbiterSeed: settings.STELLAR_ARBITER_SEED }
        : null,
    xrpl: onXrpl ? { keeper: onXrpl, seed: settings.XRPL_SPONSOR_SEED } : null,
    /** The first one seals; each of them opens. */
    sealingKeys: settings.ONCHAIN_SEALING_KEY,
  }
}

export type Sponsors = ReturnType<typeof sponsorsOf>

/** The checks that the web app can do, too; only the worker can check whether the keys are set. */
export function complaintsAboutSponsors(
  settings: SponsorSettings & Others,
  { isPublicXrpl }: { isPublicXrpl: boolean },
): string[] {
  return [...refuseHalf(settings), ...refuseShared(settings), ...(isPublicXrpl ? refuseHarbourSealing(settings) : [])]
}

const ALL_OF = {
  stellar: { addresses: ['STELLAR_SPONSOR_ACCOUNT', 'STELLAR_ARBITER_ADDRESS'], ledger: 'Stellar' },
  xrpl: { addresses: ['XRPL_SPONSOR_ACCOUNT'], ledger: 'the XRP Ledger' },
} as const
const KEYS = {
  stellar: ['STELLAR_SPONSOR_SEED', 'STELLAR_ARBITER_SEED'],
  xrpl: ['XRPL_SPONSOR_SEED', 'ONCHAIN_SEALING_KEY'],
} as const

/** Returns one sentence per missing address of a ledger that has any other of its settings. */
function refuseHalf(settings: SponsorSettings): string[] {
  return (['stellar', 'xrpl'] as const).flatMap((network) => {
    const { addresses, ledger } = ALL_OF[network]
    const there = [...addresses, ...KEYS[network]].find((name) => isSet(settings[name]))
    if (there === undefined) return []
    return addresses
      .filter((name) => !isSet(settings[name]))
      .map((name) => `${name}: is not set, and ${there} is; set all that keeps escrows on ${ledger}, or none of it`)
  })
}

/** Returns one sentence per key that the worker lacks although its ledger's addresses are set. */
export function complaintsAboutKeys({ stellar, xrpl, sealingKeys: sealing }: Sponsors): string[] {
  const lacks = (name: string, account: string) =>
    `${name}: is not set, and ${account} is; the worker keeps escrows with it, or set none of them`
  return [
    ...(stellar && !stellar.seed ? [lacks('STELLAR_SPONSOR_SEED', 'STELLAR_SPONSOR_ACCOUNT')] : []),
    ...(stellar && !stellar.arbiterSeed ? [lacks('STELLAR_ARBITER_SEED', 'STELLAR_ARBITER_ADDRESS')] : []),
    ...(xrpl && !xrpl.seed ? [lacks('XRPL_SPONSOR_SEED', 'XRPL_SPONSOR_ACCOUNT')] : []),
    ...(xrpl && sealing.length === 0 ? [lacks('ONCHAIN_SEALING_KEY', 'XRPL_SPONSOR_ACCOUNT')] : []),
  ]
}

function isSet(value: string | readonly unknown[] | undefined): boolean {
  return value !== undefined && value.length > 0
}

/** No key of ours may have two uses: whoever steals it for one would have the other, too. */
function refuseShared(settings: SponsorSettings & Others): string[] {
  const pairs = [
    ['STELLAR_SPONSOR_ACCOUNT', 'STELLAR_ESCROW_ACCOUNT', 'so that client money stays apart'],
    ['STELLAR_SPONSOR_ACCOUNT', 'STELLAR_FEE_ACCOUNT', 'so that fee income stays apart'],
    ...issuerSettings().map((setting) => ['STELLAR_SPONSOR_ACCOUNT', setting, 'which is the issuer’s'] as const),
    ['STELLAR_ARBITER_ADDRESS', 'STELLAR_ESCROW_ACCOUNT', 'because with a party it moves what is held'],
    ['STELLAR_ARBITER_ADDRESS', 'STELLAR_FEE_ACCOUNT', 'because with a party it moves what is held'],
    ...issuerSettings().map((setting) => ['STELLAR_ARBITER_ADDRESS', setting, 'which is the issuer’s'] as const),
    ['STELLAR_ARBITER_ADDRESS', 'STELLAR_SPONSOR_ACCOUNT', 'because with a party it moves what is held'],
    ['XRPL_SPONSOR_ACCOUNT', 'XRPL_ESCROW_ACCOUNT', 'so that client money stays apart'],
    ['XRPL_SPONSOR_ACCOUNT', 'XRPL_FEE_ACCOUNT', 'so that fee income stays apart'],
  ] as const
  return pairs.flatMap(([name, other, why]) =>
    settings[name] !== undefined && settings[name] === settings[other]
      ? [`${name}: must differ from ${other}, ${why}`]
      : [],
  )
}

/** With the harbour's key, which is public, and a copy of the database anybody could release on-chain escrows. */
function refuseHarbourSealing({ ONCHAIN_SEALING_KEY: keys }: SponsorSettings): string[] {
  return keys.some(({ id }) => id === HARBOUR_SEALING_KEY)
    ? ['ONCHAIN_SEALING_KEY: this is the harbour’s, which is public; make one of your own (openssl rand -base64 32)']
    : []
}
