/** Builds what can pay from the worker's settings: a treasury for each account that it has a seed or a signer for. */
import { type Config, ConfigInvalid } from './config.server.ts'
import { NETWORK_FACTS, type Network } from './kernel/domain/assets.ts'
import type { KnownHistory } from './ledgers/history.ts'
import { openHttpSigner } from './ledgers/http-signer.server.ts'
import type { Anchor, Treasury } from './ledgers/ledger.ts'
import type { Signer } from './ledgers/signer.ts'
import { addressOfSeed, isSeedOf, openStellarAnchor, openStellarTreasury } from './ledgers/stellar.server.ts'
import { openXrplTreasury } from './ledgers/xrpl.server.ts'
import { openSponsors } from './sponsors.server.ts'
import type { WorkerDeps } from './workflow-deps.ts'

/** What every server of a ledger must be able to show (`assertKnown`). */
export type KnownHistories = Partial<Record<Network, KnownHistory>>

/** Transfers from the fee accounts are rare: a few channel accounts and tickets, which lock little money. */
const FEE_SLOTS = { channels: 2, tickets: 6 } as const

/**
 * Throws ConfigInvalid with one sentence per setting that is missing, too much, or of another account; none quotes a
 * secret. A ledger has seeds or the signer, never both.
 */
export function openTreasuries(
  config: Config,
  known: KnownHistories = {},
): Pick<WorkerDeps, 'treasuries' | 'feeTreasuries' | 'keepers' | 'fulfilments' | 'anchor'> {
  const complaints = complaintsAboutSigner(config)
  const ofLedgers = { stellar: stellarSettings(config, known.stellar), xrpl: xrplSettings(config, known.xrpl) }
  const opened: Treasury[] = []
  const keep = <Opened extends Treasury | undefined>(
    treasury: Opened,
    of: { account: string; words: string },
  ): Opened => {
    if (treasury) opened.push(treasury)
    if (treasury && treasury.source !== of.account)
      complaints.push(`${of.words}, ${of.account}; set the one that belongs to it`)
    return treasury
  }
  const stellar = keep(openStellar(config, ofLedgers.stellar, complaints), {
    account: config.stellar.escrowAccount,
    words: 'STELLAR_ESCROW_SEED: is not the seed of STELLAR_ESCROW_ACCOUNT',
  })
  const isSignedXrpl = signerFor(config, 'xrpl') !== null
  const xrpl = keep(openXrpl(config, ofLedgers.xrpl, complaints), {
    account: config.xrpl.escrowAccount,
    words: isSignedXrpl
      ? 'XRPL_ESCROW_PUBLIC_KEY: is not the public key of XRPL_ESCROW_ACCOUNT'
      : 'XRPL_ESCROW_SEED: is not the seed of XRPL_ESCROW_ACCOUNT',
  })
  const feeTreasuries: WorkerDeps['feeTreasuries'] = {}
  const { feeSeed: stellarSeed } = config.stellar
  if (stellarSeed) {
    const { feeCaps, feeAccount: account } = config.stellar
    const settings = { ...ofLedgers.stellar, seed: stellarSeed, feeCaps, channels: FEE_SLOTS.channels }
    const words = 'STELLAR_FEE_SEED: is not the seed of STELLAR_FEE_ACCOUNT'
    feeTreasuries.stellar = keep(openStellarTreasury(settings), { account, words })
  }
  const { feeSeed: xrplSeed } = config.xrpl
  if (xrplSeed) {
    const { feeCaps, feeAccount: account } = config.xrpl
    const settings = { ...ofLedgers.xrpl, seed: xrplSeed, feeCaps, tickets: FEE_SLOTS.tickets }
    const words = 'XRPL_FEE_SEED: is not the seed of XRPL_FEE_ACCOUNT'
    feeTreasuries.xrpl = keep(openXrplTreasury(settings), { account, words })
  }
  const { keepers, fulfilments } = openSponsors(config, ofLedgers, complaints)
  const anchor = openAnchor(config, complaints)
  if (complaints.length === 0 && stellar && xrpl) {
    return { treasuries: { stellar, xrpl }, feeTreasuries, keepers, fulfilments, anchor }
  }
  for (const each of [...opened, keepers.stellar, keepers.xrpl]) void each?.close()
  void anchor?.close()
  throw new ConfigInvalid(complaints)
}

/** A separate account: a transaction of one that holds money would count as money that left it. */
function openAnchor(config: Config, complaints: string[]): Anchor | null {
  const { anchorSeed: seed, feeAccount, escrowAccount } = config.stellar
  if (!seed) return null
  const { keeper, arbiter } = config.keepers.stellar ?? {}
  if ([feeAccount, escrowAccount, keeper, arbiter].some((account) => account && isSeedOf(seed, account))) {
    complaints.push(
      'STELLAR_ANCHOR_SEED: is the seed of an account that has another purpose; make one for the anchor alone',
    )
    return null
  }
  return openStellarAnchor({ ...stellarSettings(config), seed, account: addressOfSeed(seed) })
}

