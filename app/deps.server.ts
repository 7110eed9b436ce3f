/**
 * The composition root: builds what both processes use from the settings. Only `composeWorkerDeps` builds treasuries,
 * which can pay, from seeds that only the worker's environment holds.
 */

import { randomBytes } from 'node:crypto'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { accountTokens } from './accounts/services/account-tokens.server.ts'
import { openPasswords } from './accounts/services/passwords.server.ts'
import { openSecondFactors } from './accounts/services/second-factor.server.ts'
import { type Config, chainsOf } from './config.server.ts'
import { type Database, openDatabase } from './kernel/db/client.server.ts'
import type { Network } from './kernel/domain/assets.ts'
import { causeOf } from './kernel/domain/cause.ts'
import { FALLBACK_LANGUAGE, isLanguage } from './kernel/i18n/languages.ts'
import { openClock } from './kernel/services/clock.server.ts'
import { openRowIds } from './kernel/services/row-ids.server.ts'
import { translatorFor } from './languages/i18n/i18n.server.ts'
import { findNewestMark } from './ledgers/payments/db/readings.server.ts'
import { openStellarLedger } from './ledgers/stellar.server.ts'
import { openXrplLedger } from './ledgers/xrpl.server.ts'
import { openLog } from './log.server.ts'
import { openMailHook } from './notices/services/mail-hook.server.ts'
import { openMailer } from './notices/services/mailer.server.ts'
import { openAlertHook } from './ops/services/alert-hook.server.ts'
import { proxyFaults } from './ops/services/proxy-faults.server.ts'
import { openWatchPort, type WatchPort } from './ops/services/watch-port.server.ts'
import { openMarket } from './prices/services/market.server.ts'
import { openLists } from './screening/services/lists.server.ts'
import { openFederation } from './settlement/payouts/services/federation.server.ts'
import { openOnchain } from './sponsors.server.ts'
import { openStorage } from './trade/documents/services/storage.server.ts'
import { openTreasuries, stellarSettings, xrplSettings } from './treasuries.server.ts'
import type { Deps, WorkerDeps } from './workflow-deps.ts'

const POOLS = {
  web: { connections: 10, limits: 'page' },
  worker: { connections: 8, limits: 'work' },
} as const

/** A caller that outlives them disposes of the clock: beside a harbour it polls for the time until then. */
export async function composeDeps(
  config: Config,
  process: 'web' | 'worker' = 'web',
  db: Database = openDatabase({ url: config.databaseUrl, ...POOLS[process] }),
): Promise<Deps & { clock: Disposable }> {
  const log = openLog({ level: config.logLevel, process })
  const known = knownHistories(config, db)
  const ofLedgers = { stellar: stellarSettings(config, known.stellar), xrpl: xrplSettings(config, known.xrpl) }
  return {
    db,
    ledgers: {
      stellar: openStellarLedger({ ...ofLedgers.stellar, log }),
      xrpl: openXrplLedger({ ...ofLedgers.xrpl, log }),
    },
    accounts: {
      stellar: { fee: config.stellar.feeAccount, escrow: config.stellar.escrowAccount },
      xrpl: { fee: config.xrpl.feeAccount, escrow: config.xrpl.escrowAccount },
    },
    ...openOnchain(config, ofLedgers),
    chains: chainsOf(config),
    operatingAccounts: config.operatingAccounts,
    mailer: openMailer(config.mail),
    mailHook: config.mail.hookSecret === null ? null : openMailHook(config.mail.hookSecret),
    market: openMarket(config.market),
    lists: openLists(config.screening.addresses),
    walletNames: openFederation(config.federation),
    storage: await openStorage(config.storage),
    alertHook: config.alertHook && openAlertHook(config.alertHook),
    passwords: openPasswords(),
    secondFactors: openSecondFactors(config.sessionSecret),
    accountToken: accountTokens(config.sessionSecret),
    clock: await openClock(config.harbourClockUrl),
    random: (bytes) => randomBytes(bytes),
    newId: openRowIds(),
    translator: (locale) => translatorFor(isLanguage(locale) ? locale : FALLBACK_LANGUAGE, ['mail', 'common']),
    log,
    settings: {
      origin: config.origin,
      supportEmail: config.mail.support,
      company: config.company,
      issuers: config.stellar.issuers,
      stellarPassphrase: config.stellar.isPublic ? null : config.stellar.passphrase,
      floatLow: config.floatLow,
      xlmBalanceCheck: config.xlmBalanceCheck,
      serviceFee: config.serviceFee,
      payoutLateAfterMs: config.payouts.lateAfterMs,
      feeCaps: { stellar: inDigits(config.stellar.feeCaps), xrpl: inDigits(config.xrpl.feeCaps) },
      payoutLimits: config.payoutLimits,
      restLimits: config.restLimits,
      commissionWaitMs: config.commissionWaitMs,
      screening: config.screening,
    },
  }
}

/** Throws ConfigInvalid when a seed is missing or belongs to another account. */
export async function composeWorkerDeps(config: Config): Promise<WorkerDeps> {
  // No connection is opened before the first query.
  const db = openDatabase({ url: config.databaseUrl, ...POOLS.worker })
  const treasuries = openTreasuries(config, knownHistories(config, db))
  return { ...(await composeDeps(config, 'worker', db)), ...treasuries }
}

/** Returns per ledger the newest mark that was read of our accounts' history: its servers must be able to show it. */
function knownHistories({ stellar, xrpl }: Config, db: Database) {
  const knownOf =
    (network: Network, { feeAccount, escrowAccount }: { feeAccount: string; escrowAccount: string }) =>
    () =>
      findNewestMark(db, { network, accounts: [feeAccount, escrowAccount] })
  return { stellar: knownOf('stellar', stellar), xrpl: knownOf('xrpl', xrpl) }
}

/** Opens the port for monitoring; null: the settings name none. A port that is taken does not stop the process. */
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
    deps.log.error(facts, 'health port unavailable')
  }
  // The worker has no proxy in front of it, so its list is empty.
  const look = async () => ({ ...(await checkMachine(deps)), proxyFaults: proxyFaults.seen() })
  return openWatchPort({ process, host, port, look, checkSchema, onTaken })
}

function inDigits({ usual, urgent }: { usual: bigint | number; urgent: bigint | number }) {
  return { usual: usual.toString(), urgent: urgent.toString() }
}
