/**
 * The composition root: builds what both processes use from the settings. Treasuries, which can pay, are built by
 * `composeWorkerDeps` only, from seeds that only the worker's environment holds.
 */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Config } from './config.server.ts'
import { openDatabase } from './db/kernel/client.server.ts'
import { causeOf } from './domain/kernel/cause.ts'
import { FALLBACK_LANGUAGE, isLanguage } from './i18n/kernel/languages.ts'
import { translatorFor } from './i18n/languages/i18n.server.ts'
import type { Treasury } from './ledgers/ledger.ts'
import { openStellarLedger, openStellarTreasury } from './ledgers/stellar.server.ts'
import { openXrplLedger, openXrplTreasury } from './ledgers/xrpl.server.ts'
import { openLog } from './log.server.ts'
import { accountTokens } from './services/accounts/account-tokens.server.ts'
import { openPasswords } from './services/accounts/passwords.server.ts'
import { openSecondFactors } from './services/accounts/second-factor.server.ts'
import { openStorage } from './services/documents/storage.server.ts'
import { openMailer } from './services/letters/mailer.server.ts'
import { openFederation } from './services/payouts/federation.server.ts'
import { openMarket } from './services/prices/market.server.ts'
import { openWatchPort, type WatchPort } from './services/upkeep/watch-port.server.ts'
import type { Deps, WorkerDeps } from './workflows/deps.ts'
import { lookAtMachine } from './workflows/upkeep/look-at-machine.server.ts'

/** Money goes back from the accounts of the fees now and then: few lanes, which lock little of it. */
const FEE_LANES = { channels: 2, tickets: 6 } as const
const CONNECTIONS = { web: 10, worker: 8 } as const

export async function composeDeps(config: Config, process: 'web' | 'worker' = 'web'): Promise<Deps> {
  const log = openLog({ level: config.logLevel, process })
  return {
    db: openDatabase({ url: config.databaseUrl, connections: CONNECTIONS[process] }),
    ledgers: {
      stellar: openStellarLedger({ ...stellarSettings(config), log }),
      xrpl: openXrplLedger({ ...xrplSettings(config), log }),
    },
    accounts: {
      stellar: { fee: config.stellar.feeAccount, escrow: config.stellar.escrowAccount },
      xrpl: { fee: config.xrpl.feeAccount, escrow: config.xrpl.escrowAccount },
    },
    operatingAccounts: config.operatingAccounts,
    mailer: openMailer(config.mail),
    market: openMarket(config.market),
    walletNames: openFederation(config.federation),
    storage: await openStorage(config.storage),
    passwords: openPasswords(),
    secondFactors: openSecondFactors(config.sessionSecret),
    accountToken: accountTokens(config.sessionSecret),
    clock: { now: () => new Date() },
    random: (bytes) => randomBytes(bytes),
    newId: () => randomUUIDv7(),
    translator: (locale) => translatorFor(isLanguage(locale) ? locale : FALLBACK_LANGUAGE, ['mail', 'common']),
    log,
    settings: {
      origin: config.origin,
      supportEmail: config.mail.support,
      company: config.company,
      usdcIssuer: config.stellar.usdcIssuer,
      stellarPassphrase: config.stellar.isPublic ? null : config.stellar.passphrase,
      floatLow: config.floatLow,
      xlmBalanceCheck: config.xlmBalanceCheck,
      serviceFee: config.serviceFee,
      payoutLateAfterMs: config.payouts.lateAfterMs,
      feeCaps: { stellar: inDigits(config.stellar.feeCaps), xrpl: inDigits(config.xrpl.feeCaps) },
      payoutLimits: config.payoutLimits,
    },
  }
}