function openStellar(
  config: Config,
  ofLedger: ReturnType<typeof stellarSettings>,
  complaints: string[],
): Treasury | undefined {
  const { escrowSeed, escrowAccount: account, channelSeed, feeCaps } = config.stellar
  const settings = { ...ofLedger, feeCaps, channels: config.payouts.lanes }
  const signer = signerFor(config, 'stellar')
  if (signer === null) {
    if (escrowSeed) return openStellarTreasury({ ...settings, seed: escrowSeed })
    complaints.push(
      'STELLAR_ESCROW_SEED: is not set; the worker signs the payouts with it, or a signer does (SIGNER_URL)',
    )
    return undefined
  }
  if (channelSeed) {
    // Then the key that the signer guards would be in this process all the same.
    if (isSeedOf(channelSeed, account)) {
      complaints.push(
        'STELLAR_CHANNEL_SEED: is the seed of STELLAR_ESCROW_ACCOUNT, which the signer keeps; make another one',
      )
      return undefined
    }
    // Two seeds that make the same channel accounts would use up each other's sequence numbers.
    const { keeper, arbiter } = config.keepers.stellar ?? {}
    if ([keeper, arbiter].some((each) => each && isSeedOf(channelSeed, each))) {
      complaints.push(
        'STELLAR_CHANNEL_SEED: is a seed that keeps escrows (STELLAR_SPONSOR_…, STELLAR_ARBITER_…); make another one',
      )
      return undefined
    }
    return openStellarTreasury({ ...settings, signer, account, channelSeed })
  }
  complaints.push('STELLAR_CHANNEL_SEED: is not set; with a signer the keys of the channels of payouts follow from it')
  return undefined
}

function openXrpl(
  config: Config,
  ofLedger: ReturnType<typeof xrplSettings>,
  complaints: string[],
): Treasury | undefined {
  const { escrowSeed, publicKey, feeCaps } = config.xrpl
  // Each payout uses a ticket up: those for the next ledgers are made while these are in use.
  const settings = { ...ofLedger, feeCaps, tickets: 3 * config.payouts.lanes }
  const signer = signerFor(config, 'xrpl')
  if (signer === null) {
    if (escrowSeed) return openXrplTreasury({ ...settings, seed: escrowSeed })
    complaints.push('XRPL_ESCROW_SEED: is not set; the worker signs the payouts with it, or a signer does (SIGNER_URL)')
    return undefined
  }
  if (publicKey) return openXrplTreasury({ ...settings, signer, publicKey })
  complaints.push('XRPL_ESCROW_PUBLIC_KEY: is not set; with a signer it says which key signs for XRPL_ESCROW_ACCOUNT')
  return undefined
}

function signerFor({ signer }: Config, network: Network): Signer | null {
  const { url, token, ledgers } = signer
  return url && token && ledgers.includes(network) ? openHttpSigner({ url, token }) : null
}

/** Two places that can sign are two places to guard, and nobody could tell which one signed. */
function complaintsAboutSigner({ signer, stellar, xrpl }: Config): string[] {
  const { url, token, ledgers } = signer
  if (!url && !token) return []
  if (!url) return ['SIGNER_URL: is not set, and SIGNER_TOKEN is; set both or neither']
  if (!token) return ['SIGNER_TOKEN: is not set, and SIGNER_URL is; set both or neither']
  return ledgers.flatMap((network) => {
    const { escrowSeed, feeSeed } = network === 'stellar' ? stellar : xrpl
    const name = network.toUpperCase()
    return [escrowSeed && `${name}_ESCROW_SEED`, feeSeed && `${name}_FEE_SEED`].flatMap((setting) =>
      setting
        ? [
            `${setting}: is set, and SIGNER_URL signs for ${NETWORK_FACTS[network].name}; take one of them out (SIGNER_LEDGERS says for which ledgers it signs)`,
          ]
        : [],
    )
  })
}

/** What every client of the ledger needs to know of it. */
export function stellarSettings({ stellar, keepers }: Config, known?: KnownHistory) {
  const { horizonUrls, passphrase, issuers, feeAccount, escrowAccount } = stellar
  const { keeper, arbiter } = keepers.stellar ?? {}
  const ownAccounts = [feeAccount, escrowAccount, keeper, arbiter].flatMap((account) => account ?? [])
  return { horizonUrls, passphrase, issuers, ownAccounts, known }
}

export function xrplSettings({ xrpl, keepers }: Config, known?: KnownHistory) {
  const { urls, networkId, feeAccount, escrowAccount } = xrpl
  const ownAccounts = [feeAccount, escrowAccount, ...(keepers.xrpl ? [keepers.xrpl.keeper] : [])]
  return { urls, networkId, ownAccounts, payers: [escrowAccount], known }
}
