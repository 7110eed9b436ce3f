/** Builds from the settings what keeps on-chain escrows (docs/decisions/087): only the worker has the keys. */
import { randomBytes } from 'node:crypto'
import { complaintsAboutKeys } from './config/sponsors.ts'
import type { Config } from './config.server.ts'
import { isSeedOf, openStellarOnchain, openStellarSponsor, type StellarSettings } from './ledgers/stellar.server.ts'
import { openXrplOnchain, openXrplSponsor, type XrplSettings } from './ledgers/xrpl.server.ts'
import { openFulfilments } from './trade/onchain/services/fulfilments.server.ts'
import type { Deps, Keeping, WorkerDeps } from './workflow-deps.ts'

type OfLedgers = { stellar: StellarSettings; xrpl: XrplSettings }

/** Adds a sentence per key that is missing or of another address; then the caller closes what was opened. */
export function openSponsors(
  config: Config,
  { stellar: stellarSettings, xrpl: xrplSettings }: OfLedgers,
  complaints: string[],
): Pick<WorkerDeps, 'keepers' | 'fulfilments'> {
  complaints.push(...complaintsAboutKeys(config.keepers))
  const { stellar, xrpl, sealingKeys } = config.keepers
  const keepers: WorkerDeps['keepers'] = {}
  if (stellar?.seed && stellar.arbiterSeed) {
    const { keeper, arbiter, seed, arbiterSeed } = stellar
    if (!isSeedOf(seed, keeper)) complaints.push(anothers('STELLAR_SPONSOR_SEED', 'STELLAR_SPONSOR_ACCOUNT', keeper))
    if (!isSeedOf(arbiterSeed, arbiter)) {
      complaints.push(anothers('STELLAR_ARBITER_SEED', 'STELLAR_ARBITER_ADDRESS', arbiter))
    }
    keepers.stellar = openStellarSponsor({
      ...stellarSettings,
      sponsorSeed: seed,
      arbiterSeed,
      random: (bytes) => randomBytes(bytes),
      feeCaps: config.stellar.feeCaps,
    })
  }
  if (xrpl?.seed) {
    const { keeper, seed } = xrpl
    keepers.xrpl = openXrplSponsor({ ...xrplSettings, seed })
    if (keepers.xrpl.source !== keeper) complaints.push(anothers('XRPL_SPONSOR_SEED', 'XRPL_SPONSOR_ACCOUNT', keeper))
  }
  return { keepers, fulfilments: xrpl && sealingKeys.length > 0 ? openFulfilments(sealingKeys) : null }
}

const anothers = (setting: string, account: string, address: string) =>
  `${setting}: is not the seed of ${account}, ${address}; set the one that belongs to it`

/** Needs no key: what both processes read about on-chain escrows, and the addresses of our accounts for them. */
export function openOnchain(config: Config, { stellar, xrpl }: OfLedgers): Pick<Deps, 'held' | 'keeping'> {
  const { keepers } = config
  const keeping: Keeping = {
    stellar: keepers.stellar && { sponsor: keepers.stellar.keeper, arbiter: keepers.stellar.arbiter },
    xrpl: keepers.xrpl && { keeper: keepers.xrpl.keeper },
  }
  // A seller with deposit authorization must authorize these accounts.
  const payers = keepers.xrpl ? [keepers.xrpl.keeper] : []
  return { keeping, held: { stellar: openStellarOnchain(stellar), xrpl: openXrplOnchain({ ...xrpl, payers }) } }
}