/** Throws when the worker was started without the seeds of the escrow accounts. */
export async function composeWorkerDeps(config: Config): Promise<WorkerDeps> {
  const { escrowSeed: stellarSeed } = config.stellar
  const { escrowSeed: xrplSeed } = config.xrpl
  if (!stellarSeed || !xrplSeed) {
    throw new Error('The worker needs STELLAR_ESCROW_SEED and XRPL_ESCROW_SEED: it signs the payouts.')
  }
  const treasuries = {
    stellar: openStellarTreasury({
      ...stellarSettings(config),
      seed: stellarSeed,
      feeCaps: config.stellar.feeCaps,
      channels: config.payouts.lanes,
    }),
    xrpl: openXrplTreasury({
      ...xrplSettings(config),
      seed: xrplSeed,
      feeCaps: config.xrpl.feeCaps,
      // Used up with each payout: those of the next ledgers are made while these are in use.
      tickets: 3 * config.payouts.lanes,
    }),
  }
  if (treasuries.stellar.source !== config.stellar.escrowAccount) {
    throw new Error('STELLAR_ESCROW_SEED is not the seed of STELLAR_ESCROW_ACCOUNT.')
  }
  if (treasuries.xrpl.source !== config.xrpl.escrowAccount) {
    throw new Error('XRPL_ESCROW_SEED is not the seed of XRPL_ESCROW_ACCOUNT.')
  }
  return { ...(await composeDeps(config, 'worker')), treasuries, feeTreasuries: openFeeTreasuries(config) }
}

/** Those of whose accounts the worker holds the keys: without them money goes back from there by hand. */
function openFeeTreasuries(config: Config): WorkerDeps['feeTreasuries'] {
  const { stellar, xrpl } = config
  const treasuries: WorkerDeps['feeTreasuries'] = {}
  if (stellar.feeSeed) {
    const settings = { ...stellarSettings(config), seed: stellar.feeSeed, feeCaps: stellar.feeCaps }
    const open = () => openStellarTreasury({ ...settings, channels: FEE_LANES.channels })
    treasuries.stellar = openOf({ setting: 'STELLAR_FEE_SEED', account: stellar.feeAccount, open })
  }
  if (xrpl.feeSeed) {
    const settings = { ...xrplSettings(config), seed: xrpl.feeSeed, feeCaps: xrpl.feeCaps }
    const open = () => openXrplTreasury({ ...settings, tickets: FEE_LANES.tickets })
    treasuries.xrpl = openOf({ setting: 'XRPL_FEE_SEED', account: xrpl.feeAccount, open })
  }
  return treasuries
}

/** Throws one sentence that names the setting, and never the seed. */
function openOf({ setting, account, open }: { setting: string; account: string; open: () => Treasury }): Treasury {
  let treasury: Treasury
  try {
    treasury = open()
  } catch {
    throw new Error(`${setting} is no secret seed of its ledger.`)
  }
  if (treasury.source === account) return treasury
  throw new Error(`${setting} is not the seed of ${setting.replace('SEED', 'ACCOUNT')}.`)
}

/** The port for whoever watches over a process; null where the settings name none. One that is taken stops nothing. */
export async function openPrivatePort(
  config: Config,
  of: { process: 'web' | 'worker'; deps: Deps; checkSchema?: () => Promise<string | null> },
): Promise<WatchPort | null> {
  const { process, deps, checkSchema } = of
  const port = config.health.ports[process]
  if (port === null) return null
  const { host } = config.health
  const onTaken = (error: unknown) => {
    const facts = { setting: `${process.toUpperCase()}_HEALTH_PORT`, host, port, cause: causeOf(error) }
    deps.log.error(facts, 'health and metrics cannot be told on their port; it is tried again')
  }
  return openWatchPort({ process, host, port, look: () => lookAtMachine(deps), checkSchema, onTaken })
}

function inDigits({ usual, urgent }: { usual: bigint | number; urgent: bigint | number }) {
  return { usual: usual.toString(), urgent: urgent.toString() }
}

function stellarSettings({ stellar }: Config) {
  const { horizonUrls, passphrase, usdcIssuer, feeAccount, escrowAccount } = stellar
  return { horizonUrls, passphrase, usdcIssuer, ownAccounts: [feeAccount, escrowAccount] }
}

function xrplSettings({ xrpl }: Config) {
  const { urls, networkId, feeAccount, escrowAccount } = xrpl
  return { urls, networkId, ownAccounts: [feeAccount, escrowAccount], payers: [escrowAccount] }
}
