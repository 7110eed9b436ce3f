/** What can pay, built from the settings of the worker: one treasury for each account whose seed it holds. */
import type { Config } from './config.server.ts'
import { ConfigInvalid } from './config.server.ts'
import type { Treasury } from './ledgers/ledger.ts'
import { openStellarTreasury } from './ledgers/stellar.server.ts'
import { openXrplTreasury } from './ledgers/xrpl.server.ts'
import type { WorkerDeps } from './workflows/deps.ts'

/** Money goes back from the accounts of the fees now and then: few lanes, which lock little of it. */
const FEE_LANES = { channels: 2, tickets: 6 } as const

/** Throws ConfigInvalid with one sentence for each seed that is missing or belongs to another account; none quotes a seed. */
export function openTreasuries(config: Config): Pick<WorkerDeps, 'treasuries' | 'feeTreasuries'> {
  const { payouts } = config
  const complaints: string[] = []
  const open = (of: Opening): Treasury | undefined => {
    const treasury = of.seed ? of.open(of.seed) : undefined
    if (treasury && treasury.source !== of.account) {
      complaints.push(
        `${of.name}_SEED: is not the seed of ${of.name}_ACCOUNT, ${of.account}; set the one that belongs to it`,
      )
    }
    if (!treasury && of.isNeeded) complaints.push(`${of.name}_SEED: is not set; the worker signs the payouts with it`)
    return treasury
  }
  // Used up with each payout: those of the next ledgers are made while these are in use.
  const stellar = open(ofStellar(config, 'escrow', payouts.lanes))
  const xrpl = open(ofXrpl(config, 'escrow', 3 * payouts.lanes))
  const feeStellar = open(ofStellar(config, 'fee', FEE_LANES.channels))
  const feeXrpl = open(ofXrpl(config, 'fee', FEE_LANES.tickets))
  if (complaints.length > 0 || !stellar || !xrpl) {
    for (const treasury of [stellar, xrpl, feeStellar, feeXrpl]) void treasury?.close()
    throw new ConfigInvalid(complaints)
  }
  return {
    treasuries: { stellar, xrpl },
    feeTreasuries: { ...(feeStellar && { stellar: feeStellar }), ...(feeXrpl && { xrpl: feeXrpl }) },
  }
}

type Opening = {
  /** As its settings begin. */
  name: string
  account: string
  seed: string | undefined
  /** Without it nobody could be paid. */
  isNeeded: boolean
  open: (seed: string) => Treasury
}

type Purpose = 'fee' | 'escrow'

function ofStellar(config: Config, purpose: Purpose, channels: number): Opening {
  const { stellar } = config
  return {
    name: `STELLAR_${purpose.toUpperCase()}`,
    account: stellar[`${purpose}Account`],
    seed: stellar[`${purpose}Seed`],
    isNeeded: purpose === 'escrow',
    open: (seed) => openStellarTreasury({ ...stellarSettings(config), seed, feeCaps: stellar.feeCaps, channels }),
  }
}

function ofXrpl(config: Config, purpose: Purpose, tickets: number): Opening {
  const { xrpl } = config
  return {
    name: `XRPL_${purpose.toUpperCase()}`,
    account: xrpl[`${purpose}Account`],
    seed: xrpl[`${purpose}Seed`],
    isNeeded: purpose === 'escrow',
    open: (seed) => openXrplTreasury({ ...xrplSettings(config), seed, feeCaps: xrpl.feeCaps, tickets }),
  }
}

/** What everything that speaks to the ledger needs to know of it. */
export function stellarSettings({ stellar }: Config) {
  const { horizonUrls, passphrase, usdcIssuer, feeAccount, escrowAccount } = stellar
  return { horizonUrls, passphrase, usdcIssuer, ownAccounts: [feeAccount, escrowAccount] }
}

export function xrplSettings({ xrpl }: Config) {
  const { urls, networkId, feeAccount, escrowAccount } = xrpl
  return { urls, networkId, ownAccounts: [feeAccount, escrowAccount], payers: [escrowAccount] }
}
